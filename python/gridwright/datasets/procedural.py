"""Data sets in the shape of reasoning-gym's ``ProceduralDataset``, one for each game.

An entry is ``{"question", "answer", "metadata"}``; the answer is a best solution, and the metadata has
the level, what a best solution costs, and where the entry comes from. Entry ``i`` of seed ``s`` follows
from both through a hash, so that no two seeds share entries by shifting.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from .. import games
from ..level import Level
from ..splits import SHARES, Spec, Split, items
from .judging import Judgement, judge
from .questions import facts_of, question_of

if TYPE_CHECKING:

    class ProceduralDataset:
        """What reasoning-gym calls a data set."""

        def __init__(self, config: Any, seed: int | None = None, size: int = 500) -> None: ...
        def __iter__(self) -> Iterator[dict[str, Any]]: ...
        def __next__(self) -> dict[str, Any]: ...

    class BaseCurriculum:
        """What reasoning-gym calls a curriculum."""

        def __init__(self, name: str, config_cls: type) -> None: ...
        def _define_attributes(self, *attributes: Any) -> None: ...

    def ScalarAttributeDefinition(**facts: Any) -> Any: ...
    def register_dataset(name: str, dataset: type, config: type, curriculum: type) -> None: ...

    DATASETS: dict[str, tuple[Any, ...]] = {}

else:
    try:
        from reasoning_gym.coaching import BaseCurriculum, ScalarAttributeDefinition
        from reasoning_gym.dataset import ProceduralDataset
        from reasoning_gym.factory import DATASETS, register_dataset
    except ImportError:
        from ._without import (
            DATASETS,
            BaseCurriculum,
            ProceduralDataset,
            ScalarAttributeDefinition,
            register_dataset,
        )

CHUNK = 16
"""So many entries are made together when one of them is asked for."""


@dataclass
class GridConfig:
    """What a data set asks about: levels of a tier, by knobs of the game, from one split."""

    game: str = ""
    tier: str | None = None
    split: Split = "train"
    min_moves: tuple[int, int] | None = None
    knobs: dict[str, bool | int | str] = field(default_factory=dict)
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Refuses what no data set can be made of."""
        known = [facts["game"] for facts in games()]
        assert self.game in known, f"game must be one of {', '.join(known)}"
        tiers = [tier["name"] for tier in facts_of(self.game)["tiers"]]
        assert self.tier in (None, *tiers), f"tier must be one of {', '.join(tiers)}"
        assert self.split in SHARES, f"split must be one of {', '.join(SHARES)}"
        assert isinstance(self.size, int) and self.size > 0, "size must be positive"

    def spec(self) -> Spec:
        """The levels it asks about."""
        first = facts_of(self.game)["tiers"][0]["name"]
        return Spec(self.game, self.tier or first, self.min_moves, knobs=dict(self.knobs))


class GridDataset(ProceduralDataset):
    """Questions about levels of one game."""

    config: GridConfig
    seed: int
    size: int

    def __init__(self, config: GridConfig) -> None:
        config.validate()
        chosen = config.seed if config.seed is not None else Random().randint(0, 2**32)
        super().__init__(config=config, seed=chosen, size=config.size)
        self._kept: dict[int, dict[str, Any]] = {}

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, idx: int) -> dict[str, Any]:
        if not 0 <= idx < self.size:
            raise IndexError(f"there is no entry {idx} among {self.size}")
        if idx not in self._kept:
            first = idx - idx % CHUNK
            wanted = range(first, min(first + CHUNK, self.size))
            self._kept = {index: entry for index, entry in zip(wanted, self._made(wanted))}
        return self._kept[idx]

    def judge(self, answer: str | None, entry: dict[str, Any]) -> Judgement:
        """The score of an answer, and the rule that it breaks."""
        metadata = entry["metadata"]
        return judge(Level(metadata["level"]), answer, metadata["costs"])

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """1 for a best answer, a stated fraction for a legal one, 0 for all others."""
        return self.judge(answer, entry).score

    def _made(self, wanted: range) -> Iterator[dict[str, Any]]:
        config = self.config
        for item in items(config.spec(), config.split, wanted, salt=f"{self.seed}/"):
            level = Level(item.record["level"])
            yield {
                "question": question_of(level),
                "answer": json.dumps(item.record["solution"]),
                "metadata": {
                    "source_dataset": dataset_name(config.game),
                    "source_index": item.index,
                    "level": level.document,
                    "code": level.code,
                    "canonical_hash": item.canonical,
                    "split": item.split,
                    "costs": item.record["costs"],
                    "optimal": item.record["optimal"],
                    "difficulty": {"tier": config.spec().tier, "grade": item.record["grade"]},
                },
            }


class GridCurriculum(BaseCurriculum):
    """The tiers of a game, from easy to hard."""

    game = ""

    def __init__(self) -> None:
        facts = facts_of(self.game)
        super().__init__(type(self).__name__, configs[self.game])
        self._define_attributes(
            ScalarAttributeDefinition(
                name="tier",
                field_name="tier",
                levels=[tier["name"] for tier in facts["tiers"]],
                description=f"Tier of {facts['title']}",
            )
        )


def dataset_name(game: str) -> str:
    """The name of a game's data set."""
    return f"gridwright_{game.replace('-', '_')}"


def dataset_names() -> list[str]:
    """The names of all data sets."""
    return [dataset_name(facts["game"]) for facts in games()]


def create_dataset(name: str, **config: Any) -> GridDataset:
    """The data set of this name, as ``reasoning_gym.create_dataset`` makes it."""
    if name not in DATASETS:
        raise ValueError(f"there is no data set {name!r}; there are: {', '.join(dataset_names())}")
    dataset, config_class = DATASETS[name][:2]
    made: GridDataset = dataset(config=config_class(**config))
    return made


configs: dict[str, type[GridConfig]] = {}
"""The configuration of every game's data set."""


def _register() -> None:
    for facts in games():
        game, title = facts["game"], facts["title"].replace(" ", "")
        config: type[GridConfig] = dataclass(
            type(f"{title}Config", (GridConfig,), {"__annotations__": {"game": str}, "game": game})
        )
        configs[game] = config
        dataset = type(f"{title}Dataset", (GridDataset,), {"__doc__": facts["summary"]})
        curriculum = type(f"{title}Curriculum", (GridCurriculum,), {"game": game})
        name = dataset_name(game)
        if name not in DATASETS:
            register_dataset(name, dataset, config, curriculum)


_register()

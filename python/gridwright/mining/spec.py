"""What is looked for, and what is kept of it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from typing import Any

from ..splits import Spec, generator_of


@dataclass(frozen=True)
class MineSpec:
    """Which levels to make, which of them pass, and how many of each class are kept.

    A level passes if its proved minimum in the game's first metric is at least ``at_least``, if
    ``unique`` is not asked for or it has one solution, and if ``every_part_matters`` is not asked for
    or nothing in it is decoration. Levels whose minimum is not proved never pass. A class is a board
    size and a minimum; the best of a class are those with the highest grade, then the lowest hash.
    ``nodes`` bounds every search, so that no clock decides what is found.
    """

    game: str
    tier: str | None = None
    min_moves: tuple[int, int] | None = None
    metric: str | None = None
    at_least: int = 0
    unique: bool = False
    every_part_matters: bool = False
    keep: int = 100
    nodes: int = 200_000
    shard: int = 1000
    knobs: dict[str, bool | int | str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.keep < 1 or self.shard < 1 or self.nodes < 1 or self.at_least < 0:
            raise ValueError("keep, shard and nodes are at least 1, and at_least is not negative")

    def levels(self) -> Spec:
        """The levels that are made."""
        return Spec(self.game, self.tier, self.min_moves, self.metric, self.nodes, self.knobs)

    def needs_check(self) -> bool:
        """Whether levels must be inspected, which takes many solves."""
        return self.unique or self.every_part_matters

    def document(self) -> dict[str, Any]:
        """The spec as JSON, with the generator that answers to it."""
        facts = asdict(self) | {"generator": generator_of(self.game)}
        return json.loads(json.dumps(facts))  # type: ignore[no-any-return]

    def hash(self) -> str:
        """A short name for the spec."""
        text = json.dumps(self.document(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

"""Splits that cannot leak.

A level belongs to a split by what it is: its canonical hash decides, which is the same for all its mirror
images and turns, with other colours, its parts in another order, and whatever it claims. So no level of one split is ever a level of another, whatever the seeds
were, and whoever made them. An item is ``hash(spec, split, index)``: its seeds follow from these three
alone, never from ``seed + index``, and it is the first level from those seeds that belongs to its split.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from . import _native, batch
from ._errors import LevelError
from ._types import Record

Split: TypeAlias = Literal["train", "validation", "test"]

SHARES: dict[Split, tuple[int, int]] = {
    "train": (0, 80),
    "validation": (80, 90),
    "test": (90, 100),
}
"""Which hundredths of all hashes belong to a split."""

ATTEMPTS = 400
"""So many seeds are tried for an item before the spec is found to have too few levels."""


CHUNK = 4096
"""So many items are made in one call."""


@dataclass(frozen=True)
class Spec:
    """What levels are to be like: everything that ``gridwright.generate`` takes but the seed."""

    game: str
    tier: str | None = None
    min_moves: tuple[int, int] | None = None
    metric: str | None = None
    nodes: int | None = None
    knobs: dict[str, bool | int | str] = field(default_factory=dict)

    def text(self) -> str:
        """The spec as one text, the same for equal specs.

        It names the generator: another version makes other levels of the same seeds.
        """
        facts = {"game": self.game, "generator": generator_of(self.game)}
        return json.dumps(self.options() | facts, sort_keys=True)

    def options(self) -> dict[str, Any]:
        """The options of ``gridwright.generate``."""
        chosen = {
            "tier": self.tier,
            "min_moves": self.min_moves,
            "metric": self.metric,
            "nodes": self.nodes,
        }
        return {name: value for name, value in chosen.items() if value is not None} | self.knobs

    def hash(self) -> str:
        """A short name for the spec."""
        return hashlib.sha256(self.text().encode()).hexdigest()[:16]


@functools.cache
def generator_of(game: str) -> str | None:
    """The procedure that makes a game's levels, with its version; none if there is no such game."""
    listed = json.loads(_native.games())["games"]
    return next((facts["generator"] for facts in listed if facts["game"] == game), None)


@dataclass(frozen=True)
class Item:
    """One level of a split, with its solution and its canonical hash."""

    split: Split
    index: int
    canonical: str
    record: Record


def split_of(canonical_hash: str) -> Split:
    """The split that a level belongs to."""
    hundredth = int(canonical_hash[:12], 16) % 100
    return next(split for split, (low, high) in SHARES.items() if low <= hundredth < high)


def item_seed(spec: Spec, split: Split, index: int | str, attempt: int) -> int:
    """The seed of one attempt at an item."""
    text = f"{spec.text()}\n{split}\n{index}\n{attempt}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) >> 1


def items(
    spec: Spec, split: Split, indices: Sequence[int], *, salt: str = "", threads: int | None = None
) -> list[Item]:
    """The items of these indices, made over all cores."""
    if split not in SHARES:
        raise ValueError(f"a split is one of {', '.join(SHARES)}")
    found: dict[int, Item] = {}
    wanted = list(dict.fromkeys(indices))
    for first in range(0, len(wanted), CHUNK):
        found |= _found(spec, split, wanted[first : first + CHUNK], salt, threads)
    return [found[index] for index in indices]


def _found(
    spec: Spec, split: Split, wanted: list[int], salt: str, threads: int | None
) -> dict[int, Item]:
    found: dict[int, Item] = {}
    open_indices = wanted
    for attempt in range(ATTEMPTS):
        if not open_indices:
            return found
        seeds = [item_seed(spec, split, f"{salt}{index}", attempt) for index in open_indices]
        made = batch.generate(
            spec.game, seeds, canonical=True, threads=threads, **spec.options()
        )
        for index, answer in zip(open_indices, made, strict=True):
            if isinstance(answer, LevelError):
                raise answer
            for record, canonical in zip(answer["levels"], answer.get("canonical", []), strict=True):
                if split_of(canonical) == split:
                    found[index] = Item(split, index, canonical, record)
        open_indices = [index for index in open_indices if index not in found]
    raise ValueError(
        f"{ATTEMPTS} seeds gave no {split} level for item {open_indices[0]}; "
        "the spec makes too few different levels"
    )


def unique_items(
    spec: Spec, split: Split, count: int, *, chunk: int = 1024, threads: int | None = None
) -> Iterator[Item]:
    """The first items that differ by more than symmetry, in the order of their indices."""
    seen: set[str] = set()
    index = 0
    while len(seen) < count:
        before = len(seen)
        for item in items(spec, split, range(index, index + chunk), threads=threads):
            if item.canonical not in seen and len(seen) < count:
                seen.add(item.canonical)
                yield item
        index += chunk
        if len(seen) == before:
            raise ValueError(f"the spec has no more than {before} different {split} levels")

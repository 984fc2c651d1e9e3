"""The frozen levels: one compressed file of JSON lines for each game."""

from __future__ import annotations

import functools
import gzip
import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, TypedDict

from .._types import Costs, Document
from ..level import Level

NAME = "gridwright-bench-1"

LEVELS_A_RUNG = 50


class Rung(TypedDict):
    """One rung of a game's ladder: its name, and how its levels were made."""

    rung: str
    make: dict[str, Any]


class Certificate(TypedDict):
    """Who proved the optimum: the program and its version, the generator, and the search."""

    solver: str
    version: str
    generator: str
    nodes: int
    optimal: bool


@dataclass(frozen=True)
class Entry:
    """One level of the benchmark."""

    game: str
    rung: str
    number: int
    code: str
    canonical: str
    costs: Costs
    solution: Document
    certificate: Certificate

    @property
    def level(self) -> Level:
        """The level itself."""
        return Level(self.code)


@functools.cache
def ladder() -> dict[str, list[Rung]]:
    """The rungs of every game, from easy to hard."""
    text = files(__name__.rpartition(".")[0]).joinpath("data", "ladder.json").read_text(encoding="utf-8")
    rungs: dict[str, list[Rung]] = json.loads(text)
    return rungs


@functools.cache
def entries(game: str) -> tuple[Entry, ...]:
    """All levels of a game, in the order of its ladder."""
    if game not in ladder():
        raise ValueError(f"the benchmark has the games {', '.join(ladder())}")
    packed = files(__name__.rpartition(".")[0]).joinpath("data", f"{game}.jsonl.gz").read_bytes()
    lines = gzip.decompress(packed).decode().splitlines()
    return tuple(Entry(game=game, **json.loads(line)) for line in lines)

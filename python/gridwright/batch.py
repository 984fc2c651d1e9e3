"""Many questions in one call, over all cores.

Every function takes a sequence and answers in its order. What fails for one item is a
``LevelError`` in its place, not raised: one bad level does not lose the work on the others.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from . import _native
from ._errors import LevelError
from ._types import Checked, Document, Generated, Hint, Solved, Verified
from .level import Source, question, unreadable, value_of
from .making import request


def solve(
    levels: Iterable[Source],
    *,
    threads: int | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    metric: str | None = None,
) -> list[Solved | LevelError]:
    """Solves every level; each limit is that of one level."""
    options = {"timeLimit": time_limit, "nodes": nodes, "metric": metric}
    return run((_about("solve", level, **options) for level in levels), threads=threads)


def check(
    levels: Iterable[Source], *, threads: int | None = None, quick: bool = False
) -> list[Checked | LevelError]:
    """Checks every level."""
    return run((_about("check", level, quick=quick) for level in levels), threads=threads)


def verify(
    pairs: Iterable[tuple[Source, Document]], *, threads: int | None = None
) -> list[Verified | LevelError]:
    """Replays solutions, each on its level."""
    lines = (_about("verify", level, solution=solution) for level, solution in pairs)
    return run(lines, threads=threads)


def hint(
    pairs: Iterable[tuple[Source, Document | None]],
    *,
    threads: int | None = None,
    time_limit: float | None = None,
) -> list[Hint | LevelError]:
    """Helps after the moves that were made on each level."""
    lines = (
        _about("hint", level, moves=moves, timeLimit=time_limit) for level, moves in pairs
    )
    return run(lines, threads=threads)


def generate(
    game: str,
    seeds: Sequence[int] | range,
    *,
    threads: int | None = None,
    tier: str | None = None,
    min_moves: int | tuple[int, int] | None = None,
    metric: str | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    canonical: bool = False,
    **knobs: bool | int | str,
) -> list[Generated | LevelError]:
    """One level for every seed; each answer has a level, or the reason why there is none.

    With ``canonical``, answers have the canonical hashes of their levels too.
    """
    lines = (
        request(
            game,
            knobs,
            seed=seed,
            tier=tier,
            min_moves=min_moves,
            metric=metric,
            time_limit=time_limit,
            nodes=nodes,
            canonical=canonical,
        )
        for seed in seeds
    )
    return run(lines, threads=threads)


def run(lines: Iterable[str | LevelError], *, threads: int | None = None) -> list[Any]:
    """Answers lines of JSON as ``gridwright batch`` does, without the envelopes.

    What could not be asked stays in its place.
    """
    asked = list(lines)
    sent = [line for line in asked if isinstance(line, str)]
    answers = iter(_native.batch(sent, threads=threads))
    return [_opened(next(answers)) if isinstance(line, str) else line for line in asked]


def _about(verb: str, level: Source, **options: object) -> str | LevelError:
    """A question about a level, or why none can be asked."""
    try:
        return question(verb, {"level": value_of(level), **options})
    except LevelError as error:
        return error
    except (OSError, TypeError, ValueError) as error:
        return unreadable(str(error))


def _opened(answer: str) -> Any:
    envelope = json.loads(answer)
    if envelope["ok"]:
        return envelope["answer"]
    faults = envelope["faults"]
    return LevelError("\n".join(fault["message"] for fault in faults), faults)

"""New levels, each with a solution that the referee has seen work."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any

from . import _native
from ._errors import LevelError
from ._types import Generated, Place, Record
from .level import question


def generate(
    game: str,
    *,
    seed: int | None = None,
    tier: str | None = None,
    count: int = 1,
    min_moves: int | tuple[int, int] | None = None,
    metric: str | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    threads: int | None = None,
    **knobs: bool | int | str,
) -> list[Record]:
    """Levels from consecutive seeds; the same seed makes the same level on every machine.

    Knobs are those of the game (``gridwright.games()`` lists them), dashes written as underscores.
    Raises ``LevelError`` if the request cannot be met: fewer levels are never handed out silently.
    """
    asked = request(
        game,
        knobs,
        seed=seed,
        tier=tier,
        count=count,
        min_moves=min_moves,
        metric=metric,
        time_limit=time_limit,
        nodes=nodes,
    )
    answer: Generated = json.loads(_native.ask(asked, threads=threads))
    refusal = answer["refusal"]
    if refusal is not None or len(answer["levels"]) < count:
        why = refusal or {"code": "cancelled", "message": "it was cancelled"}
        text = f"{len(answer['levels'])} of {count} levels were made: {why['message']}"
        nowhere: Place = {"pointer": "", "cells": []}
        raise LevelError(text, [{"code": why["code"], "message": why["message"], "at": nowhere}])
    return answer["levels"]


def request(
    game: str,
    knobs: Mapping[str, bool | int | str],
    *,
    seed: int | None,
    tier: str | None = None,
    count: int = 1,
    min_moves: int | tuple[int, int] | None = None,
    metric: str | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    canonical: bool = False,
) -> str:
    """The question to the engine that asks for levels."""
    wanted = (min_moves, min_moves) if isinstance(min_moves, int) else min_moves
    chosen: dict[str, Any] = {
        "game": game,
        "seed": secrets.randbelow(10**9) if seed is None else seed,
        "tier": tier,
        "count": count,
        "minMoves": wanted,
        "metric": metric,
        "set": {name.replace("_", "-"): value for name, value in knobs.items()} or None,
        "timeLimit": time_limit,
        "nodes": nodes,
        "canonical": canonical or None,
    }
    return question("generate", chosen)

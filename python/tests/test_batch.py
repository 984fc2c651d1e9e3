"""Many questions at once: in order, and one bad one does not lose the others."""

from __future__ import annotations

import math
from pathlib import Path

import gridwright
import pytest
from conftest import GAMES, TIER, first_level
from gridwright import batch


@pytest.mark.parametrize("threads", [1, 2, None])
def test_answers_come_in_the_order_of_the_levels(threads: int | None) -> None:
    levels = [first_level(game) for game in GAMES]
    solved = batch.solve(levels, threads=threads, nodes=200_000)
    assert [answer["game"] for answer in solved] == GAMES
    pairs = [(level, answer["solution"]) for level, answer in zip(levels, solved, strict=True)]
    assert all(answer["ok"] for answer in batch.verify(pairs, threads=threads))
    assert all(answer["valid"] for answer in batch.check(levels, threads=threads, quick=True))
    assert len(batch.hint([(level, None) for level in levels], threads=threads)) == len(GAMES)


def test_one_bad_level_does_not_lose_the_others() -> None:
    good, bad, also_good = batch.solve(["lights-off/7", {"game": "tint"}, "lights-off/8"])
    assert isinstance(bad, gridwright.LevelError) and bad.faults
    assert good["optimal"] and also_good["optimal"]
    assert batch.solve([]) == []
    wrong = ["{", 7, Path("/nonexistent/level.json"), {"game": "lights-off", "initialState": [[math.nan]]}]
    *refused, good = batch.solve([*wrong, "lights-off/7"])  # type: ignore[list-item]
    assert all(isinstance(error, gridwright.LevelError) and error.faults for error in refused)
    assert good["optimal"]


def test_seeds_make_the_levels_of_the_plain_call() -> None:
    for game in GAMES:
        made = batch.generate(game, range(3), tier=TIER[game], canonical=True)
        alone = gridwright.generate(game, seed=0, count=3, tier=TIER[game])
        assert [answer["levels"][0] for answer in made] == alone
        for answer in made:
            level = gridwright.open(answer["levels"][0]["level"])
            assert answer["canonical"] == [level.canonical_hash]

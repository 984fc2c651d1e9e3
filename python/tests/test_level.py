"""Levels: every way to open one, every question, and everything that can be wrong."""

from __future__ import annotations

import json
import math
import os
import pickle
import signal
import threading
from pathlib import Path

import gridwright
import pytest
from conftest import GAMES, TIER, first_level
from gridwright import _native


@pytest.mark.parametrize("game", GAMES)
def test_a_level_opens_by_everything_that_names_it(game: str, tmp_path: Path) -> None:
    level = first_level(game)
    path = tmp_path / "level.json"
    path.write_text(json.dumps(level.document))
    for source in (level, level.document, json.dumps(level.document), path, str(path), level.code):
        same = gridwright.open(source)
        # A code leaves out what a title says; the level is the same.
        assert same.canonical_hash == level.canonical_hash and same.game == game
    assert pickle.loads(pickle.dumps(level)) == level
    assert len({level, gridwright.open(level.document)}) == 1
    assert game in repr(level)


@pytest.mark.parametrize("game", GAMES)
def test_every_question_has_its_answer(game: str) -> None:
    record = gridwright.generate(game, seed=5, tier=TIER[game])[0]
    level = gridwright.open(record["level"])
    solved = level.solve(time_limit=60)
    assert solved["status"] == "solved" and solved["solution"] is not None
    assert level.verify(solved["solution"])["ok"]
    assert level.verify(record["solution"])["ok"]
    assert level.play(record["solution"])["solved"]
    assert level.check(quick=True, nodes=50_000)["valid"]
    assert level.hint(time_limit=20)["onTrack"] in (True, None)
    assert level.explain(time_limit=60)["beats"]
    assert level.svg() == level._repr_svg_() and level.svg().startswith("<svg")
    assert level.svg(solution=solved["solution"]) != level.svg()
    assert level.png().startswith(b"\x89PNG")
    assert level.text(ascii=True).isascii() and level.text(solved["solution"])
    assert level.rules and level.size[0] > 0


def test_a_seed_makes_the_same_levels_with_any_number_of_threads() -> None:
    one, two = (
        gridwright.generate(GAMES[0], seed=3, count=20, threads=threads) for threads in (1, 2)
    )
    assert one == two
    assert [record["seed"] for record in one] == list(range(3, 23))


def test_limits_are_answers() -> None:
    answer = gridwright.open("tilepuzzle/campaign/40").solve(nodes=1)
    assert answer["limit"] == "nodes" and not answer["optimal"]


def test_listings_and_metrics_are_offered_or_refused() -> None:
    # Every board of this size that can be solved has four solutions.
    record = gridwright.generate("lights-off", seed=1, rows=5, cols=5)[0]
    level = gridwright.open(record["level"])
    assert len(level.solve(all="every", limit=3)["solutions"]["list"]) == 3
    assert level.solve(all=True)["solutions"]["complete"]
    with pytest.raises(gridwright.LevelError):
        level.solve(metric="drags")


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ({"game": "tint"}, gridwright.LevelError),
        ({"game": "chess"}, gridwright.LevelError),
        ({}, gridwright.LevelError),
        ("{", gridwright.LevelError),
        ("nowhere/1", gridwright.LevelError),
        ("gw1AAAA", gridwright.LevelError),
        ("", gridwright.LevelError),
        ({"game": "lights-off", "initialState": [[math.nan]]}, ValueError),
        (7, TypeError),
        (None, TypeError),
        ([[True]], TypeError),
        (b"{}", TypeError),
        (Path("/nonexistent/level.json"), OSError),
        ({"game": "lights-off", "initialState": [[True] * 3, [True]]}, gridwright.LevelError),
    ],
)
def test_what_is_no_level_is_refused(source: object, error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        gridwright.open(source)  # type: ignore[arg-type]
    if error is gridwright.LevelError:
        faults = caught.value.faults  # type: ignore[attr-defined]
        assert faults and all(fault["code"] and fault["message"] for fault in faults)
        assert pickle.loads(pickle.dumps(caught.value)).faults == faults


@pytest.mark.parametrize(
    "options",
    [
        {"count": 0},
        {"count": 10**12},
        {"count": -1},
        {"seed": -1},
        {"seed": 2**70},
        {"time_limit": math.nan},
        {"time_limit": -1},
        {"tier": "impossible"},
        {"colour": "red"},
        {"rows": 10**9},
        {"min_moves": (5, 1)},
        {"min_moves": 24, "rows": 5, "cols": 5},
        {"threads": 0},
        {"threads": 10**9},
    ],
)
def test_what_cannot_be_made_is_refused(options: dict[str, object]) -> None:
    with pytest.raises((ValueError, OverflowError)):
        gridwright.generate("lights-off", **{"seed": 1, **options})  # type: ignore[arg-type]


def test_wrong_solutions_name_the_broken_rule() -> None:
    level = gridwright.open("lights-off/7")
    verdict = level.verify({"moves": [{"row": 99, "col": 0}]})
    assert verdict["broken"] is not None and verdict["broken"]["code"] == "lights-off.off-board"
    for wrong in ({"moves": 1}, "[]", "", '{"moves": [{"row": 1e999, "col": 0}]}'):
        with pytest.raises(gridwright.LevelError):
            level.verify(wrong)
    for scale in (math.nan, 0.0, 1e9, -1.0):
        with pytest.raises(ValueError):
            level.png(scale=scale)


def test_files_are_named_and_not_handed_over(tmp_path: Path) -> None:
    path = tmp_path / "level.json"
    path.write_text("{}")
    with path.open() as file:
        pass
    with pytest.raises(TypeError):
        gridwright.open(file)  # type: ignore[arg-type]
    with pytest.raises(gridwright.LevelError):
        gridwright.open("lights-off/7").hint("{")


def test_ctrl_c_ends_a_search() -> None:
    level = gridwright.open("tilepuzzle/campaign/40")
    # A shell that starts the tests in the background lets them ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            for _ in range(10_000):
                level.solve(time_limit=60, metric="drags")
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)


def test_a_mistake_of_ours_is_an_exception() -> None:
    with pytest.raises(RuntimeError, match="a mistake on purpose"):
        _native._mistake()
    assert gridwright.open("lights-off/7").solve()["optimal"]

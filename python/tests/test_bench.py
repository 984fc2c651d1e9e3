"""The frozen benchmark: complete, proved, unchanged; and its baselines."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from pathlib import Path

import pytest
from conftest import GAMES
from gridwright import bench
from gridwright.splits import split_of

FROZEN = json.loads((Path(__file__).parent / "bench_hashes.json").read_text())


def test_the_files_are_those_that_were_frozen() -> None:
    data = files("gridwright.bench").joinpath("data")
    found = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in data.iterdir()
        if path.is_file()
    }
    assert found == FROZEN
    assert list(bench.ladder()) == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_rung_is_full_and_every_solution_works(game: str) -> None:
    entries = bench.entries(game)
    rungs = [rung["rung"] for rung in bench.ladder()[game]]
    assert [entry.rung for entry in entries] == [rung for rung in rungs for _ in range(50)]
    assert len({entry.canonical for entry in entries}) == len(entries)
    for entry in entries:
        level = entry.level
        verdict = level.verify(entry.solution)
        assert verdict["ok"] and verdict["costs"] is not None
        assert entry.costs.items() <= verdict["costs"].items()
        assert level.canonical_hash == entry.canonical
        assert split_of(entry.canonical) == "test"
        assert entry.certificate["optimal"] or not entry.costs


@pytest.mark.parametrize("game", GAMES)
def test_the_oracle_scores_one_and_nobody_more(game: str, tmp_path: Path) -> None:
    best = bench.run(bench.oracle, games=[game], levels=2)
    assert best.score() == {"solved": 1.0, "legal": 1.0, "optimality": 1.0}
    for player in (bench.random_legal, bench.greedy):
        score = bench.run(player, games=[game], levels=2).score()
        assert score["legal"] == 1.0 and score["optimality"] <= score["solved"] <= 1.0
    silent = bench.run(lambda question: "", games=[game], levels=1)
    assert silent.score()["solved"] == 0.0 and silent.rungs[0].broken == {"answer.none": 1}
    assert game in best.table() and json.loads(best.json())["rungs"]
    question = bench.Question(bench.entries(game)[0])
    assert question.png().startswith(b"\x89PNG") and "JSON" in question
    pytest.importorskip("matplotlib")
    best.plot(tmp_path / "plot.png", silent)
    assert (tmp_path / "plot.png").stat().st_size > 1000

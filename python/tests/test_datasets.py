"""Questions, answers and their judge; with reasoning-gym where it is installed."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap

import gridwright
import pytest
from conftest import GAMES
from gridwright.datasets import create_dataset, dataset_names, judge
from gridwright.datasets.procedural import dataset_name

try:
    import reasoning_gym
except ImportError:
    reasoning_gym = None


@pytest.mark.parametrize("name", dataset_names())
def test_entries_follow_from_the_seed_and_their_answers_score_one(name: str) -> None:
    data, again, shifted = (create_dataset(name, seed=seed, size=6) for seed in (42, 42, 43))
    entries = list(data)
    assert len(data) == len(entries) == 6 and entries == list(again)
    hashes = {entry["metadata"]["canonical_hash"] for entry in entries}
    assert not hashes & {entry["metadata"]["canonical_hash"] for entry in shifted}
    for entry in entries:
        assert entry["metadata"]["source_dataset"] == name
        assert data.score_answer(entry["answer"], entry) == 1.0
        for wrong in (None, "", "no idea", "{}", "[]", '{"moves": NaN}', entry["answer"] + "!"):
            judged = data.judge(wrong, entry)
            assert judged.score == 0.0 and judged.code
    with pytest.raises(IndexError):
        data[6]


@pytest.mark.parametrize("game", GAMES)
def test_curricula_lead_from_tier_to_tier(game: str) -> None:
    from gridwright.datasets import procedural

    kinds = procedural.GridCurriculum.__subclasses__()
    curriculum = next(kind for kind in kinds if kind.game == game)()
    first = curriculum.generate_configuration({"size": 3})
    assert curriculum.increment_attr_level("tier")
    assert first.tier != curriculum.generate_configuration({"size": 3}).tier
    first.validate()


def test_scores_are_those_that_the_question_states() -> None:
    level = gridwright.open({"game": "lights-off", "initialState": [[True, True], [True, False]]})
    press = {"row": 0, "col": 0}
    for presses, score, code in [
        ([press], 1.0, ""),
        ([press] * 3, 0.5 / 3, ""),
        ([], 0.0, "lights-off.still-lit"),
        ([press] * 2, 0.0, "lights-off.still-lit"),
        ([{"row": 9, "col": 0}], 0.0, "lights-off.off-board"),
        ([{"row": "0", "col": 0}], 0.0, "input.wrong-type"),
        ([press] * 5000, 0.0, "answer.too-long"),
    ]:
        judged = judge(level, json.dumps({"moves": presses}), {"presses": 1})
        assert (judged.score, judged.code) == (pytest.approx(score), code)
    assert judge(level, json.dumps({"moves": []}), {"presses": 1}).legal
    assert judge(level, '{"moves": ' * 5000, {"presses": 1}).score == 0.0


@pytest.mark.skipif(reasoning_gym is None, reason="reasoning-gym is not installed")
@pytest.mark.parametrize("game", GAMES)
def test_reasoning_gym_takes_them_for_its_own(game: str) -> None:
    data = reasoning_gym.create_dataset(dataset_name(game), seed=1, size=3)
    assert isinstance(data, reasoning_gym.dataset.ProceduralDataset)
    for _ in range(2):
        entries = list(data)
        assert len(entries) == 3
    assert next(iter(data)) == entries[0]
    for entry in entries:
        assert set(entry) == {"question", "answer", "metadata"}
        assert data.score_answer(entry["answer"], entry) == 1.0
        assert data.score_answer(None, entry) == 0.0
    assert reasoning_gym.factory.create_curriculum(dataset_name(game)).generate_configuration({})


def test_they_are_the_same_without_reasoning_gym() -> None:
    script = """
        import sys
        sys.modules["reasoning_gym"] = None
        from gridwright.datasets import create_dataset, dataset_names
        for name in dataset_names():
            data = create_dataset(name, seed=1, size=2)
            first, second = data
            assert next(iter(data)) == first == data[0] and len(data) == 2
            assert data.score_answer(first["answer"], first) == 1.0
            print(first["metadata"]["canonical_hash"])
    """
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    with_it = [create_dataset(name, seed=1, size=2)[0] for name in dataset_names()]
    assert ran.stdout.split() == [entry["metadata"]["canonical_hash"] for entry in with_it]


def test_verifiers_takes_them_for_tasks() -> None:
    pytest.importorskip("verifiers.v1")
    import asyncio
    from types import SimpleNamespace

    from gridwright.datasets.verifiers import GridTaskset, GridTasksetConfig

    tasks = list(GridTaskset(GridTasksetConfig(game="lights-off", size=3)))
    assert len(tasks) == 3
    for task in tasks:
        for reply, score in ((task.data.answer, 1.0), ("no idea", 0.0)):
            assert asyncio.run(task.score(SimpleNamespace(last_reply=reply))) == score

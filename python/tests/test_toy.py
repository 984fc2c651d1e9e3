"""A game that is handed in goes through the package like those that ship: nothing names the games.

The extension module is compiled once more with that game (``crates/py/examples/toy.rs``); the tests take
it from where ``GRIDWRIGHT_TOY`` says, in a process of its own, since a process has one such module.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

LOAD = """
import importlib.util, os, sys

spec = importlib.util.spec_from_file_location("toy", os.environ["GRIDWRIGHT_TOY"])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
sys.modules["gridwright._native"] = module.native
import gridwright
"""

LEVELS = """
assert [facts["game"] for facts in gridwright.games()] == ["countdown"]
level = gridwright.open("countdown/1")
answer = level.solve()
assert answer["optimal"] and answer["costs"] == {"moves": 3}
assert level.verify(answer["solution"])["ok"]
assert level.hint()["remaining"] == {"moves": 3}
assert level.check()["valid"]
assert gridwright.open(level.code) == level
assert level.text().strip() == "7"
made = [record["level"] for record in gridwright.generate("countdown", tier="easy", seed=3, count=2)]
assert [answer["optimal"] for answer in gridwright.batch.solve(made)] == [True, True]
try:
    gridwright.open("tint/1")
except gridwright.LevelError:
    pass
else:
    raise AssertionError("there is no other game")
"""

ENVIRONMENTS = """
from gridwright.envs import GridEnv, GridVectorEnv

env = GridEnv("countdown", tier="easy")
_, info = env.reset(seed=1)
done = False
while not done:
    legal = [action for action in range(int(env.action_space.n)) if info["action_mask"][action]]
    _, reward, done, _, info = env.step(legal[-1])
assert reward == 1.0
many = GridVectorEnv("countdown", num_envs=4, tier="easy")
many.reset(seed=1)
"""

QUESTIONS = """
import json
from gridwright.datasets.judging import judge
from gridwright.datasets.questions import question_of

level = gridwright.open("countdown/1")
assert "7" in question_of(level)
best = level.solve()
assert judge(level, json.dumps(best["solution"]), best["costs"]).score == 1.0
"""


@pytest.mark.skipif("GRIDWRIGHT_TOY" not in os.environ, reason="the module with the toy game was not built")
@pytest.mark.parametrize("script", [LEVELS, ENVIRONMENTS, QUESTIONS], ids=["levels", "environments", "questions"])
def test_a_game_that_is_handed_in_goes_through_the_package(script: str) -> None:
    ran = subprocess.run([sys.executable, "-c", LOAD + script], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr

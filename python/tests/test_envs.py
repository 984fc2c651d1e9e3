"""Environments: the checker of Gymnasium, the referee beside random play, seeds, many at once."""

from __future__ import annotations

from typing import Any

import gymnasium
import gridwright.envs
import numpy as np
import pytest
from conftest import GAMES, TIER, first_level
from gridwright.envs import GridEnv, GridVectorEnv, env_id
from gymnasium.utils.env_checker import check_env
from hypothesis import given
from hypothesis import strategies as st


def make(game: str, **options: Any) -> GridEnv:
    env = gymnasium.make(env_id(game), tier=TIER[game], **options).unwrapped
    assert isinstance(env, GridEnv)
    return env


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("observation", ["grid", "text", "both"])
@pytest.mark.filterwarnings("ignore")
def test_gymnasium_finds_nothing_wrong(game: str, observation: str) -> None:
    check_env(make(game, observation=observation), skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_seeds_are_honoured_exactly(game: str) -> None:
    env, other = make(game), make(game)
    env.reset(seed=1)
    env.reset(seed=7)
    other.reset(seed=7)
    assert env.level == other.level
    # What comes after a seed follows from it too.
    env.reset()
    other.reset()
    assert env.level == other.level
    other.reset(seed=8)
    assert env.level != other.level


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_random_play_is_play_by_the_referee(game: str, data: st.DataObject) -> None:
    env = make(game, max_steps=30)
    _, info = env.reset(seed=data.draw(st.integers(0, 3)))
    done = False
    while not done:
        legal = np.flatnonzero(info["action_mask"])
        assert len(legal) > 0
        # The mask says what is legal, and everything else changes nothing.
        wild = data.draw(st.integers(0, 9)) == 0
        count = env.action_space.n if wild else len(legal)
        drawn = data.draw(st.integers(0, int(count) - 1))
        action = drawn if wild else int(legal[drawn])
        before = env.moves()
        _, reward, terminated, truncated, info = env.step(action)
        if action not in legal:
            assert info["acted"] == "illegal" and env.moves() == before
        assert env.level is not None
        played = env.level.play(env.moves())
        assert played["solved"] == (info["acted"] == "solved") or info["acted"] == "illegal"
        assert reward == float(info["acted"] == "solved")
        done = terminated or truncated


@pytest.mark.parametrize("game", GAMES)
def test_a_solution_is_worth_one_in_either_reward(game: str) -> None:
    for reward in ("sparse", "distance"):
        env = make(game, reward=reward)
        env.reset(seed=2)
        total, last = 0.0, {}
        for action in env.solution_actions():
            assert env.action_masks()[action]
            _, earned, terminated, _, last = env.step(action)
            total += earned
        assert terminated and last["acted"] == "solved"
        assert env.level is not None and env.level.verify(env.moves())["ok"]
        assert total == pytest.approx(1.0), reward


@pytest.mark.parametrize("game", GAMES)
def test_levels_can_be_given_and_seen(game: str) -> None:
    level = gridwright.generate(game, seed=9, tier=TIER[game])[0]["level"]
    for mode in ("ansi", "rgb_array"):
        env = make(game, render_mode=mode)
        env.reset(options={"level": level})
        assert env.level == gridwright.open(level)
        picture = env.render()
        if mode == "ansi":
            assert isinstance(picture, str) and picture.count("\n") > 2
        else:
            assert picture.ndim == 3 and picture.shape[2] == 3 and picture.dtype == np.uint8


def test_what_makes_no_sense_is_refused() -> None:
    env = make("lights-off")
    with pytest.raises(RuntimeError):
        env.step(0)
    env.reset(seed=1)
    for action in (-1, 25, 10**12):
        with pytest.raises(ValueError):
            env.step(action)
    for options in ({"observation": "smell"}, {"reward": "money"}, {"render_mode": "film"}):
        with pytest.raises(ValueError):
            make("lights-off", **options)
    with pytest.raises(ValueError, match="does not fit"):
        env.reset(options={"level": {"game": "lights-off", "initialState": [[True] * 9] * 9}})
    with pytest.raises(gridwright.LevelError):
        env.reset(options={"level": first_level("tint").document})
    with pytest.raises(ValueError, match="options takes level"):
        env.reset(options={"lvl": first_level("lights-off").document})
    assert make("lights-off", size=3).action_space.n == 9


@pytest.mark.parametrize("game", GAMES)
def test_many_at_once_play_as_one_does(game: str) -> None:
    many = GridVectorEnv(game, 5, tier=TIER[game], levels=4, max_steps=40)
    seen, info = many.reset(seed=3)
    rng = np.random.default_rng(1)
    singles = [make(game, max_steps=40) for _ in range(5)]
    for single, level in zip(singles, many.playing(), strict=True):
        single.reset(options={"level": level})
    done = np.zeros(5, bool)
    for _ in range(120):
        masks = info["action_mask"]
        actions = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        seen, rewards, ended, cut, info = many.step(actions)
        for i, single in enumerate(singles):
            if done[i]:
                # Who was done has begun anew, and its action was ignored.
                grid, told = single.reset(options={"level": many.playing()[i]})
                expected = (0.0, False, False)
            else:
                grid, *expected, told = single.step(int(actions[i]))
            assert (seen[i] == grid).all()
            assert (info["action_mask"][i] == told["action_mask"]).all()
            assert (rewards[i], ended[i], cut[i]) == tuple(expected)
        done = ended | cut
    again, _ = many.reset(seed=3)
    levels = many.playing()
    fresh = GridVectorEnv(game, 5, tier=TIER[game], levels=4, max_steps=40)
    assert (fresh.reset(seed=3)[0] == again).all() and fresh.playing() == levels


def test_steps_write_into_the_arrays_of_the_caller() -> None:
    own = GridVectorEnv("lights-off", 3, levels=2).buffers
    many = GridVectorEnv("lights-off", 3, levels=2, buffers=own)
    seen, _ = many.reset(seed=1)
    assert np.shares_memory(seen, own["observations"])
    _, rewards, *_ = many.step(np.zeros(3, np.int64))
    assert np.shares_memory(rewards, own["rewards"])
    with pytest.raises(IndexError):
        many.step(np.full(3, 25))
    with pytest.raises(ValueError):
        many.step(np.zeros(4, np.int64))
    with pytest.raises(ValueError):
        GridVectorEnv("lights-off", 3, buffers={**own, "masks": own["masks"][:, ::2]})
    for count in (0, 10**9):
        with pytest.raises((ValueError, OverflowError, MemoryError)):
            GridVectorEnv("lights-off", count, levels=1)
    made = gymnasium.make_vec(env_id("lights-off"), num_envs=2, vectorization_mode="vector_entry_point")
    assert made.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.NEXT_STEP

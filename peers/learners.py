"""Speeds of the Python package beside those of its peers, in one run on one machine.

    peers/run learners [--seconds 2]

Steps a second of vector environments, masks included, on one core, beside CartPole-v1 (the synchronous
vector environment and CartPole's own numpy entry point) and PufferLib where it can be installed; levels made
with a proved solution beside those data sets of reasoning-gym that search; and `gridwright batch` beside
one process a level. Every figure is the median of three rounds after a warm-up; what else the machine
was doing is printed first.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import time
from collections.abc import Callable

import gridwright
import gymnasium
import numpy as np
from gridwright import batch
from gridwright.envs import GridVectorEnv

ENVS = 4096


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--binary")
    chosen = parser.parse_args()
    load = ", ".join(f"{number:.1f}" for number in os.getloadavg())
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {load}, Python {platform.python_version()}")
    steps(chosen.seconds)
    making(chosen.seconds)
    if chosen.binary:
        spawning(chosen.binary, chosen.seconds)


def rate(work: Callable[[], int], seconds: float) -> float:
    """Units of work a second: the median of three rounds after a warm-up."""
    work()
    rates = []
    for _ in range(3):
        done, begun = 0, time.perf_counter()
        while (took := time.perf_counter() - begun) < seconds:
            done += work()
        rates.append(done / took)
    return statistics.median(rates)


def steps(seconds: float) -> None:
    print("\n| environment | steps a second |\n|---|---|")
    for facts in gridwright.games():
        env = GridVectorEnv(facts["game"], ENVS, tier=facts["tiers"][0]["name"], levels=64)
        print(f"| {facts['title']} | {walked(env, seconds):,.0f} |", flush=True)
    for mode in ("sync", "vector_entry_point"):
        env = gymnasium.make_vec("CartPole-v1", num_envs=256, vectorization_mode=mode)
        env.reset(seed=1)
        actions = np.random.default_rng(1).integers(0, 2, 256)

        def push() -> int:
            env.step(actions)
            return 256

        print(f"| CartPole-v1, {mode} | {rate(push, seconds):,.0f} |", flush=True)
    try:
        import pufferlib.emulation
        import pufferlib.vector
        from pufferlib.environments.ocean.ocean import Squared
    except ImportError:
        print("| PufferLib | not installed |")
        return

    def squared(**arguments: object) -> object:
        return pufferlib.emulation.GymnasiumPufferEnv(env_creator=Squared, **arguments)

    puffers = pufferlib.vector.make(squared, num_envs=256, backend=pufferlib.vector.Serial)
    puffers.reset(seed=1)
    drawn = np.random.default_rng(1).integers(0, 8, 256)

    def puff() -> int:
        puffers.step(drawn)
        return 256

    print(f"| PufferLib {pufferlib.__version__}, Squared | {rate(puff, seconds):,.0f} |")


def walked(env: GridVectorEnv, seconds: float) -> float:
    """Steps a second by legal actions; choosing them is the learner's work and is not counted."""
    _, info = env.reset(seed=1)
    masks = info["action_mask"]
    rng = np.random.default_rng(1)
    rates = []
    for _ in range(4):
        done, took = 0, 0.0
        while took < seconds:
            # A random place to begin to look for a legal action, the same for all.
            begin = int(rng.integers(masks.shape[1]))
            actions = (np.roll(masks, -begin, axis=1).argmax(axis=1) + begin) % masks.shape[1]
            begun = time.perf_counter()
            env.step(actions)
            took += time.perf_counter() - begun
            done += ENVS
        rates.append(done / took)
    return statistics.median(rates[1:])


def making(seconds: float) -> None:
    print("\n| levels with proved solutions | a second |\n|---|---|")
    seed = 0

    def make(game: str, tier: str) -> Callable[[], int]:
        def work() -> int:
            nonlocal seed
            seed += 64
            made = batch.generate(game, range(seed, seed + 64), tier=tier)
            return sum(len(answer["levels"]) for answer in made)

        return work

    asked = [(facts, facts["tiers"][0]["name"]) for facts in gridwright.games()]
    # The slowest to make of all middle tiers.
    asked += [(facts, "medium") for facts in gridwright.games() if facts["game"] == "circuits"]
    for facts, tier in asked:
        print(f"| {facts['title']}, {tier} | {rate(make(facts['game'], tier), seconds):,.1f} |", flush=True)
    try:
        import reasoning_gym
    except ImportError:
        print("| reasoning-gym | not installed |")
        return
    for name in ("sudoku", "rubiks_cube"):
        data = reasoning_gym.create_dataset(name, size=10**6, seed=1)
        index = 0

        def take() -> int:
            nonlocal index
            data[index]
            index += 1
            return 1

        print(f"| reasoning-gym {name} | {rate(take, seconds):,.1f} |", flush=True)


def spawning(binary: str, seconds: float) -> None:
    line = json.dumps({"do": "solve", "level": "lights-off/7"})

    def spawn() -> int:
        subprocess.run([binary, "solve", "lights-off/7", "--json"], capture_output=True, check=True)
        return 1

    def together() -> int:
        lines = (line + "\n") * 20_000
        subprocess.run([binary, "batch"], input=lines.encode(), capture_output=True, check=True)
        return 20_000

    one, many = rate(spawn, seconds), rate(together, seconds)
    print(f"\n| one process a level | {one:,.0f} |\n| gridwright batch | {many:,.0f} |\n| ratio | {many / one:,.0f} |")


if __name__ == "__main__":
    main()

"""Many levels at once, in one call a step.

Observations, masks, rewards and ends are written into arrays that belong to the caller, given by
``buffers`` or made here; they are overwritten with every step, so keep a copy of what you keep.
Who is done begins anew with the next step, whose action is ignored (``AutoresetMode.NEXT_STEP``).
Levels are drawn from a bank of ``levels``: consecutive seeds, made beforehand over all cores, or
levels that you bring.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, TypedDict

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .. import _native, batch
from .._errors import LevelError
from ..level import Level, Source
from .making import Maker

Info: TypeAlias = dict[str, Any]


class Buffers(TypedDict):
    """The arrays that steps write into."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.uint8]
    rewards: NDArray[np.float64]
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]


class GridVectorEnv(VectorEnv[Any, Any, Any]):
    """A game as a vector environment; the reward is 1 for a solution."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        tier: str | None = None,
        size: int | tuple[int, int] | None = None,
        levels: int | Sequence[Source] = 256,
        first_seed: int = 0,
        max_steps: int | None = None,
        buffers: Buffers | None = None,
        time_limit: float | None = None,
        render_mode: str | None = None,
        **knobs: bool | int | str,
    ) -> None:
        if render_mode is not None:
            raise ValueError("many levels at once have no picture; render one of them")
        self.maker = Maker(game, tier, size, time_limit, knobs)
        self.num_envs = num_envs
        self.render_mode = None
        frame = columns, rows, actions = self.maker.frame()
        self.levels = self._bank(levels, first_seed)
        most = max_steps if max_steps is not None else 20 * columns * rows
        self._tables = _native.Tables(
            [level._native for level in self.levels], frame, num_envs, most
        )
        grid = self.maker.grid_space()
        self.single_observation_space = grid
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        shape = (num_envs, *grid.shape)
        self.buffers = buffers if buffers is not None else own_buffers(shape, actions)
        self._flat_masks = _flat(self.buffers["masks"], (num_envs, actions))
        self._flat_seen = _flat(self.buffers["observations"], shape)
        self._info: Info = {
            "action_mask": self.buffers["masks"],
            "_action_mask": np.ones(num_envs, np.bool_),
        }

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], Info]:
        """Begins anew everywhere; the same seed draws the same levels."""
        if isinstance(seed, list):
            raise ValueError("a vector environment takes one seed for all")
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**63 - 1)) if seed is None else seed
        self._tables.reset(drawn, self._flat_masks, self._flat_seen)
        return self.buffers["observations"], dict(self._info)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info
    ]:
        """Takes one action everywhere."""
        buffers = self.buffers
        self._tables.step(
            np.ascontiguousarray(actions, np.int64),
            self._flat_masks,
            self._flat_seen,
            buffers["rewards"],
            buffers["terminations"],
            buffers["truncations"],
        )
        return (
            buffers["observations"],
            buffers["rewards"],
            buffers["terminations"],
            buffers["truncations"],
            dict(self._info),
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, for every environment."""
        return self.buffers["masks"].astype(np.bool_)

    def playing(self) -> list[Level]:
        """The level that each environment plays."""
        return [self.levels[index] for index in self._tables.playing()]

    def _bank(self, levels: int | Sequence[Source], first_seed: int) -> list[Level]:
        if not isinstance(levels, int):
            return [Level(level, game=self.maker.game) for level in levels]
        made = batch.generate(
            self.maker.game,
            range(first_seed, first_seed + levels),
            tier=self.maker.tier,
            time_limit=self.maker.time_limit,
            **self.maker.settings(),
        )
        bank = []
        for answer in made:
            if isinstance(answer, LevelError):
                raise answer
            bank += [Level(record["level"]) for record in answer["levels"]]
        if not bank:
            raise ValueError("no level could be made like that")
        return bank


def own_buffers(observations: tuple[int, ...], actions: int) -> Buffers:
    """Arrays for the observations of many environments, and all that belongs to them."""
    count = observations[0]
    return {
        "observations": np.zeros(observations, np.uint8),
        "masks": np.zeros((count, actions), np.uint8),
        "rewards": np.zeros(count),
        "terminations": np.zeros(count, np.bool_),
        "truncations": np.zeros(count, np.bool_),
    }


def _flat(array: NDArray[np.uint8], shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """The same memory as one row of numbers."""
    if array.shape != shape or array.dtype != np.uint8 or not array.flags.c_contiguous:
        raise ValueError(f"a buffer of shape {shape}, uint8 and without gaps is needed")
    return array.reshape(-1)

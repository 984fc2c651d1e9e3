"""One level at a time, as an environment of Gymnasium.

An action is one step: a press, a push, one point of a line, a piece laid or lifted, one cell of a
stroke. ``info["action_mask"]`` and ``action_masks()`` say which are legal; an illegal one changes
nothing and says so in ``info["acted"]``. An episode ends when the level is solved, or when nothing
can be done any more, and is cut after ``max_steps``.

The level of an episode follows from the seed alone: ``reset(seed=7)`` always begins the same one.
"""

from __future__ import annotations

import json
from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .. import _native
from ..level import Level
from .making import Maker, text_space

Info: TypeAlias = dict[str, Any]

ACTED = ("illegal", "going", "solved", "stuck")
"""What an action came to."""

UNSOLVABLE = -1.0
"""The reward of a move after which the level cannot be solved any more, where distances count."""


class GridEnv(gymnasium.Env[Any, np.int64]):
    """A game as an environment.

    ``observation`` is ``"grid"`` (layers of small numbers), ``"text"`` (the board in characters)
    or ``"both"``. ``reward`` is ``"sparse"`` (1 for the solution) or ``"distance"`` (what a finished
    move takes off the proved rest of the way, as a part of the whole way; 1 in all for a best
    solution). Everything else chooses levels: ``tier``, ``size``, and the knobs of the game.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(
        self,
        game: str,
        *,
        tier: str | None = None,
        size: int | tuple[int, int] | None = None,
        observation: Literal["grid", "text", "both"] = "grid",
        reward: Literal["sparse", "distance"] = "sparse",
        max_steps: int | None = None,
        render_mode: str | None = None,
        time_limit: float | None = None,
        **knobs: bool | int | str,
    ) -> None:
        if observation not in ("grid", "text", "both"):
            raise ValueError("observation is grid, text or both")
        if reward not in ("sparse", "distance"):
            raise ValueError("reward is sparse or distance")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is one of {self.metadata['render_modes']}")
        self.maker = Maker(game, tier, size, time_limit, knobs)
        self.render_mode = render_mode
        self._observation, self._reward = observation, reward
        self._frame = self.maker.frame()
        columns, rows, actions = self._frame
        self.max_steps = max_steps if max_steps is not None else 20 * columns * rows
        grid = self.maker.grid_space()
        views: dict[str, spaces.Space[Any]] = {"grid": grid, "text": text_space()}
        self.observation_space = (
            spaces.Dict(views) if observation == "both" else views[observation]
        )
        self.action_space = spaces.Discrete(actions)
        self._mask = np.zeros(actions, np.uint8)
        self._grid = np.zeros(grid.shape, np.uint8)
        self.level: Level | None = None
        self._table: _native.Table | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, Info]:
        """Begins a level: that of ``options["level"]``, or the one that the seed makes."""
        super().reset(seed=seed)
        unknown = set(options or {}) - {"level"}
        if unknown:
            raise ValueError(f"options takes level, not {', '.join(sorted(unknown))}")
        given = (options or {}).get("level")
        if given is not None:
            self.level = Level(given, game=self.maker.game)
            made = None
        else:
            made = int(self.np_random.integers(2**63 - 1)) if seed is None else seed
            self.level = self.maker.level(made)
        self._table = _native.Table(self.level._native, self._frame)
        self._steps = 0
        self._whole: int | None = None
        self._moves = self._table.moves()
        self._start = self._rest = self._distance() if self._reward == "distance" else None
        info = self._look("going")
        info["level_seed"] = made
        return self._seen(), info

    def step(self, action: np.int64 | int) -> tuple[Any, float, bool, bool, Info]:
        """Takes one step."""
        if self._table is None:
            raise RuntimeError("reset the environment before its first step")
        if not self.action_space.contains(np.int64(action)):
            raise ValueError(f"there is no action {action!r}")
        acted = ACTED[self._table.act(int(action))]
        self._steps += 1
        reward = self._earned(acted)
        terminated = acted in ("solved", "stuck")
        truncated = not terminated and self._steps >= self.max_steps
        return self._seen_after_look(acted, reward, terminated, truncated)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal."""
        return self._mask.astype(np.bool_)

    def moves(self) -> dict[str, Any]:
        """The moves made so far, as a solution file."""
        made: dict[str, Any] = json.loads(self._at().moves())
        return made

    def solution_actions(self) -> list[int]:
        """The actions of a best solution, from the start of the level."""
        solution = self._level().solve(time_limit=60)["solution"]
        if solution is None:
            raise RuntimeError("no solution is known")
        return self._at().actions_of(json.dumps(solution))

    def render(self) -> Any:
        """The board in characters, or in pixels."""
        if self.render_mode == "ansi":
            return self._level().text(self._at().moves())
        if self.render_mode == "rgb_array":
            width, height, pixels = self._level()._native.pixels(self._at().moves(), 1.0)
            shaped = np.frombuffer(pixels, np.uint8).reshape(height, width, 4).astype(np.uint16)
            # A picture without opacity stands on white.
            solid = shaped[..., 3:]
            return ((shaped[..., :3] * solid + 255 * (255 - solid)) // 255).astype(np.uint8)
        return None

    def _seen_after_look(
        self, acted: str, reward: float, terminated: bool, truncated: bool
    ) -> tuple[Any, float, bool, bool, Info]:
        info = self._look(acted)
        return self._seen(), reward, terminated, truncated, info

    def _look(self, acted: str) -> Info:
        self._at().look(self._mask, self._grid.reshape(-1))
        info: Info = {"action_mask": self._mask.astype(np.int8), "acted": acted}
        if self._reward == "distance":
            info["distance"] = self._rest
        return info

    def _seen(self) -> Any:
        if self._observation == "grid":
            return self._grid.copy()
        text = self._level().text(self._at().moves(), ascii=True)
        return text if self._observation == "text" else {"grid": self._grid.copy(), "text": text}

    def _earned(self, acted: str) -> float:
        if self._reward == "sparse":
            return float(acted == "solved")
        moves = self._at().moves()
        if moves == self._moves:
            return 0.0
        self._moves = moves
        before, self._rest = self._rest, self._distance()
        if self._rest is None or self._start is None:
            return 0.0
        if self._rest == float("inf"):
            return UNSOLVABLE if before != float("inf") else 0.0
        if before is None or before == float("inf"):
            return 0.0
        return (before - self._rest) / max(self._start, 1)

    def _distance(self) -> float | None:
        """What is left to pay in the game's first metric, or to lay; none if not proved."""
        level, moves = self._level(), self.moves()
        if level.play(moves)["solved"]:
            return 0.0
        hint = level.hint(moves, time_limit=5)
        if hint["onTrack"] is False:
            return float("inf")
        if hint["remaining"]:
            return float(next(iter(hint["remaining"].values())))
        if not hint["onTrack"]:
            return None
        if self._whole is None:
            solution = level.solve(time_limit=5)["solution"]
            self._whole = None if solution is None else _standing(solution)
        return None if self._whole is None else float(self._whole - _standing(moves))

    def _at(self) -> _native.Table:
        if self._table is None:
            raise RuntimeError("reset the environment first")
        return self._table

    def _level(self) -> Level:
        if self.level is None:
            raise RuntimeError("reset the environment first")
        return self.level


def _standing(solution: dict[str, Any]) -> int:
    """How many moves of a solution file stand, those that are taken back not counted."""
    moves = next(value for value in solution.values() if isinstance(value, list))
    return sum(-1 if isinstance(move, dict) and move.get("lift") else 1 for move in moves)

"""The data sets as tasks of verifiers (``verifiers.v1``), where that is installed.

>>> from gridwright.datasets.verifiers import GridTaskset, GridTasksetConfig       # doctest: +SKIP
>>> tasks = list(GridTaskset(GridTasksetConfig(game="tint", size=10)))             # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..level import Level
from ..splits import Split
from .judging import judge
from .procedural import GridConfig, GridDataset

if TYPE_CHECKING:
    # The package is optional, and its types are its own.
    vf: Any

    class _TaskData:
        def __init__(self, **fields: Any) -> None: ...

    class _Task:
        data: Any

        def __init__(self, data: Any, config: Any = None) -> None: ...

    class _Taskset:
        config: Any

    class _TasksetConfig: ...

else:
    import verifiers.v1 as vf

    _TaskData, _TasksetConfig = vf.TaskData, vf.TasksetConfig


class GridData(_TaskData):
    """A question with what its judge needs."""

    level: dict[str, Any]
    costs: dict[str, int]
    answer: str


if not TYPE_CHECKING:
    _Task = vf.Task[GridData]


class GridTask(_Task):
    """One question; the reward is the score of the last reply."""

    @vf.reward  # type: ignore[untyped-decorator, unused-ignore]
    async def score(self, trace: Any) -> float:
        """1 for a best answer, a stated fraction for a legal one, 0 for all others."""
        return judge(Level(self.data.level), trace.last_reply, self.data.costs).score


class GridTasksetConfig(_TasksetConfig):
    """Which questions: the fields of ``GridConfig``."""

    game: str = ""
    tier: str | None = None
    split: Split = "train"
    seed: int = 0
    size: int = 500


if not TYPE_CHECKING:
    _Taskset = vf.Taskset[GridTask, GridTasksetConfig]


class GridTaskset(_Taskset):
    """The questions of a data set, one after another."""

    def load(self) -> Iterator[GridTask]:
        """All tasks, in order."""
        asked = self.config
        data = GridDataset(
            GridConfig(asked.game, asked.tier, asked.split, seed=asked.seed, size=asked.size)
        )
        for entry in data:
            metadata = entry["metadata"]
            yield GridTask(
                GridData(
                    id=f"{metadata['source_dataset']}/{asked.seed}/{metadata['source_index']}",
                    prompt=entry["question"],
                    level=metadata["level"],
                    costs=metadata["costs"],
                    answer=entry["answer"],
                )
            )

"""Questions in words with answers that a referee judges, in the shape of reasoning-gym.

With reasoning-gym installed the data sets are its own ``ProceduralDataset`` and are registered as
``gridwright_<game>``; without it they have the same methods.
"""

from __future__ import annotations

from .judging import Judgement, judge
from .procedural import GridConfig, GridCurriculum, GridDataset, create_dataset, dataset_names
from .questions import question_of

__all__ = [
    "GridConfig",
    "GridCurriculum",
    "GridDataset",
    "Judgement",
    "create_dataset",
    "dataset_names",
    "judge",
    "question_of",
]

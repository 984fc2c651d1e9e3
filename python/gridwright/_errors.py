"""What goes wrong, as exceptions."""

from __future__ import annotations

import json

from ._types import Fault


class LevelError(ValueError):
    """A level, a solution or a request that cannot be read or met.

    ``faults`` has all that is wrong, each with a stable code, a message and its place.
    """

    faults: list[Fault]

    def __init__(self, message: str, faults: list[Fault]) -> None:
        super().__init__(message)
        self.faults = faults

    def __reduce__(self) -> tuple[type[LevelError], tuple[str, list[Fault]]]:
        return type(self), (str(self), self.faults)

    @classmethod
    def _of(cls, message: str, faults: str) -> LevelError:
        return cls(message, json.loads(faults))

"""What reasoning-gym would give, for machines without it: the same names, and no more than is used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

DATASETS: dict[str, tuple[type, type, type]] = {}


class ProceduralDataset:
    """A data set of so many entries from a seed."""

    def __init__(self, config: Any, seed: int | None = None, size: int = 500) -> None:
        self.config, self.seed, self.size = config, seed, size
        self._next = 0

    def __iter__(self) -> ProceduralDataset:
        self._next = 0
        return self

    def __next__(self) -> Any:
        if self._next >= self.size:
            raise StopIteration
        entry = self[self._next]  # type: ignore[index]
        self._next += 1
        return entry


@dataclass
class ScalarAttributeDefinition:
    """One thing that gets harder."""

    name: str
    field_name: str
    levels: list[Any]
    description: str = ""


class BaseCurriculum:
    """Steps through what gets harder."""

    def __init__(self, name: str, config_cls: type) -> None:
        self.name = name
        self._config_cls = config_cls
        self._attributes: dict[str, ScalarAttributeDefinition] = {}
        self._levels: dict[str, int] = {}

    def _define_attributes(self, *attributes: ScalarAttributeDefinition) -> None:
        self._attributes = {attribute.name: attribute for attribute in attributes}
        self._levels = dict.fromkeys(self._attributes, 0)

    def get_attr_level(self, name: str) -> int:
        """How far one thing has come."""
        return self._levels[name]

    def increment_attr_level(self, name: str) -> bool:
        """Makes one thing harder, if that is possible."""
        if self._levels[name] + 1 >= len(self._attributes[name].levels):
            return False
        self._levels[name] += 1
        return True

    def generate_configuration(self, defaults: dict[str, Any] | None = None) -> Any:
        """The configuration of where it stands."""
        values = {
            attribute.field_name: attribute.levels[self._levels[name]]
            for name, attribute in self._attributes.items()
        }
        return self._config_cls(**{**(defaults or {}), **values})


def register_dataset(name: str, dataset: type, config: type, curriculum: type) -> None:
    """Makes a data set known by its name."""
    DATASETS[name] = (dataset, config, curriculum)

"""What is made of all shards: the best of each class, without twins, as a folder for sharing.

The folder has the form that the Hugging Face hub reads: ``data/<config>/train-00000-of-0000N.parquet``
and a ``README.md`` with its YAML and figures, and beside them a table of records.
"""

from __future__ import annotations

import heapq
import json
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from .shards import SCHEMA, Row, write_whole
from .spec import MineSpec

ROWS_A_FILE = 100_000

Class: TypeAlias = tuple[int, int, int]
"""Columns, rows and minimum."""


@dataclass(frozen=True)
class Published:
    """How many levels passed, how many of them were twins, and how many are kept."""

    passed: int
    twins: int
    kept: int
    classes: int
    data: Path


def publish(spec: MineSpec, shards: Iterable[Path], folder: Path) -> Published:
    """Writes the folder anew from the shards."""
    best: dict[Class, list[tuple[float, str, int, Row]]] = {}
    seen: set[str] = set()
    passed = 0
    for number, row in enumerate(_rows(shards)):
        passed += 1
        # The first of twins in the order of the seeds is the one that stays.
        if row["canonical"] in seen:
            continue
        seen.add(row["canonical"])
        kept = best.setdefault((row["columns"], row["rows"], row["cost"]), [])
        # The worst of those kept lies on top; of equal grades the lower hash is better.
        entry = (row["grade"], _inverted(row["canonical"]), number, row)
        (heapq.heappush if len(kept) < spec.keep else heapq.heappushpop)(kept, entry)
    rows = [
        row
        for name in sorted(best)
        for *_, row in sorted(best[name], key=lambda entry: (-entry[0], entry[3]["canonical"]))
    ]
    data = folder / "data" / spec.game
    records = [max(best[name])[3] for name in sorted(best)]
    published = Published(passed, passed - len(seen), len(rows), len(best), data)
    staged = folder / f".{spec.game}.partial"
    shutil.rmtree(staged, ignore_errors=True)
    try:
        # All of it is on the disk before anything takes the place of what was there.
        staged.mkdir(parents=True)
        _write_data(rows, staged / "data")
        write_whole(pa.Table.from_pylist(records, SCHEMA), staged / "records.parquet")
        (staged / "README.md").write_text(_card(spec, published, records), encoding="utf-8")
        shutil.rmtree(data, ignore_errors=True)
        data.parent.mkdir(parents=True, exist_ok=True)
        (staged / "data").rename(data)
        (staged / "records.parquet").replace(folder / "records.parquet")
        (staged / "README.md").replace(folder / "README.md")
    finally:
        shutil.rmtree(staged, ignore_errors=True)
    return published


def _rows(shards: Iterable[Path]) -> Iterator[Row]:
    for path in shards:
        with pq.ParquetFile(path) as file:
            for some in file.iter_batches():
                yield from some.to_pylist()


def _inverted(canonical: str) -> str:
    """A text that sorts the other way round."""
    return canonical.translate(str.maketrans("0123456789abcdef", "fedcba9876543210"))


def _write_data(rows: list[Row], folder: Path) -> None:
    folder.mkdir()
    files = max(1, -(-len(rows) // ROWS_A_FILE))
    for number in range(files):
        some = rows[number * ROWS_A_FILE : (number + 1) * ROWS_A_FILE]
        path = folder / f"train-{number:05d}-of-{files:05d}.parquet"
        write_whole(pa.Table.from_pylist(some, SCHEMA), path)


def _card(spec: MineSpec, published: Published, records: list[Row]) -> str:
    lines = [
        "---",
        "license: cc0-1.0",
        f"pretty_name: Gridwright levels of {spec.game}",
        "tags: [puzzles, planning, reasoning]",
        "configs:",
        f"- config_name: {spec.game}",
        "  data_files:",
        "  - split: train",
        f"    path: data/{spec.game}/train-*.parquet",
        "---",
        "",
        f"# Levels of {spec.game}",
        "",
        f"{published.kept} levels in {published.classes} classes, the best of {published.passed} that "
        f"passed; {published.twins} twins by symmetry were left out. Every minimum is proved.",
        "",
        "```json",
        json.dumps(spec.document(), indent=2),
        "```",
        "",
        "| board | minimum | grade | level code |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| {row['columns']} x {row['rows']} | {row['cost']} | {row['grade']:g} | `{row['code']}` |"
        for row in records
    ]
    return "\n".join(lines) + "\n"

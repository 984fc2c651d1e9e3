"""One shard: a range of seeds, made, solved, filtered, and written as one Parquet file."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from .. import batch
from .._errors import LevelError
from .._types import Checked, Record
from .spec import MineSpec

Row: TypeAlias = dict[str, Any]

SCHEMA = pa.schema(
    [
        ("seed", pa.int64()),
        ("code", pa.string()),
        ("canonical", pa.string()),
        ("columns", pa.int32()),
        ("rows", pa.int32()),
        ("cost", pa.int64()),
        ("grade", pa.float64()),
        ("tier", pa.string()),
        ("unique", pa.bool_()),
        ("costs", pa.string()),
        ("level", pa.string()),
        ("solution", pa.string()),
        ("generator", pa.string()),
    ]
)


def shard_name(spec: MineSpec, first: int, last: int) -> str:
    """The name of the file of a range of seeds, both ends included."""
    return f"{spec.hash()}-{first:012d}-{last:012d}.parquet"


def run_shard(spec: MineSpec, first: int, last: int, folder: str, threads: int | None) -> str:
    """Does the work of a shard, unless its file is there; the name of the file."""
    path = Path(folder) / shard_name(spec, first, last)
    if not path.exists():
        write_whole(pa.Table.from_pylist(mined(spec, first, last, threads), SCHEMA), path)
    return path.name


def write_whole(table: pa.Table, path: Path) -> None:
    """Writes a file under another name, and renames it when all of it is on the disk."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with partial.open("wb") as file:
            pq.write_table(table, file, compression="zstd")
            file.flush()
            os.fsync(file.fileno())
        partial.rename(path)
    finally:
        partial.unlink(missing_ok=True)


def mined(spec: MineSpec, first: int, last: int, threads: int | None) -> list[Row]:
    """What passes among the levels of a range of seeds, in the order of the seeds."""
    made = batch.generate(
        spec.game,
        range(first, last + 1),
        threads=threads,
        canonical=True,
        time_limit=1e6,
        **spec.levels().options(),
    )
    found: list[tuple[Record, str]] = []
    for answer in made:
        if isinstance(answer, LevelError):
            raise answer
        found += [
            (record, canonical)
            for record, canonical in zip(answer["levels"], answer.get("canonical", []), strict=True)
            if record["optimal"] and _cost(record) >= spec.at_least
        ]
    checks = _checked(spec, [record for record, _ in found], threads)
    return [
        _row(record, canonical, check)
        for (record, canonical), check in zip(found, checks, strict=True)
        if _passes(spec, check)
    ]


def _checked(
    spec: MineSpec, records: list[Record], threads: int | None
) -> list[Checked | LevelError | None]:
    if not spec.needs_check():
        return [None] * len(records)
    lines = (
        json.dumps({"do": "check", "level": record["level"], "nodes": spec.nodes})
        for record in records
    )
    answers: list[Checked | LevelError | None] = batch.run(lines, threads=threads)
    return answers


def _passes(spec: MineSpec, check: Checked | LevelError | None) -> bool:
    if check is None:
        return True
    if isinstance(check, LevelError):
        raise check
    decoration = check.get("decoration") or {}
    idle = decoration.get("dispensable") or decoration.get("undecided")
    return not (spec.unique and check["unique"] is not True) and not (
        spec.every_part_matters and idle
    )


def _cost(record: Record) -> int:
    return next(iter(record["costs"].values()), 0)


def _row(record: Record, canonical: str, check: Checked | LevelError | None) -> Row:
    from ..level import Level

    level = Level(record["level"])
    grade = record["grade"]
    columns, rows = level.size
    return {
        "seed": record["seed"],
        "code": level.code,
        "canonical": canonical,
        "columns": columns,
        "rows": rows,
        "cost": _cost(record),
        "grade": float(grade["score"]) if grade else 0.0,
        "tier": str(grade["tier"]) if grade else "",
        "unique": check["unique"] if isinstance(check, dict) else None,
        "costs": json.dumps(record["costs"]),
        "level": json.dumps(record["level"]),
        "solution": json.dumps(record["solution"]),
        "generator": record["generator"],
    }

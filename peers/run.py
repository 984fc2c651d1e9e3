"""The same jobs done by peers and by Gridwright, in one run, as one table.

A game's module (`lights_off.py` for `lights-off`) has a function `rows(tools)` that yields `Row`s. A
peer's time and ours are medians of several runs after a warm-up, on the same machine, one after the
other.
"""

import argparse
import importlib
import math
import os
import platform
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from bench import Tools, games  # noqa: E402

def main():
    modules = peers()
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of: {', '.join(modules)}")
    parser.add_argument("--levels", type=Path, help="a folder of other people's levels")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each case")
    options = parser.parse_args()
    unknown = set(options.games) - set(modules)
    if unknown:
        parser.error(f"no peers for {', '.join(sorted(unknown))}")
    tools = Tools(levels=options.levels, repeat=options.repeat)
    print(f"{processor()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    rows = []
    for game in options.games or modules:
        for row in importlib.import_module(modules[game]).rows(tools):
            rows.append(row)
            print(f"  measured {row.game} {row.job} {row.peer}", file=sys.stderr)
    print_table(rows)


def peers():
    """The games that have a module here, in the order of the registry, with its name."""
    modules = {game: game.replace("-", "_") for game in games()}
    return {game: name for game, name in modules.items() if (Path(__file__).parent / f"{name}.py").exists()}


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []:
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def print_table(rows):
    head = ("game", "job", "peer", "peer's time", "ours", "ratio", "")
    lines = [head] + [
        (
            row.game,
            row.job,
            row.peer,
            seconds(row.theirs),
            seconds(row.ours),
            ratio(row),
            row.note,
        )
        for row in rows
    ]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())


def seconds(value):
    if value is None:
        return "-"
    if math.isinf(value):
        return "gave up"
    for unit, scale in (("s", 1), ("ms", 1e3), ("us", 1e6), ("ns", 1e9)):
        if value * scale >= 1 or unit == "ns":
            return f"{value * scale:.3g} {unit}"


def ratio(row):
    if row.theirs is None or row.ours is None or math.isinf(row.theirs):
        return "-"
    return f"{row.theirs / row.ours:.3g}x"


if __name__ == "__main__":
    main()

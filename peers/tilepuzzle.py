"""TilePuzzle: Fast Downward with LM-cut on the same levels, planning in SAS+.

A level becomes a planning task with one variable for each shape (where it lies), each cell (free or
taken) and each cat (out or home), written straight as SAS+, so that nothing is lost in grounding.
Only the search time that Fast Downward reports is counted. It proves the fewest steps, as we do.

In drags there is one variable more, the shape in hand: taking hold of a shape costs as much as more
steps than any solution has, a step of the shape in hand costs one, so the cheapest plan has the fewest
drags and, among those, the fewest steps.
"""

import json
import math
import re
import resource
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

from bench import ROOT, Row, geometric_mean

KINDS = {
    "Single": [(0, 0)],
    "Domino": [(0, 0), (1, 0)],
    "I": [(0, 0), (1, 0), (2, 0)],
    "L": [(0, 0), (1, 0), (2, 0), (2, 1)],
    "T": [(0, 0), (1, 0), (2, 0), (1, 1)],
    "S": [(1, 0), (2, 0), (0, 1), (1, 1)],
    "Z": [(0, 0), (1, 0), (1, 1), (2, 1)],
    "O": [(0, 0), (1, 0), (0, 1), (1, 1)],
}
SIDES = [(0, -1), (1, 0), (0, 1), (-1, 0)]
# Seconds of the processor for one level.
TIME_LIMIT = 60
# Seconds by the clock, however busy the machine is.
PATIENCE = 5 * TIME_LIMIT

DRAG = 10_000
DRAG_LEVELS = 12


def rows(tools):
    yield from rows_in(tools, "steps", hard_levels(tools.levels))
    yield from rows_in(tools, "drags", hard_levels(tools.levels)[:DRAG_LEVELS])


def rows_in(tools, metric, levels):
    program = downward()
    ours = tools.ours("tilepuzzle", f"{metric}-hard")
    peer = "Fast Downward, LM-cut"
    times = []
    for name, level, known in levels:
        if program is None or name not in ours:
            continue
        theirs, cost = search(program, sas(level, metric == "drags"))
        if metric == "drags":
            note = "" if cost is None else f"{cost // DRAG} drags, {cost % DRAG} steps"
        else:
            agrees = known is None or cost in (None, known)
            note = "" if agrees else f"it says {cost}, we say {known}"
        times.append((theirs, ours[name]))
        yield Row("tilepuzzle", f"level {name}, fewest {metric}", peer, theirs, ours[name], note)
    solved = [(theirs, mine) for theirs, mine in times if not math.isinf(theirs)]
    if not solved:
        yield Row("tilepuzzle", f"Hard, fewest {metric}", peer, None, None, "not there")
        return
    yield Row(
        "tilepuzzle",
        f"Hard, fewest {metric}",
        peer,
        geometric_mean(theirs for theirs, _ in solved),
        geometric_mean(mine for _, mine in solved),
        f"geometric means of {len(solved)} of {len(times)} levels",
    )


def hard_levels(folder):
    """The levels of the Hard tier, as the workbench times them, or those of a folder; each with
    its recorded minimum, if there is one."""
    if folder:
        paths = sorted(Path(folder).glob("*.json"))
        return [(path.stem, json.loads(path.read_text()), None) for path in paths]
    pack = json.loads((ROOT / "levels" / "tilepuzzle" / "campaign.json").read_text())
    hard = [record for record in pack["levels"] if int(record["id"]) % 3 == 2]
    return [(record["id"], record["level"], record["costs"]["steps"]) for record in hard]


def downward():
    """The search program that comes with the package."""
    package = find_spec("up_fast_downward")
    if package is None:
        return None
    folder = Path(list(package.submodule_search_locations)[0])
    program = folder / "downward" / "builds" / "release" / "bin" / "downward"
    if not program.exists():
        return None
    program.chmod(0o755)
    return program


def search(program, task):
    """The search time and the proved minimum; infinity and nothing if it gave up."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as text:
        text.write(task)
        text.seek(0)
        command = [program, "--search", "astar(lmcut())"]
        try:
            done = subprocess.run(
                command,
                stdin=text,
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                preexec_fn=limit_time,
            )
        except subprocess.TimeoutExpired:
            return math.inf, None
    time = re.search(r"Search time: ([0-9.]+)s", done.stdout)
    cost = re.search(r"Plan cost: ([0-9]+)", done.stdout)
    if not time or not cost:
        return math.inf, None
    return max(float(time.group(1)), 1e-6), int(cost.group(1))


def limit_time():
    resource.setrlimit(resource.RLIMIT_CPU, (TIME_LIMIT, TIME_LIMIT))


def sas(level, drags=False):
    """The planning task of a level without locks, tandems or covered cats."""
    floor = {
        (x, y)
        for y, row in enumerate(level["floor"])
        for x, letter in enumerate(row)
        if letter == "."
    }
    walls = set()
    for blocker in level.get("blockers", []):
        if isinstance(blocker, dict):
            at = blocker["at"]
            walls |= {(at[0] + x, at[1] + y) for x, y in blocker["cells"]}
        else:
            walls.add(tuple(blocker))
    cells = sorted(floor - walls)
    shapes = level["shapes"]
    cats = level["cats"]
    if any(shape.get("unlock", 0) or "tandem" in shape for shape in shapes):
        raise ValueError("locks and tandems are not translated")

    def covered(shape, at):
        offsets = shape.get("cells") or KINDS[shape["kind"]]
        return frozenset((at[0] + x, at[1] + y) for x, y in offsets)

    number = {cell: len(shapes) + i for i, cell in enumerate(cells)}
    home = [len(shapes) + len(cells) + i for i in range(len(cats))]
    places = []
    for shape in shapes:
        legal = [at for at in sorted(floor) if covered(shape, at) <= number.keys()]
        places.append({at: i for i, at in enumerate(legal)})
    variables = [len(at) for at in places] + [2] * (len(cells) + len(cats))
    start = [places[i][tuple(shape["at"])] for i, shape in enumerate(shapes)]
    taken = set().union(*(covered(shape, shape["at"]) for shape in shapes))
    start += [int(cell in taken) for cell in cells] + [0] * len(cats)
    operators = []
    for i, shape in enumerate(shapes):
        for at in places[i]:
            for dx, dy in SIDES:
                to = (at[0] + dx, at[1] + dy)
                if to not in places[i]:
                    continue
                before, after = covered(shape, at), covered(shape, to)
                conditions = []
                effects = [(i, places[i][at], places[i][to])]
                effects += [(number[cell], 0, 1) for cell in sorted(after - before)]
                effects += [(number[cell], 1, 0) for cell in sorted(before - after)]
                for cat, variable in zip(cats, home):
                    seat = tuple(cat["at"])
                    if cat["color"] != shape["color"]:
                        if seat in after - before:
                            conditions.append((variable, 1))
                    elif seat in after or (cat.get("onBlocker") and beside(seat, after)):
                        effects.append((variable, -1, 1))
                if drags:
                    conditions.append((len(variables), i))
                operators.append((f"move {i} {at} {to}", conditions, effects, 1))
    if drags:
        hand = len(variables)
        variables.append(len(shapes) + 1)
        start.append(len(shapes))
        for i in range(len(shapes)):
            operators.append((f"take {i}", [], [(hand, -1, i)], DRAG))
    lines = ["begin_version", "3", "end_version", "begin_metric", str(int(drags)), "end_metric"]
    lines.append(str(len(variables)))
    for i, size in enumerate(variables):
        lines += ["begin_variable", f"var{i}", "-1", str(size)]
        lines += [f"Atom v{i}({value})" for value in range(size)] + ["end_variable"]
    lines += ["0", "begin_state", *map(str, start), "end_state"]
    lines += ["begin_goal", str(len(cats)), *(f"{variable} 1" for variable in home), "end_goal"]
    lines.append(str(len(operators)))
    for name, conditions, effects, cost in operators:
        lines += ["begin_operator", name, str(len(conditions))]
        lines += [f"{variable} {value}" for variable, value in conditions]
        lines.append(str(len(effects)))
        lines += [f"0 {variable} {old} {new}" for variable, old, new in effects]
        lines += [str(cost), "end_operator"]
    lines += ["0", ""]
    return "\n".join(lines)


def beside(seat, cells):
    return any((seat[0] + dx, seat[1] + dy) in cells for dx, dy in SIDES)

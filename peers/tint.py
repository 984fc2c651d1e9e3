"""Tint beside Fast Downward (A* with LM-cut) and clingo: fewest strokes, then fewest cells.

Every level becomes one planning task of multi-valued variables: what lies on each cell, where the
brush is and in which colour, which targets are solved. Fast Downward reads the task as it is, so
that its translator costs it nothing; clingo gets the same operators as facts, and is told how many
steps the best solution takes. Only search is timed.
"""

import importlib.util
import json
import multiprocessing
import re
import subprocess
import tempfile
import time
from pathlib import Path

import clingo

from bench import ROOT, Row, geometric_mean

STROKE = 1000
TIME_LIMIT = 10
GROUND_LIMIT = 20
# Every so many levels of a pack are compared, from the last on.
EVERY = 4
WHITE, GREY = 0, 7
BITS = {"white": 0, "red": 1, "yellow": 2, "orange": 3, "blue": 4, "purple": 5, "green": 6, "grey": 7}
PRIMARIES = {1, 2, 4}
SIDES = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
BARE, GATE = "bare", "gate"

PLANNER = """
1 { do(O, S) : op(O) ; rest(S) } 1 :- S = 1..horizon.
holds(V, X, 0) :- init(V, X).
holds(V, X, S) :- do(O, S), sets(O, V, X).
holds(V, X, S) :- holds(V, X, S-1), S = 1..horizon, not changed(V, S).
changed(V, S) :- do(O, S), sets(O, V, _).
:- do(O, S), needs(O, V, X), not holds(V, X, S-1).
:- rest(S), not rest(S+1), S = 1..horizon-1.
:- goal(V, X), not holds(V, X, horizon).
#minimize { C@1, S : do(O, S), cost(O, C) }.
#show do/2.
"""


def mix(absorb, active, on):
    """The colour after meeting `on` (None is bare) and whether the stroke ends; None is grey."""
    if on is None or on == active:
        return active, False
    if on == GREY:
        return None
    if active == WHITE:
        return WHITE, True
    if on == WHITE:
        return active, False
    if active in PRIMARIES and on in PRIMARIES:
        return active | on, False
    if absorb and active not in PRIMARIES and on in PRIMARIES and active & on:
        return active, False
    return None


class Task:
    """The planning task of a level. Variable 0 is the brush."""

    def __init__(self, level):
        self.level = level
        self.absorb = level.get("mixing") == "absorb"
        self.tail = level.get("tail", 1)
        self.droplets = {tuple(d["at"]): BITS[d["color"]] for d in level.get("droplets", [])}
        self.gates = {tuple(g["at"]): g for g in level.get("gates", [])}
        self.targets = {tuple(t["at"]): BITS[t["color"]] for t in level["targets"]}
        paint = {tuple(c): BITS[p["color"]] for p in level.get("paint", []) for c in p["cells"]}
        void = {tuple(c) for c in level.get("void", [])}
        self.cells = [
            (x, y)
            for y in range(level["height"])
            for x in range(level["width"])
            if (x, y) not in void and paint.get((x, y)) != GREY
        ]
        self.values = [["rest"]]
        self.init = ["rest"]
        self.ops = []
        self.paint_var = {}
        for cell in self.cells:
            if cell not in self.droplets:
                first = GATE if cell in self.gates else paint.get(cell, BARE)
                self.paint_var[cell] = self.variable([BARE, *range(7), GATE], first)
        self.target_var = {cell: self.variable([0, 1], 0) for cell in self.targets}
        for cell in self.cells:
            self.strokes_from(cell)

    def variable(self, values, first):
        self.values.append(values)
        self.init.append(first)
        return len(self.values) - 1

    def op(self, needs, sets, cost):
        for var, value in [*needs, *sets]:
            if value not in self.values[var]:
                self.values[var].append(value)
        self.ops.append((needs, sets, cost))

    def contents(self, cell):
        """What may lie on a cell that is no standing gate: colour or None, with what it needs."""
        if cell in self.droplets:
            return [(self.droplets[cell], [])]
        var = self.paint_var[cell]
        return [(None, [(var, BARE)])] + [(color, [(var, color)]) for color in range(7)]

    def strokes_from(self, cell):
        start = self.level.get("start", "any")
        if cell in self.droplets:
            self.op([(0, "rest")], [(0, (cell, self.droplets[cell]))], STROKE)
        elif start == "any":
            for color in range(7):
                needs = [(0, "rest"), (self.paint_var[cell], color)]
                self.op(needs, [(0, (cell, color))], STROKE)
        for color in range(7):
            self.op([(0, (cell, color))], [(0, "rest")], 0)
            for side, (dx, dy) in SIDES.items():
                to = (cell[0] + dx, cell[1] + dy)
                self.enter([(0, (cell, color))], [], color, to, side)
        self.tails_from(cell)
        gate = self.gates.get(cell)
        if gate and gate["kind"] == "switch":
            for entrance in gate["sides"]:
                for leave, name in gate["sides"].items():
                    if leave != entrance:
                        to = (cell[0] + SIDES[leave][0], cell[1] + SIDES[leave][1])
                        sets = [(self.paint_var[cell], BITS[name])]
                        needs = [(0, (cell, "inside", entrance))]
                        self.enter(needs, sets, BITS[name], to, leave)

    def enter(self, needs, sets, color, to, side):
        if to not in self.cells:
            return
        gate = self.gates.get(to)
        if gate:
            var = self.paint_var[to]
            if gate["kind"] == "negation":
                left = color & ~BITS[gate["color"]]
                self.op([*needs, (var, GATE)], [*sets, (0, (to, left)), (var, left)], 1)
            elif BITS.get(gate["sides"].get(OPPOSITE[side])) == color:
                inside = (to, "inside", OPPOSITE[side])
                self.op([*needs, (var, GATE)], [*sets, (0, inside)], 1)
        for on, lies in self.contents(to):
            mixed = mix(self.absorb, color, on)
            if mixed is None:
                continue
            result, ends = mixed
            after = (to, "tail", self.tail) if ends else (to, result)
            more = [(0, after)]
            if lies:
                more.append((lies[0][0], result))
            if self.targets.get(to) == result:
                more.append((self.target_var[to], 1))
            self.op([*needs, *lies], [*sets, *more], 1)

    def tails_from(self, cell):
        for left in range(self.tail + 1):
            here = (cell, "tail", left)
            self.op([(0, here)], [(0, "rest")], 0)
            for dx, dy in SIDES.values():
                to = (cell[0] + dx, cell[1] + dy)
                if left == 0 or to not in self.cells:
                    continue
                for _, lies in self.contents(to):
                    sets = [(0, (to, "tail", left - 1))] + [(var, WHITE) for var, _ in lies]
                    self.op([(0, here), *lies], sets, 1)

    def goal(self):
        return [(var, 1) for var in self.target_var.values()]

    def sas(self):
        """The task in the format that Fast Downward's search reads."""
        number = [{value: i for i, value in enumerate(values)} for values in self.values]
        lines = ["begin_version", "3", "end_version", "begin_metric", "1", "end_metric"]
        lines.append(str(len(self.values)))
        for var, values in enumerate(self.values):
            lines += ["begin_variable", f"var{var}", "-1", str(len(values))]
            lines += [f"Atom v{var}({i})" for i in range(len(values))] + ["end_variable"]
        lines += ["0", "begin_state"]
        lines += [str(number[var][value]) for var, value in enumerate(self.init)]
        lines += ["end_state", "begin_goal", str(len(self.goal()))]
        lines += [f"{var} {number[var][value]}" for var, value in self.goal()]
        lines += ["end_goal", str(len(self.ops))]
        for i, (needs, sets, cost) in enumerate(self.ops):
            before, after = dict(needs), dict(sets)
            prevail = [(var, value) for var, value in needs if var not in after]
            lines += ["begin_operator", f"op{i}", str(len(prevail))]
            lines += [f"{var} {number[var][value]}" for var, value in prevail]
            lines.append(str(len(after)))
            for var, value in after.items():
                pre = number[var][before[var]] if var in before else -1
                lines.append(f"0 {var} {pre} {number[var][value]}")
            lines += [str(cost), "end_operator"]
        return "\n".join([*lines, "0"]) + "\n"

    def facts(self, horizon):
        number = [{value: i for i, value in enumerate(values)} for values in self.values]
        pair = lambda var, value: f"{var}, {number[var][value]}"
        lines = [f"#const horizon = {horizon}."]
        lines += [f"init({pair(var, value)})." for var, value in enumerate(self.init)]
        lines += [f"goal({pair(*fact)})." for fact in self.goal()]
        for i, (needs, sets, cost) in enumerate(self.ops):
            lines.append(f"op({i}). cost({i}, {cost}).")
            lines += [f"needs({i}, {pair(*fact)})." for fact in needs]
            lines += [f"sets({i}, {pair(*fact)})." for fact in dict(sets).items()]
        return "\n".join(lines)


def downward_program():
    package = importlib.util.find_spec("up_fast_downward").submodule_search_locations[0]
    return next(path for path in Path(package).rglob("downward") if path.is_file())


def fast_downward(task, price):
    """Seconds of search, or None beyond the limit."""
    with tempfile.TemporaryDirectory() as folder:
        command = [downward_program(), "--search", "astar(lmcut())", "--internal-plan-file", "plan"]
        try:
            done = subprocess.run(
                command, input=task.sas(), capture_output=True, text=True, cwd=folder, timeout=TIME_LIMIT
            )
        except subprocess.TimeoutExpired:
            return None
    cost = int(re.search(r"Plan cost: (\d+)", done.stdout).group(1))
    assert cost == price, f"Fast Downward found {cost}, we {price}"
    return float(re.search(r"Search time: ([\d.]+)s", done.stdout).group(1))


def with_clingo(task, price, horizon):
    """Seconds of search, or None beyond the limit or if it takes too long to ground."""
    answer = multiprocessing.Queue()
    child = multiprocessing.Process(target=clingo_in_child, args=(task, price, horizon, answer))
    child.start()
    child.join(GROUND_LIMIT + TIME_LIMIT)
    if child.is_alive():
        child.kill()
        child.join()
        return None
    assert child.exitcode == 0, "clingo and we disagree"
    return answer.get()


def clingo_in_child(task, price, horizon, answer):
    control = clingo.Control(["--opt-mode=opt"])
    control.add("base", [], PLANNER + task.facts(horizon))
    control.ground([("base", [])])
    found = []
    start = time.perf_counter()
    with control.solve(on_model=lambda model: found.append(model.cost[0]), async_=True) as handle:
        if not handle.wait(TIME_LIMIT):
            handle.cancel()
            answer.put(None)
            return
    assert found[-1] == price, f"clingo found {found[-1]}, we {price}"
    answer.put(time.perf_counter() - start)


def rows(tools):
    ours = tools.ours("tint", "shipped")
    ratios = []
    for pack in ("easy", "medium", "hard", "expert"):
        records = json.loads((ROOT / "levels" / "tint" / f"{pack}.json").read_text())["levels"]
        for record in records[-1::-EVERY]:
            task = Task(record["level"])
            strokes, cells = record["costs"]["strokes"], record["costs"]["cells"]
            price = strokes * STROKE + cells
            mine = ours[record["id"]]
            times = {
                "Fast Downward LM-cut": fast_downward(task, price),
                "clingo": with_clingo(task, price, 2 * strokes + cells),
            }
            for peer, theirs in times.items():
                note = "" if theirs is not None else f"over {TIME_LIMIT} s"
                yield Row("tint", record["id"], peer, theirs or float("inf"), mine, note)
            ratios.append(min(theirs or TIME_LIMIT for theirs in times.values()) / mine)
    # A peer that gave up counts as one that ended at its limit, which flatters it.
    note = f"geometric mean of the ratios of {len(ratios)} levels: {geometric_mean(ratios):.3g}x"
    note += f", the least {min(ratios):.3g}x, {sum(ratio < 1 for ratio in ratios)} behind"
    yield Row("tint", "all", "the better of both", None, None, note)

"""Circuits beside two solvers of the field: OR-Tools CP-SAT with a flow encoding, and clingo.

Both get the board as we see it after contraction: open ends of colours, bridges that are taken at
both ends or not at all, and the steps that are left. Both minimise steps first, then lines, and
have to prove it. Levels come from `--levels DIR`, else from the shipped packs.
"""

import json
import time
from pathlib import Path

from bench import ROOT, Row, geometric_mean

LIMIT = 20.0


def rows(tools):
    ours = tools.ours("circuits", "solve")
    boards = {name: Board(level) for name, level in levels(tools.levels)}
    for peer, solve in (("OR-Tools CP-SAT, flow", cp_sat), ("clingo", clingo)):
        times, behind = {}, []
        for name, board in boards.items():
            start = time.perf_counter()
            proved = solve(board)
            times[name] = time.perf_counter() - start
            if not proved:
                behind.append(name)
        note = f"no proof in {LIMIT:.0f} s: {', '.join(behind)}" if behind else ""
        shared = [name for name in times if name in ours]
        mean = geometric_mean(times[name] for name in shared)
        yield Row("circuits", f"solve, geometric mean of {len(shared)}", peer, mean,
                  geometric_mean(ours[name] for name in shared), note)
        worst = max(shared, key=times.get)
        yield Row("circuits", f"solve, its slowest: {worst}", peer, times[worst], ours[worst],
                  "at the limit" if worst in behind else "")


def levels(folder):
    if folder:
        for path in sorted(Path(folder).glob("*.json")):
            yield path.stem, json.loads(path.read_text())
        return
    for path in sorted((ROOT / "levels" / "circuits").glob("*.json")):
        for record in json.loads(path.read_text())["levels"]:
            yield record["id"], record["level"]


class Board:
    """The contracted level: `ends` of each colour, `bridges`, `loose` pads and `steps`."""

    def __init__(self, level):
        width, height = level["width"], level["height"]
        pads = {tuple(pad["pos"]) for pad in level["pads"]}
        terminals = {tuple(t["pos"]): t["color"] for t in level["terminals"]}
        at = {place: [] for place in [*pads, *terminals]}
        barred, used = set(), set()
        for line in level["lines"]:
            points = [tuple(point) for point in line["pos"]]
            at[points[0]].append(points[-1])
            at[points[-1]].append(points[0])
            if line["layer"] == 0:
                barred.update(points[1:-1])
                used.update(frozenset(pair) for pair in zip(points, points[1:]))

        def far(start):
            before, here = None, start
            while True:
                onward = [place for place in at[here] if place != before]
                if not onward:
                    return here
                before, here = here, onward[0]

        self.ends, done = {}, set()
        for place, color in terminals.items():
            self.ends.setdefault(color, []).append(far(place))
            done.add(far(place))
        for color, (first, second) in list(self.ends.items()):
            if first in terminals and first != second and at[first] and far(second) == first:
                del self.ends[color]
            elif second in terminals and at[second] and far(first) == second:
                del self.ends[color]
        self.bridges = []
        for place in sorted(pads):
            if len(at[place]) == 1 and place not in done:
                done.update((place, far(place)))
                self.bridges.append((place, far(place)))
        self.loose = {place for place in pads if not at[place]}
        open_ends = {place for pair in self.ends.values() for place in pair}
        fixed = {place for bridge in self.bridges for place in bridge} | open_ends
        for place in at:
            if place not in fixed and place not in self.loose:
                barred.add(place)
        self.places = [
            (x, y) for y in range(height + 1) for x in range(width + 1) if (x, y) not in barred
        ]
        known = set(self.places)
        self.steps, self.crossings = [], []
        index = {}
        for x, y in self.places:
            for other in ((x + 1, y), (x - 1, y + 1), (x, y + 1), (x + 1, y + 1)):
                step = frozenset(((x, y), other))
                if other in known and step not in used and crossing(step) not in used:
                    index[step] = len(self.steps)
                    self.steps.append(((x, y), other))
        for step, number in index.items():
            other = index.get(crossing(step))
            if other is not None and number < other:
                self.crossings.append((number, other))


def crossing(step):
    (ax, ay), (bx, by) = step
    return frozenset(((ax, by), (bx, ay))) if ax != bx and ay != by else None


def cp_sat(board):
    """Each colour is a unit of flow from one end to the other over its own arcs."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    colors = list(board.ends)
    arcs = {}
    for number, (a, b) in enumerate(board.steps):
        for color in colors:
            arcs[number, color, a, b] = model.new_bool_var("")
            arcs[number, color, b, a] = model.new_bool_var("")
    spans = {}
    for number, (a, b) in enumerate(board.bridges):
        for color in colors:
            spans[number, color, a, b] = model.new_bool_var("")
            spans[number, color, b, a] = model.new_bool_var("")
    into = {(place, color): [] for place in board.places for color in colors}
    out = {(place, color): [] for place in board.places for color in colors}
    for (_, color, a, b), arc in arcs.items():
        out[a, color].append(arc)
        into[b, color].append(arc)
    bridge_ends = {place for bridge in board.bridges for place in bridge}
    for color in colors:
        source, sink = board.ends[color]
        for place in board.places:
            if place in bridge_ends:
                continue
            gain = (place == source) - (place == sink)
            model.add(sum(out[place, color]) - sum(into[place, color]) == gain)
    for (_, color, a, b), span in spans.items():
        model.add(sum(into[a, color]) == span)
        model.add(sum(out[b, color]) == span)
    for place in board.places:
        visits = [arc for color in colors for arc in into[place, color]]
        starts = [arc for color in colors for arc in out[place, color]]
        owner = next((color for color in colors if place in board.ends[color]), None)
        if owner is None:
            model.add(sum(visits) <= 1)
            if place in bridge_ends:
                model.add(sum(visits) + sum(starts) <= 1)
            continue
        model.add(sum(visits) == (place == board.ends[owner][1]))
        model.add(sum(starts) == (place == board.ends[owner][0]))
    by_step = {}
    for (number, *_), arc in arcs.items():
        by_step.setdefault(number, []).append(arc)
    for used in by_step.values():
        model.add(sum(used) <= 1)
    for one, other in board.crossings:
        model.add(sum(by_step[one]) + sum(by_step[other]) <= 1)
    lines = list(spans.values()) + [
        arc for place in board.loose for color in colors for arc in into[place, color]
    ]
    model.minimize(1000 * sum(arcs.values()) + sum(lines))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = LIMIT
    return solver.solve(model) in (cp_model.OPTIMAL, cp_model.INFEASIBLE)


PROGRAM = """
{ draw(S) : step(S,_,_) }.
touch(P,S) :- step(S,P,_).
touch(P,S) :- step(S,_,P).
:- crossing(S,T), draw(S), draw(T).
{ take(B) : bridge(B,_,_) }.
:- place(P), not end(P,_), not pier(P), 1 { draw(S) : touch(P,S) } 1.
:- place(P), not end(P,_), not pier(P), 3 { draw(S) : touch(P,S) }.
:- end(P,_), not 1 { draw(S) : touch(P,S) } 1.
pier(P) :- bridge(_,P,_).
pier(P) :- bridge(_,_,P).
:- bridge(B,P,_), take(B), not 1 { draw(S) : touch(P,S) } 1.
:- bridge(B,_,P), take(B), not 1 { draw(S) : touch(P,S) } 1.
:- bridge(B,P,_), not take(B), draw(S), touch(P,S).
:- bridge(B,_,P), not take(B), draw(S), touch(P,S).
has(P,C) :- first(P,C).
has(Q,C) :- has(P,C), draw(S), step(S,P,Q).
has(P,C) :- has(Q,C), draw(S), step(S,P,Q).
has(Q,C) :- has(P,C), take(B), bridge(B,P,Q).
has(P,C) :- has(Q,C), take(B), bridge(B,P,Q).
:- end(P,C), not has(P,C).
:- has(P,C), has(P,D), C < D.
:- draw(S), touch(P,S), not has(P,_).
passed(P) :- loose(P), draw(S), touch(P,S).
:~ draw(S). [1@2,S]
:~ take(B). [1@1,b,B]
:~ passed(P). [1@1,p,P]
"""


def clingo(board):
    """Steps are chosen freely, degrees are counted, colours are reached."""
    from clingo import Control

    name = lambda place: f"({place[0]},{place[1]})"  # noqa: E731
    facts = [f"place({name(place)})." for place in board.places]
    facts += [f"loose({name(place)})." for place in board.loose]
    facts += [f"step({n},{name(a)},{name(b)})." for n, (a, b) in enumerate(board.steps)]
    facts += [f"crossing({a},{b})." for a, b in board.crossings]
    facts += [f"bridge({n},{name(a)},{name(b)})." for n, (a, b) in enumerate(board.bridges)]
    for color, (first, second) in board.ends.items():
        facts += [f"first({name(first)},{color}).", f"end({name(first)},{color})."]
        facts += [f"end({name(second)},{color})."]
    defaults = "#defined loose/1. #defined bridge/3. #defined crossing/2. #defined end/2. #defined first/2. #defined step/3."
    control = Control(["--opt-mode=opt"], message_limit=0)
    control.add("base", [], PROGRAM + defaults + "\n".join(facts))
    control.ground([("base", [])])
    with control.solve(async_=True) as handle:
        if not handle.wait(LIMIT):
            handle.cancel()
            return False
        return handle.get().exhausted

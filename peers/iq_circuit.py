"""IQ Circuit beside its peers: a generic exact-cover crate and OR-Tools CP-SAT.

Both get the same model as our search: the placements that the hints allow, every cell and every
piece once, and neighbours that agree over their border. Neither knows loops; boards with loops
are listed and thrown out afterwards.
"""

import json
import subprocess
import tempfile
import time

from bench import ROOT, Row

GAME = "iq-circuit"
LEVELS = ROOT / "levels" / GAME
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
TURNED = dict(zip("NESW", "ESWN"))
BACK = dict(zip("NESW", "SWNE"))


def rows(tools):
    booklet = challenges("booklet")
    ours = timed(tools, "booklet-search", "72 challenges")
    yield Row(GAME, "booklet, all boards", "dlx-rs", *beside(dlx(tools, booklet), ours))
    yield Row(GAME, "booklet, all boards", "OR-Tools CP-SAT", *beside(cp_sat(booklet), ours))
    boulevard = challenges("boulevard")
    ours = timed(tools, "boulevard-search", "48 challenges")
    yield Row(GAME, "boulevard, all boards", "dlx-rs", *beside(dlx(tools, boulevard), ours))


def beside(theirs, ours):
    seconds, note = theirs
    return seconds, ours, note


def timed(tools, job, case):
    return next(seconds for name, seconds in tools.ours(GAME, job).items() if name.startswith(case))


def challenges(pack):
    levels = [record["level"] for record in json.loads((LEVELS / f"{pack}.json").read_text())["levels"]]
    sets = {name: json.loads((LEVELS / "sets" / f"{name}.json").read_text()) for name in {level["set"] for level in levels}}
    placements = {name: list(all_placements(board)) for name, board in sets.items()}
    return [Problem(level, sets[level["set"]], placements[level["set"]]) for level in levels]


def all_placements(board):
    """Every placement on the empty board whose lines stay on it: key, piece and prints by cell."""
    for number, piece in enumerate(board["pieces"]):
        for side, cells in enumerate(piece["sides"]):
            seen = set()
            prints = {(x, y): set(print_) - {"-"} for x, y, print_ in cells}
            for turns in range(4):
                left, top = min(x for x, _ in prints), min(y for _, y in prints)
                prints = {(x - left, y - top): dirs for (x, y), dirs in prints.items()}
                shape = frozenset((cell, frozenset(dirs)) for cell, dirs in prints.items())
                if shape not in seen:
                    seen.add(shape)
                    for y0 in range(board["height"]):
                        for x0 in range(board["width"]):
                            moved = {(x + x0, y + y0): dirs for (x, y), dirs in prints.items()}
                            if all(inside(board, cell, dirs) for cell, dirs in moved.items()):
                                yield (piece["name"], side, turns, x0, y0), number, moved
                prints = {(-y, x): {TURNED[d] for d in dirs} for (x, y), dirs in prints.items()}


def inside(board, cell, dirs):
    ahead = [cell] + [(cell[0] + STEPS[d][0], cell[1] + STEPS[d][1]) for d in dirs]
    return all(0 <= x < board["width"] and 0 <= y < board["height"] for x, y in ahead)


class Problem:
    """The placements that a challenge allows, given pieces included."""

    def __init__(self, level, board, placements):
        self.board = board
        given = {placed["piece"]: (placed["piece"], placed["side"], placed["turns"], *placed["at"]) for placed in level.get("placed", [])}
        fixed = {cell for key, _, prints in placements if given.get(key[0]) == key for cell in prints}
        points = {tuple(point) for point in level["points"]} if "points" in level else None
        picture = [row.split() for row in level["picture"]] if "picture" in level else None

        def allowed(key, prints):
            if key[0] in given:
                return given[key[0]] == key
            for (x, y), dirs in prints.items():
                if (x, y) in fixed or (points is not None and (len(dirs) == 1) != ((x, y) in points)):
                    return False
                if picture and picture[y][x] != "?" and set(picture[y][x]) - {"-"} != dirs:
                    return False
            return True

        self.placements = [(number, prints) for key, number, prints in placements if allowed(key, prints)]

    def borders(self, prints):
        """Every border with another cell: the border, whether from the near side, whether crossed."""
        for (x, y), dirs in prints.items():
            for d, (dx, dy) in STEPS.items():
                other = (x + dx, y + dy)
                if other not in prints and inside(self.board, other, ()):
                    near = d in "ES"
                    yield ((x, y, d) if near else (*other, BACK[d])), near, d in dirs

    def text(self):
        """Exact cover: a border has two items that must not both be taken, so that sides agree."""
        width, height = self.board["width"], self.board["height"]
        primary = width * height + len(self.board["pieces"])
        numbers = {}
        lines = []
        for number, prints in self.placements:
            items = [1 + y * width + x for x, y in prints] + [1 + width * height + number]
            for border, near, crossed in self.borders(prints):
                which = numbers.setdefault((border, near == crossed), primary + 1 + len(numbers))
                items.append(which)
            lines.append(" ".join(map(str, items)))
        return "\n".join([f"{primary} {len(numbers)} {len(lines)}"] + lines)


def dlx(tools, problems):
    """The seconds of the crate, and a note."""
    folder = ROOT / "peers" / "iq_circuit_dlx"
    build = ["cargo", "build", "--quiet", "--release", "--manifest-path", folder / "Cargo.toml", "--target-dir", ROOT / "peers" / ".build" / "dlx"]
    subprocess.run(build, check=True)
    program = ROOT / "peers" / ".build" / "dlx" / "release" / "iq-circuit-dlx"
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(problem.text() for problem in problems) + "\n")
        file.flush()
        runs = []
        for _ in range(tools.repeat):
            seconds, covers = subprocess.run([program, file.name], check=True, capture_output=True, text=True).stdout.split()
            runs.append(float(seconds))
    return sorted(runs)[len(runs) // 2], f"{covers} covers, loops and twins included"


def cp_sat(problems):
    from ortools.sat.python import cp_model

    class Count(cp_model.CpSolverSolutionCallback):
        boards = 0

        def on_solution_callback(self):
            self.boards += 1

    count = Count()
    seconds = 0.0
    for problem in problems:
        model = cp_model.CpModel()
        once, crossed = {}, {}
        for number, prints in problem.placements:
            chosen = model.new_bool_var("")
            for item in [number, *prints]:
                once.setdefault(item, []).append(chosen)
            for border, near, crosses in problem.borders(prints):
                sides = crossed.setdefault(border, ([], []))
                if crosses:
                    sides[near].append(chosen)
        for choices in once.values():
            model.add_exactly_one(choices)
        # A border inside a piece concerns nobody else, so the two sides are compared over those
        # placements only that have it as an outer border.
        for far, near in crossed.values():
            model.add(sum(near) == sum(far))
        solver = cp_model.CpSolver()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1
        start = time.perf_counter()
        solver.solve(model, count)
        seconds += time.perf_counter() - start
    return seconds, f"{count.boards} boards, loops and twins included; one worker"

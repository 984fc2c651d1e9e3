//! Every code the game can report.

gridwright_core::codes! {
    BAD_SIZE = Fault "tint.bad-size": "A side of the canvas is outside 1 to 32.";
    BAD_TAIL = Fault "tint.bad-tail": "The tail is neither 1 nor 2.";
    OFF_CANVAS = Fault "tint.off-canvas": "A place lies off the canvas.";
    ON_VOID = Fault "tint.on-void": "Something stands where there is no paper.";
    TWO_FIXTURES = Fault "tint.two-fixtures": "Two fixtures stand on one cell.";
    FIXTURE_ON_PAINT = Fault "tint.fixture-on-paint": "A droplet or gate stands on paint.";
    PAINTED_TWICE = Fault "tint.painted-twice": "A cell is painted twice.";
    UNKNOWN_COLOR = Fault "tint.unknown-color": "There is no such colour.";
    COLOR_NOT_ALLOWED = Fault "tint.color-not-allowed": "The colour is not allowed there.";
    TOO_FEW_SIDES = Fault "tint.too-few-sides": "A switch gate has fewer than two sides.";
    NO_TARGETS = Fault "tint.no-targets": "There is no target.";

    TOO_SHORT = Refusal "tint.too-short": "A stroke has at least two cells.";
    NO_PAPER = Refusal "tint.no-paper": "There is no paper.";
    NOT_ADJACENT = Refusal "tint.not-adjacent": "A stroke goes from cell to neighbouring cell.";
    NOTHING_TO_PICK_UP = Refusal "tint.nothing-to-pick-up": "There is no paint to start with.";
    GREY_START = Refusal "tint.grey-start": "Grey paint starts no stroke.";
    DROPLETS_ONLY = Refusal "tint.droplets-only": "Here, only droplets start strokes.";
    SWITCH_CLOSED = Refusal "tint.switch-closed": "The switch gate has no side of this colour here.";
    SWITCH_NO_EXIT = Refusal "tint.switch-no-exit": "The switch gate cannot be left through this side.";
    INSIDE_SWITCH = Refusal "tint.inside-switch": "A stroke may not end inside a switch gate.";
    STROKE_OVER = Refusal "tint.stroke-over": "The stroke has ended and its tail is used up.";
    TAIL_BLOCKED = Refusal "tint.tail-blocked": "A tail does not reach onto gates or grey.";
    ALREADY_SOLVED = Refusal "tint.already-solved": "The level is solved already.";
    MAKES_GREY = Refusal "tint.makes-grey": "No solution makes grey.";
    TARGETS_LEFT = Refusal "tint.targets-left": "Targets are left.";
    SPOILED = Remark "tint.spoiled": "Grey was made; the level cannot be solved any more.";
    STUCK = Remark "tint.stuck": "The level cannot be solved from here.";

    CANNOT_MAKE = Refusal "tint.cannot-make": "No level with these settings can be made.";
}

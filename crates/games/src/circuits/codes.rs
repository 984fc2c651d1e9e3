//! Every code Circuits can report.

gridwright_core::codes! {
    BAD_SIZE = Fault "circuits.bad-size": "Width and height are whole numbers from 1 to 64.";
    BAD_LIST = Fault "circuits.bad-list": "Pads, terminals and lines are lists of objects.";
    BAD_POINT = Fault "circuits.bad-point": "A point is a list of two whole numbers, and a line a list of points.";
    BAD_ID = Fault "circuits.bad-id": "Every pad, terminal and line has a whole number as its ID.";
    SAME_ID = Fault "circuits.same-id": "No two pads, terminals or lines share an ID.";
    OFF_BOARD = Fault "circuits.off-board": "Everything lies on an intersection of the board.";
    TWO_FIXTURES = Fault "circuits.two-fixtures": "An intersection holds at most one pad or terminal.";
    UNKNOWN_COLOR = Fault "circuits.unknown-color": "The colours are red, green, blue, yellow, orange, purple, pink and brown.";
    COLOR_COUNT = Fault "circuits.color-count": "A colour that is used has exactly two terminals.";
    UNKNOWN_LAYER = Fault "circuits.unknown-layer": "The layers are 0 (top) and -1 (bottom).";
    SHORT_LINE = Fault "circuits.short-line": "A line has at least two points.";
    NOT_A_STEP = Fault "circuits.not-a-step": "A line goes from neighbour to neighbour.";
    REPEATED_POINT = Fault "circuits.repeated-point": "A line passes no point twice.";
    LOOSE_END = Fault "circuits.loose-end": "A line ends on pads or terminals.";
    FIXTURE_INSIDE = Fault "circuits.fixture-inside": "A line has no pad or terminal inside.";
    BOTTOM_ON_TERMINAL = Fault "circuits.bottom-on-terminal": "Terminals take lines of the top layer only.";
    CROWDED_PAD = Fault "circuits.crowded-pad": "A pad takes at most two line ends.";
    CROWDED_TERMINAL = Fault "circuits.crowded-terminal": "A terminal takes one line end.";
    CROSSED_LINES = Fault "circuits.crossed-lines": "A layer never holds both diagonals of a square.";
    SHARED_POINT = Fault "circuits.shared-point": "Two top lines never pass the same intersection.";
    SHARED_STEP = Fault "circuits.shared-step": "Two top lines never use the same step.";
    JOINED_COLORS = Fault "circuits.joined-colors": "The given lines join no two colours.";

    NO_START = Refusal "circuits.no-start": "A line starts on a pad or terminal.";
    NO_ROOM = Refusal "circuits.no-room": "The pad or terminal takes no further line end.";
    LEFT_BOARD = Refusal "circuits.left-board": "The board ends there.";
    NO_NEIGHBOUR = Refusal "circuits.no-neighbour": "A line goes on to one of the eight neighbours.";
    STRAIGHT_BACK = Refusal "circuits.straight-back": "A line never goes straight back.";
    TAKEN = Refusal "circuits.taken": "A top line already passes there.";
    CROSSES = Refusal "circuits.crosses": "A top line already runs along the other diagonal of the square.";
    STEP_TAKEN = Refusal "circuits.step-taken": "A top line already uses this step.";
    TWO_COLORS = Refusal "circuits.two-colors": "That would join two different colours.";
    GOES_ON = Refusal "circuits.goes-on": "A line ends on the first pad or terminal that it reaches.";
    UNFINISHED = Refusal "circuits.unfinished": "A line ends on a pad or terminal.";
    GIVEN_LINE = Refusal "circuits.given-line": "This line belongs to the board and stays.";
    NOT_DRAWN = Refusal "circuits.not-drawn": "There is no line of yours to erase.";
    ERASING = Refusal "circuits.erasing": "A solution lists lines that stand.";
    CANNOT_FIT = Refusal "circuits.cannot-fit": "The board is too small for what is asked.";
    NONE_FOUND = Refusal "circuits.none-found": "No such level came up within the tries of one seed.";

    OPEN_TERMINAL = Remark "circuits.open-terminal": "A terminal has no line yet.";
    OPEN_PAD = Remark "circuits.open-pad": "A coloured pad has only one line end.";
    WRONG_PARTNER = Remark "circuits.wrong-partner": "A circuit does not end at its partner.";
    UNUSED = Remark "circuits.unused": "A part of the level carries a colour in no wiring.";
}

//! Every message of the game, by its code.

gridwright_core::codes! {
    UNKNOWN_SET = Fault "iq-circuit.unknown-set": "No piece set of this name ships with the program.";
    SET_SHAPE = Fault "iq-circuit.set-shape": "The piece set is neither a name nor a set written out.";
    SET_NAME = Fault "iq-circuit.set-name": "A name in a piece set is empty, too long, or cannot be printed.";
    SET_SIZE = Fault "iq-circuit.set-size": "The board has no cells or more than 64.";
    SET_COUNT = Fault "iq-circuit.set-count": "A piece set has no pieces or too many, or a piece has no sides or too many.";
    SET_DUPLICATE_NAME = Fault "iq-circuit.set-duplicate-name": "Two pieces of a set have the same name.";
    SET_EMPTY_SIDE = Fault "iq-circuit.set-empty-side": "A side of a piece has no cells.";
    SET_OFFSET = Fault "iq-circuit.set-offset": "A cell of a piece lies too far from the others to fit any board.";
    SET_UNKNOWN_PRINT = Fault "iq-circuit.set-unknown-print": "A cell of a piece carries a print that is not blank, a point or a line.";
    SET_CELLS_OVERLAP = Fault "iq-circuit.set-cells-overlap": "A side of a piece names the same cell twice.";
    SET_CELLS_APART = Fault "iq-circuit.set-cells-apart": "The cells of a side do not hang together.";
    SET_INNER_CONNECTION = Fault "iq-circuit.set-inner-connection": "Inside a piece a connection leads into a cell that does not take it.";
    SET_INNER_LOOP = Fault "iq-circuit.set-inner-loop": "A side of a piece carries a closed loop, which no finished board may show.";
    SET_SIDES_DIFFER = Fault "iq-circuit.set-sides-differ": "The sides of a piece differ in the number of cells.";
    SET_AREA = Fault "iq-circuit.set-area": "The pieces together do not cover the board exactly.";

    UNKNOWN_PIECE = Fault "iq-circuit.unknown-piece": "The piece set has no piece of this name.";
    UNKNOWN_SIDE = Fault "iq-circuit.unknown-side": "The piece has no side of this number.";
    BAD_TURNS = Fault "iq-circuit.bad-turns": "Quarter turns are counted from 0 to 3.";
    PIECE_TWICE = Fault "iq-circuit.piece-twice": "A piece is given twice.";
    OFF_BOARD = Fault "iq-circuit.off-board": "A given piece does not lie on the board.";
    OVERLAP = Fault "iq-circuit.overlap": "Two given pieces lie on the same cell.";
    ODD_POINTS = Fault "iq-circuit.odd-points": "The number of points is odd, but every line has two ends.";
    POINT_TWICE = Fault "iq-circuit.point-twice": "A point is listed twice.";
    POINT_ON_PIECE = Fault "iq-circuit.point-on-piece": "A listed point lies on a given piece.";
    POINT_OFF_BOARD = Fault "iq-circuit.point-off-board": "A point does not lie on the board.";
    PICTURE_SIZE = Fault "iq-circuit.picture-size": "The picture is not as large as the board.";
    UNKNOWN_PRINT = Fault "iq-circuit.unknown-print": "The picture shows a print that is not blank, a point, a line or unknown.";
    PICTURE_BROKEN = Fault "iq-circuit.picture-broken": "The picture contradicts itself: its lines do not join up, leave the board or close a loop.";
    PICTURE_AGAINST_PIECES = Fault "iq-circuit.picture-against-pieces": "The picture and a given piece show different things in the same cell.";
    PICTURE_AGAINST_POINTS = Fault "iq-circuit.picture-against-points": "The picture and the list of points disagree.";
    UNKNOWN_TIER = Fault "iq-circuit.unknown-tier": "There is no tier of this name.";
    TIER_MISMATCH = Fault "iq-circuit.tier-mismatch": "The tier does not match the hints that are given.";
    INCOMPLETE_MOVE = Fault "iq-circuit.incomplete-move": "In a solution, an entry says neither where a piece is laid nor that it is lifted.";

    LAID_OFF_BOARD = Refusal "iq-circuit.laid-off-board": "The piece would stick out over the edge of the board.";
    LAID_OVER = Refusal "iq-circuit.laid-over": "Another piece already lies there.";
    ALREADY_DOWN = Refusal "iq-circuit.already-down": "The piece already lies on the board.";
    GIVEN = Refusal "iq-circuit.given": "A given piece stays where it is.";
    NOT_DOWN = Refusal "iq-circuit.not-down": "The piece does not lie on the board.";
    NOTHING_TO_MAKE = Refusal "iq-circuit.nothing-to-make": "The piece set has no challenge of this kind.";
    NO_LENGTH = Refusal "iq-circuit.no-length": "Challenges have no shortest solution, so none can be asked for.";

    MISMATCH = Remark "iq-circuit.mismatch": "A connection meets a cell that does not take it.";
    LEADS_OFF = Remark "iq-circuit.leads-off": "A connection leads off the board.";
    AGAINST_HINT = Remark "iq-circuit.against-hint": "A piece shows something else than the hint.";
    CROWDED = Remark "iq-circuit.crowded": "Three or more lines run into one empty cell.";
    NO_DOUBLE = Remark "iq-circuit.no-double": "An empty cell must join two lines, and no piece that is left can do it there.";
    HOLE = Remark "iq-circuit.hole": "No pieces that are left fill a hole.";
    LOOP = Remark "iq-circuit.loop": "A line runs back into itself.";
    DEAD_END = Remark "iq-circuit.dead-end": "An open line can no longer reach a partner.";
    HOPELESS = Remark "iq-circuit.hopeless": "This position can no longer be completed.";
    UNFINISHED = Remark "iq-circuit.unfinished": "Some pieces are not on the board yet.";
    AMBIGUOUS = Remark "iq-circuit.ambiguous": "More than one finished board fits the hints.";
}

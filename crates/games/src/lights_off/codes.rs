//! Everything the game can report, by stable code.

gridwright_core::codes! {
    EMPTY = Fault "lights-off.empty": "The board has no lamps.";
    RAGGED = Fault "lights-off.ragged": "The rows of the board differ in length.";
    TOO_MANY_LAMPS = Fault "lights-off.too-many-lamps": "Of large files: the board has more lamps than the game handles.";
    OUT_OF_RANGE = Fault "lights-off.out-of-range": "A lamp is in a state that it cannot have.";
    MIXED = Fault "lights-off.mixed": "The board mixes booleans and integers.";
    BOOLEAN_STATES = Fault "lights-off.boolean-states": "A board of more than two states holds booleans.";
    BAD_STATES = Fault "lights-off.bad-states": "The number of states is not between 2 and 10.";
    UNKNOWN_TOPOLOGY = Fault "lights-off.unknown-topology": "There is no topology of this name.";
    UNKNOWN_NEIGHBOURHOOD = Fault "lights-off.unknown-neighbourhood": "There is no neighbourhood of this name.";
    HEX_NEIGHBOURHOOD = Fault "lights-off.hex-neighbourhood": "A hex board has only the plus neighbourhood.";
    GRAPH_NEIGHBOURHOOD = Fault "lights-off.graph-neighbourhood": "A graph has a neighbourhood beside its lists of neighbours.";
    NO_NEIGHBOURS = Fault "lights-off.no-neighbours": "A graph has no lists of neighbours.";
    STRAY_NEIGHBOURS = Fault "lights-off.stray-neighbours": "A board that is no graph has lists of neighbours.";
    NEIGHBOUR_LISTS = Fault "lights-off.neighbour-lists": "There are not as many lists of neighbours as lamps.";
    UNKNOWN_NEIGHBOUR = Fault "lights-off.unknown-neighbour": "A neighbour is not the number of a lamp.";
    OWN_NEIGHBOUR = Fault "lights-off.own-neighbour": "A lamp is listed as its own neighbour.";
    NEIGHBOUR_TWICE = Fault "lights-off.neighbour-twice": "A lamp is listed twice as a neighbour of the same lamp.";
    TOO_MANY_LINKS = Fault "lights-off.too-many-links": "Of large files: a graph has more links than the game handles.";
    UNKNOWN_DIFFICULTY = Fault "lights-off.unknown-difficulty": "There is no difficulty of this name.";
    TWO_BOARDS = Fault "lights-off.two-boards": "The file has two boards.";
    NO_BOARD = Fault "lights-off.no-board": "The file has no board.";
    BAD_VERSION = Fault "lights-off.bad-version": "The file has a version that is not known.";
    TOTAL_MOVES = Fault "lights-off.total-moves": "In a solution, totalMoves is not the number of moves.";
    WRONG_MIN_MOVES = Fault "lights-off.wrong-min-moves": "Of `check`: minMoves is not the minimum.";
    OFF_BOARD = Refusal "lights-off.off-board": "There is no such lamp.";
    STILL_LIT = Refusal "lights-off.still-lit": "Lamps stay lit.";
    TOO_MANY_PRESSES = Refusal "lights-off.too-many-presses": "More presses are wanted than the lamps can take.";
    NEVER_THAT_MANY = Refusal "lights-off.never-that-many": "No board of this kind needs so many presses.";
    ALWAYS_DARK = Refusal "lights-off.always-dark": "All that could be made is the dark board.";
    TOO_RARE = Refusal "lights-off.too-rare": "Boards like that are too rare to be met by chance.";
    NO_SUCH_SYMMETRY = Refusal "lights-off.no-such-symmetry": "Boards of this shape do not have that symmetry.";
    NEVER_DARK = Remark "lights-off.never-dark": "A sum that no press changes shows that the board cannot be solved.";
    ONE_WAY = Remark "lights-off.one-way": "Of `check`: some links of a graph go one way only.";
    QUIET_PATTERNS = Remark "lights-off.quiet-patterns": "How many press patterns change nothing.";
}

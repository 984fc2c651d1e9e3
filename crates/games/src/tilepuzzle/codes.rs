//! Everything this game can say about a level, a move or a request.

gridwright_core::codes! {
    SIZE = Fault "tilepuzzle.size": "The floor plan has no rows or columns, or more than 32.";
    RAGGED = Fault "tilepuzzle.ragged": "The rows of the floor plan differ in length.";
    FLOOR_CHARACTER = Fault "tilepuzzle.floor-character": "A floor plan consists of '#' and '.' only.";
    UNKNOWN_KIND = Fault "tilepuzzle.unknown-kind": "There is no shape of this kind.";
    UNKNOWN_COLOR = Fault "tilepuzzle.unknown-color": "There is no such colour.";
    KIND_OR_CELLS = Fault "tilepuzzle.kind-or-cells": "A shape has either a kind or a list of cells.";
    NO_CELLS = Fault "tilepuzzle.no-cells": "A list of cells is empty.";
    REPEATED_CELL = Fault "tilepuzzle.repeated-cell": "A list of cells names a cell twice.";
    SCATTERED_CELLS = Fault "tilepuzzle.scattered-cells": "The cells of a piece do not hang together.";
    NEGATIVE_UNLOCK = Fault "tilepuzzle.negative-unlock": "A lock waits for fewer than no cats.";
    NO_CATS = Fault "tilepuzzle.no-cats": "A level without cats is solved before it starts.";
    OFF_FLOOR = Fault "tilepuzzle.off-floor": "A shape, cat or blocker lies beside the floor.";
    SHAPES_OVERLAP = Fault "tilepuzzle.shapes-overlap": "Two shapes lie on one cell.";
    SHAPE_ON_BLOCKER = Fault "tilepuzzle.shape-on-blocker": "A shape lies on a blocker.";
    SHAPE_ON_CAT = Fault "tilepuzzle.shape-on-cat": "A shape lies on a cat of another colour.";
    CATS_OVERLAP = Fault "tilepuzzle.cats-overlap": "Two cats sit on one cell.";
    NOTHING_UNDER_CAT = Fault "tilepuzzle.nothing-under-cat": "A blocker-cat sits where no blocker is.";
    CAT_ON_BLOCKER = Fault "tilepuzzle.cat-on-blocker": "A plain cat sits on a blocker.";

    NO_SUCH_SHAPE = Refusal "tilepuzzle.no-such-shape": "The level has no shape of this number.";
    LOCKED = Refusal "tilepuzzle.locked": "The shape is locked until more cats are home.";
    EDGE = Refusal "tilepuzzle.edge": "The shape would leave the floor.";
    BLOCKED = Refusal "tilepuzzle.blocked": "A blocker is in the way.";
    CROWDED = Refusal "tilepuzzle.crowded": "Another shape is in the way.";
    CAT_IN_THE_WAY = Refusal "tilepuzzle.cat-in-the-way": "A cat of another colour is in the way.";
    ALREADY_SOLVED = Refusal "tilepuzzle.already-solved": "All cats are home; the level is over.";
    NOTHING_THERE = Refusal "tilepuzzle.nothing-there": "There is no shape to move at this place.";
    CATS_OUT = Refusal "tilepuzzle.cats-out": "Some cats are not home yet.";
    NO_ROOM = Refusal "tilepuzzle.no-room": "What was asked for does not fit on the floor.";
    NOT_FOUND = Refusal "tilepuzzle.not-found": "No level with the wanted minimum turned up among those tried.";

    IDLE_LOCK = Remark "tilepuzzle.idle-lock": "A lock waits for more cats than the level has.";
}

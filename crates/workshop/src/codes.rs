//! Everything the application itself can have against a request; levels and moves have codes of
//! their own. The codes begin with `web.` because the page was the first to report them, and codes
//! never change.

gridwright_core::codes! {
    NO_CALL = Fault "web.no-route": "There is nothing at this address.";
    REQUEST_TOO_LARGE = Fault "web.body-too-large": "The body has more bytes than this call takes.";
    LEVEL_REF = Fault "web.level-ref": "A level is named by exactly one of address, code, document and hash.";
    UNKNOWN_HASH = Fault "web.unknown-hash": "The server does not hold a level with this hash (any more); send the level itself.";
    TOO_LARGE = Fault "web.too-large": "The board is too large for the page; the command line takes it.";
    TOO_MANY_MOVES = Fault "web.too-many-moves": "The list of moves is longer than any game in the page.";
    ONE_AT_A_TIME = Fault "web.one-at-a-time": "A request plays a gesture or rewinds, not both.";
    NO_PIECE = Fault "web.no-piece": "There is no such piece to take into the hand.";
    NOT_OFFERED = Fault "web.not-offered": "The game does not offer this.";
    MISSING = Fault "web.missing": "The job needs something that the request does not name.";
    BAD_DATE = Fault "web.bad-date": "The date is not a day from 2020 to 2100, written as YYYY-MM-DD.";
    NOT_SOLVED = Fault "web.not-solved": "The moves do not solve the level.";
    BUSY = Fault "web.busy": "The server has more to do than it can take on; try again in a moment.";
    STORE = Fault "web.store": "Saved progress cannot be read or written.";
    MISTAKE = Fault "web.panic": "The server made a mistake; it is logged.";
}

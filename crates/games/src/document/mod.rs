//! Level files, solution files, packs and level codes: everything that comes in or goes out as
//! text, for all games alike.
//!
//! There is one way in. Text is bounded ([`MOST_BYTES`]) and parsed once into the game's file
//! type ([`read`]), unknown keys are collected on the way, and the game's validating door turns
//! the file into a level or into all its faults. Text that is no JSON, or has a value of the wrong
//! type, has one fault: after that nothing more can be said with certainty.
//!
//! | module | what it knows |
//! |---|---|
//! | [`reader`] | typed values out of JSON text, and where anything is wrong or unknown |
//! | [`read`] | JSON text to a typed file, with located faults |
//! | [`envelope`] | what surrounds a level: the `game` tag, `meta`, records |
//! | [`pack`] | many levels in one file |
//! | [`code`] | a level as a short line of text |
//! | [`columns`] | the shipped packs as they lie in the program |
//! | [`layout`] | JSON that people can read and compare |

pub mod code;
pub mod columns;
pub mod envelope;
pub mod layout;
pub mod pack;
pub mod read;
pub mod reader;

pub use envelope::{Opened, read_draft, read_level, write_draft, write_level};
pub use read::{MOST_BYTES, read_file};

gridwright_core::codes! {
    TOO_LARGE = Fault "input.too-large": "The input has more bytes than any level needs.";
    NOT_UTF8 = Fault "input.not-utf8": "The input is not UTF-8 text.";
    NOT_JSON = Fault "input.not-json": "The input is not JSON, or is nested too deeply.";
    META_UNPRINTABLE = Fault "input.meta-unprintable": "What is written beside the level has characters that cannot be printed.";
    WRONG_TYPE = Fault "input.wrong-type": "A value has the wrong type, a key is missing, or a key is there twice.";
    UNKNOWN_KEY = Fault "input.unknown-key": "The game's files have no such key.";
    UNKNOWN_GAME = Fault "input.unknown-game": "There is no game of this name.";
    GAME_MISMATCH = Fault "input.game-mismatch": "The file is tagged as a level of another game.";
    NO_GAME = Fault "input.no-game": "Nothing tells which game the level belongs to.";
    AMBIGUOUS_GAME = Fault "input.ambiguous-game": "The level could belong to several games.";
    NOT_ONE_LEVEL = Fault "input.not-one-level": "The file holds a collection where one level is wanted.";
    META_TOO_LARGE = Fault "input.meta-too-large": "What is written beside the level is too long or nested too deeply.";
    CODE_DAMAGED = Fault "code.damaged": "The level code is cut off or was changed.";
    CODE_VERSION = Fault "code.version": "The level code was made by another version of the format.";
    CODE_TOO_LARGE = Fault "code.too-large": "The level is too large for a level code.";
    PACK_FORMAT = Fault "pack.format": "The pack has a format this program does not know.";
    PACK_ID = Fault "pack.id": "Two levels of a pack have the same id, or an id is empty or cannot be printed.";
    PACK_CLAIM = Fault "pack.claim": "A record says something about its level that is not true.";
    PACK_UNKNOWN = Fault "pack.unknown": "There is no such shipped pack or level.";
}

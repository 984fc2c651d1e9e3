//! Any text as the moves so far on the first shipped level of every game: faults, or a position
//! that can be looked at and taken back.
#![no_main]

use gridwright_games::registry::{self, GAMES};
use gridwright_games::report::Rewind;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for game in GAMES {
        let Some(shipped) = game.about().packs.first() else {
            continue;
        };
        let record = &registry::read_shipped(shipped).levels[0];
        let level = game.open(&record.level.to_string()).expect("shipped levels are valid");
        let Ok(mut play) = level.at(Some(text)) else {
            continue;
        };
        assert!(!play.text().to_string().is_empty());
        let half = play.count() / 2;
        let first = play.first(half);
        play.rewind(&Rewind::Keep { count: half });
        assert_eq!(play.moves(), first);
    }
});

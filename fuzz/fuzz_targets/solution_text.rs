//! Any text as a solution of the first shipped level of every game: a report or faults.
#![no_main]

use gridwright_games::registry::{self, GAMES};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for game in GAMES {
        let Some(shipped) = game.packs().first() else {
            continue;
        };
        let record = &registry::read_shipped(shipped).levels[0];
        let level = game.open(&record.level.to_string()).expect("shipped levels are valid");
        let _ = level.verify(text);
        let mut play = level.at(None).expect("every level has a start");
        if play.show_coming(text, None).is_ok() {
            let _ = (play.text(), play.scene());
        }
        let _ = level.at(Some(text)).map(|play| play.moves());
    }
});

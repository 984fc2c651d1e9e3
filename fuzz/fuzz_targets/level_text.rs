//! Any text as a level of any game: faults or a level that comes back from its own file.
#![no_main]

use gridwright_games::registry::{self, GAMES};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let named = GAMES.iter().map(|game| Some(game.id()));
    for game in named.chain([None]) {
        if let Ok(level) = registry::open(text, game) {
            let document = level.document().to_string();
            let again = registry::open(&document, None).expect("a written level can be read");
            assert_eq!(again.document(), level.document());
        }
    }
});

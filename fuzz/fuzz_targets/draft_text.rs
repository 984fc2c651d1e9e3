//! Any text as a draft of any game, changed by any edit: a draft again, whatever is wrong with it.
//! The first line is the edit, the rest is the draft.
#![no_main]

use gridwright_core::edit::Edit;
use gridwright_games::registry::GAMES;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (edit, draft) = text.split_once('\n').unwrap_or(("", text));
    let edit: Option<Edit> = serde_json::from_str(edit).ok();
    for game in GAMES {
        for draft in [Some(draft), None] {
            if let Ok(report) = game.draft(draft, edit.as_ref()) {
                let again = game.draft(Some(&report.document.to_string()), None);
                assert!(again.is_ok(), "a written draft can be read");
            }
        }
    }
});

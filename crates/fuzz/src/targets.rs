//! The targets.

use std::sync::LazyLock;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use gridwright_core::budget::Budget;
use gridwright_core::edit::Edit;
use gridwright_core::generate::{Request, Settings};
use gridwright_core::gesture::Gesture;
use gridwright_games::document::code::PREFIX;
use gridwright_games::document::pack::Pack;
use gridwright_games::registry::{self, GAMES, Games, Session};
use gridwright_games::report::Rewind;
use gridwright_host::WallClock;
use gridwright_workshop::Workshop;
use gridwright_workshop::author::collection::{Contents, contents};
use gridwright_workshop::batch::Ask;
use gridwright_workshop::calls::{CALLS, Lane, Request as Stands, read};
use gridwright_workshop::jobs::JobRequest;
use gridwright_workshop::progress::document;
use gridwright_workshop::progress::store::Scope;

/// The first shipped level of every pack, open.
static LEVELS: LazyLock<Vec<Box<dyn Session>>> = LazyLock::new(|| {
    let packs = GAMES.iter().flat_map(|game| {
        let packs = game.packs().iter();
        packs.map(move |pack| (game, registry::read_shipped(pack)))
    });
    packs
        .map(|(game, pack)| game.open(&pack.levels[0].level.to_string()))
        .map(|level| level.expect("shipped levels are valid"))
        .collect()
});

/// The most characters that a code unpacks to.
const MOST_READ: usize = 64 << 10;

static WORKSHOP: LazyLock<Workshop> = LazyLock::new(Workshop::detached);

/// Any text as a level of any game: faults, or a level that comes back from its own file.
pub(crate) fn level_text(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    let named = GAMES.iter().map(|game| Some(game.id()));
    for game in named.chain([None]) {
        if let Ok(level) = registry::open(text, game) {
            comes_back(&*level);
        }
    }
}

/// The number of a game, flags and a packed level, to which prefix and checksum are added here.
pub(crate) fn level_code(bytes: &[u8]) {
    let mut whole = bytes.to_vec();
    whole.extend(crc32fast::hash(bytes).to_le_bytes());
    let code = format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(whole));
    // About as much as the page reads; the command line reads more of the same.
    if let Ok(level) = Games::SHIPPED.open_code(&code, MOST_READ, None) {
        comes_back(&*level);
        let again = level.code().expect("a level that came by code has one");
        let again = registry::open_code(&again, None).expect("codes can be read");
        assert_eq!(again.document(), level.document());
    }
}

fn comes_back(level: &dyn Session) {
    let document = level.document().to_string();
    let again = registry::open(&document, None).expect("a written level can be read");
    assert_eq!(again.document(), level.document());
}

/// Any text as a pack.
pub(crate) fn pack_file(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    if let Ok(pack) = Pack::read(text) {
        for record in pack.levels.iter().take(4) {
            let _ = registry::open(&record.level.to_string(), None);
        }
        let again = serde_json::to_string(&pack).expect("packs are JSON");
        assert!(Pack::read(&again).is_ok(), "a written pack can be read");
    }
}

/// Any text as a solution of levels that ship: a report or faults.
pub(crate) fn solution_text(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    for level in LEVELS.iter() {
        let verified = level.verify(text).is_ok_and(|report| report.ok);
        let at = level.at(Some(text));
        assert!(!verified || at.is_ok(), "what solves a level can be played");
        let mut play = level.at(None).expect("every level has a start");
        if play.show_coming(text, None).is_ok() {
            let _ = (play.text(), play.scene());
        }
    }
}

/// Any text as the moves so far on levels that ship: faults, or a position that can be looked at
/// and taken back.
pub(crate) fn moves_text(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    for level in LEVELS.iter() {
        let Ok(mut play) = level.at(Some(text)) else {
            continue;
        };
        assert!(!play.text().to_string().is_empty());
        let half = play.count() / 2;
        let first = play.first(half);
        play.rewind(&Rewind::Keep { count: half });
        assert_eq!(play.moves(), first);
    }
}

/// Gestures on levels that ship, one a line: what is kept of them can be written, read and
/// replayed.
pub(crate) fn gesture_text(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    let gestures: Vec<Gesture> = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .take(50)
        .collect();
    if gestures.is_empty() {
        return;
    }
    for level in LEVELS.iter() {
        let mut play = level.at(None).expect("a level begins");
        for gesture in &gestures {
            play.make(gesture);
        }
        let moves = play.moves().to_string();
        let again = level.at(Some(&moves));
        let again = again.expect("moves that were made are legal");
        assert_eq!(again.moves(), play.moves());
    }
}

/// An edit in the first line, a draft in the rest: a draft again, whatever is wrong with it.
pub(crate) fn draft_text(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
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
}

/// Knobs of a generator, `name=value` a line; the first line names a tier. What is made in a moment
/// is a level.
pub(crate) fn knobs(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    let mut lines = text.lines();
    let tier = lines.next().unwrap_or_default();
    let set: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let clock = WallClock::start();
    for game in GAMES {
        let tier = game.tiers().iter().find(|known| known.name == tier);
        let Ok(settings) = Settings::resolve(game.knobs(), tier, &set) else {
            continue;
        };
        let request = Request {
            settings,
            tier: tier.map(|tier| tier.name),
            min_moves: None,
            metric: None,
            seed: bytes.len() as u64,
        };
        let budget = Budget::unlimited()
            .with_clock(&clock)
            .with_memory(64 << 20)
            .within(Duration::from_millis(5));
        if let Ok(record) = game.generate(&request, &budget) {
            let level = game.open(&record.level.to_string());
            let level = level.expect("what is made is a level");
            let report = level.verify(&record.solution.to_string());
            assert!(
                report.is_ok_and(|report| report.ok),
                "and its solution works"
            );
        }
    }
}

/// Any text as the request of every call, and an address and a body in two lines.
pub(crate) fn api_request(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    let (address, body) = text.split_once('\n').unwrap_or((text, text));
    // Without a clock, calls that think would think for ever.
    for call in CALLS.iter().filter(|call| call.lane != Lane::Thinking) {
        let thinks = call.path.starts_with("/api/daily");
        let _ = match call.request {
            _ if thinks => continue,
            Stands::Address => WORKSHOP.answer(&call.path.replace("{game}", address), ""),
            Stands::Body => WORKSHOP.answer(call.path, body),
        };
    }
    if let Ok(request) = read::<JobRequest>(body) {
        let _ = WORKSHOP.prepare(request);
    }
}

/// Any text as a line of a batch: it is refused, or answered in JSON about levels that are ready.
pub(crate) fn batch_line(bytes: &[u8]) {
    let Ok(ask) = Ask::read(&String::from_utf8_lossy(bytes)) else {
        return;
    };
    let clock = WallClock::start();
    let budget = Budget::unlimited()
        .with_clock(&clock)
        .with_memory(64 << 20)
        .within(Duration::from_millis(5));
    for level in LEVELS.iter() {
        if let Ok(answer) = ask.about(&**level, &budget) {
            let answer: Result<serde_json::Value, _> = serde_json::from_str(&answer);
            assert!(answer.is_ok(), "an answer is JSON");
        }
    }
}

/// Any text as a collection of levels: every level in it has a name by which it is found.
pub(crate) fn collection_text(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    if let Ok(Contents::Many(entries)) = contents(text) {
        for entry in &entries {
            assert!(!entry.name.is_empty());
        }
    }
}

/// Any bytes as a progress document: what is read is written, and read again the same.
pub(crate) fn progress_document(bytes: &[u8]) {
    if let Ok(games) = document::read(bytes) {
        let text = document::write(&games);
        let again = document::read(text.as_bytes()).expect("what is written can be read");
        assert_eq!(games, again);
    }
}

/// Any bytes as the file of saved progress: it is refused and left alone, or it opens, can be
/// written to, and opens again with the same.
pub(crate) fn database_bytes(bytes: &[u8]) {
    let home = tempfile::tempdir().expect("there is room for a folder");
    let path = home.path().join("progress.db");
    std::fs::write(&path, bytes).expect("there is room for a file");
    let Ok(opened) = gridwright_progress::open(home.path()) else {
        let now = std::fs::read(&path).expect("the file is still there");
        assert!(now == bytes, "a file that is refused is left alone");
        return;
    };
    let mut store = opened.store;
    store
        .raise_highest("fuzz", 7)
        .expect("an open store can be written to");
    let games = store.games(Scope::All).expect("an open store can be read");
    drop(store);
    let again = gridwright_progress::open(home.path()).expect("it opens again");
    assert!(again.notices.is_empty(), "{:?}", again.notices);
    assert_eq!(
        again.store.games(Scope::All).expect("and can be read"),
        games
    );
}

//! The terminal player in a real pseudo-terminal: every kind of level is won by keyboard alone and
//! by mouse alone, with and without colour; what was played survives a kill, and two players at
//! once lose nothing.

mod hands;
mod screen;

use gridwright_games::registry::{self, GAMES};

use hands::{by_keyboard, by_mouse};
use screen::{Player, Setting};

/// The first level of every pack that ships.
fn levels() -> Vec<String> {
    let first = |game: &'static dyn registry::Game| {
        game.packs().iter().map(move |shipped| {
            let pack = registry::read_shipped(shipped);
            let id = pack.levels[0].id.clone().unwrap_or_default();
            format!("{}/{}/{id}", game.id(), shipped.name)
        })
    };
    GAMES.iter().flat_map(|game| first(*game)).collect()
}

/// Wins the first level of every pack with colour, without, and in ASCII.
fn win_all(hand: impl Fn(&mut Player, &str)) {
    for address in levels() {
        for setting in [Setting::Color, Setting::NoColor, Setting::Ascii] {
            let home = tempfile::tempdir().unwrap();
            let mut player = Player::start(home.path(), setting, &[&address]);
            hand(&mut player, &address);
            player.wait_for("Level complete!");
            player.type_keys("q");
            player.ends_cleanly();
        }
    }
}

#[test]
fn every_kind_of_level_is_won_by_keyboard_alone() {
    win_all(by_keyboard);
}

#[test]
fn every_kind_of_level_is_won_by_mouse_alone() {
    win_all(by_mouse);
}

#[test]
fn an_attempt_survives_a_kill() {
    let home = tempfile::tempdir().unwrap();
    let mut player = Player::start(home.path(), Setting::Color, &["lights-off/classic/1"]);
    player.wait_for("0 presses");
    player.type_keys(" l ");
    player.wait_for("2 presses");
    player.wait_until_saved(home.path(), "lights-off", 2);
    player.kill();
    let mut player = Player::start(home.path(), Setting::Color, &["lights-off/classic/1"]);
    player.wait_for("Here is where you left off.");
    player.wait_for("2 presses");
    player.type_keys("q");
    player.wait_for("continue 1");
    player.type_keys("q");
    player.ends_cleanly();
}

#[test]
fn two_players_at_once_lose_nothing() {
    let home = tempfile::tempdir().unwrap();
    let levels = ["lights-off/classic/1", "circuits/01/0101"];
    let mut players = levels.map(|level| Player::start(home.path(), Setting::Color, &[level]));
    for (player, level) in players.iter_mut().zip(levels) {
        by_keyboard(player, level);
    }
    for player in &mut players {
        player.wait_for("Level complete!");
        player.type_keys("q");
    }
    for player in &mut players {
        player.ends_cleanly();
    }
    let mut player = Player::start(home.path(), Setting::NoColor, &[]);
    player.wait_for("Lights Off  1 of");
    player.wait_for("Circuits  1 of");
    player.type_keys("q");
    player.ends_cleanly();
}

#[test]
fn a_program_that_is_asked_to_end_leaves_a_clean_terminal() {
    let home = tempfile::tempdir().unwrap();
    let mut player = Player::start(home.path(), Setting::Color, &["tint/easy/e01"]);
    player.wait_for("Tint");
    player.signal("TERM");
    player.left_the_screen();
}

#[test]
fn a_faulty_level_is_refused_with_every_fault() {
    let home = tempfile::tempdir().unwrap();
    let mut player = Player::start(home.path(), Setting::Color, &["circuits/01/9999"]);
    player.wait_for("no shipped level");
    player.type_keys("q");
    player.wait_for("Gridwright");
    player.type_keys("q");
    player.ends_cleanly();
}

#[test]
fn a_terminal_that_changes_its_size_is_drawn_anew() {
    let home = tempfile::tempdir().unwrap();
    let mut player = Player::start(home.path(), Setting::Color, &["iq-circuit/booklet/49"]);
    player.wait_for("Hint");
    player.resize((50, 12));
    player.wait("a sentence", |player| {
        let shown = player.shown();
        shown.contains("This level needs") && shown.contains("terminal has 50 and 12")
    });
    player.resize((100, 40));
    player.wait_for("Hint");
    player.type_keys("q");
    player.ends_cleanly();
}

#[cfg(target_os = "linux")]
#[test]
fn a_player_put_aside_gives_the_terminal_back_and_goes_on_where_it_was() {
    let home = tempfile::tempdir().unwrap();
    let mut player = Player::start(home.path(), Setting::Color, &["lights-off/classic/1"]);
    player.wait_for("0 presses");
    player.type_keys(" ");
    player.wait_for("1 press");
    player.type_keys("\x1a");
    player.wait("a stopped process", |player| player.state() == "T");
    player.wait_for_screen(false);
    player.signal("CONT");
    player.wait_for_screen(true);
    player.wait_for("1 press");
    player.type_keys("l ");
    player.wait_for("2 presses");
    player.type_keys("q");
    player.ends_cleanly();
}

#[cfg(target_os = "linux")]
#[test]
fn a_player_that_waits_uses_no_processor() {
    let home = tempfile::tempdir().unwrap();
    let mut player = Player::start(home.path(), Setting::Color, &["lights-off/classic/1"]);
    player.wait_for("0 presses");
    // What began at the start may still be ending; then every look finds the same.
    let mut before = player.ticks();
    for _ in 0..20 {
        std::thread::sleep(std::time::Duration::from_millis(500));
        let after = player.ticks();
        if after == before {
            return;
        }
        before = after;
    }
    panic!("it never rests");
}

#[test]
fn a_terminal_that_shows_pictures_gets_them_when_asked_for() {
    let home = tempfile::tempdir().unwrap();
    let arguments = ["--pictures", "lights-off/classic/1"];
    let mut player = Player::start(home.path(), Setting::Color, &arguments);
    // The answers of a terminal with Sixel and characters of 8 by 16 pixels.
    player.wait_for_bytes(b"\x1b[5n");
    player.type_keys("\x1b[6;16;8t\x1b[?62;4c\x1b[0n");
    player.wait_for_bytes(b"\x1bP");
    player.wait_for("0 presses");
    player.type_keys("q");
    player.ends_cleanly();
}

#[test]
fn a_terminal_without_pictures_gets_characters_and_a_sentence() {
    let home = tempfile::tempdir().unwrap();
    let arguments = ["--pictures", "lights-off/classic/1"];
    let mut player = Player::start(home.path(), Setting::Color, &arguments);
    player.wait_for_bytes(b"\x1b[5n");
    player.type_keys("\x1b[6;16;8t\x1b[?62c\x1b[0n");
    player.wait_for("This terminal shows no pictures");
    player.type_keys("l");
    player.wait("the next key", |player| {
        !player.shown().contains("no pictures")
    });
    player.type_keys("q");
    player.ends_cleanly();
}

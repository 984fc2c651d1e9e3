//! A game that is handed in is found, opened, played and won in the terminal like those that ship.

#[path = "../../games/tests/conformance/toy.rs"]
#[allow(dead_code, reason = "the conformance tests use more of it")]
mod toy;

use std::sync::Arc;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use gridwright_core::text::Charset;
use gridwright_games::registry::{Games, of};
use gridwright_tui::app::App;
use gridwright_tui::look::{Colors, Look};
use gridwright_workshop::level_ref::LevelRef;
use gridwright_workshop::progress::memory::MemoryStore;
use gridwright_workshop::{Detached, Workshop};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

const LOOK: Look = Look {
    charset: Charset::Ascii,
    colors: Colors::None,
};

fn workshop() -> Arc<Workshop> {
    const TOY: Games = Games(&[of::<toy::Countdown>()]);
    let workshop = Workshop::with_games(TOY, Detached::default(), MemoryStore::default());
    Arc::new(workshop)
}

/// What is on the screen once all work beside it is done.
fn seen(app: &mut App) -> String {
    app.settle();
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
    app.draw(&mut buffer);
    let rows = buffer.content().chunks(80);
    let rows = rows.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>());
    rows.collect::<Vec<_>>().join("\n")
}

fn press(app: &mut App, key: KeyCode) {
    app.input(&Event::Key(KeyEvent::new(key, KeyModifiers::NONE)));
}

#[test]
fn the_toy_game_is_played_and_won_in_the_terminal() {
    let mut app = App::new(workshop(), LOOK, None);
    let home = seen(&mut app);
    assert!(home.contains("Countdown"), "{home}");
    let mut app = App::new(workshop(), LOOK, Some(LevelRef::address("countdown/1")));
    let start = seen(&mut app);
    assert!(start.contains("Countdown"), "{start}");
    for taken in 0..7 {
        let before = seen(&mut app);
        assert!(!before.contains("Level complete!"), "{taken}: {before}");
        press(&mut app, KeyCode::Char(' '));
    }
    let won = seen(&mut app);
    assert!(won.contains("Level complete!"), "{won}");
}

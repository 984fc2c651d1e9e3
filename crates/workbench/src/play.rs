//! `play`: how fast the terminal player answers, without a terminal: from the start to the first
//! frame, and from a key to the next frame, on the largest level that ships.

use std::sync::Arc;

use anyhow::Context;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use gridwright_core::text::Charset;
use gridwright_host::Machine;
use gridwright_progress::BackgroundStore;
use gridwright_tui::app::App;
use gridwright_tui::look::{Colors, Look};
use gridwright_workshop::Workshop;
use gridwright_workshop::catalogue::Catalogue;
use gridwright_workshop::level_ref::LevelRef;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::measure::Measure;

const LOOK: Look = Look {
    charset: Charset::Unicode,
    colors: Colors::True,
};

/// Measures and prints.
pub(crate) fn run(measure: &mut Measure) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let workshop = || -> anyhow::Result<Arc<Workshop>> {
        let opened = gridwright_progress::open(folder.path())?;
        let store = BackgroundStore::start(opened)?;
        Ok(Arc::new(Workshop::new(Machine::new(None), store)))
    };
    let largest = largest(&*workshop()?).context("no level ships")?;
    measure.begin("play", "start", "from the start to the first frame");
    let started = |level: Option<&str>| {
        let Ok(workshop) = workshop() else {
            return;
        };
        let mut app = App::new(workshop, LOOK, level.map(LevelRef::address));
        if level.is_some() {
            app.settle();
        }
        app.draw(&mut buffer());
    };
    measure.case("home", || started(None));
    measure.case(&largest, || started(Some(&largest)));
    measure.begin("play", "key", "from a key to the next frame, moves saved");
    let mut app = App::new(workshop()?, LOOK, Some(LevelRef::address(&largest)));
    app.settle();
    let mut buffer = buffer();
    for (name, key) in [
        ("cursor", KeyCode::Right),
        ("take or press", KeyCode::Char(' ')),
        ("undo", KeyCode::Char('u')),
        ("next thing", KeyCode::Tab),
    ] {
        let case = format!("{largest} {name}");
        measure.case(&case, || {
            app.input(&Event::Key(KeyEvent::new(key, KeyModifiers::NONE)));
            app.draw(&mut buffer);
        });
    }
    Ok(())
}

fn buffer() -> Buffer {
    Buffer::empty(Rect::new(0, 0, 80, 24))
}

/// The address of the level with the most characters.
fn largest(workshop: &Workshop) -> Option<String> {
    let games = workshop.games().iter();
    let packs = games.flat_map(|game| workshop.catalogue().of(game.id()));
    let levels = packs.flat_map(Catalogue::levels);
    let size = |address: &str| {
        let attempt = workshop.attempt(&LevelRef::address(address)).ok()?;
        let (width, height) = attempt.play().text().size();
        Some(width * height)
    };
    levels
        .map(|level| level.address())
        .max_by_key(|address| size(address))
}

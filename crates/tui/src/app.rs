//! The program around the screens: a stack of them, what they share, and who gets which event.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};
use gridwright_workshop::Workshop;
use gridwright_workshop::level_ref::LevelRef;
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use crate::events::Event;
use crate::look::Look;
use crate::page::{Click, Page, Zone};
use crate::picture::Pictures;
use crate::screens::help::Help;
use crate::screens::home::Home;
use crate::screens::opening::Opening;
use crate::work::{Background, News, What};

/// The least room a screen can be drawn in.
pub(crate) const LEAST: (u16, u16) = (60, 20);

/// A screen, or something that lies over one.
pub(crate) trait Screen {
    /// Draws it.
    fn draw(&mut self, page: &mut Page<'_>);

    /// A key was pressed, or a button that stands for one.
    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next;

    /// An entry of its list was clicked.
    fn pick(&mut self, _index: usize, _shared: &mut Shared) -> Next {
        Next::Stay
    }

    /// The mouse did something elsewhere.
    fn mouse(&mut self, _mouse: MouseEvent, _shared: &mut Shared) -> Next {
        Next::Stay
    }

    /// Work beside the screen has news.
    fn news(&mut self, _news: News, _shared: &mut Shared) -> Next {
        Next::Stay
    }

    /// When it wants to be woken, if it does.
    fn alarm(&self) -> Option<Duration> {
        None
    }

    /// It is woken.
    fn wake(&mut self, _shared: &mut Shared) -> Next {
        Next::Stay
    }

    /// It is on top: for the first time, or again.
    fn shown(&mut self, _shared: &mut Shared) {}

    /// It is left, or the program ends.
    fn close(&mut self, _shared: &mut Shared) {}

    /// The columns and rows that show all of it, where that depends on what it shows.
    fn needs(&self) -> Option<(u16, u16)> {
        None
    }

    /// Its keys, and what they do.
    fn keys(&self) -> Vec<(&'static str, &'static str)>;

    /// Whether what is below it stays to be seen.
    fn lies_over(&self) -> bool {
        false
    }
}

/// What comes after an event.
pub(crate) enum Next {
    /// Nothing changes.
    Stay,
    /// Another screen on top.
    Push(Box<dyn Screen>),
    /// Another screen in the place of this one.
    Replace(Box<dyn Screen>),
    /// The screen below.
    Back,
    /// The keys of this screen.
    Keys,
    /// The end.
    Quit,
}

/// What screens share.
pub(crate) struct Shared {
    pub(crate) workshop: Arc<Workshop>,
    pub(crate) background: Background,
    pub(crate) look: Look,
    /// How much help a person wants.
    pub(crate) assist: Assist,
}

/// How much help a person wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assist {
    Off,
    Asked,
    Live,
}

impl Assist {
    /// The next of the three, and what it is called.
    pub(crate) fn next(self) -> (Assist, &'static str) {
        match self {
            Assist::Asked => (Assist::Live, "Help after every move."),
            Assist::Live => (Assist::Off, "Help is switched off."),
            Assist::Off => (Assist::Asked, "Help when you ask for it."),
        }
    }
}

impl Shared {
    /// The time of the machine's clock.
    pub(crate) fn now(&self) -> Duration {
        self.workshop.host().now()
    }
}

/// The player: all screens and what they share. It draws into buffers and knows no terminal.
pub struct App {
    shared: Shared,
    screens: Vec<Box<dyn Screen>>,
    zones: Vec<Zone>,
    pictures: Option<Pictures>,
    /// Something to know that no screen has said, until the next key.
    notice: Option<&'static str>,
    events: Receiver<Event>,
    sender: Sender<Event>,
    over: bool,
}

impl App {
    /// A player at the home screen, or at a level.
    pub fn new(workshop: Arc<Workshop>, look: Look, level: Option<LevelRef>) -> App {
        let (sender, events) = mpsc::channel();
        let mut shared = Shared {
            background: Background::new(workshop.clone(), sender.clone()),
            workshop,
            look,
            assist: Assist::Asked,
        };
        let mut screens: Vec<Box<dyn Screen>> = vec![Box::new(Home::new())];
        if let Some(level) = level {
            screens.push(Box::new(Opening::new(level, &mut shared)));
        }
        let mut app = App {
            shared,
            screens,
            zones: Vec::new(),
            pictures: None,
            notice: None,
            events,
            sender,
            over: false,
        };
        app.shown();
        app
    }

    /// Shows boards as pictures; a terminal that has none is told of.
    pub fn show_pictures(&mut self, pictures: Option<Pictures>) {
        if pictures.is_none() {
            self.notice = Some("This terminal shows no pictures, so here are characters.");
        }
        self.pictures = pictures;
    }

    /// Where events come in.
    pub(crate) fn sender(&self) -> &Sender<Event> {
        &self.sender
    }

    /// The next event; `None` if the screen wanted to be woken first.
    pub(crate) fn wait(&self) -> Option<Event> {
        match self.screens.last().and_then(|screen| screen.alarm()) {
            Some(alarm) => {
                let left = alarm.saturating_sub(self.shared.now());
                self.events.recv_timeout(left).ok()
            }
            None => self.events.recv().ok(),
        }
    }

    /// Another event that is there already.
    pub(crate) fn another(&self) -> Option<Event> {
        self.events.try_recv().ok()
    }

    /// Whether the player has left.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Draws the screens.
    pub fn draw(&mut self, buffer: &mut Buffer) {
        self.zones.clear();
        let area = buffer.area;
        buffer.reset();
        let mut page = Page {
            area,
            buffer,
            look: self.shared.look,
            zones: &mut self.zones,
            pictures: self.pictures.as_mut(),
        };
        if area.width < LEAST.0 || area.height < LEAST.1 {
            let needs = self.screens.last().and_then(|screen| screen.needs());
            let (what, (width, height)) = match needs {
                Some(needs) => ("This level", needs),
                None => ("This", LEAST),
            };
            let words = format!(
                "{what} needs {width} columns and {height} rows; the terminal has {} and {}. Make \
                 it larger, or press q to leave: your moves are saved.",
                area.width, area.height
            );
            page.wrapped(0, 0, &words, page.look.strong());
            return;
        }
        let lowest = self.screens.iter().rposition(|screen| !screen.lies_over());
        for screen in &mut self.screens[lowest.unwrap_or(0)..] {
            // Only what is on top can be clicked.
            page.zones.clear();
            screen.draw(&mut page);
        }
        if let Some(words) = self.notice {
            let row = area.height - 2;
            page.words(0, row, &" ".repeat(area.width.into()), Style::reset());
            page.words(1, row, words, page.look.warn());
        }
    }

    /// Takes in a key, the mouse, or another size.
    pub fn input(&mut self, input: &Input) {
        let Some(screen) = self.screens.last_mut() else {
            return;
        };
        self.notice = None;
        let next = match input {
            Input::Key(key) if key.kind != KeyEventKind::Release => {
                pressed(&mut **screen, *key, &mut self.shared)
            }
            Input::Mouse(mouse) => {
                let down = mouse.kind == MouseEventKind::Down(MouseButton::Left);
                let on = |zone: &&Zone| down && zone.holds(mouse.column, mouse.row);
                match self.zones.iter().rev().find(on).map(|zone| zone.click) {
                    Some(Click::Key(code)) => {
                        pressed(&mut **screen, KeyEvent::from(code), &mut self.shared)
                    }
                    Some(Click::Pick(index)) => screen.pick(index, &mut self.shared),
                    None => screen.mouse(*mouse, &mut self.shared),
                }
            }
            _ => Next::Stay,
        };
        self.follow(next);
    }

    /// Takes in news of work.
    pub(crate) fn news(&mut self, news: News) {
        if matches!(news.what, What::Done(_)) {
            self.shared.background.waiting -= 1;
        }
        if let Some(screen) = self.screens.last_mut() {
            let next = screen.news(news, &mut self.shared);
            self.follow(next);
        }
    }

    /// Wakes the screen that wanted it.
    pub(crate) fn wake(&mut self) {
        if let Some(screen) = self.screens.last_mut() {
            let next = screen.wake(&mut self.shared);
            self.follow(next);
        }
    }

    /// Waits until all work beside the screen is done. For tests and measurements, which have no
    /// loop of their own.
    pub fn settle(&mut self) {
        while self.shared.background.waiting > 0 {
            if let Ok(Event::News(news)) = self.events.recv() {
                self.news(*news);
            }
        }
    }

    /// Closes all screens; what is unfinished is saved.
    pub fn close(&mut self) {
        while let Some(mut screen) = self.screens.pop() {
            screen.close(&mut self.shared);
        }
        self.over = true;
    }

    fn follow(&mut self, next: Next) {
        match next {
            Next::Stay => return,
            Next::Push(screen) => self.screens.push(screen),
            Next::Replace(screen) => {
                self.pop();
                self.screens.push(screen);
            }
            Next::Back => {
                self.pop();
                if self.screens.is_empty() {
                    self.over = true;
                }
            }
            Next::Keys => {
                let keys = self.screens.last().map(|screen| screen.keys());
                self.screens
                    .push(Box::new(Help::new(keys.unwrap_or_default())));
            }
            Next::Quit => self.close(),
        }
        self.shown();
    }

    fn pop(&mut self) {
        if let Some(mut screen) = self.screens.pop() {
            screen.close(&mut self.shared);
        }
    }

    fn shown(&mut self) {
        if let Some(screen) = self.screens.last_mut() {
            screen.shown(&mut self.shared);
        }
    }
}

/// What keys mean on every screen, and what the screen makes of the others.
fn pressed(screen: &mut dyn Screen, key: KeyEvent, shared: &mut Shared) -> Next {
    if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
        return Next::Quit;
    }
    if key.code == KeyCode::Char('?') && !screen.lies_over() {
        return Next::Keys;
    }
    screen.key(key, shared)
}

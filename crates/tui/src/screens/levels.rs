//! The levels of a pack, page by page, with stars and locks.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use gridwright_games::registry::Game;
use gridwright_workshop::packs::{Entry, PackAnswer, PackRequest};

use super::head;
use super::opening::Opening;
use crate::app::{Next, Screen, Shared};
use crate::page::{Click, Page, width_of};
use crate::words;

/// Columns and rows of an entry.
const ENTRY: (u16, u16) = (12, 2);

/// Level select.
pub(crate) struct Levels {
    game: &'static dyn Game,
    name: String,
    pack: Option<PackAnswer>,
    at: usize,
    /// Columns and rows of entries on a page, as drawn last.
    grid: (usize, usize),
    said: Option<String>,
    unlocked: bool,
}

impl Levels {
    pub(crate) fn new(game: &'static dyn Game, name: String) -> Levels {
        Levels {
            game,
            name,
            pack: None,
            at: 0,
            grid: (1, 1),
            said: None,
            unlocked: false,
        }
    }

    fn read(&mut self, shared: &Shared) {
        let asked = shared.workshop.pack(PackRequest {
            game: self.game.id().to_owned(),
            pack: self.name.clone(),
            all: Some(self.unlocked.to_string()),
        });
        match asked {
            Ok(pack) => {
                if self.pack.is_none() {
                    let open = |level: &Entry| !level.completed && !level.locked;
                    self.at = pack.levels.iter().position(open).unwrap_or(0);
                }
                self.pack = Some(pack);
            }
            Err(refusal) => self.said = Some(refusal.to_string()),
        }
    }

    fn count(&self) -> usize {
        self.pack.as_ref().map_or(0, |pack| pack.levels.len())
    }

    fn open(&mut self, shared: &mut Shared) -> Next {
        let Some(level) = self.pack.as_ref().and_then(|pack| pack.levels.get(self.at)) else {
            return Next::Stay;
        };
        if level.locked {
            self.said = Some("Locked: solve the levels before it.".to_owned());
            return Next::Stay;
        }
        Opening::address(level.address.clone(), shared)
    }

    /// The chosen level in words, as the page says them.
    fn about(&self, level: &Entry) -> String {
        let about = self.game.about();
        let first = |costs: &Option<serde_json::Map<String, serde_json::Value>>| {
            let metric = about.order(None).first()?;
            let value = costs.as_ref()?.get(*metric)?.as_u64()?;
            Some(about.metric(metric)?.counted(value))
        };
        let mut words = format!("Level {}", level.title.as_ref().unwrap_or(&level.id));
        if let Some(tier) = &level.tier {
            words += &format!(", {}", words::title(tier));
        }
        if level.locked {
            return words + ", locked: solve the levels before it";
        }
        if level.completed {
            words += ", solved";
            if let Some(best) = first(&level.best) {
                words += &format!(" in {best}");
            }
            if let Some(ms) = level.ms {
                words += &format!(", best time {}", words::time(Duration::from_millis(ms)));
            }
        } else if level.begun {
            words += ", begun";
        } else {
            words += ", not solved yet";
        }
        match first(&level.par).filter(|_| level.optimal) {
            Some(par) => words + &format!(", par {par}"),
            None => words,
        }
    }
}

impl Screen for Levels {
    fn draw(&mut self, page: &mut Page<'_>) {
        let Some(pack) = &self.pack else {
            let words = self.said.as_deref().unwrap_or("Reading the pack…");
            page.words(2, 2, words, page.look.bad());
            return;
        };
        let columns = usize::from((page.width() - 2) / ENTRY.0).max(1);
        let rows = usize::from((page.height() - 5) / ENTRY.1).max(1);
        self.grid = (columns, rows);
        let per_page = columns * rows;
        let pages = pack.levels.len().div_ceil(per_page).max(1);
        let current = self.at / per_page;
        let title = format!("{}: {}", self.game.title(), pack.title);
        head(page, &title, &format!("Page {} of {pages}", current + 1));
        let first = current * per_page;
        for (i, level) in pack.levels.iter().enumerate().skip(first).take(per_page) {
            let (x, y) = ((i - first) % columns, (i - first) / columns);
            let (x, y) = (1 + x as u16 * ENTRY.0, 2 + y as u16 * ENTRY.1);
            let chosen = i == self.at;
            let state = match level {
                _ if level.locked => page.look.pick("▪ locked", "# locked").to_owned(),
                _ if level.completed => match level.stars {
                    Some(stars) => page.look.stars(stars),
                    None => page.look.pick("✓ solved", "+ solved").to_owned(),
                },
                _ if level.begun => page.look.pick("… begun", ". begun").to_owned(),
                _ => String::new(),
            };
            let name: String = level.id.chars().take(6).collect();
            let style = match (chosen, level.locked) {
                (true, _) => page.look.chosen(),
                (false, true) => page.look.soft(),
                (false, false) => page.look.strong(),
            };
            page.words(x, y, if chosen { ">" } else { " " }, page.look.accent());
            let end = page.words(x + 1, y, &format!("{name:>3} "), style);
            let style = if level.completed {
                page.look.good()
            } else {
                page.look.soft()
            };
            let mut room = page.part(x, y, ENTRY.0 - 1, 2);
            if usize::from(end - x) + width_of(&state) < usize::from(ENTRY.0) {
                room.words(end - x, 0, &state, style);
            } else {
                room.words(2, 1, &state, style);
            }
            page.zone(x, y, ENTRY.0 - 1, ENTRY.1, Click::Pick(i));
        }
        let bottom = page.height() - 1;
        let about = pack.levels.get(self.at).map(|level| self.about(level));
        let words = self.said.as_deref().or(about.as_deref()).unwrap_or("");
        page.words(1, bottom - 1, words, page.look.strong());
        page.part(1, bottom, page.width() - 1, 1).buttons(
            0,
            &[
                (KeyCode::Enter, "Enter", "Play"),
                (KeyCode::PageUp, "PgUp", "Page back"),
                (KeyCode::PageDown, "PgDn", "Page on"),
                (KeyCode::Char('?'), "?", "Keys"),
                (KeyCode::Esc, "Esc", "Back"),
            ],
        );
    }

    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        self.said = None;
        let (columns, rows) = self.grid;
        let last = self.count().saturating_sub(1);
        let to = match key.code {
            KeyCode::Left | KeyCode::Char('h' | 'a') => self.at.saturating_sub(1),
            KeyCode::Right | KeyCode::Char('l' | 'd') => self.at + 1,
            KeyCode::Up | KeyCode::Char('k' | 'w') => self.at.saturating_sub(columns),
            KeyCode::Down | KeyCode::Char('j' | 's') => self.at + columns,
            KeyCode::PageUp => self.at.saturating_sub(columns * rows),
            KeyCode::PageDown => self.at + columns * rows,
            KeyCode::Home | KeyCode::Char('g') => 0,
            KeyCode::End | KeyCode::Char('G') => last,
            KeyCode::Enter | KeyCode::Char(' ') => return self.open(shared),
            KeyCode::Char('U') => {
                self.unlocked = !self.unlocked;
                self.read(shared);
                let words = if self.unlocked {
                    "All levels are open."
                } else {
                    "Levels open one after another."
                };
                self.said = Some(words.to_owned());
                return Next::Stay;
            }
            KeyCode::Esc | KeyCode::Char('q') => return Next::Back,
            _ => return Next::Stay,
        };
        self.at = to.min(last);
        Next::Stay
    }

    fn pick(&mut self, index: usize, shared: &mut Shared) -> Next {
        self.at = index;
        self.open(shared)
    }

    fn mouse(&mut self, mouse: MouseEvent, shared: &mut Shared) -> Next {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.key(KeyCode::PageUp.into(), shared),
            MouseEventKind::ScrollDown => self.key(KeyCode::PageDown.into(), shared),
            _ => Next::Stay,
        }
    }

    fn shown(&mut self, shared: &mut Shared) {
        self.read(shared);
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![
            ("Arrows, hjkl, WASD", "choose a level"),
            ("Enter", "play it"),
            ("PgUp, PgDn", "a page back, a page on"),
            ("Home, End", "the first, the last level"),
            ("U", "open all levels, or one after another"),
            ("Esc, q", "back to the game"),
        ]
    }
}

//! A game: its packs, and the ways to other levels.

use crossterm::event::{KeyCode, KeyEvent};
use gridwright_games::registry::Game;
use gridwright_workshop::daily::Day;
use gridwright_workshop::packs::PackRequest;
use gridwright_workshop::progress::ResetRequest;

use super::generate::Generate;
use super::levels::Levels;
use super::opening::Opening;
use super::question::Question;
use super::{head, learn, step};
use crate::app::{Next, Screen, Shared};
use crate::page::{Click, Page};

/// A game's screen.
pub(crate) struct GameScreen {
    game: &'static dyn Game,
    entries: Vec<Entry>,
    at: usize,
    said: Option<String>,
}

struct Entry {
    what: Way,
    words: String,
    aside: String,
}

/// Where an entry leads.
#[derive(Clone)]
enum Way {
    Continue(String),
    Pack(String),
    Daily,
    Generate,
    Learn,
    NewGame,
}

impl GameScreen {
    pub(crate) fn new(game: &'static dyn Game, _: &mut Shared) -> GameScreen {
        GameScreen {
            game,
            entries: Vec::new(),
            at: 0,
            said: None,
        }
    }

    fn list(&mut self, shared: &Shared) {
        let workshop = &shared.workshop;
        let id = self.game.id();
        self.entries.clear();
        let mut add = |what: Way, words: String, aside: String| {
            self.entries.push(Entry { what, words, aside });
        };
        let current = match workshop.store().game(id) {
            Ok(saved) => saved.current,
            Err(error) => {
                self.said = Some(error.to_string());
                None
            }
        };
        if let Some(key) = current {
            add(Way::Continue(format!("{id}/{key}")), "Continue".into(), key);
        }
        for listed in workshop.catalogue().of(id) {
            let pack = listed.pack();
            let asked = workshop.pack(PackRequest {
                game: id.to_owned(),
                pack: pack.pack.clone(),
                all: None,
            });
            let solved = asked.map_or(0, |pack| {
                pack.levels.iter().filter(|level| level.completed).count()
            });
            let aside = format!("{solved} of {} solved", pack.levels.len());
            add(Way::Pack(pack.pack.clone()), pack.title.clone(), aside);
        }
        let day = Day::today(workshop.host()).to_string();
        add(Way::Daily, "Daily level".into(), day);
        let tiers: Vec<&str> = self.game.tiers().iter().map(|tier| tier.name).collect();
        add(Way::Generate, "Generate".into(), tiers.join(", "));
        let lessons = format!("{} small levels", self.game.lessons().len());
        add(Way::Learn, "Explain".into(), lessons);
        add(
            Way::NewGame,
            "New game".into(),
            "erases what you have reached".into(),
        );
        self.at = self.at.min(self.entries.len() - 1);
    }

    fn go(&self, shared: &mut Shared) -> Next {
        let game = self.game;
        match self.entries[self.at].what.clone() {
            Way::Continue(address) => Opening::address(address, shared),
            Way::Pack(pack) => Next::Push(Box::new(Levels::new(game, pack))),
            Way::Daily => {
                let day = Day::today(shared.workshop.host());
                Opening::address(format!("{}/daily/{day}", game.id()), shared)
            }
            Way::Generate => Next::Push(Box::new(Generate::new(game))),
            Way::Learn => learn(game),
            Way::NewGame => Next::Push(Box::new(new_game(game))),
        }
    }
}

/// Asks before everything that was reached in a game is erased.
fn new_game(game: &'static dyn Game) -> Question {
    let words = format!(
        "This erases everything you have reached in {}: solved levels, best results and \
         unfinished attempts. `gridwright progress export` saves it first.",
        game.title()
    );
    let answers = ("Erase and begin anew", "Keep my progress");
    Question::new("New game?", words, answers, move |shared| {
        let request = ResetRequest {
            game: Some(game.id().to_owned()),
        };
        // A store that cannot erase says so when it is asked next.
        let _ = shared.workshop.reset(request);
        Next::Back
    })
}

impl Screen for GameScreen {
    fn draw(&mut self, page: &mut Page<'_>) {
        head(page, self.game.title(), "");
        let soft = page.look.soft();
        let rows = page
            .part(2, 2, page.width() - 4, 3)
            .wrapped(0, 0, self.game.summary(), soft);
        let top = 3 + rows;
        let room = usize::from(page.height().saturating_sub(top + 2));
        let first = self.at.saturating_sub(room.saturating_sub(1));
        for (i, entry) in self.entries.iter().enumerate().skip(first).take(room) {
            let y = top + (i - first) as u16;
            let chosen = i == self.at;
            let style = if chosen {
                page.look.chosen()
            } else {
                page.look.strong()
            };
            page.words(1, y, if chosen { ">" } else { " " }, page.look.accent());
            page.words(3, y, &format!(" {} ", entry.words), style);
            page.words(30, y, &entry.aside, page.look.soft());
            page.zone(0, y, page.width(), 1, Click::Pick(i));
        }
        let bottom = page.height() - 1;
        if let Some(words) = &self.said {
            page.words(1, bottom - 1, words, page.look.bad());
        }
        page.part(1, bottom, page.width() - 1, 1).buttons(
            0,
            &[
                (KeyCode::Enter, "Enter", "Open"),
                (KeyCode::Char('?'), "?", "Keys"),
                (KeyCode::Esc, "Esc", "Back"),
            ],
        );
    }

    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        if let Some(at) = step(key.code, self.at, self.entries.len(), 5) {
            self.at = at;
            return Next::Stay;
        }
        match key.code {
            KeyCode::Enter | KeyCode::Char(' ' | 'l') | KeyCode::Right => self.go(shared),
            KeyCode::Esc | KeyCode::Char('q' | 'h') | KeyCode::Left => Next::Back,
            _ => Next::Stay,
        }
    }

    fn pick(&mut self, index: usize, shared: &mut Shared) -> Next {
        self.at = index;
        self.go(shared)
    }

    fn shown(&mut self, shared: &mut Shared) {
        self.list(shared);
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![
            ("Up, Down, j, k", "choose"),
            ("Enter", "open"),
            ("Esc, q", "back to all games"),
        ]
    }
}

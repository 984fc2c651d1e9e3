//! The home screen: the games, what was reached in each, and where to go on.

use crossterm::event::{KeyCode, KeyEvent};
use gridwright_games::registry::Game;
use gridwright_workshop::daily::Day;
use gridwright_workshop::progress::SummaryAnswer;

use super::game::GameScreen;
use super::opening::Opening;
use super::{head, learn, step};
use crate::app::{Next, Screen, Shared};
use crate::page::{Click, Page};
use crate::work::{Answer, News, Running, Task, What};

/// The first screen.
pub(crate) struct Home {
    games: Vec<&'static dyn Game>,
    at: usize,
    summary: Option<SummaryAnswer>,
    work: Option<Running>,
    said: Option<String>,
}

impl Home {
    pub(crate) fn new() -> Home {
        Home {
            games: Vec::new(),
            at: 0,
            summary: None,
            work: None,
            said: None,
        }
    }

    fn current(&self) -> Option<String> {
        let summary = self.summary.as_ref()?;
        summary.games.get(self.games[self.at].id())?.current.clone()
    }
}

impl Screen for Home {
    fn draw(&mut self, page: &mut Page<'_>) {
        let streak = match self.summary.as_ref().map_or(0, |summary| summary.streak) {
            0 => String::new(),
            1 => "a streak of 1 day".to_owned(),
            days => format!("a streak of {days} days"),
        };
        head(page, "Gridwright", &streak);
        for (i, game) in self.games.iter().enumerate() {
            let y = 2 + 3 * i as u16;
            let chosen = i == self.at;
            let style = if chosen {
                page.look.chosen()
            } else {
                page.look.strong()
            };
            let mark = if chosen { ">" } else { " " };
            page.words(1, y, mark, page.look.accent());
            let end = page.words(3, y, &format!(" {} ", game.title()), style);
            let told = self
                .summary
                .as_ref()
                .and_then(|all| all.games.get(game.id()));
            if let Some(told) = told {
                let mut words = format!("{} of {} solved", told.completed, told.levels);
                if told.stars > 0 {
                    words += &format!(", {} {}", told.stars, page.look.pick("★", "stars"));
                }
                let end = page.words(end + 1, y, &words, page.look.soft());
                if let Some(current) = &told.current {
                    let id = current.split('/').next_back().unwrap_or_default();
                    page.words(end, y, &format!(", continue {id}"), page.look.soft());
                }
            }
            let soft = page.look.soft();
            let mut below = page.part(4, y + 1, page.width() - 5, 2);
            below.wrapped(0, 0, game.summary(), soft);
            page.zone(0, y, page.width(), 2, Click::Pick(i));
        }
        let bottom = page.height() - 1;
        let notice = self
            .summary
            .as_ref()
            .and_then(|summary| summary.notice.clone());
        if let Some(words) = self.said.clone().or(notice) {
            page.words(1, bottom - 1, &words, page.look.warn());
        }
        let mut buttons = vec![(KeyCode::Enter, "Enter", "Open")];
        if self.current().is_some() {
            buttons.push((KeyCode::Char('c'), "c", "Continue"));
        }
        buttons.extend([
            (KeyCode::Char('d'), "d", "Daily"),
            (KeyCode::Char('e'), "e", "Explain"),
            (KeyCode::Char('?'), "?", "Keys"),
            (KeyCode::Char('q'), "q", "Quit"),
        ]);
        page.part(1, bottom, page.width() - 1, 1)
            .buttons(0, &buttons);
    }

    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        if let Some(at) = step(key.code, self.at, self.games.len(), 5) {
            self.at = at;
            return Next::Stay;
        }
        let game = self.games[self.at];
        match key.code {
            KeyCode::Enter | KeyCode::Char(' ' | 'l') | KeyCode::Right => {
                Next::Push(Box::new(GameScreen::new(game, shared)))
            }
            KeyCode::Char('c') => match self.current() {
                Some(address) => Opening::address(address, shared),
                None => learn(game),
            },
            KeyCode::Char('d') => {
                let day = Day::today(shared.workshop.host());
                Opening::address(format!("{}/daily/{day}", game.id()), shared)
            }
            KeyCode::Char('e') => learn(game),
            KeyCode::Char('q') | KeyCode::Esc => Next::Quit,
            _ => Next::Stay,
        }
    }

    fn pick(&mut self, index: usize, shared: &mut Shared) -> Next {
        self.at = index;
        Next::Push(Box::new(GameScreen::new(self.games[index], shared)))
    }

    fn news(&mut self, news: News, _: &mut Shared) -> Next {
        if self.work.as_ref().is_some_and(|work| work.is(&news)) {
            match news.what {
                What::Done(Ok(Answer::Summary(summary))) => self.summary = Some(summary),
                What::Done(Err(refusal)) => self.said = Some(refusal.to_string()),
                _ => {}
            }
        }
        Next::Stay
    }

    fn shown(&mut self, shared: &mut Shared) {
        self.games = shared.workshop.games().to_vec();
        // All packs are read for it, which may take longer than a first frame should.
        self.work = Some(shared.background.start("Reading progress", Task::Summary));
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![
            ("Up, Down, j, k", "choose a game"),
            ("Enter", "its levels"),
            ("c", "continue where you left off"),
            ("d", "the level of the day"),
            ("e", "the game explained in three small levels"),
            ("q, Esc", "quit"),
            ("Ctrl-Z", "put aside; fg brings it back"),
        ]
    }
}

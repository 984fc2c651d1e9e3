//! Making a level: a tier, knobs as the game declares them, and a seed.

use std::collections::BTreeMap;

use crossterm::event::{KeyCode, KeyEvent};
use gridwright_core::generate::{Knob, KnobKind};
use gridwright_games::registry::Game;
use gridwright_workshop::jobs::{JobRequest, Outcome};
use gridwright_workshop::level_ref::LevelRef;

use super::opening::Opening;
use super::{head, step};
use crate::app::{Next, Screen, Shared};
use crate::page::{Click, Page};
use crate::words;
use crate::work::{Answer, News, Running, Task, What};

/// The generator of a game.
pub(crate) struct Generate {
    game: &'static dyn Game,
    tier: usize,
    /// What was set by hand; everything else is as the tier says.
    set: BTreeMap<&'static str, String>,
    seed: String,
    at: usize,
    work: Option<Running>,
    said: Option<String>,
}

impl Generate {
    pub(crate) fn new(game: &'static dyn Game) -> Generate {
        Generate {
            game,
            tier: 0,
            set: BTreeMap::new(),
            seed: String::new(),
            at: 0,
            work: None,
            said: None,
        }
    }

    /// Tier, knobs, seed.
    fn count(&self) -> usize {
        self.game.knobs().len() + 2
    }

    fn knob(&self) -> Option<&'static Knob> {
        self.game.knobs().get(self.at.checked_sub(1)?)
    }

    fn value(&self, knob: &Knob) -> String {
        let preset = || {
            let tier = self.game.tiers().get(self.tier)?;
            let found = tier.settings.iter().find(|(name, _)| *name == knob.name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let set = self.set.get(knob.name).cloned();
        set.or_else(preset)
            .unwrap_or_else(|| knob.default.to_owned())
    }

    fn turn(&mut self, by: i64) {
        self.said = None;
        if self.at == 0 {
            let last = self.game.tiers().len().saturating_sub(1);
            self.tier = self.tier.saturating_add_signed(by as isize).min(last);
            self.set.clear();
        }
        let Some(knob) = self.knob() else {
            return;
        };
        let value = self.value(knob);
        let turned = match knob.kind {
            KnobKind::Integer { min, max } => {
                let value = value.parse::<i64>().unwrap_or(min);
                (value.saturating_add(by)).clamp(min, max).to_string()
            }
            KnobKind::Choice { of } => {
                let at = of.iter().position(|word| *word == value).unwrap_or(0);
                let at = (at as i64 + by).rem_euclid(of.len().max(1) as i64);
                of.get(at as usize).map_or(value, |word| (*word).to_owned())
            }
            KnobKind::Switch => (value != "true").to_string(),
        };
        self.set.insert(knob.name, turned);
    }

    fn make(&mut self, shared: &mut Shared) {
        let mut request = JobRequest::generate_level(self.game.id());
        request.tier = self
            .game
            .tiers()
            .get(self.tier)
            .map(|tier| tier.name.to_owned());
        request.seed = self.seed.parse().ok();
        let set = self.set.iter();
        request.set = Some(
            set.map(|(name, value)| ((*name).to_owned(), value.clone().into()))
                .collect(),
        );
        self.said = None;
        let task = Task::Job(Box::new(request));
        self.work = Some(shared.background.start("Making a level", task));
    }
}

impl Screen for Generate {
    fn draw(&mut self, page: &mut Page<'_>) {
        head(page, &format!("{}: generate", self.game.title()), "");
        let tier = self.game.tiers().get(self.tier);
        let help = match (self.at, self.knob()) {
            (0, _) => tier.map_or("", |tier| tier.help),
            (_, Some(knob)) => knob.help,
            (_, None) => "The same seed makes the same level; without one it is random.",
        };
        let mut rows = vec![(
            "tier".to_owned(),
            words::title(tier.map_or("", |t| t.name)),
            false,
        )];
        for knob in self.game.knobs() {
            let by_hand = self.set.contains_key(knob.name);
            rows.push((knob.name.to_owned(), self.value(knob), by_hand));
        }
        let seed = if self.seed.is_empty() {
            "random"
        } else {
            &self.seed
        };
        rows.push(("seed".to_owned(), seed.to_owned(), false));
        let room = usize::from(page.height().saturating_sub(7));
        let first = self.at.saturating_sub(room.saturating_sub(1));
        for (i, (name, value, by_hand)) in rows.iter().enumerate().skip(first).take(room) {
            let y = 2 + (i - first) as u16;
            let chosen = i == self.at;
            page.words(1, y, if chosen { ">" } else { " " }, page.look.accent());
            page.words(3, y, name, page.look.strong());
            let style = if chosen {
                page.look.chosen()
            } else {
                page.look.accent()
            };
            let end = page.words(26, y, &format!(" < {value} > "), style);
            if *by_hand {
                page.words(end + 1, y, "set by hand", page.look.soft());
            }
            page.zone(0, y, page.width(), 1, Click::Pick(i));
        }
        let bottom = page.height() - 1;
        let (soft, warn) = (page.look.soft(), page.look.warn());
        page.part(1, bottom - 4, page.width() - 2, 2)
            .wrapped(0, 0, help, soft);
        let line = match (&self.work, &self.said) {
            (Some(work), _) => work.line() + " Esc cancels.",
            (None, Some(said)) => said.clone(),
            (None, None) => String::new(),
        };
        page.part(1, bottom - 2, page.width() - 2, 2)
            .wrapped(0, 0, &line, warn);
        page.part(1, bottom, page.width() - 1, 1).buttons(
            0,
            &[
                (KeyCode::Enter, "Enter", "Make it"),
                (KeyCode::Left, "Left", "Less"),
                (KeyCode::Right, "Right", "More"),
                (KeyCode::Char('?'), "?", "Keys"),
                (KeyCode::Esc, "Esc", "Back"),
            ],
        );
    }

    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        if key.code == KeyCode::Esc && self.work.take().is_some() {
            self.said = Some("Cancelled.".to_owned());
            return Next::Stay;
        }
        if self.at + 1 == self.count() {
            match key.code {
                KeyCode::Char(digit @ '0'..='9') if self.seed.len() < 18 => {
                    self.seed.push(digit);
                    return Next::Stay;
                }
                KeyCode::Backspace => {
                    self.seed.pop();
                    return Next::Stay;
                }
                _ => {}
            }
        }
        if let Some(at) = step(key.code, self.at, self.count(), 8) {
            self.at = at;
            return Next::Stay;
        }
        match key.code {
            KeyCode::Left | KeyCode::Char('h' | 'a') => self.turn(-1),
            KeyCode::Right | KeyCode::Char('l' | 'd' | ' ') => self.turn(1),
            KeyCode::Backspace => {
                if let Some(knob) = self.knob() {
                    self.set.remove(knob.name);
                }
            }
            KeyCode::Enter if self.work.is_none() => self.make(shared),
            KeyCode::Esc | KeyCode::Char('q') => return Next::Back,
            _ => {}
        }
        Next::Stay
    }

    fn pick(&mut self, index: usize, _: &mut Shared) -> Next {
        if self.at == index {
            self.turn(1);
        }
        self.at = index;
        Next::Stay
    }

    fn news(&mut self, news: News, shared: &mut Shared) -> Next {
        let Some(work) = self.work.as_mut().filter(|work| work.is(&news)) else {
            return Next::Stay;
        };
        match news.what {
            What::Progress(event) => work.progress = Some(event),
            What::Done(done) => {
                self.work = None;
                match done {
                    Ok(Answer::Outcome(Outcome::Generated(made))) => {
                        let level = LevelRef {
                            hash: Some(made.level.hash),
                            ..LevelRef::default()
                        };
                        return Next::Push(Box::new(Opening::new(level, shared)));
                    }
                    Ok(_) => {}
                    Err(refusal) => self.said = Some(refusal.to_string()),
                }
            }
            What::Point(_) => {}
        }
        Next::Stay
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![
            ("Up, Down, j, k", "choose what to set"),
            ("Left, Right, Space", "less, more, the next choice"),
            ("0-9, Backspace", "the seed; Backspace also resets a knob"),
            ("Enter", "make the level"),
            ("Esc", "cancel, or back to the game"),
        ]
    }
}

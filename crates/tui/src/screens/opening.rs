//! A level on its way: it is read, or the level of a day is made.

use crossterm::event::{KeyCode, KeyEvent};
use gridwright_workshop::level_ref::LevelRef;

use crate::app::{Next, Screen, Shared};
use crate::page::Page;
use crate::play::Play;
use crate::work::{Answer, News, Running, Task, What};

/// A level that is being opened.
pub(crate) struct Opening {
    work: Running,
    refused: Option<String>,
}

impl Opening {
    pub(crate) fn new(level: LevelRef, shared: &mut Shared) -> Opening {
        Opening {
            work: shared
                .background
                .start("Opening the level", Task::Open(Box::new(level))),
            refused: None,
        }
    }

    /// A shipped level, or the level of a day.
    pub(crate) fn address(address: impl Into<String>, shared: &mut Shared) -> Next {
        let level = LevelRef::address(address);
        Next::Push(Box::new(Opening::new(level, shared)))
    }
}

impl Screen for Opening {
    fn draw(&mut self, page: &mut Page<'_>) {
        let y = page.height() / 3;
        match &self.refused {
            None => {
                page.words(4, y, &self.work.line(), page.look.strong());
                page.words(4, y + 2, "Esc goes back.", page.look.soft());
            }
            Some(words) => {
                let mut part = page.part(4, 2, page.width() - 8, page.height() - 3);
                let mut y = 0;
                for line in words.lines() {
                    y += part.wrapped(0, y, line, part.look.bad());
                }
                part.words(0, y + 1, "Any key goes back.", part.look.soft());
            }
        }
    }

    fn key(&mut self, key: KeyEvent, _: &mut Shared) -> Next {
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => Next::Back,
            _ if self.refused.is_some() => Next::Back,
            _ => Next::Stay,
        }
    }

    fn news(&mut self, news: News, shared: &mut Shared) -> Next {
        if !self.work.is(&news) {
            return Next::Stay;
        }
        match news.what {
            What::Done(Ok(Answer::Opened(attempt))) => {
                Next::Replace(Box::new(Play::new(*attempt, shared)))
            }
            What::Done(Err(refusal)) => {
                self.refused = Some(refusal.to_string());
                Next::Stay
            }
            _ => Next::Stay,
        }
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![("Esc", "go back")]
    }
}

//! The one line where everything is said. What is said belongs to a position or to a moment, and
//! goes with it.

use crossterm::event::KeyCode;
use gridwright_core::words::sentence;
use ratatui::style::Style;

use crate::look::Look;

/// What is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) words: String,
    pub(crate) tone: Tone,
    /// Whether it stays until the position changes, and not only until the next thing is done.
    pub(crate) lasts: bool,
    /// A key that does something about it, and what.
    pub(crate) action: Option<(KeyCode, &'static str, String)>,
}

/// How it is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    Good,
    Warn,
    Bad,
}

impl Tone {
    /// A sign before the words, so that no colour is needed.
    pub(crate) fn sign(self, look: &Look) -> &'static str {
        match self {
            Tone::Plain => "",
            Tone::Good => look.pick("✓ ", "+ "),
            Tone::Warn => "! ",
            Tone::Bad => look.pick("✗ ", "x "),
        }
    }

    pub(crate) fn style(self, look: &Look) -> Style {
        match self {
            Tone::Plain => Style::new(),
            Tone::Good => look.good(),
            Tone::Warn => look.warn(),
            Tone::Bad => look.bad(),
        }
    }
}

/// The line.
#[derive(Default)]
pub(crate) struct Status {
    said: Option<Said>,
}

impl Status {
    /// Says something about the position.
    pub(crate) fn say(&mut self, tone: Tone, words: impl Into<String>) {
        self.said = Some(Said {
            words: sentence(words),
            tone,
            lasts: true,
            action: None,
        });
    }

    /// Says something that the next thing done replaces.
    pub(crate) fn mention(&mut self, tone: Tone, words: impl Into<String>) {
        self.say(tone, words);
        if let Some(said) = &mut self.said {
            said.lasts = false;
        }
    }

    /// Offers to do something about what was said last.
    pub(crate) fn offer(&mut self, key: KeyCode, name: &'static str, words: String) {
        if let Some(said) = &mut self.said {
            said.action = Some((key, name, words));
        }
    }

    /// Something is done.
    pub(crate) fn next(&mut self) {
        if self.said.as_ref().is_some_and(|said| !said.lasts) {
            self.said = None;
        }
    }

    /// The position has changed.
    pub(crate) fn clear(&mut self) {
        self.said = None;
    }

    /// What is said.
    pub(crate) fn said(&self) -> Option<&Said> {
        self.said.as_ref()
    }
}

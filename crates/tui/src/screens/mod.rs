//! The screens around the board.

pub(crate) mod game;
pub(crate) mod generate;
pub(crate) mod help;
pub(crate) mod home;
pub(crate) mod levels;
pub(crate) mod opening;
pub(crate) mod question;

use crossterm::event::KeyCode;
use gridwright_games::registry::Game;

use crate::app::Next;
use crate::page::{Page, width_of};
use crate::play::Play;

/// The head of a screen: where we are at the left, something to know at the right.
pub(crate) fn head(page: &mut Page<'_>, title: &str, right: &str) {
    page.right(0, &format!("{right} "), page.look.soft());
    let room = page.width().saturating_sub(width_of(right) as u16 + 3);
    let strong = page.look.strong();
    page.part(1, 0, room, 1).words(0, 0, title, strong);
    page.bar(0, ratatui::style::Modifier::UNDERLINED.into());
}

/// How a key moves through a list: by lines, by pages, to its ends.
pub(crate) fn step(code: KeyCode, at: usize, count: usize, page: usize) -> Option<usize> {
    let last = count.checked_sub(1)?;
    Some(match code {
        KeyCode::Up | KeyCode::Char('k' | 'w') => at.saturating_sub(1),
        KeyCode::Down | KeyCode::Char('j' | 's') => (at + 1).min(last),
        KeyCode::PageUp => at.saturating_sub(page),
        KeyCode::PageDown => (at + page).min(last),
        KeyCode::Home | KeyCode::Char('g') => 0,
        KeyCode::End | KeyCode::Char('G') => last,
        _ => return None,
    })
}

/// The first lesson of a game.
pub(crate) fn learn(game: &'static dyn Game) -> Next {
    match Play::lesson(game, 0) {
        Some(lesson) => Next::Push(Box::new(lesson)),
        None => Next::Stay,
    }
}

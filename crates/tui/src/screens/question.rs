//! A question that must be answered before something is lost.

use crossterm::event::{KeyCode, KeyEvent};

use crate::app::{Next, Screen, Shared};
use crate::page::Page;

/// A question with a careful and a bold answer.
pub(crate) struct Question {
    title: &'static str,
    words: String,
    yes: &'static str,
    no: &'static str,
    act: Box<dyn FnMut(&mut Shared) -> Next>,
}

impl Question {
    /// `act` is done if the answer is `yes`.
    pub(crate) fn new(
        title: &'static str,
        words: String,
        (yes, no): (&'static str, &'static str),
        act: impl FnMut(&mut Shared) -> Next + 'static,
    ) -> Question {
        Question {
            title,
            words,
            yes,
            no,
            act: Box::new(act),
        }
    }
}

impl Screen for Question {
    fn draw(&mut self, page: &mut Page<'_>) {
        let width = 56.min(page.width());
        let (x, y) = ((page.width() - width) / 2, page.height() / 4);
        let rows = crate::page::wrap(&self.words, usize::from(width) - 4).len() as u16;
        let mut page = page.part(x, y, width, rows + 5);
        page.frame(self.title);
        let mut inside = page.part(2, 1, width - 4, rows + 3);
        inside.wrapped(0, 0, &self.words, Default::default());
        let buttons = [
            (KeyCode::Char('y'), "y", self.yes),
            (KeyCode::Char('n'), "n", self.no),
        ];
        inside.buttons(rows + 1, &buttons);
    }

    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        match key.code {
            KeyCode::Char('y') => (self.act)(shared),
            KeyCode::Char('n' | 'q') | KeyCode::Esc => Next::Back,
            _ => Next::Stay,
        }
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    fn lies_over(&self) -> bool {
        true
    }
}

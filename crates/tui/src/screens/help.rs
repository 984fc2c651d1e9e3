//! The keys of a screen, over it.

use crossterm::event::KeyEvent;

use crate::app::{Next, Screen, Shared};
use crate::page::{Page, width_of};

/// A list of keys.
pub(crate) struct Help {
    keys: Vec<(&'static str, &'static str)>,
}

impl Help {
    pub(crate) fn new(keys: Vec<(&'static str, &'static str)>) -> Help {
        Help { keys }
    }
}

impl Screen for Help {
    fn draw(&mut self, page: &mut Page<'_>) {
        let left = self.keys.iter().map(|(key, _)| width_of(key)).max();
        let right = self.keys.iter().map(|(_, what)| width_of(what)).max();
        let left = left.unwrap_or(0) as u16;
        let width = (left + right.unwrap_or(0) as u16 + 7).min(page.width());
        let height = (self.keys.len() as u16 + 3).min(page.height());
        let (x, y) = ((page.width() - width) / 2, (page.height() - height) / 2);
        let mut page = page.part(x, y, width, height);
        page.frame("Keys");
        let rows = height.saturating_sub(3);
        for (i, (key, what)) in self.keys.iter().take(rows.into()).enumerate() {
            let y = i as u16 + 1;
            page.words(2, y, key, page.look.accent());
            page.words(left + 4, y, what, Default::default());
        }
        page.words(2, height - 2, "Any key closes this.", page.look.soft());
    }

    fn key(&mut self, _: KeyEvent, _: &mut Shared) -> Next {
        Next::Back
    }

    fn mouse(&mut self, mouse: crossterm::event::MouseEvent, _: &mut Shared) -> Next {
        match mouse.kind {
            crossterm::event::MouseEventKind::Down(_) => Next::Back,
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

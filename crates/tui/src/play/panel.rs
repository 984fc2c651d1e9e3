//! How the play screen is laid out: head, board, what is known beside it, what is said below it.

use crossterm::event::KeyCode;
use gridwright_core::cost::counted;
use gridwright_core::grid::Cell;
use gridwright_core::text::{Charset, Text};
use gridwright_core::words::sentence;

use super::board::{Board, Mark};
use super::status::Tone;
use super::view::View;
use super::{Play, Won};
use crate::page::{Page, width_of, wrap};
use crate::screens::head;
use crate::words;

/// Columns of what is known beside the board.
const PANEL: u16 = 26;

/// Rows around the board: the head, what is said, the buttons.
pub(crate) const AROUND: u16 = 3;

/// The most lines of what is said.
const MOST_SAID: usize = 4;

impl Play {
    /// Draws everything around and on a board.
    pub(crate) fn lay_out(
        &mut self,
        page: &mut Page<'_>,
        view: &View,
        marks: &[(Cell, Mark)],
        told: Option<String>,
    ) {
        head(page, &self.name, &self.figures());
        let (width, height) = (page.width(), page.height());
        let (wide, tall) = Board::room(&view.text);
        let beside = width >= wide + PANEL;
        let room = if beside { width - PANEL } else { width };
        let mut stage = page.part(0, 1, room, height - AROUND);
        let focus = (self.hand.shown || self.hand.held.is_some()).then_some(self.hand.at);
        let focus = focus.filter(|_| told.is_none());
        self.board.draw(&mut stage, view, focus, marks);
        if beside {
            let mut panel = page.part(room + 1, 2, PANEL - 2, height - 4);
            self.panel(&mut panel, &view.text);
        } else {
            // The board lies in the middle: what is left below it is for notes.
            let below = 1 + (height - AROUND).saturating_sub(tall) / 2 + tall;
            let left = (height - 2).saturating_sub(below);
            page.part(1, below, width - 2, left).notes(0, &view.text);
        }
        self.say(page, told);
        let bottom = height - 1;
        let buttons = self.buttons();
        page.part(1, bottom, width - 1, 1).buttons(0, &buttons);
    }

    /// What was spent and what par is, for the head.
    fn figures(&self) -> String {
        let about = self.game().about();
        let play = self.attempt.play();
        let costs = play.costs();
        let mut words = match costs.first() {
            Some(_) => words::costs(about, costs.iter()),
            None => counted(play.count() as u64, "move", "moves"),
        };
        let par = self.attempt.level().par();
        let par = par.map(|par| par.words(self.game()));
        if let Some(par) = par.filter(|par| !par.is_empty()) {
            words += &format!(" · par {par}");
        }
        words
    }

    fn panel(&self, page: &mut Page<'_>, text: &Text) {
        let look = page.look;
        let mut y = 0;
        if let Some(won) = &self.won {
            y += self.card(page, won) + 1;
        }
        if let Some(Some(chart)) = self
            .playback
            .as_ref()
            .map(|s| s.chart(look.charset == Charset::Ascii))
        {
            page.words(0, y, "What was left:", look.soft());
            page.words(0, y + 1, &chart, look.accent());
            y += 3;
        }
        let time = words::time(self.attempt.elapsed(self.now));
        let end = page.words(0, y, "time ", look.soft());
        page.words(end, y, &time, look.strong());
        y += 2;
        if let Some(piece) = self.piece() {
            let title = format!("{} in hand", piece.piece);
            page.words(0, y, &title, look.warn());
            if let Some(laid) = self.attempt.level().session().in_hand_text(piece) {
                let rows = laid.size().1 as u16;
                page.part(1, y + 1, page.width(), rows)
                    .glyphs(&laid, (0, 0));
                y += rows + 2;
            }
        }
        if self.hand.shown && self.playback.is_none() {
            y += page.wrapped(0, y, &self.under_cursor(), look.soft()) + 1;
        }
        let remarks: Vec<&str> = self.help.remarks().collect();
        for remark in remarks {
            page.words(0, y, "!", look.bad());
            y +=
                page.part(2, 0, page.width() - 2, page.height())
                    .wrapped(0, y, remark, look.warn());
        }
        for line in text.notes() {
            let words: String = line.iter().map(|span| &span.text[..]).collect();
            y += page.wrapped(0, y, &words, Default::default());
        }
        if !text.notes().is_empty() {
            y += 1;
        }
        let words = match &self.lesson {
            Some(lesson) => lesson.game.lessons()[lesson.index].text,
            None => self.game().summary(),
        };
        let left = page.height().saturating_sub(y);
        if wrap(words, page.width().into()).len() <= left.into() {
            page.wrapped(0, y, words, look.soft());
        }
    }

    /// How good the win is.
    fn card(&self, page: &mut Page<'_>, won: &Won) -> u16 {
        let look = page.look;
        page.words(0, 0, "Level complete!", look.good());
        let mut y = 1;
        let Some(Ok(recorded)) = &won.recorded else {
            return y;
        };
        match recorded.stars {
            _ if self.help.shown => {
                let words = "The way was shown, so this counts without stars.";
                y += page.wrapped(0, y, words, look.soft());
            }
            Some(stars) => {
                page.words(0, y, &look.stars(stars), look.warn());
                let words = if stars == 3 {
                    "The fewest possible."
                } else {
                    ""
                };
                page.words(5, y, words, look.good());
                y += 1;
            }
            None => {}
        }
        if recorded.new_best && !recorded.first_time && !self.help.shown {
            page.words(0, y, "A new best.", look.good());
            y += 1;
        }
        y
    }

    /// What the picture says about the cell under the cursor.
    fn under_cursor(&self) -> String {
        let at = self.hand.at;
        let items = self.scene.items.iter();
        let here = items.filter(|item| item.is_on(at) && item.style.opacity > 0.0);
        let labels: Vec<&str> = here
            .map(|item| &item.label[..])
            .filter(|l| !l.is_empty())
            .collect();
        match labels.is_empty() {
            true => format!("column {}, row {}", at.x + 1, at.y + 1),
            false => labels.join(", "),
        }
    }

    /// What is said, above the buttons; long words grow over the foot of the board.
    fn say(&self, page: &mut Page<'_>, told: Option<String>) {
        let look = page.look;
        let bottom = page.height() - 2;
        let (tone, words, action) = match (&self.work, told, self.status.said()) {
            (Some((running, _)), None, _) => (
                Tone::Plain,
                format!("{} Esc cancels.", running.line()),
                None,
            ),
            (work, Some(told), _) => {
                let title = self
                    .playback
                    .as_ref()
                    .map_or(String::new(), |playback| playback.title());
                let busy = work.as_ref().map_or("", |_| " …");
                (Tone::Plain, format!("{title}{busy}. {told}"), None)
            }
            (None, None, Some(said)) => (said.tone, said.words.clone(), said.action.as_ref()),
            (None, None, None) => (Tone::Plain, sentence(&self.scene.title[..]), None),
        };
        let words = format!("{}{words}", tone.sign(&look));
        let width = page.width() - 2;
        let offer = action.map(|(code, key, what)| (*code, *key, &what[..]));
        let taken = offer.map_or(0, |(_, key, what)| width_of(key) + width_of(what) + 3);
        let mut lines = wrap(&look.words(&words), usize::from(width));
        if lines.len() > MOST_SAID {
            lines.truncate(MOST_SAID);
            lines[MOST_SAID - 1].push_str(look.pick(" …", " ..."));
        }
        let last = lines.last().map_or(0, |line| width_of(line));
        if offer.is_some() && last + 2 + taken > usize::from(width) {
            lines.push(String::new());
        }
        let top = (bottom + 1).saturating_sub(lines.len() as u16);
        for (i, line) in lines.iter().enumerate() {
            let y = top + i as u16;
            let blank = " ".repeat(page.width().into());
            page.words(0, y, &blank, ratatui::style::Style::reset());
            page.words(1, y, line, tone.style(&look));
        }
        if let Some(offer) = offer {
            let x = 1 + lines.last().map_or(0, |line| width_of(line)) as u16 + 2;
            page.part(x, bottom, taken as u16 + 2, 1)
                .buttons(0, &[offer]);
        }
    }

    /// What can be done now, for those who click.
    fn buttons(&self) -> Vec<(KeyCode, &'static str, &'static str)> {
        let key = KeyCode::Char;
        if let Some(playback) = &self.playback {
            let mut buttons = vec![
                (KeyCode::Left, "<", "Back"),
                (key(' '), "Space", "Play"),
                (KeyCode::Right, ">", "On"),
            ];
            if playback.is_review() {
                buttons.push((key('b'), "b", "Better"));
            }
            buttons.extend([(key('?'), "?", "Keys"), (KeyCode::Esc, "Esc", "Close")]);
            return buttons;
        }
        if matches!(self.hand.held, Some(super::hand::Held::Carry(_))) {
            return vec![
                (key('r'), "r", "Turn"),
                (key('f'), "f", "Flip"),
                (KeyCode::Enter, "Enter", "Put down"),
                (KeyCode::Tab, "Tab", "Another"),
                (KeyCode::Esc, "Esc", "Put back"),
            ];
        }
        let mut buttons = vec![(key('u'), "u", "Undo"), (key('y'), "y", "Redo")];
        if self.lesson.is_some() {
            buttons.extend([
                (key('g'), "g", "Show me"),
                (key('r'), "r", "Again"),
                (key('n'), "n", "Next"),
            ]);
        } else if self.won.is_some() {
            buttons.extend([
                (key('n'), "n", "Next"),
                (key('V'), "V", "Review"),
                (key('r'), "r", "Reset"),
            ]);
        } else {
            buttons.extend([(key('H'), "H", "Hint"), (key('t'), "t", "On track?")]);
        }
        buttons.extend([(key('?'), "?", "Keys"), (KeyCode::Esc, "Esc", "Back")]);
        if self.lesson.is_none() && self.won.is_none() {
            buttons.extend([(key('r'), "r", "Reset"), (key('S'), "S", "Solve")]);
        }
        buttons
    }
}

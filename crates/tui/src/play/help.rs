//! Help that people can dose: a hint in three taps (where, what, why), "am I on track?", remarks.
//! Everything said here belongs to the position that was asked about, and goes with it.

use crossterm::event::KeyCode;
use gridwright_core::grid::Cell;
use gridwright_core::text::{Charset, Text};
use gridwright_games::report::{HintReport, Rewind};
use gridwright_workshop::hint::HintRequest;
use gridwright_workshop::level_ref::raw_json;

use super::status::Tone;
use super::view::View;
use super::{Cause, Play, Purpose};
use crate::app::{Assist, Shared};
use crate::words;
use crate::work::Task;

/// What is known about a position.
#[derive(Default)]
pub(crate) struct Help {
    known: Option<HintReport>,
    taps: u8,
    /// The next move, to be seen over the board.
    pub(crate) coming: Option<View>,
    /// Where to look.
    pub(crate) cells: Vec<Cell>,
    /// Whether a move was shown in this attempt.
    pub(crate) shown: bool,
}

impl Help {
    /// The position has changed.
    pub(crate) fn forget(&mut self) {
        *self = Help {
            shown: self.shown,
            ..Help::default()
        };
    }

    /// What is worth saying about the position.
    pub(crate) fn remarks(&self) -> impl Iterator<Item = &str> {
        let known = self.known.iter().flat_map(|hint| &hint.remarks);
        known.map(|remark| &remark.message[..])
    }
}

impl Play {
    /// Asks for help, or uses what is known already.
    pub(crate) fn ask(&mut self, purpose: Purpose, shared: &mut Shared) {
        if shared.assist == Assist::Off {
            let words = "Help is switched off; A switches it on.";
            self.status.mention(Tone::Plain, words);
            return;
        }
        if self.help.known.is_some() {
            self.answered(purpose, shared);
            return;
        }
        let moves = self.attempt.play().moves().to_string();
        let Ok(moves) = raw_json(&moves) else {
            return;
        };
        let request = HintRequest {
            level: self.level_ref(),
            moves: Some(moves),
        };
        self.work = Some((
            shared.background.start("Thinking", Task::Hint(request)),
            purpose,
        ));
    }

    /// An answer has come.
    pub(crate) fn helped(&mut self, hint: HintReport, purpose: Purpose, shared: &mut Shared) {
        self.help.known = Some(hint);
        self.answered(purpose, shared);
    }

    fn answered(&mut self, purpose: Purpose, shared: &mut Shared) {
        let Some(hint) = self.help.known.clone() else {
            return;
        };
        match purpose {
            Purpose::Tap => self.tap_hint(&hint),
            Purpose::Track => self.say_track(&hint),
            Purpose::Mend => self.mend(&hint, shared),
            Purpose::Live => self.live(&hint),
            Purpose::Playback => {}
        }
    }

    fn tap_hint(&mut self, hint: &HintReport) {
        let Some(coming) = hint
            .coming
            .as_ref()
            .filter(|_| hint.on_track != Some(false))
        else {
            self.help.taps = 0;
            self.say_track(hint);
            return;
        };
        self.help.taps = self.help.taps % 3 + 1;
        let mut play = self.attempt.play().fork();
        let shown = play.show_coming(&coming.to_string(), Some(1));
        if shown.is_err() {
            return;
        }
        let view = View::of(&*play);
        match self.help.taps {
            1 => {
                self.help.cells = changed(&self.attempt.play().text(), &view.text);
                let words = "Look here. H again shows the move.";
                self.status.say(Tone::Plain, words);
            }
            2 => {
                self.help.coming = Some(view);
                self.help.shown = true;
                let words = "This is the move. H again tells why.";
                self.status.say(Tone::Plain, words);
            }
            _ => self.status.say(Tone::Plain, hint.why.clone()),
        }
    }

    fn live(&mut self, hint: &HintReport) {
        self.remark(hint);
        let first = hint.remarks.first();
        match (hint.on_track, first, &hint.remaining) {
            (Some(false), ..) => self.say_track(hint),
            (_, Some(remark), _) => self.status.say(Tone::Warn, remark.message.clone()),
            (_, None, Some(left)) => {
                let left = words::costs(self.game().about(), left.iter());
                self.status.say(Tone::Good, format!("{left} to go."));
            }
            _ => {}
        }
    }

    fn remark(&mut self, hint: &HintReport) {
        let cells = hint.remarks.iter().flat_map(|remark| &remark.at.cells);
        self.faults = cells.copied().collect();
    }

    /// Whether the level can still be solved from here, and as well as can be.
    fn say_track(&mut self, hint: &HintReport) {
        let (tone, words) = self.verdict(hint);
        self.status.say(tone, words);
        if hint.on_track != Some(false) {
            return;
        }
        self.remark(hint);
        let mend = match (&hint.remove, hint.undo) {
            (Some(remove), _) if remove.len() == 1 => Some("Take it away".to_owned()),
            (Some(remove), _) if !remove.is_empty() => Some(format!("Take {} away", remove.len())),
            (_, Some(undo)) if undo > 0 => Some(format!("Take back {undo}")),
            _ => None,
        };
        if let Some(words) = mend {
            self.status.offer(KeyCode::Char('m'), "m", words);
        }
    }

    fn verdict(&self, hint: &HintReport) -> (Tone, String) {
        let about = self.game().about();
        let or = |words: &str| match &hint.why[..] {
            "" => words.to_owned(),
            why => why.to_owned(),
        };
        let left = hint.remaining.as_ref();
        let left = left.map_or(String::new(), |left| words::costs(about, left.iter()));
        let with_left = |words: &str| match &left[..] {
            "" => format!("{words}."),
            left => format!("{words}: {left} to go."),
        };
        match hint.on_track {
            Some(false) => {
                let remove = hint.remove.as_ref().map_or(0, Vec::len);
                let lost = match (hint.undo.unwrap_or(0), remove) {
                    (0, 0) => "It cannot be solved from here.".to_owned(),
                    (0, remove) => format!("No longer solvable: take {remove} away."),
                    (undo, _) => format!("No longer solvable: take back {undo}."),
                };
                (Tone::Bad, or(&lost))
            }
            None => (Tone::Warn, or("Not known.")),
            Some(true) => match self.excess(hint) {
                None => (Tone::Good, with_left("Still solvable")),
                Some((_, by)) if by <= 0 => (Tone::Good, with_left("On track")),
                Some((metric, by)) => {
                    let more = words::costs(about, [(metric, by.unsigned_abs())].into_iter());
                    let words = format!("Still solvable, {more} more than needed: {left} to go.");
                    (Tone::Warn, words)
                }
            },
        }
    }

    /// By how much the best way on from here misses the optimum, in the first metric that differs;
    /// `None` where that is not known.
    fn excess(&self, hint: &HintReport) -> Option<(&'static str, i64)> {
        let order = self.attempt.level().order();
        let Some(first) = order.first() else {
            return Some(("", 0));
        };
        let spent = self.attempt.play().costs();
        // Nothing is lost where nothing was spent, whether the optimum is known or not.
        if order
            .iter()
            .all(|metric| spent.get(metric).unwrap_or(0) == 0)
        {
            return Some((*first, 0));
        }
        let par = self.attempt.level().par().filter(|par| par.optimal)?;
        let left = hint.remaining.as_ref()?;
        for metric in order {
            let (Some(par), Some(left)) = (par.costs.get(*metric), left.get(metric)) else {
                break;
            };
            let spent = spent.get(metric).unwrap_or(0);
            let by = spent as i64 + left as i64 - par.as_u64()? as i64;
            if by != 0 {
                return Some((metric, by));
            }
        }
        left.get(first).map(|_| (*first, 0))
    }

    /// Does what was offered about a position that cannot be solved.
    fn mend(&mut self, hint: &HintReport, shared: &mut Shared) {
        let count = self.attempt.play().count();
        let rewind = match (&hint.remove, hint.undo) {
            _ if hint.on_track != Some(false) => return self.say_track(hint),
            (Some(remove), _) if !remove.is_empty() => Rewind::Drop {
                indices: remove.clone(),
            },
            (_, Some(undo)) if undo > 0 => Rewind::Keep {
                count: count.saturating_sub(undo),
            },
            _ => return self.say_track(hint),
        };
        self.attempt.rewind(&rewind, shared.now());
        self.changed(Cause::Other, shared);
    }
}

/// The cells that look different.
fn changed(before: &Text, after: &Text) -> Vec<Cell> {
    let look = |text: &Text, x: usize, y: usize| {
        let glyph = text.rows().get(y).and_then(|row| row.get(x));
        glyph
            .map(|glyph| glyph.sign(Charset::Unicode))
            .unwrap_or(' ')
    };
    let spots = before.spots().iter();
    let differs = |spot: &&gridwright_core::text::Spot| {
        (spot.y..spot.y + spot.height)
            .any(|y| (spot.x..spot.x + spot.width).any(|x| look(before, x, y) != look(after, x, y)))
    };
    spots.filter(differs).map(|spot| spot.cell).collect()
}

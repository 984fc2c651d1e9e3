//! Help in the middle of a level: a press after which the minimum is one less.

use gridwright_core::budget::Budget;
use gridwright_core::cost::Costs;
use gridwright_core::fault::{Fault, Place};
use gridwright_core::solve::{Hint, Verdict, Wish};

use super::explain::never_dark;
use super::level::Level;
use super::rules::{PRESSES, Position, Press};
use super::{LightsOff, codes, names, solve};
use crate::kind::Hints;

impl Hints for LightsOff {
    /// Presses commute and can be repeated, so no press ever leads off the track: a board is as
    /// solvable after any press as it was before.
    fn evaluate(_: &Level, position: &Position, budget: &Budget<'_>) -> Hint<Press> {
        let here = Level::of(position.lamps().clone());
        let mut hint = Hint::default();
        match solve::solve(&here, &Wish::default(), budget).verdict {
            Verdict::Solved { witness, .. } if witness.moves().is_empty() => {
                hint.on_track = Some(true);
                hint.remaining = Some(Costs::new([(PRESSES, 0)]));
                hint.why = "Every lamp is dark: it is solved.".to_owned();
            }
            verdict @ Verdict::Solved { .. } => {
                let proved = verdict.is_optimal();
                let witness = verdict.witness().expect("it is solved");
                let left = witness.moves().len();
                let lamp = names::lamp(witness.moves()[0]);
                hint.on_track = Some(true);
                hint.next = Some(witness.moves()[0]);
                hint.rest = witness.moves().to_vec();
                hint.why = if proved {
                    match left {
                        1 => format!("One more press is needed: {lamp}."),
                        _ => format!(
                            "{left} more presses are needed, and {lamp} is one of them; the order \
                             does not matter."
                        ),
                    }
                } else {
                    let left = PRESSES.counted(left as u64);
                    format!("This begins a way of {left}, the shortest found so far.")
                };
                let costs = Some(witness.costs().clone());
                match proved {
                    true => hint.remaining = costs,
                    false => hint.at_most = costs,
                }
            }
            Verdict::Unsolvable { certificate } => {
                hint.on_track = Some(false);
                if let Some(certificate) = certificate {
                    let (message, cells) = never_dark(&certificate);
                    let at = Place::cells(cells);
                    hint.remarks
                        .push(Fault::new(codes::NEVER_DARK, message, at));
                }
                hint.why = "No presses at all turn this board off.".to_owned();
            }
            Verdict::GaveUp { limit, .. } => {
                hint.why = format!("Not known: {limit}.");
            }
        }
        hint
    }
}

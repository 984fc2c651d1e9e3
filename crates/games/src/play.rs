//! A level at hand: moves in, answers out, with the game's types erased.
//!
//! [`Session::at`](crate::registry::Session::at) reads and replays moves once; everything that is
//! then asked of the [`Play`] works on the position in hand.

use std::sync::Arc;

use serde_json::Value;

use gridwright_core::budget::Budget;
use gridwright_core::cost::Costs;
use gridwright_core::fault::Faults;
use gridwright_core::gesture::{Gesture, Reach};
use gridwright_core::grid::Cell;
use gridwright_core::played::Played;
use gridwright_core::puzzle::{Explain, Puzzle};
use gridwright_core::scene::Scene;
use gridwright_core::solve::Hint;
#[cfg(feature = "characters")]
use gridwright_core::text::Text;

use crate::document::envelope::plain_json;
use crate::kind::{Kind, Move};
use crate::report::{HintReport, PlayReport, ReviewPoint, Rewind};
use crate::session::read_moves;

/// A level with some moves made on it, of whichever game.
///
/// ```
/// use gridwright_core::gesture::Gesture;
/// use gridwright_games::registry;
///
/// let text = r#"{ "game": "lights-off", "initialState": [[true, true], [true, false]] }"#;
/// let session = registry::open(text, None).unwrap();
/// let mut play = session.at(None).unwrap();
/// let at = (0, 0).into();
/// assert!(play.look(&Gesture::Tap { at }).solved, "what would happen");
/// assert_eq!(play.count(), 0, "but nothing did");
/// assert!(play.make(&Gesture::Tap { at }).solved);
/// assert_eq!(play.moves().to_string(), r#"{"moves":[{"row":0,"col":0}],"totalMoves":1}"#);
/// ```
pub trait Play: Send {
    /// How many moves were made.
    fn count(&self) -> usize;
    /// The moves, as a solution file.
    fn moves(&self) -> Value;
    /// The first moves only, as a solution file.
    fn first(&self, count: usize) -> Value;
    /// What the moves cost.
    fn costs(&self) -> Costs;
    /// Whether the level is solved.
    fn is_solved(&self) -> bool;
    /// All of this at once, as the answer to a gesture that did nothing.
    fn report(&self) -> PlayReport;
    /// What a gesture would do; nothing is kept of it.
    fn look(&self, gesture: &Gesture) -> PlayReport;
    /// Does what a gesture stands for, as far as it is legal.
    fn make(&mut self, gesture: &Gesture) -> PlayReport;
    /// Keeps the first moves only, or all but some of them, as far as they stay legal.
    fn rewind(&mut self, rewind: &Rewind);
    /// Reads moves that are drawn over pictures and texts from now on, at most so many of them.
    /// They need not be legal.
    fn show_coming(&mut self, moves: &str, most: Option<usize>) -> Result<(), Faults>;
    /// The gestures that make the moves, one for each; `None` if one of them takes several.
    fn gestures(&self) -> Option<Vec<Gesture>>;
    /// What a gesture that begins at a place may do.
    fn reach(&self, at: Cell) -> Reach;
    /// The picture.
    fn scene(&self) -> Scene;
    /// The picture in characters.
    #[cfg(feature = "characters")]
    fn text(&self) -> Text;
    /// Help from here.
    fn hint(&self, budget: &Budget<'_>) -> HintReport;
    /// Looks back: what was left to pay before and after every move. `tell` hears of each point
    /// as it becomes known, and stops the review by answering no.
    fn review(&self, budget: &Budget<'_>, tell: &mut dyn FnMut(ReviewPoint) -> bool);
    /// Another handle that starts out the same.
    fn fork(&self) -> Box<dyn Play>;
}

/// Whether an item of this id is the thing of this name or a part of it.
fn is_part(id: &str, name: &str) -> bool {
    id.strip_prefix(name)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// Looks back over moves, from the first on: every position comes from the one before it, and is
/// searched at most once.
struct Review<'a, K: Kind> {
    level: &'a K::Level,
    played: Played<K::Level>,
    /// What is known of the position.
    known: Hint<Move<K>>,
    /// What all moves to the end of a best continuation cost.
    total: Option<Costs>,
    /// Time was up when a position was to be looked at. Nothing is found out any more, and what is
    /// known of a position follows from the one before it, so nothing will be known.
    is_over: bool,
}

impl<'a, K: Kind> Review<'a, K> {
    fn begin(level: &'a K::Level, budget: &Budget<'_>) -> Self {
        let played = Played::start(level);
        let mut review = Review {
            level,
            known: K::evaluate(level, played.position(), budget),
            played,
            total: None,
            is_over: false,
        };
        review.total = review.remaining();
        review
    }

    /// Makes a move; says whether it was a mistake.
    fn advance(&mut self, mv: &Move<K>, budget: &Budget<'_>) -> Option<bool> {
        if self.is_over {
            return None;
        }
        let (was_on_track, least) = (self.known.on_track, self.total.take());
        let made = self.played.make(self.level, mv.clone());
        debug_assert!(made.is_ok(), "moves that were made once are legal");
        let known = std::mem::take(&mut self.known);
        self.known = follows::<K>(self.level, known, mv).unwrap_or_else(|| self.look(budget));
        self.total = self.remaining().map(|left| {
            let made = self.level.costs(self.played.moves());
            made.in_order(K::ABOUT.order(None)).plus(&left)
        });
        match (was_on_track, self.known.on_track) {
            (Some(true), Some(false)) => Some(true),
            (Some(false), Some(_)) => Some(false),
            (Some(true), Some(true)) if K::ABOUT.order(None).is_empty() => Some(false),
            _ => Some(self.total.as_ref()? > &least?),
        }
    }

    /// What a search finds out about the position. When time is up nothing is begun: to prepare a
    /// search on each of a thousand positions takes long, however soon each of them ends.
    fn look(&mut self, budget: &Budget<'_>) -> Hint<Move<K>> {
        self.is_over = budget.expired().is_some();
        if self.is_over {
            return Hint::default();
        }
        K::evaluate(self.level, self.played.position(), budget)
    }

    /// What is proved to be left to pay, in what is minimised alone.
    fn remaining(&self) -> Option<Costs> {
        let left = self.known.remaining.as_ref();
        left.map(|left| left.in_order(K::ABOUT.order(None)))
    }
}

/// What is known of a position after a move without a search, from what was known before it: what
/// is lost stays lost, and what goes on as the best does is as good as that.
fn follows<K: Kind>(level: &K::Level, known: Hint<Move<K>>, mv: &Move<K>) -> Option<Hint<Move<K>>> {
    if known.on_track == Some(false) {
        return (!K::takes_back(mv)).then_some(known);
    }
    known.remaining?;
    let (first, rest) = known.rest.split_first()?;
    (first == mv).then(|| Hint {
        on_track: Some(true),
        next: rest.first().cloned(),
        rest: rest.to_vec(),
        remaining: Some(level.costs(rest)),
        ..Hint::default()
    })
}

/// A level at hand, in its own types.
pub(crate) struct AtHand<K: Kind> {
    level: Arc<K::Level>,
    played: Played<K::Level>,
    coming: Vec<Move<K>>,
}

impl<K: Kind> AtHand<K> {
    pub(crate) fn new(level: Arc<K::Level>, played: Played<K::Level>) -> Self {
        AtHand {
            level,
            played,
            coming: Vec::new(),
        }
    }

    /// Makes a move, or refuses it and changes nothing.
    pub(crate) fn advance(&mut self, mv: Move<K>) -> Result<(), <K::Level as Puzzle>::Refusal> {
        self.played.make(&self.level, mv)
    }

    fn document(&self, moves: &[Move<K>]) -> Value {
        plain_json(K::write_solution(&self.level, moves))
    }
}

impl<K: Kind> Play for AtHand<K> {
    fn gestures(&self) -> Option<Vec<Gesture>> {
        let mut position = self.level.start();
        let made = self.played.moves().iter().map(|mv| {
            let gesture = K::gesture_of(&self.level, &position, mv);
            self.level.apply(&mut position, mv).ok()?;
            gesture
        });
        made.collect()
    }

    fn count(&self) -> usize {
        self.played.moves().len()
    }

    fn moves(&self) -> Value {
        self.document(self.played.moves())
    }

    fn first(&self, count: usize) -> Value {
        self.document(&self.played.moves()[..count.min(self.count())])
    }

    fn costs(&self) -> Costs {
        self.level.costs(self.played.moves())
    }

    fn is_solved(&self) -> bool {
        self.level.is_solved(self.played.position())
    }

    fn report(&self) -> PlayReport {
        PlayReport {
            moves: self.moves(),
            count: self.count(),
            made: 0,
            solved: self.is_solved(),
            costs: self.costs(),
            preview: Vec::new(),
            refusal: None,
        }
    }

    fn look(&self, gesture: &Gesture) -> PlayReport {
        AtHand::<K>::new(self.level.clone(), self.played.clone()).make(gesture)
    }

    fn make(&mut self, gesture: &Gesture) -> PlayReport {
        let meant = K::gesture(&self.level, self.played.position(), gesture);
        let mut refusal = meant.refusal.map(|refusal| refusal.explain());
        let mut made = 0;
        for mv in meant.moves {
            if let Err(refused) = self.advance(mv) {
                refusal = Some(refused.explain());
                break;
            }
            made += 1;
        }
        PlayReport {
            made,
            preview: meant.preview,
            refusal,
            ..self.report()
        }
    }

    fn rewind(&mut self, rewind: &Rewind) {
        let wanted = |index: usize| match rewind {
            Rewind::Keep { count } => index < *count,
            Rewind::Drop { indices } => !indices.contains(&index),
        };
        if (0..self.count()).all(wanted) {
            return;
        }
        let before = std::mem::replace(&mut self.played, Played::start(&self.level));
        for (index, mv) in before.into_moves().into_iter().enumerate() {
            if wanted(index) {
                // A move that needed one of those that went goes with it.
                let _ = self.advance(mv);
            }
        }
    }

    fn show_coming(&mut self, moves: &str, most: Option<usize>) -> Result<(), Faults> {
        self.coming = read_moves::<K>(&self.level, moves)?;
        self.coming.truncate(most.unwrap_or(usize::MAX));
        Ok(())
    }

    fn reach(&self, at: Cell) -> Reach {
        let mut reach = K::reach(&self.level, self.played.position(), at);
        if !reach.takes.is_empty() {
            let names = std::mem::take(&mut reach.takes);
            let taken = |id: &String| names.iter().any(|name| is_part(id, name));
            let items = self.scene().items.into_iter().map(|item| item.id);
            reach.takes = items.filter(taken).collect();
        }
        reach
    }

    fn scene(&self) -> Scene {
        K::scene(&self.level, self.played.position(), &self.coming)
    }

    #[cfg(feature = "characters")]
    fn text(&self) -> Text {
        K::text(&self.level, self.played.position(), &self.coming)
    }

    fn hint(&self, budget: &Budget<'_>) -> HintReport {
        let hint = K::hint(&self.level, &self.played, budget);
        HintReport {
            on_track: hint.on_track,
            undo: hint.undo,
            remove: hint.remove,
            next: hint.next.as_ref().map(|mv| K::write_move(&self.level, mv)),
            coming: match (&hint.rest[..], &hint.next) {
                ([], None) => None,
                ([], Some(mv)) => Some(self.document(std::slice::from_ref(mv))),
                (rest, _) => Some(self.document(rest)),
            },
            // In what is minimised alone: other costs are no minima of their own.
            remaining: hint
                .remaining
                .map(|left| left.in_order(K::ABOUT.order(None))),
            at_most: hint.at_most,
            remarks: hint.remarks,
            why: hint.why,
        }
    }

    fn review(&self, budget: &Budget<'_>, tell: &mut dyn FnMut(ReviewPoint) -> bool) {
        let mut review = Review::<K>::begin(&self.level, budget);
        let mut coming = self.played.moves().iter();
        let mut mistake = None;
        for after in 0.. {
            let goes_on = tell(ReviewPoint {
                after,
                on_track: review.known.on_track,
                remaining: review.remaining(),
                total: review.total.clone(),
                mistake,
                best: review.known.next.as_ref().map(|mv| {
                    let mv = std::slice::from_ref(mv);
                    self.document(mv)
                }),
            });
            let Some(next) = coming.next().filter(|_| goes_on) else {
                break;
            };
            mistake = review.advance(next, budget);
        }
    }

    fn fork(&self) -> Box<dyn Play> {
        Box::new(AtHand::<K> {
            level: self.level.clone(),
            played: self.played.clone(),
            coming: self.coming.clone(),
        })
    }
}

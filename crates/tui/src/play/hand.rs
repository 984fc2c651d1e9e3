//! Hands on the board: a cursor that takes, presses, pushes, draws and places; the mouse
//! (`pointer.rs`) does the same. The game is asked what may begin at a cell; from then on cells are
//! collected, and the gesture is sent as a whole.

use gridwright_core::fault::Fault;
use gridwright_core::gesture::{Gesture, Hand as Piece, Mode};
use gridwright_core::grid::Cell;
use gridwright_core::text::Ink;

use super::board::Mark;
use super::pointer::Grab;
use super::status::Tone;
use super::view::View;
use super::way::{extend, is_board, neighbour, placing};
use super::{Cause, Play};
use crate::app::Shared;

/// What the cursor or the mouse has taken.
#[derive(Default)]
pub(crate) struct Hand {
    /// Where the cursor is.
    pub(crate) at: Cell,
    /// Whether it shows; a mouse hides it.
    pub(crate) shown: bool,
    /// What is held.
    pub(crate) held: Option<Held>,
    pub(crate) grab: Option<Grab>,
    /// Where the mouse tapped last, and at which count of moves.
    pub(crate) tapped: Option<(Cell, usize)>,
}

impl Hand {
    /// A cursor on a cell.
    pub(crate) fn at(at: Cell) -> Hand {
        Hand {
            at,
            shown: true,
            ..Hand::default()
        }
    }
}

/// What is held.
pub(crate) enum Held {
    /// A thing that arrows push.
    Slide,
    /// A line or stroke that has come so far.
    Draw(Vec<Cell>),
    /// A piece above the board.
    Carry(Piece),
}

impl Play {
    /// The piece in the hand, whoever holds it.
    pub(crate) fn piece(&self) -> Option<&Piece> {
        match (&self.hand.held, &self.hand.grab) {
            (Some(Held::Carry(piece)), _) => Some(piece),
            (_, Some(grab)) if grab.moved => grab.reach.hand.as_ref(),
            _ => None,
        }
    }

    /// Whether a line is being drawn, so that letters can mean diagonal steps.
    pub(crate) fn draws_diagonally(&self) -> bool {
        self.game().diagonals() && matches!(self.hand.held, Some(Held::Draw(_)))
    }

    /// An arrow: pushes what is held, or moves the cursor.
    pub(crate) fn arrow(&mut self, dx: i32, dy: i32, shared: &mut Shared) {
        self.hand.shown = true;
        if !matches!(self.hand.held, Some(Held::Slide)) {
            self.step(dx, dy);
            return;
        }
        let key = match (dx, dy) {
            (0, -1) => "up",
            (0, 1) => "down",
            (-1, 0) => "left",
            _ => "right",
        };
        let at = self.hand.at;
        let made = self.make(
            &Gesture::Key {
                key: key.to_owned(),
                at,
            },
            shared,
        );
        if made > 0 {
            self.hand.at = at.offset(dx, dy);
        }
    }

    /// A step of the cursor, in one of eight directions.
    pub(crate) fn step(&mut self, dx: i32, dy: i32) {
        self.hand.shown = true;
        let text = self.attempt.play().text();
        let drawing = matches!(self.hand.held, Some(Held::Draw(_)));
        let Some(to) = neighbour(&text, self.hand.at, (dx, dy), drawing) else {
            return;
        };
        self.hand.at = to;
        let diagonals = self.game().diagonals();
        if let Some(Held::Draw(path)) = &mut self.hand.held {
            extend(path, to, diagonals);
        }
        self.tell_coming();
    }

    /// Says what is wrong with the gesture as it is now.
    pub(crate) fn tell_coming(&mut self) {
        let Some(gesture) = self.coming() else {
            return;
        };
        let report = self.attempt.look(&gesture);
        match (report.refusal, report.preview.last()) {
            (Some(refusal), _) => self.status.mention(Tone::Warn, refusal.message),
            (None, Some(last)) if !matches!(gesture, Gesture::Place { .. }) => {
                self.status.mention(Tone::Plain, last.label.clone());
            }
            _ => self.status.next(),
        }
    }

    /// The gesture that would be made if it ended now.
    fn coming(&self) -> Option<Gesture> {
        if let Some(grab) = self.hand.grab.as_ref().filter(|grab| grab.moved) {
            return match (&grab.reach.mode, &grab.reach.hand, grab.over) {
                (Mode::Carry, Some(piece), Some(over)) => Some(placing(piece, over)),
                (Mode::Slide | Mode::Draw, ..) => Some(Gesture::Drag {
                    path: grab.path.clone(),
                }),
                _ => None,
            };
        }
        match &self.hand.held {
            Some(Held::Draw(path)) if path.len() > 1 => Some(Gesture::Drag { path: path.clone() }),
            Some(Held::Carry(piece)) => Some(placing(piece, self.hand.at)),
            _ => None,
        }
    }

    /// Space: takes or presses; ends a line; puts down; lets go.
    pub(crate) fn space(&mut self, shared: &mut Shared) {
        self.hand.shown = true;
        match self.hand.held {
            Some(Held::Draw(_) | Held::Carry(_)) => self.enter(shared),
            Some(Held::Slide) => self.let_go(),
            None => self.take(shared),
        }
    }

    fn take(&mut self, shared: &mut Shared) {
        let at = self.hand.at;
        let reach = self.attempt.play().reach(at);
        match (reach.mode, reach.hand) {
            (Mode::Slide, _) => self.hand.held = Some(Held::Slide),
            (Mode::Draw, _) => self.hand.held = Some(Held::Draw(vec![at])),
            (Mode::Carry, Some(piece)) => self.pick_up(piece, at),
            _ => match reach.refusal {
                Some(refusal) => self.refused(&refusal),
                None => {
                    self.make(
                        &Gesture::Key {
                            key: "space".to_owned(),
                            at,
                        },
                        shared,
                    );
                }
            },
        }
    }

    /// Takes a piece into the hand, to be put down by its top left corner.
    pub(crate) fn pick_up(&mut self, piece: Piece, at: Cell) {
        let text = self.attempt.play().text();
        let corner = at.offset(-piece.grabbed.x, -piece.grabbed.y);
        let grabbed = Cell::default();
        let piece = Piece { grabbed, ..piece };
        // A piece from beside the board comes to where cells are as large as its own.
        if !is_board(&text, at) {
            let first = text.spots().iter().find(|spot| is_board(&text, spot.cell));
            self.hand.at = first.map_or(at, |spot| spot.cell);
        } else if text.spot_of(corner).is_some() {
            self.hand.at = corner;
        }
        self.hand.shown = true;
        self.hand.held = Some(Held::Carry(piece));
        self.say_piece();
    }

    fn say_piece(&mut self) {
        if let Some(Held::Carry(Piece {
            piece,
            side,
            sides,
            turns,
            ..
        })) = &self.hand.held
        {
            let words = format!(
                "{piece} in hand, side {} of {sides}, {turns} of 4 turns: arrows move it, r turns, \
                 f flips, Enter puts it down.",
                side + 1
            );
            self.status.mention(Tone::Plain, words);
        }
    }

    /// Enter: ends a line or stroke, puts a piece down.
    pub(crate) fn enter(&mut self, shared: &mut Shared) {
        self.hand.shown = true;
        let at = self.hand.at;
        match self.hand.held.take() {
            Some(Held::Draw(path)) if path.len() > 1 => {
                self.make(&Gesture::Drag { path }, shared);
            }
            Some(Held::Draw(_)) => {}
            Some(Held::Carry(piece)) => {
                if self.make(&placing(&piece, at), shared) == 0 {
                    self.hand.held = Some(Held::Carry(piece));
                }
            }
            Some(Held::Slide) => self.let_go(),
            None => {
                self.make(
                    &Gesture::Key {
                        key: "enter".to_owned(),
                        at,
                    },
                    shared,
                );
            }
        }
    }

    /// Takes away what is under the cursor.
    pub(crate) fn erase(&mut self, shared: &mut Shared) {
        self.hand.shown = true;
        self.make(&Gesture::Hold { at: self.hand.at }, shared);
    }

    /// Turns the piece in the hand; tells whether there is one.
    pub(crate) fn turn(&mut self) -> bool {
        let Some(Held::Carry(piece)) = &mut self.hand.held else {
            return false;
        };
        piece.turns = (piece.turns + 1) % 4;
        self.say_piece();
        true
    }

    /// Flips the piece in the hand; tells whether there is one.
    pub(crate) fn flip(&mut self) -> bool {
        let Some(Held::Carry(piece)) = &mut self.hand.held else {
            return false;
        };
        piece.side = (piece.side + 1) % piece.sides.max(1);
        self.say_piece();
        true
    }

    /// Lets go of whatever is held.
    pub(crate) fn let_go(&mut self) {
        self.hand.held = None;
        self.hand.grab = None;
        self.status.mention(Tone::Plain, "Let go.");
    }

    /// The next thing that can be taken, or the one before: a piece comes into the hand, to
    /// anything else the cursor goes.
    pub(crate) fn next_thing(&mut self, back: bool) {
        self.hand.shown = true;
        let play = self.attempt.play();
        let text = play.text();
        let mut things: Vec<(Cell, Option<Piece>)> = Vec::new();
        for spot in text.spots() {
            let reach = play.reach(spot.cell);
            match (reach.mode, reach.hand) {
                (Mode::Carry, Some(piece)) => {
                    let new = |known: &(Cell, Option<Piece>)| {
                        known
                            .1
                            .as_ref()
                            .is_none_or(|other| other.piece != piece.piece)
                    };
                    // Pieces that wait beside the board come first; those on it are played.
                    if !is_board(&text, spot.cell) && things.iter().all(new) {
                        things.push((spot.cell, Some(piece)));
                    }
                }
                (Mode::Slide | Mode::Draw, _) => things.push((spot.cell, None)),
                _ => {}
            }
        }
        let held = match &self.hand.held {
            Some(Held::Carry(piece)) => Some(piece.piece.clone()),
            _ => None,
        };
        let here = |(cell, piece): &(Cell, Option<Piece>)| match (&held, piece) {
            (Some(held), Some(piece)) => piece.piece == *held,
            (None, None) => *cell == self.hand.at,
            _ => false,
        };
        let count = things.len();
        let to = match (things.iter().position(here), back) {
            _ if count == 0 => return,
            (Some(at), false) => (at + 1) % count,
            (Some(at), true) => (at + count - 1) % count,
            (None, false) => 0,
            (None, true) => count - 1,
        };
        let (cell, piece) = things.swap_remove(to);
        match piece {
            Some(piece) => {
                let before = self.hand.at;
                self.pick_up(piece, cell);
                if held.is_some() {
                    self.hand.at = before;
                }
            }
            None => {
                self.hand.held = None;
                self.hand.at = cell;
            }
        }
    }

    /// Makes a gesture; tells how many moves came of it.
    pub(crate) fn make(&mut self, gesture: &Gesture, shared: &mut Shared) -> usize {
        let report = self.attempt.make(gesture, shared.now());
        if report.made > 0 {
            self.changed(Cause::Gesture, shared);
        } else {
            self.glimpse = report.preview.iter().map(|preview| preview.cell).collect();
        }
        if let Some(refusal) = &report.refusal {
            self.refused(refusal);
        }
        report.made
    }

    /// A refusal: one sentence, and what is in the way.
    pub(crate) fn refused(&mut self, refusal: &Fault) {
        self.faults = refusal.at.cells.clone();
        self.status.mention(Tone::Warn, refusal.message.clone());
    }

    /// The position with what the hand is about to do to it, and marks for the rest.
    pub(crate) fn with_hand(&self) -> (View, Vec<(Cell, Mark)>) {
        let mut marks: Vec<(Cell, Mark)> = Vec::new();
        let mut view = None;
        if let Some(gesture) = self.coming() {
            let slides = self
                .hand
                .grab
                .as_ref()
                .is_some_and(|grab| grab.reach.mode == Mode::Slide);
            if slides {
                let mut play = self.attempt.play().fork();
                play.make(&gesture);
                view = Some(View::of(&*play));
            } else if let Gesture::Place { at, .. } = &gesture {
                let mut board = View::of(self.attempt.play());
                let piece = self.piece();
                let laid =
                    piece.and_then(|piece| self.attempt.level().session().in_hand_text(piece));
                if let Some(laid) = laid {
                    board.text.lay_over(&laid, *at);
                }
                view = Some(board);
            } else {
                for preview in self.attempt.look(&gesture).preview {
                    marks.push((preview.cell, self.chip(&preview.label)));
                }
            }
        } else if let Some(grab) = &self.hand.grab
            && grab.reach.mode == Mode::Press
            && grab.over == Some(grab.place)
        {
            let changed = grab.reach.cells.iter();
            marks.extend(changed.map(|preview| (preview.cell, Mark::Where)));
        }
        if let (true, Some(Held::Draw(path))) = (marks.is_empty(), &self.hand.held) {
            marks.extend(
                path.iter()
                    .map(|cell| (*cell, Mark::Chip('*', Ink::plain().bold()))),
            );
        }
        let view = view.unwrap_or_else(|| View::of(self.attempt.play()));
        marks.extend(self.glimpse.iter().map(|cell| (*cell, Mark::Where)));
        marks.extend(self.faults.iter().map(|cell| (*cell, Mark::Fault)));
        if self.hand.shown || self.hand.held.is_some() {
            let mark = if self.hand.held.is_some() {
                Mark::Holding
            } else {
                Mark::Cursor
            };
            marks.push((self.hand.at, mark));
        }
        (view, marks)
    }

    /// What a cell would become, by the first letter of the game's word for it.
    fn chip(&self, label: &str) -> Mark {
        let letter = label.chars().next().unwrap_or('*');
        let known = self
            .game()
            .palette()
            .iter()
            .find(|(name, _)| *name == label);
        match known {
            Some((_, color)) => Mark::Chip(letter, Ink::on(*color).bold()),
            None => Mark::Chip('x', Ink::plain().bold()),
        }
    }
}

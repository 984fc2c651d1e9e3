//! The mouse on the board: what it presses, drags, carries and drops, as the page has it.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use gridwright_core::gesture::{Gesture, Mode, Reach};
use gridwright_core::grid::Cell;

use super::hand::Held;
use super::status::Tone;
use super::way::{extend, is_board, placing, steps_towards, way_towards};
use super::{Cause, Play};
use crate::app::Shared;

/// A mouse button is down.
pub(crate) struct Grab {
    pub(crate) place: Cell,
    pub(crate) reach: Reach,
    pub(crate) path: Vec<Cell>,
    pub(crate) moved: bool,
    pub(crate) over: Option<Cell>,
}

impl Play {
    /// The mouse on the board.
    pub(crate) fn pointer(&mut self, mouse: MouseEvent, shared: &mut Shared) {
        let cell = self.board.cell_at(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let Some(place) = cell else {
                    return;
                };
                self.status.next();
                self.hand.shown = false;
                if !matches!(self.hand.held, Some(Held::Carry(_))) {
                    self.hand.held = None;
                    self.hand.at = place;
                }
                self.hand.grab = Some(Grab {
                    place,
                    reach: self.attempt.play().reach(place),
                    path: vec![place],
                    moved: false,
                    over: Some(place),
                });
            }
            MouseEventKind::Down(MouseButton::Right) => {
                if let Some(at) = cell {
                    self.hand.shown = false;
                    self.hand.at = at;
                    self.make(&Gesture::Hold { at }, shared);
                }
            }
            MouseEventKind::Drag(MouseButton::Left) => self.dragged(cell),
            MouseEventKind::Up(MouseButton::Left) => {
                self.dragged(cell);
                if let Some(grab) = self.hand.grab.take() {
                    self.released(grab, shared);
                }
            }
            MouseEventKind::Moved => {
                if let (Some(Held::Carry(_)), Some(cell)) = (&self.hand.held, cell) {
                    self.hand.at = cell;
                }
            }
            MouseEventKind::ScrollDown if self.turn() => {}
            MouseEventKind::ScrollUp if self.flip() => {}
            MouseEventKind::ScrollDown => self.board.scroll(2),
            MouseEventKind::ScrollUp => self.board.scroll(-2),
            _ => {}
        }
    }

    fn dragged(&mut self, cell: Option<Cell>) {
        let diagonals = self.game().diagonals();
        let Some(grab) = &mut self.hand.grab else {
            return;
        };
        if cell == grab.over {
            return;
        }
        grab.over = cell;
        grab.moved = true;
        let last = *grab.path.last().unwrap_or(&grab.place);
        if let Some(cell) = cell {
            match grab.reach.mode {
                Mode::Slide => {
                    let free = grab.reach.cells.iter().map(|free| free.cell).collect();
                    grab.path.extend(way_towards(last, cell, &free));
                }
                Mode::Draw => {
                    for step in steps_towards(last, cell, diagonals) {
                        extend(&mut grab.path, step, diagonals);
                    }
                }
                _ => {}
            }
        }
        self.tell_coming();
    }

    fn released(&mut self, grab: Grab, shared: &mut Shared) {
        let stays =
            !grab.moved || (grab.reach.mode == Mode::Press && grab.over == Some(grab.place));
        if stays {
            self.tap(grab, shared);
            return;
        }
        self.status.next();
        match (grab.reach.mode, grab.reach.hand) {
            (Mode::Carry, Some(piece)) => {
                let text = self.attempt.play().text();
                let over = grab.over.filter(|cell| is_board(&text, *cell));
                match over {
                    Some(over) => {
                        self.make(&placing(&piece, over), shared);
                    }
                    // A piece that is let go off the board goes back to where pieces wait.
                    None if is_board(&text, grab.place) => {
                        self.make(&Gesture::Lift { at: grab.place }, shared);
                    }
                    None => {}
                }
            }
            (Mode::Slide | Mode::Draw, _) if grab.path.len() > 1 => {
                self.make(&Gesture::Drag { path: grab.path }, shared);
            }
            _ => {
                if let Some(refusal) = grab.reach.refusal {
                    self.refused(&refusal);
                }
            }
        }
    }

    fn tap(&mut self, grab: Grab, shared: &mut Shared) {
        let at = grab.place;
        let text = self.attempt.play().text();
        if let (Mode::Carry, Some(piece)) = (grab.reach.mode, &grab.reach.hand)
            && !is_board(&text, at)
        {
            self.pick_up(piece.clone(), at);
            self.hand.shown = false;
            return;
        }
        if let Some(Held::Carry(piece)) = &self.hand.held {
            let piece = piece.clone();
            if self.make(&placing(&piece, at), shared) > 0 {
                self.hand.held = None;
            }
            return;
        }
        let count = self.attempt.play().count();
        if grab.reach.mode == Mode::Carry && self.hand.tapped == Some((at, count)) {
            // The first tap has turned the piece; a second one means to flip it.
            self.hand.tapped = None;
            self.attempt.undo(shared.now());
            self.changed(Cause::Gesture, shared);
            self.make(
                &Gesture::Key {
                    key: "space".to_owned(),
                    at,
                },
                shared,
            );
            return;
        }
        let refused = {
            let before = self.attempt.play().count();
            self.make(&Gesture::Tap { at }, shared);
            let after = self.attempt.play().count();
            self.hand.tapped = (after != before).then_some((at, after));
            self.status
                .said()
                .is_some_and(|said| said.tone == Tone::Warn)
        };
        if grab.reach.mode == Mode::Slide && !refused {
            self.hand.held = Some(Held::Slide);
            self.hand.shown = true;
        }
    }
}

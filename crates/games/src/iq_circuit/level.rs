//! A challenge: a piece set and the hints that single out one finished board.
//!
//! [`Level::new`] is the only way to make one, so every level that exists has passed every check.

use std::sync::Arc;

use gridwright_core::cost::counted;
use gridwright_core::fault::{Code, Faults, Place};
use gridwright_core::grid::Cell;
use gridwright_core::words;

use super::drawing::Drawing;
use super::print::Print;
use super::set::{Lay, MOST_CELLS, PieceSet};
use super::{codes, names};

/// How much a challenge tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// The picture, and at least four pieces in place.
    Starter,
    /// The picture, and one to three pieces in place.
    Junior,
    /// The picture alone.
    Expert,
    /// Some pieces in place, and where the other points are.
    Master,
    /// Where the points are, and nothing else.
    Wizard,
}

impl Tier {
    /// From easy to hard.
    pub const ALL: [Tier; 5] = [
        Tier::Starter,
        Tier::Junior,
        Tier::Expert,
        Tier::Master,
        Tier::Wizard,
    ];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Tier::Starter => "starter",
            Tier::Junior => "junior",
            Tier::Expert => "expert",
            Tier::Master => "master",
            Tier::Wizard => "wizard",
        }
    }

    /// The tier of this name.
    pub fn named(name: &str) -> Option<Tier> {
        Tier::ALL.into_iter().find(|tier| tier.name() == name)
    }

    /// The tier that hints belong to; `None` where no tier has such hints.
    fn of(picture: bool, points: bool, given: usize, pieces: usize) -> Option<Tier> {
        match (picture, points, given) {
            (true, _, 0) => Some(Tier::Expert),
            (true, _, 1..=3) => Some(Tier::Junior),
            (true, _, _) => (given + 3 <= pieces).then_some(Tier::Starter),
            (false, true, 0) => Some(Tier::Wizard),
            (false, true, _) => Some(Tier::Master),
            (false, false, _) => None,
        }
    }
}

/// A level as somebody wrote it, before anybody has looked at it.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// The number in its booklet.
    pub challenge: Option<u32>,
    /// The name of the tier, where it was said.
    pub tier: Option<String>,
    /// Pieces that are already on the board.
    pub given: Vec<GivenPart>,
    /// The points that are not on given pieces, where they are all listed.
    pub points: Option<Vec<Cell>>,
    /// The rows of the picture, where there is one.
    pub picture: Option<Vec<String>>,
}

/// A given piece as somebody wrote it.
#[derive(Clone, Debug)]
pub struct GivenPart {
    /// The name of the piece.
    pub piece: String,
    /// The number of the side that is up.
    pub side: usize,
    /// Clockwise quarter turns.
    pub turns: usize,
    /// The top left corner of the bounding box.
    pub at: Cell,
}

/// A challenge. Equal when set, number, tier and hints are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    set: Arc<PieceSet>,
    challenge: Option<u32>,
    tier: Option<Tier>,
    given: Vec<Lay>,
    points: Option<Vec<Cell>>,
    picture: Option<Drawing>,
}

impl Level {
    /// Builds a level, or says everything that is wrong with it.
    pub fn new(set: Arc<PieceSet>, parts: &Parts) -> Result<Level, Faults> {
        let mut check = Check {
            set: &set,
            faults: Faults::new(),
        };
        let given = check.given(&parts.given);
        let points = parts
            .points
            .as_ref()
            .map(|points| check.points(points, &given));
        let picture = parts.picture.as_ref().and_then(|rows| check.picture(rows));
        if let Some(picture) = &picture {
            check.picture_against(picture, &given, points.as_deref());
        }
        check.parity(&given, points.as_deref(), picture.as_ref());
        let tier = check.tier(parts);
        let Check { faults, .. } = check;
        faults.or(|| Level::from_checked(set, parts.challenge, tier, given, points, picture))
    }

    fn from_checked(
        set: Arc<PieceSet>,
        challenge: Option<u32>,
        tier: Option<Tier>,
        mut given: Vec<Lay>,
        mut points: Option<Vec<Cell>>,
        picture: Option<Drawing>,
    ) -> Level {
        given.sort();
        if let Some(points) = &mut points {
            points.sort();
        }
        Level {
            set,
            challenge,
            tier,
            given,
            points,
            picture,
        }
    }

    /// The board and its pieces.
    pub fn set(&self) -> &Arc<PieceSet> {
        &self.set
    }

    /// The number in its booklet.
    pub fn challenge(&self) -> Option<u32> {
        self.challenge
    }

    /// How much it tells; `None` for hints of no tier, such as none at all.
    pub fn tier(&self) -> Option<Tier> {
        self.tier
    }

    /// The pieces that are already on the board, by piece.
    pub fn given(&self) -> &[Lay] {
        &self.given
    }

    /// The given lay of a piece.
    pub fn given_lay(&self, piece: usize) -> Option<&Lay> {
        self.given.iter().find(|lay| lay.piece() == piece)
    }

    /// The points that are not on given pieces, in reading order, where they are hinted at.
    pub fn points(&self) -> Option<&[Cell]> {
        self.points.as_deref()
    }

    /// The picture, where there is one.
    pub fn picture(&self) -> Option<&Drawing> {
        self.picture.as_ref()
    }

    /// All points of the finished board, given pieces included; `None` where the hints leave
    /// them open.
    pub fn all_points(&self) -> Option<Vec<Cell>> {
        let given = Drawing::of_lays(&self.set, &self.given);
        let mut points: Vec<Cell> = match (&self.points, &self.picture) {
            (Some(points), _) => given.points().chain(points.iter().copied()).collect(),
            (None, Some(picture)) => {
                let said = |cell| picture.get(cell).or_else(|| given.get(cell));
                let mut points = Vec::new();
                for cell in self.set.cells() {
                    if said(cell)?.is_point() {
                        points.push(cell);
                    }
                }
                points
            }
            (None, None) => return None,
        };
        points.sort();
        Some(points)
    }

    /// Whether a cell of a solution may show a print, as far as the picture and the points go.
    pub fn allows(&self, cell: Cell, print: Print) -> bool {
        let pictured = self.picture.as_ref().and_then(|picture| picture.get(cell));
        if pictured.is_some_and(|wanted| wanted != print) {
            return false;
        }
        let on_given = |cell: Cell| {
            let mut prints = self.given.iter().flat_map(|lay| self.set.prints(lay));
            prints.any(|(other, _)| other == cell)
        };
        match &self.points {
            Some(points) => points.contains(&cell) == print.is_point() || on_given(cell),
            None => true,
        }
    }

    /// The challenge on the board turned by a half turn, without its number.
    pub fn half_turned(&self) -> Level {
        let (width, height) = (self.set.width(), self.set.height());
        let turn = |cell: &Cell| Cell::new(width - 1 - cell.x, height - 1 - cell.y);
        Level::from_checked(
            self.set.clone(),
            None,
            self.tier,
            self.given
                .iter()
                .map(|lay| self.set.half_turned(lay))
                .collect(),
            self.points
                .as_ref()
                .map(|points| points.iter().map(turn).collect()),
            self.picture.as_ref().map(Drawing::half_turned),
        )
    }
}

struct Check<'a> {
    set: &'a PieceSet,
    faults: Faults,
}

impl Check<'_> {
    fn fault(&mut self, code: Code, message: impl Into<String>, at: Place) {
        self.faults.add(code, message, at);
    }

    fn given(&mut self, parts: &[GivenPart]) -> Vec<Lay> {
        let mut lays: Vec<Lay> = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            let pointer = format!("/placed/{i}");
            let Some(lay) = lay_of(self.set, part, &pointer, &mut self.faults) else {
                continue;
            };
            let cells: Vec<Cell> = self.set.prints(&lay).map(|(cell, _)| cell).collect();
            let at = Place::pointer(&pointer).with_cells(cells.iter().copied());
            let name = format!("the {}", names::piece(self.set, lay.piece()));
            if lays.iter().any(|other| other.piece() == lay.piece()) {
                let message = format!("{name} is given twice");
                self.fault(codes::PIECE_TWICE, message, at);
                continue;
            }
            if self.set.placement_of(&lay).is_none() {
                let message = format!("{name} does not lie on the board");
                self.fault(codes::OFF_BOARD, message, at);
                continue;
            }
            let taken = |cell: &Cell| {
                let mut prints = lays.iter().flat_map(|lay| self.set.prints(lay));
                prints.any(|(other, _)| other == *cell)
            };
            let overlap: Vec<Cell> = cells.into_iter().filter(taken).collect();
            if !overlap.is_empty() {
                let message = format!("{name} lies on another given piece");
                let at = Place::pointer(&pointer).with_cells(overlap);
                self.fault(codes::OVERLAP, message, at);
                continue;
            }
            lays.push(lay);
        }
        lays
    }

    fn points(&mut self, points: &[Cell], given: &[Lay]) -> Vec<Cell> {
        let covered = Drawing::of_lays(self.set, given);
        let mut kept: Vec<Cell> = Vec::new();
        for (i, &cell) in points.iter().enumerate() {
            let at = Place::pointer(format!("/points/{i}")).with_cells([cell]);
            if !self.set.contains(cell) {
                let message = "a point is not on the board";
                self.fault(codes::POINT_OFF_BOARD, message, at);
            } else if kept.contains(&cell) {
                self.fault(
                    codes::POINT_TWICE,
                    format!("the point in {} is listed twice", words::place(cell)),
                    at,
                );
            } else if covered.get(cell).is_some() {
                let message = format!("the point in {} lies on a given piece", words::place(cell));
                self.fault(codes::POINT_ON_PIECE, message, at);
            } else {
                kept.push(cell);
            }
        }
        kept
    }

    /// The picture as far as it can be read; `None` if it has the wrong size.
    fn picture(&mut self, rows: &[String]) -> Option<Drawing> {
        let (width, height) = (self.set.width(), self.set.height());
        let before = self.faults.total();
        if rows.len() != height as usize {
            let message = format!("the picture has {} rows and the board {height}", rows.len());
            self.fault(codes::PICTURE_SIZE, message, Place::pointer("/picture"));
        }
        // More fit on no board, and a short code can have millions.
        let rows: Vec<Vec<&str>> = rows
            .iter()
            .take(MOST_CELLS)
            .map(|row| row.split_whitespace().take(MOST_CELLS + 1).collect())
            .collect();
        for (y, row) in rows.iter().enumerate() {
            if row.len() != width as usize {
                let cells = match row.len() > MOST_CELLS {
                    true => format!("more than {MOST_CELLS} cells"),
                    false => counted(row.len() as u64, "cell", "cells"),
                };
                let message = format!("row {} has {cells} and the board {width}", y + 1);
                let at = Place::pointer(format!("/picture/{y}"));
                self.fault(codes::PICTURE_SIZE, message, at);
            }
        }
        let sized = self.faults.total();
        let mut drawing = Drawing::unknown(width, height);
        for (y, row) in rows.iter().enumerate() {
            for (x, &text) in row.iter().enumerate() {
                let cell = Cell::new(x as i32, y as i32);
                let print = Print::parse(text);
                if print.is_none() && text != "?" {
                    let message =
                        format!("{text:?} is no print; write -, ?, or one or two of N E S W");
                    let at = Place::pointer(format!("/picture/{y}")).with_cells([cell]);
                    self.fault(codes::UNKNOWN_PRINT, message, at);
                }
                if drawing.contains(cell) {
                    drawing.set(cell, print);
                }
            }
        }
        if sized > before {
            return None;
        }
        if self.faults.total() == sized {
            self.picture_alone(&drawing);
        }
        Some(drawing)
    }

    fn picture_alone(&mut self, picture: &Drawing) {
        let at = |cells: Vec<Cell>| Place::pointer("/picture").with_cells(cells);
        for (from, to) in picture.mismatches() {
            let message = format!(
                "the line in {} leads into {}, which does not take it",
                words::place(from),
                words::place(to)
            );
            self.fault(codes::PICTURE_BROKEN, message, at(vec![from, to]));
        }
        for cell in picture.leaks() {
            let message = format!("the line in {} leads off the board", words::place(cell));
            self.fault(codes::PICTURE_BROKEN, message, at(vec![cell]));
        }
        for cells in picture.loops() {
            let message = format!(
                "the line through {} is a closed loop",
                words::place(cells[0])
            );
            self.fault(codes::PICTURE_BROKEN, message, at(cells));
        }
    }

    fn picture_against(&mut self, picture: &Drawing, given: &[Lay], points: Option<&[Cell]>) {
        for lay in given {
            for (cell, print) in self.set.prints(lay) {
                if let Some(shown) = picture.get(cell).filter(|&shown| shown != print) {
                    let name = names::piece(self.set, lay.piece());
                    let message = format!(
                        "the picture shows {} in {}, and the {name} shows {} there",
                        shown.words(),
                        words::place(cell),
                        print.words()
                    );
                    let at = Place::pointer("/picture").with_cells([cell]);
                    self.fault(codes::PICTURE_AGAINST_PIECES, message, at);
                }
            }
        }
        let Some(points) = points else { return };
        let covered = Drawing::of_lays(self.set, given);
        for (cell, shown) in picture.known() {
            if covered.get(cell).is_none() && shown.is_point() != points.contains(&cell) {
                let place = words::place(cell);
                let message = if shown.is_point() {
                    format!("the picture shows a point in {place} that is not listed")
                } else {
                    let shown = shown.words();
                    format!("the picture shows {shown} in {place}, where a point is listed")
                };
                let at = Place::pointer("/picture").with_cells([cell]);
                self.fault(codes::PICTURE_AGAINST_POINTS, message, at);
            }
        }
    }

    /// Every line has two ends, so the points are even in number. Said only where all points are
    /// known and nothing else is wrong with them.
    fn parity(&mut self, given: &[Lay], points: Option<&[Cell]>, picture: Option<&Drawing>) {
        if !self.faults.is_empty() {
            return;
        }
        let (pointer, count) = match (points, picture) {
            (Some(points), _) => {
                let on_given = Drawing::of_lays(self.set, given).points().count();
                ("/points", on_given + points.len())
            }
            (None, Some(picture)) if picture.unknown_cells().next().is_none() => {
                ("/picture", picture.points().count())
            }
            _ => return,
        };
        if count % 2 == 1 {
            let message =
                format!("{count} is an odd number of points, but every line has two ends");
            self.fault(codes::ODD_POINTS, message, Place::pointer(pointer));
        }
    }

    fn tier(&mut self, parts: &Parts) -> Option<Tier> {
        let fits = Tier::of(
            parts.picture.is_some(),
            parts.points.is_some(),
            parts.given.len(),
            self.set.pieces().len(),
        );
        let Some(name) = &parts.tier else {
            return fits;
        };
        let at = Place::pointer("/tier");
        let Some(tier) = Tier::named(name) else {
            let known = Tier::ALL.map(Tier::name).join(", ");
            let message = format!("no tier is called {name:?}; there are: {known}");
            self.fault(codes::UNKNOWN_TIER, message, at);
            return None;
        };
        if fits != Some(tier) {
            let message = match fits {
                Some(fits) => format!("these hints make a {} challenge", fits.name()),
                None => "no tier has such hints".to_owned(),
            };
            self.fault(codes::TIER_MISMATCH, message, at);
        }
        Some(tier)
    }
}

/// The lay that somebody described, or what is wrong with the description.
pub(super) fn lay_of(
    set: &PieceSet,
    parts: &GivenPart,
    pointer: &str,
    faults: &mut Faults,
) -> Option<Lay> {
    let Some(piece) = set.piece_named(&parts.piece) else {
        let known: Vec<&str> = set.pieces().iter().map(|piece| piece.name()).collect();
        let message = format!(
            "no piece is called {:?}; there are: {}",
            parts.piece,
            known.join(" ")
        );
        faults.add(
            codes::UNKNOWN_PIECE,
            message,
            Place::pointer(format!("{pointer}/piece")),
        );
        return None;
    };
    let sides = set.pieces()[piece].sides();
    if parts.side >= sides {
        let message = format!(
            "{} has sides 0 to {}, not {}",
            parts.piece,
            sides - 1,
            parts.side
        );
        faults.add(
            codes::UNKNOWN_SIDE,
            message,
            Place::pointer(format!("{pointer}/side")),
        );
    }
    if parts.turns > 3 {
        let message = format!("{} quarter turns; 0 to 3 are different", parts.turns);
        faults.add(
            codes::BAD_TURNS,
            message,
            Place::pointer(format!("{pointer}/turns")),
        );
    }
    set.lay(piece, parts.side, parts.turns, parts.at)
}

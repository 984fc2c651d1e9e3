//! The rules: what strokes are legal and what they do. No I/O, no clock, no randomness.
//!
//! A stroke is played cell by cell by a [`Brush`]. Whole strokes, single steps and previews all
//! go through [`Level::dip`] and [`Level::extend`], so there is one account of what a cell does.

use std::hash::{Hash, Hasher};

use gridwright_core::cost::{Costs, Metric};
use gridwright_core::fault::{Code, Fault, Place};
use gridwright_core::grid::{Cell, Dir};
use gridwright_core::puzzle::{Explain, Puzzle, Steps};

use super::color::{Color, mix};
use super::level::{Fixture, Ground, Level, StartRule};
use super::{Tint, codes, names};
use crate::kind::Rules;

/// The strokes of a solution.
pub const STROKES: Metric = Metric::new("strokes", "stroke");
/// The cells that strokes enter.
pub const CELLS: Metric = Metric::new("cells", "cell");

impl Rules for Tint {
    type Level = Level;
}

/// What changes in play. Equal positions look the same and have the same future.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    paint: Box<[Option<Color>]>,
    /// Gates and unsolved targets that are still there.
    standing: Box<[bool]>,
    spoiled: bool,
}

impl Position {
    /// Whether grey was made, after which no solution exists.
    pub fn is_spoiled(&self) -> bool {
        self.spoiled
    }
}

/// A stroke: the cells it goes through, the first of which it starts on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stroke(Vec<Cell>);

impl Stroke {
    /// A stroke through cells, legal or not.
    pub fn new(cells: Vec<Cell>) -> Self {
        Stroke(cells)
    }

    /// The cells, in order.
    pub fn cells(&self) -> &[Cell] {
        &self.0
    }
}

/// A stroke under way. Equal brushes have the same future.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Brush {
    /// Where it is.
    pub at: Cell,
    /// The active colour.
    pub color: Color,
    /// What it is in the middle of.
    pub phase: Phase,
}

/// What a brush is in the middle of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// It has picked up paint and entered no cell yet.
    Dipped,
    /// It paints.
    Flowing,
    /// It is inside a switch gate that it entered through this side.
    Inside(Dir),
    /// The stroke has ended but for so many cells of its tail.
    Tail(u8),
}

/// Why a stroke is refused, and at which of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    why: Why,
    step: usize,
    cell: Option<Cell>,
}

impl Refusal {
    /// The refusal of a stroke that cannot begin at a cell, or go on to it.
    pub(super) fn at_cell(why: Why, cell: Cell) -> Self {
        Refusal {
            why,
            step: 0,
            cell: Some(cell),
        }
    }

    /// What is wrong.
    pub fn why(&self) -> Why {
        self.why
    }

    /// If the stroke merely goes on after its end: how many of its cells are legal.
    pub fn over_at(&self) -> Option<usize> {
        (self.why == Why::StrokeOver).then_some(self.step)
    }
}

/// The rule that a stroke breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Fewer than two cells.
    TooShort,
    /// Void, or off the canvas.
    NoPaper,
    /// Not next to the cell before.
    NotAdjacent,
    /// Starts on bare paper or a gate.
    NothingToPickUp,
    /// Starts on grey.
    GreyStart,
    /// Starts on paint where only droplets start strokes.
    DropletsOnly,
    /// Enters a switch gate where it may not.
    SwitchClosed(Color),
    /// Leaves a switch gate where it may not.
    SwitchNoExit,
    /// Ends inside a switch gate.
    InsideSwitch,
    /// Goes on after the tail.
    StrokeOver,
    /// The tail runs onto a gate or grey.
    TailBlocked,
    /// There is nothing left to do.
    AlreadySolved,
    /// Ruins the paint: allowed in play, not in a solution.
    MakesGrey,
}

impl Explain for Refusal {
    fn explain(&self) -> Fault {
        let (code, message) = self.words();
        Fault::new(code, message, Place::cells(self.cell))
    }

    fn step(&self) -> Option<usize> {
        Some(self.step)
    }
}

impl Refusal {
    fn words(&self) -> (Code, String) {
        match self.why {
            Why::TooShort => (
                codes::TOO_SHORT,
                "a stroke has at least two cells".to_owned(),
            ),
            Why::NoPaper => (codes::NO_PAPER, "there is no paper here".to_owned()),
            Why::NotAdjacent => (
                codes::NOT_ADJACENT,
                "the stroke jumps: it goes from cell to neighbouring cell".to_owned(),
            ),
            Why::NothingToPickUp => (
                codes::NOTHING_TO_PICK_UP,
                "there is no paint to pick up here".to_owned(),
            ),
            Why::GreyStart => (
                codes::GREY_START,
                "this paint is grey and starts no stroke".to_owned(),
            ),
            Why::DropletsOnly => (
                codes::DROPLETS_ONLY,
                "in this level only droplets start strokes".to_owned(),
            ),
            Why::SwitchClosed(color) => (
                codes::SWITCH_CLOSED,
                format!("{color} cannot enter the switch gate through this side"),
            ),
            Why::SwitchNoExit => (
                codes::SWITCH_NO_EXIT,
                "the switch gate cannot be left through this side".to_owned(),
            ),
            Why::InsideSwitch => (
                codes::INSIDE_SWITCH,
                "a stroke may not end inside a switch gate".to_owned(),
            ),
            Why::StrokeOver => (
                codes::STROKE_OVER,
                "the stroke has ended before it comes here".to_owned(),
            ),
            Why::TailBlocked => (
                codes::TAIL_BLOCKED,
                "the tail of a stroke cannot run onto a gate or grey".to_owned(),
            ),
            Why::AlreadySolved => (
                codes::ALREADY_SOLVED,
                "the level is solved already".to_owned(),
            ),
            Why::MakesGrey => (
                codes::MAKES_GREY,
                "the paint turns grey here, which no solution may do".to_owned(),
            ),
        }
    }
}

impl Level {
    /// The paint on a cell.
    pub fn paint(&self, position: &Position, cell: Cell) -> Option<Color> {
        position.paint[self.index(cell)?]
    }

    /// What stands on a cell in a position.
    pub fn standing(&self, position: &Position, cell: Cell) -> Option<Fixture> {
        let index = self.index(cell)?;
        self.fixture(cell)
            .filter(|fixture| matches!(fixture, Fixture::Droplet(_)) || position.standing[index])
    }

    /// Unsolved targets, in reading order.
    pub fn targets_left(&self, position: &Position) -> impl Iterator<Item = (Cell, Color)> {
        self.fixtures().filter_map(|(cell, fixture)| match fixture {
            Fixture::Target(color) => self.standing(position, cell).map(|_| (cell, color)),
            Fixture::Droplet(_) | Fixture::Negation(_) | Fixture::Switch(_) => None,
        })
    }

    /// A brush dipped into what lies on a cell.
    pub fn dip(&self, position: &Position, cell: Cell) -> Result<Brush, Why> {
        if !self.is_paper(cell) {
            return Err(Why::NoPaper);
        }
        let color = match (self.standing(position, cell), self.paint(position, cell)) {
            (Some(Fixture::Droplet(color)), _) => color,
            (_, None) => return Err(Why::NothingToPickUp),
            (_, Some(Color::Grey)) => return Err(Why::GreyStart),
            _ if self.start_rule() == StartRule::Droplet => return Err(Why::DropletsOnly),
            (_, Some(color)) => color,
        };
        Ok(Brush {
            at: cell,
            color,
            phase: Phase::Dipped,
        })
    }

    /// Moves a brush on to a cell and paints. After a refusal the position may be half changed;
    /// callers work on a copy.
    pub fn extend(
        &self,
        position: &mut Position,
        brush: &mut Brush,
        cell: Cell,
    ) -> Result<(), Why> {
        let Some(dir) = Dir::between(brush.at, cell) else {
            return Err(Why::NotAdjacent);
        };
        let index = match self.index(cell) {
            Some(index) if self.is_paper(cell) => index,
            _ => return Err(Why::NoPaper),
        };
        if let Phase::Inside(entrance) = brush.phase {
            self.leave_switch(position, brush, entrance, dir)?;
        }
        let fixture = self.standing(position, cell);
        let on = position.paint[index];
        brush.at = cell;
        if let Phase::Tail(left) = brush.phase {
            brush.phase = Phase::Tail(left.checked_sub(1).ok_or(Why::StrokeOver)?);
            if fixture.is_some_and(Fixture::is_gate) || on == Some(Color::Grey) {
                return Err(Why::TailBlocked);
            }
            if !matches!(fixture, Some(Fixture::Droplet(_))) {
                position.paint[index] = Some(brush.color);
            }
            return Ok(());
        }
        brush.phase = Phase::Flowing;
        match fixture {
            Some(Fixture::Switch(sides)) => {
                let side = dir.opposite();
                if sides[side as usize] != Some(brush.color) {
                    return Err(Why::SwitchClosed(brush.color));
                }
                brush.phase = Phase::Inside(side);
            }
            Some(Fixture::Negation(color)) => {
                brush.color = brush.color.without(color);
                position.standing[index] = false;
                position.paint[index] = Some(brush.color);
            }
            Some(Fixture::Droplet(color)) => self.mix_on(position, brush, Some(color)),
            Some(Fixture::Target(wanted)) => {
                self.mix_on(position, brush, on);
                position.paint[index] = Some(brush.color);
                position.standing[index] = brush.color != wanted;
            }
            None => {
                self.mix_on(position, brush, on);
                position.paint[index] = Some(brush.color);
            }
        }
        Ok(())
    }

    fn leave_switch(
        &self,
        position: &mut Position,
        brush: &mut Brush,
        entrance: Dir,
        exit: Dir,
    ) -> Result<(), Why> {
        let index = self.index(brush.at).ok_or(Why::NoPaper)?;
        let Some(Fixture::Switch(sides)) = self.fixture(brush.at) else {
            return Err(Why::SwitchNoExit);
        };
        match sides[exit as usize] {
            Some(color) if exit != entrance => brush.color = color,
            _ => return Err(Why::SwitchNoExit),
        }
        position.standing[index] = false;
        position.paint[index] = Some(brush.color);
        Ok(())
    }

    fn mix_on(&self, position: &mut Position, brush: &mut Brush, on: Option<Color>) {
        let mixed = mix(self.mixing(), brush.color, on);
        brush.color = mixed.color;
        if mixed.ends {
            brush.phase = Phase::Tail(self.tail());
            position.spoiled |= mixed.color == Color::Grey;
        }
    }

    /// Whether the finger may be lifted.
    pub fn may_finish(brush: &Brush) -> Result<(), Why> {
        match brush.phase {
            Phase::Dipped => Err(Why::TooShort),
            Phase::Inside(_) => Err(Why::InsideSwitch),
            Phase::Flowing | Phase::Tail(_) => Ok(()),
        }
    }

    /// The position after a stroke, or the first cell that breaks a rule.
    fn after(&self, position: &Position, stroke: &Stroke) -> Result<Position, Refusal> {
        let refusal = |why, step: usize| Refusal {
            why,
            step,
            cell: stroke.0.get(step).copied(),
        };
        if self.is_solved(position) {
            return Err(refusal(Why::AlreadySolved, 0));
        }
        let mut after = position.clone();
        let Some((&first, rest)) = stroke.0.split_first() else {
            return Err(refusal(Why::TooShort, 0));
        };
        let mut brush = self.dip(position, first).map_err(|why| refusal(why, 0))?;
        for (i, &cell) in rest.iter().enumerate() {
            self.extend(&mut after, &mut brush, cell)
                .map_err(|why| refusal(why, i + 1))?;
        }
        Level::may_finish(&brush).map_err(|why| refusal(why, rest.len()))?;
        Ok(after)
    }

    /// The cell at which a legal stroke first makes grey.
    fn first_grey(&self, position: &Position, stroke: &Stroke) -> Option<usize> {
        let mut after = position.clone();
        let mut brush = self.dip(position, *stroke.0.first()?).ok()?;
        (1..stroke.0.len()).find(|&i| {
            let legal = self.extend(&mut after, &mut brush, stroke.0[i]);
            legal.is_err() || brush.color == Color::Grey
        })
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        self.ground().index_of(cell)
    }
}

impl Puzzle for Level {
    type Position = Position;
    type Move = Stroke;
    type Refusal = Refusal;

    fn start(&self) -> Position {
        let ground = self.ground().values();
        let paint = ground.iter().map(|ground| match ground {
            Ground::Paper(paint, _) => *paint,
            Ground::Void => None,
        });
        let standing = ground.iter().map(|ground| match ground {
            Ground::Paper(_, Some(fixture)) => !matches!(fixture, Fixture::Droplet(_)),
            Ground::Paper(_, None) | Ground::Void => false,
        });
        Position {
            paint: paint.collect(),
            standing: standing.collect(),
            spoiled: false,
        }
    }

    fn check(&self, position: &Position, stroke: &Stroke) -> Result<(), Refusal> {
        self.after(position, stroke).map(drop)
    }

    fn apply(&self, position: &mut Position, stroke: &Stroke) -> Result<(), Refusal> {
        *position = self.after(position, stroke)?;
        Ok(())
    }

    fn is_solved(&self, position: &Position) -> bool {
        !position.spoiled && self.targets_left(position).next().is_none()
    }

    fn shortfall(&self, position: &Position) -> Fault {
        let left: Vec<(Cell, Color)> = self.targets_left(position).collect();
        let cells: Vec<Cell> = left.iter().map(|&(cell, _)| cell).collect();
        let targets = names::some_targets(self, position, &cells);
        let message = match left.len() {
            0 => "grey was made: the level cannot be solved any more".to_owned(),
            1 => format!("{targets} is left"),
            _ => format!("{targets} are left"),
        };
        Fault::new(codes::TARGETS_LEFT, message, Place::cells(cells))
    }

    fn costs(&self, strokes: &[Stroke]) -> Costs {
        let cells = strokes.iter().map(|s| s.0.len().saturating_sub(1) as u64);
        Costs::new([(STROKES, strokes.len() as u64), (CELLS, cells.sum())])
    }

    fn apply_in_solution(&self, position: &mut Position, stroke: &Stroke) -> Result<(), Refusal> {
        let after = self.after(position, stroke)?;
        if after.spoiled {
            let step = self.first_grey(position, stroke).unwrap_or(0);
            return Err(Refusal {
                why: Why::MakesGrey,
                step,
                cell: stroke.0.get(step).copied(),
            });
        }
        *position = after;
        Ok(())
    }
}

/// A position with a stroke that may be under way. Two begun_all are equal when position and brush
/// are: the cells the stroke came through are carried along, but do not matter to its future.
#[derive(Clone, Debug)]
pub struct Begun {
    position: Position,
    brush: Option<Brush>,
    path: Vec<Cell>,
}

impl Begun {
    /// The position as painted so far.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The brush of the stroke under way.
    pub fn brush(&self) -> Option<Brush> {
        self.brush
    }
}

impl PartialEq for Begun {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position && self.brush == other.brush
    }
}

impl Eq for Begun {}

impl Hash for Begun {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.hash(state);
        self.brush.hash(state);
    }
}

/// The smallest thing a person does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Puts the finger down.
    Start(Cell),
    /// Moves it to a neighbouring cell.
    Extend(Cell),
    /// Lifts it.
    Finish,
}

impl Steps for Level {
    type Begun = Begun;
    type Step = Step;

    fn begin(&self, position: &Position) -> Begun {
        Begun {
            position: position.clone(),
            brush: None,
            path: Vec::new(),
        }
    }

    fn steps(&self, begun: &Begun) -> Vec<Step> {
        let Some(brush) = begun.brush else {
            if self.is_solved(&begun.position) {
                return Vec::new();
            }
            let cells = self.ground().cells();
            return cells
                .filter(|&cell| self.dip(&begun.position, cell).is_ok())
                .map(Step::Start)
                .collect();
        };
        let mut steps: Vec<Step> = Dir::ALL
            .into_iter()
            .map(|dir| brush.at.step(dir))
            .filter(|&cell| {
                let (mut position, mut brush) = (begun.position.clone(), brush);
                self.extend(&mut position, &mut brush, cell).is_ok()
            })
            .map(Step::Extend)
            .collect();
        if Level::may_finish(&brush).is_ok() {
            steps.push(Step::Finish);
        }
        steps
    }

    fn step(&self, begun: &mut Begun, step: &Step) -> Option<Stroke> {
        match *step {
            Step::Start(cell) => {
                begun.brush = self.dip(&begun.position, cell).ok();
                begun.path = vec![cell];
                None
            }
            Step::Extend(cell) => {
                let mut brush = begun.brush?;
                self.extend(&mut begun.position, &mut brush, cell).ok()?;
                begun.brush = Some(brush);
                begun.path.push(cell);
                None
            }
            Step::Finish => {
                begun.brush = None;
                Some(Stroke(std::mem::take(&mut begun.path)))
            }
        }
    }

    fn resting<'d>(&self, begun: &'d Begun) -> Option<&'d Position> {
        begun.brush.is_none().then_some(&begun.position)
    }
}

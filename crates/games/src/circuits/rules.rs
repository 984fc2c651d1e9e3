//! The rules: which lines may be drawn or erased, and when a board is solved.

use std::collections::BTreeSet;

use gridwright_core::cost::{Costs, Metric};
use gridwright_core::fault::{Code, Fault, Place};
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Explain, Puzzle, Steps};

use super::flow::Flow;
use super::level::{Fixture, Hue, Layer, Level, neighbours, other_diagonal, step_between};
use super::{Circuits, codes};
use crate::kind::Rules;

/// The steps of all lines that stand.
pub const STEPS: Metric = Metric::new("steps", "step");
/// The lines that stand.
pub const LINES: Metric = Metric::new("lines", "line");

impl Rules for Circuits {
    type Level = Level;
}

/// What is drawn: a set of lines. Neither the order of the lines nor their direction makes a
/// difference.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Position {
    /// Every line in the direction that reads smaller.
    lines: BTreeSet<Vec<Cell>>,
}

impl Position {
    /// What stands after moves that are known to be legal.
    pub(super) fn after(moves: &[Move]) -> Position {
        let lines = standing(moves).into_iter();
        Position {
            lines: lines.map(normal).collect(),
        }
    }

    /// The drawn lines.
    pub fn lines(&self) -> impl Iterator<Item = &[Cell]> {
        self.lines.iter().map(Vec::as_slice)
    }

    /// The drawn lines that pass a point or end there.
    pub fn lines_at(&self, point: Cell) -> impl Iterator<Item = &[Cell]> {
        self.lines().filter(move |line| line.contains(&point))
    }
}

/// What a person does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// Draws a line through these intersections, from fixture to fixture.
    Draw(Vec<Cell>),
    /// Takes an own line away, named in either direction.
    Erase(Vec<Cell>),
}

/// A line in the direction that reads smaller.
pub(super) fn normal(line: &[Cell]) -> Vec<Cell> {
    let reversed: Vec<Cell> = line.iter().rev().copied().collect();
    reversed.min(line.to_vec())
}

/// Why a move is not allowed, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason.
    pub why: Why,
    /// The intersection at which it went wrong.
    pub at: Cell,
    /// Which point of a line that is, counted from 0.
    pub step: Option<usize>,
}

/// The reasons to refuse a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A line starts on a fixture.
    NoStart,
    /// The fixture takes no further line end.
    NoRoom,
    /// The board ends there.
    LeftBoard,
    /// Not one of the eight neighbours.
    NoNeighbour,
    /// A line never goes straight back.
    StraightBack,
    /// A top line already passes there.
    Taken,
    /// A top line runs along the other diagonal.
    Crosses,
    /// A top line already uses the step.
    StepTaken,
    /// It would join two colours.
    TwoColours,
    /// The line should have ended on the fixture before.
    GoesOn,
    /// The line ends on no fixture.
    Unfinished,
    /// The line is there from the start.
    GivenLine,
    /// No such line was drawn.
    NotDrawn,
    /// A solution erases nothing.
    Erasing,
}

impl Why {
    fn code(self) -> Code {
        match self {
            Why::NoStart => codes::NO_START,
            Why::NoRoom => codes::NO_ROOM,
            Why::LeftBoard => codes::LEFT_BOARD,
            Why::NoNeighbour => codes::NO_NEIGHBOUR,
            Why::StraightBack => codes::STRAIGHT_BACK,
            Why::Taken => codes::TAKEN,
            Why::Crosses => codes::CROSSES,
            Why::StepTaken => codes::STEP_TAKEN,
            Why::TwoColours => codes::TWO_COLORS,
            Why::GoesOn => codes::GOES_ON,
            Why::Unfinished => codes::UNFINISHED,
            Why::GivenLine => codes::GIVEN_LINE,
            Why::NotDrawn => codes::NOT_DRAWN,
            Why::Erasing => codes::ERASING,
        }
    }
}

impl Explain for Refusal {
    fn explain(&self) -> Fault {
        let code = self.why.code();
        Fault::new(code, code.meaning(), Place::cells([self.at]))
    }

    fn step(&self) -> Option<usize> {
        self.step
    }
}

/// A board with its drawn lines taken apart, to be asked about one step at a time.
pub(super) struct Board<'a> {
    level: &'a Level,
    /// Intersections inside top lines.
    passed: BTreeSet<Cell>,
    /// Steps of top lines.
    steps: BTreeSet<(Cell, Cell)>,
    flow: Flow,
}

impl<'a> Board<'a> {
    pub(super) fn new(level: &'a Level, position: &Position) -> Self {
        let given = level.lines().iter();
        let top = given.filter(|line| line.layer == Layer::Top);
        let mut passed = BTreeSet::new();
        let mut steps = BTreeSet::new();
        for line in top.map(|line| &line.points[..]).chain(position.lines()) {
            passed.extend(&line[1..line.len() - 1]);
            steps.extend(line.windows(2).map(|pair| step_between(pair[0], pair[1])));
        }
        Board {
            level,
            passed,
            steps,
            flow: level.flow(position),
        }
    }

    fn has_room(&self, fixture: Fixture) -> bool {
        let room = match fixture {
            Fixture::Pad(_) => 2,
            Fixture::Terminal(_) => 1,
        };
        self.flow.ends[self.level.number(fixture)] < room
    }

    /// Whether a line may start here.
    pub(super) fn start(&self, at: Cell) -> Result<(), Why> {
        if !self.level.contains(at) {
            return Err(Why::LeftBoard);
        }
        let fixture = self.level.fixture(at).ok_or(Why::NoStart)?;
        self.has_room(fixture).then_some(()).ok_or(Why::NoRoom)
    }

    /// Whether a line that is drawn so far may go on to a point; true if it ends there.
    pub(super) fn extend(&self, line: &[Cell], to: Cell) -> Result<bool, Why> {
        let from = line[line.len() - 1];
        if !self.level.contains(to) {
            return Err(Why::LeftBoard);
        }
        if !neighbours(from, to) {
            return Err(Why::NoNeighbour);
        }
        if line.len() > 1 && self.level.fixture(from).is_some() {
            return Err(Why::GoesOn);
        }
        if line.len() > 1 && line[line.len() - 2] == to {
            return Err(Why::StraightBack);
        }
        if line.contains(&to) || self.passed.contains(&to) {
            return Err(Why::Taken);
        }
        if self.steps.contains(&step_between(from, to)) {
            return Err(Why::StepTaken);
        }
        if let Some(other) = other_diagonal(from, to) {
            let own = |pair: &[Cell]| step_between(pair[0], pair[1]) == other;
            if self.steps.contains(&other) || line.windows(2).any(own) {
                return Err(Why::Crosses);
            }
        }
        let Some(fixture) = self.level.fixture(to) else {
            return Ok(false);
        };
        if !self.has_room(fixture) {
            return Err(Why::NoRoom);
        }
        match (self.hue_at(line[0]), self.hue_at(to)) {
            (Some(a), Some(b)) if a != b => Err(Why::TwoColours),
            _ => Ok(true),
        }
    }

    /// The colour of the fixture on an intersection, if there is one and it has one.
    pub(super) fn hue_at(&self, at: Cell) -> Option<Hue> {
        self.flow.fixtures[self.level.number(self.level.fixture(at)?)]
    }

    /// Whether a line that carries a colour may come to a point at all, whatever its way.
    pub(super) fn lets_in(&self, carried: Option<Hue>, at: Cell) -> bool {
        let two_colours = matches!((carried, self.hue_at(at)), (Some(a), Some(b)) if a != b);
        let fixture = self.level.fixture(at);
        let room = fixture.is_none_or(|fixture| self.has_room(fixture));
        room && !two_colours && !self.passed.contains(&at)
    }

    fn draw(&self, line: &[Cell]) -> Result<(), Refusal> {
        let refuse = |why, at, step| Refusal {
            why,
            at,
            step: Some(step),
        };
        let Some(&first) = line.first() else {
            return Err(refuse(Why::Unfinished, Cell::default(), 0));
        };
        self.start(first).map_err(|why| refuse(why, first, 0))?;
        let mut finished = false;
        for step in 1..line.len() {
            finished = self
                .extend(&line[..step], line[step])
                .map_err(|why| refuse(why, line[step], step))?;
        }
        if finished {
            return Ok(());
        }
        Err(refuse(
            Why::Unfinished,
            line[line.len() - 1],
            line.len() - 1,
        ))
    }
}

impl Level {
    /// Colours to the fixpoint. Its lines are the given ones alone, since the drawn ones have no order
    /// that everybody means: their colours are asked for by [`Level::hue_of`].
    pub(super) fn flow(&self, position: &Position) -> Flow {
        let pads = self.pads().len();
        let terminals = self.terminals().iter().enumerate();
        let sources: Vec<_> = terminals.map(|(i, t)| (pads + i, t.hue)).collect();
        let given = self.lines().iter().map(|line| &line.points[..]);
        let strands: Vec<_> = given
            .chain(position.lines())
            .map(|line| {
                (
                    self.number_at(line[0]),
                    self.number_at(line[line.len() - 1]),
                )
            })
            .collect();
        let mut flow = Flow::new(self.fixture_count(), &sources, &strands);
        flow.lines.truncate(self.lines().len());
        flow
    }

    /// The colour that a line carries which stands: that of the fixtures it joins.
    pub(super) fn hue_of(&self, flow: &Flow, line: &[Cell]) -> Option<Hue> {
        flow.fixtures[self.number_at(line[0])]
    }

    /// What is missing for the level to be solved.
    fn missing(&self, position: &Position) -> Option<Fault> {
        let flow = self.flow(position);
        let pads = self.pads().len();
        let remark = |code: Code, cells: Vec<Cell>| {
            Some(Fault::new(code, code.meaning(), Place::cells(cells)))
        };
        for (index, terminal) in self.terminals().iter().enumerate() {
            if flow.ends[pads + index] != 1 {
                return remark(codes::OPEN_TERMINAL, vec![terminal.at]);
            }
        }
        for (index, pad) in self.pads().iter().enumerate() {
            if flow.fixtures[index].is_some() && flow.ends[index] != 2 {
                return remark(codes::OPEN_PAD, vec![pad.at]);
            }
        }
        for (index, terminal) in self.terminals().iter().enumerate() {
            let end = flow.leads_to[index];
            let partner = end
                .checked_sub(pads)
                .is_some_and(|other| other != index && self.terminals()[other].hue == terminal.hue);
            if !partner {
                return remark(codes::WRONG_PARTNER, vec![terminal.at, self.place(end)]);
            }
        }
        None
    }
}

impl Puzzle for Level {
    type Position = Position;
    type Move = Move;
    type Refusal = Refusal;

    fn start(&self) -> Position {
        Position::default()
    }

    fn check(&self, position: &Position, mv: &Move) -> Result<(), Refusal> {
        match mv {
            Move::Draw(line) => Board::new(self, position).draw(line),
            Move::Erase(line) if position.lines.contains(&normal(line)) => Ok(()),
            Move::Erase(line) => Err(Refusal {
                why: Why::NotDrawn,
                at: line.first().copied().unwrap_or_default(),
                step: None,
            }),
        }
    }

    fn apply(&self, position: &mut Position, mv: &Move) -> Result<(), Refusal> {
        self.check(position, mv)?;
        match mv {
            Move::Draw(line) => position.lines.insert(normal(line)),
            Move::Erase(line) => position.lines.remove(&normal(line)),
        };
        Ok(())
    }

    fn is_solved(&self, position: &Position) -> bool {
        self.missing(position).is_none()
    }

    fn shortfall(&self, position: &Position) -> Fault {
        self.missing(position)
            .expect("only asked about positions that are not solved")
    }

    /// The steps and lines that stand after all moves.
    fn costs(&self, moves: &[Move]) -> Costs {
        let standing = standing(moves);
        let steps: usize = standing
            .iter()
            .map(|line| line.len().saturating_sub(1))
            .sum();
        Costs::new([(STEPS, steps as u64), (LINES, standing.len() as u64)])
    }

    fn apply_in_solution(&self, position: &mut Position, mv: &Move) -> Result<(), Refusal> {
        match mv {
            Move::Draw(_) => self.apply(position, mv),
            Move::Erase(line) => Err(Refusal {
                why: Why::Erasing,
                at: line.first().copied().unwrap_or_default(),
                step: None,
            }),
        }
    }
}

/// The lines that stand after all moves, in drawing order.
pub(super) fn standing(moves: &[Move]) -> Vec<&[Cell]> {
    let mut standing: Vec<&[Cell]> = Vec::new();
    for mv in moves {
        match mv {
            Move::Draw(line) => standing.push(line),
            Move::Erase(line) => standing.retain(|drawn| normal(drawn) != normal(line)),
        }
    }
    standing
}

/// A position with a line that was begun on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Begun {
    position: Position,
    line: Vec<Cell>,
}

impl Begun {
    /// The lines that stand.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The line that is being drawn, as far as it has come.
    pub fn line(&self) -> &[Cell] {
        &self.line
    }
}

/// The smallest thing a person does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Puts the pen on a fixture.
    Start(Cell),
    /// Draws on to a neighbour; on a fixture the line is finished.
    Extend(Cell),
    /// Takes an own line away.
    Erase(Vec<Cell>),
}

impl Steps for Level {
    type Begun = Begun;
    type Step = Step;

    fn begin(&self, position: &Position) -> Begun {
        Begun {
            position: position.clone(),
            line: Vec::new(),
        }
    }

    fn steps(&self, begun: &Begun) -> Vec<Step> {
        let board = Board::new(self, &begun.position);
        let Some(&end) = begun.line.last() else {
            let starts = (0..self.fixture_count())
                .map(|number| self.place(number))
                .filter(|&at| board.start(at).is_ok())
                .map(Step::Start);
            let erase = begun
                .position
                .lines()
                .map(|line| Step::Erase(line.to_vec()));
            return starts.chain(erase).collect();
        };
        around(end)
            .filter(|&to| board.extend(&begun.line, to).is_ok())
            .map(Step::Extend)
            .collect()
    }

    fn step(&self, begun: &mut Begun, step: &Step) -> Option<Move> {
        let made = match step {
            Step::Start(at) => {
                begun.line.push(*at);
                return None;
            }
            Step::Extend(to) => {
                begun.line.push(*to);
                self.fixture(*to)?;
                Move::Draw(std::mem::take(&mut begun.line))
            }
            Step::Erase(line) => Move::Erase(line.clone()),
        };
        let legal = self.apply(&mut begun.position, &made);
        legal.expect("steps that were listed are legal");
        Some(made)
    }

    fn resting<'d>(&self, begun: &'d Begun) -> Option<&'d Position> {
        begun.line.is_empty().then_some(&begun.position)
    }
}

/// The eight points around one, in reading order.
pub(super) fn around(at: Cell) -> impl Iterator<Item = Cell> {
    (-1..=1)
        .flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)))
        .filter(|&offset| offset != (0, 0))
        .map(move |(dx, dy)| at.offset(dx, dy))
}

//! How many strokes are needed at least.
//!
//! Two relaxations, and the better of both:
//!
//! - *In turn* ([`spread`]): what one stroke can do with what lies there now, what the next can do
//!   with what that one may have left, and so on, until every target has been solved.
//! - *Independent* ([`compatible`]): tasks no two of which one stroke can do need a stroke each. Besides
//!   the targets there are lines that have to be cut: if some target is out of reach as long as a
//!   line is whole, a cut of it is a task until it is done. Whether it is done belongs to the
//!   way a state was reached; if one way there does without the cut, no way on can.

mod compatible;
mod spread;

use gridwright_core::budget::{Limit, Meter};

use super::board::{BARE, Board, GATE, REST, Spot, TAIL, Tip, WALL, WHITE};
use super::set::Set;
use compatible::{Compatibility, MOST_LINES, MOST_TARGETS, TASKS, Tasks, line_task};
use spread::{Map, Spread};

/// The bound of one board, with room to work in. Small boards have small sets.
pub(super) enum Strokes {
    Small(Box<Bound<2>>),
    Large(Box<Bound<16>>),
}

impl Strokes {
    /// The bound of a board.
    pub(super) fn new(board: &Board, meter: &mut Meter<'_>) -> Result<Strokes, Limit> {
        Ok(if board.spots() <= 128 {
            Strokes::Small(Box::new(Bound::new(board, meter)?))
        } else {
            Strokes::Large(Box::new(Bound::new(board, meter)?))
        })
    }

    /// The fewest strokes that still have to be started and the fewest cells that still have to be
    /// entered, in a state that was reached with these cuts; `None` if nothing is enough.
    pub(super) fn bound(
        &mut self,
        board: &Board,
        state: &[u64],
        cuts: Cuts,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(u8, u16)>, Limit> {
        match self {
            Strokes::Small(bound) => bound.fewest(board, state, cuts, meter),
            Strokes::Large(bound) => bound.fewest(board, state, cuts, meter),
        }
    }

    /// The targets that no number of strokes could solve if paint only ever added to what lies on
    /// a cell.
    pub(super) fn out_of_reach(
        &mut self,
        board: &Board,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Spot>, Limit> {
        match self {
            Strokes::Small(bound) => bound.out_of_reach(board, meter),
            Strokes::Large(bound) => bound.out_of_reach(board, meter),
        }
    }

    /// The cuts that have been made after the brush has gone on to `after`.
    pub(super) fn cuts(&self, cuts: Cuts, after: Tip) -> Cuts {
        if after.phase < TAIL {
            return cuts;
        }
        match self {
            Strokes::Small(bound) => cuts | bound.compatible.lines_with(after.spot),
            Strokes::Large(bound) => cuts | bound.compatible.lines_with(after.spot),
        }
    }
}

/// The tasks of cutting that a way has done.
pub(super) type Cuts = Tasks;

pub(super) struct Bound<const N: usize> {
    map: Map<N>,
    spread: Spread<N>,
    compatible: Compatibility<N>,
    /// Beside each line that has to be cut, the targets that ask for it.
    asked_by: Vec<Set<N>>,
    /// After how many cells the stroke under way may do each task it can.
    soonest: [u16; TASKS],
}

impl<const N: usize> Bound<N> {
    fn new(board: &Board, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let map = Map::new(board);
        let mut spread = Spread::new();
        let mut lines = Vec::new();
        let mut asked_by = Vec::new();
        for line in lines_of(board) {
            spread.protected = line;
            all_strokes(&mut spread, board, &map, meter)?;
            let targets = targets_left(board, board.start());
            let unsolved = targets.without(&spread.solved);
            if !unsolved.is_empty() && lines.len() < MOST_LINES {
                lines.push(line);
                asked_by.push(unsolved);
            }
        }
        spread.protected = Set::EMPTY;
        all_strokes(&mut spread, board, &map, meter)?;
        let compatible = Compatibility::new(board, spread.lies, lines, meter)?;
        Ok(Bound {
            map,
            spread,
            compatible,
            asked_by,
            soonest: [0; TASKS],
        })
    }

    fn out_of_reach(&mut self, board: &Board, meter: &mut Meter<'_>) -> Result<Vec<Spot>, Limit> {
        self.spread.protected = Set::EMPTY;
        all_strokes(&mut self.spread, board, &self.map, meter)?;
        let targets = targets_left(board, board.start());
        Ok(targets.without(&self.spread.solved).iter().collect())
    }

    fn fewest(
        &mut self,
        board: &Board,
        state: &[u64],
        cuts: Cuts,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(u8, u16)>, Limit> {
        let left = targets_left(board, state);
        if left.is_empty() {
            return Ok(Some((0, 0)));
        }
        let tip = board.tip(state);
        let Some((turns, under_way)) = self.in_turn(board, state, left, tip, meter)? else {
            return Ok(None);
        };
        let tasks = self.tasks(board, left) & !cuts;
        let gates = self.compatible.standing(board, state);
        let all = self.compatible.independent(board, gates, tasks, meter)?;
        if tip.phase == REST {
            return Ok(Some((turns.max(all.strokes), all.cells)));
        }
        // The stroke under way can run one of them.
        let beyond = self
            .compatible
            .independent(board, gates, tasks & !under_way, meter)?;
        let strokes = turns.max(beyond.strokes).max(all.strokes.saturating_sub(1));
        let saved = (0..TASKS)
            .filter(|task| (all.tasks & under_way) >> task & 1 != 0)
            .map(|task| {
                let afresh = self.compatible.cells(gates, task);
                afresh.saturating_sub(self.soonest[task])
            });
        let cells = all.cells - saved.max().unwrap_or(0);
        Ok(Some((strokes, cells.max(beyond.cells))))
    }

    /// How many strokes it takes until every target was in reach and every debt could be paid, and
    /// the tasks that the stroke under way may do; `None` if that never comes.
    fn in_turn(
        &mut self,
        board: &Board,
        state: &[u64],
        left: Set<N>,
        tip: Tip,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(u8, Tasks)>, Limit> {
        let todo = Todo::new(board, state, left);
        let spread = &mut self.spread;
        spread.lay_out(board, state);
        spread.go_on(board, &self.map, tip);
        let mut under_way = 0;
        for &(spot, cells) in &spread.solved_after {
            if let Some(target) = board.target(spot).filter(|&target| target < MOST_TARGETS) {
                under_way |= 1 << target;
                self.soonest[target] = cells;
            }
        }
        for &(spot, cells) in &spread.cut_after {
            let lines = self.compatible.lines_with(spot) & !under_way;
            under_way |= lines;
            if lines != 0 {
                self.soonest[lines.trailing_zeros() as usize] = cells;
            }
        }
        let mut turns = 0;
        let first = spread.reached();
        while !todo.is_done(spread) {
            let (solved, lay) = (spread.solved, spread.lies);
            spread.next_stroke();
            spread.start_everywhere(board, &self.map);
            meter.work(spread.take_work())?;
            turns += 1;
            if spread.solved == solved && spread.lies == lay {
                return Ok(None);
            }
        }
        if turns == 1 && !board.starts_on_paint {
            // All droplets together took one turn; can one of them?
            let mut one_can = false;
            for spot in self.map.droplets.iter() {
                spread.go_back(&first);
                spread.start_on(board, &self.map, spot);
                meter.work(spread.take_work())?;
                if todo.is_done(spread) {
                    one_can = true;
                    break;
                }
            }
            turns += u8::from(!one_can);
        }
        Ok(Some((turns, under_way)))
    }

    /// Everything that is to be done as long as some targets are left.
    fn tasks(&self, board: &Board, left: Set<N>) -> Tasks {
        let lines = self.asked_by.iter().enumerate();
        lines
            .filter(|(_, targets)| targets.meets(&left))
            .fold(tasks_of(board, left), |tasks, (i, _)| tasks | line_task(i))
    }
}

/// What is left to do in a state.
struct Todo<const N: usize> {
    targets: Set<N>,
    /// Paint that somebody has to mix with, and cuts that somebody has to pass.
    to_mix: Set<N>,
    to_enter: Set<N>,
}

impl<const N: usize> Todo<N> {
    fn new(board: &Board, state: &[u64], targets: Set<N>) -> Self {
        let mut todo = Todo {
            targets,
            to_mix: Set::EMPTY,
            to_enter: Set::EMPTY,
        };
        if board.starts_on_paint {
            // Debts can be paid by starting there.
            return todo;
        }
        for spot in 0..board.spots() as Spot {
            match board.debt(state, spot) {
                None => {}
                Some(WHITE) => todo.to_enter.insert(spot),
                Some(_) => todo.to_mix.insert(spot),
            }
        }
        todo
    }

    fn is_done(&self, spread: &Spread<N>) -> bool {
        self.targets.without(&spread.solved).is_empty()
            && self.to_mix.without(&spread.mixed).is_empty()
            && self.to_enter.without(&spread.entered).is_empty()
    }
}

/// Everything any number of strokes could reach from the start.
fn all_strokes<const N: usize>(
    spread: &mut Spread<N>,
    board: &Board,
    map: &Map<N>,
    meter: &mut Meter<'_>,
) -> Result<(), Limit> {
    spread.lay_out(board, board.start());
    loop {
        let before = spread.lies;
        spread.next_stroke();
        spread.start_everywhere(board, map);
        meter.work(spread.take_work())?;
        if spread.lies == before {
            return Ok(());
        }
    }
}

fn targets_left<const N: usize>(board: &Board, state: &[u64]) -> Set<N> {
    let spots = 0..board.spots() as Spot;
    let is_left = |&spot: &Spot| {
        let target = board.target(spot);
        target.is_some_and(|target| board.is_left(state, target))
    };
    spots.filter(is_left).fold(Set::EMPTY, Set::with)
}

fn tasks_of<const N: usize>(board: &Board, targets: Set<N>) -> Tasks {
    let numbers = targets.iter().filter_map(|spot| board.target(spot));
    numbers
        .filter(|&number| number < MOST_TARGETS)
        .fold(0, |tasks, number| tasks | 1 << number)
}

/// The connected lines of paint at the start.
fn lines_of<const N: usize>(board: &Board) -> Vec<Set<N>> {
    let content = |spot: Spot| board.content(board.start(), spot);
    let is_line = |spot: Spot| {
        let content = content(spot);
        content != BARE && content != WHITE + 1 && content != GATE && !board.is_droplet(spot)
    };
    let mut seen: Set<N> = Set::EMPTY;
    let mut lines = Vec::new();
    for first in (0..board.spots() as Spot).filter(|&spot| is_line(spot)) {
        if seen.contains(first) {
            continue;
        }
        let mut line = Set::EMPTY.with(first);
        let mut stack = vec![first];
        while let Some(spot) = stack.pop() {
            for beside in board.beside[spot as usize] {
                if beside != WALL
                    && content(beside) == content(first)
                    && !line.contains(beside)
                    && is_line(beside)
                {
                    line.insert(beside);
                    stack.push(beside);
                }
            }
        }
        seen.add(&line);
        lines.push(line);
    }
    lines
}

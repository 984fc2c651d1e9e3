//! The packed rules beside `rules.rs`: random play goes through both, and at every step they must
//! allow the same and come to the same.
//!
//! What makes grey is legal in play and in no solution, so the packed rules do not know it; and
//! where strokes start on droplets only, white paint is bare paper to them.

use std::collections::BTreeMap;

use gridwright_core::grid::{Cell, Dir};
use gridwright_core::puzzle::{Puzzle, Steps};
use gridwright_core::rng::Rng;

use super::board::{BARE, Board, FLOWING, GATE, INSIDE, Spot, TAIL, Tip, painted};
use crate::document::read_level;
use crate::kind::Kind;
use crate::registry::read_shipped;
use crate::tint::Tint;
use crate::tint::color::Color;
use crate::tint::level::{Fixture, Level, StartRule};
use crate::tint::rules::{Position, Step};

/// How far each part of a level is played.
const STEPS: usize = 300;

#[test]
fn the_packed_rules_are_the_rules() {
    let about = Tint::ABOUT;
    let packs = about
        .packs
        .iter()
        .flat_map(|pack| read_shipped(pack).levels);
    let shipped = packs.map(|record| record.level.to_string());
    let lessons = about.lessons.iter().map(|lesson| lesson.level.to_owned());
    for text in shipped.step_by(5).chain(lessons) {
        let level = read_level::<Tint>(&text).unwrap().level;
        for seed in 0..4 {
            let mut rng = Rng::new("packed rules", seed);
            for board in Board::parts(&level, &level.start()) {
                Walk::new(&level, &board).play(&mut rng);
            }
        }
    }
}

struct Walk<'a> {
    level: &'a Level,
    board: &'a Board,
    spots: BTreeMap<Cell, Spot>,
    plain: <Level as Steps>::Begun,
    packed: Vec<u64>,
}

impl<'a> Walk<'a> {
    fn new(level: &'a Level, board: &'a Board) -> Self {
        Walk {
            level,
            board,
            spots: (0..board.spots() as Spot)
                .map(|spot| (board.cell(spot), spot))
                .collect(),
            plain: level.begin(&level.start()),
            packed: board.start().to_vec(),
        }
    }

    fn play(mut self, rng: &mut Rng) {
        for _ in 0..STEPS {
            self.compare();
            if self.board.is_solved(&self.packed) {
                return;
            }
            let steps = self.steps();
            let Some(step) = rng.pick(&steps).copied() else {
                return;
            };
            self.make(step);
        }
    }

    /// The steps that the rules allow on this part without making grey; the packed rules must
    /// allow the same.
    fn steps(&self) -> Vec<Step> {
        let steps = self.level.steps(&self.plain).into_iter();
        let plain: Vec<Step> = steps
            .filter(|step| match *step {
                Step::Start(cell) => self.spots.contains_key(&cell),
                Step::Extend(cell) => {
                    let mut after = self.plain.clone();
                    self.level.step(&mut after, step);
                    let grey = self.level.paint(after.position(), cell) == Some(Color::Grey);
                    !grey && !after.position().is_spoiled()
                }
                Step::Finish => true,
            })
            .collect();
        let finish = plain.contains(&Step::Finish);
        let mut packed: Vec<Step> = match self.plain.brush() {
            None => self
                .spots
                .iter()
                .filter(|&(_, &spot)| self.board.picked_up(&self.packed, spot).is_some())
                .map(|(&cell, _)| Step::Start(cell))
                .collect(),
            Some(brush) => {
                let tip = self.board.tip(&self.packed);
                assert!(!finish || !(INSIDE..TAIL).contains(&tip.phase), "{brush:?}");
                let entered = |dir: &Dir| {
                    let mut after = self.packed.clone();
                    self.board.enter(&mut after, tip, *dir).is_some()
                };
                let dirs = Dir::ALL.into_iter().filter(entered);
                dirs.map(|dir| Step::Extend(brush.at.step(dir))).collect()
            }
        };
        packed.extend(finish.then_some(Step::Finish));
        let key = |step: &Step| match *step {
            Step::Start(cell) | Step::Extend(cell) => Some(cell),
            Step::Finish => None,
        };
        let mut sorted = plain.clone();
        sorted.sort_by_key(key);
        packed.sort_by_key(key);
        assert_eq!(sorted, packed, "{:?}", self.plain);
        plain
    }

    fn make(&mut self, step: Step) {
        match step {
            Step::Start(cell) => {
                let spot = self.spots[&cell];
                let color = self.board.picked_up(&self.packed, spot);
                self.board.start_on(&mut self.packed, spot);
                let tip = Tip {
                    spot,
                    color: color.expect("a stroke may start here"),
                    phase: FLOWING,
                };
                self.board.set_tip(&mut self.packed, tip);
            }
            Step::Extend(cell) => {
                let tip = self.board.tip(&self.packed);
                let dir = Dir::between(self.board.cell(tip.spot), cell).expect("a neighbour");
                let entered = self.board.enter(&mut self.packed, tip, dir);
                assert!(entered.is_some(), "it was allowed a moment ago");
            }
            Step::Finish => self.board.set_tip(&mut self.packed, Tip::RESTING),
        }
        self.level.step(&mut self.plain, &step);
    }

    /// Everything that lies on the canvas, and the targets that are left.
    fn compare(&self) {
        let position = self.plain.position();
        for (&cell, &spot) in &self.spots {
            let packed = self.board.content(&self.packed, spot);
            assert_eq!(
                packed,
                self.content(position, cell),
                "{cell}: {:?}",
                self.plain
            );
            let left = self.level.targets_left(position).any(|(at, _)| at == cell);
            if let Some(target) = self.board.target(spot) {
                assert_eq!(self.board.is_left(&self.packed, target), left, "{cell}");
            }
        }
    }

    fn content(&self, position: &Position, cell: Cell) -> u8 {
        let droplets_only = self.level.start_rule() == StartRule::Droplet;
        match (
            self.level.standing(position, cell),
            self.level.paint(position, cell),
        ) {
            (Some(fixture), _) if fixture.is_gate() => GATE,
            (Some(Fixture::Droplet(color)), _) => painted(color),
            (_, Some(Color::White)) if droplets_only => BARE,
            (_, Some(color)) => painted(color),
            (_, None) => BARE,
        }
    }
}

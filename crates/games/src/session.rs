//! A level that was read, with its types erased: documents in, reports out.

use std::sync::Arc;

use serde_json::{Map, Value};

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Fault, Faults};
use gridwright_core::gesture::Hand;
use gridwright_core::paper::Worksheet;
use gridwright_core::played::Played;
use gridwright_core::puzzle::Explain;
use gridwright_core::referee;
use gridwright_core::scene::Scene;
use gridwright_core::solve::{Certify, Optimality, Statement, Verdict, Wish};
use gridwright_core::teach::Plate;
#[cfg(feature = "characters")]
use gridwright_core::text::Text;

#[cfg(feature = "numbers")]
use crate::act::{self, Frame, Plain, Policy, Table};
use crate::document::envelope::plain_json;
use crate::document::{self, Opened, code};
use crate::kind::{Kind, Move};
use crate::play::{AtHand, Play};
use crate::registry::{self, Game, Session};
use crate::report::{
    BeatReport, BrokenReport, CheckReport, ExplainReport, Solutions, SolveReport, Status,
    VerifyReport,
};

/// A level that was read, in its own types.
pub(crate) struct LevelSession<K: Kind> {
    level: Arc<K::Level>,
    meta: Map<String, Value>,
}

impl<K: Kind> LevelSession<K> {
    pub(crate) fn new(opened: Opened<K>) -> Self {
        LevelSession {
            level: Arc::new(opened.level),
            meta: opened.meta,
        }
    }

    fn solution_file(&self, moves: &[Move<K>]) -> Value {
        plain_json(K::write_solution(&self.level, moves))
    }
}

/// The moves of a solution file, whether they are legal or not.
pub(crate) fn read_moves<K: Kind>(level: &K::Level, text: &str) -> Result<Vec<Move<K>>, Faults> {
    let (file, unknown) = document::read_file::<K::SolutionFile>(text)?;
    match K::read_solution(level, file) {
        Ok(moves) => unknown.or(|| moves),
        Err(mut faults) => {
            faults.absorb(unknown);
            Err(faults)
        }
    }
}

impl<K: Kind> Session for LevelSession<K> {
    fn game(&self) -> &'static dyn Game {
        registry::of::<K>()
    }

    fn document(&self) -> Value {
        document::write_level::<K>(&self.level, &self.meta)
    }

    fn code(&self) -> Result<String, Fault> {
        let mut document = self.document();
        if let Some(object) = document.as_object_mut() {
            // The code names the game by its number.
            object.shift_remove("game");
        }
        code::encode(K::ABOUT.number, K::ABOUT.words, &document)
    }

    fn canonical(&self) -> String {
        format!("{} {}", K::ABOUT.id, K::likeness(&self.level))
    }

    fn solve(&self, wish: &Wish<'_>, budget: &Budget<'_>) -> SolveReport {
        let metrics = K::ABOUT.order(wish.metric);
        let answer = K::solve(&self.level, wish, budget);
        let mut report = SolveReport {
            game: K::ABOUT.id,
            status: Status::Solved,
            optimal: answer.verdict.is_optimal(),
            metrics: metrics.to_vec(),
            costs: None,
            bounds: Default::default(),
            solution: None,
            certificate: None,
            proof: Vec::new(),
            solutions: answer.listing.map(|listing| Solutions {
                count: listing.count,
                complete: listing.complete,
                list: listing
                    .list
                    .iter()
                    .map(|witness| self.solution_file(witness.moves()))
                    .collect(),
            }),
            limit: None,
            stats: answer.stats.into(),
        };
        match answer.verdict {
            Verdict::Solved {
                witness,
                optimality,
            } => {
                let costs = witness.costs().in_order(metrics);
                report.solution = Some(self.solution_file(witness.moves()));
                report.bounds = costs.clone();
                report.costs = Some(costs);
                if let Optimality::Open { limit, bounds } = optimality {
                    report.bounds = bounds.in_order(metrics);
                    report.limit = Some(limit);
                }
            }
            Verdict::Unsolvable { certificate } => {
                report.status = Status::Unsolvable;
                report.proof = match &certificate {
                    Some(certificate) => certificate.statements(),
                    None => vec![exhausted()],
                };
                report.certificate = certificate.map(plain_json);
            }
            Verdict::GaveUp { limit, bounds } => {
                report.status = Status::GaveUp;
                report.bounds = bounds.in_order(metrics);
                report.limit = Some(limit);
            }
        }
        report
    }

    fn inspect(&self, quick: bool, budget: &Budget<'_>) -> CheckReport {
        let findings = K::inspect(&self.level, quick, budget);
        CheckReport {
            game: Some(K::ABOUT.id),
            valid: findings.faults.is_empty(),
            findings,
        }
    }

    fn verify(&self, solution: &str) -> Result<VerifyReport, Faults> {
        let moves = read_moves::<K>(&self.level, solution)?;
        Ok(match referee::judge(&*self.level, moves) {
            Ok(witness) => VerifyReport {
                ok: true,
                costs: Some(witness.costs().clone()),
                broken: None,
            },
            Err(broken) => VerifyReport {
                ok: false,
                costs: None,
                broken: Some(BrokenReport {
                    index: broken.index,
                    step: broken.step,
                    code: broken.fault.code.id(),
                    message: broken.fault.message,
                    at: broken.fault.at,
                }),
            },
        })
    }

    fn explain(&self, budget: &Budget<'_>) -> Option<ExplainReport> {
        let explanation = K::explain(&self.level, budget)?;
        let mut at_hand = AtHand::<K>::new(self.level.clone(), Played::start(&self.level));
        let mut beats = Vec::new();
        for beat in explanation.beats {
            beats.push(BeatReport {
                text: beat.text,
                moves: beat
                    .moves
                    .iter()
                    .map(|mv| K::write_move(&self.level, mv))
                    .collect(),
                cells: beat.cells,
            });
            for mv in beat.moves {
                // An explanation that does not play through is none.
                at_hand.advance(mv).ok()?;
            }
        }
        Some(ExplainReport {
            game: K::ABOUT.id,
            beats,
            solution: at_hand.moves(),
            table: explanation.table,
        })
    }

    fn at(&self, moves: Option<&str>) -> Result<Box<dyn Play>, Faults> {
        let moves = moves.map_or(Ok(Vec::new()), |text| read_moves::<K>(&self.level, text))?;
        let played = Played::replay(&*self.level, moves).map_err(|(index, refusal)| {
            let mut fault = refusal.explain();
            // People count from 1.
            fault.message = format!("Move {}: {}", index + 1, fault.message);
            fault
        })?;
        Ok(Box::new(AtHand::<K>::new(self.level.clone(), played)))
    }

    fn mechanics(&self) -> Vec<&'static str> {
        let lessons = K::ABOUT.lessons.iter().chain(K::ABOUT.mechanics);
        lessons
            .flat_map(|lesson| lesson.teaches)
            .copied()
            .filter(|mechanic| K::has(&self.level, mechanic))
            .collect()
    }

    fn size(&self) -> (usize, usize) {
        K::size(&self.level)
    }

    fn in_hand(&self, hand: &Hand) -> Option<Scene> {
        K::in_hand(&self.level, hand)
    }

    #[cfg(feature = "characters")]
    fn in_hand_text(&self, hand: &Hand) -> Option<Text> {
        K::in_hand_text(&self.level, hand)
    }

    fn plates(&self, budget: &Budget<'_>) -> Vec<Plate> {
        K::plates(&self.level, budget)
    }

    fn search_tree(&self, budget: &Budget<'_>) -> Option<Scene> {
        K::search_tree(&self.level, budget)
    }

    fn worksheet(&self) -> Worksheet {
        K::worksheet(&self.level)
    }

    fn solved(&self, solution: &str) -> Result<Scene, Faults> {
        let moves = read_moves::<K>(&self.level, solution)?;
        Ok(K::solved(&self.level, &moves))
    }

    fn briefing(&self) -> String {
        K::briefing(&self.level)
    }

    #[cfg(feature = "numbers")]
    fn frame(&self) -> Frame {
        K::frame_of(&self.level)
    }

    #[cfg(feature = "numbers")]
    fn table(&self, frame: &Frame) -> Option<Box<dyn Table>> {
        let fits = K::fits(&self.level, frame);
        let packed = fits.then(|| K::packed(frame, &self.level)).flatten();
        packed.or_else(|| self.plain_table(frame))
    }

    #[cfg(feature = "numbers")]
    fn plain_table(&self, frame: &Frame) -> Option<Box<dyn Table>> {
        let fits = K::fits(&self.level, frame);
        fits.then(|| Box::new(Plain::<K>::new(self.level.clone(), *frame)) as Box<dyn Table>)
    }

    #[cfg(feature = "numbers")]
    fn moves_of(&self, frame: &Frame, actions: &[usize]) -> Value {
        act::moves_of::<K>(&self.level, *frame, actions)
    }

    #[cfg(feature = "numbers")]
    fn rollout(&self, how: Policy, seed: u64, most_steps: usize) -> Value {
        act::rollout::<K>(&self.level, how, seed, most_steps)
    }

    #[cfg(feature = "numbers")]
    fn actions_of(&self, frame: &Frame, moves: &str) -> Result<Vec<usize>, Faults> {
        let moves = read_moves::<K>(&self.level, moves)?;
        // Steps are taken on positions, so the moves must be legal.
        Played::replay(&*self.level, moves.clone()).map_err(|(_, refusal)| refusal.explain())?;
        Ok(act::actions_of::<K>(&self.level, *frame, &moves))
    }
}

/// What is said of a search that ended without a solution and without a shorter proof.
fn exhausted() -> Statement {
    Statement {
        text: "Every possibility was searched, and none of them solves the level.".to_owned(),
        cells: Vec::new(),
    }
}

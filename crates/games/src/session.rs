//! A level that was read, with its types erased: documents and moves in, reports out.
//!
//! Moves come as the text of a solution file and are replayed through the rules for every
//! question; nothing is remembered between two of them.

use serde_json::{Map, Value};

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Fault, Faults};
use gridwright_core::gesture::{Gesture, Hand, Reach};
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Explain, Puzzle};
use gridwright_core::referee;
use gridwright_core::scene::Scene;
use gridwright_core::solve::{Optimality, Verdict, Wish};
use gridwright_core::teach::Plate;
use gridwright_core::text::Text;

use crate::document::envelope::plain_json;
use crate::document::{self, Opened, code};
use crate::kind::{Kind, Move, Position};
use crate::registry::{Game, Session, game};
use crate::report::{
    BeatReport, BrokenReport, CheckReport, ExplainReport, HintReport, PlayReport, ReviewPoint,
    Rewind, Solutions, SolveReport, Status, VerifyReport,
};

impl<K: Kind> Opened<K> {
    fn moves(&self, text: &str) -> Result<Vec<Move<K>>, Faults> {
        let (file, unknown) = document::read_file::<K::SolutionFile>(text)?;
        let moves = K::read_solution(&self.level, file);
        match moves {
            Ok(moves) => unknown.or(|| moves),
            Err(mut faults) => {
                faults.absorb(unknown);
                Err(faults)
            }
        }
    }

    fn so_far(&self, text: Option<&str>) -> Result<(Vec<Move<K>>, Position<K>), Faults> {
        let moves = text.map_or(Ok(Vec::new()), |text| self.moves(text))?;
        let mut position = self.level.start();
        for (index, mv) in moves.iter().enumerate() {
            self.level.apply(&mut position, mv).map_err(|refusal| {
                let mut fault = refusal.explain();
                fault.message = format!("move {index}: {}", fault.message);
                fault
            })?;
        }
        Ok((moves, position))
    }

    fn solution_file(&self, moves: &[Move<K>]) -> Value {
        plain_json(K::write_solution(&self.level, moves))
    }

    fn played(&self, moves: Vec<Move<K>>, position: &Position<K>, made: usize) -> PlayReport {
        PlayReport {
            moves: self.solution_file(&moves),
            count: moves.len(),
            made,
            solved: self.level.is_solved(position),
            costs: self.level.costs(&moves),
            preview: Vec::new(),
            refusal: None,
        }
    }
}

impl<K: Kind> Session for Opened<K> {
    fn game(&self) -> &'static dyn Game {
        game(K::ID).expect("an opened level belongs to a registered game")
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
        code::encode(K::NUMBER, K::WORDS, &document)
    }

    fn canonical(&self) -> String {
        K::twins(&self.level)
            .iter()
            .map(|twin| document::write_level::<K>(twin, &Map::new()).to_string())
            .min()
            .unwrap_or_default()
    }

    fn solve(&self, wish: &Wish<'_>, budget: &Budget<'_>) -> SolveReport {
        let metrics = metrics_for::<K>(wish.metric);
        let answer = K::solve(&self.level, wish, budget);
        let mut report = SolveReport {
            game: K::ID,
            status: Status::Solved,
            optimal: answer.verdict.is_optimal(),
            metrics: metrics.to_vec(),
            costs: None,
            bounds: Default::default(),
            solution: None,
            certificate: None,
            solutions: answer.listing.map(|listing| Solutions {
                count: listing.count,
                complete: listing.complete,
                list: listing
                    .list
                    .iter()
                    .map(|moves| self.solution_file(moves))
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
            game: Some(K::ID),
            valid: findings.faults.is_empty(),
            faults: findings.faults,
            remarks: findings.remarks,
            solvable: findings.solvable,
            unique: findings.unique,
            costs: findings.costs,
            grade: findings.grade,
            decoration: findings.decoration,
        }
    }

    fn verify(&self, solution: &str) -> Result<VerifyReport, Faults> {
        let moves = self.moves(solution)?;
        Ok(match referee::judge(&self.level, moves) {
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

    fn hint(&self, so_far: Option<&str>, budget: &Budget<'_>) -> Result<HintReport, Faults> {
        let (moves, _) = self.so_far(so_far)?;
        let hint = K::hint(&self.level, &moves, budget);
        Ok(HintReport {
            on_track: hint.on_track,
            undo: hint.undo,
            remove: hint.remove,
            next: hint.next.as_ref().map(|mv| K::write_move(&self.level, mv)),
            coming: match (&hint.rest[..], &hint.next) {
                ([], None) => None,
                ([], Some(mv)) => Some(self.solution_file(std::slice::from_ref(mv))),
                (rest, _) => Some(self.solution_file(rest)),
            },
            remaining: hint.remaining,
            remarks: hint.remarks,
            why: hint.why,
        })
    }

    fn explain(&self, budget: &Budget<'_>) -> Option<ExplainReport> {
        let explanation = K::explain(&self.level, budget)?;
        let moves = explanation.beats.iter().flat_map(|beat| &beat.moves);
        let solution = self.solution_file(&moves.cloned().collect::<Vec<_>>());
        let beats = explanation
            .beats
            .into_iter()
            .map(|beat| BeatReport {
                text: beat.text,
                moves: beat
                    .moves
                    .iter()
                    .map(|mv| K::write_move(&self.level, mv))
                    .collect(),
                cells: beat.cells,
            })
            .collect();
        Some(ExplainReport {
            game: K::ID,
            beats,
            solution,
        })
    }

    fn play(&self, so_far: Option<&str>, gesture: &Gesture) -> Result<PlayReport, Faults> {
        let (mut moves, mut position) = self.so_far(so_far)?;
        let meant = K::gesture(&self.level, &position, gesture);
        let mut refusal = meant.refusal.map(|refusal| refusal.explain());
        let mut made = 0;
        for mv in meant.moves {
            if let Err(refused) = self.level.apply(&mut position, &mv) {
                refusal = Some(refused.explain());
                break;
            }
            moves.push(mv);
            made += 1;
        }
        Ok(PlayReport {
            preview: meant.preview,
            refusal,
            ..self.played(moves, &position, made)
        })
    }

    fn scene(&self, so_far: Option<&str>, coming: Option<&str>) -> Result<Scene, Faults> {
        let (_, position) = self.so_far(so_far)?;
        let coming = coming.map_or(Ok(Vec::new()), |text| self.moves(text))?;
        Ok(K::scene(&self.level, &position, &coming))
    }

    fn text(&self, so_far: Option<&str>, coming: Option<&str>) -> Result<Text, Faults> {
        let (_, position) = self.so_far(so_far)?;
        let coming = coming.map_or(Ok(Vec::new()), |text| self.moves(text))?;
        Ok(K::text(&self.level, &position, &coming))
    }

    fn reach(&self, so_far: Option<&str>, at: Cell) -> Result<Reach, Faults> {
        let (_, position) = self.so_far(so_far)?;
        Ok(K::reach(&self.level, &position, at))
    }

    fn size(&self) -> (usize, usize) {
        K::size(&self.level)
    }

    fn first(&self, solution: &str, count: usize) -> Result<Value, Faults> {
        let moves = self.moves(solution)?;
        Ok(self.solution_file(&moves[..count.min(moves.len())]))
    }

    fn in_hand(&self, hand: &Hand) -> Option<Scene> {
        K::in_hand(&self.level, hand)
    }

    fn rewind(&self, so_far: Option<&str>, rewind: &Rewind) -> Result<PlayReport, Faults> {
        let (moves, _) = self.so_far(so_far)?;
        let mut position = self.level.start();
        let mut kept = Vec::new();
        for (index, mv) in moves.into_iter().enumerate() {
            let wanted = match rewind {
                Rewind::Keep { count } => index < *count,
                Rewind::Drop { indices } => !indices.contains(&index),
            };
            if wanted && self.level.apply(&mut position, &mv).is_ok() {
                kept.push(mv);
            }
        }
        Ok(self.played(kept, &position, 0))
    }

    fn review(
        &self,
        so_far: Option<&str>,
        budget: &Budget<'_>,
        tell: &mut dyn FnMut(ReviewPoint) -> bool,
    ) -> Result<(), Faults> {
        let (moves, _) = self.so_far(so_far)?;
        for after in 0..=moves.len() {
            let hint = K::hint(&self.level, &moves[..after], budget);
            let point = ReviewPoint {
                after,
                on_track: hint.on_track,
                remaining: hint.remaining,
                best: hint.next.map(|mv| self.solution_file(&[mv])),
            };
            if !tell(point) {
                break;
            }
        }
        Ok(())
    }

    fn plates(&self, budget: &Budget<'_>) -> Vec<Plate> {
        K::plates(&self.level, budget)
    }

    fn search_tree(&self, budget: &Budget<'_>) -> Option<Scene> {
        K::search_tree(&self.level, budget)
    }
}

fn metrics_for<K: Kind>(first: Option<&str>) -> &'static [&'static str] {
    K::METRICS
        .iter()
        .find(|order| first.is_none_or(|first| order.first() == Some(&first)))
        .copied()
        .unwrap_or(&[])
}

//! What a solution makes use of.

use gridwright_core::grade::Technique;
use gridwright_core::puzzle::Puzzle;

use super::color::Color;
use super::level::{Fixture, Level};
use super::rules::{Phase, Position, Stroke};

/// What a solution makes use of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mechanics {
    /// Primaries mix.
    pub mixing: bool,
    /// Paint that was there from the start changes a stroke or is cut.
    pub lines: bool,
    /// White cuts.
    pub cuts: usize,
    /// Negation gates passed.
    pub negations: usize,
    /// Switch gates passed.
    pub switches: usize,
    /// Negation gates that left white.
    pub whites: usize,
    /// Strokes mix with paint that an earlier one has laid.
    pub own_paint: bool,
    /// Strokes start on secondary droplets.
    pub secondaries: bool,
    /// The most targets one stroke solves.
    pub most_targets: usize,
}

impl Mechanics {
    /// What legal strokes from the start make use of.
    pub fn of(level: &Level, strokes: &[Stroke]) -> Mechanics {
        Mechanics::after(level, level.start(), strokes)
    }

    /// What one legal stroke makes use of.
    pub fn of_stroke(level: &Level, position: &Position, stroke: &Stroke) -> Mechanics {
        Mechanics::after(level, position.clone(), std::slice::from_ref(stroke))
    }

    fn after(level: &Level, mut position: Position, strokes: &[Stroke]) -> Mechanics {
        let mut used = Mechanics::default();
        let start = level.start();
        for stroke in strokes {
            let targets_before = level.targets_left(&position).count();
            let Some((&first, rest)) = stroke.cells().split_first() else {
                continue;
            };
            let Ok(mut brush) = level.dip(&position, first) else {
                continue;
            };
            used.secondaries |= brush.color.is_secondary();
            let before_stroke = position.clone();
            for &cell in rest {
                let (before, fixture) = (brush, level.standing(&position, cell));
                let on = level.paint(&position, cell);
                let original = on.is_some() && on == level.paint(&start, cell);
                if level.extend(&mut position, &mut brush, cell).is_err() {
                    break;
                }
                let flowing = matches!(before.phase, Phase::Dipped | Phase::Flowing);
                let cut = flowing && matches!(brush.phase, Phase::Tail(_));
                let mixed = flowing && brush.color.is_secondary() && before.color.is_primary();
                match fixture {
                    Some(Fixture::Negation(_)) => {
                        used.negations += 1;
                        let made = brush.color == Color::White && before.color != Color::White;
                        used.whites += usize::from(made);
                    }
                    Some(Fixture::Switch(_)) => used.switches += 1,
                    Some(Fixture::Droplet(_) | Fixture::Target(_)) | None => {
                        used.cuts += usize::from(cut);
                        used.mixing |= mixed;
                        used.lines |= original && (cut || mixed);
                        let laid = on.is_some() && level.paint(&before_stroke, cell) == on;
                        used.own_paint |= mixed && laid && !original;
                    }
                }
            }
            let solved = targets_before - level.targets_left(&position).count();
            used.most_targets = used.most_targets.max(solved);
        }
        used
    }

    /// How many of mixing, lines, cuts, negation and switches there are.
    pub fn count(&self) -> usize {
        let used = [
            self.mixing,
            self.lines,
            self.cuts > 0,
            self.negations > 0,
            self.switches > 0,
        ];
        used.into_iter().filter(|&used| used).count()
    }

    /// What has to be known or found out, each with its weight.
    pub fn techniques(&self) -> Vec<Technique> {
        let mut known = Vec::new();
        let mut needs = |needed: bool, weight, sentence: String| {
            known.extend(needed.then(|| Technique::new(weight, sentence)));
        };
        needs(self.mixing, 1, "Paint has to be mixed.".to_owned());
        let several = format!("One stroke has to solve {} figures.", self.most_targets);
        needs(self.most_targets > 1, 1, several);
        let secondaries = "A mixture is ready, and must not mix again.".to_owned();
        needs(self.secondaries, 1, secondaries);
        let cuts = match self.cuts {
            1 => "White has to open a wall.".to_owned(),
            n => format!("White has to open walls {n} times."),
        };
        needs(self.cuts > 0, 1 + self.cuts.min(3) as u64, cuts);
        let own = "Paint has to be laid for a later stroke to mix with.".to_owned();
        needs(self.own_paint, 3, own);
        let negation = "A negation gate has to take a colour away.".to_owned();
        needs(self.negations > 0, 2, negation);
        let white = "White has to be made at a negation gate.".to_owned();
        needs(self.whites > 0, 2, white);
        let switches = "A switch gate has to change a colour.".to_owned();
        needs(self.switches > 0, 3, switches);
        known
    }
}

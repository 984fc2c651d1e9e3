//! The packed rules beside `rules.rs`: random play goes through both, and at every step they must
//! allow the same and come to the same.

use rustc_hash::FxHashSet;

use gridwright_core::budget::{Budget, Meter};
use gridwright_core::puzzle::{Puzzle, Steps};
use gridwright_core::rng::Rng;

use super::model::bits_needed;
use super::space::{Ids, Space, Step};
use crate::document::read_level;
use crate::kind::Kind;
use crate::registry::read_shipped;
use crate::tilepuzzle::TilePuzzle;
use crate::tilepuzzle::level::Level;
use crate::tilepuzzle::rules::{Move, Position};

/// How far each level is played.
const STEPS: usize = 80;

#[test]
fn the_packed_rules_are_the_rules() {
    let about = TilePuzzle::ABOUT;
    let campaign = read_shipped(&about.packs[0]).levels;
    let shipped = campaign.iter().map(|record| record.level.to_string());
    let lessons = about.lessons.iter().map(|lesson| lesson.level.to_owned());
    for text in shipped.step_by(4).chain(lessons) {
        let level = read_level::<TilePuzzle>(&text).unwrap().level;
        for seed in 0..3 {
            let mut rng = Rng::new("packed rules", seed);
            match bits_needed(&level) {
                0..=64 => play::<1>(&level, &mut rng),
                65..=128 => play::<2>(&level, &mut rng),
                _ => play::<16>(&level, &mut rng),
            }
        }
    }
}

fn play<const W: usize>(level: &Level, rng: &mut Rng) {
    let budget = Budget::unlimited();
    let mut meter = budget.meter();
    let mut position = level.start();
    let mut space = Space::<W>::new(level, &position, &mut meter).unwrap();
    let mut ahead = space.openings(&mut meter).unwrap();
    let mut path: Vec<Step> = Vec::new();
    for _ in 0..STEPS {
        let after = |mv: &Move| {
            let mut next = position.clone();
            level.apply(&mut next, mv).expect("only legal steps");
            next
        };
        let plain: FxHashSet<Position> = level.steps(&position).iter().map(after).collect();
        let packed: Vec<Position> = ahead
            .iter()
            .map(|(step, _)| {
                path.push(*step);
                let moves = space.moves(&path);
                path.pop();
                after(moves.last().expect("a step is a move"))
            })
            .collect();
        assert_eq!(plain, packed.iter().cloned().collect(), "{position:?}");
        if ahead.is_empty() {
            return;
        }
        let chosen = rng.index(ahead.len());
        let (step, ids) = ahead[chosen];
        path.push(step);
        position = packed[chosen].clone();
        assert_eq!(space.home(&ids) as usize, position.count_home());
        assert_eq!(space.is_solved(&ids), level.is_solved(&position));
        if level.is_solved(&position) {
            return;
        }
        ahead = next_steps(&mut space, &ids, &mut meter);
    }
}

/// What the packed rules allow after the first step.
fn next_steps<const W: usize>(
    space: &mut Space<W>,
    ids: &Ids,
    meter: &mut Meter<'_>,
) -> Vec<(Step, Ids)> {
    let mut ahead = Vec::new();
    for class in 0..space.len() {
        let kept = space.kept_from(class, ids);
        for index in space.classes[class].moves(ids[class], meter).unwrap() {
            let mv = *space.classes[class].mv(index);
            let free = !space.classes[class].landing(&mv).meets(&kept);
            if free && mv.need <= space.keys(ids) {
                let mut next = *ids;
                next[class] = mv.to;
                ahead.push((space.step(class, ids[class], &mv), next));
            }
        }
    }
    ahead
}

//! The levels that ship with Circuits.

use gridwright_core::budget::Budget;
use gridwright_core::grid::Cell;
use gridwright_core::referee::judge;
use gridwright_core::rng::Rng;
use gridwright_core::solve::Wish;
use gridwright_games::circuits::Circuits;
use gridwright_games::circuits::document::{LevelFile, SolutionFile};
use gridwright_games::circuits::generate::recipe::{LEVELS, RECIPES, Recipe};
use gridwright_games::circuits::level::{Layer, Level};
use gridwright_games::circuits::rules::Move;
use gridwright_games::document::pack::{Pack, Record};
use gridwright_games::kind::{Documents, Grades, Kind, Solves};
use gridwright_games::registry;

use crate::board::{board, draw};

pub(crate) fn packs() -> Vec<(&'static Recipe, Pack)> {
    let shipped = Circuits::ABOUT.packs.iter().map(registry::read_shipped);
    RECIPES.iter().zip(shipped).collect()
}

pub(crate) fn level(record: &Record) -> Level {
    let file: LevelFile = serde_json::from_value(record.level.clone()).unwrap();
    Circuits::read_level(file).unwrap()
}

fn best_lines(level: &Level) -> Vec<Vec<Cell>> {
    let answer = Circuits::solve(level, &Wish::default(), &Budget::unlimited());
    let moves = answer.verdict.witness().unwrap().moves().iter();
    moves
        .map(|mv| match mv {
            Move::Draw(line) => line.clone(),
            Move::Erase(_) => panic!("solutions only draw"),
        })
        .collect()
}

fn number(value: Option<&serde_json::Value>) -> u64 {
    value.and_then(serde_json::Value::as_u64).unwrap()
}

#[test]
fn shipped_solutions_work_and_levels_are_graded_in_order() {
    for (recipe, pack) in packs() {
        assert_eq!((&pack.pack[..], pack.levels.len()), (recipe.pack, LEVELS));
        let mut before = 0;
        for (index, record) in pack.levels.iter().enumerate() {
            let id = record.id.as_deref().unwrap();
            assert_eq!(id, format!("{}{:02}", recipe.pack, index + 1));
            let level = level(record);
            let file: SolutionFile = serde_json::from_value(record.solution.clone()).unwrap();
            let moves = Circuits::read_solution(&level, file).unwrap();
            let witness = judge(&level, moves).unwrap_or_else(|broken| panic!("{id}: {broken}"));
            for (metric, value) in witness.costs().iter() {
                assert_eq!(number(record.costs.get(metric)), value, "{id}");
            }
            let grade = Circuits::grade(&level, &witness, true, &Budget::unlimited()).unwrap();
            assert_eq!(serde_json::to_value(&grade).unwrap(), record.grade, "{id}");
            assert_eq!(grade.tier, recipe.tier, "{id}");
            assert!(grade.score >= before, "{id} is easier than the one before");
            before = grade.score;
        }
    }
}

#[test]
fn a_grade_does_not_rest_on_the_order_in_which_lines_are_drawn() {
    // Red crosses the bottom line that blue takes; red's line is drawn first and reads last.
    let small = board(
        &["..B..", "R.o.R", ".....", "..o..", "..B.."],
        &[(-1, &[(2, 1), (2, 2), (2, 3)])],
    );
    let red: &[(i32, i32)] = &[(0, 1), (1, 2), (2, 2), (3, 2), (4, 1)];
    let (from, to): (&[_], &[_]) = (&[(2, 0), (2, 1)], &[(2, 3), (2, 4)]);
    let small_moves = [red, from, to].map(draw).to_vec();
    let shipped = packs().into_iter().flat_map(|(_, pack)| pack.levels);
    let shipped = shipped.map(|record| {
        let level = level(&record);
        let file: SolutionFile = serde_json::from_value(record.solution).unwrap();
        let moves = Circuits::read_solution(&level, file).unwrap();
        (level, moves)
    });
    let mut rng = Rng::new("the order of lines", 1);
    for (level, mut moves) in std::iter::once((small, small_moves)).chain(shipped) {
        let graded = |moves: &[Move]| {
            let witness = judge(&level, moves.to_vec()).unwrap();
            Circuits::grade(&level, &witness, true, &Budget::unlimited())
        };
        let grade = graded(&moves);
        for _ in 0..8 {
            rng.shuffle(&mut moves);
            if let Move::Draw(line) = &mut moves[0] {
                line.reverse();
            }
            assert_eq!(graded(&moves), grade, "{moves:?}");
        }
    }
}

#[test]
fn shipped_levels_are_what_their_packs_promise() {
    // All levels of the first pack and some of the others: `check` in full.
    for (recipe, pack) in packs() {
        let every = match recipe.tier {
            "easy" => 1,
            "medium" => 4,
            _ => 12,
        };
        for record in pack.levels.iter().step_by(every) {
            let id = record.id.as_deref().unwrap();
            let level = level(record);
            let findings = Circuits::inspect(&level, false, &Budget::unlimited());
            assert_eq!(findings.unique, Some(true), "{id}");
            let costs = findings.costs.expect("solvable");
            for (metric, value) in costs.iter() {
                assert_eq!(number(record.costs.get(metric)), value, "{id}");
            }
            let decoration = findings.decoration;
            assert!(decoration.undecided.is_empty(), "{id}");
            assert!(
                decoration.dispensable.is_empty(),
                "{id}: {:?}",
                decoration.dispensable
            );
        }
    }
}

#[test]
fn lines_go_straight_and_those_to_draw_are_long() {
    let slanted = |pair: &[Cell]| pair[0].x != pair[1].x && pair[0].y != pair[1].y;
    let share = |lines: &[Vec<Cell>]| {
        let steps = lines.iter().flat_map(|line| line.windows(2));
        100 * steps.clone().filter(|pair| slanted(pair)).count() / steps.count()
    };
    for (recipe, pack) in packs() {
        let levels: Vec<Level> = pack.levels.iter().map(level).collect();
        let given = levels.iter().flat_map(Level::lines);
        let given: Vec<Vec<Cell>> = given.map(|line| line.points.clone()).collect();
        assert!(share(&given) <= 20, "{}: {}%", recipe.pack, share(&given));
        // What the solver draws, which is what people are shown.
        let mut drawn: Vec<Vec<Cell>> = Vec::new();
        for (level, record) in levels.iter().zip(&pack.levels) {
            let lines = best_lines(level);
            assert!(share(&lines) <= 50, "{:?}: {}%", record.id, share(&lines));
            drawn.extend(lines);
        }
        assert!(share(&drawn) <= 25, "{}: {}%", recipe.pack, share(&drawn));
        let total = |metric: &str| -> u64 {
            let costs = pack.levels.iter().map(|record| record.costs.get(metric));
            costs.map(number).sum()
        };
        let tenths = 10 * total("steps") / total("lines");
        assert!(tenths >= 30, "{}: {tenths} tenths", recipe.pack);
    }
}

#[test]
fn large_levels_use_both_layers_and_the_top_and_bottom_rows() {
    for (_, pack) in packs()
        .into_iter()
        .filter(|(recipe, _)| recipe.tier == "hard")
    {
        for record in &pack.levels {
            let level = level(record);
            let edge = |y: i32| y == 0 || y == level.height();
            assert!(level.terminals().iter().all(|terminal| edge(terminal.at.y)));
            for layer in [Layer::Top, Layer::Bottom] {
                assert!(level.lines().iter().any(|line| line.layer == layer));
            }
        }
    }
}

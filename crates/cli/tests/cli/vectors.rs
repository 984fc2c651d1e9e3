//! `testdata/GAME/vectors.jsonl`: levels, moves, and what the rules say to them, for whoever writes
//! the rules down in another language. A line is one case:
//!
//! `{"level": LEVEL, "moves": SOLUTION, "expect": {"solved": true, "costs": {...}, "board": "..."}}`, or
//! `{"level": LEVEL, "moves": SOLUTION, "expect": {"refused": CODE, "move": 3, "step": null}}`.
//!
//! Moves count from 0; `move` is the number of moves where all are legal and the level is not solved.
//! `board` is the position after the moves, in the characters of `gridwright show`.
//!
//! `GRIDWRIGHT_WRITE_VECTORS=1 cargo test -p gridwright --test cli vectors` writes the files anew, from
//! the lessons and the shipped levels with solutions that were changed at random until every rule
//! that such changes can break was broken a few times.

use std::collections::BTreeMap;
use std::path::PathBuf;

use gridwright_core::rng::Rng;
use gridwright_core::text::Charset;
use gridwright_games::registry::{GAMES, Game, Session, read_shipped};
use serde_json::{Value, json};

/// So many cases of everything that can be expected, beside the lessons.
const EACH: usize = 4;
/// So many solutions are changed.
const TRIES: usize = 6000;

#[test]
fn the_rules_answer_every_vector_as_written() {
    for game in GAMES {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../../testdata")
            .join(game.id())
            .join("vectors.jsonl");
        if std::env::var_os("GRIDWRIGHT_WRITE_VECTORS").is_some() {
            std::fs::write(&path, written(*game)).unwrap();
        }
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let mut kinds = BTreeMap::<String, usize>::new();
        for (number, line) in text.lines().enumerate() {
            let case: Value = serde_json::from_str(line).unwrap();
            let level = game.open(&case["level"].to_string()).unwrap();
            let found = answered(&*level, &case["moves"]).unwrap();
            assert_eq!(found, case["expect"], "{}, line {}", game.id(), number + 1);
            *kinds.entry(kind(&found)).or_default() += 1;
        }
        assert!(kinds.contains_key("solved"), "{}: {kinds:?}", game.id());
        assert!(kinds.len() >= 3, "{}: {kinds:?}", game.id());
        for code in kinds.keys().filter(|kind| *kind != "solved") {
            assert!(
                game.codes().iter().any(|known| known.id() == code),
                "{code} is in the catalogue"
            );
        }
    }
}

/// What the rules say to moves; nothing if they are no moves at all.
fn answered(level: &dyn Session, moves: &Value) -> Option<Value> {
    let verified = level.verify(&moves.to_string()).ok()?;
    if let Some(broken) = verified.broken {
        return Some(json!({ "refused": broken.code, "move": broken.index, "step": broken.step }));
    }
    let play = level.at(Some(&moves.to_string())).ok()?;
    let board = play.text().string(Charset::Ascii);
    Some(json!({ "solved": true, "costs": verified.costs, "board": board }))
}

fn kind(answer: &Value) -> String {
    answer["refused"].as_str().unwrap_or("solved").to_owned()
}

/// The vectors of a game.
fn written(game: &dyn Game) -> String {
    let mut rng = Rng::new("vectors", 1);
    let known = known(game);
    let mut kept = BTreeMap::<String, Vec<String>>::new();
    let mut keep = |level: &Value, moves: &Value, most: usize| {
        let session = game.open(&level.to_string()).unwrap();
        if let Some(expect) = answered(&*session, moves) {
            let cases = kept.entry(kind(&expect)).or_default();
            if cases.len() < most {
                cases.push(json!({ "level": level, "moves": moves, "expect": expect }).to_string());
            }
        }
    };
    // Every lesson is kept, so that every mechanic is there.
    let lessons = game.lessons().len() + game.about().mechanics.len();
    for (level, moves) in known.iter().take(lessons) {
        keep(level, moves, usize::MAX);
    }
    for _ in 0..TRIES {
        let (level, own) = &known[rng.index(known.len())];
        let foreign = &known[rng.index(known.len())].1;
        let mut moves = if rng.chance(1, 8) {
            foreign.clone()
        } else {
            own.clone()
        };
        for _ in 0..1 + rng.below(3) {
            change(&mut moves, &mut rng);
        }
        keep(level, &moves, EACH);
    }
    let lines: Vec<String> = kept.into_values().flatten().collect();
    lines.join("\n") + "\n"
}

/// Levels with solutions: the lessons, and the first and last levels of every pack.
fn known(game: &dyn Game) -> Vec<(Value, Value)> {
    use gridwright_core::budget::Budget;
    use gridwright_core::solve::Wish;
    let mut known = Vec::new();
    for lesson in game.lessons().iter().chain(game.about().mechanics) {
        let level = game.open(lesson.level).unwrap();
        let solved = level.solve(&Wish::default(), &Budget::unlimited());
        known.extend(solved.solution.map(|solution| (level.document(), solution)));
    }
    for pack in game.packs() {
        let levels = read_shipped(pack).levels;
        let ends = levels.iter().take(8).chain(levels.iter().rev().take(4));
        known.extend(ends.map(|record| (record.level.clone(), record.solution.clone())));
    }
    known
}

/// Changes a list of moves: one goes, comes twice, or changes places, or a number in it changes.
fn change(moves: &mut Value, rng: &mut Rng) {
    let Some(object) = moves.as_object_mut() else {
        return;
    };
    object.shift_remove("totalMoves");
    let Some(list) = object.values_mut().find_map(Value::as_array_mut) else {
        return;
    };
    if list.is_empty() {
        return;
    }
    let (here, there) = (rng.index(list.len()), rng.index(list.len()));
    match rng.below(7) {
        0 => drop(list.remove(here)),
        1 => list.swap(here, there),
        2 => list.insert(there, list[here].clone()),
        3 => list.truncate(here),
        _ => nudge(&mut list[here], rng),
    }
}

/// Changes one number somewhere in a move, or the length of a list in it.
fn nudge(value: &mut Value, rng: &mut Rng) {
    match value {
        Value::Array(list) if !list.is_empty() => {
            let index = rng.index(list.len());
            match rng.below(8) {
                0 => drop(list.remove(index)),
                1 => list.insert(index, list[index].clone()),
                2 => list.truncate(index.max(1)),
                _ => nudge(&mut list[index], rng),
            }
        }
        Value::Object(object) if !object.is_empty() => {
            let index = rng.index(object.len());
            if let Some(inner) = object.values_mut().nth(index) {
                nudge(inner, rng);
            }
        }
        Value::Number(number) => {
            let steps = [-3, -2, -1, 1, 2, 3, 40];
            let changed = number.as_i64().unwrap_or(0) + steps[rng.index(steps.len())];
            *value = changed.max(0).into();
        }
        _ => {}
    }
}

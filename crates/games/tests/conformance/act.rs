//! Play by numbers is play by the rules: packed tables beside plain ones, solutions as actions.

use gridwright_core::budget::Budget;
use gridwright_core::generate::{Request, Settings};
use gridwright_core::puzzle::{Puzzle, Steps};
use gridwright_core::rng::Rng;
use gridwright_games::act::{Acted, Frame};
use gridwright_games::document::pack::Record;
use gridwright_games::document::read_level;
use gridwright_games::kind::Kind;
use gridwright_games::registry::{Session, Visitor, of};
use gridwright_games::tilepuzzle::TilePuzzle;
use gridwright_games::tint::Tint;

use crate::{over_all_games, shipped_levels};

/// Some shipped levels of every pack, and the lessons.
fn some_levels<K: Kind>() -> Vec<(String, String)> {
    let shipped = shipped_levels::<K>();
    let every = (shipped.len() / 8).max(1);
    let shipped = shipped.into_iter().step_by(every);
    let shipped = shipped.map(|(name, record)| (name, record.level.to_string()));
    let lessons = K::ABOUT.lessons.iter().enumerate();
    let lessons = lessons.map(|(i, lesson)| (format!("lesson {i}"), lesson.level.to_owned()));
    shipped.chain(lessons).collect()
}

/// Some levels of the first tier, with the frame of their settings.
fn made_levels<K: Kind>() -> impl Iterator<Item = (Frame, Record)> {
    let tier = &K::ABOUT.tiers[0];
    (1..4).map(move |seed| {
        let request = Request {
            settings: Settings::resolve(K::ABOUT.knobs, Some(tier), &[]).unwrap(),
            tier: Some(tier.name),
            min_moves: None,
            metric: None,
            seed,
        };
        let frame = K::frame(&request.settings);
        let made = of::<K>().generate(&request, &Budget::unlimited());
        (frame, made.unwrap_or_else(|why| panic!("{why:?}")))
    })
}

/// The same frame with room to spare, where the game allows that.
fn wider(session: &dyn Session, frame: Frame) -> Option<Frame> {
    let (cols, rows) = (frame.cols + 1, frame.rows + 2);
    // Actions follow the cells, but for a few that belong to no cell.
    let rest = frame.actions % frame.cells();
    let actions = frame.actions / frame.cells() * cols * rows + rest;
    let wide = Frame {
        cols,
        rows,
        actions,
    };
    session.plain_table(&wide).map(|_| wide)
}

#[test]
fn packed_tables_play_as_the_rules_do() {
    struct Walk;
    impl Visitor for Walk {
        fn visit<K: Kind>(&mut self) {
            for (name, text) in some_levels::<K>() {
                side_by_side(&name, &*of::<K>().open(&text).unwrap(), &[]);
            }
            let made = made_levels::<K>().map(|(_, record)| ("made".to_owned(), record));
            for (name, record) in shipped_levels::<K>().into_iter().chain(made) {
                let session = of::<K>().open(&record.level.to_string()).unwrap();
                let solution = record.solution.to_string();
                let actions = session.actions_of(&session.frame(), &solution).unwrap();
                side_by_side(&name, &*session, &actions);
            }
        }
    }
    over_all_games(&mut Walk);
}

/// The shipped levels of Tint all play by the same of its rules; others follow these.
#[test]
fn packed_tables_play_by_all_rules_of_tint() {
    for (name, record) in shipped_levels::<Tint>().into_iter().step_by(2) {
        for start in ["any", "droplet"] {
            for mixing in ["strict", "absorb"] {
                for tail in [1, 2] {
                    let mut level = record.level.clone();
                    level["start"] = start.into();
                    level["mixing"] = mixing.into();
                    level["tail"] = tail.into();
                    let name = format!("{name}, {start}, {mixing}, {tail}");
                    let session = of::<Tint>().open(&level.to_string()).unwrap();
                    side_by_side(&name, &*session, &[]);
                }
            }
        }
    }
}

/// Boards of bits shift by a row; a row as long as a word is no shift.
#[test]
fn packed_tables_play_in_frames_of_one_row() {
    let level = r#"{ "game": "tilepuzzle", "floor": ["......."],
        "shapes": [{ "kind": "Domino", "at": [2, 0], "color": "red" }],
        "cats": [{ "at": [0, 0], "color": "red" }, { "at": [6, 0], "color": "red" }] }"#;
    let session = of::<TilePuzzle>().open(level).unwrap();
    for cols in [7, 63, 64, 65, 127, 128, 129] {
        let frame = Frame {
            cols,
            rows: 1,
            actions: 4 * cols,
        };
        walk(&format!("{cols} x 1"), &*session, &frame, &[]);
    }
}

/// Walks a packed table beside a plain one in the level's own frame and in a wider one: through a
/// solution, in the first, and at random.
fn side_by_side(name: &str, session: &dyn Session, solution: &[usize]) {
    let own = session.frame();
    walk(name, session, &own, solution);
    if let Some(wider) = wider(session, own) {
        walk(name, session, &wider, &[]);
    }
}

fn walk(name: &str, session: &dyn Session, frame: &Frame, solution: &[usize]) {
    let mut plain = session.plain_table(frame).unwrap();
    let mut packed = session.table(frame).unwrap();
    let mut rng = Rng::new("act", 1);
    let size = session.game().layers().len() * frame.cells();
    let mut masks = [vec![9; frame.actions], vec![9; frame.actions]];
    let mut seen = [vec![9; size], vec![9; size]];
    for step in 0..solution.len() + 200 {
        for (i, table) in [&plain, &packed].into_iter().enumerate() {
            table.legal(&mut masks[i]);
            table.observe(&mut seen[i]);
        }
        assert_eq!(masks[0], masks[1], "{name}, step {step}: legal");
        assert_eq!(seen[0], seen[1], "{name}, step {step}: seen");
        let legal: Vec<usize> = (0..frame.actions).filter(|a| masks[0][*a] == 1).collect();
        // Now and then something that may be illegal, or is beyond all actions.
        let any = rng.below(16) == 0 || legal.is_empty();
        let action = match solution.get(step) {
            Some(action) => *action,
            None if any => rng.below(frame.actions as u64 + 1) as usize,
            None => legal[rng.below(legal.len() as u64) as usize],
        };
        let acted = plain.act(action);
        assert_eq!(packed.act(action), acted, "{name}, step {step}: {action}");
        assert_eq!(
            acted == Acted::Illegal,
            masks[0].get(action) != Some(&1),
            "{name}: {action}"
        );
        // Who is done may ask on, but not for ever.
        if matches!(acted, Acted::Solved | Acted::Stuck) && rng.below(2) == 0
            || rng.below(64) == 0 && step >= solution.len()
        {
            plain.reset();
            packed.reset();
        }
    }
}

#[test]
fn different_steps_have_different_numbers() {
    struct Numbers;
    impl Visitor for Numbers {
        fn visit<K: Kind>(&mut self) {
            for (name, text) in some_levels::<K>() {
                let level = read_level::<K>(&text).unwrap().level;
                let frame = K::frame_of(&level);
                let mut begun = level.begin(&level.start());
                let mut rng = Rng::new("act", 2);
                for _ in 0..100 {
                    let steps = level.steps(&begun);
                    let number = |step: &_| K::number(&frame, &level, &begun, step);
                    let mut numbers: Vec<usize> = steps.iter().map(number).collect();
                    numbers.sort_unstable();
                    numbers.dedup();
                    assert_eq!(numbers.len(), steps.len(), "{name}");
                    assert!(numbers.last().is_none_or(|n| *n < frame.actions), "{name}");
                    let Some(step) = steps.get(rng.below(steps.len().max(1) as u64) as usize)
                    else {
                        break;
                    };
                    level.step(&mut begun, step);
                }
            }
        }
    }
    over_all_games(&mut Numbers);
}

#[test]
fn solutions_are_actions_and_levels_fit_the_frame_of_their_settings() {
    struct Solutions;
    impl Visitor for Solutions {
        fn visit<K: Kind>(&mut self) {
            for (frame, record) in made_levels::<K>() {
                played::<K>(&record, Some(frame));
            }
            for (_, record) in shipped_levels::<K>().into_iter().step_by(7) {
                played::<K>(&record, None);
            }
        }
    }
    over_all_games(&mut Solutions);
}

fn played<K: Kind>(record: &Record, frame: Option<Frame>) {
    let session = of::<K>().open(&record.level.to_string()).unwrap();
    let frame = frame.unwrap_or_else(|| session.frame());
    let mut table = session.table(&frame).expect("it fits");
    let solution = record.solution.to_string();
    let actions = session.actions_of(&frame, &solution).unwrap();
    let mut last = Acted::Going;
    for action in &actions {
        last = table.act(*action);
        assert_ne!(last, Acted::Illegal, "{}", record.level);
    }
    assert!(
        actions.is_empty() || last == Acted::Solved,
        "{}",
        record.level
    );
    let moves = session.moves_of(&frame, &actions).to_string();
    assert!(session.verify(&moves).unwrap().ok, "{moves}");
}

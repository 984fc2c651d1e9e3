//! What every game tells before a gesture goes on: it never panics, and what it tells is true.

use gridwright_core::gesture::{Gesture, Hand, Mode, Preview, Reach};
use gridwright_core::grid::{Cell, cells};
use gridwright_core::puzzle::{Puzzle, Steps};
use gridwright_core::rng::Rng;
use gridwright_games::kind::{Kind, Position};
use gridwright_games::registry::{self, Visitor};

use crate::play::first_levels;
use crate::{over_all_games, shipped_levels};

/// Some positions of a level: the start, and where random steps lead.
fn positions<L: Steps>(level: &L, seed: u64) -> Vec<L::Position> {
    let mut rng = Rng::new("reach", seed);
    let mut begun = level.begin(&level.start());
    let mut found = vec![level.start()];
    for _ in 0..40 {
        let steps = level.steps(&begun);
        let Some(step) = rng.pick(&steps) else { break };
        level.step(&mut begun, step);
        if let Some(position) = level.resting(&begun) {
            if level.is_solved(position) {
                break;
            }
            found.push(position.clone());
        }
    }
    let keep = found.len().div_ceil(4);
    found.into_iter().step_by(keep).collect()
}

#[test]
fn what_is_told_before_a_gesture_is_true() {
    struct Reaches;
    impl Visitor for Reaches {
        fn visit<K: Kind>(&mut self) {
            for (address, level) in first_levels::<K>() {
                for (seed, position) in (0..3).flat_map(|seed| {
                    let found = positions(&level, seed);
                    found.into_iter().map(move |position| (seed, position))
                }) {
                    let scene = K::scene(&level, &position, &[]);
                    let (width, height) = (scene.width as i32, scene.height as i32);
                    for at in cells(width + 2, height + 2).map(|cell| cell.offset(-1, -1)) {
                        let reach = K::reach(&level, &position, at);
                        check::<K>(&level, &position, at, &reach, &format!("{address} {seed}"));
                    }
                    for far in [i32::MIN, i32::MAX] {
                        for at in [Cell::new(far, 0), Cell::new(0, far), Cell::new(far, far)] {
                            assert_eq!(K::reach(&level, &position, at).mode, Mode::None);
                        }
                    }
                }
            }
        }
    }
    over_all_games(&mut Reaches);
}

fn check<K: Kind>(
    level: &K::Level,
    position: &Position<K>,
    at: Cell,
    reach: &Reach,
    address: &str,
) {
    let scene = K::scene(level, position, &[]);
    for id in &reach.takes {
        let taken = scene.items.iter().any(|item| item.id == *id);
        assert!(taken, "{address}: {at} takes {id}, which is not there");
    }
    match reach.mode {
        Mode::None => assert!(
            reach.takes.is_empty() && reach.cells.is_empty(),
            "{address}"
        ),
        Mode::Press => {
            let tap = K::gesture(level, position, &Gesture::Tap { at });
            assert_eq!(reach.cells, tap.preview, "{address} {at}");
        }
        Mode::Slide => {
            for place in reach.cells.iter().map(|preview| preview.cell) {
                let path = vec![at, place];
                let meant = K::gesture(level, position, &Gesture::Drag { path });
                assert_eq!(meant.refusal, None, "{address}: {at} to {place}");
                let mut after = position.clone();
                for mv in &meant.moves {
                    level.apply(&mut after, mv).unwrap();
                }
                if !level.is_solved(&after) {
                    let taken = K::reach(level, &after, place).takes;
                    assert_eq!(taken, reach.takes, "{address}: {at} to {place}");
                }
            }
        }
        Mode::Draw => {
            let told = |cell| reach.cells.iter().any(|preview| preview.cell == cell);
            assert!(told(at), "{address}: a line may come back to {at}");
            for next in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| at.offset(dx, dy))) {
                let path = vec![at, next];
                let meant = K::gesture(level, position, &Gesture::Drag { path });
                let drawn = meant
                    .preview
                    .iter()
                    .any(|p| p.cell == next && p.label != "blocked");
                assert!(!drawn || told(next), "{address}: {at} to {next}");
            }
        }
        Mode::Carry => {
            let hand = reach
                .hand
                .as_ref()
                .expect("something hangs from the finger");
            let Hand {
                piece,
                side,
                sides,
                turns,
                grabbed,
            } = hand.clone();
            assert!(side < sides, "{address}");
            let scene = K::in_hand(level, hand).expect("it can be drawn");
            assert!(scene.background.is_none(), "{address}");
            assert!((0..scene.width as i32).contains(&grabbed.x), "{address}");
            assert!((0..scene.height as i32).contains(&grabbed.y), "{address}");
            // Put down where it was taken up, nothing has happened.
            let at = at.offset(-grabbed.x, -grabbed.y);
            let back = Gesture::Place {
                piece,
                side,
                turns,
                at,
            };
            assert!(
                K::gesture(level, position, &back).moves.is_empty(),
                "{address}"
            );
        }
    }
}

/// A game, one of its lessons, a place, and what is told there.
const TOLD: &[(&str, usize, (i32, i32), &str)] = &[
    ("lights-off", 0, (0, 0), "press: on(0,0) off(1,0) off(0,1)"),
    ("lights-off", 0, (3, 0), "none: lights-off.off-board"),
    ("tilepuzzle", 1, (0, 0), "slide shape-0: red(0,0) red(1,0)"),
    ("tilepuzzle", 1, (1, 0), "none:"),
    ("tilepuzzle", 2, (4, 0), "none: tilepuzzle.locked"),
    (
        "circuits",
        2,
        (0, 1),
        "draw: red(0,0) red(1,0) red(3,0) red(4,0) red(0,1) red(1,1) red(2,1) red(3,1) red(4,1) \
         red(0,2) red(1,2) red(3,2) red(4,2)",
    ),
    ("circuits", 2, (1, 0), "none: circuits.no-start"),
    ("circuits", 1, (2, 0), "none: circuits.no-room"),
    (
        "tint",
        2,
        (0, 1),
        "draw: yellow(0,0) yellow(1,0) orange(2,0) green(3,0) yellow(4,0) yellow(0,1) yellow(1,1) \
         orange(2,1) green(3,1) yellow(4,1) yellow(0,2) yellow(1,2) orange(2,2) yellow(3,2) \
         yellow(4,2)",
    ),
    ("tint", 2, (1, 1), "none: tint.nothing-to-pick-up"),
    ("iq-circuit", 0, (0, 0), "none: iq-circuit.given"),
    (
        "iq-circuit",
        0,
        (1, 5),
        "carry tray-I3a: I3a side 0 of 3, 0 turns, by (1,0)",
    ),
    ("iq-circuit", 0, (0, 4), "none:"),
];

#[test]
fn reaches_of_the_lessons() {
    for &(id, lesson, at, expected) in TOLD {
        let game = registry::game(id).unwrap();
        let level = game.open(game.lessons()[lesson].level).unwrap();
        let reach = level.at(None).unwrap().reach(at.into());
        let mut told = format!("{:?}", reach.mode).to_lowercase();
        let is_part = |id: &str| {
            reach
                .takes
                .iter()
                .any(|of| id.starts_with(&format!("{of}-")))
        };
        for id in reach.takes.iter().filter(|id| !is_part(id)) {
            told += &format!(" {id}");
        }
        told.push(':');
        for Preview { cell, label } in &reach.cells {
            told += &format!(" {label}{cell}");
        }
        if let Some(hand) = &reach.hand {
            let Hand {
                piece,
                side,
                sides,
                turns,
                grabbed,
            } = hand;
            told += &format!(" {piece} side {side} of {sides}, {turns} turns, by {grabbed}");
        }
        if let Some(refusal) = &reach.refusal {
            told += &format!(" {}", refusal.code.id());
        }
        assert_eq!(told, expected, "{id} {lesson} {at:?}");
    }
}

/// Whoever plays a solution by hand, a test or a tutor, asks for the gestures and need not know the
/// game's moves.
#[test]
fn every_move_of_a_shipped_solution_is_made_by_one_gesture() {
    struct Made;
    impl Visitor for Made {
        fn visit<K: Kind>(&mut self) {
            for (address, record) in shipped_levels::<K>() {
                let session = registry::of::<K>().open(&record.level.to_string()).unwrap();
                let solution = session.at(Some(&record.solution.to_string())).unwrap();
                let gestures = solution.gestures().unwrap_or_else(|| panic!("{address}"));
                let mut play = session.at(None).unwrap();
                for gesture in gestures {
                    let report = play.make(&gesture);
                    assert_eq!(report.made, 1, "{address}: {gesture:?}");
                }
                assert_eq!(play.moves(), solution.moves(), "{address}");
            }
        }
    }
    over_all_games(&mut Made);
}

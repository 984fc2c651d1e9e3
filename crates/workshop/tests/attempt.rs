//! An attempt as a player lives it, in every game: made, undone, saved, resumed, won.

use std::time::Duration;

use gridwright_core::gesture::Gesture;
use gridwright_games::report::Rewind;
use gridwright_workshop::level_ref::LevelRef;
use gridwright_workshop::{Attempt, Workshop};

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

/// The first shipped level of every game, with its solution.
fn first_levels(workshop: &Workshop) -> Vec<(LevelRef, String)> {
    let catalogue = workshop.catalogue();
    let games = catalogue.games().iter();
    games
        .filter_map(|game| {
            let pack = catalogue.of(game.id()).next()?;
            let level = gridwright_workshop::catalogue::Catalogue::levels(pack).next()?;
            let solution = level.record().solution.to_string();
            Some((LevelRef::address(level.address()), solution))
        })
        .collect()
}

fn moves(attempt: &Attempt) -> String {
    attempt.play().moves().to_string()
}

#[test]
fn every_game_is_left_resumed_and_won() {
    let workshop = Workshop::detached();
    let levels = first_levels(&workshop);
    assert_eq!(levels.len(), workshop.games().len());
    for (level, solution) in levels {
        let mut attempt = workshop.attempt(&level).unwrap();
        let key = attempt.resume_key();
        assert!(!workshop.save(&mut attempt).unwrap(), "nothing to save yet");
        attempt.replace(&solution, seconds(1)).unwrap();
        let whole = attempt.play().count();
        assert!(attempt.is_solved(), "{key:?}");

        attempt.rewind(&Rewind::Keep { count: whole - 1 }, seconds(2));
        let left = moves(&attempt);
        assert!(!attempt.is_solved() && attempt.stars().is_none(), "{key:?}");
        assert!(workshop.finish(&mut attempt, seconds(2)).unwrap().is_none());
        assert!(workshop.save(&mut attempt).unwrap() && !attempt.is_unsaved());
        drop(attempt);

        let mut attempt = workshop.attempt(&level).unwrap();
        assert_eq!(
            moves(&attempt),
            left,
            "{key:?} is resumed where it was left"
        );
        assert_eq!(attempt.can_undo(), whole > 1, "back to the start");
        attempt.replace(&solution, seconds(9)).unwrap();
        let won = workshop.finish(&mut attempt, seconds(9)).unwrap().unwrap();
        assert!(won.first_time, "{key:?}");
        assert_eq!(won.stars, attempt.stars(), "{key:?}");
        assert!(
            workshop.finish(&mut attempt, seconds(9)).unwrap().is_none(),
            "once"
        );
        let record = workshop.store().level(key.0, &key.1).unwrap().unwrap();
        assert!(
            record.completed.is_some() && record.moves.is_none(),
            "{key:?}"
        );
    }
}

#[test]
fn steps_are_undone_and_redone_and_a_new_one_ends_the_redoing() {
    let workshop = Workshop::detached();
    let level = LevelRef::address("lights-off/classic/1");
    let mut attempt = workshop.attempt(&level).unwrap();
    let mut seen = vec![moves(&attempt)];
    for x in 0..3 {
        let tap = Gesture::Tap { at: (x, 0).into() };
        assert_eq!(attempt.make(&tap, seconds(x as u64)).made, 1);
        seen.push(moves(&attempt));
    }
    let nowhere = Gesture::Tap { at: (99, 0).into() };
    assert!(attempt.make(&nowhere, seconds(3)).refusal.is_some());
    assert_eq!(moves(&attempt), seen[3], "a refused gesture is no step");

    for expected in seen[..3].iter().rev() {
        assert!(attempt.undo(seconds(4)));
        assert_eq!(moves(&attempt), *expected);
    }
    assert!(!attempt.undo(seconds(4)), "the start is the start");
    assert!(attempt.redo(seconds(4)) && attempt.redo(seconds(4)));
    assert_eq!(moves(&attempt), seen[2]);
    let tap = Gesture::Tap { at: (4, 4).into() };
    attempt.make(&tap, seconds(5));
    assert!(!attempt.can_redo());

    attempt.undo(seconds(5));
    attempt.set_checkpoint();
    attempt.reset(seconds(6));
    assert_eq!(moves(&attempt), seen[0]);
    assert!(attempt.return_to_checkpoint(seconds(6)));
    assert_eq!(moves(&attempt), seen[2]);
    assert!(attempt.undo(seconds(6)), "the return can be undone");
    assert_eq!(moves(&attempt), seen[0]);
}

#[test]
fn a_long_attempt_remembers_a_bounded_number_of_steps() {
    let workshop = Workshop::detached();
    let level = LevelRef::address("lights-off/classic/1");
    let mut attempt = workshop.attempt(&level).unwrap();
    for count in 0..1500_i32 {
        let tap = Gesture::Tap {
            at: (count % 2, 0).into(),
        };
        attempt.make(&tap, seconds(0));
    }
    assert_eq!(attempt.play().count(), 1500);
    let steps = (0..).take_while(|_| attempt.undo(seconds(0))).count();
    assert_eq!(steps, 1024);
}

#[test]
fn the_clock_pauses_with_the_player_and_stops_at_the_win() {
    let workshop = Workshop::detached();
    let level = LevelRef::address("lights-off/classic/1");
    let (_, solution) = first_levels(&workshop).remove(0);
    let attempt = workshop.attempt(&level).unwrap();
    let mut attempt = attempt.with_elapsed(seconds(100));
    let tap = Gesture::Tap { at: (0, 0).into() };
    assert_eq!(
        attempt.elapsed(seconds(50)),
        seconds(100),
        "it waits for the first move"
    );
    attempt.make(&tap, seconds(60));
    assert_eq!(attempt.elapsed(seconds(65)), seconds(105));
    attempt.pause(seconds(70));
    assert_eq!(attempt.elapsed(seconds(1000)), seconds(110));
    attempt.resume(seconds(2000));
    attempt.replace(&solution, seconds(2005)).unwrap();
    assert_eq!(attempt.elapsed(seconds(9000)), seconds(115), "solved");
    attempt.resume(seconds(9000));
    assert_eq!(
        attempt.elapsed(seconds(9999)),
        seconds(115),
        "and it stays so"
    );
    attempt.undo(seconds(10_000));
    assert_eq!(
        attempt.elapsed(seconds(10_001)),
        seconds(116),
        "unless it is undone"
    );
}

#[test]
fn moves_that_cannot_be_replaced_change_nothing() {
    let workshop = Workshop::detached();
    let level = LevelRef::address("lights-off/classic/1");
    let mut attempt = workshop.attempt(&level).unwrap();
    for text in [
        "",
        "{",
        "[1]",
        r#"{"moves":[{"row":99,"col":0}],"totalMoves":1}"#,
    ] {
        assert!(attempt.replace(text, seconds(1)).is_err(), "{text}");
        assert!(!attempt.can_undo() && !attempt.is_unsaved());
    }
}

//! Plays a level the way a hand does, without knowing a rule: `cargo run --example play_gestures`.

use std::error::Error;

use gridwright_core::budget::Budget;
use gridwright_core::gesture::{Gesture, Mode};
use gridwright_games::registry;
use gridwright_games::report::Rewind;

const LEVEL: &str = r#"{ "game": "lights-off",
    "initialState": [[true, true, true], [true, true, true]] }"#;

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", run()?);
    Ok(())
}

pub(crate) fn run() -> Result<String, Box<dyn Error>> {
    let level = registry::open(LEVEL, None)?;
    // Moves are read and replayed here, once; all that follows works on the position in hand.
    let mut play = level.at(None)?;
    let mut said = String::new();

    let at = (1, 0).into();
    assert_eq!(play.reach(at).mode, Mode::Press);
    let what_if = play.look(&Gesture::Tap { at });
    said += &format!("{} lamps would change\n", what_if.preview.len());
    play.make(&Gesture::Tap { at });
    said += &format!("after {}:\n{}", play.costs(), play.text());
    play.rewind(&Rewind::Keep { count: 0 });

    // Hints lead to the end.
    while !play.is_solved() {
        let hint = play.hint(&Budget::unlimited());
        said += &format!("{}\n", hint.why);
        let next = hint.next.ok_or("there is no way on")?;
        let at = (
            next["col"].as_i64().ok_or("a press has a column")? as i32,
            next["row"].as_i64().ok_or("a press has a row")? as i32,
        );
        play.make(&Gesture::Tap { at: at.into() });
    }
    said += &format!("solved with {}: {}\n", play.costs(), play.moves());
    Ok(said)
}

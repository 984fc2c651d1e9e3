//! The examples do what they say.

#[allow(dead_code, reason = "the test calls what main prints")]
#[path = "../examples/make_pack.rs"]
mod make_pack;
#[allow(dead_code, reason = "the test calls what main prints")]
#[path = "../examples/play_gestures.rs"]
mod play_gestures;
#[allow(dead_code, reason = "the test calls what main prints")]
#[path = "../examples/solve_level.rs"]
mod solve_level;

#[test]
fn a_level_is_solved() {
    let said = solve_level::run().unwrap();
    assert!(said.contains("1 stroke, 4 cells"), "{said}");
}

#[test]
fn a_pack_is_made() {
    let said = make_pack::run().unwrap();
    assert_eq!(said.matches("\"generator\"").count(), 6, "{said}");
}

#[test]
fn gestures_are_played() {
    let said = play_gestures::run().unwrap();
    assert!(said.contains("solved with"), "{said}");
}

//! What a hand does to play the solution that ships with a level.

use serde_json::{Value, json};

/// The gestures that play a solution, as a hand would make them.
///
/// # Panics
/// If the level and the solution are not those of a shipped level of the game.
pub fn gestures(game: &str, level: &Value, solution: &Value) -> Vec<Value> {
    let list = |key: &str| solution[key].as_array().cloned().unwrap_or_default();
    match game {
        "lights-off" => list("moves")
            .iter()
            .map(|press| json!({ "type": "tap", "at": [press["col"], press["row"]] }))
            .collect(),
        "tilepuzzle" => {
            let shapes = level["shapes"].as_array().unwrap().iter();
            let mut places: Vec<(i64, i64)> = shapes
                .map(|shape| {
                    (
                        shape["at"][0].as_i64().unwrap(),
                        shape["at"][1].as_i64().unwrap(),
                    )
                })
                .collect();
            let step = |mv: &Value| {
                let place = &mut places[mv["shape"].as_u64().unwrap() as usize];
                let gesture = json!({ "type": "key", "key": mv["dir"], "at": [place.0, place.1] });
                match mv["dir"].as_str().unwrap() {
                    "up" => place.1 -= 1,
                    "down" => place.1 += 1,
                    "left" => place.0 -= 1,
                    _ => place.0 += 1,
                }
                gesture
            };
            list("moves").iter().map(step).collect()
        }
        "circuits" => drags(list("lines")),
        "tint" => drags(list("strokes")),
        _ => list("placements")
            .into_iter()
            .map(|mut placement| {
                placement["type"] = "place".into();
                placement
            })
            .collect(),
    }
}

fn drags(paths: Vec<Value>) -> Vec<Value> {
    let drag = |path| json!({ "type": "drag", "path": path });
    paths.into_iter().map(drag).collect()
}

//! Maps of levels, and levels beyond a pack.

use gridwright_games::registry::{GAMES, read_shipped};
use serde_json::json;

use crate::{expect, run, run_with};

#[test]
fn every_game_is_mapped_along_its_best_solution() {
    for game in GAMES {
        let pack = read_shipped(&game.packs()[0]);
        let address = format!(
            "{}/{}/{}",
            game.id(),
            pack.pack,
            pack.levels[0].id.clone().unwrap()
        );
        let ran = run(&["map", &address, "--json"]);
        assert!([0, 3].contains(&ran.exit), "{address}: {}", ran.stderr);
        let map = ran.json();
        assert_eq!(map["positions"][0]["after"], 0, "{address}");
        if ran.exit == 0 {
            let last = map["positions"].as_array().unwrap().last().unwrap();
            assert_eq!(last["moves"], json!({}), "nothing is left to do: {address}");
        }
    }
}

#[test]
fn a_map_tells_best_moves_from_losing_ones() {
    // A 3x3 plus: the middle puts it out, every other press loses.
    let plus = r#"{ "field": [[0,1,0],[1,1,1],[0,1,0]] }"#;
    let map = run_with(&["map", "-", "--json"], plus.as_bytes()).json();
    assert_eq!(
        map["positions"][0]["moves"],
        json!({ "best": 1, "losing": 8 })
    );
    assert_eq!(map["positions"][0]["remaining"], json!({ "presses": 1 }));
    let best: Vec<_> = map["cells"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|cell| cell["best"] == "best")
        .collect();
    assert_eq!(best.len(), 1);
    assert_eq!(best[0]["cell"], json!([1, 1]));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.svg");
    expect(&format!("map lights-off/7 -o {}", path.display()), 0);
    assert!(
        std::fs::read_to_string(path)
            .unwrap()
            .contains("a best move begins here")
    );
    let corner = r#"{ "field": [[1,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]] }"#;
    assert_eq!(run_with(&["map", "-"], corner.as_bytes()).exit, 2);
}

#[test]
fn a_gated_pack_goes_on_into_its_endless_series() {
    for game in GAMES
        .iter()
        .filter(|game| game.gated().contains(&game.packs()[0].name))
    {
        let last = read_shipped(&game.packs()[0]).levels.len();
        let beyond = format!("{}/{}", game.id(), last + 1);
        let first = expect(&format!("code {beyond}"), 0).stdout;
        assert_eq!(
            expect(&format!("code {beyond}"), 0).stdout,
            first,
            "the same level every time"
        );
        let line = format!("run {} {}..{} --json", game.id(), last - 1, last + 2);
        let ran = expect(&line, 0).json();
        let ids: Vec<&str> = ran["levels"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["id"].as_str().unwrap())
            .collect();
        let wanted: Vec<String> = (last - 1..=last + 2)
            .map(|number| number.to_string())
            .collect();
        assert_eq!(ids, wanted);
    }
}

//! Documents, packs, codes and schemas of every game.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gridwright_core::fault::{CodeKind, Fault, Faults};
use gridwright_core::referee;
use gridwright_games::document::{self, Opened, UNKNOWN_KEY, WRONG_TYPE, code};
use gridwright_games::kind::Kind;
use gridwright_games::registry::{self, Visitor};
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::{over_all_games, shipped_levels};

fn open<K: Kind>(level: &Value) -> Opened<K> {
    document::read_level(&level.to_string())
        .unwrap_or_else(|faults| panic!("{}: {faults}", K::ABOUT.id))
}

#[test]
fn shipped_levels_come_back_from_files_and_codes() {
    struct RoundTrip;
    impl Visitor for RoundTrip {
        fn visit<K: Kind>(&mut self) {
            for (address, record) in shipped_levels::<K>() {
                let opened = open::<K>(&record.level);
                let written = document::write_level::<K>(&opened.level, &opened.meta);
                let again = open::<K>(&written);
                assert_eq!(again.level, opened.level, "{address}");
                assert_eq!(again.meta, opened.meta, "{address}");
                let text = code::encode(K::ABOUT.number, K::ABOUT.words, &written).unwrap();
                let (_, unpacked) =
                    code::decode(&text, code::MOST_TEXT, |_| Some(K::ABOUT.words)).unwrap();
                let decoded = document::read_level::<K>(&unpacked).unwrap();
                assert_eq!(decoded.level, opened.level, "{address}");
            }
        }
    }
    over_all_games(&mut RoundTrip);
}

#[test]
fn shipped_solutions_work_and_cost_what_they_say() {
    struct Solutions;
    impl Visitor for Solutions {
        fn visit<K: Kind>(&mut self) {
            for (address, record) in shipped_levels::<K>() {
                let level = open::<K>(&record.level).level;
                let (file, unknown) =
                    document::read_file::<K::SolutionFile>(&record.solution.to_string()).unwrap();
                assert!(unknown.is_empty(), "{address}: {unknown}");
                let moves = K::read_solution(&level, file)
                    .unwrap_or_else(|faults| panic!("{address}: {faults}"));
                let witness = referee::judge(&level, moves)
                    .unwrap_or_else(|broken| panic!("{address}: {broken}"));
                for (metric, said) in &record.costs {
                    let found = witness.costs().get(metric);
                    assert_eq!(found, said.as_u64(), "{address} {metric}");
                }
                let written = serde_json::to_value(K::write_solution(&level, witness.moves()));
                let file = serde_json::from_value(written.unwrap()).unwrap();
                assert_eq!(
                    K::read_solution(&level, file).unwrap(),
                    witness.moves(),
                    "{address}"
                );
            }
        }
    }
    over_all_games(&mut Solutions);
}

#[test]
fn no_shipped_level_repeats_another() {
    struct Repeats;
    impl Visitor for Repeats {
        fn visit<K: Kind>(&mut self) {
            let mut seen = BTreeMap::new();
            for (address, record) in shipped_levels::<K>() {
                let session = registry::of::<K>().open(&record.level.to_string());
                let canonical = session.unwrap().canonical();
                if let Some(first) = seen.insert(canonical, address.clone()) {
                    panic!("{address} repeats {first}");
                }
            }
        }
    }
    over_all_games(&mut Repeats);
}

#[test]
fn every_fault_has_a_file_and_schema_and_reader_agree() {
    for game in registry::GAMES {
        let schema = game.schema();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let mut covered = Vec::new();
        for path in invalid_files(game.id()) {
            let text = std::fs::read_to_string(&path).unwrap();
            let wanted = format!(
                "{}.{}",
                game.id(),
                path.file_stem().unwrap().to_string_lossy()
            );
            let Err(faults) = game.open(&text) else {
                panic!("{} has no fault", path.display());
            };
            let found: Vec<&str> = faults.list().iter().map(|fault| fault.code.id()).collect();
            let generic = wanted
                .split_once('.')
                .map(|(_, name)| format!("input.{name}"));
            assert!(
                found.contains(&&wanted[..]) || generic.is_some_and(|g| found.contains(&&g[..])),
                "{}: found {found:?}",
                path.display()
            );
            assert_agree(&validator, &text, &faults, &path.display().to_string());
            covered.push(wanted);
        }
        for code in game
            .codes()
            .iter()
            .filter(|code| code.kind() == CodeKind::Fault)
        {
            let id = code.id().to_owned();
            let elsewhere = code.meaning().starts_with("In a solution")
                || code.meaning().starts_with("Of `check`")
                || code.meaning().starts_with("Of large files");
            assert!(
                elsewhere || covered.contains(&id),
                "no file in testdata has the fault {id}"
            );
        }
        for pack in game.packs() {
            for record in registry::read_shipped(pack).levels {
                let id = record.id.unwrap_or_default();
                let errors: Vec<String> = validator
                    .iter_errors(&record.level)
                    .map(|error| error.to_string())
                    .collect();
                assert!(errors.is_empty(), "{}/{id}: {errors:?}", game.id());
            }
        }
    }
}

/// What is said of every invalid file, word for word: all of its faults with their places. Written anew
/// with `GRIDWRIGHT_WRITE_FAULTS=1`.
#[test]
#[allow(clippy::disallowed_methods, reason = "it writes the list on request")]
fn invalid_files_are_told_what_is_wrong_with_them() {
    let writes = std::env::var_os("GRIDWRIGHT_WRITE_FAULTS").is_some();
    for game in registry::GAMES {
        let mut told = String::new();
        for path in invalid_files(game.id()) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            let faults = game.open(&text).err().unwrap_or_default();
            for fault in faults.list() {
                told += &format!("{name}: {fault}\n");
            }
        }
        let path = testdata(game.id()).join("faults.txt");
        if writes {
            std::fs::write(&path, &told).unwrap();
        }
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(told, known, "{}", path.display());
    }
}

/// A file of the wrong shape is refused by the schema as well as by the reader. What is wrong
/// beyond that, a schema need not see.
fn assert_agree(validator: &Validator, text: &str, faults: &Faults, name: &str) {
    let shape = |fault: &&Fault| [WRONG_TYPE, UNKNOWN_KEY].contains(&fault.code);
    let Some(fault) = faults.list().iter().find(shape) else {
        return;
    };
    if let Ok(document) = serde_json::from_str::<Value>(text) {
        assert!(
            !validator.is_valid(&document),
            "{name}: only the reader says: {fault}"
        );
    }
}

#[test]
fn schema_and_reader_agree_on_damaged_levels() {
    for game in registry::GAMES {
        let validator = jsonschema::validator_for(&game.schema()).unwrap();
        for lesson in game.about().lessons {
            let level: Value = serde_json::from_str(lesson.level).unwrap();
            for (name, damaged) in damages(&level) {
                let name = format!("{}: {name} of {}", game.id(), lesson.text);
                match game.open(&damaged.to_string()) {
                    Ok(_) => assert!(
                        validator.is_valid(&damaged),
                        "{name}: only the schema minds"
                    ),
                    Err(faults) => {
                        assert_agree(&validator, &damaged.to_string(), &faults, &name);
                    }
                }
            }
        }
    }
}

/// A level with one key taken away, added, or given a value of another type.
fn damages(level: &Value) -> Vec<(String, Value)> {
    let mut damages = Vec::new();
    let keys = level.as_object().unwrap().keys().cloned();
    for key in keys.chain(["unheardOf".to_owned()]) {
        let mut without = level.clone();
        without.as_object_mut().unwrap().shift_remove(&key);
        damages.push((format!("without {key}"), without));
        for value in [
            json!(-1),
            json!("x"),
            json!([]),
            json!([[[]]]),
            json!({}),
            json!(true),
        ] {
            let mut other = level.clone();
            other[&key] = value.clone();
            damages.push((format!("{key} = {value}"), other));
        }
    }
    damages
}

fn testdata(game: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    folder.join(game)
}

fn invalid_files(game: &str) -> Vec<PathBuf> {
    let folder = testdata(game).join("invalid");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    files.sort();
    files
}

#[test]
fn a_toy_level_is_recognised_by_nobody_else() {
    let faults = registry::open(r#"{ "number": 7 }"#, None).err().unwrap();
    assert_eq!(faults.list()[0].code.id(), "input.no-game");
    let faults = registry::open(r#"{ "game": "chess" }"#, None)
        .err()
        .unwrap();
    assert_eq!(faults.list()[0].code.id(), "input.unknown-game");
    assert_eq!(faults.list()[0].at.pointer, "/game");
}

/// Files of other programs say nothing of a game: a level is known by its keys, whichever game reads
/// first, and a file with the keys of none is nobody's.
#[test]
fn levels_without_a_tag_find_their_game() {
    for game in registry::GAMES {
        let shipped = game.about().packs.iter().map(registry::read_shipped);
        let first = shipped.filter_map(|pack| pack.levels.into_iter().next());
        for record in first {
            let mut level = record.level;
            if let Some(level) = level.as_object_mut() {
                level.remove("game");
            }
            let found = registry::Games::SHIPPED.detect(&level.to_string(), None);
            assert_eq!(
                found.map(|game| game.about().id).ok(),
                Some(game.about().id)
            );
        }
    }
    assert!(
        registry::Games::SHIPPED
            .detect(r#"{ "title": "nobody's" }"#, None)
            .is_err()
    );
}

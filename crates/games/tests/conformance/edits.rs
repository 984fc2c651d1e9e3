//! The editors: whatever is done to whatever draft, nothing panics, refused edits change nothing,
//! and everything can be drawn.

use std::collections::BTreeSet;
use std::path::Path;

use gridwright_core::budget::Budget;
use gridwright_core::edit::{self, Edit};
use gridwright_core::fault::Fault;
use gridwright_core::generate::{Knob, KnobKind};
use gridwright_core::grid::{Cell, Dir, cells};
use gridwright_core::rng::Rng;
use gridwright_core::solve::Wish;
use gridwright_core::svg::{self, Lettering};
use gridwright_games::document;
use gridwright_games::kind::Kind;
use gridwright_games::registry::{self, Visitor};
use serde_json::{Map, Value};

use crate::{over_all_games, shipped_levels};

/// A draft as its document.
type Draft = Value;

fn edited<K: Kind>(draft: &Draft, edit: &Edit) -> Result<Draft, Fault> {
    let (mut file, meta) = document::read_draft::<K>(&draft.to_string())
        .unwrap_or_else(|faults| panic!("{}: {faults} in {draft}", K::ABOUT.id));
    let (unchanged, _) = document::read_draft::<K>(&draft.to_string()).unwrap();
    let answer = K::edit(&mut file, edit);
    let after = document::write_draft::<K>(file, &meta);
    if let Err(refusal) = answer {
        let before = document::write_draft::<K>(unchanged, &meta);
        assert_eq!(
            after,
            before,
            "{}: refused {edit:?} changed something",
            K::ABOUT.id
        );
        return Err(refusal);
    }
    Ok(after)
}

fn blank<K: Kind>() -> Draft {
    document::write_draft::<K>(K::blank(), &Map::new())
}

/// A draft is drawn with unique ids and with a value for every option.
fn draw<K: Kind>(draft: &Draft) -> (f32, f32) {
    let (file, _) = document::read_draft::<K>(&draft.to_string()).unwrap();
    let sketch = K::sketch(&file);
    let mut ids = BTreeSet::new();
    for item in &sketch.scene.items {
        assert!(
            ids.insert(&item.id),
            "{}: {} twice in {draft}",
            K::ABOUT.id,
            item.id
        );
    }
    assert!(svg::render(&sketch.scene, Lettering::Font).ends_with("</svg>\n"));
    let names: Vec<&str> = sketch.options.iter().map(|(name, _)| *name).collect();
    let wanted: Vec<&str> = K::ABOUT.options.iter().map(|option| option.name).collect();
    assert_eq!(names, wanted, "{}", K::ABOUT.id);
    (sketch.scene.width, sketch.scene.height)
}

/// The files of testdata that are drafts, however faulty.
fn faulty_drafts<K: Kind>() -> Vec<Draft> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let Ok(files) = std::fs::read_dir(folder.join(K::ABOUT.id).join("invalid")) else {
        return Vec::new();
    };
    let texts = files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    texts
        .filter_map(|text| {
            let (file, meta) = document::read_draft::<K>(&text).ok()?;
            Some(document::write_draft::<K>(file, &meta))
        })
        .collect()
}

fn random_edit<K: Kind>(rng: &mut Rng) -> Edit {
    let place = |rng: &mut Rng| match rng.below(40) {
        0 => Cell::new(i32::MIN, i32::MAX),
        _ => Cell::new(rng.between(-1, 8) as i32, rng.between(-1, 8) as i32),
    };
    let path = |rng: &mut Rng| {
        let mut path = vec![place(rng)];
        for _ in 0..rng.below(5) {
            let last = path[path.len() - 1];
            let [dx, dy] = [(); 2].map(|()| rng.between(-1, 1) as i32);
            path.push(Cell::new(
                last.x.saturating_add(dx),
                last.y.saturating_add(dy),
            ));
        }
        path
    };
    match rng.below(20) {
        0 => Edit::Mirror,
        1 => Edit::Turn,
        2..=4 => Edit::Resize {
            side: Dir::ALL[rng.index(4)],
            by: rng.between(-2, 2) as i32,
        },
        5..=6 => Edit::Erase { path: path(rng) },
        9 => Edit::Aim {
            strokes: (0..rng.below(3)).map(|_| path(rng)).collect(),
        },
        7..=8 if !K::ABOUT.options.is_empty() => {
            let option = &K::ABOUT.options[rng.index(K::ABOUT.options.len())];
            Edit::Set {
                option: option.name.to_owned(),
                value: random_value(option, rng),
            }
        }
        _ => Edit::Use {
            tool: K::ABOUT.tools[rng.index(K::ABOUT.tools.len())]
                .id
                .to_owned(),
            path: path(rng),
        },
    }
}

fn random_value(option: &Knob, rng: &mut Rng) -> String {
    match option.kind {
        KnobKind::Integer { min, max } => rng.between(min - 1, max + 1).to_string(),
        KnobKind::Choice { of } => of[rng.index(of.len())].to_owned(),
        KnobKind::Switch => ["true", "false", "maybe"][rng.index(3)].to_owned(),
    }
}

#[test]
fn any_edits_of_any_draft_leave_a_draft() {
    struct Edits;
    impl Visitor for Edits {
        fn visit<K: Kind>(&mut self) {
            let blank = blank::<K>();
            let shipped = shipped_levels::<K>();
            let step = shipped.len().div_ceil(6);
            let mut drafts = vec![blank.clone(), blank];
            drafts.extend(
                shipped
                    .into_iter()
                    .step_by(step)
                    .map(|(_, record)| record.level),
            );
            drafts.extend(faulty_drafts::<K>());
            for (seed, mut draft) in drafts.into_iter().enumerate() {
                let mut rng = Rng::new("edits", seed as u64);
                draw::<K>(&draft);
                for count in 0..120 {
                    let edit = random_edit::<K>(&mut rng);
                    if let Ok(after) = edited::<K>(&draft, &edit) {
                        draft = after;
                    }
                    if count % 10 == 0 {
                        draw::<K>(&draft);
                    }
                }
            }
        }
    }
    over_all_games(&mut Edits);
}

#[test]
fn mirror_twice_and_four_turns_change_nothing() {
    struct Symmetries;
    impl Visitor for Symmetries {
        fn visit<K: Kind>(&mut self) {
            let mut draft = blank::<K>();
            let shipped = shipped_levels::<K>();
            let step = shipped.len().div_ceil(12);
            let mut drafts: Vec<Draft> = shipped
                .into_iter()
                .step_by(step)
                .map(|(_, record)| record.level)
                .collect();
            let mut rng = Rng::new("symmetries", 1);
            for _ in 0..100 {
                draft = edited::<K>(&draft, &random_edit::<K>(&mut rng)).unwrap_or(draft);
            }
            drafts.push(draft);
            for draft in drafts {
                for (edit, times) in [(Edit::Mirror, 2), (Edit::Turn, 4)] {
                    let repeated = |draft: Draft| {
                        let again =
                            (0..times).try_fold(draft, |draft, _| edited::<K>(&draft, &edit));
                        again.inspect_err(|refusal| assert_eq!(refusal.code, edit::FIXED))
                    };
                    // The first round may drop claims and write things in their plain form.
                    let Ok(once) = repeated(draft.clone()) else {
                        continue;
                    };
                    assert_eq!(
                        repeated(once.clone()).unwrap(),
                        once,
                        "{} {edit:?}",
                        K::ABOUT.id
                    );
                }
            }
        }
    }
    over_all_games(&mut Symmetries);
}

#[test]
fn every_tool_and_option_does_something() {
    struct Tools;
    impl Visitor for Tools {
        fn visit<K: Kind>(&mut self) {
            let ids: BTreeSet<&str> = K::ABOUT.tools.iter().map(|tool| tool.id).collect();
            assert_eq!(
                ids.len(),
                K::ABOUT.tools.len(),
                "{}: tools repeat",
                K::ABOUT.id
            );
            let blank = blank::<K>();
            let (width, height) = draw::<K>(&blank);
            let at = Cell::new(width as i32 / 2, 1.min(height as i32 - 1));
            let paths = [vec![at], vec![at, at.step(Dir::East)]];
            let uses = |tool: &str| {
                paths.clone().map(|path| Edit::Use {
                    tool: tool.to_owned(),
                    path,
                })
            };
            // Some tools work on what others have put there.
            let mut grounds = vec![blank.clone()];
            for option in K::ABOUT.options {
                let KnobKind::Choice { of } = option.kind else {
                    continue;
                };
                grounds.extend(of.iter().filter_map(|value| {
                    let (option, value) = (option.name.to_owned(), (*value).to_owned());
                    edited::<K>(&blank, &Edit::Set { option, value }).ok()
                }));
            }
            for tool in K::ABOUT.tools {
                grounds.extend(
                    uses(tool.id)
                        .iter()
                        .filter_map(|edit| edited::<K>(&blank, edit).ok()),
                );
            }
            for tool in K::ABOUT.tools {
                assert!(
                    !tool.label.is_empty() && tool.help.ends_with('.'),
                    "{}",
                    tool.id
                );
                let changes = |ground: &Draft| {
                    uses(tool.id)
                        .iter()
                        .any(|edit| edited::<K>(ground, edit).is_ok_and(|after| after != *ground))
                };
                let deeper = |ground: &Draft| {
                    let mut edits = K::ABOUT.tools.iter().flat_map(|first| uses(first.id));
                    edits
                        .any(|edit| edited::<K>(ground, &edit).is_ok_and(|ground| changes(&ground)))
                };
                let works = grounds.iter().any(changes) || grounds.iter().any(deeper);
                assert!(works, "{}: {} does nothing", K::ABOUT.id, tool.id);
            }
            for option in K::ABOUT.options {
                let set = |value: &str| Edit::Set {
                    option: option.name.to_owned(),
                    value: value.to_owned(),
                };
                let refused = edited::<K>(&blank, &set("no such value")).unwrap_err();
                assert_eq!(refused.code, edit::UNKNOWN_OPTION, "{}", option.name);
                assert!(
                    edited::<K>(&blank, &set(option.default)).is_ok(),
                    "{}",
                    option.name
                );
            }
            let far = vec![Cell::new(i32::MAX, i32::MIN)];
            let refusals = [
                (
                    Edit::Use {
                        tool: "no such tool".into(),
                        path: vec![at],
                    },
                    edit::UNKNOWN_TOOL,
                ),
                (
                    Edit::Use {
                        tool: K::ABOUT.tools[0].id.into(),
                        path: far.clone(),
                    },
                    edit::NOT_HERE,
                ),
                (
                    Edit::Use {
                        tool: K::ABOUT.tools[0].id.into(),
                        path: vec![],
                    },
                    edit::NOT_HERE,
                ),
                (Edit::Erase { path: far }, edit::NOT_HERE),
                (
                    Edit::Set {
                        option: "no such option".into(),
                        value: "1".into(),
                    },
                    edit::UNKNOWN_OPTION,
                ),
            ];
            for (edit, code) in refusals {
                assert_eq!(
                    edited::<K>(&blank, &edit).unwrap_err().code,
                    code,
                    "{} {edit:?}",
                    K::ABOUT.id
                );
            }
            for side in Dir::ALL {
                for by in [-1000, i32::MIN, i32::MAX] {
                    let refused = edited::<K>(&blank, &Edit::Resize { side, by }).unwrap_err();
                    assert!(
                        [edit::TOO_FAR, edit::FIXED].contains(&refused.code),
                        "{}",
                        K::ABOUT.id
                    );
                }
            }
        }
    }
    over_all_games(&mut Tools);
}

#[test]
fn drafts_grow_and_shrink_back() {
    struct Sides;
    impl Visitor for Sides {
        fn visit<K: Kind>(&mut self) {
            let mut draft = blank::<K>();
            let (width, height) = draw::<K>(&draft);
            for tool in K::ABOUT.tools {
                for at in cells(width as i32, height as i32).step_by(5) {
                    let edit = Edit::Use {
                        tool: tool.id.to_owned(),
                        path: vec![at],
                    };
                    draft = edited::<K>(&draft, &edit).unwrap_or(draft);
                }
            }
            for side in Dir::ALL {
                let Ok(grown) = edited::<K>(&draft, &Edit::Resize { side, by: 2 }) else {
                    continue;
                };
                let back = edited::<K>(&grown, &Edit::Resize { side, by: -2 }).unwrap();
                assert_eq!(back, draft, "{} {side:?}", K::ABOUT.id);
            }
        }
    }
    over_all_games(&mut Sides);
}

/// A game, edits of its blank draft, the level that they make, and what that costs at least.
const BUILT: &[(&str, &str, &str, &str)] = &[
    (
        "lights-off",
        r#"[{ "type": "use", "tool": "press", "path": [[1, 1]] },
            { "type": "use", "tool": "press", "path": [[2, 1]] },
            { "type": "use", "tool": "lamp", "path": [[4, 0], [4, 1]] },
            { "type": "erase", "path": [[4, 0], [4, 1]] },
            { "type": "resize", "side": "south", "by": -2 }]"#,
        r#"{ "initialState": [[false, true, true, false, false], [true, false, false, true, false],
                              [false, true, true, false, false]] }"#,
        "2 presses",
    ),
    (
        "tilepuzzle",
        r#"[{ "type": "use", "tool": "hole", "path": [[1, 3], [4, 3]] },
            { "type": "resize", "side": "south", "by": -2 },
            { "type": "use", "tool": "blocker", "path": [[2, 1]] },
            { "type": "use", "tool": "red-shape", "path": [[1, 2], [2, 2]] },
            { "type": "use", "tool": "blue-shape", "path": [[4, 2], [4, 1]] },
            { "type": "use", "tool": "red-cat", "path": [[3, 2]] },
            { "type": "use", "tool": "blue-cat", "path": [[2, 1]] }]"#,
        r#######"{ "floor": ["######", "#....#", "#....#", "######"], "blockers": [[2, 1]],
            "shapes": [{ "kind": "Domino", "at": [1, 2], "color": "red" },
                       { "cells": [[0, 0], [0, 1]], "at": [4, 1], "color": "blue" }],
            "cats": [{ "at": [3, 2], "color": "red" },
                     { "at": [2, 1], "color": "blue", "onBlocker": true }] }"#######,
        "3 steps",
    ),
    (
        "tint",
        r#"[{ "type": "resize", "side": "south", "by": -2 },
            { "type": "use", "tool": "void", "path": [[5, 0]] },
            { "type": "use", "tool": "yellow-droplet", "path": [[0, 1]] },
            { "type": "use", "tool": "blue-paint", "path": [[2, 0], [2, 2]] },
            { "type": "use", "tool": "green-target", "path": [[4, 1]] },
            { "type": "use", "tool": "red-negation", "path": [[1, 0]] },
            { "type": "use", "tool": "switch", "path": [[3, 1]] },
            { "type": "use", "tool": "green-side", "path": [[3, 1], [2, 1]] },
            { "type": "use", "tool": "green-side", "path": [[4, 1], [3, 1]] },
            { "type": "use", "tool": "white-side", "path": [[3, 1], [3, 0]] },
            { "type": "set", "option": "start", "value": "droplet" }]"#,
        r#"{ "width": 6, "height": 3, "start": "droplet", "void": [[5, 0]],
            "droplets": [{ "at": [0, 1], "color": "yellow" }],
            "paint": [{ "color": "blue", "cells": [[2, 0], [2, 1], [2, 2]] }],
            "targets": [{ "at": [4, 1], "color": "green" }],
            "gates": [{ "kind": "negation", "at": [1, 0], "color": "red" },
                      { "kind": "switch", "at": [3, 1],
                        "sides": { "west": "green", "east": "green", "north": "white" } }] }"#,
        "1 stroke, 4 cells",
    ),
    (
        "circuits",
        r#"[{ "type": "resize", "side": "east", "by": -2 },
            { "type": "resize", "side": "south", "by": -6 },
            { "type": "use", "tool": "bottom-line", "path": [[1, 1], [3, 1]] },
            { "type": "use", "tool": "red-terminal", "path": [[0, 1]] },
            { "type": "use", "tool": "red-terminal", "path": [[4, 1]] },
            { "type": "use", "tool": "blue-terminal", "path": [[2, 0]] },
            { "type": "use", "tool": "blue-terminal", "path": [[2, 2]] }]"#,
        r#"{ "width": 4, "height": 2,
            "pads": [{ "pos": [1, 1], "ID": 1 }, { "pos": [3, 1], "ID": 2 }],
            "terminals": [{ "pos": [0, 1], "color": "red", "ID": 4 },
                          { "pos": [4, 1], "color": "red", "ID": 5 },
                          { "pos": [2, 0], "color": "blue", "ID": 6 },
                          { "pos": [2, 2], "color": "blue", "ID": 7 }],
            "lines": [{ "ID": 3, "layer": -1, "pos": [[1, 1], [2, 1], [3, 1]] }] }"#,
        "4 steps, 3 lines",
    ),
    (
        "iq-circuit",
        r#"[{ "type": "use", "tool": "piece-i3a", "path": [[0, 0]] },
            { "type": "use", "tool": "piece-i3a", "path": [[0, 0]] },
            { "type": "use", "tool": "piece-i2b", "path": [[7, 3]] },
            { "type": "use", "tool": "piece-i2b", "path": [[4, 0]] },
            { "type": "use", "tool": "turn", "path": [[5, 0]] },
            { "type": "use", "tool": "point", "path": [[6, 1]] },
            { "type": "use", "tool": "point", "path": [[6, 3]] }]"#,
        r#"{ "placed": [{ "piece": "I3a", "side": 0, "at": [0, 0], "turns": 1 },
                        { "piece": "I2b", "side": 0, "at": [4, 0], "turns": 1 }],
            "points": [[6, 1], [6, 3]] }"#,
        "",
    ),
];

#[test]
fn edits_alone_make_levels() {
    for (id, edits, wanted, costs) in BUILT {
        let game = registry::game(id).unwrap();
        let edits: Vec<Edit> = serde_json::from_str(edits).unwrap();
        let mut draft = game.draft(None, None).unwrap().document.to_string();
        for edit in &edits {
            let report = game.draft(Some(&draft), Some(edit)).unwrap();
            assert_eq!(report.refused, None, "{id}: {edit:?}");
            draft = report.document.to_string();
        }
        let built = game
            .open(&draft)
            .unwrap_or_else(|faults| panic!("{id}: {faults}"));
        assert_eq!(
            built.document(),
            game.open(wanted).unwrap().document(),
            "{id}"
        );
        let report = built.solve(&Wish::default(), &Budget::unlimited());
        assert_eq!(report.costs.unwrap_or_default().to_string(), *costs, "{id}");
        // Facts that an edit may make false are dropped; a look alone drops nothing.
        let looked = game.draft(Some(wanted), None).unwrap();
        assert!(looked.faults.is_empty(), "{id}: {:?}", looked.faults);
    }
}

#[test]
fn an_edit_drops_what_it_may_make_false() {
    let rows = [
        (
            "lights-off",
            r#"{ "initialState": [[true, true]], "minMoves": 1, "difficulty": "easy" }"#,
            r#"{ "type": "use", "tool": "lamp", "path": [[0, 0]] }"#,
            &["minMoves", "difficulty"][..],
        ),
        (
            "iq-circuit",
            r#"{ "challenge": 117, "tier": "wizard", "points": [[0, 0], [6, 3]] }"#,
            r#"{ "type": "use", "tool": "print-ns", "path": [[1, 1]] }"#,
            &["challenge", "tier"],
        ),
        (
            "iq-circuit",
            r#"{ "challenge": 117, "tier": "wizard", "points": [[0, 0], [6, 3]] }"#,
            r#"{ "type": "turn" }"#,
            &["challenge"],
        ),
    ];
    for (id, draft, edit, dropped) in rows {
        let edit: Edit = serde_json::from_str(edit).unwrap();
        let report = registry::game(id).unwrap().draft(Some(draft), Some(&edit));
        let report = report.unwrap();
        assert_eq!(report.refused, None, "{id}");
        for key in dropped {
            assert_eq!(report.document.get(key), None, "{id} {key}");
        }
    }
}

#[test]
fn what_is_tried_in_a_sandbox_becomes_a_level_that_can_be_solved() {
    struct Sandboxes(usize);
    impl Visitor for Sandboxes {
        fn visit<K: Kind>(&mut self) {
            let strokes = vec![vec![Cell::new(0, 0), Cell::new(0, 1)]];
            let Some(sandbox) = K::ABOUT.sandbox else {
                let refused = edited::<K>(&blank::<K>(), &Edit::Aim { strokes });
                assert_eq!(refused.unwrap_err().code, edit::FIXED, "{}", K::ABOUT.id);
                return;
            };
            self.0 += 1;
            let groups = || K::ABOUT.tools.iter().map(|tool| tool.group);
            assert!(groups().any(|group| group == sandbox.goals));
            let (file, meta) = document::read_draft::<K>(sandbox.draft).unwrap();
            let start = document::write_draft::<K>(file, &meta);
            let (width, height) = draw::<K>(&start);
            assert!(document::read_level::<K>(&start.to_string()).is_err());
            let brush = |draft: &Draft, path: &[Cell]| {
                let (tool, path) = (sandbox.brush.to_owned(), path.to_vec());
                edited::<K>(draft, &Edit::Use { tool, path })
            };
            // Two strokes, wherever they can be made.
            let paths = cells(width as i32, height as i32).map(|cell| {
                vec![
                    cell,
                    cell.step(Dir::South),
                    cell.step(Dir::South).step(Dir::South),
                ]
            });
            let mut draft = start.clone();
            let mut strokes = Vec::new();
            for path in paths {
                if let Ok(after) = brush(&draft, &path)
                    && strokes.len() < 2
                {
                    draft = after;
                    strokes.push(path);
                }
            }
            assert_eq!(strokes.len(), 2);
            let level = edited::<K>(&start, &Edit::Aim { strokes }).unwrap();
            let level = registry::of::<K>().open(&level.to_string()).unwrap();
            let report = level.solve(&Wish::default(), &Budget::unlimited());
            assert!(report.solution.is_some(), "{}", level.document());
        }
    }
    let mut sandboxes = Sandboxes(0);
    over_all_games(&mut sandboxes);
    assert!(sandboxes.0 > 0);
}

//! Tint by drawn examples: what strokes do, what is refused and why, hints, gestures and packs.
//!
//! In drawings `*R` is a red droplet, `?G` a green target, `-B` a negation gate of blue, a small
//! letter is paint (`x` is grey), `.` bare paper, `_` void, and `#` a switch gate whose sides are
//! given beside the drawing. A target on paint is written `?Gy`.

use gridwright_core::budget::Budget;
use gridwright_core::fault::CodeKind;
use gridwright_core::gesture::Gesture;
use gridwright_core::grid::Cell;
use gridwright_core::played::Played;
use gridwright_core::puzzle::{Explain, Puzzle, perft};
use gridwright_core::referee::judge;
use gridwright_core::solve::Verdict;
use gridwright_games::document::read_level;
use gridwright_games::kind::{Gestures, Hints};
use gridwright_games::tint::color::{Color, Mixing};
use gridwright_games::tint::level::{Fixture, GatePart, Level, Parts, StartRule};
use gridwright_games::tint::rules::Stroke;
use gridwright_games::tint::solve::{fewest_strokes, solve};
use gridwright_games::tint::{Tint, codes};

/// How a level differs from the plainest one.
#[derive(Clone, Copy, Default)]
struct Variant {
    tail: i64,
    start: StartRule,
    mixing: Mixing,
    /// North, east, south, west of every switch gate: letters, `-` for a wall.
    switch: &'static str,
}

fn color(letter: char) -> String {
    let letter = letter.to_ascii_uppercase();
    let mut all = Color::ALL.into_iter();
    all.find(|color| color.letter() == letter)
        .unwrap()
        .name()
        .to_owned()
}

fn draw(drawing: &str, variant: Variant) -> Level {
    let rows: Vec<Vec<&str>> = drawing
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .filter(|row| !row.is_empty())
        .collect();
    let mut parts = Parts {
        width: rows[0].len() as i64,
        height: rows.len() as i64,
        tail: variant.tail.max(1),
        start: variant.start,
        mixing: variant.mixing,
        ..Parts::default()
    };
    for (y, row) in rows.iter().enumerate() {
        for (x, token) in row.iter().enumerate() {
            let at = [x as i64, y as i64];
            let letters: Vec<char> = token.chars().collect();
            match letters[..] {
                ['.'] => {}
                ['_'] => parts.void.push(at),
                ['*', letter] => parts.droplets.push((color(letter), at)),
                ['?', letter] => parts.targets.push((color(letter), at)),
                ['?', letter, paint] => {
                    parts.targets.push((color(letter), at));
                    parts.paint.push((color(paint), vec![at]));
                }
                ['-', letter] => {
                    parts.gates.push((at, GatePart::Negation(color(letter))));
                }
                ['#'] => {
                    let mut sides = variant.switch.chars();
                    let sides = std::array::from_fn(|_| {
                        sides.next().filter(|&side| side != '-').map(color)
                    });
                    parts.gates.push((at, GatePart::Switch(sides)));
                }
                [paint] => parts.paint.push((color(paint), vec![at])),
                _ => panic!("{token} is no cell"),
            }
        }
    }
    Level::new(&parts).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A stroke from places written `x,y` or, after the first, as letters n, e, s, w.
fn stroke(words: &str) -> Stroke {
    let mut parts = words.split_whitespace();
    let (x, y) = parts.next().unwrap().split_once(',').unwrap();
    let mut cells = vec![Cell::new(x.parse().unwrap(), y.parse().unwrap())];
    for letter in parts.flat_map(str::chars) {
        let last = cells[cells.len() - 1];
        cells.push(match letter {
            'n' => last.offset(0, -1),
            'e' => last.offset(1, 0),
            's' => last.offset(0, 1),
            _ => last.offset(-1, 0),
        });
    }
    Stroke::new(cells)
}

/// The canvas after strokes, in the letters of the drawings; switch gates that stand are `#`.
fn after(level: &Level, strokes: &[&str]) -> Result<String, &'static str> {
    let mut position = level.start();
    for words in strokes {
        level
            .apply(&mut position, &stroke(words))
            .map_err(|refusal| refusal.explain().code.id())?;
    }
    let cell = |cell: Cell| {
        let paint = level.paint(&position, cell);
        let paint = paint.map(|color| color.letter().to_ascii_lowercase().to_string());
        match level.standing(&position, cell) {
            _ if !level.is_paper(cell) => "_".to_owned(),
            Some(Fixture::Droplet(color)) => format!("*{}", color.letter()),
            Some(Fixture::Target(color)) => {
                format!("?{}{}", color.letter(), paint.unwrap_or_default())
            }
            Some(Fixture::Negation(color)) => format!("-{}", color.letter()),
            Some(Fixture::Switch(_)) => "#".to_owned(),
            None => paint.unwrap_or_else(|| ".".to_owned()),
        }
    };
    let rows = (0..level.height()).map(|y| {
        let cells = (0..level.width()).map(|x| cell(Cell::new(x, y)));
        cells.collect::<Vec<_>>().join(" ")
    });
    Ok(rows.collect::<Vec<_>>().join("\n"))
}

fn plain(drawing: &str) -> Variant {
    assert!(!drawing.is_empty());
    Variant::default()
}

#[test]
fn what_strokes_do() {
    let absorb = Variant {
        mixing: Mixing::Absorb,
        ..Variant::default()
    };
    let long_tail = Variant {
        tail: 2,
        ..Variant::default()
    };
    let gate = |switch| Variant {
        switch,
        ..Variant::default()
    };
    let rows: &[(&str, Variant, &[&str], &str)] = &[
        ("*R . ?R", plain("paint"), &["0,0 ee"], "*R r r"),
        ("*R ?R ?R", plain("several"), &["0,0 ee"], "*R r r"),
        (
            "*R ?B .",
            plain("wrong colour stays"),
            &["0,0 ee"],
            "*R ?Br r",
        ),
        ("*Y b ?G", plain("line mixes"), &["0,0 ee"], "*Y g g"),
        (
            "*Y *B ?G",
            plain("droplet mixes and stays"),
            &["0,0 ee"],
            "*Y *B g",
        ),
        (
            "*Y w ?Y",
            plain("white does not react"),
            &["0,0 ee"],
            "*Y y y",
        ),
        ("*W b b ?R", plain("cut, lifted"), &["0,0 e"], "*W w b ?R"),
        (
            "*W b b ?R",
            plain("cut with its tail"),
            &["0,0 ee"],
            "*W w w ?R",
        ),
        ("*W b b . ?R", long_tail, &["0,0 eee"], "*W w w w ?R"),
        (
            "*W ?Wb . ?R",
            plain("a cut solves white"),
            &["0,0 e"],
            "*W w . ?R",
        ),
        (
            "*W b ?W ?R",
            plain("a tail solves nothing"),
            &["0,0 ee"],
            "*W w ?Ww ?R",
        ),
        ("*W b *R . ?R", long_tail, &["0,0 eee"], "*W w *R w ?R"),
        (
            "*O b . ?R",
            plain("grey with its tail"),
            &["0,0 ee"],
            "*O x x ?R",
        ),
        ("*O r ?R", absorb, &["0,0 e"], "*O o ?R"),
        ("*P -B ?R", plain("negation"), &["0,0 ee"], "*P r r"),
        (
            "*B -R ?B",
            plain("a gate vanishes anyway"),
            &["0,0 e"],
            "*B b ?B",
        ),
        (
            "*R -R ?W",
            plain("nothing left is white"),
            &["0,0 ee"],
            "*R w w",
        ),
        ("*R # ?B", gate("-B-R"), &["0,0 ee"], "*R b b"),
        (
            ". . .\n*R # ?B\n. . .",
            gate("Y--R"),
            &["0,1 en"],
            ". y .\n*R y ?B\n. . .",
        ),
        ("*R # ?R", gate("-R-R"), &["0,0 ee"], "*R r r"),
        (
            "r ?Rr .",
            plain("a start solves nothing"),
            &["1,0 e"],
            "r ?Rr r",
        ),
        (
            "r ?Rr .",
            plain("but coming back does"),
            &["1,0 ew"],
            "r r r",
        ),
        ("*R . ?R", plain("there and back"), &["0,0 ewe"], "*R r ?R"),
    ];
    for &(drawing, variant, strokes, expected) in rows {
        let level = draw(drawing, variant);
        assert_eq!(
            after(&level, strokes).as_deref(),
            Ok(expected),
            "{drawing}: {strokes:?}"
        );
    }
}

#[test]
fn what_is_refused_and_where() {
    let droplets = Variant {
        start: StartRule::Droplet,
        ..Variant::default()
    };
    let gate = |switch| Variant {
        switch,
        ..Variant::default()
    };
    let rows = [
        ("*R . ?R", plain("short"), "0,0", "tint.too-short", 0),
        ("*R _ ?R", plain("void"), "0,0 e", "tint.no-paper", 1),
        ("*R . ?R", plain("off"), "0,0 en", "tint.no-paper", 2),
        (
            "*R . ?R",
            plain("bare"),
            "1,0 e",
            "tint.nothing-to-pick-up",
            0,
        ),
        (
            "*R -R ?R",
            plain("on a gate"),
            "1,0 e",
            "tint.nothing-to-pick-up",
            0,
        ),
        ("*R x ?R", plain("grey"), "1,0 e", "tint.grey-start", 0),
        ("*R b ?R", droplets, "1,0 e", "tint.droplets-only", 0),
        ("*R # ?R", gate("-R-B"), "0,0 ee", "tint.switch-closed", 1),
        ("*R # ?R", gate("R-R-"), "0,0 ee", "tint.switch-closed", 1),
        ("*R # ?R", gate("-B-R"), "0,0 ew", "tint.switch-no-exit", 2),
        ("*R # ?R", gate("-B-R"), "0,0 e", "tint.inside-switch", 1),
        (
            "*W b b . ?R",
            plain("tail"),
            "0,0 eee",
            "tint.stroke-over",
            3,
        ),
        (
            "*W b -R ?R",
            plain("tail onto a gate"),
            "0,0 ee",
            "tint.tail-blocked",
            2,
        ),
        (
            "*W b x ?R",
            plain("tail onto grey"),
            "0,0 ee",
            "tint.tail-blocked",
            2,
        ),
    ];
    for (drawing, variant, words, code, step) in rows {
        let level = draw(drawing, variant);
        let refusal = level.check(&level.start(), &stroke(words)).unwrap_err();
        assert_eq!(
            (refusal.explain().code.id(), refusal.step()),
            (code, Some(step)),
            "{drawing}: {words}"
        );
    }
    let jump = Stroke::new(vec![Cell::new(0, 0), Cell::new(2, 0)]);
    let level = draw("*R . ?R", Variant::default());
    let refusal = level.check(&level.start(), &jump).unwrap_err();
    assert_eq!(refusal.explain().code, codes::NOT_ADJACENT);
    assert_eq!(
        after(&level, &["0,0 ee", "0,0 e"]),
        Err("tint.already-solved")
    );
}

#[test]
fn grey_is_play_but_no_solution() {
    let level = draw("*O b . ?O\n. . . .", Variant::default());
    let spoiling = stroke("0,0 e");
    assert!(level.check(&level.start(), &spoiling).is_ok());
    let broken = judge(&level, vec![spoiling.clone()]).unwrap_err();
    assert_eq!((broken.index, broken.step), (0, Some(1)));
    assert_eq!(broken.fault.code, codes::MAKES_GREY);
    let so_far = Played::replay(&level, vec![spoiling]).unwrap();
    let hint = Tint::hint(&level, &so_far, &Budget::unlimited());
    assert_eq!((hint.on_track, hint.undo), (Some(false), Some(1)));
    assert_eq!(hint.remarks[0].code, codes::SPOILED);
    let unfinished = judge(&level, vec![stroke("0,0 s")]).unwrap_err();
    assert_eq!(unfinished.fault.code, codes::TARGETS_LEFT);
}

#[test]
fn minima_known_by_hand() {
    let gate = |switch| Variant {
        switch,
        ..Variant::default()
    };
    let rows = [
        ("*R . . ?R", plain("straight"), Some((1, 3))),
        ("*Y . b . ?G", plain("mix"), Some((1, 4))),
        ("*W . g . ?R\n*R . g . .", plain("cut"), Some((2, 7))),
        ("*R . -R . ?W", plain("white"), Some((1, 4))),
        ("*R . # . ?B", gate("-B-R"), Some((1, 4))),
        ("*R _ ?R", plain("cut off"), None),
        ("*R . ?G", plain("no green"), None),
        ("*R ?R _ *B ?B", plain("two sheets"), Some((2, 2))),
        // Starting on a target does not solve it; coming back does.
        ("# . . ?Rr *P", gate("YOPG"), Some((1, 2))),
        // The white that a gate is left with is picked up again.
        (
            "*R *B ?W .\n. ?P # *O",
            Variant {
                tail: 2,
                ..gate("PW-B")
            },
            Some((3, 6)),
        ),
    ];
    for (drawing, variant, expected) in rows {
        let level = draw(drawing, variant);
        let verdict = solve(&level, &Budget::unlimited()).verdict;
        let found = verdict.witness().map(|witness| {
            let costs = witness.costs();
            (costs.get("strokes").unwrap(), costs.get("cells").unwrap())
        });
        assert_eq!(found, expected, "{drawing}");
        assert_eq!(verdict.solvable(), Some(expected.is_some()), "{drawing}");
        if let Some((strokes, _)) = expected {
            assert!(fewest_strokes(&level).is_some_and(|fewest| fewest <= strokes));
        }
    }
}

#[test]
fn why_there_is_no_solution() {
    let rows = [
        (
            "*R . ?G",
            "No paint can become green: there is no yellow and no blue.",
        ),
        (
            "*R . ?W",
            "No paint can become white: there is no white, and no gate leaves any.",
        ),
        (
            ". g g g\n*R g ?R g\n. g g g",
            "The paint around the red target is closed and nothing white cuts it.",
        ),
        (
            "?Y *R . *Y",
            "Nothing yellow can come to the yellow target.",
        ),
    ];
    for (drawing, expected) in rows {
        let level = draw(drawing, Variant::default());
        let Verdict::Unsolvable { certificate } = solve(&level, &Budget::unlimited()).verdict
        else {
            panic!("{drawing} has a solution");
        };
        assert_eq!(certificate.unwrap().why, expected, "{drawing}");
    }
}

#[test]
fn a_limit_is_admitted() {
    let level = draw(
        "*R . . . ?G . .\n. b b b b b .\n. . ?O . *Y . ?P\n. -R . r . . ?W\n*B . . . . . ?R",
        Variant::default(),
    );
    let budget = Budget::unlimited().with_nodes(3);
    match solve(&level, &budget).verdict {
        Verdict::GaveUp { bounds, .. } => assert!(bounds.get("cells").unwrap() > 0),
        other => panic!("{other:?}"),
    }
    let starved = Budget::unlimited().with_memory(1000);
    assert!(matches!(
        solve(&level, &starved).verdict,
        Verdict::GaveUp { .. }
    ));
}

#[test]
fn perft_is_frozen() {
    let rows = [
        ("*R . ?R", Variant::default(), [1, 1, 1, 3, 6, 8]),
        (
            "*Y b ?G\n. -B .",
            Variant::default(),
            [1, 2, 5, 17, 53, 128],
        ),
    ];
    for (drawing, variant, expected) in rows {
        assert_eq!(perft(&draw(drawing, variant), 5), expected, "{drawing}");
    }
}

#[test]
fn every_fault_has_a_file() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/tint/invalid");
    for code in codes::ALL
        .iter()
        .filter(|code| code.kind() == CodeKind::Fault)
    {
        let name = code.id().trim_start_matches("tint.");
        let text = std::fs::read_to_string(format!("{folder}/{name}.json")).unwrap();
        let faults = read_level::<Tint>(&text)
            .err()
            .unwrap_or_else(|| panic!("{name} is valid"));
        assert!(
            faults.list().iter().any(|fault| fault.code == *code),
            "{name}: {faults}"
        );
    }
}

#[test]
fn a_drag_is_a_stroke() {
    let level = draw("*Y . b . ?G\n. . . . .", Variant::default());
    let drag = |cells: &[(i32, i32)]| {
        let path = cells.iter().copied().map(Cell::from).collect();
        Tint::gesture(&level, &level.start(), &Gesture::Drag { path })
    };
    let meant = drag(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
    assert_eq!(meant.moves, [stroke("0,0 eeee")]);
    let labels: Vec<&str> = meant.preview.iter().map(|p| &p.label[..]).collect();
    assert_eq!(labels, ["yellow", "yellow", "green", "green", "green"]);
    assert_eq!(
        drag(&[(0, 0), (4, 0)]).moves,
        [stroke("0,0 eeee")],
        "skipped cells are filled in"
    );
    assert!(
        drag(&[(0, 0), (1, 0), (0, 0)]).moves.is_empty(),
        "taken back"
    );
    assert!(drag(&[(1, 1), (2, 1)]).refusal.is_some());
}

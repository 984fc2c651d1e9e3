//! Tint by drawn examples: what strokes do, what is refused and why.

use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Explain, Puzzle, perft};
use gridwright_core::referee::judge;
use gridwright_games::tint::codes;
use gridwright_games::tint::color::Mixing;
use gridwright_games::tint::level::StartRule;
use gridwright_games::tint::rules::Stroke;

use crate::board::{Variant, after, draw, plain, stroke};

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
        // Whoever merely draws on too long is told how much of it is legal.
        let over = (code == "tint.stroke-over").then_some(step);
        assert_eq!(refusal.over_at(), over, "{drawing}: {words}");
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

/// Play may spoil the paint, a solution may not: it says where that happens.
#[test]
fn solutions_make_no_grey() {
    let level = draw("*O . b . ?O", Variant::default());
    let mut position = level.start();
    let spoiling = stroke("0,0 eee");
    assert!(!position.is_spoiled());
    level.apply(&mut position, &spoiling).unwrap();
    assert!(position.is_spoiled() && !level.is_solved(&position));
    let broken = judge(&level, vec![spoiling]).unwrap_err();
    assert_eq!((broken.index, broken.step), (0, Some(2)));
    assert_eq!(broken.fault.code, codes::MAKES_GREY);
    assert_eq!(broken.fault.at.cells, [Cell::new(2, 0)]);
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

//! What is known about Lights Off boards, as tests: nullities, groups of quiet patterns, the
//! classic board, chase tables, hardest boards, neighbours on hex boards.

use std::collections::BTreeSet;

use gridwright_core::budget::Budget;
use gridwright_core::referee::Witness;
use gridwright_core::solve::{Verdict, Which, Wish};
use gridwright_games::lights_off::solve::{self, Minimiser, Regions, SmallBoards, System};
use gridwright_games::lights_off::{Board, Level, Neighbourhood, Shape, Table, Topology};

use Neighbourhood::{Cross, Full, Plus};
use Topology::{Hex, Square, Torus};

fn shape(rows: u64, cols: u64, states: i64, topology: Topology, n: Neighbourhood) -> Shape {
    Shape::new(rows, cols, states, topology, n).unwrap()
}

fn square(n: u64) -> Shape {
    shape(n, n, 2, Square, Plus)
}

fn system(shape: Shape) -> System {
    System::new(&shape, &mut Budget::unlimited().meter()).unwrap()
}

fn regions(shape: Shape) -> Regions {
    Regions::new(&system(shape), &mut Budget::unlimited().meter()).unwrap()
}

fn nullity(shape: Shape) -> usize {
    system(shape).orders().len()
}

/// A two-state board drawn with `#` and `.`, rows apart by `/`.
fn board(drawing: &str) -> Board {
    let rows: Vec<&[u8]> = drawing.split('/').map(str::as_bytes).collect();
    let shape = shape(rows.len() as u64, rows[0].len() as u64, 2, Square, Plus);
    Board::from_fn(&shape, |row, col| u8::from(rows[row][col] == b'#'))
}

/// The proved minimum; `None` if it cannot be solved.
fn least(lamps: &Board) -> Option<usize> {
    let answer = solve::solve(
        &Level::of(lamps.clone()),
        &Wish::default(),
        &Budget::unlimited(),
    );
    match &answer.verdict {
        Verdict::Solved { witness, .. } if answer.verdict.is_optimal() => {
            Some(witness.moves().len())
        }
        Verdict::Unsolvable { certificate } => {
            assert!(certificate.is_some(), "unsolvable without a certificate");
            None
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn nullities_of_two_states() {
    for (topology, neighbourhood, expected) in [
        (Square, Plus, [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0]),
        (Square, Cross, [0, 2, 0, 4, 4, 0, 0, 2, 8, 0, 8, 0]),
        (Square, Full, [0, 3, 0, 0, 9, 0, 0, 15, 0, 0, 21, 0]),
        (Torus, Plus, [0, 0, 4, 0, 8, 8, 0, 0, 4, 16, 0, 16]),
        (Torus, Cross, [0, 2, 4, 0, 8, 8, 0, 0, 4, 16, 0, 16]),
        (Torus, Full, [0, 3, 8, 0, 0, 20, 0, 0, 32, 0, 0, 44]),
        (Hex, Plus, [0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 4, 6]),
    ] {
        let found: Vec<usize> = (1..=12)
            .map(|n| nullity(shape(n, n, 2, topology, neighbourhood)))
            .collect();
        assert_eq!(found, expected, "{topology:?} {neighbourhood:?}");
    }
}

#[test]
fn full_boards_are_products_of_their_sides() {
    for states in 2..=10 {
        for (rows, cols) in [(1, 1), (1, 2), (2, 3), (5, 4), (5, 5), (6, 8), (7, 2)] {
            let rank = |m: u64| if m % 3 == 2 { m - 1 } else { m };
            let missing = rows * cols - rank(rows) * rank(cols);
            let orders = system(shape(rows, cols, states, Square, Full))
                .orders()
                .to_vec();
            assert_eq!(
                orders,
                vec![states as u8; missing as usize],
                "{rows}x{cols} k={states}"
            );
        }
    }
    for n in 3..=12 {
        let expected = if n % 3 == 0 { 4 * n - 4 } else { 0 };
        assert_eq!(
            nullity(shape(n, n, 2, Torus, Full)) as u64,
            expected,
            "torus {n}"
        );
    }
}

#[test]
fn single_rows() {
    for states in 2..=10 {
        for m in 1..=12 {
            let orders = system(shape(1, m, states, Square, Plus)).orders().to_vec();
            let expected = if m % 3 == 2 {
                vec![states as u8]
            } else {
                vec![]
            };
            assert_eq!(orders, expected, "1x{m} k={states}");
        }
    }
}

#[test]
fn nullities_of_square_boards() {
    #[rustfmt::skip]
    let expected = [
        0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0,
        0, 0, 14, 4, 0, 0, 0, 0, 10, 20, 0, 20, 16, 4, 6, 0, 0, 0, 32, 0,
        2, 0, 0, 4, 0, 0, 30, 0, 8, 8, 0, 0, 2, 4, 0, 0, 0, 0, 22, 0,
        40, 24, 0, 28, 42, 0, 32, 0, 8, 0, 14, 0, 0, 4, 0, 0, 2, 0, 64, 0,
        0, 0, 6, 12, 0, 0, 0, 0, 10, 0, 0, 20, 0, 4, 62, 0, 0, 20, 16, 0,
    ];
    let found: Vec<usize> = (1..=100).map(|n| nullity(square(n))).collect();
    assert_eq!(found, expected);
    for n in [200, 250, 300, 400, 500, 511, 600, 700, 800, 1000] {
        assert_eq!(nullity(square(n)), 0, "{n}");
    }
    for (n, expected) in [(256, 144), (512, 252), (900, 8), (999, 32), (991, 640)] {
        assert_eq!(nullity(square(n)), expected, "{n}");
    }
}

#[test]
fn nullities_up_to_a_thousand() {
    let found: Vec<usize> = (1..=1000).map(|n| nullity(square(n))).collect();
    let at_most = |most: usize| found.iter().filter(|&&d| d <= most).count();
    assert_eq!([0, 20, 24, 32, 40].map(at_most), [576, 840, 860, 887, 895]);
    assert_eq!(found.iter().max(), Some(&640));
}

/// The sweep and the polynomials must agree where both apply: a board of four states taken
/// modulo two.
#[test]
fn groups_of_quiet_patterns() {
    #[rustfmt::skip]
    let groups: [(i64, [&[u8]; 10]); 8] = [
        (3, [&[], &[3], &[], &[3, 3], &[3, 3, 3], &[], &[], &[3, 3, 3, 3], &[3, 3], &[]]),
        (4, [&[], &[], &[], &[4, 4, 2, 2], &[4, 4], &[], &[], &[], &[4, 4, 4, 4, 2, 2, 2, 2], &[]]),
        (5, [&[], &[], &[], &[5, 5], &[5, 5], &[], &[], &[], &[5, 5], &[]]),
        (6, [&[], &[3], &[], &[6, 6, 2, 2], &[6, 6, 3], &[], &[], &[3, 3, 3, 3],
             &[6, 6, 2, 2, 2, 2, 2, 2], &[]]),
        (7, [&[], &[], &[7], &[7, 7], &[7, 7], &[], &[7], &[], &[7, 7], &[]]),
        (8, [&[], &[], &[], &[8, 8, 2, 2], &[8, 8], &[], &[], &[], &[8, 8, 8, 8, 2, 2, 2, 2], &[]]),
        (9, [&[], &[3], &[], &[9, 9], &[9, 9, 3], &[], &[], &[9, 3, 3, 3], &[9, 9], &[]]),
        (10, [&[], &[], &[], &[10, 10, 2, 2], &[10, 10], &[], &[], &[],
              &[10, 10, 2, 2, 2, 2, 2, 2], &[]]),
    ];
    for (states, expected) in groups {
        for (n, expected) in (1..).zip(expected) {
            let system = system(shape(n, n, states, Square, Plus));
            assert_eq!(system.orders(), expected, "{n}x{n} k={states}");
            // Every generator is quiet and has its order.
            for (index, &order) in expected.iter().enumerate() {
                let quiet = system.quiet(index);
                let mut unchanged = Board::zero(quiet.shape());
                unchanged.press(&quiet);
                assert!(unchanged.is_zero());
                let first = (1..=order).find(|&times| {
                    let mut repeated = Board::zero(quiet.shape());
                    repeated.add_multiple(times, &quiet);
                    repeated.is_zero() || times == order && i64::from(order) == states
                });
                assert_eq!(first, Some(order), "{n}x{n} k={states}");
            }
        }
    }
}

#[test]
fn the_quiet_patterns_of_the_classic_board() {
    let system = system(Shape::CLASSIC);
    let (first, second) = (system.quiet(0), system.quiet(1));
    let mut sum = first.clone();
    sum.add_multiple(1, &second);
    let mut sizes = [&first, &second, &sum].map(|pattern| pattern.total());
    sizes.sort_unstable();
    assert_eq!(sizes, [12, 12, 16]);
    let in_none = first
        .values()
        .zip(second.values())
        .filter(|&(a, b)| a == 0 && b == 0);
    assert_eq!(in_none.count(), 5);
}

#[test]
fn all_classic_boards() {
    let minima = SmallBoards::new(&Shape::CLASSIC).unwrap().minima();
    let mut counts = [0u32; 256];
    for &minimum in &minima {
        counts[usize::from(minimum)] += 1;
    }
    assert_eq!(
        counts[..16],
        [
            1, 25, 300, 2300, 12650, 53130, 176176, 467104, 982335, 1596279, 1935294, 1684446,
            1004934, 383670, 82614, 7350
        ]
    );
    assert_eq!(counts[16..255].iter().sum::<u32>(), 0);
    assert_eq!(counts[usize::from(SmallBoards::UNSOLVABLE)], 25_165_824);
}

#[test]
fn the_table_of_small_boards_agrees_with_the_solver() {
    for small in [
        Shape::CLASSIC,
        shape(3, 4, 2, Torus, Cross),
        shape(4, 4, 2, Hex, Plus),
    ] {
        let boards = SmallBoards::new(&small).unwrap();
        let mut number = 1u32;
        for _ in 0..300 {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let bits = (number >> 5) & ((1 << small.lamps()) - 1);
            let lamps = Board::from_fn(&small, |row, col| {
                (bits >> (row * small.cols() + col) & 1) as u8
            });
            let solved = boards
                .solve(bits)
                .map(|presses| presses.count_ones() as usize);
            assert_eq!(solved, least(&lamps), "{lamps:?}");
        }
    }
    assert!(SmallBoards::new(&square(6)).is_none());
}

#[test]
fn well_known_classic_boards() {
    assert_eq!(least(&board("#####/#####/#####/#####/#####")), Some(15));
    assert_eq!(least(&board("#.#.#/.###./##.##/.###./#.#.#")), Some(12));
    assert_eq!(least(&board("#..../...../...../...../.....")), None);
}

#[test]
fn the_chase_table_of_the_classic_board() {
    let table = Table::new(&Shape::CLASSIC, &Budget::unlimited()).unwrap();
    let lines: Vec<(String, String)> = table
        .lines(64)
        .into_iter()
        .map(|line| (line.left, line.press))
        .collect();
    let expected = [
        ("###..", ".#..."),
        ("##.##", "..#.."),
        ("#.##.", "....#"),
        ("#...#", "##..."),
        (".##.#", "#...."),
        (".#.#.", "#..#."),
        ("..###", "...#."),
        (".....", "....."),
    ];
    let expected = expected.map(|(left, press)| (left.to_owned(), press.to_owned()));
    assert_eq!(lines, expected);
    assert_eq!(table.lines_log2(), 3);
}

#[test]
fn hardest_square_boards() {
    let exact = [
        (1, 1),
        (2, 4),
        (3, 9),
        (4, 7),
        (5, 15),
        (6, 36),
        (7, 49),
        (8, 64),
        (10, 100),
        (11, 65),
        (12, 144),
        (13, 169),
        (15, 225),
        (17, 199),
    ];
    for (n, expected) in exact {
        let hardest = solve::hardest(&regions(square(n)));
        assert_eq!(
            (hardest.attained, hardest.bound),
            (expected, expected),
            "{n}"
        );
    }
    // Between what some board is known to need and what none can exceed.
    for (n, low, high) in [(9, 37, 41), (14, 123, 123), (16, 124, 128)] {
        let hardest = solve::hardest(&regions(square(n)));
        assert!(
            (low..=hardest.bound).contains(&hardest.attained) && hardest.bound <= high,
            "{n}: from {} to {}",
            hardest.attained,
            hardest.bound
        );
    }
    // The mean over all solutions: lamps in no quiet pattern, and half of the others.
    for (n, expected) in [
        (4, 8),
        (5, 15),
        (9, 41),
        (11, 65),
        (14, 124),
        (16, 128),
        (17, 199),
    ] {
        let regions = regions(square(n));
        let fixed: u64 = (0..regions.count())
            .filter(|&region| regions.stride(region) == 2)
            .map(|region| u64::from(regions.size(region)))
            .sum();
        assert_eq!(fixed + (n * n - fixed) / 2, expected, "{n}");
        assert!(regions.bound() <= expected);
    }
}

/// Presses under the caps of their regions are a minimum, and no board exceeds the bound.
#[test]
fn caps_and_bounds_hold_for_any_number_of_states() {
    for states in 2..=10 {
        for (rows, cols, topology) in [(4, 4, Square), (5, 5, Square), (3, 3, Torus), (2, 5, Hex)] {
            let shape = shape(rows, cols, states, topology, Plus);
            let regions = regions(shape.clone());
            let mut caps: Vec<_> = (0..regions.count()).map(|r| regions.caps(r)).collect();
            let solution = Board::from_fn(&shape, |row, col| {
                let region = regions.of_lamps()[row * shape.cols() + col];
                caps[region as usize].next().unwrap()
            });
            assert_eq!(solution.total(), regions.attained());
            assert!(regions.attained() <= regions.bound());
            let minimiser = Minimiser::new(regions);
            let minimum = minimiser.minimum(&solution, 1, &mut Budget::unlimited().meter());
            assert_eq!(minimum.presses, solution.total(), "{shape:?}");
        }
    }
}

#[test]
fn every_solvable_board_has_as_many_solutions_as_quiet_patterns() {
    for (states, n, count) in [(2, 5, "4"), (2, 4, "16"), (6, 4, "144"), (9, 5, "243")] {
        let shape = shape(n, n, states, Square, Plus);
        let mut lamps = Board::zero(&shape);
        lamps.press(&Board::from_fn(&shape, |row, col| {
            ((row * 3 + col) % 2) as u8
        }));
        let level = Level::of(lamps);
        let wish = Wish {
            all: Some((Which::Every, 1000)),
            ..Wish::default()
        };
        let listing = solve::solve(&level, &wish, &Budget::unlimited())
            .listing
            .unwrap();
        assert_eq!((&listing.count[..], listing.complete), (count, true));
        let distinct: BTreeSet<_> = listing.list.iter().map(Witness::moves).collect();
        assert_eq!(distinct.len().to_string(), count);
    }
}

#[test]
fn neighbours_on_hex_boards() {
    let shape = shape(5, 5, 2, Hex, Plus);
    let around = |row: usize, col: usize| -> BTreeSet<(usize, usize)> {
        shape
            .reach(row, col)
            .filter(|&lamp| lamp != (row, col))
            .collect()
    };
    assert_eq!(
        around(1, 1),
        BTreeSet::from([(0, 1), (0, 2), (1, 0), (1, 2), (2, 1), (2, 2)])
    );
    assert_eq!(
        around(2, 1),
        BTreeSet::from([(1, 0), (1, 1), (2, 0), (2, 2), (3, 0), (3, 1)])
    );
}

/// Many dimensions are answered honestly: a solution, not proved, with a bound below it.
#[test]
fn too_many_solutions_to_look_at() {
    for n in [61, 79] {
        let mut lamps = Board::zero(&square(n));
        lamps.press(&Board::from_fn(&square(n), |row, col| {
            ((row * col + row) % 3 == 0) as u8
        }));
        let budget = Budget::unlimited().with_nodes(100_000);
        let answer = solve::solve(&Level::of(lamps), &Wish::default(), &budget);
        let Verdict::Solved {
            witness,
            optimality,
        } = answer.verdict
        else {
            panic!("it can be solved");
        };
        let gridwright_core::solve::Optimality::Open { bounds, .. } = optimality else {
            panic!("nobody can prove that so soon");
        };
        assert!(bounds.get("presses") < Some(witness.moves().len() as u64));
    }
    // Only a dark board is known to be best at once.
    let dark = Board::zero(&shape(41, 41, 2, Square, Full));
    assert_eq!(system(dark.shape().clone()).orders().len(), 81);
    assert_eq!(least(&dark), Some(0));
}

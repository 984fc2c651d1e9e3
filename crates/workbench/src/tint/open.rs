//! Open paper with everything laid at random: what the solver is measured on.

use gridwright_core::grid::cells;
use gridwright_core::rng::Rng;
use gridwright_games::tint::level::{GatePart, Level, Parts, StartRule};

const PRIMARIES: [&str; 3] = ["red", "yellow", "blue"];
const COLORS: [&str; 7] = [
    "red", "yellow", "blue", "orange", "purple", "green", "white",
];

/// 10 x 8 cells with 6 droplets, 6 targets, 4 gates and two bars.
pub(super) fn level(seed: u64) -> Level {
    let mut rng = Rng::new("tint-open", seed);
    let (width, height) = (10, 8);
    let name = |rng: &mut Rng, of: &[&str]| of[rng.index(of.len())].to_owned();
    let mut parts = Parts {
        width: width.into(),
        height: height.into(),
        tail: 1,
        start: StartRule::Droplet,
        ..Parts::default()
    };
    let bars = [2 + rng.below(3) as i64, 6 + rng.below(2) as i64];
    for x in bars {
        let color = name(&mut rng, &PRIMARIES);
        let bar = (0..i64::from(height)).map(|y| [x, y]).collect();
        parts.paint.push((color, bar));
    }
    let mut free: Vec<[i64; 2]> = cells(width, height)
        .map(|cell| [i64::from(cell.x), i64::from(cell.y)])
        .filter(|at| !bars.contains(&at[0]))
        .collect();
    rng.shuffle(&mut free);
    let mut free = free.into_iter();
    let fixed = PRIMARIES.into_iter().chain(["white"]).map(str::to_owned);
    let mut colors: Vec<String> = fixed.collect();
    colors.extend((0..2).map(|_| name(&mut rng, &COLORS)));
    for color in colors {
        parts.droplets.extend(free.next().map(|at| (color, at)));
    }
    for _ in 0..6 {
        let color = name(&mut rng, &COLORS);
        parts.targets.extend(free.next().map(|at| (color, at)));
    }
    for i in 0..4 {
        let gate = if i < 2 {
            GatePart::Negation(name(&mut rng, &PRIMARIES))
        } else {
            let mut sides = [None, None, None, None];
            let first = rng.index(4);
            sides[first] = Some(name(&mut rng, &COLORS));
            sides[(first + 1 + rng.index(3)) % 4] = Some(name(&mut rng, &COLORS));
            GatePart::Switch(sides)
        };
        parts.gates.extend(free.next().map(|at| (at, gate)));
    }
    Level::new(&parts).expect("the places are distinct")
}

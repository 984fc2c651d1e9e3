//! Cutting the paper: streets one cell wide, some of them dead ends.
//!
//! On a wide open canvas every stroke has hundreds of ways and none of them matters. Where paper
//! is narrow, what lies on it does: strokes meet each other's paint, and who comes first decides
//! what the next can become. So the paper is cut like a small town. Crossings stand on a coarse
//! grid. Some of them become *pockets*, dead ends that a target may stand in; a random tree of
//! streets joins the others, further streets make loops, and some blocks between are opened.

use gridwright_core::grid::{Cell, Grid};
use gridwright_core::rng::Rng;

/// Cuts a connected sheet with at most so many pockets; true is paper. Of a hundred streets that
/// could make loops, `walls` are left out.
pub(super) fn cut_out(
    width: i32,
    height: i32,
    pockets: usize,
    walls: u64,
    rng: &mut Rng,
) -> Grid<bool> {
    let columns = crossings(width, rng);
    let rows = crossings(height, rng);
    let mut streets = streets(&columns, &rows);
    rng.shuffle(&mut streets);
    let count = columns.len() * rows.len();
    let is_pocket = choose_pockets(count, &streets, pockets, rng);
    let mut paper = Grid::filled(width, height, false);
    let mut town: Vec<usize> = (0..count).collect();
    for street in streets {
        let [one, other] = street.joins.map(|crossing| find(&mut town, crossing));
        let leads_nowhere = street.joins.map(|crossing| is_pocket[crossing]);
        let closes_loop = one == other;
        if leads_nowhere == [true; 2] || closes_loop && leads_nowhere != [false; 2] {
            continue;
        }
        if closes_loop && rng.chance(walls, 100) {
            continue;
        }
        if leads_nowhere != [false; 2] && !is_first(&street, &is_pocket, &mut town) {
            continue;
        }
        town[one] = other;
        for &cell in &street.cells {
            paper[cell] = true;
        }
    }
    paper
}

/// Whether the pocket of a street has no street yet.
fn is_first(street: &Street, is_pocket: &[bool], town: &mut [usize]) -> bool {
    let pocket = street
        .joins
        .into_iter()
        .find(|&crossing| is_pocket[crossing]);
    pocket.is_some_and(|pocket| {
        town[pocket] == pocket
            && !town
                .iter()
                .enumerate()
                .any(|(i, &to)| to == pocket && i != pocket)
    })
}

/// Chooses crossings that become dead ends, such that the others stay connected and every pocket
/// has one of them beside it.
fn choose_pockets(count: usize, streets: &[Street], wanted: usize, rng: &mut Rng) -> Vec<bool> {
    let mut is_pocket = vec![false; count];
    let mut order: Vec<usize> = (0..count).collect();
    rng.shuffle(&mut order);
    let mut chosen = 0;
    for crossing in order {
        if chosen == wanted {
            break;
        }
        is_pocket[crossing] = true;
        if keeps_together(&is_pocket, streets) {
            chosen += 1;
        } else {
            is_pocket[crossing] = false;
        }
    }
    is_pocket
}

fn keeps_together(is_pocket: &[bool], streets: &[Street]) -> bool {
    let mut town: Vec<usize> = (0..is_pocket.len()).collect();
    let mut beside_town = vec![false; is_pocket.len()];
    for street in streets {
        let [one, other] = street.joins;
        match (is_pocket[one], is_pocket[other]) {
            (false, false) => {
                let (one, other) = (find(&mut town, one), find(&mut town, other));
                town[one] = other;
            }
            (true, false) => beside_town[one] = true,
            (false, true) => beside_town[other] = true,
            (true, true) => {}
        }
    }
    let mut centre = None;
    (0..is_pocket.len()).all(|crossing| {
        if is_pocket[crossing] {
            return beside_town[crossing];
        }
        let root = find(&mut town, crossing);
        *centre.get_or_insert(root) == root
    })
}

/// The lines of the coarse grid along one side: two or three cells apart, the first and the last
/// on the border.
fn crossings(length: i32, rng: &mut Rng) -> Vec<i32> {
    let mut lines = vec![0];
    let mut gaps = vec![2; (length as usize - 1) / 2];
    if (length - 1) % 2 == 1 {
        let wide = rng.index(gaps.len());
        gaps[wide] += 1;
    }
    for gap in gaps {
        lines.push(lines[lines.len() - 1] + gap);
    }
    lines
}

struct Street {
    joins: [usize; 2],
    cells: Vec<Cell>,
}

/// All streets between neighbouring crossings.
fn streets(columns: &[i32], rows: &[i32]) -> Vec<Street> {
    let mut streets = Vec::new();
    for (j, &y) in rows.iter().enumerate() {
        for (i, &x) in columns.iter().enumerate() {
            let here = j * columns.len() + i;
            if let Some(&next) = columns.get(i + 1) {
                streets.push(Street {
                    joins: [here, here + 1],
                    cells: (x..=next).map(|x| Cell::new(x, y)).collect(),
                });
            }
            if let Some(&next) = rows.get(j + 1) {
                streets.push(Street {
                    joins: [here, here + columns.len()],
                    cells: (y..=next).map(|y| Cell::new(x, y)).collect(),
                });
            }
        }
    }
    streets
}

/// The crossing that stands for all that are joined with one.
fn find(town: &mut [usize], crossing: usize) -> usize {
    let mut root = crossing;
    while town[root] != root {
        root = town[root];
    }
    town[crossing] = root;
    root
}

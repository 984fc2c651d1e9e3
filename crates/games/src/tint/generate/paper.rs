//! Cutting the paper: streets one cell wide, a few of them closed to loops, and open squares.
//!
//! On a wide open canvas every stroke has hundreds of ways and none of them matters. Where paper
//! is narrow, what lies on it does: strokes meet each other's paint, and who comes first decides
//! what the next can become. So the paper is cut like a small town. Crossings stand on a coarse
//! grid, a random tree of streets joins all of them, some further streets make loops, and some of
//! the blocks between are opened.

use gridwright_core::grid::{Cell, Grid};
use gridwright_core::rng::Rng;

/// Cuts a connected sheet; true is paper. Of a hundred streets that the tree leaves out and of a
/// hundred blocks between streets, `walls` stay void.
pub(super) fn cut_out(width: i32, height: i32, walls: u64, rng: &mut Rng) -> Grid<bool> {
    let columns = crossings(width, rng);
    let rows = crossings(height, rng);
    let mut paper = Grid::filled(width, height, false);
    let mut streets = streets(&columns, &rows);
    rng.shuffle(&mut streets);
    let mut town: Vec<usize> = (0..columns.len() * rows.len()).collect();
    for street in streets {
        let [one, other] = street.joins.map(|crossing| find(&mut town, crossing));
        // The tree comes first; what would close a loop is laid now and then.
        if one == other && rng.chance(walls, 100) {
            continue;
        }
        town[one] = other;
        for &cell in &street.cells {
            paper[cell] = true;
        }
    }
    for cell in paper.cells() {
        if !paper[cell] && rng.chance(100 - walls, 100) {
            paper[cell] = true;
        }
    }
    paper
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

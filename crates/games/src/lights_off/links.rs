//! The links of a graph as lines: straight where that is clear of other lamps, bent where it is not.

use gridwright_core::scene::Point;

use super::shape::Shape;

/// Graphs whose links times lamps are more than this have straight links.
const MOST_LOOKED_AT: usize = 1 << 20;
/// How near a link may come to the middle of a lamp that it does not join.
const CLEAR: f32 = 0.5;
/// How far the middle of a bent link lies off the straight one, from the least to the most.
const BENDS: [f32; 9] = [0.0, 0.35, -0.35, 0.7, -0.7, 1.1, -1.1, 1.6, -1.6];
/// The points of a bent link.
const POINTS: usize = 17;

/// A link.
pub(super) struct Link {
    /// The number of the lamp that reaches.
    pub(super) from: usize,
    /// The number of the lamp that is reached.
    pub(super) to: usize,
    /// Whether the other one reaches back.
    pub(super) is_mutual: bool,
    /// Where it runs, from the one to the other.
    pub(super) line: Vec<Point>,
}

/// The links of a graph, those that are mutual once; none where there is no graph. `middle` says
/// where lamps are.
pub(super) fn links(shape: &Shape, middle: impl Fn(usize, usize) -> Point) -> Vec<Link> {
    let Some(lists) = shape.links() else {
        return Vec::new();
    };
    let middles: Vec<Point> = shape.places().map(|(row, col)| middle(row, col)).collect();
    let count: usize = lists.iter().map(Vec::len).sum();
    let looks = count * middles.len() <= MOST_LOOKED_AT;
    let size = (shape.cols() as f32, shape.rows() as f32);
    let pairs = lists.iter().enumerate().flat_map(|(from, list)| {
        let others = list.iter().map(move |&to| (from, to as usize));
        others.filter_map(|(from, to)| {
            let is_mutual = lists[to].binary_search(&(from as u32)).is_ok();
            (!is_mutual || from < to).then_some((from, to, is_mutual))
        })
    });
    pairs
        .map(|(from, to, is_mutual)| {
            let others = (0..middles.len()).filter(|&lamp| lamp != from && lamp != to);
            let others: Vec<Point> = match looks {
                true => others.map(|lamp| middles[lamp]).collect(),
                false => Vec::new(),
            };
            Link {
                from,
                to,
                is_mutual,
                line: clear_line(middles[from], middles[to], &others, size),
            }
        })
        .collect()
}

/// The least bent line that keeps clear of other lamps and on the board; the straight one if none
/// does.
fn clear_line(from: Point, to: Point, others: &[Point], size: Point) -> Vec<Point> {
    let is_clear = |line: &[Point]| {
        let on_board = |&(x, y): &Point| {
            (0.05..=size.0 - 0.05).contains(&x) && (0.05..=size.1 - 0.05).contains(&y)
        };
        line.iter().all(on_board)
            && line.windows(2).all(|leg| {
                let far = |&other: &Point| distance(other, leg[0], leg[1]) >= CLEAR;
                others.iter().all(far)
            })
    };
    let lines = BENDS.iter().map(|&bend| bent(from, to, bend));
    let found = lines.into_iter().find(|line| is_clear(line));
    found.unwrap_or_else(|| bent(from, to, 0.0))
}

/// A parabola whose middle lies `bend` beside the straight line.
fn bent(from: Point, to: Point, bend: f32) -> Vec<Point> {
    if bend == 0.0 {
        return vec![from, to];
    }
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt();
    (0..POINTS)
        .map(|index| {
            let share = index as f32 / (POINTS - 1) as f32;
            let off = 4.0 * bend * share * (1.0 - share) / length;
            (
                from.0 + dx * share - dy * off,
                from.1 + dy * share + dx * off,
            )
        })
        .collect()
}

/// How far a point is from the line between two others.
fn distance(point: Point, from: Point, to: Point) -> f32 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (px, py) = (point.0 - from.0, point.1 - from.1);
    let length = (dx * dx + dy * dy).max(f32::EPSILON);
    let share = ((px * dx + py * dy) / length).clamp(0.0, 1.0);
    let (x, y) = (px - dx * share, py - dy * share);
    (x * x + y * y).sqrt()
}

/// The head of an arrow at the end of a line, pulled back from it.
pub(super) fn arrow_head(line: &[Point], back: f32) -> Vec<Point> {
    const LENGTH: f32 = 0.24;
    const HALF_WIDTH: f32 = 0.12;
    let tip = behind_end(line, back);
    let foot = behind_end(line, back + LENGTH);
    let (dx, dy) = ((tip.0 - foot.0) / LENGTH, (tip.1 - foot.1) / LENGTH);
    let side = |by: f32| (foot.0 - dy * by, foot.1 + dx * by);
    vec![tip, side(HALF_WIDTH), side(-HALF_WIDTH)]
}

/// The point so far before the end of a line.
fn behind_end(line: &[Point], mut back: f32) -> Point {
    for leg in line.windows(2).rev() {
        let (from, to) = (leg[0], leg[1]);
        let (dx, dy) = (from.0 - to.0, from.1 - to.1);
        let length = (dx * dx + dy * dy).sqrt();
        if back <= length {
            let share = back / length;
            return (to.0 + dx * share, to.1 + dy * share);
        }
        back -= length;
    }
    line[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lights_off::{LevelFile, document};

    /// The links of a graph of lamps in rows: whether each goes both ways, and whether it is bent.
    fn check(rows: &str, lists: &str, expected: &[(usize, usize, bool, bool)]) {
        let text =
            format!(r#"{{ "topology": "graph", "initialState": {rows}, "neighbours": {lists} }}"#);
        let file: LevelFile = serde_json::from_str(&text).unwrap();
        let level = document::read_level(&file).unwrap();
        let middle = |row: usize, col: usize| (col as f32 + 0.5, row as f32 + 0.5);
        let found: Vec<_> = links(level.shape(), middle)
            .iter()
            .map(|link| (link.from, link.to, link.is_mutual, link.line.len() > 2))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn links_keep_clear_of_other_lamps_where_they_can() {
        check("[[0, 0]]", "[[1], [0]]", &[(0, 1, true, false)]);
        check("[[0, 0]]", "[[], [0]]", &[(1, 0, false, false)]);
        let path = "[[1, 2], [0], [0]]";
        check(
            "[[0, 0, 0], [null, null, null]]",
            path,
            &[(0, 1, true, false), (0, 2, true, true)],
        );
        check(
            "[[0, 0, 0]]",
            path,
            &[(0, 1, true, false), (0, 2, true, false)],
        );
    }
}

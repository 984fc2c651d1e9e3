//! The marks that tell colours apart, as paths: fonts would draw them differently everywhere.

use super::{Path, Segment};
use crate::scene::{Mark, Point};

/// The outline of a mark.
pub(super) fn path(mark: Mark, center: Point, radius: f32) -> Path {
    match mark {
        Mark::Triangle => regular(3, center, radius, 1.0),
        Mark::Diamond => regular(4, center, radius, 1.0),
        Mark::Hexagon => regular(6, center, radius, 1.0),
        Mark::Star => regular(5, center, radius * 1.05, 0.42),
        Mark::Square => {
            let r = radius * 0.8;
            let corners = [(-r, -r), (r, -r), (r, r), (-r, r)];
            polygon(center, &corners)
        }
        Mark::Cross => {
            let (r, w) = (radius, radius * 0.34);
            let upright = [
                (-w, -r),
                (w, -r),
                (w, -w),
                (r, -w),
                (r, w),
                (w, w),
                (w, r),
                (-w, r),
                (-w, w),
                (-r, w),
                (-r, -w),
                (-w, -w),
            ];
            polygon(center, &upright)
        }
        Mark::Disc => {
            let ((x, y), r) = (center, radius * 0.85);
            Path(vec![
                Segment::Move((x - r, y)),
                Segment::HalfTurn(r, (x + r, y)),
                Segment::HalfTurn(r, (x - r, y)),
                Segment::Close,
            ])
        }
        Mark::Heart => {
            let at = |dx: f32, dy: f32| (center.0 + dx * radius, center.1 + dy * radius);
            let side = |side: f32| {
                let (low, high, dip) = (at(side * 1.5, -0.1), at(side * 0.7, -1.3), at(0.0, -0.4));
                [Segment::Move(at(0.0, 0.9)), Segment::Cubic(low, high, dip)]
            };
            let mut path = Path([side(-1.0), side(1.0)].concat());
            path.0.push(Segment::Close);
            path
        }
    }
}

/// A polygon around a circle; `waist` below 1 pulls in a second corner between each two.
fn regular(corners: u32, center: Point, radius: f32, waist: f32) -> Path {
    let count = if waist < 1.0 { corners * 2 } else { corners };
    let points: Vec<Point> = (0..count)
        .map(|i| {
            let angle = std::f32::consts::TAU * i as f32 / count as f32;
            let r = if count > corners && i % 2 == 1 {
                radius * waist
            } else {
                radius
            };
            (r * angle.sin(), -r * angle.cos())
        })
        .collect();
    polygon(center, &points)
}

fn polygon(center: Point, offsets: &[Point]) -> Path {
    let points: Vec<Point> = offsets
        .iter()
        .map(|&(dx, dy)| (center.0 + dx, center.1 + dy))
        .collect();
    Path::polyline(&points, true)
}

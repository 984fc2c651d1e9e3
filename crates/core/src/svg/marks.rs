//! The marks that tell colours apart, as paths: fonts would draw them differently everywhere.

use std::fmt::Write;

use super::{CELL, Px, polyline};
use crate::scene::{Mark, Point};

/// Path data of a mark.
pub(super) fn path(mark: Mark, center: Point, radius: f32) -> String {
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
            let [x, y, r] = [center.0, center.1, radius * 0.85].map(|v| v * CELL);
            let (left, right, r, y) = (Px(x - r), Px(x + r), Px(r), Px(y));
            format!("M{left} {y}A{r} {r} 0 1 1 {right} {y}A{r} {r} 0 1 1 {left} {y}Z")
        }
        Mark::Heart => {
            let at = |dx: f32, dy: f32| {
                let (x, y) = (center.0 + dx * radius, center.1 + dy * radius);
                format!("{} {}", Px(x * CELL), Px(y * CELL))
            };
            let mut path = format!("M{}", at(0.0, 0.9));
            for side in [-1.0, 1.0] {
                let (low, high, dip) = (at(side * 1.5, -0.1), at(side * 0.7, -1.3), at(0.0, -0.4));
                let _ = write!(path, "C{low} {high} {dip}");
                if side < 0.0 {
                    let _ = write!(path, "M{}", at(0.0, 0.9));
                }
            }
            path.push('Z');
            path
        }
    }
}

/// A polygon around a circle; `waist` below 1 pulls in a second corner between each two.
fn regular(corners: u32, center: Point, radius: f32, waist: f32) -> String {
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

fn polygon(center: Point, offsets: &[Point]) -> String {
    let points: Vec<Point> = offsets
        .iter()
        .map(|&(dx, dy)| (center.0 + dx, center.1 + dy))
        .collect();
    polyline(&points, true)
}

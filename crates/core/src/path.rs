//! Outlines as segments, for whichever renderer draws them: the one place that knows how shapes of
//! a [scene](crate::scene) look in lines and curves.

mod letters;
mod marks;
mod outline;

use crate::scene::{Point, Shape};

pub(crate) use letters::path as letters;

/// An outline, in cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Path(pub(crate) Vec<Segment>);

/// A part of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Segment {
    /// Begin here.
    Move(Point),
    /// A straight line to here.
    Line(Point),
    /// A curve with one control point.
    Quad(Point, Point),
    /// A curve with two control points.
    Cubic(Point, Point, Point),
    /// Half a circle of this radius, clockwise.
    HalfTurn(f32, Point),
    /// Back to where it began.
    Close,
}

impl Path {
    /// Straight lines through points.
    pub(crate) fn polyline(points: &[Point], closed: bool) -> Path {
        let mut path = Path::default();
        path.through(points, closed);
        path
    }

    /// Goes on with straight lines through points.
    fn through(&mut self, points: &[Point], closed: bool) {
        let mut points = points.iter();
        self.0
            .extend(points.next().map(|&first| Segment::Move(first)));
        self.0.extend(points.map(|&point| Segment::Line(point)));
        if closed {
            self.0.push(Segment::Close);
        }
    }

    /// The outline of a shape that is drawn as a path; `None` for words, and for rectangles and
    /// circles, which renderers have words of their own for.
    pub(crate) fn of(shape: &Shape) -> Option<Path> {
        match shape {
            Shape::Polyline { points, closed } => Some(Path::polyline(points, *closed)),
            Shape::Cells {
                cells,
                inset,
                radius,
            } => Some(outline::path(cells, *inset, *radius)),
            Shape::Mark {
                mark,
                center,
                radius,
            } => Some(marks::path(*mark, *center, *radius)),
            Shape::Rect { .. } | Shape::Circle { .. } | Shape::Text { .. } => None,
        }
    }
}

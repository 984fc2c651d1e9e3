//! Changing a draft of a level: what a hand can do in an editor, so that no front end knows what a
//! level file holds.
//!
//! A draft is a level *file*: it may be faulty on the way to a level. Edits therefore work on
//! files; whether a draft is a level is asked of the game's one validating door, as always.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fault::{Fault, Place};
use crate::generate::{Knob, Settings};
use crate::grid::{Cell, Dir};

crate::codes! {
    UNKNOWN_TOOL = Refusal "edit.unknown-tool": "The game's editor has no tool of this name.";
    UNKNOWN_OPTION = Refusal "edit.unknown-option": "The game's editor has no option of this name, or it does not take this value.";
    NOT_HERE = Refusal "edit.not-here": "The tool does nothing at this place.";
    FIXED = Refusal "edit.fixed": "Drafts of this game cannot be changed in this way.";
    TOO_FAR = Refusal "edit.too-far": "The draft cannot grow or shrink any further on this side.";
}

/// Something that can be put on a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Tool {
    /// Its name in edits, in kebab-case.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// Tools of one group are shown together under this heading.
    pub group: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
}

impl Tool {
    /// A tool.
    pub const fn new(
        id: &'static str,
        label: &'static str,
        group: &'static str,
        help: &'static str,
    ) -> Self {
        Tool {
            id,
            label,
            group,
            help,
        }
    }
}

/// One change of a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase", tag = "type")]
pub enum Edit {
    /// A tool was used along a path; a tap is a path of one place. Whether the tool works on each
    /// place of the path or on the path as a whole is the game's affair.
    Use {
        /// The id of the tool.
        tool: String,
        /// The places, in order.
        path: Vec<Cell>,
    },
    /// Everything at these places is taken away.
    Erase {
        /// The places, in order.
        path: Vec<Cell>,
    },
    /// One side is moved outwards, or inwards; what lies on a strip that goes is taken away.
    Resize {
        /// The side.
        side: Dir,
        /// How many rows or columns come; negative if they go.
        by: i32,
    },
    /// Left becomes right.
    Mirror,
    /// A quarter turn clockwise, or the least turn the game allows.
    Turn,
    /// An option gets another value.
    Set {
        /// Its name.
        option: String,
        /// The value, in the form a person types.
        value: String,
    },
    /// What was tried in a sandbox becomes the goal: the draft asks for what these uses of the
    /// sandbox's brush would bring about.
    Aim {
        /// The paths of the brush, in order.
        strokes: Vec<Vec<Cell>>,
    },
}

/// The largest side to which editors let drafts grow, and the largest they draw.
pub const LARGEST_SIDE: i64 = 64;

/// The most places of a path that are looked at.
const MOST_PLACES: usize = 4096;

/// The refusal of a tool that the game does not have.
pub fn unknown_tool(tool: &str) -> Fault {
    let tool: String = tool.chars().take(40).collect();
    let message = format!("there is no tool {tool:?}");
    Fault::new(UNKNOWN_TOOL, message, Place::everywhere())
}

/// The refusal of a tool at places where it can do nothing.
pub fn not_here(message: impl Into<String>, cells: impl IntoIterator<Item = Cell>) -> Fault {
    Fault::new(NOT_HERE, message, Place::cells(cells))
}

/// The refusal of a change that the game's drafts do not know.
pub fn fixed(message: impl Into<String>) -> Fault {
    Fault::new(FIXED, message, Place::everywhere())
}

/// The refusal to make a level of what was tried, in a game without a sandbox.
pub fn no_sandbox() -> Fault {
    fixed("this game has no sandbox")
}

/// The settings of a game's options with one of them as a person chose it.
pub fn chosen(options: &'static [Knob], option: &str, value: &str) -> Result<Settings, Fault> {
    let [option, value] = [option, value].map(|text| text.chars().take(40).collect());
    Settings::resolve(options, None, &[(option, value)]).map_err(|faults| {
        let message = faults.list().first().map(|fault| fault.message.clone());
        Fault::new(
            UNKNOWN_OPTION,
            message.unwrap_or_default(),
            Place::everywhere(),
        )
    })
}

/// The places of a path in order, each once, with gaps filled in: a pointer may skip some.
/// `diagonally` if the tool may step to all eight neighbours.
pub fn along(path: &[Cell], diagonally: bool) -> Vec<Cell> {
    let mut seen = BTreeSet::new();
    let mut places = filled(path, diagonally);
    places.retain(|&cell| seen.insert(cell));
    places
}

/// A path as a line, with gaps filled in: where it comes back to one of its places, what lies
/// between is taken back.
pub fn thread(path: &[Cell], diagonally: bool) -> Vec<Cell> {
    let mut line: Vec<Cell> = Vec::new();
    for place in filled(path, diagonally) {
        match line.iter().position(|&before| before == place) {
            Some(index) => line.truncate(index + 1),
            None => line.push(place),
        }
    }
    line
}

fn filled(path: &[Cell], diagonally: bool) -> Vec<Cell> {
    let mut places: Vec<Cell> = Vec::new();
    for &next in path.iter().take(MOST_PLACES) {
        let mut at = places.last().copied().unwrap_or(next);
        let apart = |a: i32, b: i32| i64::from(a).abs_diff(i64::from(b)) as i64;
        if apart(at.x, next.x).max(apart(at.y, next.y)) > LARGEST_SIDE {
            at = next;
        }
        while at != next {
            let (dx, dy) = ((next.x - at.x).signum(), (next.y - at.y).signum());
            at = match (dx, dy) {
                (0, _) => at.offset(0, dy),
                (_, 0) => at.offset(dx, 0),
                _ if diagonally => at.offset(dx, dy),
                _ => at.offset(dx, 0),
            };
            places.push(at);
        }
        if places.last() != Some(&next) {
            places.push(next);
        }
    }
    places
}

/// The size of a draft, and how places move when it changes. A faulty draft may claim any size
/// and have things anywhere; numbers wrap rather than overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Columns.
    pub width: i64,
    /// Rows.
    pub height: i64,
}

impl Frame {
    /// Whether a place lies inside.
    pub fn contains(&self, at: [i64; 2]) -> bool {
        (0..self.width).contains(&at[0]) && (0..self.height).contains(&at[1])
    }

    /// The places of a path, or a refusal if one of them lies outside or there is none.
    pub fn along(&self, path: &[Cell], diagonally: bool) -> Result<Vec<Cell>, Fault> {
        self.checked(along(path, diagonally))
    }

    /// The places of a path as a line, or a refusal if one of them lies outside or there is none.
    pub fn thread(&self, path: &[Cell], diagonally: bool) -> Result<Vec<Cell>, Fault> {
        self.checked(thread(path, diagonally))
    }

    fn checked(&self, places: Vec<Cell>) -> Result<Vec<Cell>, Fault> {
        let outside = |cell: &&Cell| !self.contains([cell.x.into(), cell.y.into()]);
        match places.iter().find(outside) {
            Some(&cell) => Err(not_here("this place is not on the board", [cell])),
            None if places.is_empty() => Err(not_here("no place is named", [])),
            None => Ok(places),
        }
    }

    /// The frame with one side moved, and how far everything moves with it; a refusal if a side
    /// would leave the range.
    pub fn resized(
        &self,
        side: Dir,
        by: i32,
        range: RangeInclusive<i64>,
    ) -> Result<(Frame, [i64; 2]), Fault> {
        let by = i64::from(by);
        let mut frame = *self;
        let (length, shift) = match side {
            Dir::North => (&mut frame.height, [0, by]),
            Dir::East => (&mut frame.width, [0, 0]),
            Dir::South => (&mut frame.height, [0, 0]),
            Dir::West => (&mut frame.width, [by, 0]),
        };
        *length = length.saturating_add(by);
        if by == 0 || !range.contains(length) {
            let message = format!("a side is {} to {} long", range.start(), range.end());
            return Err(Fault::new(TOO_FAR, message, Place::everywhere()));
        }
        Ok((frame, shift))
    }

    /// Where a place goes when left becomes right.
    pub fn mirrored(&self, [x, y]: [i64; 2]) -> [i64; 2] {
        [self.width.wrapping_sub(1).wrapping_sub(x), y]
    }

    /// Where a place goes by a quarter turn clockwise.
    pub fn turned(&self, [x, y]: [i64; 2]) -> [i64; 2] {
        [self.height.wrapping_sub(1).wrapping_sub(y), x]
    }

    /// The frame after a quarter turn.
    pub fn on_its_side(&self) -> Frame {
        Frame {
            width: self.height,
            height: self.width,
        }
    }

    /// Whether it is small enough to be drawn.
    pub fn can_be_drawn(&self) -> bool {
        let drawn = 1..=LARGEST_SIDE + 1;
        drawn.contains(&self.width) && drawn.contains(&self.height)
    }
}

/// A place moved by an offset.
pub fn shifted([x, y]: [i64; 2], [dx, dy]: [i64; 2]) -> [i64; 2] {
    [x.wrapping_add(dx), y.wrapping_add(dy)]
}

#[cfg(test)]
mod tests {
    use super::*;

    type Places = &'static [(i32, i32)];

    #[test]
    fn paths_are_filled_in_and_places_named_once() {
        let cells = |list: &[(i32, i32)]| list.iter().map(|&c| c.into()).collect::<Vec<Cell>>();
        let rows: [(Places, bool, Places); 5] = [
            (&[(0, 0), (0, 0), (2, 0)], false, &[(0, 0), (1, 0), (2, 0)]),
            (&[(0, 0), (1, 1)], false, &[(0, 0), (1, 0), (1, 1)]),
            (&[(0, 0), (2, 2)], true, &[(0, 0), (1, 1), (2, 2)]),
            (&[(1, 0), (0, 0), (1, 0)], false, &[(1, 0), (0, 0)]),
            (&[(0, 0), (i32::MAX, 9)], true, &[(0, 0), (i32::MAX, 9)]),
        ];
        for (path, diagonally, expected) in rows {
            assert_eq!(along(&cells(path), diagonally), cells(expected), "{path:?}");
        }
        let back = cells(&[(0, 0), (2, 0), (1, 0), (1, 1)]);
        assert_eq!(thread(&back, true), cells(&[(0, 0), (1, 0), (1, 1)]));
    }

    #[test]
    fn frames_change_and_refuse() {
        let frame = Frame {
            width: 3,
            height: 2,
        };
        let (wider, shift) = frame.resized(Dir::West, 2, 1..=5).unwrap();
        assert_eq!((wider.width, wider.height, shift), (5, 2, [2, 0]));
        assert_eq!(
            frame.resized(Dir::South, -2, 1..=5).unwrap_err().code,
            TOO_FAR
        );
        assert_eq!(frame.mirrored([0, 1]), [2, 1]);
        assert_eq!(frame.turned([2, 0]), [1, 2]);
        let mut at = [2, 1];
        let mut turned = frame;
        for _ in 0..4 {
            at = turned.turned(at);
            turned = turned.on_its_side();
        }
        assert_eq!((at, turned), ([2, 1], frame));
    }
}

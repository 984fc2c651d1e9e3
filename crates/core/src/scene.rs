//! A plain display list: what to draw, where, and what each thing is.
//!
//! Views make scenes and know no file format; the renderers ([`svg`](crate::svg)) know no game.
//! Lengths are in cells, with the origin at the top left corner of the board. Every item has an
//! id that stays the same from one position to the next, so that a page can patch what changed
//! and animate it.

use serde::Serialize;

use crate::grid::Cell;

/// A colour, 8 bits a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color(pub u8, pub u8, pub u8);

impl Color {
    /// A colour from a literal such as `0xFFD98A`.
    pub const fn hex(rgb: u32) -> Self {
        Color((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
    }

    /// Black or white, whichever can be read on this colour.
    pub const fn contrast(self) -> Color {
        let Color(r, g, b) = self;
        let brightness = (299 * r as u32 + 587 * g as u32 + 114 * b as u32) / 1000;
        if brightness > 128 {
            Color(0, 0, 0)
        } else {
            Color(255, 255, 255)
        }
    }
}

impl std::fmt::Display for Color {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Every item of a picture has a colour or two, so this does without formatting.
        let digit = |n: u8| b"0123456789ABCDEF"[usize::from(n)];
        let [r, g, b] = [self.0, self.1, self.2].map(|part| [digit(part >> 4), digit(part & 15)]);
        let text = [b'#', r[0], r[1], g[0], g[1], b[0], b[1]];
        f.write_str(std::str::from_utf8(&text).unwrap_or_default())
    }
}

impl Serialize for Color {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// Columns of the lattice.
    pub width: f32,
    /// Rows of the lattice.
    pub height: f32,
    /// A sentence that says what is to be seen, for those who cannot see it.
    pub title: String,
    /// The colour of the board's material; `None` if there is no board, as under a piece in hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background: Option<Color>,
    /// How places lie under the pointer.
    pub lattice: Lattice,
    /// The colours of the picture that have names, so that a theme of the game can replace them:
    /// the SVG says `data-fill="red"` and `data-stroke="red"` wherever one of them is used.
    #[serde(skip)]
    pub names: &'static [(&'static str, Color)],
    /// The row where the board ends and pieces that wait lie, so that a page can show them beside
    /// the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tray: Option<i32>,
    /// The first and the last place of the part where anything is or ever comes, if that is less than
    /// the board: a page may show that part alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<(Cell, Cell)>,
    /// What to draw, from back to front.
    pub items: Vec<Item>,
}

impl Scene {
    /// An empty board.
    pub fn new(width: f32, height: f32, title: impl Into<String>, background: Color) -> Self {
        Scene {
            width,
            height,
            title: title.into(),
            background: Some(background),
            lattice: Lattice::Square,
            names: &[],
            tray: None,
            within: None,
            items: Vec::new(),
        }
    }

    /// An empty picture without a board: whatever is behind it shows through.
    pub fn without_board(width: f32, height: f32, title: impl Into<String>) -> Self {
        Scene {
            background: None,
            ..Scene::new(width, height, title, Color(0, 0, 0))
        }
    }

    /// A small picture that only says something, where nothing can be drawn.
    pub fn saying(words: impl Into<String>) -> Self {
        let words = words.into();
        let width = words.chars().count() as f32 * 0.2 + 1.0;
        let mut scene = Scene::new(width, 2.0, &words[..], Color::hex(0xE9E3D6));
        let text = Shape::Text {
            center: (width / 2.0, 1.0),
            size: 0.36,
            text: words,
        };
        scene.add(Item::new("words", "words", text).fill(Color::hex(0x3A342B)));
        scene
    }

    /// Adds an item in front of the others.
    pub fn add(&mut self, item: Item) {
        self.items.push(item);
    }
}

/// How places lie in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Lattice {
    /// Place (x, y) fills the unit square with that top left corner.
    Square,
    /// The same, with every odd row half a unit further right.
    Hex,
}

/// One thing in a picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Item {
    /// Unique in the scene, and the same for the same thing in every position.
    pub id: String,
    /// What it is, in a word: `lamp`, `cat`, `pad`. A class of style sheets.
    pub role: &'static str,
    /// Its outline.
    pub shape: Shape,
    /// Its paint.
    pub style: Style,
    /// What it is called aloud; empty for parts that are not spoken of.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The cell it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<Cell>,
    /// Where else it is met, so that whoever goes from cell to cell is told of it.
    #[serde(skip_serializing_if = "Extent::is_empty")]
    pub extent: Extent,
}

/// The cells on which a thing is met.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Extent {
    /// Only that to which it belongs.
    #[default]
    Own,
    /// It lies over these.
    Over(Vec<Cell>),
    /// It leads along these, from one to the next.
    Along(Vec<Cell>),
}

impl Extent {
    fn is_empty(&self) -> bool {
        *self == Extent::Own
    }
}

impl Item {
    /// A shape without paint.
    pub fn new(id: impl Into<String>, role: &'static str, shape: Shape) -> Self {
        Item {
            id: id.into(),
            role,
            shape,
            style: Style::default(),
            label: String::new(),
            cell: None,
            extent: Extent::Own,
        }
    }

    /// Filled with a colour.
    pub fn fill(mut self, color: Color) -> Self {
        self.style.fill = Some(color);
        self
    }

    /// Outlined with a colour.
    pub fn stroke(mut self, color: Color, width: f32) -> Self {
        self.style.stroke = Some((color, width));
        self
    }

    /// Let what is behind show through: 0 is invisible, 1 is solid.
    pub fn opacity(mut self, opacity: f32) -> Self {
        self.style.opacity = opacity;
        self
    }

    /// Drawn with dashes of this length.
    pub fn dashed(mut self, dash: f32) -> Self {
        self.style.dash = Some(dash);
        self
    }

    /// What it is called aloud.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The cell it belongs to.
    pub fn at(mut self, cell: Cell) -> Self {
        self.cell = Some(cell);
        self
    }

    /// Whether it is met on a cell.
    pub fn is_on(&self, cell: Cell) -> bool {
        match &self.extent {
            Extent::Own => self.cell == Some(cell),
            Extent::Over(cells) | Extent::Along(cells) => cells.contains(&cell),
        }
    }

    /// The cells it lies over, its own among them.
    pub fn over(mut self, cells: impl Into<Vec<Cell>>) -> Self {
        self.extent = Extent::Over(cells.into());
        self
    }

    /// The cells it leads along, from one end to the other.
    pub fn along(mut self, cells: impl Into<Vec<Cell>>) -> Self {
        self.extent = Extent::Along(cells.into());
        self
    }
}

/// Paint.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Style {
    /// The colour inside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill: Option<Color>,
    /// The colour and width of the outline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stroke: Option<(Color, f32)>,
    /// 0 is invisible, 1 is solid.
    pub opacity: f32,
    /// The length of dashes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dash: Option<f32>,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            fill: None,
            stroke: None,
            opacity: 1.0,
            dash: None,
        }
    }
}

/// A point of the plane, in cells.
pub type Point = (f32, f32);

/// An outline.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase", tag = "type")]
pub enum Shape {
    /// A rectangle with rounded corners.
    Rect {
        /// Top left corner.
        at: Point,
        /// Width and height.
        size: Point,
        /// Radius of the corners.
        radius: f32,
    },
    /// A circle.
    Circle {
        /// Its middle.
        center: Point,
        /// Its radius.
        radius: f32,
    },
    /// Straight lines through points, with rounded joints.
    Polyline {
        /// The points.
        points: Vec<Point>,
        /// Whether the last point is joined to the first.
        closed: bool,
    },
    /// The outline of a set of cells, each side pulled in by `inset`.
    Cells {
        /// The cells.
        cells: Vec<Cell>,
        /// How far the outline lies inside the cells.
        inset: f32,
        /// Radius of the corners.
        radius: f32,
    },
    /// Words.
    Text {
        /// The middle of the words.
        center: Point,
        /// Height of the letters.
        size: f32,
        /// The words.
        text: String,
    },
    /// A mark that tells colours apart without seeing them, drawn as a path.
    Mark {
        /// Which mark.
        mark: Mark,
        /// Its middle.
        center: Point,
        /// Its radius.
        radius: f32,
    },
}

/// Marks that stand for colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Red.
    Triangle,
    /// Orange.
    Diamond,
    /// Yellow.
    Disc,
    /// Green.
    Cross,
    /// Blue.
    Square,
    /// Purple.
    Star,
    /// Pink.
    Heart,
    /// Brown.
    Hexagon,
}

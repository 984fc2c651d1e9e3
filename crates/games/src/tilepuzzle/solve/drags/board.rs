//! The level as sets of bits: a whole region is flooded, and a whole set of placements tested, in a
//! few machine words.
//!
//! The board is cut down to the box around its open cells and laid out row by row, with one empty
//! column between the rows, so that a shift by one never wraps around. A body lies where the top
//! left corner of the box around its cells lies: its *anchor*. A set of anchors, a set of cells, a
//! set of cats and a set of bodies are all the same kind of set.

use rustc_hash::FxHashMap;

use gridwright_core::budget::{Limit, Meter};
use gridwright_core::grid::{Cell, Dir};

use crate::tilepuzzle::level::{Color, Level};
use crate::tilepuzzle::rules::Position;

use super::super::bits::Bits;

/// The number of colours.
pub(super) const COLORS: usize = Color::ALL.len();

/// Bodies of one outline and colouring.
pub(super) struct Form<const W: usize> {
    /// The cells under it, as seen from its anchor.
    pub(super) cells: Vec<u16>,
    /// The same by colour, for the colours it has.
    parts: Vec<(u8, Vec<u16>)>,
    /// The cells under it when its anchor is 0.
    shape: Bits<W>,
    /// Where it can lie on an otherwise empty board.
    pub(super) places: Bits<W>,
    /// The cats it can fetch, each with the anchors from which it does.
    pub(super) fetches: Vec<(u16, Bits<W>)>,
}

impl<const W: usize> Form<W> {
    /// The colours it has.
    pub(super) fn colors(&self) -> impl Iterator<Item = u8> {
        self.parts.iter().map(|part| part.0)
    }
}

/// Something that moves as one: a shape, or shapes in tandem.
pub(super) struct Body<const W: usize> {
    /// The shape that stands for it in moves.
    pub(super) leader: usize,
    /// Index of its form.
    pub(super) form: usize,
    /// How many cats must be home before it moves.
    pub(super) need: u32,
    /// Its anchor in the position the board was made from.
    pub(super) start: u16,
    /// Where it can come to on an otherwise empty board.
    island: Bits<W>,
    /// The cats it can fetch there.
    pub(super) reach: Bits<W>,
}

/// A cat.
pub(super) struct Cat {
    /// Its colour.
    pub(super) color: u8,
    /// The open cell it keeps other colours from; none for a cat on a blocker.
    seat: Option<u16>,
}

/// A level in some position.
pub(super) struct Board<const W: usize> {
    pub(super) stride: usize,
    /// The open cells.
    pub(super) open: Bits<W>,
    /// The bodies; interchangeable ones stand side by side and share a number in `twins`.
    pub(super) bodies: Vec<Body<W>>,
    /// For each body, the first of those interchangeable with it.
    pub(super) twins: Vec<u16>,
    pub(super) forms: Vec<Form<W>>,
    pub(super) cats: Vec<Cat>,
    /// The open cells on which cats of each colour stand.
    seats: [Bits<W>; COLORS],
    /// All cats.
    pub(super) everyone: Bits<W>,
    /// The bodies whose locks never open.
    pub(super) stuck: Bits<W>,
    /// The cats at home in the position the board was made from.
    pub(super) home: Bits<W>,
}

/// How many bits the board of a level needs.
pub(super) fn bits_needed(level: &Level) -> usize {
    let frame = Frame::around(level);
    (frame.stride * frame.height).max(level.cats().len())
}

impl<const W: usize> Board<W> {
    /// The board of a level in a position.
    pub(super) fn new(
        level: &Level,
        position: &Position,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        let frame = Frame::around(level);
        let mut board = Board {
            stride: frame.stride,
            open: Bits::EMPTY,
            bodies: Vec::new(),
            twins: Vec::new(),
            forms: Vec::new(),
            cats: Vec::new(),
            seats: [Bits::EMPTY; COLORS],
            everyone: Bits::below(level.cats().len()),
            stuck: Bits::EMPTY,
            home: Bits::EMPTY,
        };
        for cell in frame.cells().filter(|&cell| level.is_open(cell)) {
            board.open.insert(frame.bit(cell));
        }
        for (i, cat) in level.cats().iter().enumerate() {
            let seat = (!cat.on_blocker).then(|| frame.bit(cat.at));
            if let Some(seat) = seat {
                board.seats[cat.color as usize].insert(seat);
            }
            board.cats.push(Cat {
                color: cat.color as u8,
                seat: seat.map(|seat| seat as u16),
            });
            if position.is_home(i) {
                board.home.insert(i);
            }
        }
        let mut known: FxHashMap<Outline, usize> = FxHashMap::default();
        for leader in (0..level.shapes().len()).filter(|&i| level.leader(i) == i) {
            let (anchor, outline) = outline(level, position, leader);
            let form = match known.get(&outline) {
                Some(&form) => form,
                None => {
                    let form = board.form(level, &frame, &outline, meter)?;
                    board.forms.push(form);
                    known.insert(outline, board.forms.len() - 1);
                    board.forms.len() - 1
                }
            };
            let unlock = level.tandem(leader).map(|i| level.shapes()[i].unlock).max();
            let start = frame.bit(anchor);
            let island = board.flood(&Bits::only(start), &board.forms[form].places, meter)?;
            board.bodies.push(Body {
                leader,
                form,
                need: u32::try_from(unlock.unwrap_or(0)).unwrap_or(u32::MAX),
                start: start as u16,
                reach: board.fetched(form, &island, &Bits::EMPTY),
                island,
            });
        }
        // What is known of one must hold for all that are interchangeable with it.
        let kind = |body: &Body<W>| (body.form, body.need, body.island.first());
        board.bodies.sort_by_key(kind);
        for (i, body) in board.bodies.iter().enumerate() {
            let alike = |other: &Body<W>| kind(other) == kind(body);
            let first = board.bodies[..i].iter().position(alike).unwrap_or(i);
            board.twins.push(first as u16);
            if body.need as usize > board.cats.len() {
                board.stuck.insert(i);
            }
        }
        Ok(board)
    }

    fn form(
        &self,
        level: &Level,
        frame: &Frame,
        outline: &Outline,
        meter: &mut Meter<'_>,
    ) -> Result<Form<W>, Limit> {
        let offset = |cell: &Cell| cell.y as usize * self.stride + cell.x as usize;
        let mut shape = Bits::EMPTY;
        let mut parts: Vec<(u8, Vec<u16>)> = Vec::new();
        for (cell, color) in outline {
            shape.insert(offset(cell));
            match parts.iter_mut().find(|part| part.0 == *color as u8) {
                Some(part) => part.1.push(offset(cell) as u16),
                None => parts.push((*color as u8, vec![offset(cell) as u16])),
            }
        }
        let mut places = Bits::EMPTY;
        for at in frame.cells() {
            let is_open = |cell: &Cell| level.is_open(at.offset(cell.x, cell.y));
            if outline.iter().all(|(cell, _)| is_open(cell)) {
                places.insert(frame.bit(at));
            }
        }
        meter.work((frame.stride * frame.height + outline.len()) as u64)?;
        let mut fetches = Vec::new();
        for (i, cat) in level.cats().iter().enumerate() {
            let mut at = Bits::EMPTY;
            for (cell, _) in outline.iter().filter(|part| part.1 == cat.color) {
                let mut cover = |seat: Cell| {
                    let anchor = seat.offset(-cell.x, -cell.y);
                    if frame.contains(anchor) {
                        at.insert(frame.bit(anchor));
                    }
                };
                if cat.on_blocker {
                    Dir::ALL.iter().for_each(|dir| cover(cat.at.step(*dir)));
                } else {
                    cover(cat.at);
                }
            }
            let at = at.and(&places);
            if !at.is_empty() {
                meter.charge(size_of::<(u16, Bits<W>)>() as u64)?;
                fetches.push((i as u16, at));
            }
            meter.work(outline.len() as u64)?;
        }
        Ok(Form {
            cells: outline
                .iter()
                .map(|(cell, _)| offset(cell) as u16)
                .collect(),
            parts,
            shape,
            places,
            fetches,
        })
    }

    /// Whether a form can lie at an anchor on an otherwise empty board.
    #[inline]
    pub(super) fn can_lie(&self, form: usize, anchor: u16) -> bool {
        (anchor as usize) < 64 * W && self.forms[form].places.contains(anchor as usize)
    }

    /// Whether a form has cells of several colours.
    #[inline]
    pub(super) fn is_mixed(&self, form: usize) -> bool {
        self.forms[form].parts.len() > 1
    }

    /// The form of a body.
    #[inline]
    pub(super) fn form_of(&self, body: usize) -> &Form<W> {
        &self.forms[self.bodies[body].form]
    }

    /// The cells under a body.
    #[inline]
    pub(super) fn mask(&self, body: usize, anchor: u16) -> Bits<W> {
        self.form_of(body).shape.up(anchor as usize)
    }

    /// Where the anchor comes by a step; the step may lead off the board.
    #[inline]
    pub(super) fn stepped(&self, anchor: u16, dir: usize) -> u16 {
        let stride = self.stride as u16;
        match Dir::ALL[dir] {
            Dir::North => anchor.wrapping_sub(stride),
            Dir::East => anchor + 1,
            Dir::South => anchor + stride,
            Dir::West => anchor.wrapping_sub(1),
        }
    }

    /// The open cells of cats that are out: they are closed to all colours but the cat's.
    #[inline]
    pub(super) fn out(&self, home: &Bits<W>) -> Bits<W> {
        let mut out = Bits::EMPTY;
        for cat in self.everyone.minus(home).iter() {
            if let Some(seat) = self.cats[cat].seat {
                out.insert(seat as usize);
            }
        }
        out
    }

    /// Whether a form lies at an anchor on none of the taken cells and no cat that is out bars it. The
    /// cells of a body of several colours find different cats closed.
    #[inline]
    pub(super) fn is_free(&self, form: usize, anchor: u16, taken: &Bits<W>, out: &Bits<W>) -> bool {
        let form = &self.forms[form];
        form.parts.iter().all(|(color, cells)| {
            let seats = &self.seats[*color as usize];
            cells.iter().all(|cell| {
                let cell = (anchor + cell) as usize;
                !taken.contains(cell) && (!out.contains(cell) || seats.contains(cell))
            })
        })
    }

    /// The anchors at which a form would lie on some of these cells.
    #[inline]
    pub(super) fn blocked(&self, form: usize, taken: &Bits<W>) -> Bits<W> {
        let mut blocked = Bits::EMPTY;
        for &cell in &self.forms[form].cells {
            blocked = blocked.or(&taken.down(cell as usize));
        }
        blocked.and(&self.forms[form].places)
    }

    /// The anchors at which a cat that is out bars a form.
    pub(super) fn barred(&self, form: usize, cat: usize) -> Bits<W> {
        let mut barred = Bits::EMPTY;
        let cat = &self.cats[cat];
        let Some(seat) = cat.seat else {
            return barred;
        };
        for (_, cells) in self.forms[form].parts.iter().filter(|p| p.0 != cat.color) {
            let anchors = cells.iter().filter_map(|cell| seat.checked_sub(*cell));
            anchors.for_each(|anchor| barred.insert(anchor as usize));
        }
        barred.and(&self.forms[form].places)
    }

    /// The anchors at which a form lies on none of the taken cells and no cat that is out bars it.
    #[inline]
    pub(super) fn free(&self, form: usize, taken: &Bits<W>, out: &Bits<W>) -> Bits<W> {
        let mut free = self.forms[form].places;
        for (color, cells) in &self.forms[form].parts {
            let closed = taken.or(&out.minus(&self.seats[*color as usize]));
            for &cell in cells {
                free = free.minus(&closed.down(cell as usize));
            }
        }
        free
    }

    /// The anchors beside those of a set, and the set itself.
    #[inline]
    pub(super) fn spread(&self, from: &Bits<W>) -> Bits<W> {
        from.or(&from.up(1))
            .or(&from.down(1))
            .or(&from.up(self.stride))
            .or(&from.down(self.stride))
    }

    /// Everything that can be come to from a set of anchors through free ones.
    #[inline]
    pub(super) fn flood(
        &self,
        from: &Bits<W>,
        free: &Bits<W>,
        meter: &mut Meter<'_>,
    ) -> Result<Bits<W>, Limit> {
        let mut region = *from;
        let mut rounds = 0;
        loop {
            let more = self.spread(&region).and(free).or(&region);
            rounds += 1;
            if more == region {
                meter.work(rounds * 8 * W as u64)?;
                return Ok(region);
            }
            region = more;
        }
    }

    /// The cats at home after a body of a form was everywhere in a region.
    #[inline]
    pub(super) fn fetched(&self, form: usize, region: &Bits<W>, home: &Bits<W>) -> Bits<W> {
        let mut home = *home;
        for (cat, at) in &self.forms[form].fetches {
            if !home.contains(*cat as usize) && at.meets(region) {
                home.insert(*cat as usize);
            }
        }
        home
    }

    /// The cats that are home when the bodies lie at these anchors, beside those of `home`.
    pub(super) fn settled(&self, anchors: &[u16], home: &Bits<W>) -> Bits<W> {
        let mut home = *home;
        for (body, &anchor) in self.bodies.iter().zip(anchors) {
            home = self.fetched(body.form, &Bits::only(anchor as usize), &home);
        }
        home
    }

    /// Cats that nobody can reach, whatever the others do.
    pub(super) fn unreachable(&self) -> Bits<W> {
        let mut reached = self.home;
        for (b, body) in self.bodies.iter().enumerate() {
            reached = if self.stuck.contains(b) {
                let here = Bits::only(body.start as usize);
                self.fetched(body.form, &here, &reached)
            } else {
                reached.or(&body.reach)
            };
        }
        self.everyone.minus(&reached)
    }
}

/// The box around the open cells of a level.
struct Frame {
    corner: Cell,
    width: usize,
    height: usize,
    stride: usize,
}

impl Frame {
    fn around(level: &Level) -> Frame {
        let open = || level.cells().filter(|&cell| level.is_open(cell));
        let side = |values: &dyn Fn() -> Vec<i32>| {
            let values = values();
            let least = values.iter().min().copied().unwrap_or(0);
            let most = values.iter().max().copied().unwrap_or(0);
            (least, (most - least + 1) as usize)
        };
        let (x, width) = side(&|| open().map(|cell| cell.x).collect());
        let (y, height) = side(&|| open().map(|cell| cell.y).collect());
        Frame {
            corner: Cell::new(x, y),
            width,
            height,
            stride: width + 1,
        }
    }

    fn contains(&self, cell: Cell) -> bool {
        let (x, y) = (cell.x - self.corner.x, cell.y - self.corner.y);
        (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y)
    }

    fn bit(&self, cell: Cell) -> usize {
        let (x, y) = (cell.x - self.corner.x, cell.y - self.corner.y);
        y as usize * self.stride + x as usize
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        let columns = 0..self.width as i32;
        (0..self.height as i32)
            .flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
            .map(|cell| cell.offset(self.corner.x, self.corner.y))
    }
}

/// Cells and their colours, as seen from the top left corner of the box around them.
type Outline = Vec<(Cell, Color)>;

fn outline(level: &Level, position: &Position, leader: usize) -> (Cell, Outline) {
    let mut outline: Outline = level
        .tandem(leader)
        .flat_map(|i| {
            let color = level.shapes()[i].color;
            level.cells_of(position, i).map(move |cell| (cell, color))
        })
        .collect();
    let x = outline.iter().map(|(cell, _)| cell.x).min().unwrap_or(0);
    let y = outline.iter().map(|(cell, _)| cell.y).min().unwrap_or(0);
    for (cell, _) in &mut outline {
        *cell = cell.offset(-x, -y);
    }
    outline.sort();
    (Cell::new(x, y), outline)
}

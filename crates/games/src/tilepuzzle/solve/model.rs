//! The level as the solver sees it: numbered cells, rigid bodies, and their placements.
//!
//! Shapes in tandem keep their places relative to each other for ever, so a tandem is one rigid
//! *body*, of several colours perhaps and not hanging together; every other shape is a body of its
//! own. Bodies with the same cells share a *form*: the list of all placements with what each
//! covers. Colours that occur in one body belong together; the groups of colours that remain are
//! the *classes*, and every step moves a body of exactly one class.

use rustc_hash::FxHashMap;

use gridwright_core::budget::{Limit, Meter};
use gridwright_core::grid::{Cell, Dir, Grid};

use crate::tilepuzzle::level::{Color, Level};
use crate::tilepuzzle::rules::Position;

use super::bits::Bits;

/// No placement, no cell.
pub(super) const NONE: u16 = u16::MAX;

/// All placements of bodies of one outline.
pub(super) struct Form<const W: usize> {
    /// Where the corner of the first shape lies, for each placement.
    pub(super) corners: Vec<Cell>,
    /// The placement next to each, in the order of [`Dir::ALL`].
    pub(super) next: Vec<[u16; 4]>,
    /// The open cells covered.
    pub(super) masks: Vec<Bits<W>>,
    /// The cats of the class that are fetched.
    pub(super) fetches: Vec<Bits<W>>,
    /// The cats of the class that are in the way: of another colour, under a cell of the body.
    pub(super) fouls: Vec<Bits<W>>,
    /// Which placements can be reached from which on an otherwise empty board: equal numbers.
    pub(super) island: Vec<u16>,
    /// The cats fetched somewhere on each island.
    pub(super) roams: Vec<Bits<W>>,
}

/// Something that moves as one.
#[derive(Clone, Debug)]
pub(super) struct Body {
    /// The shape that stands for it in moves.
    pub(super) leader: usize,
    /// Index of its form in its class.
    pub(super) form: usize,
    /// How many cats must be home before it moves.
    pub(super) need: u32,
    /// Whether that will never be.
    pub(super) stuck: bool,
    /// Bodies of a class with the same number are interchangeable.
    pub(super) twin: u16,
    /// Its placement in the position the model was made from.
    pub(super) start: u16,
}

/// A cat as its class sees it.
pub(super) struct ClassCat {
    /// Its number in the level.
    pub(super) index: usize,
    /// The open cell it keeps other colours from; `NONE` for a cat on a blocker.
    pub(super) forbids: u16,
}

/// The bodies and cats of one class, and where they start.
pub(super) struct ClassModel<const W: usize> {
    /// Bodies, interchangeable ones side by side.
    pub(super) bodies: Vec<Body>,
    /// The forms of the bodies.
    pub(super) forms: Vec<Form<W>>,
    /// Cats.
    pub(super) cats: Vec<ClassCat>,
    /// The cats that are home in the position the model was made from.
    pub(super) home: Bits<W>,
}

/// How many bits the sets of a level need: open cells, or cats.
pub(super) fn bits_needed(level: &Level) -> usize {
    let open = level.cells().filter(|&cell| level.is_open(cell)).count();
    open.max(level.cats().len())
}

/// The classes of a level, as they stand in a position.
pub(super) fn classes<const W: usize>(
    level: &Level,
    position: &Position,
    meter: &mut Meter<'_>,
) -> Result<Vec<ClassModel<W>>, Limit> {
    let mut open = 0;
    let index = Grid::from_fn(level.width(), level.height(), |cell| {
        if !level.is_open(cell) {
            return NONE;
        }
        open += 1;
        open - 1
    });
    let groups = color_groups(level);
    let mut classes: Vec<ClassModel<W>> = groups
        .iter()
        .map(|group| class(level, position, &index, group, meter))
        .collect::<Result<_, _>>()?;
    // A colour of cats without shapes stands alone; nobody will ever fetch those.
    classes.retain(|class| !class.bodies.is_empty() || !class.cats.is_empty());
    Ok(classes)
}

/// The colours, those that share a body together.
fn color_groups(level: &Level) -> Vec<Vec<Color>> {
    let mut groups: Vec<Vec<Color>> = Color::ALL.iter().map(|&color| vec![color]).collect();
    for (i, shape) in level.shapes().iter().enumerate() {
        let leader = level.shapes()[level.leader(i)].color;
        let find = |groups: &[Vec<Color>], color| {
            groups
                .iter()
                .position(|group| group.contains(&color))
                .expect("every colour is in a group")
        };
        let (a, b) = (find(&groups, leader), find(&groups, shape.color));
        if a != b {
            let moved = groups.remove(a.max(b));
            groups[a.min(b)].extend(moved);
        }
    }
    groups
}

fn class<const W: usize>(
    level: &Level,
    position: &Position,
    index: &Grid<u16>,
    colors: &[Color],
    meter: &mut Meter<'_>,
) -> Result<ClassModel<W>, Limit> {
    let cats: Vec<ClassCat> = (0..level.cats().len())
        .filter(|&i| colors.contains(&level.cats()[i].color))
        .map(|i| ClassCat {
            index: i,
            forbids: index[level.cats()[i].at],
        })
        .collect();
    let mut home = Bits::EMPTY;
    for (i, cat) in cats.iter().enumerate() {
        if position.is_home(cat.index) {
            home.insert(i);
        }
    }
    let mut forms: Vec<Form<W>> = Vec::new();
    let mut form_of: FxHashMap<Outline, usize> = FxHashMap::default();
    let mut bodies: Vec<Body> = Vec::new();
    for leader in 0..level.shapes().len() {
        if level.leader(leader) != leader || !colors.contains(&level.shapes()[leader].color) {
            continue;
        }
        let outline = outline(level, position, leader);
        let number = match form_of.get(&outline) {
            Some(&number) => number,
            None => {
                forms.push(form(level, index, &outline, &cats, meter)?);
                form_of.insert(outline, forms.len() - 1);
                forms.len() - 1
            }
        };
        let unlock = level
            .tandem(leader)
            .map(|i| level.shapes()[i].unlock)
            .max()
            .unwrap_or(0);
        let corner = position.corner(leader);
        let start = forms[number]
            .corners
            .iter()
            .position(|&c| c == corner)
            .expect("a shape of a valid position lies on open floor");
        bodies.push(Body {
            leader,
            form: number,
            need: u32::try_from(unlock).unwrap_or(u32::MAX),
            stuck: unlock > level.cats().len() as u64,
            twin: 0,
            start: start as u16,
        });
    }
    bodies.sort_by_key(|body| (body.form, body.need, body.leader));
    for i in 1..bodies.len() {
        let same = (bodies[i].form, bodies[i].need) == (bodies[i - 1].form, bodies[i - 1].need);
        bodies[i].twin = bodies[i - 1].twin + u16::from(!same);
    }
    Ok(ClassModel {
        bodies,
        forms,
        cats,
        home,
    })
}

/// Cells and their colours, as seen from the corner of the first shape.
type Outline = Vec<(Cell, Color)>;

fn outline(level: &Level, position: &Position, leader: usize) -> Outline {
    let corner = position.corner(leader);
    let mut outline: Outline = level
        .tandem(leader)
        .flat_map(|i| {
            let color = level.shapes()[i].color;
            level
                .cells_of(position, i)
                .map(move |cell| (cell.offset(-corner.x, -corner.y), color))
        })
        .collect();
    outline.sort();
    outline
}

fn form<const W: usize>(
    level: &Level,
    index: &Grid<u16>,
    outline: &Outline,
    cats: &[ClassCat],
    meter: &mut Meter<'_>,
) -> Result<Form<W>, Limit> {
    let covers = |corner: Cell| {
        outline
            .iter()
            .map(move |(offset, color)| (corner.offset(offset.x, offset.y), *color))
    };
    let is_open = |cell: Cell| index.get(cell).is_some_and(|own| *own != NONE);
    let cells = level.width() as u64 * level.height() as u64;
    meter.charge(cells * 4 * size_of::<Bits<W>>() as u64)?;
    meter.work(cells * outline.len() as u64)?;
    // The first shape's corner itself need not be covered, but its box lies on the board.
    let corners: Vec<Cell> = level
        .cells()
        .filter(|&corner| covers(corner).all(|(cell, _)| is_open(cell)))
        .collect();
    let mut number = Grid::filled(level.width(), level.height(), NONE);
    for (&corner, own) in corners.iter().zip(0..) {
        number[corner] = own;
    }
    let next = corners
        .iter()
        .map(|corner| Dir::ALL.map(|dir| number.get(corner.step(dir)).map_or(NONE, |own| *own)))
        .collect::<Vec<_>>();
    let mut masks: Vec<Bits<W>> = Vec::with_capacity(corners.len());
    for &corner in &corners {
        let mut mask = Bits::EMPTY;
        covers(corner).for_each(|(cell, _)| mask.insert(index[cell] as usize));
        masks.push(mask);
    }
    // Few placements touch a cat, and these are found from the cat.
    let mut fetches = vec![Bits::EMPTY; corners.len()];
    let mut fouls = vec![Bits::EMPTY; corners.len()];
    for (i, cat) in cats.iter().enumerate() {
        let cat = &level.cats()[cat.index];
        for (offset, color) in outline {
            let mark = |sets: &mut [Bits<W>], cell: Cell| {
                let corner = cell.offset(-offset.x, -offset.y);
                if let Some(&own) = number.get(corner).filter(|own| **own != NONE) {
                    sets[own as usize].insert(i);
                }
            };
            match (cat.color == *color, cat.on_blocker) {
                (true, true) => {
                    let beside = Dir::ALL.map(|dir| cat.at.step(dir));
                    beside.into_iter().for_each(|cell| mark(&mut fetches, cell));
                }
                (true, false) => mark(&mut fetches, cat.at),
                (false, _) => mark(&mut fouls, cat.at),
            }
        }
    }
    meter.work((corners.len() + 4 * cats.len()) as u64 * outline.len() as u64)?;
    let island = islands(&next);
    let count = island.iter().max().map_or(0, |&last| last as usize + 1);
    let mut roams = vec![Bits::EMPTY; count];
    for (island, fetches) in island.iter().zip(&fetches) {
        roams[*island as usize] = roams[*island as usize].or(fetches);
    }
    Ok(Form {
        corners,
        next,
        masks,
        fetches,
        fouls,
        island,
        roams,
    })
}

fn islands(next: &[[u16; 4]]) -> Vec<u16> {
    let mut island = vec![NONE; next.len()];
    let mut stack = Vec::new();
    let mut count = 0;
    for first in 0..next.len() {
        if island[first] != NONE {
            continue;
        }
        island[first] = count;
        stack.push(first);
        while let Some(at) = stack.pop() {
            for &to in next[at].iter().filter(|&&to| to != NONE) {
                if island[to as usize] == NONE {
                    island[to as usize] = count;
                    stack.push(to as usize);
                }
            }
        }
        count += 1;
    }
    island
}

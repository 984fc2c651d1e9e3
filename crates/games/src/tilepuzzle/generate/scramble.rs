//! Reverse scramble: begin with every shape on its cat and walk away, so that walking back solves.
//!
//! Walking back is a solution only if every step of it is legal *forwards*. Foreign cats therefore
//! always block a scramble, and a locked shape may move only if enough cats are covered *after*
//! the move: played forwards, the step starts from there, and the cats covered there are home. To
//! count the cats covered before the move would count the cat under the locked shape itself, which
//! forwards comes home only by this very step. The referee replays every solution all the same.

use gridwright_core::grid::{Cell, Dir, Grid};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee::{self, Witness};
use gridwright_core::rng::Rng;

use crate::tilepuzzle::level::{CatPart, Color, KINDS, Level, Parts, ShapePart};
use crate::tilepuzzle::rules::Move;

/// What a scrambled level consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Columns, with the empty border.
    pub width: i32,
    /// Rows, with the empty border.
    pub height: i32,
    /// How many colours.
    pub colors: usize,
    /// Cats of each colour that sit on the floor.
    pub cats: usize,
    /// Shapes of each colour, besides those for blocker-cats.
    pub shapes: usize,
    /// Blockers of one cell.
    pub blockers: usize,
    /// The most cells of a shape.
    pub largest: usize,
    /// The least number of scramble moves.
    pub scramble: usize,
    /// How many of the blockers carry a cat.
    pub blocker_cats: usize,
    /// How many shapes are locked.
    pub locks: usize,
    /// How many cats a lock waits for.
    pub threshold: usize,
}

/// More moves than a scramble of sensible length needs; a walk that takes longer begins anew.
const PATIENCE: usize = 40;

/// A level of the recipe with the solution that made it, unless chance was against it: then `None`,
/// and the stream of `rng` goes on for another try.
pub(super) fn scramble(recipe: &Recipe, rng: &mut Rng) -> Option<(Level, Witness<Move>)> {
    let mut layout = Layout::new(recipe);
    layout.put_blockers(recipe, rng)?;
    layout.put_cats(recipe, rng)?;
    layout.put_shapes(recipe, rng)?;
    layout.put_more_cats(recipe, rng)?;
    layout.lock(recipe, rng);
    let walked = layout.walk_away(recipe, rng)?;
    let level = Level::new(layout.parts()).expect("everything was put in its place");
    // The walk back may solve the level before its end; nothing may follow after that.
    let mut moves = Vec::new();
    let mut position = level.start();
    for mv in walked.iter().rev() {
        let back = Move {
            shape: mv.shape,
            dir: mv.dir.opposite(),
        };
        level.apply(&mut position, &back).ok()?;
        moves.push(back);
        if level.is_solved(&position) {
            break;
        }
    }
    let witness = referee::judge(&level, moves).ok()?;
    Some((level, witness))
}

struct PlacedShape {
    offsets: Vec<Cell>,
    at: Cell,
    color: Color,
    unlock: usize,
}

struct PlacedCat {
    at: Cell,
    color: Color,
    on_blocker: bool,
    was_covered: bool,
}

/// A level in the making.
struct Layout {
    /// Floor without a blocker.
    open: Grid<bool>,
    blocked: Vec<Cell>,
    owner: Grid<Option<usize>>,
    cat_at: Grid<Option<Color>>,
    shapes: Vec<PlacedShape>,
    cats: Vec<PlacedCat>,
}

impl Layout {
    fn new(recipe: &Recipe) -> Self {
        let (width, height) = (recipe.width, recipe.height);
        Layout {
            open: Grid::from_fn(width, height, |cell| {
                (1..width - 1).contains(&cell.x) && (1..height - 1).contains(&cell.y)
            }),
            blocked: Vec::new(),
            owner: Grid::filled(width, height, None),
            cat_at: Grid::filled(width, height, None),
            shapes: Vec::new(),
            cats: Vec::new(),
        }
    }

    fn open_cells(&self) -> Vec<Cell> {
        self.open.cells().filter(|&cell| self.open[cell]).collect()
    }

    /// Blockers anywhere, as long as they leave the floor in one piece.
    fn put_blockers(&mut self, recipe: &Recipe, rng: &mut Rng) -> Option<()> {
        let mut cells = self.open_cells();
        rng.shuffle(&mut cells);
        for cell in cells {
            if self.blocked.len() == recipe.blockers {
                break;
            }
            self.open[cell] = false;
            if self.is_one_piece() {
                self.blocked.push(cell);
            } else {
                self.open[cell] = true;
            }
        }
        (self.blocked.len() == recipe.blockers).then_some(())
    }

    fn is_one_piece(&self) -> bool {
        // The border is never open, so every neighbour of an open cell has a number.
        let row = self.open.width() as usize;
        let mut left = self.open.values().to_vec();
        let Some(first) = left.iter().position(|open| *open) else {
            return false;
        };
        let mut stack = vec![first];
        while let Some(at) = stack.pop() {
            left[at] = false;
            let beside = [at - row, at - 1, at + 1, at + row];
            stack.extend(beside.into_iter().filter(|&next| left[next]));
        }
        !left.contains(&true)
    }

    fn is_open(&self, cell: Cell) -> bool {
        self.open.get(cell).copied().unwrap_or(false)
    }

    /// Blocker-cats in the colours in turn, then those that get a shape each; cats of one colour
    /// never touch.
    fn put_cats(&mut self, recipe: &Recipe, rng: &mut Rng) -> Option<()> {
        let mut blocked = self.blocked.clone();
        rng.shuffle(&mut blocked);
        for i in 0..recipe.blocker_cats {
            let color = Color::ALL[i % recipe.colors];
            let at = *blocked.iter().find(|&&at| {
                let has_room = Dir::ALL.iter().any(|&dir| self.is_open(at.step(dir)));
                has_room && self.may_sit(at, color)
            })?;
            self.put_cat(at, color, true);
        }
        let mut cells = self.open_cells();
        rng.shuffle(&mut cells);
        for i in 0..recipe.cats.min(recipe.shapes) * recipe.colors {
            let color = Color::ALL[i % recipe.colors];
            let at = *cells.iter().find(|&&at| self.may_sit(at, color))?;
            self.put_cat(at, color, false);
        }
        Some(())
    }

    /// The cats that get no shape of their own, where one of their colour can come by. In the end
    /// every cat must be within reach of its colour, past all cats of others.
    fn put_more_cats(&mut self, recipe: &Recipe, rng: &mut Rng) -> Option<()> {
        for i in 0..recipe.cats.saturating_sub(recipe.shapes) * recipe.colors {
            let color = Color::ALL[i % recipe.colors];
            let reach = self.reach(color);
            let mut cells: Vec<Cell> = reach.cells().filter(|&cell| reach[cell]).collect();
            rng.shuffle(&mut cells);
            let at = *cells
                .iter()
                .find(|&&at| self.owner[at].is_none() && self.may_sit(at, color))?;
            self.put_cat(at, color, false);
        }
        let reach: Vec<Grid<bool>> = Color::ALL[..recipe.colors]
            .iter()
            .map(|&color| self.reach(color))
            .collect();
        let is_near = |cat: &PlacedCat| {
            let reach = &reach[cat.color as usize];
            if cat.on_blocker {
                Dir::ALL
                    .iter()
                    .any(|&dir| reach.get(cat.at.step(dir)) == Some(&true))
            } else {
                reach[cat.at]
            }
        };
        self.cats.iter().all(is_near).then_some(())
    }

    /// The cells that shapes of a colour could cover if no other shape were there.
    fn reach(&self, color: Color) -> Grid<bool> {
        let mut covered = Grid::filled(self.open.width(), self.open.height(), false);
        for shape in self.shapes.iter().filter(|shape| shape.color == color) {
            let cells = |at: Cell| shape.offsets.iter().map(move |o| at.offset(o.x, o.y));
            let free =
                |cell: Cell| self.is_open(cell) && self.cat_at[cell].is_none_or(|cat| cat == color);
            let mut seen = Grid::filled(self.open.width(), self.open.height(), false);
            seen[shape.at] = true;
            let mut stack = vec![shape.at];
            while let Some(at) = stack.pop() {
                cells(at).for_each(|cell| covered[cell] = true);
                for next in Dir::ALL.map(|dir| at.step(dir)) {
                    if seen.get(next) == Some(&false) && cells(next).all(free) {
                        seen[next] = true;
                        stack.push(next);
                    }
                }
            }
        }
        covered
    }

    fn may_sit(&self, at: Cell, color: Color) -> bool {
        self.cats.iter().all(|cat| {
            let near = (cat.at.x - at.x).abs() <= 1 && (cat.at.y - at.y).abs() <= 1;
            cat.at != at && !(near && cat.color == color)
        })
    }

    fn put_cat(&mut self, at: Cell, color: Color, on_blocker: bool) {
        self.cats.push(PlacedCat {
            at,
            color,
            on_blocker,
            was_covered: false,
        });
        if !on_blocker {
            self.cat_at[at] = Some(color);
        }
    }

    /// A Single beside every blocker-cat; then, for each colour, shapes on cats.
    fn put_shapes(&mut self, recipe: &Recipe, rng: &mut Rng) -> Option<()> {
        for i in 0..recipe.blocker_cats {
            let PlacedCat { at, color, .. } = self.cats[i];
            let mut dirs = Dir::ALL;
            rng.shuffle(&mut dirs);
            let mut beside = dirs.into_iter().map(|dir| at.step(dir));
            let free = beside.find(|&cell| self.fits(&[Cell::new(0, 0)], cell, color))?;
            self.put_shape(vec![Cell::new(0, 0)], free, color);
        }
        let kinds: Vec<_> = KINDS
            .iter()
            .filter(|kind| kind.cells.len() <= recipe.largest)
            .collect();
        for i in 0..recipe.shapes * recipe.colors {
            let color = Color::ALL[i % recipe.colors];
            let mut bare: Vec<Cell> = self
                .cats
                .iter()
                .filter(|cat| cat.color == color && !cat.on_blocker)
                .map(|cat| cat.at)
                .filter(|&at| self.owner[at].is_none())
                .collect();
            rng.shuffle(&mut bare);
            let kind = kinds[rng.index(kinds.len())];
            let offsets: Vec<Cell> = kind.cells.iter().map(|&c| c.into()).collect();
            let single = vec![Cell::new(0, 0)];
            let (offsets, at) = self
                .place_on(&offsets, &bare, color, rng)
                .map(|at| (offsets, at))
                .or_else(|| {
                    let at = self.place_on(&single, &bare, color, rng)?;
                    Some((single, at))
                })?;
            self.put_shape(offsets, at, color);
        }
        Some(())
    }

    /// A place where the offsets cover one of the cats.
    fn place_on(
        &self,
        offsets: &[Cell],
        cats: &[Cell],
        color: Color,
        rng: &mut Rng,
    ) -> Option<Cell> {
        let mut grips = offsets.to_vec();
        rng.shuffle(&mut grips);
        cats.iter()
            .flat_map(|cat| grips.iter().map(|grip| cat.offset(-grip.x, -grip.y)))
            .find(|&at| self.fits(offsets, at, color))
    }

    fn fits(&self, offsets: &[Cell], at: Cell, color: Color) -> bool {
        offsets.iter().all(|offset| {
            let cell = at.offset(offset.x, offset.y);
            self.is_open(cell)
                && self.owner[cell].is_none()
                && self.cat_at[cell].is_none_or(|cat| cat == color)
        })
    }

    fn put_shape(&mut self, offsets: Vec<Cell>, at: Cell, color: Color) {
        self.shapes.push(PlacedShape {
            offsets,
            at,
            color,
            unlock: 0,
        });
        self.own(self.shapes.len() - 1, true);
    }

    fn own(&mut self, shape: usize, owned: bool) {
        let PlacedShape { offsets, at, .. } = &self.shapes[shape];
        for offset in offsets {
            self.owner[at.offset(offset.x, offset.y)] = owned.then_some(shape);
        }
    }

    fn lock(&mut self, recipe: &Recipe, rng: &mut Rng) {
        let mut order: Vec<usize> = (0..self.shapes.len()).collect();
        for &mut shape in rng.sample(&mut order, recipe.locks) {
            self.shapes[shape].unlock = recipe.threshold;
        }
    }

    fn is_covered(&self, cat: &PlacedCat) -> bool {
        let held = |cell: Cell| {
            let owner = self.owner.get(cell).copied().flatten();
            owner.is_some_and(|shape| self.shapes[shape].color == cat.color)
        };
        if cat.on_blocker {
            Dir::ALL.iter().any(|&dir| held(cat.at.step(dir)))
        } else {
            held(cat.at)
        }
    }

    /// How many cats are covered.
    fn covered(&self) -> usize {
        self.cats.iter().filter(|cat| self.is_covered(cat)).count()
    }

    fn can_step(&self, shape: usize, dir: Dir) -> bool {
        let PlacedShape {
            offsets, at, color, ..
        } = &self.shapes[shape];
        offsets.iter().all(|offset| {
            let cell = at.offset(offset.x, offset.y).step(dir);
            self.is_open(cell)
                && self.owner[cell].is_none_or(|owner| owner == shape)
                && self.cat_at[cell].is_none_or(|cat| cat == *color)
        })
    }

    /// Takes a step if it is legal backwards and forwards.
    fn step(&mut self, shape: usize, dir: Dir, walked: &mut Vec<Move>) -> bool {
        if !self.can_step(shape, dir) {
            return false;
        }
        self.shift(shape, dir);
        if self.shapes[shape].unlock > 0 && self.covered() < self.shapes[shape].unlock {
            self.shift(shape, dir.opposite());
            return false;
        }
        for i in 0..self.cats.len() {
            if !self.cats[i].was_covered && self.is_covered(&self.cats[i]) {
                self.cats[i].was_covered = true;
            }
        }
        walked.push(Move { shape, dir });
        true
    }

    fn shift(&mut self, shape: usize, dir: Dir) {
        self.own(shape, false);
        self.shapes[shape].at = self.shapes[shape].at.step(dir);
        self.own(shape, true);
    }

    /// Walks until every cat was covered, none is covered now, and enough moves were made.
    fn walk_away(&mut self, recipe: &Recipe, rng: &mut Rng) -> Option<Vec<Move>> {
        for i in 0..self.cats.len() {
            self.cats[i].was_covered = self.is_covered(&self.cats[i]);
        }
        let mut walked = Vec::new();
        // Locked shapes go first: later on there may not be enough covered cats to let them.
        for shape in (0..self.shapes.len())
            .filter(|&i| self.shapes[i].unlock > 0)
            .collect::<Vec<_>>()
        {
            self.leave(shape, rng, &mut walked)?;
        }
        while let Some(cat) = self.cats.iter().position(|cat| !cat.was_covered) {
            self.fetch(cat, rng, &mut walked)?;
        }
        for _ in 0..recipe.scramble.saturating_mul(PATIENCE) {
            let mut shape = rng.index(self.shapes.len());
            if walked.len() >= recipe.scramble {
                // Those on cats must get off, the others may have to make room.
                let covers = (0..self.shapes.len()).find(|&i| self.covers(i));
                let Some(covers) = covers else {
                    return Some(walked);
                };
                if rng.chance(3, 4) {
                    shape = covers;
                }
            }
            let dir = Dir::ALL[rng.index(4)];
            let undoes = walked
                .last()
                .is_some_and(|mv| mv.shape == shape && mv.dir == dir.opposite());
            if !undoes {
                self.step(shape, dir, &mut walked);
            }
        }
        None
    }

    /// Whether a shape covers a cat.
    fn covers(&self, shape: usize) -> bool {
        let PlacedShape {
            offsets, at, color, ..
        } = &self.shapes[shape];
        self.cats
            .iter()
            .filter(|cat| cat.color == *color)
            .any(|cat| {
                offsets.iter().any(|offset| {
                    let cell = at.offset(offset.x, offset.y);
                    if cat.on_blocker {
                        Dir::between(cell, cat.at).is_some()
                    } else {
                        cell == cat.at
                    }
                })
            })
    }

    /// Walks a shape at random until it covers no cat; others make room now and then.
    fn leave(&mut self, shape: usize, rng: &mut Rng, walked: &mut Vec<Move>) -> Option<()> {
        for _ in 0..PATIENCE {
            if !self.covers(shape) {
                return Some(());
            }
            let other = rng.index(self.shapes.len());
            let mover = if rng.chance(3, 4) { shape } else { other };
            self.step(mover, Dir::ALL[rng.index(4)], walked);
        }
        None
    }

    /// Walks the shape that has the shortest way to a cat there, past all others as they lie; in
    /// a jam, lets others move a little and tries again.
    fn fetch(&mut self, cat: usize, rng: &mut Rng, walked: &mut Vec<Move>) -> Option<()> {
        for _ in 0..PATIENCE {
            if self.cats[cat].was_covered {
                return Some(());
            }
            let mut way: Option<(usize, Vec<Dir>)> = None;
            for i in 0..self.shapes.len() {
                let shape = &self.shapes[i];
                if shape.color == self.cats[cat].color
                    && shape.unlock == 0
                    && let Some(other) = self.way_to(i, cat)
                    && way
                        .as_ref()
                        .is_none_or(|(_, best)| other.len() < best.len())
                {
                    way = Some((i, other));
                }
            }
            match way {
                Some((shape, way)) => {
                    for dir in way {
                        self.step(shape, dir, walked);
                    }
                }
                None => {
                    for _ in 0..8 {
                        let shape = rng.index(self.shapes.len());
                        self.step(shape, Dir::ALL[rng.index(4)], walked);
                    }
                }
            }
        }
        None
    }

    /// The shortest way of one shape to where it covers a cat.
    fn way_to(&mut self, shape: usize, cat: usize) -> Option<Vec<Dir>> {
        let start = self.shapes[shape].at;
        let mut came: Grid<Option<Dir>> = Grid::filled(self.open.width(), self.open.height(), None);
        let mut queue = vec![start];
        let mut found = None;
        let mut head = 0;
        while head < queue.len() && found.is_none() {
            let at = queue[head];
            head += 1;
            self.put_at(shape, at);
            if self.is_covered(&self.cats[cat]) {
                found = Some(at);
                break;
            }
            for dir in Dir::ALL {
                let next = at.step(dir);
                let is_new = next != start && came.get(next).is_some_and(|c| c.is_none());
                if is_new && self.can_step(shape, dir) {
                    came[next] = Some(dir);
                    queue.push(next);
                }
            }
        }
        self.put_at(shape, start);
        let mut at = found?;
        let mut way = Vec::new();
        while at != start {
            let dir = came[at].expect("every place but the start was come to");
            way.push(dir);
            at = at.step(dir.opposite());
        }
        way.reverse();
        Some(way)
    }

    fn put_at(&mut self, shape: usize, at: Cell) {
        self.own(shape, false);
        self.shapes[shape].at = at;
        self.own(shape, true);
    }

    fn parts(&self) -> Parts {
        let (width, height) = (self.open.width(), self.open.height());
        let row = |y| {
            (0..width)
                .map(|x| {
                    let inside = (1..width - 1).contains(&x) && (1..height - 1).contains(&y);
                    if inside { '.' } else { '#' }
                })
                .collect()
        };
        Parts {
            floor: (0..height).map(row).collect(),
            blockers: self
                .blocked
                .iter()
                .map(|&at| (at, vec![Cell::new(0, 0)]))
                .collect(),
            shapes: self
                .shapes
                .iter()
                .map(|shape| ShapePart {
                    cells: Ok(shape.offsets.clone()),
                    at: shape.at,
                    color: Ok(shape.color),
                    unlock: shape.unlock as i64,
                    tandem: None,
                })
                .collect(),
            cats: self
                .cats
                .iter()
                .map(|cat| CatPart {
                    at: cat.at,
                    color: Ok(cat.color),
                    on_blocker: cat.on_blocker,
                })
                .collect(),
        }
    }
}

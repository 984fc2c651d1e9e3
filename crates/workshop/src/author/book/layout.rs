//! What goes where on the pages of a book.

use gridwright_core::pdf::{Page, Placed, Weight, width, wrap};
use gridwright_core::scene::{Point, Scene};
use gridwright_games::registry::Game;

use super::{Chapter, Design, Printed, Taught};

/// Room around a page, in millimetres.
const MARGIN: f32 = 15.0;
/// Room between two things side by side.
const GAP: f32 = 8.0;
/// The size of text, in millimetres: 10 points.
const TEXT: f32 = 3.5;
/// From one line of text to the next.
const LINE: f32 = 4.9;
/// The height of the line above a level.
const HEAD: f32 = 7.0;
/// Cells are never larger than this, so that small boards do not fill a page.
const MOST_CELL: f32 = 14.0;
/// The cells of pieces that are cut out are at least this large, if they can be.
const LEAST_PIECE: f32 = 10.0;
/// How much of the height of a level its small boards take.
const BESIDE: f32 = 0.26;
/// Solutions in a row and in a column.
const SOLUTIONS: (usize, usize) = (3, 4);

/// A book being laid out.
pub(super) struct Layout<'a> {
    design: &'a Design,
    size: Point,
    pages: Vec<Page>,
}

/// A rectangle of a page.
#[derive(Clone, Copy)]
struct Frame {
    at: Point,
    size: Point,
}

impl<'a> Layout<'a> {
    pub(super) fn new(design: &'a Design) -> Self {
        Layout {
            design,
            size: design.paper.size(),
            pages: Vec::new(),
        }
    }

    /// The pages, each but the first with its number.
    pub(super) fn finish(mut self) -> Vec<Page> {
        let (middle, bottom) = (self.size.0 / 2.0, self.size.1 - MARGIN / 2.0);
        for (index, page) in self.pages.iter_mut().enumerate().skip(1) {
            page.0.push(words(
                (middle, bottom),
                TEXT,
                Weight::Plain,
                true,
                (index + 1).to_string(),
            ));
        }
        self.pages
    }

    pub(super) fn title_page(&mut self, chapters: &[Chapter]) {
        let (width, height) = self.size;
        let middle = width / 2.0;
        let mut page = Page::default();
        let mut y = height * 0.2;
        for line in wrap(&self.design.title, 11.0, Weight::Bold, self.inside().size.0) {
            page.0
                .push(words((middle, y), 11.0, Weight::Bold, true, line));
            y += 14.0;
        }
        for chapter in chapters {
            let count = chapter.levels.len();
            let noun = if count == 1 { "level" } else { "levels" };
            let line = format!("{}: {count} {noun}", chapter.game.title());
            page.0
                .push(words((middle, y), 5.0, Weight::Plain, true, line));
            y += 8.0;
        }
        if let Some(first) = chapters.first().and_then(|chapter| chapter.levels.first()) {
            let side = (width - 2.0 * MARGIN) * 0.6;
            let at = ((width - side) / 2.0, y + 8.0);
            let room = (height - MARGIN - 12.0 - at.1).max(10.0);
            place(
                &mut page,
                &first.worksheet.board,
                Frame {
                    at,
                    size: (side, side.min(room)),
                },
                f32::MAX,
            );
        }
        let below = (middle, height - MARGIN);
        page.0.push(words(
            below,
            TEXT,
            Weight::Plain,
            true,
            "Made with Gridwright".into(),
        ));
        self.pages.push(page);
    }

    /// How to play a game, in words and pictures.
    pub(super) fn rules(&mut self, chapter: &Chapter) {
        let game = chapter.game;
        let (mut page, mut y) = self.headed(&format!("How to play {}", game.title()));
        let inside = self.inside();
        let worksheet = chapter
            .levels
            .first()
            .map_or("", |level| level.worksheet.text);
        for text in [game.summary(), worksheet] {
            for line in wrap(text, TEXT, Weight::Plain, inside.size.0) {
                page.0
                    .push(words((MARGIN, y), TEXT, Weight::Plain, false, line));
                y += LINE;
            }
            y += 2.0;
        }
        let picture = 34.0_f32.min(inside.size.0 * 0.26);
        for lesson in &chapter.lessons {
            if y + picture > self.size.1 - MARGIN {
                self.pages.push(std::mem::take(&mut page));
                y = MARGIN;
            }
            self.lesson(&mut page, lesson, y, picture);
            y += picture + GAP / 2.0;
        }
        self.pages.push(page);
    }

    fn lesson(&self, page: &mut Page, lesson: &Taught, y: f32, picture: f32) {
        let square = |x: f32| Frame {
            at: (x, y),
            size: (picture, picture),
        };
        // Both pictures in one scale, so that the one is seen in the other.
        let sides = [&lesson.before, &lesson.after].map(|scene| scene.width.max(scene.height));
        let cell = (picture / sides[0].max(sides[1]).max(1.0)).min(MOST_CELL);
        let next = MARGIN + picture + 12.0;
        place(page, &lesson.before, square(MARGIN), cell);
        place(page, &lesson.after, square(next), cell);
        let (from, to, height) = (
            MARGIN + picture + 2.5,
            MARGIN + picture + 9.5,
            y + picture / 2.0,
        );
        let mut line = |from: Point, to: Point| {
            page.0.push(Placed::Rule {
                from,
                to,
                width: 0.5,
                dash: None,
            });
        };
        line((from, height), (to, height));
        line((to - 2.0, height - 1.6), (to, height));
        line((to - 2.0, height + 1.6), (to, height));
        let left = next + picture + 6.0;
        let lines = wrap(
            lesson.text,
            TEXT,
            Weight::Plain,
            self.size.0 - MARGIN - left,
        );
        let mut y = height - LINE * (lines.len() as f32 - 1.0) / 2.0;
        for text in lines {
            page.0
                .push(words((left, y), TEXT, Weight::Plain, false, text));
            y += LINE;
        }
    }

    /// The levels of a game, so many on a page.
    pub(super) fn levels(&mut self, chapter: &Chapter) {
        let cut_out = is_cut_out(chapter);
        let count = self.per_page(chapter);
        let columns = self.columns(chapter, count);
        let rows = count.div_ceil(columns);
        // Pieces that are cut out must fit every board of the book.
        let most = match cut_out {
            true => self.cell(chapter, columns, rows),
            false => MOST_CELL,
        };
        for levels in chapter.levels.chunks(count) {
            let mut page = Page::default();
            for (index, level) in levels.iter().enumerate() {
                let frame = self.slot(self.inside(), columns, rows, index);
                self.level(&mut page, level, frame, most);
            }
            self.pages.push(page);
        }
    }

    fn level(&self, page: &mut Page, level: &Printed, frame: Frame, most: f32) {
        let number = level.number.to_string();
        let after = width(&number, 5.0, Weight::Bold) + 3.0;
        let (x, y) = (frame.at.0, frame.at.1 + 4.5);
        page.0.push(words((x, y), 5.0, Weight::Bold, false, number));
        let about = wrap(
            &level.about,
            TEXT * 0.9,
            Weight::Plain,
            frame.size.0 - after,
        );
        for line in about.into_iter().take(1) {
            page.0.push(words(
                (x + after, y),
                TEXT * 0.9,
                Weight::Plain,
                false,
                line,
            ));
        }
        let (board, beside) = body(level, frame);
        let shown = place(page, &level.worksheet.board, board, most);
        let count = level.worksheet.beside.len();
        if count == 0 {
            return;
        }
        // The small boards follow the board, and are no larger than half of it.
        let top = shown.at.1 + shown.size.1 + GAP / 2.0;
        let row = Frame {
            at: (beside.at.0, top),
            size: (beside.size.0, frame.at.1 + frame.size.1 - top),
        };
        let half = shown.size.0 / level.worksheet.board.width / 2.0;
        for (index, scene) in level.worksheet.beside.iter().enumerate() {
            let slot = self.slot(row, count, 1, index);
            let cell = fitting(scene, slot.size).min(half);
            let at = (slot.at.0, slot.at.1);
            page.0.push(Placed::Picture {
                scene: scene.clone(),
                at,
                cell,
            });
        }
    }

    /// The largest cell at which every board of a chapter fits its place.
    fn cell(&self, chapter: &Chapter, columns: usize, rows: usize) -> f32 {
        let slot = self.slot(self.inside(), columns, rows, 0);
        let cells = chapter
            .levels
            .iter()
            .map(|level| fitting(&level.worksheet.board, body(level, slot).0.size));
        cells.fold(MOST_CELL, f32::min)
    }

    /// How many levels go on a page: as many as was asked for, or four, or fewer where pieces that
    /// are cut out would become too small for fingers.
    fn per_page(&self, chapter: &Chapter) -> usize {
        let large = |count: &usize| {
            let columns = self.columns(chapter, *count);
            self.cell(chapter, columns, count.div_ceil(columns)) >= LEAST_PIECE
        };
        let fitting = match is_cut_out(chapter) {
            true => [4, 3, 2].into_iter().find(large).unwrap_or(1),
            false => 4,
        };
        self.design.per_page.unwrap_or(fitting).max(1)
    }

    /// In how many columns so many levels are largest.
    fn columns(&self, chapter: &Chapter, count: usize) -> usize {
        let size = |columns: &usize| {
            (self.cell(chapter, *columns, count.div_ceil(*columns)) * 1000.0) as u32
        };
        (1..=count).rev().max_by_key(size).unwrap_or(1)
    }

    /// The pieces of a chapter to be cut out: each as often as a level needs it.
    pub(super) fn pieces(&mut self, chapter: &Chapter) {
        let mut needed: Vec<(&Scene, usize)> = Vec::new();
        for level in &chapter.levels {
            let mut own: Vec<(&Scene, usize)> = Vec::new();
            for piece in &level.worksheet.pieces {
                add(&mut own, piece, |count| count + 1);
            }
            for (piece, count) in own {
                add(&mut needed, piece, |before| before.max(count));
            }
        }
        if needed.is_empty() {
            return;
        }
        let count = self.per_page(chapter);
        let columns = self.columns(chapter, count);
        let cell = self.cell(chapter, columns, count.div_ceil(columns));
        let all: Vec<&Scene> = needed
            .into_iter()
            .flat_map(|(piece, count)| std::iter::repeat_n(piece, count))
            .collect();
        self.spread(chapter.game, &all, cell);
    }

    fn spread(&mut self, game: &dyn Game, pieces: &[&Scene], cell: f32) {
        let heading = format!("{}: pieces to cut out", game.title());
        let (mut page, top) = self.headed(&heading);
        let (mut x, mut y, mut row) = (MARGIN, top, 0.0_f32);
        let (right, bottom) = (self.size.0 - MARGIN, self.size.1 - MARGIN);
        for piece in pieces {
            let (width, height) = (piece.width * cell, piece.height * cell);
            if x + width > right && x > MARGIN {
                (x, y, row) = (MARGIN, y + row + GAP / 2.0, 0.0);
            }
            if y + height > bottom && y > top {
                self.pages.push(std::mem::take(&mut page));
                (page, y) = self.headed(&heading);
                (x, row) = (MARGIN, 0.0);
            }
            page.0.push(Placed::Picture {
                scene: (*piece).clone(),
                at: (x, y),
                cell,
            });
            x += width + GAP / 2.0;
            row = row.max(height);
        }
        self.pages.push(page);
    }

    /// The solutions of all levels, small.
    pub(super) fn solutions(&mut self, chapters: &[Chapter]) {
        let levels: Vec<&Printed> = chapters
            .iter()
            .flat_map(|chapter| &chapter.levels)
            .collect();
        let (columns, rows) = SOLUTIONS;
        for levels in levels.chunks(columns * rows) {
            let (mut page, top) = self.headed("Solutions");
            let inside = self.inside();
            let area = Frame {
                at: (MARGIN, top),
                size: (inside.size.0, inside.size.1 - (top - MARGIN)),
            };
            for (index, level) in levels.iter().enumerate() {
                let frame = self.slot(area, columns, rows, index);
                let (x, y) = (frame.at.0, frame.at.1 + 3.5);
                page.0.push(words(
                    (x, y),
                    TEXT,
                    Weight::Bold,
                    false,
                    level.number.to_string(),
                ));
                match &level.solved {
                    Some(scene) => {
                        let at = (x + 8.0, frame.at.1);
                        let size = (frame.size.0 - 8.0, frame.size.1);
                        place(&mut page, scene, Frame { at, size }, MOST_CELL);
                    }
                    None => page.0.push(words(
                        (x + 8.0, y),
                        TEXT,
                        Weight::Plain,
                        false,
                        "not known".into(),
                    )),
                }
            }
            self.pages.push(page);
        }
    }

    /// A page with a heading, and where what is below it begins.
    fn headed(&self, heading: &str) -> (Page, f32) {
        let mut page = Page::default();
        let mut y = MARGIN + 5.0;
        for line in wrap(heading, 6.5, Weight::Bold, self.inside().size.0) {
            page.0
                .push(words((MARGIN, y), 6.5, Weight::Bold, false, line));
            y += 8.0;
        }
        (page, y + 2.0)
    }

    fn inside(&self) -> Frame {
        let size = (self.size.0 - 2.0 * MARGIN, self.size.1 - 2.0 * MARGIN);
        Frame {
            at: (MARGIN, MARGIN),
            size,
        }
    }

    /// One of the places into which a frame is divided.
    fn slot(&self, frame: Frame, columns: usize, rows: usize, index: usize) -> Frame {
        let share = |whole: f32, count: usize| (whole - GAP * (count as f32 - 1.0)) / count as f32;
        let size = (share(frame.size.0, columns), share(frame.size.1, rows));
        let (column, row) = ((index % columns) as f32, (index / columns) as f32);
        let at = (
            frame.at.0 + column * (size.0 + GAP),
            frame.at.1 + row * (size.1 + GAP),
        );
        Frame { at, size }
    }
}

fn is_cut_out(chapter: &Chapter) -> bool {
    let mut levels = chapter.levels.iter();
    levels.any(|level| !level.worksheet.pieces.is_empty())
}

/// Where the board of a level and its small boards go.
fn body(level: &Printed, frame: Frame) -> (Frame, Frame) {
    let (x, y) = (frame.at.0, frame.at.1 + HEAD);
    let (width, height) = (frame.size.0, frame.size.1 - HEAD);
    let share = if level.worksheet.beside.is_empty() {
        0.0
    } else {
        BESIDE
    };
    let board = Frame {
        at: (x, y),
        size: (width, height * (1.0 - share)),
    };
    let beside = Frame {
        at: (x, y + height * (1.0 - share)),
        size: (width, height * share),
    };
    (board, beside)
}

/// The largest cell at which a picture fits.
fn fitting(scene: &Scene, (width, height): Point) -> f32 {
    (width / scene.width.max(1.0)).min(height / scene.height.max(1.0))
}

/// Puts a picture at the top left of a frame, its cells no larger than `most`; says where it is.
fn place(page: &mut Page, scene: &Scene, frame: Frame, most: f32) -> Frame {
    let cell = fitting(scene, frame.size).min(most);
    let size = (scene.width * cell, scene.height * cell);
    page.0.push(Placed::Picture {
        scene: scene.clone(),
        at: frame.at,
        cell,
    });
    Frame { at: frame.at, size }
}

fn add<'s>(list: &mut Vec<(&'s Scene, usize)>, piece: &'s Scene, counted: impl Fn(usize) -> usize) {
    match list.iter_mut().find(|(known, _)| *known == piece) {
        Some((_, count)) => *count = counted(*count),
        None => list.push((piece, counted(0))),
    }
}

fn words(at: Point, size: f32, weight: Weight, centred: bool, text: String) -> Placed {
    Placed::Words {
        at,
        size,
        weight,
        centred,
        text,
    }
}

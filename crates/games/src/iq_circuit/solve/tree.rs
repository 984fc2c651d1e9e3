//! A picture of the search: every piece laid is a dot, every line leads to what was tried next.
//!
//! Depth runs down, time to the right. Dots that ended a branch are coloured by the reason, dots
//! on the way to a finished board are gold. Trees too large to draw show their upper part, with
//! dots that grow with what is hidden below them.

use std::ops::ControlFlow;

use gridwright_core::budget::Budget;
use gridwright_core::cost::counted;
use gridwright_core::scene::{Color, Item, Scene, Shape};

use super::model::{Model, Prunings};
use super::search::{Cut, Item as Served, Watcher, search};
use crate::iq_circuit::level::Level;
use crate::iq_circuit::names;

/// The most dots that are drawn.
const MOST_DOTS: usize = 1500;
/// The most nodes that are kept while searching.
const MOST_NODES: u64 = 1 << 20;
const WIDTH: f32 = 40.0;
const STEP: f32 = 2.0;

const PAPER: Color = Color::hex(0xF7F4EE);
const BRANCH: Color = Color::hex(0xA7ABB3);
const OPEN: Color = Color::hex(0x5B6068);
const GOLD: Color = Color::hex(0xE0A100);

struct Dot {
    parent: Option<usize>,
    depth: usize,
    placement: usize,
    cut: Option<Cut>,
    leads_to_board: bool,
    /// Nodes below it.
    below: u32,
}

#[derive(Default)]
struct Recorder {
    dots: Vec<Dot>,
    path: Vec<usize>,
}

impl Watcher for Recorder {
    fn laid(&mut self, placement: usize, _: Served) {
        for &above in &self.path {
            self.dots[above].below += 1;
        }
        self.dots.push(Dot {
            parent: self.path.last().copied(),
            depth: self.path.len(),
            placement,
            cut: None,
            leads_to_board: false,
            below: 0,
        });
        self.path.push(self.dots.len() - 1);
    }

    fn lifted(&mut self, _: usize) {
        self.path.pop();
    }

    fn cut(&mut self, cut: Cut) {
        if let Some(&last) = self.path.last() {
            self.dots[last].cut = Some(cut);
        }
    }

    fn found(&mut self, _: &[usize]) -> ControlFlow<()> {
        for &dot in &self.path {
            self.dots[dot].leads_to_board = true;
        }
        ControlFlow::Continue(())
    }
}

/// Draws the whole search for the boards of a level; `None` if it does not end within the budget.
pub(super) fn search_tree(level: &Level, budget: &Budget<'_>) -> Option<Scene> {
    let budget = budget.clone().with_nodes(MOST_NODES);
    let mut meter = budget.meter();
    meter.charge(MOST_NODES * size_of::<Dot>() as u64).ok()?;
    let mut recorder = Recorder::default();
    search(&Model::new(level, Prunings::ALL), &mut meter, &mut recorder).ok()?;
    Some(draw(level, &recorder.dots))
}

fn draw(level: &Level, dots: &[Dot]) -> Scene {
    let deepest = dots.iter().map(|dot| dot.depth).max().unwrap_or(0);
    // As deep as fits, and at least the first choice.
    let shown_depth = (0..=deepest)
        .rfind(|&depth| dots.iter().filter(|dot| dot.depth <= depth).count() <= MOST_DOTS)
        .unwrap_or(0);
    let shown: Vec<usize> = (0..dots.len())
        .filter(|&dot| dots[dot].depth <= shown_depth)
        .take(MOST_DOTS)
        .collect();
    let columns = columns(dots, &shown);
    let height = (shown_depth + 1) as f32 * STEP + 1.0;
    let laid = counted(dots.len() as u64, "piece", "pieces");
    let title = format!("The search: {laid} laid");
    let mut scene = Scene::new(WIDTH, height, title, PAPER);
    let at = |dot: usize| (columns[dot], dots[dot].depth as f32 * STEP + STEP);
    for &dot in &shown {
        let from = dots[dot].parent.map_or((WIDTH / 2.0, 0.5), at);
        let shape = Shape::Polyline {
            points: vec![from, at(dot)],
            closed: false,
        };
        let (color, width) = if dots[dot].leads_to_board {
            (GOLD, 0.12)
        } else {
            (BRANCH, 0.04)
        };
        scene.add(Item::new(format!("branch-{dot}"), "branch", shape).stroke(color, width));
    }
    let set = level.set();
    for &dot in &shown {
        let hidden = if dots[dot].depth == shown_depth {
            dots[dot].below
        } else {
            0
        };
        let radius = 0.12 + 0.04 * (u32::BITS - hidden.leading_zeros()) as f32;
        let shape = Shape::Circle {
            center: at(dot),
            radius,
        };
        let (role, color) = paint(&dots[dot]);
        let label = names::lay(set, &set.placements()[dots[dot].placement].lay);
        let item = Item::new(format!("node-{dot}"), role, shape).fill(color);
        scene.add(item.label(label));
    }
    scene
}

/// The columns of the shown dots: ends of branches evenly spread, others over their children.
fn columns(dots: &[Dot], shown: &[usize]) -> Vec<f32> {
    let mut children = vec![0usize; dots.len()];
    for &dot in shown {
        if let Some(parent) = dots[dot].parent {
            children[parent] += 1;
        }
    }
    let leaves = shown
        .iter()
        .filter(|&&dot| children[dot] == 0)
        .count()
        .max(1);
    let mut columns = vec![0.0; dots.len()];
    let mut leaf = 0;
    for &dot in shown {
        if children[dot] == 0 {
            columns[dot] = (leaf as f32 + 0.5) * WIDTH / leaves as f32;
            leaf += 1;
        }
    }
    // Children come after their parents, so going backwards every child is placed first.
    for &dot in shown.iter().rev() {
        if let Some(parent) = dots[dot].parent {
            columns[parent] += columns[dot] / children[parent] as f32;
        }
    }
    columns
}

fn paint(dot: &Dot) -> (&'static str, Color) {
    match dot.cut {
        _ if dot.leads_to_board => ("solution", GOLD),
        None => ("open", OPEN),
        Some(Cut::Starved(_)) => ("starved", Color::hex(0x3271E6)),
        Some(Cut::Loop) => ("loop", Color::hex(0xCE0107)),
        Some(Cut::Parity) => ("parity", Color::hex(0x5F0191)),
        Some(Cut::Hole) => ("hole", Color::hex(0x01B88B)),
        Some(Cut::Finished) => ("finished", Color::hex(0x8F5921)),
    }
}

//! How hard the levels of a pack are, one after another: as rows of text and as a picture.

use serde_json::Value;

use gridwright_core::grade::rank_correlation;
use gridwright_core::scene::{Color, Item, Scene, Shape};
use gridwright_games::document::pack::{Pack, Record};
use gridwright_games::registry::{Game, Games};

use super::pack::score;

/// Columns of the longest bar.
const BAR: u64 = 50;

/// A row for each level: its id, a bar as long as its grade, grade, tier and par.
pub fn rows(games: Games, pack: &Pack) -> Vec<Vec<String>> {
    let head = ["level", "grade", "", "tier", "par"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for record in &pack.levels {
        let game = games.game(record.level["game"].as_str().unwrap_or_default());
        let score = score(record);
        let bar = score.map_or(0, |score| (score.min(100) * BAR).div_ceil(100));
        rows.push(vec![
            record.id.clone().unwrap_or_default(),
            score.map_or("-".into(), |score| score.to_string()),
            "#".repeat(bar as usize),
            record.grade["tier"].as_str().unwrap_or("-").to_owned(),
            par(game.ok(), record),
        ]);
    }
    rows
}

/// What the best known solution costs, in words: `8 presses`, or `at most 8 presses` where that is
/// not proved.
pub fn par(game: Option<&dyn Game>, record: &Record) -> String {
    let said = |(name, value): (&String, &Value)| {
        let metric = game.and_then(|game| game.about().metric(name));
        match metric.zip(value.as_u64()) {
            Some((metric, value)) => metric.counted(value),
            None => format!("{value} {name}"),
        }
    };
    // What is minimised is par; what the solution costs besides is no minimum of its own.
    let costs = record.costs.iter().filter(|(name, _)| counts(game, name));
    let costs: Vec<String> = costs.map(said).collect();
    match (costs.is_empty(), record.optimal) {
        (true, _) => "-".to_owned(),
        (_, true) => costs.join(", "),
        _ => format!("at most {}", costs.join(", ")),
    }
}

/// Whether a metric is minimised; all are where the game is not known.
fn counts(game: Option<&dyn Game>, metric: &str) -> bool {
    let order = game.map_or(&[][..], |game| game.about().order(None));
    order.is_empty() || order.contains(&metric)
}

/// How often a level is easier than the one before it.
pub fn falls(pack: &Pack) -> usize {
    let scores: Vec<u64> = pack.levels.iter().filter_map(score).collect();
    scores.windows(2).filter(|pair| pair[1] < pair[0]).count()
}

/// How the grades of a pack go with other numbers, as rank correlations.
#[derive(Clone, Debug, PartialEq)]
pub struct Rise {
    /// With the order of the levels.
    pub order: Option<f64>,
    /// With what their solutions cost, in each metric that counts.
    pub length: Vec<(String, f64)>,
}

/// How the grades go with order and length, over the levels that have a grade: a grade that means
/// something rises with the first and is not the second.
pub fn rise(games: Games, pack: &Pack) -> Rise {
    let graded: Vec<&Record> = pack.levels.iter().filter(|r| score(r).is_some()).collect();
    let scores: Vec<u64> = graded.iter().filter_map(|record| score(record)).collect();
    let places: Vec<u64> = (0..scores.len() as u64).collect();
    let game = graded.first().and_then(|record| {
        let id = record.level["game"].as_str().unwrap_or_default();
        games.game(id).ok()
    });
    let metrics = graded.first().map(|record| record.costs.keys());
    let with = |metric: &String| {
        let costs = graded
            .iter()
            .map(|record| record.costs.get(metric)?.as_u64());
        let costs: Vec<u64> = costs.collect::<Option<_>>()?;
        Some((metric.clone(), rank_correlation(&scores, &costs)?))
    };
    Rise {
        order: rank_correlation(&scores, &places),
        length: metrics
            .into_iter()
            .flatten()
            .filter(|metric| counts(game, metric))
            .filter_map(with)
            .collect(),
    }
}

const PAPER: Color = Color::hex(0xFF_FF_FF);
const INK: Color = Color::hex(0x3A_34_2B);
const RULE: Color = Color::hex(0xD8_CF_BD);
const BARS: Color = Color::hex(0x3B_8F_C0);
const UNKNOWN: Color = Color::hex(0xB8_B8_B8);

/// The curve as a picture: a bar for every level, as high as its grade.
pub fn scene(pack: &Pack) -> Scene {
    let count = pack.levels.len().max(1);
    let (width, height) = (20.0_f32, 8.0_f32);
    let (left, top, bottom) = (1.0, 1.0, height - 0.8);
    let step = (width - left - 0.2) / count as f32;
    let words = |center, size, text: String| Shape::Text { center, size, text };
    let mut scene = Scene::new(
        width,
        height,
        format!("How hard the levels of {} are", pack.title),
        PAPER,
    );
    scene.add(
        Item::new(
            "title",
            "title",
            words((width / 2.0, 0.3), 0.5, pack.title.clone()),
        )
        .fill(INK),
    );
    let rise = |score: u64| bottom - (bottom - top) * score.min(100) as f32 / 100.0;
    for mark in [0, 25, 50, 75, 100] {
        let y = rise(mark);
        let rule = Shape::Polyline {
            points: vec![(left, y), (width - 0.2, y)],
            closed: false,
        };
        scene.add(Item::new(format!("rule-{mark}"), "rule", rule).stroke(RULE, 0.02));
        let number = words((left - 0.5, y), 0.34, mark.to_string());
        scene.add(Item::new(format!("number-{mark}"), "number", number).fill(INK));
    }
    let every = count.div_ceil(20);
    for (index, record) in pack.levels.iter().enumerate() {
        let x = left + index as f32 * step;
        let known = score(record);
        let y = rise(known.unwrap_or(100));
        let bar = Shape::Rect {
            at: (x + step * 0.12, y),
            size: (step * 0.76, (bottom - y).max(0.02)),
            radius: 0.0,
        };
        let id = record.id.as_deref().unwrap_or_default();
        let grade = known.map_or("not graded".into(), |score| format!("grade {score}"));
        let item = Item::new(format!("level-{index}"), "bar", bar)
            .fill(if known.is_some() { BARS } else { UNKNOWN })
            .opacity(if known.is_some() { 1.0 } else { 0.3 });
        scene.add(item.label(format!("{id}: {grade}")));
        if index % every == 0 {
            let name = words(
                (x + step / 2.0, bottom + 0.35),
                0.3,
                id.chars().take(6).collect(),
            );
            scene.add(Item::new(format!("name-{index}"), "name", name).fill(INK));
        }
    }
    scene
}

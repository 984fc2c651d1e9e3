//! Why a level is as `check` finds it, and how a designer's own solution compares with the best.

use serde::Serialize;

use gridwright_core::budget::Budget;
use gridwright_core::cost::{Costs, counted};
use gridwright_core::fault::Faults;
use gridwright_core::solve::{Statement, Wish};
use gridwright_games::registry::Session;
use gridwright_games::report::{CheckReport, ReviewPoint, Solutions, Status};

/// What stands behind the findings of a level.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reasons {
    /// Why it has no solution, in sentences with the cells they speak of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proof: Vec<Statement>,
    /// Two solutions that differ, and how many there are, where there is more than one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Solutions>,
    /// How the designer's own solution compares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intended: Option<Comparison>,
}

/// The reasons behind a report: the proof of a level without a solution, and two solutions of one
/// that has several. When time is up nothing is begun: a board of a million lamps takes a while to
/// prepare, however soon its search ends.
pub fn reasons(level: &dyn Session, report: &CheckReport, budget: &Budget<'_>) -> Reasons {
    let findings = &report.findings;
    let mut reasons = Reasons::default();
    if findings.solvable == Some(false) && budget.expired().is_none() {
        reasons.proof = level.solve(&Wish::default(), budget).proof;
    }
    if findings.unique == Some(false) {
        // The cheapest may be the only cheapest; then any others tell.
        let listings = level.game().listings().iter();
        reasons.solutions = listings
            .take_while(|_| budget.expired().is_none())
            .filter_map(|&which| {
                let wish = Wish {
                    all: Some((which, 2)),
                    ..Wish::default()
                };
                level.solve(&wish, budget).solutions
            })
            .find(|solutions| solutions.list.len() == 2);
    }
    reasons
}

/// How a solution compares with the best.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// All of it in a sentence or two.
    pub text: String,
    /// Whether it solves the level.
    pub ok: bool,
    /// What it costs, if it does.
    pub costs: Option<Costs>,
    /// What the best known solution costs.
    pub best: Option<Costs>,
    /// Whether nothing costs less than the best.
    pub proved: bool,
    /// Whether something costs less than this solution; `None` if that is not known.
    pub better_exists: Option<bool>,
    /// The move, from 1, at which it leaves every best solution.
    pub parts_at: Option<usize>,
    /// The moves that cost more than another would have, where that is proved.
    pub detours: Vec<Detour>,
}

/// A move that costs more than another in its place.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Detour {
    /// The move, from 1.
    #[serde(rename = "move")]
    pub index: usize,
    /// How much is lost by it, in the first metric.
    pub loses: u64,
    /// The move that loses nothing, as a solution file.
    pub better: Option<serde_json::Value>,
}

/// Compares a solution with the best there is.
///
/// # Errors
/// If the text describes no moves.
pub fn compare(
    level: &dyn Session,
    solution: &str,
    budget: &Budget<'_>,
) -> Result<Comparison, Faults> {
    let verified = level.verify(solution)?;
    if let Some(broken) = &verified.broken {
        let text = format!(
            "Yours fails at move {}: {}",
            broken.index + 1,
            broken.message
        );
        return Ok(Comparison {
            text,
            ok: false,
            costs: None,
            best: None,
            proved: false,
            better_exists: None,
            parts_at: None,
            detours: Vec::new(),
        });
    }
    let order = level.game().about().order(None);
    let costs = verified.costs.unwrap_or_default().in_order(order);
    let solved = level.solve(&Wish::default(), budget);
    let found = solved.costs.map(|found| found.in_order(order));
    // A solution that is better than the one found is the best known, and so is one where none was.
    let best = found.filter(|found| *found < costs);
    let best = best.unwrap_or_else(|| costs.clone());
    let proved = solved.status == Status::Solved && (solved.optimal || solved.bounds >= costs);
    let better_exists = match (best < costs, proved) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    let detours = match better_exists {
        Some(true) => detours(level, solution, budget)?,
        _ => Vec::new(),
    };
    let parts_at = detours.first().map(|detour| detour.index);
    let text = match order.is_empty() {
        true => "Yours solves the level; this game does not count moves.".to_owned(),
        false => sentence(level, &costs, &best, proved, better_exists, parts_at),
    };
    Ok(Comparison {
        text,
        ok: true,
        costs: Some(costs),
        best: Some(best),
        proved: proved || order.is_empty(),
        better_exists: better_exists.filter(|_| !order.is_empty()),
        parts_at,
        detours,
    })
}

/// The moves after which the level needs more in all than before them.
fn detours(
    level: &dyn Session,
    solution: &str,
    budget: &Budget<'_>,
) -> Result<Vec<Detour>, Faults> {
    let play = level.at(Some(solution))?;
    let mut points: Vec<ReviewPoint> = Vec::new();
    play.review(budget, &mut |point| {
        points.push(point);
        budget.expired().is_none()
    });
    let total = |point: &ReviewPoint| point.total.as_ref()?.first();
    let mut found = Vec::new();
    for pair in points.windows(2) {
        if pair[1].mistake == Some(true) {
            let lost = total(&pair[1]).zip(total(&pair[0]));
            found.push(Detour {
                index: pair[1].after,
                loses: lost.map_or(0, |(after, before)| after.saturating_sub(before)),
                better: pair[0].best.clone(),
            });
        }
    }
    Ok(found)
}

fn sentence(
    level: &dyn Session,
    costs: &Costs,
    best: &Costs,
    proved: bool,
    better_exists: Option<bool>,
    parts_at: Option<usize>,
) -> String {
    let parts = parts_at.map_or(String::new(), |index| {
        format!("; they part at move {index}")
    });
    // The first metric in which they differ is the one to speak of.
    let differs = costs
        .iter()
        .zip(best.iter())
        .find(|((_, yours), (_, best))| yours != best);
    match (better_exists, differs) {
        (Some(true), Some(((metric, yours), (_, best)))) => {
            let words = level.game().about().metric(metric);
            let counts =
                |value: u64| words.map_or(value.to_string(), |metric| metric.counted(value));
            let known = if proved { "" } else { ", perhaps fewer" };
            let is = if best == 1 { "is" } else { "are" };
            format!(
                "Yours takes {}, {best} {is} possible{known}{parts}.",
                counts(yours)
            )
        }
        (Some(false), _) => format!("Yours takes {costs}, and nothing takes fewer."),
        _ => format!("Yours takes {costs}; whether fewer are possible is not known."),
    }
}

/// What the detours of a solution cost, a line each.
pub fn detour_lines(comparison: &Comparison) -> Vec<String> {
    let line = |detour: &Detour| {
        let lost = counted(detour.loses, "more than needed", "more than needed");
        let better = detour
            .better
            .as_ref()
            .map_or(String::new(), |better| format!("; better: {better}"));
        format!("move {} costs {lost}{better}", detour.index)
    };
    comparison.detours.iter().map(line).collect()
}

//! Everything a designer wants to know about a level, and whether what its record says is true.

use std::collections::BTreeMap;

use serde::Serialize;

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Fault, Place};
use gridwright_core::solve::Wish;
use gridwright_games::document::PACK_CLAIM;
use gridwright_games::document::pack::Record;
use gridwright_games::registry::Session;
use gridwright_games::report::CheckReport;

use super::reasons::{Reasons, reasons};

/// A report with what stands behind it.
#[derive(Serialize)]
pub struct Checked {
    /// What was found out.
    #[serde(flatten)]
    pub report: CheckReport,
    /// Why it is so.
    #[serde(flatten)]
    pub reasons: Reasons,
}

impl Checked {
    /// Of a level that cannot be read.
    pub fn faulty(faults: Vec<Fault>) -> Self {
        Checked {
            report: CheckReport::faulty(None, faults),
            reasons: Reasons::default(),
        }
    }
}

/// What is found out about a level, and what its record says of it that is not true.
pub fn check(
    level: &dyn Session,
    record: Option<&Record>,
    quick: bool,
    budget: &Budget<'_>,
) -> Checked {
    let mut report = level.inspect(quick, budget);
    if let Some(record) = record {
        let mut claims = false_claims(record, level, &report);
        if !quick {
            claims.extend(false_minima(record, level, budget));
        }
        report.findings.faults.extend(claims);
        report.valid = report.findings.faults.is_empty();
        report.findings.remarks.extend(stale_grade(record, &report));
    }
    let reasons = match quick {
        true => Reasons::default(),
        false => reasons(level, &report, budget),
    };
    Checked { report, reasons }
}

/// Levels by name that were met before, up to symmetry.
#[derive(Debug, Default)]
pub struct Met(BTreeMap<String, String>);

impl Met {
    /// The name of the level met before that this one is again; else it is met from now on.
    pub fn before(&mut self, name: &str, level: &dyn Session) -> Option<String> {
        let first = self.0.entry(level.canonical());
        let first = first.or_insert_with(|| name.to_owned());
        (first != name).then(|| first.clone())
    }
}

/// Minima that a record states in further metrics and that others are proved to be.
fn false_minima(record: &Record, level: &dyn Session, budget: &Budget<'_>) -> Vec<Fault> {
    let about = level.game().about();
    let orders = level.game().metrics().iter();
    let named = orders.filter_map(|order| {
        let metric = *order.first()?;
        Some((metric, record.minima.get(metric)?.as_u64()?))
    });
    let wrong = named.filter_map(|(metric, said)| {
        let wish = Wish {
            metric: Some(metric),
            ..Wish::default()
        };
        let solved = level.solve(&wish, budget);
        let least = solved.costs.filter(|_| solved.optimal)?.get(metric)?;
        let message = format!("the minimum is {}", about.counted(metric, least));
        let place = Place::pointer(format!("/minima/{metric}"));
        (least != said).then(|| Fault::new(PACK_CLAIM, message, place))
    });
    wrong.collect()
}

/// A grade that a record states and that is another by now: a grade rests on the best solution in
/// hand and on how grades are reckoned, so another one is worth a remark and no fault.
fn stale_grade(record: &Record, report: &CheckReport) -> Option<Fault> {
    let said = record.grade["score"].as_u64()?;
    let grade = report.findings.grade.as_ref()?;
    let message = format!(
        "the record says grade {said}, and it is {} now",
        grade.score
    );
    let remark = Fault::new(PACK_CLAIM, message, Place::pointer("/grade/score"));
    (said != u64::from(grade.score)).then_some(remark)
}

/// What a record says about its level that is not true.
fn false_claims(record: &Record, level: &dyn Session, report: &CheckReport) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut claim = |message: String, pointer: &str| {
        faults.push(Fault::new(PACK_CLAIM, message, Place::pointer(pointer)));
    };
    if record.solution.is_null() {
        return faults;
    }
    let another = |metric: &str, value: u64| {
        let said = record.costs.get(metric).and_then(|said| said.as_u64());
        said.is_some_and(|said| said != value)
            .then(|| level.game().about().counted(metric, value))
    };
    match level.verify(&record.solution.to_string()) {
        Ok(verified) if verified.ok => {
            for (metric, value) in verified.costs.iter().flat_map(|costs| costs.iter()) {
                if let Some(costs) = another(metric, value) {
                    claim(format!("the solution costs {costs}"), "/costs");
                }
            }
        }
        Ok(verified) => {
            let broken = verified.broken;
            let reason = broken.map_or(String::new(), |broken| broken.message);
            claim(format!("the solution fails: {reason}"), "/solution");
        }
        Err(found) => claim(format!("the solution cannot be read: {found}"), "/solution"),
    }
    // What is minimised alone: other costs of a record are those of its solution.
    let order = level.game().about().order(None);
    if let (true, Some(costs)) = (record.optimal, &report.findings.costs) {
        for (metric, value) in costs.iter().filter(|(metric, _)| order.contains(metric)) {
            if let Some(least) = another(metric, value) {
                claim(format!("the minimum is {least}"), "/optimal");
            }
        }
    }
    faults
}

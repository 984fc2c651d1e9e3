//! `check`: everything a designer wants to know about a level, a folder or a pack.

use std::collections::BTreeMap;

use serde::Serialize;

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_games::document::pack::Record;
use gridwright_games::document::{NOT_JSON, NOT_UTF8, PACK_CLAIM, TOO_LARGE};
use gridwright_games::registry::Session;
use gridwright_games::report::CheckReport;

use crate::args::CheckArgs;
use crate::each::worst;
use crate::output::{Exit, Out, table};
use crate::source::{Levels, Library, Source};
use crate::work::Work;

pub(crate) fn run(
    args: &CheckArgs,
    library: &Library,
    out: &Out,
    work: &Work,
) -> anyhow::Result<Exit> {
    let budget = work.budget();
    let sources = match library.levels(&args.level) {
        Ok(Levels::Several(sources)) => sources,
        Ok(Levels::One(source)) => {
            let opened = source.open(library, args.game.as_deref());
            return single(opened, source.record(), args, out, work, &budget);
        }
        Err(error) => return single(Err(error), None, args, out, work, &budget),
    };
    let mut first_seen: BTreeMap<String, String> = BTreeMap::new();
    let mut checks = Vec::new();
    let count = sources.len();
    for (index, source) in sources.into_iter().enumerate() {
        work.at_level(index + 1, count);
        let (report, canonical) = check(&source, args, library, &budget);
        let name = source.name;
        let duplicate_of = canonical.and_then(|canonical| {
            let first = first_seen.entry(canonical).or_insert_with(|| name.clone());
            (*first != name).then(|| first.clone())
        });
        checks.push(NamedCheck {
            name,
            duplicate_of,
            report,
        });
    }
    work.done();
    let summary = Summary {
        levels: checks.len(),
        valid: checks.iter().filter(|check| check.report.valid).count(),
        duplicates: checks
            .iter()
            .filter(|check| check.duplicate_of.is_some())
            .count(),
        checks,
    };
    if out.json {
        out.json(&summary)?;
    } else {
        tell_all(&summary, out)?;
    }
    Ok(if summary.valid < summary.levels {
        Exit::No
    } else {
        let exits: Vec<Exit> = summary
            .checks
            .iter()
            .map(|check| exit_of(&check.report))
            .collect();
        worst(&exits)
    })
}

/// A report with the name of its level.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NamedCheck {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicate_of: Option<String>,
    #[serde(flatten)]
    report: CheckReport,
}

#[derive(Serialize)]
struct Summary {
    levels: usize,
    valid: usize,
    duplicates: usize,
    checks: Vec<NamedCheck>,
}

/// The report of one of several levels, and the text by which duplicates are known.
fn check(
    source: &Source,
    args: &CheckArgs,
    library: &Library,
    budget: &Budget<'_>,
) -> (CheckReport, Option<String>) {
    match source.open(library, args.game.as_deref()) {
        Ok(level) => {
            let report = inspected(&*level, source.record(), args.quick, budget);
            (report, Some(level.canonical()))
        }
        Err(error) => (CheckReport::faulty(None, faults_of(&error)), None),
    }
}

/// What is found out about a level, and what its record says of it that is not true.
fn inspected(
    level: &dyn Session,
    record: Option<&Record>,
    quick: bool,
    budget: &Budget<'_>,
) -> CheckReport {
    let mut report = level.inspect(quick, budget);
    if let Some(record) = record {
        let false_claims = false_claims(record, level, &report);
        report.findings.faults.extend(false_claims);
        report.valid = report.findings.faults.is_empty();
    }
    report
}

fn faults_of(error: &anyhow::Error) -> Vec<Fault> {
    match error.downcast_ref::<Faults>() {
        Some(faults) => faults.list().to_vec(),
        None => vec![Fault::new(
            NOT_JSON,
            format!("{error:#}"),
            Place::everywhere(),
        )],
    }
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
    match level.verify(&record.solution.to_string()) {
        Ok(verified) if verified.ok => {
            for (metric, value) in verified.costs.iter().flat_map(|costs| costs.iter()) {
                let said = record.costs.get(metric).and_then(|said| said.as_u64());
                if said.is_some_and(|said| said != value) {
                    claim(format!("the solution costs {value} {metric}"), "/costs");
                }
            }
        }
        Ok(verified) => {
            let reason = verified
                .broken
                .map_or(String::new(), |broken| broken.message);
            claim(format!("the solution fails: {reason}"), "/solution");
        }
        Err(found) => claim(format!("the solution cannot be read: {found}"), "/solution"),
    }
    if let (true, Some(costs)) = (record.optimal, &report.findings.costs) {
        for (metric, value) in costs.iter() {
            let said = record.costs.get(metric).and_then(|said| said.as_u64());
            if said.is_some_and(|said| said != value) {
                claim(format!("the minimum is {value} {metric}"), "/optimal");
            }
        }
    }
    faults
}

fn single(
    opened: anyhow::Result<Box<dyn Session>>,
    record: Option<&Record>,
    args: &CheckArgs,
    out: &Out,
    work: &Work,
    budget: &Budget<'_>,
) -> anyhow::Result<Exit> {
    let report = match opened {
        Ok(level) => inspected(&*level, record, args.quick, budget),
        Err(error) => match error.downcast_ref::<Faults>() {
            Some(faults) if !unreadable(faults) => {
                CheckReport::faulty(None, faults.list().to_vec())
            }
            _ => return Err(error),
        },
    };
    work.done();
    if out.json {
        out.json(&report)?;
    } else {
        tell(&report, out)?;
    }
    Ok(exit_of(&report))
}

/// Whether the input could not even be read as a document: that is bad input, not a faulty level.
fn unreadable(faults: &Faults) -> bool {
    faults
        .list()
        .iter()
        .any(|fault| [NOT_JSON, NOT_UTF8, TOO_LARGE].contains(&fault.code))
}

fn exit_of(report: &CheckReport) -> Exit {
    match (report.valid, report.findings.solvable) {
        (false, _) | (_, Some(false)) => Exit::No,
        (_, None) => Exit::Undecided,
        _ => Exit::Yes,
    }
}

fn tell(report: &CheckReport, out: &Out) -> anyhow::Result<()> {
    for fault in &report.findings.faults {
        out.line(&format!("fault: {fault}"))?;
    }
    for remark in &report.findings.remarks {
        out.line(&format!("remark: {remark}"))?;
    }
    if !report.valid && report.findings.solvable.is_none() {
        return Ok(());
    }
    let known = |answer: Option<bool>| match answer {
        Some(true) => "yes",
        Some(false) => "no",
        None => "not known",
    };
    out.line(&format!("valid     {}", known(Some(report.valid))))?;
    out.line(&format!("solvable  {}", known(report.findings.solvable)))?;
    out.line(&format!("unique    {}", known(report.findings.unique)))?;
    if let Some(costs) = &report.findings.costs {
        out.line(&format!("minimum   {costs}"))?;
    }
    if let Some(grade) = &report.findings.grade {
        out.line(&format!("grade     {} of 100, {}", grade.score, grade.tier))?;
        for why in &grade.why {
            out.line(&format!("          {why}"))?;
        }
    }
    for (title, parts) in [
        ("decoration", &report.findings.decoration.dispensable),
        ("needed", &report.findings.decoration.needed),
        ("undecided", &report.findings.decoration.undecided),
    ] {
        if !parts.is_empty() {
            out.line(&format!("{title}: {}", parts.join("; ")))?;
        }
    }
    Ok(())
}

fn tell_all(summary: &Summary, out: &Out) -> anyhow::Result<()> {
    let mut rows = vec![
        [
            "level", "valid", "solvable", "unique", "minimum", "grade", "notes",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    let known = |answer: Option<bool>| match answer {
        Some(true) => "yes".to_owned(),
        Some(false) => "no".to_owned(),
        None => "-".to_owned(),
    };
    for check in &summary.checks {
        let report = &check.report;
        let mut notes: Vec<String> = report
            .findings
            .faults
            .iter()
            .map(Fault::to_string)
            .collect();
        notes.extend(
            check
                .duplicate_of
                .iter()
                .map(|first| format!("same as {first}")),
        );
        if !report.findings.decoration.dispensable.is_empty() {
            notes.push(format!(
                "decoration: {}",
                report.findings.decoration.dispensable.join(", ")
            ));
        }
        rows.push(vec![
            check.name.clone(),
            known(Some(report.valid)),
            known(report.findings.solvable),
            known(report.findings.unique),
            report
                .findings
                .costs
                .as_ref()
                .map_or("-".into(), |c| c.to_string()),
            report
                .findings
                .grade
                .as_ref()
                .map_or("-".into(), |g| format!("{} {}", g.score, g.tier)),
            notes.join("; "),
        ]);
    }
    out.line(table(&rows).trim_end())?;
    out.line(&format!(
        "{} levels, {} valid, {} duplicates",
        summary.levels, summary.valid, summary.duplicates
    ))
}

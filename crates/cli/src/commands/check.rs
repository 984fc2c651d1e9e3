//! `check`: everything a designer wants to know about a level, a folder or a pack.

use std::collections::BTreeMap;

use anyhow::bail;
use serde::Serialize;

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_games::document::pack::Record;
use gridwright_games::document::{NOT_JSON, NOT_UTF8, PACK_CLAIM, TOO_LARGE};
use gridwright_games::registry::Session;
use gridwright_games::report::CheckReport;
use gridwright_workshop::author::reasons::{Comparison, Reasons, compare, detour_lines, reasons};

use crate::args::CheckArgs;
use crate::each::worst;
use crate::output::{Exit, Out, table};
use crate::source::{self, Levels, Library, Source};
use crate::work::Work;

pub(crate) fn run(
    args: &CheckArgs,
    library: &Library,
    out: &Out,
    work: &Work,
) -> anyhow::Result<Exit> {
    let budget = work.budget();
    if args.level == "-" && args.intended.as_deref() == Some("-") {
        bail!("only one of the level and the solution can come from standard input");
    }
    let sources = match library.levels(&args.level) {
        Ok(Levels::Several(_)) if args.intended.is_some() => {
            bail!("--intended is compared with one level: PACK.json#ID, GAME/PACK/ID")
        }
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
        let (checked, canonical) = check(&source, args, library, &budget);
        let name = source.name;
        let duplicate_of = canonical.and_then(|canonical| {
            let first = first_seen.entry(canonical).or_insert_with(|| name.clone());
            (*first != name).then(|| first.clone())
        });
        checks.push(NamedCheck {
            name,
            duplicate_of,
            checked,
        });
    }
    work.done();
    let summary = Summary {
        levels: checks.len(),
        valid: checks
            .iter()
            .filter(|check| check.checked.report.valid)
            .count(),
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
            .map(|check| exit_of(&check.checked))
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
    checked: Checked,
}

/// A report with what stands behind it.
#[derive(Serialize)]
struct Checked {
    #[serde(flatten)]
    report: CheckReport,
    #[serde(flatten)]
    reasons: Reasons,
}

impl Checked {
    fn faulty(faults: Vec<Fault>) -> Self {
        Checked {
            report: CheckReport::faulty(None, faults),
            reasons: Reasons::default(),
        }
    }
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
) -> (Checked, Option<String>) {
    match source.open(library, args.game.as_deref()) {
        Ok(level) => {
            let checked = inspected(&*level, source.record(), args.quick, budget);
            (checked, Some(level.canonical()))
        }
        Err(error) => (Checked::faulty(faults_of(&error)), None),
    }
}

/// What is found out about a level, and what its record says of it that is not true.
fn inspected(
    level: &dyn Session,
    record: Option<&Record>,
    quick: bool,
    budget: &Budget<'_>,
) -> Checked {
    let mut report = level.inspect(quick, budget);
    if let Some(record) = record {
        let false_claims = false_claims(record, level, &report);
        report.findings.faults.extend(false_claims);
        report.valid = report.findings.faults.is_empty();
        report.findings.remarks.extend(stale_grade(record, &report));
    }
    let reasons = match quick {
        true => Reasons::default(),
        false => reasons(level, &report, budget),
    };
    Checked { report, reasons }
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

/// A grade that a record states and that is another by now: a grade rests on the best solution in
/// hand and on how grades are reckoned, so another one is worth a remark and no fault.
fn stale_grade(record: &Record, report: &CheckReport) -> Option<Fault> {
    let (said, grade) = (
        record.grade["score"].as_u64()?,
        report.findings.grade.as_ref()?,
    );
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
    let checked = match &opened {
        Ok(level) => {
            let mut checked = inspected(&**level, record, args.quick, budget);
            if let Some(intended) = &args.intended {
                let solution = source::solution(intended)?;
                checked.reasons.intended = Some(compare(&**level, &solution, budget)?);
            }
            checked
        }
        Err(error) => match error.downcast_ref::<Faults>() {
            Some(faults) if !unreadable(faults) => Checked::faulty(faults.list().to_vec()),
            _ => return opened.map(|_| Exit::Bad),
        },
    };
    work.done();
    if out.json {
        out.json(&checked)?;
    } else {
        tell(&checked, opened.ok().as_deref(), out)?;
    }
    Ok(exit_of(&checked))
}

/// Whether the input could not even be read as a document: that is bad input, not a faulty level.
fn unreadable(faults: &Faults) -> bool {
    faults
        .list()
        .iter()
        .any(|fault| [NOT_JSON, NOT_UTF8, TOO_LARGE].contains(&fault.code))
}

fn exit_of(Checked { report, reasons }: &Checked) -> Exit {
    let fails = |intended: &Comparison| !intended.ok || intended.better_exists == Some(true);
    if reasons.intended.as_ref().is_some_and(fails) {
        return Exit::No;
    }
    match (report.valid, report.findings.solvable) {
        (false, _) | (_, Some(false)) => Exit::No,
        (_, None) => Exit::Undecided,
        _ => Exit::Yes,
    }
}

fn tell(checked: &Checked, level: Option<&dyn Session>, out: &Out) -> anyhow::Result<()> {
    let Checked { report, reasons } = checked;
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
    level.map_or(Ok(()), |level| tell_reasons(reasons, level, out))
}

/// The proof, the solutions that differ, and how the designer's own compares.
fn tell_reasons(reasons: &Reasons, level: &dyn Session, out: &Out) -> anyhow::Result<()> {
    for statement in &reasons.proof {
        out.line(&statement.text)?;
    }
    if let Some(solutions) = &reasons.solutions {
        let least = if solutions.complete { "" } else { "at least " };
        let count = &solutions.count;
        out.line(&format!(
            "{least}{count} solutions that differ, two of them:"
        ))?;
        for solution in &solutions.list {
            let mut play = level.at(None)?;
            play.show_coming(&solution.to_string(), None)?;
            out.text(&play.text())?;
            out.line(&solution.to_string())?;
        }
    }
    if let Some(intended) = &reasons.intended {
        out.line(&intended.text)?;
        for line in detour_lines(intended) {
            out.line(&format!("          {line}"))?;
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
        let report = &check.checked.report;
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

//! `check`: everything a designer wants to know about a level, a folder or a pack.

use anyhow::bail;
use serde::Serialize;

use gridwright_core::budget::Budget;
use gridwright_core::cost::counted;
use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_games::document::pack::Record;
use gridwright_games::document::{NOT_JSON, NOT_UTF8, TOO_LARGE};
use gridwright_games::registry::Session;
use gridwright_workshop::author::claims::{Checked, Met, check};
use gridwright_workshop::author::reasons::{Comparison, Reasons, compare, detour_lines};

use crate::args::CheckArgs;
use crate::each::worst;
use crate::output::{Exit, Out, table};
use crate::source::{self, Levels, Library};
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
    let mut met = Met::default();
    let mut checks = Vec::new();
    let count = sources.len();
    for (index, source) in sources.into_iter().enumerate() {
        work.at_level(index + 1, count);
        let (checked, duplicate_of) = match source.open(library, args.game.as_deref()) {
            Ok(level) => (
                check(&*level, source.record(), args.quick, &budget),
                met.before(&source.name, &*level),
            ),
            Err(error) => (Checked::faulty(faults_of(&error)), None),
        };
        checks.push(NamedCheck {
            name: source.name,
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

#[derive(Serialize)]
struct Summary {
    levels: usize,
    valid: usize,
    duplicates: usize,
    checks: Vec<NamedCheck>,
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
            let mut checked = check(&**level, record, args.quick, budget);
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
        // Each metric has solutions of its own: a pair would be read as the costs of one.
        let minima = &report.findings.minima;
        let further = minima
            .iter()
            .map(|(metric, _)| format!(", or {}", minima.in_order(&[metric])));
        out.line(&format!("minimum   {costs}{}", further.collect::<String>()))?;
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
        "{}, {} valid, {}",
        counted(summary.levels as u64, "level", "levels"),
        summary.valid,
        counted(summary.duplicates as u64, "duplicate", "duplicates"),
    ))
}

//! Shows every mistake to the tests that come to it.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, error, fs};

type Failure = Box<dyn error::Error>;

/// A mistake that was made: a line of what `make` prints.
struct Mistake {
    number: u32,
    file: String,
    line: String,
    what: String,
    code: String,
}

/// A test, alone in its program.
struct Test {
    program: String,
    name: String,
    takes: Duration,
    /// The mistakes whose places it comes to.
    meets: BTreeSet<u32>,
}

/// How a test ended.
#[derive(PartialEq)]
enum End {
    Passed,
    Failed,
}

/// Tries every n-th of the mistakes in a file (`GRIDWRIGHT_MUTANTS_EVERY`) on the tests of some programs,
/// and prints those that no test noticed. Mistakes that change nothing are listed in another file with
/// the reason, and are not tried.
pub(crate) fn trial(mistakes: &str, equivalent: &str, programs: &[&str]) -> Result<(), Failure> {
    let every: u32 = number("GRIDWRIGHT_MUTANTS_EVERY", 1)?;
    let patience = Duration::from_secs(number("GRIDWRIGHT_MUTANTS_SECONDS", 120)?.into());
    let all = read(&fs::read_to_string(mistakes)?)?;
    let mut equal = Equivalent::read(&fs::read_to_string(equivalent)?)?;
    let (counted, tried): (Vec<&Mistake>, Vec<&Mistake>) = all.iter().partition(|m| equal.has(m));
    if let Some(stale) = equal.stale() {
        return Err(format!("{equivalent} lists what nobody makes: {stale}").into());
    }
    let tried: Vec<&Mistake> = tried
        .into_iter()
        .filter(|mistake| mistake.number % every == 0)
        .collect();
    let mut tests = Vec::new();
    for program in programs {
        tests.extend(list(program)?);
    }
    let tests = at_once(&tests, |(program, name)| meet(program, name));
    let mut tests: Vec<Test> = tests.into_iter().collect::<Result<_, _>>()?;
    tests.sort_by_key(|test| test.takes);
    let together: Duration = tests.iter().map(|test| test.takes).sum();
    eprintln!("{} tests take {together:.0?} together.", tests.len());
    let noticed = at_once(&tried, |mistake| is_noticed(mistake, &tests, patience));
    let mut table: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (mistake, noticed) in tried.iter().zip(noticed) {
        let row = table.entry(mistake.part()).or_default();
        row.0 += 1;
        row.1 += usize::from(noticed?);
    }
    for (part, (tried, noticed)) in &table {
        println!("{part:<12} {noticed:>4} of {tried:>4}");
    }
    let all_noticed: usize = table.values().map(|row| row.1).sum();
    println!(
        "{} of {} mistakes were tried, {} more are known to change nothing; {all_noticed} were noticed ({}%).",
        tried.len(),
        all.len(),
        counted.len(),
        all_noticed * 100 / tried.len().max(1)
    );
    Ok(())
}

fn number(name: &str, otherwise: u32) -> Result<u32, Failure> {
    env::var(name).map_or(Ok(otherwise), |text| Ok(text.parse()?))
}

fn read(text: &str) -> Result<Vec<Mistake>, Failure> {
    let line = |line: &str| {
        let mut parts = line.split('\t').map(str::to_owned);
        let mut next = || parts.next().ok_or("a mistake has four parts");
        let (number, place, what, code) = (next()?, next()?, next()?, next()?);
        let (file, line) = place.split_once(':').ok_or("a place has a line")?;
        Ok(Mistake {
            number: number.parse()?,
            file: file.to_owned(),
            line: line.to_owned(),
            what,
            code,
        })
    };
    text.lines().map(line).collect()
}

impl Mistake {
    /// The folder of its file: the game, mostly.
    fn part(&self) -> &str {
        self.file.rsplit('/').nth(1).unwrap_or_default()
    }
}

/// Mistakes that change nothing: lines of file, mistake, code and reason, with tabs between them.
struct Equivalent {
    lines: Vec<(String, bool)>,
}

impl Equivalent {
    fn read(text: &str) -> Result<Self, Failure> {
        let mut lines = Vec::new();
        for line in text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let (key, reason) = line.rsplit_once('\t').ok_or("a line without a reason")?;
            if key.split('\t').count() != 3 || reason.is_empty() {
                return Err(format!("not file, mistake, code and reason: {line}").into());
            }
            lines.push((key.to_owned(), false));
        }
        Ok(Equivalent { lines })
    }

    /// Whether a mistake is listed.
    fn has(&mut self, mistake: &Mistake) -> bool {
        let key = format!("{}\t{}\t{}", mistake.file, mistake.what, mistake.code);
        let line = self.lines.iter_mut().find(|line| line.0 == key);
        line.map(|line| line.1 = true).is_some()
    }

    /// A line for which there was no mistake.
    fn stale(&self) -> Option<&str> {
        let mut stale = self.lines.iter().filter(|line| !line.1);
        stale.next().map(|line| &line.0[..])
    }
}

/// The tests of a program.
fn list(program: &str) -> Result<Vec<(String, String)>, Failure> {
    let output = Command::new(program)
        .args(["--list", "--format", "terse"])
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(names
        .map(|name| (program.to_owned(), name.to_owned()))
        .collect())
}

/// Runs a test without a mistake, and notes which it would have met.
fn meet(program: &str, name: &str) -> Result<Test, String> {
    let met = env::temp_dir().join(format!(
        "gridwright-met-{}-{:?}",
        std::process::id(),
        thread::current().id()
    ));
    let start = Instant::now();
    let end = run(program, name, Duration::from_secs(1800), |command| {
        command.env("GRIDWRIGHT_MUTANTS_MET", &met)
    });
    let takes = start.elapsed();
    // A test that comes to no place leaves no file.
    let text = fs::read_to_string(&met).unwrap_or_default();
    let _ = fs::remove_file(&met);
    if end.map_err(|error| error.to_string())? == End::Failed {
        return Err(format!("{name} fails without a mistake"));
    }
    Ok(Test {
        program: program.to_owned(),
        name: name.to_owned(),
        takes,
        meets: text.lines().filter_map(|line| line.parse().ok()).collect(),
    })
}

/// Whether one of the tests that meet a mistake fails, the quickest first; prints it if not.
fn is_noticed(mistake: &Mistake, tests: &[Test], patience: Duration) -> Result<bool, String> {
    let start = Instant::now();
    let mut shown = 0;
    let meeting: Vec<&Test> = tests
        .iter()
        .filter(|test| test.meets.contains(&mistake.number))
        .collect();
    for test in &meeting {
        if start.elapsed() + test.takes > patience {
            break;
        }
        shown += 1;
        let limit = Duration::from_secs(10) + test.takes * 10;
        let end = run(&test.program, &test.name, limit, |command| {
            command.env("GRIDWRIGHT_MUTANT", mistake.number.to_string())
        });
        if end.map_err(|error| error.to_string())? == End::Failed {
            return Ok(true);
        }
    }
    println!(
        "unnoticed ({shown} of {} tests): {}:{}\t{}\t{}",
        meeting.len(),
        mistake.file,
        mistake.line,
        mistake.what,
        mistake.code
    );
    Ok(false)
}

/// Runs a test. One that takes longer than a limit has failed: a mistake may well go on for ever.
fn run(
    program: &str,
    name: &str,
    limit: Duration,
    with: impl FnOnce(&mut Command) -> &mut Command,
) -> Result<End, Failure> {
    let mut command = Command::new(program);
    command
        .args(["--exact", name, "--quiet"])
        .env("INSTA_UPDATE", "no")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = with(&mut command).spawn()?;
    let end = Instant::now() + limit;
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(if status.success() {
                End::Passed
            } else {
                End::Failed
            });
        }
        if Instant::now() >= end {
            child.kill()?;
            child.wait()?;
            return Ok(End::Failed);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

/// Does something with every item, as many at once as there are cores; answers come in order.
fn at_once<T: Sync, A: Send>(items: &[T], work: impl Fn(&T) -> A + Sync) -> Vec<A> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(BTreeMap::new());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let answer = work(item);
                    done.lock().expect("no work panics").insert(index, answer);
                }
            });
        }
    });
    let done = done.into_inner().expect("no work panics");
    done.into_values().collect()
}

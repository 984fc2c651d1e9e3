//! Answers on standard output, everything else on standard error, and the exit codes.

use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::path::Path;

use anyhow::Context;
use serde::Serialize;

use gridwright_core::fault::{Fault, Faults};
use gridwright_core::text::{Charset, Text, one_line, printable, printable_json};
use gridwright_tui::look::{Colors, Look};

use crate::args::Global;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    /// Yes.
    Yes = 0,
    /// No: proved unsolvable, faulty, wrong, impossible.
    No = 1,
    /// Bad usage, unreadable or faulty input.
    Bad = 2,
    /// Undecided, or not proved at a limit.
    Undecided = 3,
}

/// Where answers go and in which form.
pub(crate) struct Out {
    /// JSON instead of words.
    pub(crate) json: bool,
    color: bool,
    charset: Charset,
}

impl Out {
    pub(crate) fn new(global: &Global) -> Self {
        let look = Look::detect(|name| std::env::var(name).ok(), false);
        Out {
            json: global.json,
            color: look.colors != Colors::None && std::io::stdout().is_terminal(),
            charset: look.charset,
        }
    }

    /// Prints one JSON document. What does something to a terminal is written as JSON can.
    pub(crate) fn json(&self, answer: &impl Serialize) -> anyhow::Result<()> {
        self.document(&format!("{}\n", serde_json::to_string(answer)?))
    }

    /// Prints JSON that was laid out already.
    pub(crate) fn document(&self, json: &str) -> anyhow::Result<()> {
        self.raw(printable_json(json).as_bytes())
    }

    /// Prints a line of words, or several. Whatever they quote does nothing to a terminal.
    pub(crate) fn line(&self, text: &str) -> anyhow::Result<()> {
        self.raw(format!("{}\n", printable(text)).as_bytes())
    }

    /// Prints styled text, in colour where the terminal has it.
    pub(crate) fn text(&self, text: &Text) -> anyhow::Result<()> {
        let text = if self.color {
            text.ansi(self.charset)
        } else {
            text.string(self.charset)
        };
        self.raw(text.as_bytes())
    }

    /// Prints bytes. A reader that went away (`| head`) is no error.
    pub(crate) fn raw(&self, bytes: &[u8]) -> anyhow::Result<()> {
        let mut stdout = std::io::stdout().lock();
        match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
            result => Ok(result?),
        }
    }

    /// Says why there is no answer.
    pub(crate) fn failure(&self, error: &anyhow::Error) -> Exit {
        let faults = error.downcast_ref::<Faults>();
        if self.json {
            let report = FailureReport {
                error: error.to_string(),
                faults: faults.map_or(&[], Faults::list),
                total: faults.map_or(0, Faults::total),
            };
            // Nothing is left to do when even this cannot be said.
            let _ = self.json(&report);
        }
        match faults {
            // A line for each of them.
            Some(faults) => told(&printable(&faults.to_string())),
            None => tell(&format!("{error:#}")),
        }
        Exit::Bad
    }
}

/// Says something beside the answer, on standard error: a line, whatever it quotes.
pub(crate) fn tell(text: &str) {
    told(&one_line(text));
}

/// Nothing is left to do where even that cannot be written.
fn told(text: &str) {
    let _ = writeln!(std::io::stderr(), "gridwright: {text}");
}

/// Writes a file, whole or not at all.
pub(crate) fn save(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    gridwright_progress::write_open_file(path, bytes)
        .with_context(|| format!("cannot write {}", path.display()))
}

/// A choice that a game does not offer, as a word about the command.
pub(crate) fn said(fault: Fault) -> anyhow::Error {
    anyhow::Error::msg(fault.message)
}

#[derive(Serialize)]
struct FailureReport<'a> {
    error: String,
    faults: &'a [Fault],
    total: usize,
}

/// A table with aligned columns, the first row being its head. A cell is on one line, whatever it
/// quotes.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let rows: Vec<Vec<Cow<'_, str>>> = rows
        .iter()
        .map(|row| row.iter().map(|cell| one_line(cell)).collect())
        .collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in &rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(&format!("{cell:<width$}  "));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

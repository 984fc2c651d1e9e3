//! `batch`: questions as lines of JSON on standard input, answers as lines on standard output.

use std::io::{BufRead, BufReader, BufWriter, Stdin, Write};

use gridwright_core::fault::{Fault, Place};
use gridwright_core::text::printable_json;
use gridwright_games::document::{MOST_BYTES, NOT_UTF8, TOO_LARGE};
use gridwright_workshop::batch::{self, Line};

use crate::output::Exit;
use crate::source::Library;
use crate::work::{Work, waiting};

pub(crate) fn run(library: &Library, work: &Work) -> anyhow::Result<Exit> {
    let mut lines = Lines(BufReader::new(std::io::stdin()), None);
    let mut out = BufWriter::new(std::io::stdout());
    let mut told = Ok(());
    let budget = work.budget();
    batch::run(
        &library.catalogue,
        &mut || match budget.expired() {
            Some(_) => None,
            None => lines.next(),
        },
        &mut |answer| {
            told = writeln!(out, "{}", printable_json(answer)).and_then(|()| out.flush());
            told.is_ok()
        },
        &budget,
    );
    work.done();
    told?;
    match lines.1 {
        Some(error) => Err(error.into()),
        None => Ok(Exit::Yes),
    }
}

/// The lines of standard input, each bounded before it is kept, and the error that ended them.
struct Lines(BufReader<Stdin>, Option<std::io::Error>);

impl Lines {
    /// The next line that is not empty.
    fn next(&mut self) -> Option<Line> {
        loop {
            let mut line = Vec::new();
            match waiting(|| read_line(&mut self.0, &mut line)) {
                Ok(0) => return None,
                Ok(length) if length > MOST_BYTES => {
                    let message = format!("the line has more than {MOST_BYTES} bytes");
                    return Some(Err(Fault::new(TOO_LARGE, message, Place::everywhere())));
                }
                Ok(_) if line.trim_ascii().is_empty() => {}
                Ok(_) => return Some(text(line)),
                Err(error) => {
                    self.1 = Some(error);
                    return None;
                }
            }
        }
    }
}

/// Reads on to the end of a line and keeps no more of it than a line may have; the number of
/// bytes read.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<usize> {
    let mut length = 0;
    loop {
        let some = input.fill_buf()?;
        if some.is_empty() {
            return Ok(length);
        }
        let end = some.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(some.len(), |end| end + 1);
        let room = (MOST_BYTES + 1).saturating_sub(line.len());
        line.extend_from_slice(&some[..taken.min(room)]);
        input.consume(taken);
        length += taken;
        if end.is_some() {
            return Ok(length);
        }
    }
}

fn text(line: Vec<u8>) -> Line {
    String::from_utf8(line).map_err(|error| {
        let message = format!("byte {} is no UTF-8", error.utf8_error().valid_up_to());
        Fault::new(NOT_UTF8, message, Place::everywhere())
    })
}

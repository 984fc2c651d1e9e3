//! The command line as a user runs it: the built binary, its exit codes, its JSON.

mod answers;
mod bad_input;
mod batch;
mod catalogue;
mod formats;
mod guide;
mod help;
#[cfg(target_os = "linux")]
mod interrupt;
#[cfg(unix)]
mod kill;
mod map;
mod own;
mod packs;
mod print;
mod progress;
mod reasons;
mod vary;
mod vectors;

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a run of the program printed and how it ended.
pub(crate) struct Ran {
    pub(crate) exit: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    /// Standard output as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| {
            panic!("{error}\nstdout: {}\nstderr: {}", self.stdout, self.stderr)
        })
    }
}

/// Runs the program with words and nothing on standard input.
pub(crate) fn run(words: &[&str]) -> Ran {
    run_with(words, b"")
}

/// Runs the program with words and bytes on standard input.
pub(crate) fn run_with(words: &[&str], stdin: &[u8]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gridwright"))
        .args(words)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let bytes = stdin.to_vec();
    // The program may stop reading early; that is its right.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&bytes)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Ran {
        exit: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Runs the program with words split at spaces, and checks how it ends.
pub(crate) fn expect(line: &str, exit: i32) -> Ran {
    let words: Vec<&str> = line.split(' ').collect();
    let ran = run(&words);
    assert_eq!(ran.exit, exit, "{line}\n{}\n{}", ran.stdout, ran.stderr);
    ran
}

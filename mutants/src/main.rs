//! Puts small mistakes into Rust files, all at once, each behind a switch, and sees which of them tests
//! notice.
//!
//! Building anew for every mistake would take days. So every place that could be wrong becomes a
//! choice between what stands there and the mistake, `if crate::mutant::is(7) { a < b } else { a <= b }`,
//! and one build has them all: the environment says which of them is made. A mistake is shown to the
//! tests that come to it, the quickest first.
//!
//! ```text
//! gridwright-mutants make CRATE FILE...               rewrites the files, and prints a line for each mistake
//! gridwright-mutants try MISTAKES EQUIVALENT PROGRAM...   runs test programs on every mistake that was printed
//! ```

mod make;
mod trial;

use std::env;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["make", source, ref files @ ..] => make::make(source, files),
        ["try", mistakes, equivalent, ref programs @ ..] => {
            trial::trial(mistakes, equivalent, programs)
        }
        _ => Err("say `make CRATE FILE...` or `try MISTAKES EQUIVALENT PROGRAM...`".into()),
    }
}

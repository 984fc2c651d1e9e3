//! Lists every exact cover of the problems in a file and prints the seconds and the count.
//!
//! A problem is a line `primary secondary options` followed by one line of item numbers for each
//! option. Primary items are covered once, secondary items at most once.

use std::time::Instant;

use dlx_rs::Solver;

fn main() {
    let path = std::env::args().nth(1).expect("a file of problems");
    let text = std::fs::read_to_string(path).expect("a readable file");
    let mut lines = text.lines();
    let mut problems = Vec::new();
    while let Some(head) = lines.next() {
        let head = numbers(head);
        let options: Vec<Vec<usize>> = lines.by_ref().take(head[2]).map(numbers).collect();
        problems.push((head[0], head[1], options));
    }
    let start = Instant::now();
    let mut covers = 0;
    for (primary, secondary, options) in &problems {
        let mut solver = Solver::new_optional(*primary, *secondary);
        for (index, option) in options.iter().enumerate() {
            solver.add_option(index, option);
        }
        covers += solver.count();
    }
    println!("{} {covers}", start.elapsed().as_secs_f64());
}

fn numbers(line: &str) -> Vec<usize> {
    line.split(' ').map(|word| word.parse().expect("a number")).collect()
}

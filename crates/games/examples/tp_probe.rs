use gridwright_core::budget::{Budget, Clock};
use gridwright_core::solve::Wish;
use gridwright_games::tilepuzzle::{generate, solve};
use std::time::{Duration, Instant};
struct Wall(Instant);
impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let tier: usize = args[1].parse().unwrap();
    let count: u64 = args[2].parse().unwrap();
    let limit: f64 = args[3].parse().unwrap();
    let metric = args
        .get(4)
        .map(|m| if m == "drags" { "drags" } else { "steps" });
    let first: u64 = args.get(5).map_or(0, |a| a.parse().unwrap());
    let verbose = args.len() > 6;
    let mut times = vec![];
    let (mut gen_time, mut tries, mut open) = (0.0, 0, 0);
    let wall = Wall(Instant::now());
    for seed in first..first + count {
        let t = Instant::now();
        let (level, witness, n) = generate::probe(&generate::CAMPAIGN[tier], seed);
        gen_time += t.elapsed().as_secs_f64();
        tries += n;
        let budget = Budget::unlimited()
            .with_clock(&wall)
            .within(Duration::from_secs_f64(limit))
            .with_memory(1 << 30);
        let t = Instant::now();
        let wish = Wish {
            metric,
            ..Wish::default()
        };
        let answer = solve::solve(&level, &wish, &budget);
        let s = t.elapsed().as_secs_f64();
        times.push(s);
        let optimal = answer.verdict.is_optimal();
        if !optimal {
            open += 1;
        }
        if verbose {
            println!(
                "{seed}: {:.4}s nodes {} peak {:.1}MB optimal {} costs {:?} scramble {:?} {:?}",
                s,
                answer.stats.nodes,
                answer.stats.peak_bytes as f64 / 1e6,
                optimal,
                answer.verdict.witness().map(|w| w.costs().to_string()),
                witness.costs().to_string(),
                match &answer.verdict {
                    gridwright_core::solve::Verdict::Solved { optimality, .. } =>
                        format!("{optimality:?}"),
                    _ => String::new(),
                }
            );
        }
    }
    times.sort_by(f64::total_cmp);
    let n = times.len();
    println!(
        "gen {:.1} us/level, tries {:.2}; solve mean {:.3} ms median {:.3} ms 90% {:.1} ms max {:.1} ms open {open}",
        gen_time * 1e6 / count as f64,
        tries as f64 / count as f64,
        times.iter().sum::<f64>() * 1e3 / n as f64,
        times[n / 2] * 1e3,
        times[n * 9 / 10] * 1e3,
        times[n - 1] * 1e3
    );
}

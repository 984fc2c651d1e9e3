//! How good a result is, in stars: the same rule in every game.

use serde_json::{Map, Value};

use crate::levels::Par;

/// The stars of a result at par.
pub const AT_PAR: u8 = 3;

/// Three stars at par, two up to 15% above it (and at least one above it), else one; `None` where
/// par is not proved or the game does not count. Par is the minimum in the first metric of the game's
/// default order, or in any other that can be minimised first: who finds the fewest drags is as good
/// as who finds the fewest steps. `cost` tells what was paid in a metric.
pub fn stars(order: &[&str], par: Option<&Par>, cost: impl Fn(&str) -> Option<u64>) -> Option<u8> {
    let par = par?;
    let first = order.first().filter(|_| par.optimal);
    let first = first.and_then(|metric| Some((*metric, par.costs.get(*metric)?)));
    let others = par
        .minima
        .iter()
        .map(|(metric, least)| (&metric[..], least));
    let measured = first.into_iter().chain(others);
    measured
        .filter_map(|(metric, least)| Some(against(least.as_u64()?, cost(metric)?)))
        .max()
}

fn against(par: u64, cost: u64) -> u8 {
    if cost <= par {
        AT_PAR
    } else if cost <= par + (par * 15 / 100).max(1) {
        2
    } else {
        1
    }
}

/// Costs as JSON.
pub type Costs = Map<String, Value>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_at_par_two_a_little_above() {
        let check = |par: u64, optimal: bool, cost: u64, expected: Option<u8>| {
            let par = Par {
                costs: [("steps".to_owned(), par.into())].into_iter().collect(),
                optimal,
                minima: Map::new(),
                tier: None,
            };
            let found = stars(&["steps"], Some(&par), |_| Some(cost));
            assert_eq!(found, expected, "{par:?} {cost}");
        };
        check(10, true, 10, Some(3));
        check(10, true, 9, Some(3));
        check(10, true, 11, Some(2));
        check(10, true, 12, Some(1));
        check(3, true, 4, Some(2));
        check(3, true, 5, Some(1));
        check(20, true, 23, Some(2));
        check(20, true, 24, Some(1));
        check(0, true, 1, Some(2));
        check(10, false, 10, None);
        assert_eq!(stars(&[], None, |_| None), None);
        assert_eq!(stars(&["steps"], None, |_| Some(3)), None);
    }

    #[test]
    fn the_best_of_several_metrics_counts() {
        let par = Par {
            costs: [
                ("steps".to_owned(), 34.into()),
                ("drags".to_owned(), 12.into()),
            ]
            .into_iter()
            .collect(),
            optimal: true,
            minima: [("drags".to_owned(), 9.into())].into_iter().collect(),
            tier: None,
        };
        for (steps, drags, expected) in [(34, 12, 3), (50, 9, 3), (50, 10, 2), (50, 12, 1)] {
            let cost = |metric: &str| Some(if metric == "steps" { steps } else { drags });
            assert_eq!(
                stars(&["steps"], Some(&par), cost),
                Some(expected),
                "{steps} {drags}"
            );
        }
    }
}

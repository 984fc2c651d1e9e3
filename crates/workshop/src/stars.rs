//! How good a result is, in stars: the same rule in every game.

use serde_json::{Map, Value};

use crate::levels::Par;

/// The stars of a result at par.
pub const AT_PAR: u8 = 3;

/// Three stars at par, two up to 15% above it (and at least one above it), else one; `None` where
/// par is not proved or the game does not count. `cost` is in the first metric of the game's
/// default order.
pub fn stars(order: &[&str], par: Option<&Par>, cost: Option<u64>) -> Option<u8> {
    let par = par
        .filter(|par| par.optimal)?
        .costs
        .get(*order.first()?)?
        .as_u64()?;
    let cost = cost?;
    Some(if cost <= par {
        AT_PAR
    } else if cost <= par + (par * 15 / 100).max(1) {
        2
    } else {
        1
    })
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
                tier: None,
            };
            let found = stars(&["steps"], Some(&par), Some(cost));
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
        assert_eq!(stars(&[], None, None), None);
        assert_eq!(stars(&["steps"], None, Some(3)), None);
    }
}

//! How many solutions there are, exactly: a product of small numbers that may exceed any machine
//! number. Of all that large numbers can do, products, comparisons and decimal digits are enough.

use std::cmp::Ordering;
use std::fmt;
use std::ops::MulAssign;

/// Nine decimal digits to a place, the lowest place first, no zero in the highest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count(Vec<u32>);

const PLACE: u128 = 1_000_000_000;

impl Count {
    pub(super) fn product(factors: impl IntoIterator<Item = u64>) -> Count {
        let mut product = Count(vec![1]);
        for factor in factors {
            product *= factor;
        }
        product
    }
}

impl From<u32> for Count {
    fn from(value: u32) -> Self {
        Count::product([value.into()])
    }
}

impl MulAssign<u64> for Count {
    fn mul_assign(&mut self, factor: u64) {
        let mut carry = 0;
        for place in &mut self.0 {
            carry += u128::from(*place) * u128::from(factor);
            *place = (carry % PLACE) as u32;
            carry /= PLACE;
        }
        while carry > 0 {
            self.0.push((carry % PLACE) as u32);
            carry /= PLACE;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

impl Ord for Count {
    fn cmp(&self, other: &Self) -> Ordering {
        let highest_first = |count: &Count| count.0.iter().rev().copied().collect::<Vec<u32>>();
        let lengths = self.0.len().cmp(&other.0.len());
        lengths.then_with(|| highest_first(self).cmp(&highest_first(other)))
    }
}

impl PartialOrd for Count {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((highest, rest)) = self.0.split_last() else {
            return f.write_str("0");
        };
        write!(f, "{highest}")?;
        rest.iter()
            .rev()
            .try_for_each(|place| write!(f, "{place:09}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_exact_and_ordered() {
        let check = |factors: &[u64], expected: &str| {
            let product = Count::product(factors.iter().copied());
            assert_eq!(product.to_string(), expected, "{factors:?}");
            product
        };
        let rising = [
            check(&[7, 0, 5], "0"),
            check(&[], "1"),
            check(&[999_999_999], "999999999"),
            check(&[1_000, 1_000_000], "1000000000"),
            check(&[1 << 32, 1 << 32], "18446744073709551616"),
            check(&[10; 20], "100000000000000000000"),
            check(
                &[u64::MAX, u64::MAX],
                "340282366920938463426481119284349108225",
            ),
        ];
        assert!(rising.is_sorted_by(|low, high| low < high));
        assert_eq!(Count::from(16), Count::product([2; 4]));
    }
}

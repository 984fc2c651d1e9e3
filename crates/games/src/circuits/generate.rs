//! Makes levels.

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Fault, Place};
use gridwright_core::generate::{Knob, Made, NotMade, Request, Tier};

use super::codes;
use super::level::Level;

/// What can be set.
pub(super) const KNOBS: &[Knob] = &[];

/// Presets.
pub(super) const TIERS: &[Tier] = &[
    Tier { name: "easy", help: "", settings: &[] },
    Tier { name: "medium", help: "", settings: &[] },
    Tier { name: "hard", help: "", settings: &[] },
];

/// Makes one level.
pub(super) fn generate(_: &Request, _: &Budget<'_>) -> Result<Made<Level>, NotMade> {
    Err(Fault::new(codes::NONE_FOUND, "none", Place::everywhere()).into())
}

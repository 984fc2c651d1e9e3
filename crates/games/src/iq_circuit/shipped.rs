//! The piece sets and packs that ship inside the program.

use std::sync::{Arc, OnceLock};

use crate::about::{ShippedPack, shipped_packs};

use super::document;
use super::set::PieceSet;

/// A piece set inside the program, built when first asked for.
pub struct ShippedSet {
    /// Its name.
    pub name: &'static str,
    text: &'static str,
    built: OnceLock<Arc<PieceSet>>,
}

impl ShippedSet {
    /// The set.
    pub fn get(&self) -> Arc<PieceSet> {
        let build = || {
            let value = serde_json::from_str(self.text).expect("shipped sets are JSON");
            let set = document::read_set(&value, "").expect("shipped sets have no faults");
            Arc::new(set)
        };
        self.built.get_or_init(build).clone()
    }
}

/// The sets, the standard one first.
pub static SETS: [ShippedSet; 2] = [
    ShippedSet {
        name: "standard",
        text: include_str!("../../../../levels/iq-circuit/sets/standard.json"),
        built: OnceLock::new(),
    },
    ShippedSet {
        name: "boulevard",
        text: include_str!("../../../../levels/iq-circuit/sets/boulevard.json"),
        built: OnceLock::new(),
    },
];

/// The names of the sets.
pub const NAMES: &[&str] = &["standard", "boulevard"];

/// The packs, the one that begins with the easiest first.
pub const PACKS: &[ShippedPack] = shipped_packs!("iq-circuit": "workbook", "booklet", "boulevard");

/// The ten pieces of the original on their 8 x 4 board.
pub fn standard() -> Arc<PieceSet> {
    SETS[0].get()
}

/// The shipped set of this name.
pub fn set_named(name: &str) -> Option<Arc<PieceSet>> {
    SETS.iter()
        .find(|set| set.name == name)
        .map(ShippedSet::get)
}

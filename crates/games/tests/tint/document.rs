//! The files of Tint: every fault has one.

use gridwright_core::fault::CodeKind;
use gridwright_games::document::read_level;
use gridwright_games::tint::{Tint, codes};

#[test]
fn every_fault_has_a_file() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/tint/invalid");
    for code in codes::ALL
        .iter()
        .filter(|code| code.kind() == CodeKind::Fault)
    {
        let name = code.id().trim_start_matches("tint.");
        let text = std::fs::read_to_string(format!("{folder}/{name}.json")).unwrap();
        let faults = read_level::<Tint>(&text)
            .err()
            .unwrap_or_else(|| panic!("{name} is valid"));
        assert!(
            faults.list().iter().any(|fault| fault.code == *code),
            "{name}: {faults}"
        );
    }
}

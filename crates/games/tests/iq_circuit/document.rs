//! The files of IQ Circuit: piece sets of one's own.

use gridwright_games::iq_circuit::document::read_set;
use serde_json::json;

#[test]
fn an_own_piece_set_gets_every_fault_at_once() {
    let set = json!({ "name": "", "width": 4, "height": 3, "pieces": [
        { "name": "A", "sides": [[[0, 0, "E"], [0, 0, "W"]]] },
        { "name": "A", "sides": [[[0, 0, "E"], [1, 0, "-"]]] },
        { "name": "C", "sides": [[[0, 0, "-"], [2, 0, "X"]], [[0, 0, "-"]]] },
    ] });
    let faults = read_set(&set, "/set").unwrap_err();
    let mut found: Vec<(&str, &str)> = faults
        .list()
        .iter()
        .map(|fault| (fault.code.id(), &fault.at.pointer[..]))
        .collect();
    found.sort_unstable();
    assert_eq!(
        found,
        [
            ("iq-circuit.set-area", "/set/pieces"),
            ("iq-circuit.set-cells-apart", "/set/pieces/2/sides/0"),
            ("iq-circuit.set-cells-overlap", "/set/pieces/0/sides/0/1"),
            ("iq-circuit.set-duplicate-name", "/set/pieces/1/name"),
            ("iq-circuit.set-inner-connection", "/set/pieces/1/sides/0/0"),
            ("iq-circuit.set-name", "/set/name"),
            ("iq-circuit.set-sides-differ", "/set/pieces/2/sides/1"),
            ("iq-circuit.set-unknown-print", "/set/pieces/2/sides/0/1"),
        ]
    );
}

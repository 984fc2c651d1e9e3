//! The prunings of the search by name, so that a person may switch them off one by one and see
//! what each of them saves.

use gridwright_core::teach::Pruning;

use super::model::Prunings;

const fn pruning(name: &'static str, help: &'static str) -> Pruning {
    Pruning { name, help }
}

/// Every pruning that can be switched off.
pub const PRUNINGS: &[Pruning] = &[
    pruning(
        "edge",
        "Leaves out placements whose lines lead off the board.",
    ),
    pruning(
        "hints",
        "Leaves out placements that show something else than the hints.",
    ),
    pruning(
        "connections",
        "Leaves out placements whose lines do not meet those of pieces laid before.",
    ),
    pruning(
        "gaps",
        "Leaves out placements that, with one laid before, leave a cell which nothing can cover.",
    ),
    pruning("twins", "Lays pieces that look alike in one order only."),
    pruning(
        "scarcity",
        "Serves the cell or piece with the fewest candidates, and turns back when one has none.",
    ),
    pruning("loops", "Turns back when a line runs back into itself."),
    pruning(
        "parity",
        "Turns back when lines and points in an isolated part of the board cannot pair up.",
    ),
    pruning(
        "holes",
        "Turns back when the pieces that are left cannot fill an isolated part of the board.",
    ),
];

impl Prunings {
    /// Everything but the prunings of these names; names that there are not mean nothing.
    pub fn without(names: &[&str]) -> Prunings {
        let on = |name: &str| !names.contains(&name);
        Prunings {
            edge: on("edge"),
            hints: on("hints"),
            connections: on("connections"),
            gaps: on("gaps"),
            twins: on("twins"),
            scarcity: on("scarcity"),
            loops: on("loops"),
            parity: on("parity"),
            holes: on("holes"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_those_of_the_switches() {
        let switches = Prunings::each_without();
        assert_eq!(switches.len(), PRUNINGS.len());
        for (pruning, (name, without)) in PRUNINGS.iter().zip(switches) {
            assert_eq!(pruning.name, name);
            assert_eq!(Prunings::without(&[name]), without);
        }
        assert_eq!(Prunings::without(&["nothing"]), Prunings::ALL);
    }
}

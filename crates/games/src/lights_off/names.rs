//! What people call lamps, which differ in nothing but their places.

use gridwright_core::words;

use super::rules::Press;

/// The lamp that is pressed: `row 3, column 2`.
pub(super) fn lamp(press: Press) -> String {
    words::place(press.cell())
}

//! Search tools a game may use: a plain oracle to test against.

pub mod oracle;

//! One file per verb.

pub(crate) mod batch;
pub(crate) mod check;
pub(crate) mod code;
pub(crate) mod completions;
pub(crate) mod explain;
pub(crate) mod games;
pub(crate) mod generate;
pub(crate) mod hint;
pub(crate) mod man;
pub(crate) mod map;
pub(crate) mod pack;
pub(crate) mod play;
pub(crate) mod print;
pub(crate) mod progress;
pub(crate) mod rules;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod vary;
pub(crate) mod verify;

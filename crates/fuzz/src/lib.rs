//! Fuzzing: what is done with any bytes, and what must be true then.
//!
//! A target takes bytes and panics if something is wrong. The fuzzer (`fuzz/`, run by
//! `scripts/fuzz`) feeds it with what its coverage makes of the [seeds](mod@seeds) and of what it kept before
//! (`fuzz/corpus`); a test feeds it with exactly those.
//!
//! Bytes go as deep as they can: a level code is given without its checksum, which is put on here;
//! moves and gestures meet levels that are held ready; several parts stand in one input, a line
//! each.

mod seeds;
mod targets;

pub use seeds::seeds;

/// A target.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name, that of its folder in the corpus.
    pub name: &'static str,
    /// What it does with bytes; panics if something is wrong.
    pub run: fn(&[u8]),
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target {
        name: "level_text",
        run: targets::level_text,
    },
    Target {
        name: "level_code",
        run: targets::level_code,
    },
    Target {
        name: "pack_file",
        run: targets::pack_file,
    },
    Target {
        name: "solution_text",
        run: targets::solution_text,
    },
    Target {
        name: "moves_text",
        run: targets::moves_text,
    },
    Target {
        name: "gesture_text",
        run: targets::gesture_text,
    },
    Target {
        name: "draft_text",
        run: targets::draft_text,
    },
    Target {
        name: "knobs",
        run: targets::knobs,
    },
    Target {
        name: "api_request",
        run: targets::api_request,
    },
    Target {
        name: "batch_line",
        run: targets::batch_line,
    },
    Target {
        name: "collection_text",
        run: targets::collection_text,
    },
    Target {
        name: "progress_document",
        run: targets::progress_document,
    },
    Target {
        name: "database_bytes",
        run: targets::database_bytes,
    },
];

/// The target of a name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

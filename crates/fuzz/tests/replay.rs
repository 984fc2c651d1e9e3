//! What fuzzing begins with and what it has kept, through every target.

use std::path::Path;

use gridwright_fuzz::{TARGETS, seeds, target};

#[test]
fn every_seed_passes_its_target() {
    for target in TARGETS {
        let seeds = seeds(target.name);
        assert!(!seeds.is_empty(), "{} has no seeds", target.name);
        for seed in seeds {
            (target.run)(&seed);
        }
    }
}

#[test]
fn everything_that_was_kept_passes_its_target() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    // Until something was kept, there is no folder.
    let Ok(folders) = std::fs::read_dir(corpus) else {
        return;
    };
    for folder in folders {
        let folder = folder.unwrap();
        let name = folder.file_name().into_string().unwrap();
        let target = target(&name).unwrap_or_else(|| panic!("there is no target {name}"));
        for file in std::fs::read_dir(folder.path()).unwrap() {
            (target.run)(&std::fs::read(file.unwrap().path()).unwrap());
        }
    }
}

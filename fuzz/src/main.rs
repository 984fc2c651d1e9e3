//! libFuzzer around the target that `GRIDWRIGHT_FUZZ_TARGET` names. Before it begins, the seeds are
//! written into the folder that `GRIDWRIGHT_FUZZ_SEEDS` names; without a target it lists them all.
#![no_main]

use std::sync::LazyLock;

use gridwright_fuzz::{TARGETS, Target, seeds, target};
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<&'static Target> = LazyLock::new(|| {
    let name = std::env::var("GRIDWRIGHT_FUZZ_TARGET").unwrap_or_default();
    target(&name).unwrap_or_else(|| {
        for target in TARGETS {
            println!("{}", target.name);
        }
        std::process::exit(0);
    })
});

fuzz_target!(
    init: {
        let target = *TARGET;
        if let Some(folder) = std::env::var_os("GRIDWRIGHT_FUZZ_SEEDS") {
            for (number, seed) in seeds(target.name).iter().enumerate() {
                let path = std::path::Path::new(&folder).join(format!("seed-{number}"));
                std::fs::write(path, seed).expect("the folder of seeds can be written to");
            }
        }
    },
    |bytes: &[u8]| (TARGET.run)(bytes)
);

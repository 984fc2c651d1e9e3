//! The guide says what works: every command line in it is run, in the order of its pages.

use std::path::Path;
use std::process::Command;

fn docs(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs")
        .join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

/// The pages, in the order of the summary.
fn pages() -> Vec<String> {
    let summary = docs("src/SUMMARY.md");
    let links = summary.split("](").skip(1);
    links
        .map(|link| link.split(')').next().unwrap().to_owned())
        .collect()
}

/// The command lines of a page: what follows `$ ` in its console blocks.
fn commands(page: &str) -> Vec<String> {
    let blocks = page.split("```console\n").skip(1);
    let lines = blocks.flat_map(|block| block.split("```").next().unwrap().lines());
    lines
        .filter_map(|line| line.strip_prefix("$ ").map(str::to_owned))
        .collect()
}

#[cfg(unix)]
#[test]
fn every_command_of_the_guide_works() {
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_gridwright"));
    let path = format!(
        "{}:{}",
        program.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    let mut count = 0;
    for page in pages() {
        for line in commands(&docs(&format!("src/{page}"))) {
            assert!(line.contains("gridwright"), "{page}: {line}");
            let output = Command::new("sh")
                .args(["-c", &format!("set -e; {line}")])
                .current_dir(folder.path())
                .env("PATH", &path)
                .env("GRIDWRIGHT_HOME", folder.path())
                .env("NO_COLOR", "1")
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{page}: {line}\n{said}");
            count += 1;
        }
    }
    assert!(count > 25, "{count} commands");
    for made in [
        "curve.svg",
        "sheet.png",
        "ten.pdf",
        "pocket.pdf",
        "levels/lights-off-012.json",
    ] {
        assert!(folder.path().join(made).exists(), "{made}");
    }
}

#[test]
fn every_verb_is_in_the_guide_or_in_the_readme() {
    let mut known: String = pages()
        .iter()
        .map(|page| docs(&format!("src/{page}")))
        .collect();
    known += &docs("../README.md");
    let help = crate::expect("--help", 0).stdout;
    let (_, list) = help.split_once("Commands:\n").unwrap();
    for line in list.lines().take_while(|line| !line.is_empty()) {
        let verb = line.split_whitespace().next().unwrap();
        if line.starts_with("  ") && !line.starts_with("   ") && verb != "help" {
            assert!(
                known.contains(&format!("gridwright {verb}")),
                "nothing tells of {verb}"
            );
        }
    }
}

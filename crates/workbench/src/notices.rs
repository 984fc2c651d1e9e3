//! `notices`: whose work the program is built from, made from the lock file, and what may be in it.
//!
//! cargo-deny would do the checking, but takes minutes to build where it is not installed. The three
//! things that matter on every change (licences, sources, duplicates) are read off
//! `cargo metadata` here, by the lists of `deny.toml`; advisories need its database, and stay with
//! `cargo deny check advisories`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use serde_json::Value;

/// The file with the notices.
const FILE: &str = "THIRD-PARTY.md";

/// The platform whose program the notices are about.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// Writes the notices.
pub(crate) fn run() -> anyhow::Result<()> {
    let path = root().join(FILE);
    std::fs::write(&path, notices(&Packages::read()?))?;
    println!("{}", path.display());
    Ok(())
}

/// A package that is not ours.
struct Package {
    name: String,
    version: String,
    license: String,
    repository: String,
    /// Whether it is part of the program, rather than of its tests.
    shipped: bool,
}

struct Packages(Vec<Package>);

impl Packages {
    /// Everything that is not ours, as `cargo metadata` tells it.
    fn read() -> anyhow::Result<Packages> {
        let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
        let output = Command::new(cargo)
            .current_dir(root())
            .args([
                "metadata",
                "--format-version=1",
                "--locked",
                "--all-features",
            ])
            .args(["--filter-platform", PLATFORM])
            .output()
            .context("cargo does not start")?;
        if !output.status.success() {
            bail!("{}", String::from_utf8_lossy(&output.stderr));
        }
        let metadata: Value = serde_json::from_slice(&output.stdout)?;
        let shipped = shipped(&metadata);
        let resolved: BTreeSet<&str> = list(&metadata["resolve"]["nodes"])
            .iter()
            .filter_map(|node| node["id"].as_str())
            .collect();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let mut packages: Vec<Package> = list(&metadata["packages"])
            .iter()
            .filter(|package| package["source"].is_string())
            .filter(|package| resolved.contains(&text(&package["id"])[..]))
            .map(|package| Package {
                name: text(&package["name"]),
                version: text(&package["version"]),
                license: text(&package["license"]),
                repository: text(&package["repository"]),
                shipped: shipped.contains(&text(&package["id"])),
            })
            .collect();
        let elsewhere = list(&metadata["packages"]).iter().find(|package| {
            let source = package["source"].as_str();
            source.is_some_and(|source| !source.starts_with("registry+"))
        });
        if let Some(package) = elsewhere {
            bail!("{} does not come from the registry", package["name"]);
        }
        packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
        Ok(Packages(packages))
    }
}

/// The ids of everything that the program itself needs.
fn shipped(metadata: &Value) -> BTreeSet<String> {
    let nodes: BTreeMap<&str, &Value> = list(&metadata["resolve"]["nodes"])
        .iter()
        .filter_map(|node| Some((node["id"].as_str()?, node)))
        .collect();
    let program = list(&metadata["packages"])
        .iter()
        .find(|package| package["name"] == "gridwright")
        .and_then(|package| package["id"].as_str());
    let mut seen = BTreeSet::new();
    let mut next: Vec<&str> = program.into_iter().collect();
    while let Some(id) = next.pop() {
        if !seen.insert(id.to_owned()) {
            continue;
        }
        let Some(node) = nodes.get(id) else { continue };
        let normal = list(&node["deps"]).iter().filter(|dependency| {
            let kinds = list(&dependency["dep_kinds"]);
            kinds.iter().any(|kind| kind["kind"].is_null())
        });
        next.extend(normal.filter_map(|dependency| dependency["pkg"].as_str()));
    }
    seen
}

/// The text of the notices.
fn notices(packages: &Packages) -> String {
    let mut text = String::from(
        "# Third-party notices\n\n\
         The `gridwright` program contains these crates, each under its own licence; the texts of the\n\
         licences come with their sources. SQLite, which one of them brings along, is in the public domain.\n\n\
         Made by `cargo run -p gridwright-workbench -- notices` from the lock file.\n\n\
         | crate | version | licence | source |\n|---|---|---|---|\n",
    );
    for package in packages.0.iter().filter(|package| package.shipped) {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} |",
            package.name, package.version, package.license, package.repository
        );
    }
    text
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], |list| list)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts in a list of `deny.toml`.
    fn allowed(key: &str) -> BTreeSet<String> {
        let text = std::fs::read_to_string(root().join("deny.toml")).unwrap();
        let (_, rest) = text.split_once(&format!("\n{key} = [")).unwrap();
        let (list, _) = rest.split_once("\n]").unwrap();
        let quoted = list.split('"').skip(1).step_by(2);
        quoted.map(str::to_owned).collect()
    }

    /// Whether a licence can be met by those that are allowed: one side of every `OR` and both of
    /// every `AND`. Parentheses stand around one kind alone, in all crates there are.
    fn is_met(license: &str, allowed: &BTreeSet<String>) -> bool {
        let plain = license.replace(['(', ')'], "").replace('/', " OR ");
        plain
            .split(" AND ")
            .all(|part| part.split(" OR ").any(|one| allowed.contains(one.trim())))
    }

    #[test]
    fn licences_sources_and_duplicates_are_those_that_are_allowed() {
        let packages = Packages::read().unwrap();
        let (licenses, twice) = (allowed("allow"), allowed("skip"));
        let mut versions: BTreeMap<&str, usize> = BTreeMap::new();
        for package in &packages.0 {
            let Package { name, license, .. } = package;
            assert!(is_met(license, &licenses), "{name} is under {license:?}");
            *versions.entry(name).or_default() += 1;
        }
        let found: BTreeSet<String> = versions
            .iter()
            .filter(|(_, count)| **count > 1)
            .map(|(name, _)| (*name).to_owned())
            .collect();
        assert_eq!(
            found, twice,
            "what is there twice, and what deny.toml skips"
        );
    }

    #[test]
    fn the_notices_are_those_of_the_lock_file() {
        let there = std::fs::read_to_string(root().join(FILE)).unwrap_or_default();
        let wanted = notices(&Packages::read().unwrap());
        assert!(
            there == wanted,
            "{FILE} is out of date; run `cargo run -p gridwright-workbench -- notices`"
        );
    }

    #[test]
    fn a_licence_is_met_by_one_of_several_and_by_all_of_some() {
        let allowed = ["MIT", "Zlib"].map(str::to_owned).into();
        let check = |license: &str, met: bool| {
            assert_eq!(is_met(license, &allowed), met, "{license}");
        };
        check("MIT", true);
        check("GPL-3.0 OR MIT", true);
        check("GPL-3.0/MIT", true);
        check("(GPL-3.0 OR MIT) AND Zlib", true);
        check("MIT AND GPL-3.0", false);
        check("", false);
    }
}

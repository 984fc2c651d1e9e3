//! The catalogue of codes: complete, unique, and the same as `docs/codes.md`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use gridwright_core::fault::{Code, CodeKind};
use gridwright_games::document;
use gridwright_games::kind::Kind;
use gridwright_games::registry::{self, Visitor};

#[test]
fn the_catalogue_is_complete_and_current() {
    let mut collected = Collected(vec![
        ("input, code, pack".into(), document::ALL.to_vec()),
        ("generate".into(), gridwright_core::generate::ALL.to_vec()),
        ("edit".into(), gridwright_core::edit::ALL.to_vec()),
        (
            "progress".into(),
            [
                gridwright_workshop::progress::codes::ALL,
                gridwright_progress::codes::ALL,
            ]
            .concat(),
        ),
        ("workshop".into(), gridwright_workshop::codes::ALL.to_vec()),
        ("web".into(), gridwright_web::codes::ALL.to_vec()),
    ]);
    registry::visit(&mut collected);
    let mut seen = BTreeMap::new();
    for (section, codes) in &collected.0 {
        for code in codes {
            let twice = seen.insert(code.id(), section.clone());
            assert_eq!(twice, None, "{} is declared twice", code.id());
            assert!(code.meaning().ends_with('.'), "{}", code.id());
        }
    }
    let wanted = written(&collected.0);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/codes.md");
    if std::env::var_os("GRIDWRIGHT_UPDATE").is_some() {
        std::fs::write(&path, &wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == wanted,
        "docs/codes.md is out of date; run the tests with GRIDWRIGHT_UPDATE=1"
    );
}

struct Collected(Vec<(String, Vec<Code>)>);

impl Visitor for Collected {
    fn visit<K: Kind>(&mut self) {
        for code in K::ABOUT.codes {
            let prefix = code.id().split('.').next();
            assert_eq!(
                prefix,
                Some(K::ABOUT.id),
                "codes begin with the name of the game"
            );
        }
        self.0.push((K::ABOUT.id.into(), K::ABOUT.codes.to_vec()));
    }
}

fn written(sections: &[(String, Vec<Code>)]) -> String {
    let mut out = String::from(
        "# Codes\n\nEvery fault, refusal and remark the program can report. Codes are stable: \
         programs may rely on them. This file is made by the tests; to renew it run them with \
         `GRIDWRIGHT_UPDATE=1`.\n",
    );
    for (section, codes) in sections {
        let _ = write!(
            out,
            "\n## {section}\n\n| code | kind | meaning |\n|---|---|---|\n"
        );
        for code in codes {
            let kind = match code.kind() {
                CodeKind::Fault => "fault",
                CodeKind::Refusal => "refusal",
                CodeKind::Remark => "remark",
            };
            let _ = writeln!(out, "| `{}` | {kind} | {} |", code.id(), code.meaning());
        }
    }
    out
}

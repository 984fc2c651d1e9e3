//! The description of the API, held against real answers of every call.

use std::collections::{BTreeMap, BTreeSet};

use gridwright_probe::Answer;
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::running::{FIRST, Running, at, fresh, shipped};

/// Checks answers against the description and notes which calls were made.
struct Described<'a> {
    running: &'a Running,
    document: Value,
    validators: BTreeMap<String, Validator>,
    good: BTreeSet<String>,
    bad: BTreeSet<String>,
}

impl<'a> Described<'a> {
    fn new(running: &'a Running) -> Self {
        let document = running.get("/api/openapi.json").json();
        Described {
            running,
            document,
            validators: BTreeMap::new(),
            good: BTreeSet::new(),
            bad: BTreeSet::new(),
        }
    }

    /// Checks data against the schema at a pointer into the description.
    fn fits(&mut self, pointer: &str, data: &Value, about: &str) {
        let document = &self.document;
        let validator = self
            .validators
            .entry(pointer.to_owned())
            .or_insert_with(|| {
                let mut schema = document.pointer(pointer).expect(pointer).clone();
                if schema == true {
                    schema = json!({});
                }
                schema["components"] = document["components"].clone();
                jsonschema::draft202012::new(&schema).unwrap()
            });
        let wrong: Vec<String> = validator
            .iter_errors(data)
            .map(|e| format!("{} at {}", e, e.instance_path()))
            .collect();
        assert!(wrong.is_empty(), "{about}: {wrong:?}");
    }

    /// Notes and checks an answer to a call that is described under `template`.
    fn check(&mut self, method: &str, template: &str, answer: &Answer, about: &str) {
        let name = format!("{method} {template}");
        let response = if answer.status == 200 {
            self.good.insert(name);
            "200"
        } else {
            assert!(
                (400..500).contains(&answer.status),
                "{about}: {}",
                answer.status
            );
            self.bad.insert(name);
            "default"
        };
        let path = template.replace('/', "~1");
        let content = "content/application~1json/schema";
        let pointer = format!("/paths/{path}/{method}/responses/{response}/{content}");
        self.fits(&pointer, &answer.json(), about);
    }

    fn get(&mut self, template: &str, path: &str) {
        let answer = self.running.get(path);
        self.check("get", template, &answer, path);
    }

    fn post(&mut self, path: &str, body: Value) {
        let answer = self.running.post(path, &body);
        let path_pointer = path.replace('/', "~1");
        if answer.status == 200 {
            let pointer =
                format!("/paths/{path_pointer}/post/requestBody/content/application~1json/schema");
            self.fits(&pointer, &body, path);
        }
        self.check("post", path, &answer, &format!("{path} {body}"));
    }

    fn job(&mut self, body: Value) {
        let kind = body["kind"].as_str().unwrap_or_default().to_owned();
        let schema = "/paths/~1api~1jobs/post/responses/200/content/text~1event-stream/schema";
        let outcomes = self.document.pointer(schema).unwrap()["$ref"].clone();
        let outcomes = outcomes
            .as_str()
            .unwrap()
            .trim_start_matches('#')
            .to_owned();
        match self.running.job(&body) {
            Err(answer) => self.check("post", "/api/jobs", &answer, &body.to_string()),
            Ok(events) => {
                self.good.insert("post /api/jobs".into());
                for event in events {
                    let property = match &event.name[..] {
                        "done" => kind.clone(),
                        "item" => format!("{kind}_item"),
                        other => other.to_owned(),
                    };
                    let pointer = format!("{outcomes}/properties/{property}");
                    self.fits(&pointer, &event.data, &format!("{body} {}", event.name));
                }
            }
        }
    }
}

#[test]
fn every_call_answers_as_it_is_described() {
    let (_home, running) = fresh();
    let mut api = Described::new(&running);
    let games = running.get("/api/games").json();
    api.get("/api/games", "/api/games");
    api.get("/api/games", "/api/games?x=1");
    api.get("/api/progress", "/api/progress");
    api.get("/api/progress", "/api/progress?x=1");
    for (game, address) in FIRST.iter().map(|(game, address)| (*game, &address[..])) {
        let (level, solution) = shipped(address);
        let named = at(address);
        for pack in games["games"].as_array().unwrap() {
            if pack["id"] == game {
                for pack in pack["packs"].as_array().unwrap() {
                    let path = format!("/api/packs/{game}/{}", pack["name"].as_str().unwrap());
                    api.get("/api/packs/{game}/{pack}", &path);
                }
            }
        }
        api.get(
            "/api/packs/{game}/{pack}",
            &format!("/api/packs/{game}/none"),
        );
        api.get(
            "/api/daily/{game}",
            &format!("/api/daily/{game}?date=2026-11-16"),
        );
        api.get(
            "/api/daily/{game}",
            &format!("/api/daily/{game}?date=1999-01-01"),
        );
        api.post("/api/level", json!({ "level": named }));
        api.post("/api/level", json!({ "level": { "document": level } }));
        api.post(
            "/api/level",
            json!({ "level": { "document": { "game": game } } }),
        );
        for x in 0..3 {
            let gesture = json!({ "type": "tap", "at": [x, 0] });
            api.post("/api/play", json!({ "level": named, "gesture": gesture }));
            api.post("/api/reach", json!({ "level": named, "at": [x, 1] }));
        }
        api.post(
            "/api/play",
            json!({ "level": named, "moves": solution, "coming": solution }),
        );
        api.post("/api/play", json!({ "level": named, "moves": [1] }));
        api.post("/api/reach", json!({ "level": named }));
        let piece = solution["placements"][0]["piece"]
            .as_str()
            .unwrap_or("none");
        let hand = json!({ "piece": piece, "side": 0, "sides": 2, "turns": 1, "grabbed": [0, 0] });
        api.post("/api/hand", json!({ "level": named, "hand": hand }));
        api.post("/api/hint", json!({ "level": named }));
        api.post("/api/hint", json!({ "level": named, "moves": { "x": 1 } }));
        api.post(
            "/api/verify",
            json!({ "level": named, "solution": solution }),
        );
        api.post("/api/verify", json!({ "level": named, "solution": 3 }));
        api.post("/api/draft", json!({ "game": game }));
        api.post(
            "/api/draft",
            json!({ "game": game, "document": level, "edit": { "type": "mirror" } }),
        );
        api.post("/api/draft", json!({ "game": game, "document": 3 }));
        api.post(
            "/api/progress/moves",
            json!({ "level": named, "moves": solution }),
        );
        api.post("/api/progress/moves", json!({ "level": named, "moves": 3 }));
        api.post(
            "/api/progress/complete",
            json!({ "level": named, "moves": solution, "ms": 5 }),
        );
        api.post(
            "/api/progress/complete",
            json!({ "level": named, "moves": 3 }),
        );
        api.post("/api/level", json!({ "level": named }));
        for kind in ["solve", "inspect", "review", "explain", "plates", "tree"] {
            api.job(json!({ "kind": kind, "level": named, "timeLimit": 5 }));
        }
        for listing in ["best", "every"] {
            api.job(json!({ "kind": "solve", "level": named, "all": listing, "timeLimit": 5 }));
        }
        api.job(json!({ "kind": "review", "level": named, "moves": solution, "timeLimit": 5 }));
    }
    api.job(json!({ "kind": "solve", "level": at("iq-circuit/booklet/49"), "trace": true }));
    api.job(json!({ "kind": "generate", "game": "lights-off", "seed": 3 }));
    api.get("/api/progress", "/api/progress");
    api.get("/api/progress/export", "/api/progress/export");
    let export = running.get("/api/progress/export").json();
    api.post("/api/progress/import", export);
    api.post("/api/progress/import", json!({ "x": 1 }));
    api.post("/api/progress/reset", json!({ "game": "tint" }));
    api.post("/api/progress/reset", json!({ "game": "chess" }));
    api.get("/api/openapi.json", "/api/openapi.json");

    let paths = api.document["paths"].as_object().unwrap();
    let named = |(path, methods): (&String, &Value)| -> Vec<String> {
        let methods = methods.as_object().unwrap().keys();
        methods.map(|method| format!("{method} {path}")).collect()
    };
    let described: BTreeSet<String> = paths.iter().flat_map(named).collect();
    assert_eq!(
        api.good, described,
        "every call was made, and every call made is described"
    );
    // These two take nothing that could be wrong.
    let faultless = ["get /api/progress/export", "get /api/openapi.json"];
    let missing: Vec<_> = described
        .difference(&api.bad)
        .filter(|name| !faultless.contains(&&name[..]))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

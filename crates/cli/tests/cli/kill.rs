//! Killing the server at any moment loses no completed record.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use gridwright_games::registry;
use gridwright_probe::Client;
use serde_json::{Value, json};

/// A server in a process of its own.
struct Served {
    child: Child,
    addr: SocketAddr,
}

impl Served {
    fn start(home: &Path) -> Served {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gridwright"))
            .args(["serve", "--addr", "127.0.0.1:0", "--json"])
            .env("GRIDWRIGHT_HOME", home)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut text = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let told: Value = loop {
            assert_ne!(lines.read_line(&mut text).unwrap(), 0, "{text}");
            if let Ok(told) = serde_json::from_str(&text) {
                break told;
            }
        };
        let addr = told["addr"].as_str().unwrap().parse().unwrap();
        Served { child, addr }
    }

    /// Ends it without a word of warning.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Addresses and solutions of levels that can be completed.
fn levels() -> Vec<(String, Value)> {
    let game = registry::game("tint").unwrap();
    let pack = registry::read_shipped(&game.packs()[0]);
    let address = |id: String| format!("tint/{}/{id}", pack.pack);
    let levels = pack.levels.into_iter();
    levels
        .map(|record| (address(record.id.unwrap()), record.solution))
        .collect()
}

#[test]
fn every_answered_completion_outlives_a_kill() {
    let home = tempfile::tempdir().unwrap();
    let levels = Arc::new(levels());
    let mut answered: Vec<(String, u64)> = Vec::new();
    for round in 0..6u64 {
        let served = Served::start(home.path());
        let (ended, noted) = (
            Arc::new(AtomicBool::new(false)),
            Arc::new(Mutex::new(Vec::new())),
        );
        let players: Vec<_> = (0..3)
            .map(|player| {
                let (levels, ended, noted) = (levels.clone(), ended.clone(), noted.clone());
                let addr = served.addr;
                std::thread::spawn(move || {
                    let mut client = Client::connect(addr).unwrap();
                    // Faster and faster, so that every record that is kept shows by its time.
                    for (turn, ms) in (0..1000).zip((1..=1_000_000).rev()) {
                        let (address, solution) = &levels[(turn * 3 + player) % levels.len()];
                        let ms = ms - round * 10_000;
                        let body = json!({
                            "level": { "address": address }, "moves": solution, "ms": ms,
                        });
                        match client.post("/api/progress/complete", &body) {
                            Ok(answer) => {
                                assert_eq!(answer.status, 200, "{}", answer.json());
                                noted.lock().unwrap().push((address.clone(), ms));
                            }
                            Err(_) if ended.load(Ordering::SeqCst) => return,
                            Err(error) => panic!("{error}"),
                        }
                    }
                })
            })
            .collect();
        std::thread::sleep(Duration::from_millis(150 + round * 37));
        ended.store(true, Ordering::SeqCst);
        served.kill();
        for player in players {
            player.join().unwrap();
        }
        answered.append(&mut noted.lock().unwrap());
        let served = Served::start(home.path());
        let mut client = Client::connect(served.addr).unwrap();
        let export = client.get("/api/progress/export").unwrap().json();
        for (address, ms) in &answered {
            let key = address.trim_start_matches("tint/");
            let kept = &export["games"]["tint"]["levels"][key]["completed"]["bestMs"];
            let kept = kept.as_u64().unwrap_or(u64::MAX);
            assert!(
                kept <= *ms,
                "round {round}: {address} in {ms} ms, kept {kept}"
            );
        }
        served.kill();
    }
    assert!(
        answered.len() >= 6,
        "the rounds are long enough to complete levels"
    );
}

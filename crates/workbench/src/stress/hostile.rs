//! What can be done to a server by those who mean it no good. Each goes on until it is told that
//! it is over, and does not mind being refused or cut off.

use std::net::SocketAddr;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use gridwright_games::document::code;
use gridwright_games::registry::GAMES;
use gridwright_probe::Client;

/// An attack.
#[derive(Clone, Copy)]
pub(crate) struct Attack {
    /// What is done, in a few words.
    pub(crate) name: &'static str,
    /// How many do it at once.
    pub(crate) clients: usize,
    /// What one of them does, again and again.
    act: fn(SocketAddr) -> std::io::Result<()>,
}

impl Attack {
    /// What one client does until it is over.
    pub(crate) fn go_on(&self, addr: &dyn Fn() -> SocketAddr, over: &AtomicBool) {
        while !over.load(Ordering::Relaxed) {
            if (self.act)(addr()).is_err() {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }
}

/// All attacks; the first is none.
pub(crate) const ATTACKS: &[Attack] = &[
    Attack {
        name: "none",
        clients: 0,
        act: |_| Ok(()),
    },
    Attack {
        name: "clients that connect and say nothing",
        clients: 1060,
        act: |addr| linger(&Client::connect(addr)?),
    },
    Attack {
        name: "clients that ask for pages and never read",
        clients: 1060,
        act: |addr| {
            let mut client = Client::connect(addr)?;
            let asked = format!("GET /api/games HTTP/1.1\r\nhost: {addr}\r\n\r\n");
            for _ in 0..8 {
                client.raw(asked.as_bytes())?;
            }
            linger(&client)
        },
    },
    Attack {
        name: "imports of 16 MiB",
        clients: 120,
        act: |addr| send(addr, "/api/progress/import", IMPORT.as_bytes()),
    },
    Attack {
        name: "imports that never come to an end",
        clients: 200,
        act: |addr| {
            let mut client = begin(addr, "/api/progress/import", 16 << 20)?;
            client.raw(&[b' '; 4096])?;
            linger(&client)
        },
    },
    Attack {
        name: "requests of 1 MB",
        clients: 16,
        act: |addr| send(addr, "/api/play", BOARD.as_bytes()),
    },
    Attack {
        name: "level codes that unpack to millions of lists",
        clients: 8,
        act: |addr| send(addr, "/api/level", BOMB.as_bytes()),
    },
    Attack {
        name: "hints asked for and left",
        clients: 16,
        act: |addr| {
            let request = json!({ "level": { "document": wide("torus") } }).to_string();
            let mut client = begin(addr, "/api/hint", request.len())?;
            client.raw(request.as_bytes())?;
            std::thread::sleep(Duration::from_millis(100));
            Ok(())
        },
    },
    Attack {
        name: "explanations of the largest boards, never read",
        clients: 16,
        act: |addr| {
            let job = json!({ "kind": "explain", "level": { "document": wide("square") } });
            let job = job.to_string();
            let mut client = begin(addr, "/api/jobs", job.len())?;
            client.raw(job.as_bytes())?;
            linger(&client)
        },
    },
    Attack {
        name: "the largest boards, drawn again and again",
        clients: 16,
        act: |addr| send(addr, "/api/play", DRAWN.as_bytes()),
    },
    Attack {
        name: "jobs opened and dropped",
        clients: 16,
        act: |addr| {
            let level = json!({ "document": wide("torus") });
            let job = json!({ "kind": "solve", "level": level, "timeLimit": 300 });
            let mut client = Client::connect(addr)?;
            client.patience(Duration::from_secs(2))?;
            client.job(&job, &mut |_| false).map(drop)
        },
    },
];

/// A document of 16 MiB that is no progress. Made once, like all that is sent often, so that making
/// it takes nothing from those who are measured.
static IMPORT: LazyLock<String> =
    LazyLock::new(|| format!("{{\"games\":{}0}}", " ".repeat((16 << 20) - 12)));

/// A request of nearly a mebibyte.
static BOARD: LazyLock<String> = LazyLock::new(|| {
    let board = "[1,0,1,0,1,0,1,0],".repeat(55_000);
    format!("{{\"level\":{{\"document\":{{\"initialState\":[{board}[1]]}}}}}}")
});

/// A short request for the picture of the widest board.
static DRAWN: LazyLock<String> = LazyLock::new(|| {
    let about = GAMES[0].about();
    let code = code::encode(about.number, about.words, &wide("square"));
    json!({ "level": { "code": code.unwrap_or_default() } }).to_string()
});

/// A request with a short code for a level that has a very long list beside it.
static BOMB: LazyLock<String> = LazyLock::new(|| {
    let lists = Value::Array(vec![Value::Array(Vec::new()); 1_000_000]);
    let about = GAMES[0].about();
    let document = json!({ "game": about.id, "meta": { "notes": lists } });
    let code = code::encode(about.number, about.words, &document);
    json!({ "level": { "code": code.unwrap_or_default() } }).to_string()
});

/// Stays for a while, without reading.
fn linger(client: &Client) -> std::io::Result<()> {
    std::thread::sleep(Duration::from_secs(10));
    client.patience(Duration::from_secs(1))
}

fn begin(addr: SocketAddr, path: &str, bytes: usize) -> std::io::Result<Client> {
    let mut client = Client::connect(addr)?;
    client.patience(Duration::from_secs(12))?;
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {addr}\r\ncontent-type: application/json\r\ncontent-length: {bytes}\r\n\r\n"
    );
    client.raw(head.as_bytes())?;
    Ok(client)
}

fn send(addr: SocketAddr, path: &str, body: &[u8]) -> std::io::Result<()> {
    let mut client = begin(addr, path, body.len())?;
    client.raw(body)?;
    client.answer().map(drop)
}

/// The widest board of lamps that the page takes.
fn wide(topology: &str) -> Value {
    let lamp = |x: usize, y: usize| (x * x + 3 * y * y + x * y) % 7 < 3;
    let row = |y: usize| (0..64).map(|x| lamp(x, y)).collect::<Vec<bool>>();
    let lamps: Vec<Vec<bool>> = (0..64).map(row).collect();
    json!({ "game": "lights-off", "topology": topology, "initialState": lamps })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A level that is refused at once attacks nothing.
    #[test]
    fn the_widest_boards_can_be_opened() {
        for topology in ["square", "torus"] {
            let level = wide(topology).to_string();
            assert!(GAMES[0].open(&level).is_ok(), "{topology}");
        }
    }
}

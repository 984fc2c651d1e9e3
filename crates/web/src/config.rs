//! What a server can be told before it starts.

use std::net::SocketAddr;
use std::path::PathBuf;

use gridwright_workshop::Games;

/// What a server can be told before it starts.
#[derive(Clone)]
pub struct Config {
    /// Where it listens; port 0 takes any free one.
    pub addr: SocketAddr,
    /// The folder of saved progress.
    pub home: PathBuf,
    /// The token that requests need; on an address that others can reach, one is made up if there
    /// is none here.
    pub token: Option<String>,
    /// The games it serves.
    pub games: Games,
    /// How many cores to count on; those of the machine if `None`.
    pub cores: Option<usize>,
}

impl Config {
    /// A server at an address that keeps progress in a folder.
    pub fn new(addr: SocketAddr, home: PathBuf) -> Self {
        Config {
            addr,
            home,
            token: None,
            games: Games::SHIPPED,
            cores: None,
        }
    }
}

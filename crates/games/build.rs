//! Puts the shipped packs beside the program without their white space: people read the files in
//! `levels`, and what a browser fetches is smaller without it.

#![expect(
    clippy::disallowed_methods,
    reason = "this runs before the crate, not in it"
)]

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let levels = Path::new("../../levels");
    println!("cargo::rerun-if-changed={}", levels.display());
    let out = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    for game in fs::read_dir(levels)? {
        let game = game?;
        let folder = Path::new(&out).join(game.file_name());
        fs::create_dir_all(&folder)?;
        for pack in fs::read_dir(game.path())? {
            let pack = pack?;
            if pack.file_type()?.is_file() {
                let text = fs::read_to_string(pack.path())?;
                fs::write(folder.join(pack.file_name()), without_white_space(&text))?;
            }
        }
    }
    Ok(())
}

/// JSON text with the white space in its strings alone.
fn without_white_space(text: &str) -> String {
    let (mut in_string, mut escaped) = (false, false);
    text.chars()
        .filter(|&c| {
            let kept = in_string || !c.is_ascii_whitespace();
            in_string ^= c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            kept
        })
        .collect()
}

//! Puts the shipped packs beside the program in columns: people read the files in `levels`, and what a
//! browser fetches is much smaller so. `src/document/columns.rs` reads them and tells how they look.

#![expect(
    clippy::disallowed_methods,
    reason = "this runs before the crate, not in it"
)]

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let levels = Path::new("../../levels");
    println!("cargo::rerun-if-changed={}", levels.display());
    let out = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    for game in sorted(levels)? {
        let mut files = sorted(&game)?;
        files.retain(|path| path.is_file());
        let names = files.iter().filter_map(|path| path.file_stem()?.to_str());
        let mut places = Places::default();
        places.tell(0, names.collect::<Vec<_>>().join("\t"));
        for path in &files {
            places.put_below(0, "", &without_white_space(&fs::read_to_string(path)?));
        }
        let kept = Path::new(&out).join(game.file_name().unwrap_or_default());
        fs::write(kept.with_extension("columns"), places.kept())?;
    }
    Ok(())
}

/// What a folder holds, in the same order everywhere.
fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = entries.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// JSON text with the white space in its strings alone.
fn without_white_space(text: &str) -> String {
    let mut scan = Scan::default();
    let kept = |&c: &char| scan.is_in_string(c) || !c.is_ascii_whitespace();
    text.chars().filter(kept).collect()
}

/// Places in the order in which they are reached.
struct Places(Vec<Place>);

impl Default for Places {
    fn default() -> Self {
        Places(vec![Place::default()])
    }
}

#[derive(Default)]
struct Place {
    words: Vec<String>,
    column: Vec<u8>,
    below: Vec<(String, usize)>,
}

impl Places {
    /// Puts a value without white space, and all that it holds, into the columns.
    fn put(&mut self, at: usize, text: &str) {
        let inner = || parts(&text[1..text.len() - 1], ',');
        if text.starts_with('{') {
            let members: Vec<(&str, &str)> = inner().into_iter().map(member).collect();
            let keys: Vec<&str> = members.iter().map(|&(key, _)| key).collect();
            self.tell(at, format!("{{{}", keys.join("\t")));
            for (key, value) in members {
                self.put_below(at, key, value);
            }
        } else if text.starts_with('[') {
            let values = inner();
            self.tell(at, format!("[{}", values.len()));
            for value in values {
                self.put_below(at, "", value);
            }
        } else {
            self.tell(at, text.to_owned());
        }
    }

    fn put_below(&mut self, at: usize, key: &str, value: &str) {
        let next = self.0.len();
        let below = &mut self.0[at].below;
        let known = below.iter().find(|(known, _)| known == key);
        let place = known.map_or(next, |&(_, place)| place);
        if place == next {
            below.push((key.to_owned(), next));
            self.0.push(Place::default());
        }
        self.put(place, value);
    }

    fn tell(&mut self, at: usize, word: String) {
        let Place { words, column, .. } = &mut self.0[at];
        if let Some(seen) = words.iter().position(|known| *known == word) {
            number(seen + 1, column);
        } else {
            words.push(word);
            number(0, column);
        }
    }

    fn kept(&self) -> Vec<u8> {
        let mut kept = Vec::new();
        number(self.0.len(), &mut kept);
        for Place { words, column, .. } in &self.0 {
            number(words.iter().map(|word| word.len() + 1).sum(), &mut kept);
            number(column.len(), &mut kept);
        }
        for word in self.0.iter().flat_map(|place| &place.words) {
            kept.extend(word.as_bytes());
            kept.push(b'\n');
        }
        self.0.iter().for_each(|place| kept.extend(&place.column));
        kept
    }
}

/// The parts of JSON text between signs that stand in nothing else.
fn parts(text: &str, sign: char) -> Vec<&str> {
    let (mut scan, mut depth, mut from, mut parts) = (Scan::default(), 0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            _ if scan.is_in_string(c) => {}
            '[' | '{' => depth += 1,
            ']' | '}' => depth -= 1,
            _ if c == sign && depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    if !text.is_empty() {
        parts.push(&text[from..]);
    }
    parts
}

/// The key of a member of an object, and its value.
fn member(text: &str) -> (&str, &str) {
    let quoted = parts(text, ':')[0];
    (&quoted[1..quoted.len() - 1], &text[quoted.len() + 1..])
}

/// Where JSON text is in the middle of a string.
#[derive(Default)]
struct Scan {
    in_string: bool,
    escaped: bool,
}

impl Scan {
    /// Whether the next character belongs to a string; the quotation mark that ends one does not.
    fn is_in_string(&mut self, c: char) -> bool {
        self.in_string ^= c == '"' && !self.escaped;
        self.escaped = c == '\\' && !self.escaped;
        self.in_string
    }
}

/// Tells a number in bytes of seven bits each, all but the last marked.
fn number(mut value: usize, bytes: &mut Vec<u8>) {
    while value > 127 {
        bytes.push((value % 128) as u8 | 128);
        value /= 128;
    }
    bytes.push(value as u8);
}

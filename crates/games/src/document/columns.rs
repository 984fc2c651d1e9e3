//! Packs as they lie in the program: the values that stand in the same place of every level one after
//! another, all costs beside costs, all colours beside colours. Sorted like that they are a third of
//! their text, and compressed with the engine, two thirds.
//!
//! A place has the words that it ever has, one a line, and a column of numbers. Every value is a
//! number: the place of its word among those seen there, from 1 on, or 0 for the next new one. Words
//! are the text of what holds nothing else, the keys of an object behind `{`, and the length of a list
//! behind `[`; what they hold comes after them, from places below this one. Places have the order in
//! which they are reached; the word of the first is the names of all packs of a game, and the packs are
//! below it. `build.rs` writes this: how many places there are, the lengths of each one's words and of
//! its column, then all words, then all columns.

/// The text of a pack that was put into columns with others.
///
/// # Panics
/// If the columns are damaged or have no such pack; a test reads all of them.
pub fn pack(kept: &[u8], name: &str) -> String {
    let mut places = Places::new(kept);
    let mut text = String::new();
    let names = places.word(0);
    let packs = places.below(0, "");
    for before in names.split('\t') {
        text.clear();
        places.write(packs, &mut text);
        if before == name {
            return text;
        }
    }
    panic!("no pack is called {name}")
}

/// The places that were not reached yet stand behind those that were.
struct Places<'a> {
    all: Vec<Place<'a>>,
    reached: usize,
}

#[derive(Default)]
struct Place<'a> {
    new: &'a str,
    seen: Vec<&'a str>,
    column: &'a [u8],
    below: Vec<(&'a str, usize)>,
}

impl<'a> Places<'a> {
    fn new(mut kept: &'a [u8]) -> Self {
        let lengths: Vec<_> = (0..number(&mut kept))
            .map(|_| (number(&mut kept), number(&mut kept)))
            .collect();
        let (words, mut columns) = kept.split_at(lengths.iter().map(|&(words, _)| words).sum());
        let mut words = std::str::from_utf8(words).expect("the words of a pack are text");
        let mut all = Vec::with_capacity(lengths.len());
        for (length, count) in lengths {
            let mut place = Place::default();
            (place.new, words) = words.split_at(length);
            (place.column, columns) = columns.split_at(count);
            all.push(place);
        }
        Places { all, reached: 1 }
    }

    /// The next word of a place.
    fn word(&mut self, at: usize) -> &'a str {
        let place = &mut self.all[at];
        if let Some(before) = number(&mut place.column).checked_sub(1) {
            return place.seen[before];
        }
        let (word, rest) = place.new.split_once('\n').expect("there is a new word");
        place.new = rest;
        place.seen.push(word);
        word
    }

    /// The place of a key below a place.
    fn below(&mut self, at: usize, key: &'a str) -> usize {
        let below = &mut self.all[at].below;
        if let Some(&(_, place)) = below.iter().find(|(known, _)| *known == key) {
            return place;
        }
        below.push((key, self.reached));
        self.reached += 1;
        self.reached - 1
    }

    /// Writes the next value of a place.
    fn write(&mut self, at: usize, text: &mut String) {
        let word = self.word(at);
        if let Some(keys) = word.strip_prefix('{') {
            text.push('{');
            for (i, key) in keys.split_terminator('\t').enumerate() {
                text.push_str(if i == 0 { "\"" } else { ",\"" });
                text.push_str(key);
                text.push_str("\":");
                let below = self.below(at, key);
                self.write(below, text);
            }
            text.push('}');
        } else if let Some(length) = word.strip_prefix('[') {
            text.push('[');
            for i in 0..length.parse().expect("a list has a length") {
                if i > 0 {
                    text.push(',');
                }
                let below = self.below(at, "");
                self.write(below, text);
            }
            text.push(']');
        } else {
            text.push_str(word);
        }
    }
}

/// A number told in bytes of seven bits each, all but the last marked.
fn number(bytes: &mut &[u8]) -> usize {
    let mut value = 0;
    for shift in (0..).step_by(7) {
        let byte = bytes[0];
        *bytes = &bytes[1..];
        value |= usize::from(byte & 127) << shift;
        if byte < 128 {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use crate::registry::Games;

    #[test]
    fn shipped_packs_are_what_their_files_say() {
        for game in Games::SHIPPED.0 {
            for pack in game.packs() {
                let levels = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels");
                let path = format!("{levels}/{}/{}.json", game.id(), pack.name);
                let file = std::fs::read_to_string(&path).expect("the file is there");
                let file: Value = serde_json::from_str(&file).expect("it is JSON");
                assert_eq!((pack.text)(), file.to_string(), "{path}");
            }
        }
    }
}

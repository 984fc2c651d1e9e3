//! What people read: names, rows and columns, in whole sentences; never coordinates, numbers and
//! names of files, compass letters or JSON pointers.

use std::collections::BTreeMap;
use std::path::Path;

use gridwright_core::budget::Budget;
use gridwright_core::edit::Edit;
use gridwright_core::gesture::Gesture;
use gridwright_core::grid::{Cell, cells};
use gridwright_core::played::Played;
use gridwright_core::puzzle::{Explain, Puzzle};
use gridwright_core::rng::Rng;
use gridwright_core::scene::Scene;
use gridwright_core::solve::{Certify, Verdict, Wish};
use gridwright_games::document;
use gridwright_games::kind::Kind;
use gridwright_games::registry::Visitor;

use crate::play::random_gesture;
use crate::{over_all_games, shipped_levels};

/// How many levels of each pack are asked about.
const LEVELS: usize = 10;

/// Enough to solve nearly all of them; the others say that they do not know, in words too.
const NODES: u64 = 20_000;

#[test]
fn people_read_names_in_whole_sentences() {
    struct Words(Reader);
    impl Visitor for Words {
        fn visit<K: Kind>(&mut self) {
            let reader = &mut self.0;
            reader.declared::<K>();
            let lessons = K::ABOUT.lessons.iter().chain(K::ABOUT.mechanics);
            for lesson in lessons {
                let level = document::read_level::<K>(lesson.level).unwrap().level;
                reader.level::<K>(&level, lesson.text);
                reader.findings::<K>(&level, lesson.text);
            }
            for (address, level) in some_levels::<K>() {
                reader.level::<K>(&level, &address);
            }
            reader.faulty_files::<K>();
            reader.editor::<K>();
        }
    }
    let mut words = Words(Reader::default());
    over_all_games(&mut words);
    let unfit = words.0.unfit;
    let lines = unfit
        .iter()
        .map(|(text, (why, address))| format!("{why}: {text} ({address})"));
    let lines: Vec<String> = lines.collect();
    assert!(lines.is_empty(), "{}", lines.join("\n"));
}

#[test]
fn unfit_words_are_found() {
    for (text, expected) in [
        ("Take red from (0,3).", Some("(0,3)")),
        ("Take red from (0, 3).", Some("(0, 3)")),
        ("The switch at [4, 1] is closed.", Some("[4, 1]")),
        ("Lay I3a.", Some("I3a")),
        ("The red shape 2 goes up.", Some("shape 2")),
        ("It has ID 7.", Some("ID 7")),
        ("It belongs to /pads/3.", Some("/pads/3.")),
        ("North red.", Some("north")),
        ("It takes 1 steps.", Some("1 steps")),
        ("It takes 1 press in row 1 (of 5); row 1 leads.", None),
        ("Slide the red T right 1: the upper cat goes home.", None),
    ] {
        assert_eq!(unfit(text).as_deref(), expected, "{text}");
    }
}

/// The first levels of every pack.
fn some_levels<K: Kind>() -> Vec<(String, K::Level)> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut levels = shipped_levels::<K>();
    levels.retain(|(address, _)| {
        let pack = address.rsplit_once('/').map_or("", |(pack, _)| pack);
        let count = seen.entry(pack.to_owned()).or_default();
        *count += 1;
        *count <= LEVELS
    });
    let levels = levels.into_iter().map(|(address, record)| {
        let opened = document::read_level::<K>(&record.level.to_string());
        (address, opened.unwrap().level)
    });
    levels.collect()
}

/// Reads everything, and keeps what no person should have to read, with the reason and one place
/// where it was said.
#[derive(Default)]
struct Reader {
    unfit: BTreeMap<String, (String, String)>,
}

impl Reader {
    /// What a game declares.
    fn declared<K: Kind>(&mut self) {
        let about = K::ABOUT;
        let lessons = about.lessons.iter().chain(about.mechanics);
        for text in lessons
            .map(|lesson| lesson.text)
            .chain(about.tools.iter().map(|tool| tool.help))
            .chain(about.knobs.iter().map(|knob| knob.help))
            .chain(about.options.iter().map(|option| option.help))
            .chain(about.prunings.iter().map(|pruning| pruning.help))
            .chain(about.codes.iter().map(|code| code.meaning()))
            .chain(std::iter::once(about.summary))
        {
            self.sentence(text, about.id);
        }
    }

    /// Everything that is said of a level while it is played and explained.
    fn level<K: Kind>(&mut self, level: &K::Level, address: &str) {
        let budget = Budget::unlimited().with_nodes(NODES);
        for seed in 0..2 {
            let played = self.scribbled::<K>(level, seed, address);
            let position = played.position();
            self.scene(&K::scene(level, position, &[]), address);
            let hint = K::hint(level, &played, &budget);
            self.sentence(&hint.why, address);
            for remark in &hint.remarks {
                self.sentence(&remark.message, address);
            }
            if !level.is_solved(position) {
                self.sentence(&level.shortfall(position).message, address);
            }
            self.sweep::<K>(level, &played, address);
        }
        if let Some(explanation) = K::explain(level, &budget) {
            for beat in &explanation.beats {
                self.sentence(&beat.text, address);
            }
        }
        let answer = K::solve(level, &Wish::default(), &budget);
        if let Verdict::Unsolvable { certificate } = answer.verdict {
            for statement in certificate.iter().flat_map(Certify::statements) {
                self.sentence(&statement.text, address);
            }
        }
        if let Some(tree) = K::search_tree(level, &Budget::unlimited().with_nodes(100)) {
            self.scene(&tree, address);
        }
    }

    /// What a check finds, with the names of the parts that matter and those that do not.
    fn findings<K: Kind>(&mut self, level: &K::Level, address: &str) {
        let budget = Budget::unlimited().with_nodes(NODES);
        let findings = K::inspect(level, false, &budget);
        for remark in findings.faults.iter().chain(&findings.remarks) {
            self.sentence(&remark.message, address);
        }
        let parts = findings.decoration;
        let why = findings.grade.map_or(Vec::new(), |grade| grade.why);
        for text in [parts.needed, parts.dispensable, parts.undecided, why].concat() {
            self.keep(unfit(&text), &text, address);
        }
    }

    /// A position after random gestures, which are refused now and then; the start for seed 0.
    fn scribbled<K: Kind>(
        &mut self,
        level: &K::Level,
        seed: u64,
        address: &str,
    ) -> Played<K::Level> {
        let mut played = Played::start(level);
        let mut rng = Rng::new("words", seed);
        for _ in 0..seed * 60 {
            let meant = K::gesture(level, played.position(), &random_gesture(&mut rng));
            if let Some(refusal) = meant.refusal {
                self.sentence(&refusal.explain().message, address);
            }
            for mv in meant.moves {
                if level.is_solved(played.position()) {
                    return played;
                }
                if let Err(refusal) = played.make(level, mv) {
                    self.sentence(&refusal.explain().message, address);
                }
            }
        }
        played
    }

    /// Every gesture of a kind at every place, and what is said before one begins.
    fn sweep<K: Kind>(&mut self, level: &K::Level, played: &Played<K::Level>, address: &str) {
        let position = played.position();
        let picture = K::scene(level, position, &[]);
        let (width, height) = (picture.width as i32 + 2, picture.height as i32 + 2);
        for at in cells(width, height).map(|cell| cell.offset(-1, -1)) {
            let key = |key: &str| Gesture::Key {
                key: key.to_owned(),
                at,
            };
            let drag = |dx: i32, dy: i32| Gesture::Drag {
                path: vec![at, at.offset(dx, dy), at.offset(2 * dx, 2 * dy)],
            };
            let gestures = [
                Gesture::Tap { at },
                Gesture::Hold { at },
                Gesture::Lift { at },
                key("left"),
                key("down"),
                key("space"),
                drag(1, 0),
                drag(0, -1),
                drag(-1, 1),
            ];
            for gesture in gestures {
                if let Some(refusal) = K::gesture(level, position, &gesture).refusal {
                    self.sentence(&refusal.explain().message, address);
                }
            }
            if let Some(refusal) = K::reach(level, position, at).refusal {
                self.sentence(&refusal.message, address);
            }
        }
    }

    /// What is said of files that are wrong. Their authors are told keys and names of the file, so
    /// only numbers and places are looked for.
    fn faulty_files<K: Kind>(&mut self) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
        let Ok(files) = std::fs::read_dir(folder.join(K::ABOUT.id).join("invalid")) else {
            return;
        };
        for file in files {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let Err(faults) = document::read_level::<K>(&text) else {
                continue;
            };
            for fault in faults.list() {
                let found = unfit(&fault.message).filter(|found| !is_piece(found));
                self.keep(found, &fault.message, &path.display().to_string());
            }
        }
    }

    /// What the editor refuses, on a blank draft and on one that is full.
    fn editor<K: Kind>(&mut self) {
        let full = shipped_levels::<K>().into_iter().next();
        let drafts = full.map(|(_, record)| record.level.to_string());
        for text in drafts
            .into_iter()
            .chain(K::ABOUT.lessons.iter().map(|l| l.level.to_owned()))
        {
            for tool in K::ABOUT.tools {
                for at in [Cell::new(0, 0), Cell::new(1, 1), Cell::new(3, 2)] {
                    let edit = Edit::Use {
                        tool: tool.id.to_owned(),
                        path: vec![at],
                    };
                    let (mut draft, meta) = document::read_draft::<K>(&text).unwrap();
                    if let Err(refusal) = K::edit(&mut draft, &edit) {
                        self.sentence(&refusal.message, K::ABOUT.id);
                        continue;
                    }
                    self.scene(&K::sketch(&draft).scene, K::ABOUT.id);
                    let made = document::write_draft::<K>(draft, &meta);
                    if let Err(faults) = document::read_level::<K>(&made.to_string()) {
                        for fault in faults.list() {
                            self.sentence(&fault.message, K::ABOUT.id);
                        }
                    }
                }
            }
        }
    }

    fn scene(&mut self, scene: &Scene, address: &str) {
        for text in scene.items.iter().map(|item| &item.label) {
            self.keep(unfit(text), text, address);
        }
        self.keep(unfit(&scene.title), &scene.title, address);
    }

    fn sentence(&mut self, text: &str, address: &str) {
        let first = text.split(' ').next().unwrap_or_default();
        let begins =
            first.starts_with(|c: char| !c.is_lowercase()) || first.contains(char::is_uppercase);
        let whole = begins && text.ends_with(['.', '!', '?']);
        let why = unfit(text).or_else(|| (!whole).then(|| "no sentence".to_owned()));
        self.keep(why, text, address);
    }

    fn keep(&mut self, why: Option<String>, text: &str, address: &str) {
        if let Some(why) = why {
            self.unfit
                .insert(text.to_owned(), (why, address.to_owned()));
        }
    }
}

/// Words that belong to files and programs, if a text has any.
fn unfit(text: &str) -> Option<String> {
    coordinates(text)
        .or_else(|| text.split(' ').find(|word| word.starts_with('/')))
        .map(str::to_owned)
        .or_else(|| {
            let words = text.split(|c: char| !c.is_alphanumeric());
            let words = words.filter(|word| !word.is_empty());
            let words: Vec<&str> = std::iter::once("").chain(words).collect();
            let lone = words.iter().find_map(|word| {
                let small = word.to_lowercase();
                let compass = ["north", "south", "east", "west"].contains(&&small[..]);
                (compass || is_piece(word))
                    .then(|| if compass { small } else { (*word).to_owned() })
            });
            lone.or_else(|| words.windows(3).find_map(|three| numbered(three, text)))
        })
}

/// `shape 2`, `1 steps`, but not `row 1 has`
fn numbered(words: &[&str], text: &str) -> Option<String> {
    const THINGS: [&str; 9] = [
        "shape", "shapes", "pad", "line", "terminal", "piece", "blocker", "id", "cat",
    ];
    let &[before, first, second] = words else {
        return None;
    };
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let thing = THINGS.contains(&&first.to_lowercase()[..]) && is_number(second);
    let counts = !["row", "column", "up", "down", "left", "right"].contains(&before);
    let singular = ["press", "is", "has"].contains(&second);
    let plural = first == "1" && counts && second.ends_with('s') && !singular;
    let both = format!("{first} {second}");
    ((thing || plural) && text.contains(&both)).then_some(both)
}

/// `I3a`, `O4`
fn is_piece(word: &str) -> bool {
    match word.as_bytes() {
        [letter, digit] | [letter, digit, b'a'..=b'z'] => {
            letter.is_ascii_uppercase() && digit.is_ascii_digit()
        }
        _ => false,
    }
}

/// `(2,1)`, `[2, 1]`
fn coordinates(text: &str) -> Option<&str> {
    text.char_indices().find_map(|(start, open)| {
        let close = match open {
            '(' => ')',
            '[' => ']',
            _ => return None,
        };
        let length = text[start..].find(close)?;
        let (x, y) = text[start + 1..start + length].split_once(',')?;
        let number = |text: &str| text.trim_start().parse::<i64>().is_ok();
        (number(x) && number(y)).then(|| &text[start..=start + length])
    })
}

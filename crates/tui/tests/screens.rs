//! Every screen as people see it, with its styles: in sixteen colours, without colour, and in
//! ASCII. Time stands still and every day is the same, so that a picture never changes by itself.
//!
//! A picture that changed on purpose is accepted with `INSTA_UPDATE=always cargo test -p
//! gridwright-tui` and looked at before it is committed.

use std::sync::Arc;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use gridwright_core::text::Charset;
use gridwright_tui::app::App;
use gridwright_tui::look::{Colors, Look};
use gridwright_workshop::Workshop;
use gridwright_workshop::level_ref::LevelRef;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

const LOOKS: [(&str, Charset, Colors); 3] = [
    ("sixteen colours", Charset::Unicode, Colors::Sixteen),
    ("no colour", Charset::Unicode, Colors::None),
    ("ASCII", Charset::Ascii, Colors::Sixteen),
];

/// Draws what is seen after some keys, in every look. `keys` names keys with spaces between them;
/// `Down*3` is a key pressed three times.
fn check(name: &str, size: (u16, u16), level: Option<&str>, keys: &str) {
    let mut picture = String::new();
    for (title, charset, colors) in LOOKS {
        let look = Look { charset, colors };
        let workshop = Arc::new(Workshop::detached());
        let mut app = App::new(workshop, look, level.map(LevelRef::address));
        app.settle();
        let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
        // A click goes to what was drawn last, and a board scrolls as it is drawn.
        app.draw(&mut buffer);
        for key in keys.split_whitespace().flat_map(pressed) {
            app.input(&Event::Key(KeyEvent::new(key, KeyModifiers::NONE)));
            app.settle();
            app.draw(&mut buffer);
        }
        picture += &format!("== {title}\n{}", drawn(&buffer));
    }
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, picture);
    });
}

fn pressed(word: &str) -> Vec<KeyCode> {
    let (name, count) = word.split_once('*').unwrap_or((word, "1"));
    let key = match name {
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "Enter" => KeyCode::Enter,
        "Space" => KeyCode::Char(' '),
        "Tab" => KeyCode::Tab,
        "Esc" => KeyCode::Esc,
        "End" => KeyCode::End,
        letter => KeyCode::Char(letter.chars().next().expect("a key has a name")),
    };
    vec![key; count.parse().expect("a count is a number")]
}

/// The characters of every row, and below it the styles of its runs.
fn drawn(buffer: &Buffer) -> String {
    let mut out = String::new();
    let area = buffer.area;
    for y in 0..area.height {
        let cells: Vec<_> = (0..area.width).map(|x| &buffer[(x, y)]).collect();
        let row: String = cells.iter().map(|cell| cell.symbol()).collect();
        out += &format!("|{}\n", row.trim_end());
        let mut runs: Vec<(u16, u16, Style)> = Vec::new();
        for (x, cell) in (0..).zip(&cells) {
            let style = cell.style();
            match runs.last_mut() {
                Some((_, end, last)) if *last == style && *end == x => *end = x + 1,
                _ => runs.push((x, x + 1, style)),
            }
        }
        let named: Vec<String> = runs
            .iter()
            .filter_map(|(start, end, style)| Some(format!("{start}-{end} {}", words(style)?)))
            .collect();
        if !named.is_empty() {
            out += &format!("    {}\n", named.join(", "));
        }
    }
    out
}

/// A style in words; `None` if it is the terminal's own.
fn words(style: &Style) -> Option<String> {
    let color = |color: Option<Color>| color.filter(|color| *color != Color::Reset);
    let mut words = Vec::new();
    words.extend(color(style.fg).map(|color| color.to_string()));
    words.extend(color(style.bg).map(|color| format!("on {color}")));
    let modifiers = [
        (Modifier::BOLD, "bold"),
        (Modifier::REVERSED, "reversed"),
        (Modifier::UNDERLINED, "underlined"),
        (Modifier::DIM, "dim"),
    ];
    for (modifier, name) in modifiers {
        if style.add_modifier.contains(modifier) {
            words.push(name.to_owned());
        }
    }
    (!words.is_empty()).then(|| words.join(" "))
}

const USUAL: (u16, u16) = (80, 24);
const LEAST: (u16, u16) = (60, 20);

#[test]
fn around_the_board() {
    check("home", USUAL, None, "");
    check("home-least", LEAST, None, "Down");
    check("home-keys", USUAL, None, "?");
    check("game", USUAL, None, "Down Enter");
    check("new-game", USUAL, None, "Enter End Enter");
    check("levels", USUAL, None, "Down Enter Enter");
    check("levels-locked", USUAL, None, "Down Enter Enter Down Enter");
    check("generate", USUAL, None, "Enter End Up*2 Enter");
    check("refused", USUAL, Some("lights-off/classic/9999"), "");
    check("too-small", (50, 12), Some("circuits/01/0101"), "");
}

#[test]
fn a_level_of_every_game() {
    for game in gridwright_games::registry::GAMES {
        let pack = &game.packs()[0];
        let read = gridwright_games::registry::read_shipped(pack);
        let id = read.levels[0].id.clone().unwrap_or_default();
        let address = format!("{}/{}/{id}", game.id(), pack.name);
        check(&format!("play-{}", game.id()), USUAL, Some(&address), "");
        check(
            &format!("play-{}-least", game.id()),
            LEAST,
            Some(&address),
            "",
        );
    }
}

#[test]
fn hands_on_the_board() {
    let circuits = Some("circuits/01/0101");
    let tint = Some("tint/easy/e01");
    check("line", USUAL, circuits, "Space Down");
    check("stroke", USUAL, tint, "Tab Space Right*2");
    check(
        "piece",
        USUAL,
        Some("iq-circuit/booklet/49"),
        "Tab r f Right*2 Down",
    );
    check("shape", USUAL, Some("tilepuzzle/campaign/1"), "Tab Space");
    check("refusal", USUAL, tint, "Tab Space Left*9 Enter");
    check("keys", USUAL, circuits, "?");
    // A lesson's demonstration ends in a position; the same presses win it.
    check("won", USUAL, None, "e Right Down Space");
}

#[test]
fn help_and_stories() {
    let lights = Some("lights-off/classic/1");
    check("hint", USUAL, lights, "H H H");
    check("on-track", USUAL, lights, "Space t");
    check("solution", USUAL, lights, "S Right");
    check("explanation", USUAL, lights, "E Right*2");
    check("review", USUAL, lights, "Space Right Space V Right");
    check(
        "assistant",
        USUAL,
        Some("iq-circuit/booklet/49"),
        "A Tab Enter",
    );
    check("patterns", USUAL, lights, "P Right");
    check("lesson", USUAL, None, "e");
    check("lesson-shown", USUAL, None, "e g");
}

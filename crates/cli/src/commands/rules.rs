//! `rules`: how a game is played, for people.

use serde_json::json;

use gridwright_core::gesture::Gesture;
use gridwright_core::teach::Lesson;
use gridwright_games::registry::Game;

use crate::args::RulesArgs;
use crate::output::{Exit, Out};
use crate::source::Library;

/// Columns of a line of text.
const WIDTH: usize = 80;

pub(crate) fn run(args: &RulesArgs, library: &Library, out: &Out) -> anyhow::Result<Exit> {
    let game = library.game(&args.game)?;
    let about = game.about();
    if out.json {
        let lessons: Vec<&str> = lessons(game).map(|lesson| lesson.text).collect();
        out.json(&json!({
            "game": about.id,
            "title": about.title,
            "summary": about.summary,
            "rules": about.rules,
            "answer": about.answer,
            "lessons": lessons,
        }))?;
        return Ok(Exit::Yes);
    }
    out.line(&format!("{}\n\n{}\n", about.title, wrapped(about.rules)))?;
    for lesson in lessons(game) {
        out.line(&wrapped(lesson.text))?;
        demonstrate(game, lesson, out)?;
    }
    out.line(&format!(
        "A solution is written like this:\n{}",
        wrapped(about.answer)
    ))?;
    Ok(Exit::Yes)
}

fn lessons(game: &dyn Game) -> impl Iterator<Item = &'static Lesson> {
    game.lessons().iter().chain(game.about().mechanics)
}

/// The board of a lesson, and what becomes of it.
fn demonstrate(game: &dyn Game, lesson: &Lesson, out: &Out) -> anyhow::Result<()> {
    let mut play = game.open(lesson.level)?.at(None)?;
    out.text(&play.text())?;
    let gestures: Vec<Gesture> = serde_json::from_str(lesson.demo)?;
    for gesture in &gestures {
        play.make(gesture);
    }
    out.line("becomes")?;
    out.text(&play.text())?;
    out.line("")
}

/// A text in lines of at most so many characters.
fn wrapped(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

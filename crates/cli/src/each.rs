//! The same question asked of one level or of each of several.
//!
//! One level is answered as ever. Several are answered one after another: in words under their
//! names, as JSON in one document with a list of `levels`. A level that cannot be read is answered
//! with its faults, and the others go on.

use serde::Serialize;
use serde_json::{Value, json};

use gridwright_core::fault::Faults;
use gridwright_core::text::one_line;
use gridwright_games::registry::Session;

use crate::args::LevelArgs;
use crate::output::{Exit, Out};
use crate::source::{Levels, Library, Source};
use crate::work::Work;

/// What a verb does with a level.
pub(crate) trait Asks {
    /// The answer, as JSON.
    type Answer: Serialize;

    /// Finds the answer out.
    fn ask(&self, level: &dyn Session) -> anyhow::Result<Self::Answer>;
    /// Says it in words.
    fn tell(&self, answer: &Self::Answer, level: &dyn Session, out: &Out) -> anyhow::Result<()>;
    /// How the program ends.
    fn exit(&self, answer: &Self::Answer) -> Exit;
}

/// Asks each level that the arguments name.
pub(crate) fn each(
    args: &LevelArgs,
    library: &Library,
    out: &Out,
    work: &Work,
    verb: &impl Asks,
) -> anyhow::Result<Exit> {
    let game = args.game.as_deref();
    let sources = match library.levels(&args.level)? {
        Levels::One(source) => return one(&source, game, library, out, work, verb),
        Levels::Several(sources) => sources,
    };
    let (mut rows, mut exits) = (Vec::new(), Vec::new());
    let count = sources.len();
    for (index, source) in sources.iter().enumerate() {
        work.at_level(index + 1, count);
        let answered = source.open(library, game).and_then(|level| {
            let answer = verb.ask(&*level)?;
            work.done();
            exits.push(verb.exit(&answer));
            if out.json {
                rows.push(named(&source.name, serde_json::to_value(&answer)?));
            } else {
                let gap = if index == 0 { "" } else { "\n" };
                out.line(&format!("{gap}{}", one_line(&source.name)))?;
                verb.tell(&answer, &*level, out)?;
            }
            Ok(())
        });
        if let Err(error) = answered {
            exits.push(Exit::Bad);
            let faults = error.downcast_ref::<Faults>().map_or(&[][..], Faults::list);
            match out.json {
                true => rows.push(named(
                    &source.name,
                    json!({ "error": error.to_string(), "faults": faults }),
                )),
                false => out.line(&format!("{}\n{error:#}", one_line(&source.name)))?,
            }
        }
    }
    if out.json {
        out.json(&json!({ "levels": rows }))?;
    }
    Ok(worst(&exits))
}

fn one(
    source: &Source,
    game: Option<&str>,
    library: &Library,
    out: &Out,
    work: &Work,
    verb: &impl Asks,
) -> anyhow::Result<Exit> {
    let level = source.open(library, game)?;
    let answer = verb.ask(&*level)?;
    work.done();
    match out.json {
        true => out.json(&answer)?,
        false => verb.tell(&answer, &*level, out)?,
    }
    Ok(verb.exit(&answer))
}

fn named(name: &str, mut answer: Value) -> Value {
    match &mut answer {
        Value::Object(object) => {
            object.shift_insert(0, "name".to_owned(), name.into());
            answer
        }
        _ => json!({ "name": name, "answer": answer }),
    }
}

/// The exit code of several answers: the one that most needs to be looked at.
pub(crate) fn worst(exits: &[Exit]) -> Exit {
    [Exit::Bad, Exit::No, Exit::Undecided]
        .into_iter()
        .find(|exit| exits.contains(exit))
        .unwrap_or(Exit::Yes)
}

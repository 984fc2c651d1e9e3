//! `games`: what there is.

use serde_json::json;

use gridwright_games::registry::Game;
use gridwright_workshop::catalogue::Catalogue;

use crate::output::{Exit, Out};
use crate::source::Library;

pub(crate) fn run(library: &Library, out: &Out) -> anyhow::Result<Exit> {
    let catalogue = &library.catalogue;
    let games = catalogue.games().iter();
    if out.json {
        let games: Vec<_> = games.map(|game| describe(catalogue, *game)).collect();
        out.json(&json!({ "games": games }))?;
        return Ok(Exit::Yes);
    }
    for game in games {
        let tiers: Vec<&str> = game.tiers().iter().map(|tier| tier.name).collect();
        out.line(&format!("{} — {}", game.id(), game.summary()))?;
        out.line(&format!("    tiers: {}", tiers.join(", ")))?;
        for listed in catalogue.of(game.id()) {
            let pack = listed.pack();
            let id = |record: Option<&gridwright_games::document::pack::Record>| {
                record
                    .and_then(|record| record.id.clone())
                    .unwrap_or_default()
            };
            out.line(&format!(
                "    pack {}: {}, {} levels, {}/{}/{} to {}",
                pack.pack,
                pack.title,
                pack.levels.len(),
                game.id(),
                pack.pack,
                id(pack.levels.first()),
                id(pack.levels.last()),
            ))?;
        }
    }
    Ok(Exit::Yes)
}

fn describe(catalogue: &Catalogue, game: &dyn Game) -> serde_json::Value {
    let packs: Vec<_> = catalogue
        .of(game.id())
        .map(|listed| {
            let pack = listed.pack();
            let ids: Vec<_> = pack.levels.iter().map(|record| &record.id).collect();
            json!({ "pack": pack.pack, "title": pack.title, "license": pack.license, "ids": ids })
        })
        .collect();
    let codes: Vec<_> = game
        .codes()
        .iter()
        .map(|code| json!({ "code": code.id(), "meaning": code.meaning() }))
        .collect();
    json!({
        "game": game.id(),
        "title": game.title(),
        "summary": game.summary(),
        "metrics": game.metrics(),
        "tiers": game.tiers(),
        "knobs": game.knobs(),
        "packs": packs,
        "codes": codes,
    })
}

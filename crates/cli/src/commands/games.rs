//! `games`: what there is.

use gridwright_workshop::games;

use crate::output::{Exit, Out};
use crate::source::Library;

pub(crate) fn run(library: &Library, out: &Out) -> anyhow::Result<Exit> {
    let catalogue = &library.catalogue;
    if out.json {
        out.json(&games::listed(catalogue))?;
        return Ok(Exit::Yes);
    }
    for game in catalogue.games() {
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

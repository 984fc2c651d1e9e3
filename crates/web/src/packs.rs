//! The levels of a pack with what was reached in them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::call::{Desk, Trouble, wrong};
use crate::catalogue::CATALOGUE;
use crate::level::title_of;
use crate::level_ref::par_of;
use crate::progress::level_progress;
use crate::stars::Costs;

/// Asks for a pack.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct PackRequest {
    /// The game.
    game: String,
    /// The name of the pack.
    pack: String,
    /// `true` to unlock all levels.
    all: Option<String>,
}

/// A pack.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PackAnswer {
    /// The game.
    game: &'static str,
    /// The name of the pack.
    pack: String,
    /// Its name for people.
    title: String,
    /// What others may do with it.
    license: String,
    /// Whether its levels open one after another.
    gated: bool,
    /// The levels, in order.
    levels: Vec<Entry>,
}

/// A level of a pack.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Entry {
    /// Its id in the pack.
    id: String,
    /// Its address.
    address: String,
    /// What its maker calls it.
    title: Option<String>,
    /// The name of a tier.
    tier: Option<String>,
    /// What the best known solution costs.
    par: Option<Costs>,
    /// Whether par is proved.
    optimal: bool,
    /// Whether it was completed.
    completed: bool,
    /// The best result.
    best: Option<Costs>,
    /// How good that is.
    stars: Option<u8>,
    /// The shortest time, in milliseconds.
    ms: Option<u64>,
    /// Whether an attempt was left unfinished.
    begun: bool,
    /// Whether earlier levels have to be completed first.
    locked: bool,
}

/// The levels of a pack.
pub(crate) fn pack(desk: &Desk<'_>, request: PackRequest) -> Result<PackAnswer, Trouble> {
    let listed = CATALOGUE.pack(&request.game, &request.pack)?;
    let all = match request.all.as_deref() {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => return Err(wrong("/all", "all is true or false").into()),
    };
    let game = listed.game;
    let saved = desk.shop.progress.game(game.id())?;
    let open = saved.highest.unwrap_or(1).max(1);
    let levels = CATALOGUE
        .levels(listed)
        .into_iter()
        .map(|shipped| {
            let record = shipped.record();
            let par = par_of(record);
            let here = saved.levels.get(&shipped.key());
            let done = here.and_then(|here| level_progress(game, here, Some(&par)));
            Entry {
                id: record.id.clone().unwrap_or_default(),
                address: shipped.address(),
                title: title_of(&record.level),
                completed: done.is_some(),
                best: done.as_ref().and_then(|done| done.best.clone()),
                stars: done.as_ref().and_then(|done| done.stars),
                ms: done.as_ref().and_then(|done| done.ms),
                begun: here.is_some_and(|here| here.moves.is_some()),
                locked: listed.gated && !all && shipped.number() as u64 > open,
                tier: par.tier,
                optimal: par.optimal,
                par: Some(par.costs).filter(|costs| !costs.is_empty()),
            }
        })
        .collect();
    Ok(PackAnswer {
        game: game.id(),
        pack: listed.pack.pack.clone(),
        title: listed.pack.title.clone(),
        license: listed.pack.license.clone(),
        gated: listed.gated,
        levels,
    })
}

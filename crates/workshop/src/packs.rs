//! The levels of a pack with what was reached in them.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::calls::wrong;
use crate::catalogue::Catalogue;
use crate::level::title_of;
use crate::level_ref::par_of;
use crate::progress::level_progress;
use crate::stars::Costs;
use crate::workshop::{Context, Stop};

/// Asks for a pack.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct PackRequest {
    /// The game.
    pub game: String,
    /// The name of the pack.
    pub pack: String,
    /// `true` to unlock all levels.
    pub all: Option<String>,
}

/// A pack.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct PackAnswer {
    /// The game.
    pub game: &'static str,
    /// The name of the pack.
    pub pack: String,
    /// Its name for people.
    pub title: String,
    /// What others may do with it.
    pub license: String,
    /// Whether its levels open one after another.
    pub gated: bool,
    /// The levels, in order.
    pub levels: Vec<Entry>,
}

/// A level of a pack.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Entry {
    /// Its id in the pack.
    pub id: String,
    /// Its address.
    pub address: String,
    /// What its maker calls it.
    pub title: Option<String>,
    /// The name of a tier.
    pub tier: Option<String>,
    /// What the best known solution costs.
    pub par: Option<Costs>,
    /// Whether par is proved.
    pub optimal: bool,
    /// Whether it was completed.
    pub completed: bool,
    /// The best result.
    pub best: Option<Costs>,
    /// How good that is.
    pub stars: Option<u8>,
    /// The shortest time, in milliseconds.
    pub ms: Option<u64>,
    /// Whether an attempt was left unfinished.
    pub begun: bool,
    /// Whether earlier levels have to be completed first.
    pub locked: bool,
}

/// The levels of a pack.
pub(crate) fn pack(context: Context<'_>, request: PackRequest) -> Result<PackAnswer, Stop> {
    let listed = context
        .workshop
        .catalogue
        .pack(&request.game, &request.pack)?;
    let all = match request.all.as_deref() {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => return Err(wrong("/all", "all is true or false").into()),
    };
    let game = listed.game;
    let saved = context.workshop.store.game(game.id())?;
    let open = saved.highest.unwrap_or(1).max(1);
    let levels = Catalogue::levels(listed)
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
        pack: listed.pack().pack.clone(),
        title: listed.pack().title.clone(),
        license: listed.pack().license.clone(),
        gated: listed.gated,
        levels,
    })
}

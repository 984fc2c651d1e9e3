//! What a person chose of what a game offers, checked: metrics, listings, prunings, tiers, knobs.
//! Every front end asks here, so that they refuse the same things for the same reasons.

use std::ops::RangeInclusive;

use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_core::generate::{NOTHING_GIVEN, Request, Settings, tier_named};
use gridwright_core::solve::Which;
use gridwright_games::registry::Game;

use crate::codes::NOT_OFFERED;

/// The order of metrics that is named by its first.
///
/// # Errors
/// If the game does not count that.
pub fn metric(game: &dyn Game, name: &str) -> Result<&'static str, Fault> {
    let orders = game.metrics().iter();
    let known: Vec<&'static str> = orders.filter_map(|order| order.first().copied()).collect();
    let found = known.iter().find(|metric| **metric == name).copied();
    found.ok_or_else(|| {
        not_offered(match known.is_empty() {
            true => format!("{} has no metrics", game.id()),
            false => format!("{} counts {}, not {name}", game.id(), known.join(" or ")),
        })
    })
}

/// Which solutions to list.
///
/// # Errors
/// If the game does not list them.
pub fn listing(game: &dyn Game, which: Which) -> Result<Which, Fault> {
    let offered = game.listings().contains(&which);
    let message = || format!("{} does not list solutions like that", game.id());
    offered
        .then_some(which)
        .ok_or_else(|| not_offered(message()))
}

/// Prunings of the solver to leave out.
///
/// # Errors
/// If the game has no such pruning.
pub fn prunings(game: &dyn Game, without: &[String]) -> Result<(), Fault> {
    let known = |name: &String| game.prunings().iter().any(|pruning| pruning.name == name);
    match without.iter().find(|name| !known(name)) {
        Some(name) => Err(not_offered(format!(
            "{} has no pruning {name:?}",
            game.id()
        ))),
        None => Ok(()),
    }
}

/// What a new level is to be like.
#[derive(Clone, Copy, Debug)]
pub struct LevelChoice<'a> {
    /// A named difficulty.
    pub tier: Option<&'a str>,
    /// Knobs, in the form a person types.
    pub set: &'a [(String, String)],
    /// How many moves the level is to need.
    pub min_moves: Option<&'a RangeInclusive<u64>>,
    /// What these moves are counted in.
    pub metric: Option<&'a str>,
}

impl LevelChoice<'_> {
    /// The request to the generator of a game.
    ///
    /// # Errors
    /// If the game has no such tier, knob, value or metric.
    pub fn request(&self, game: &dyn Game, seed: u64) -> Result<Request, Faults> {
        let tier = self.tier.map(|name| tier_named(game.tiers(), name));
        let tier = tier.transpose()?;
        Ok(Request {
            settings: Settings::resolve(game.knobs(), tier, self.set)?,
            tier: tier.map(|tier| tier.name),
            min_moves: self.min_moves.cloned(),
            metric: self.metric.map(|name| metric(game, name)).transpose()?,
            seed,
        })
    }
}

/// The same request, with levels to be made on a document that somebody has: a level whose board is
/// to be used, or whatever else the game takes.
///
/// # Errors
/// If the game makes its boards itself.
pub fn on_given(game: &dyn Game, request: Request, document: &str) -> Result<Request, Fault> {
    if game.about().made_on.is_none() {
        let message = format!("{} makes its boards itself, and takes none", game.id());
        return Err(Fault::new(NOTHING_GIVEN, message, Place::everywhere()));
    }
    Ok(Request {
        settings: request.settings.on(document),
        ..request
    })
}

/// The fault of asking for the explanation of a level whose solution is not known.
pub(crate) fn unexplained() -> Fault {
    not_offered("no solution was found in time that could be explained")
}

/// The fault of asking for what a game does not offer.
pub(crate) fn not_offered(message: impl Into<String>) -> Fault {
    Fault::new(NOT_OFFERED, message, Place::everywhere())
}

//! Challenges drawn from the list of all finished boards, without being put back.

use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::generate::{Made, NotMade, Request};
use gridwright_core::puzzle::Puzzle;
use gridwright_core::rng::Rng;

use super::{GENERATOR, Maker, by_piece, nothing, singled_out};
use crate::iq_circuit::document::write_picture;
use crate::iq_circuit::drawing::Drawing;
use crate::iq_circuit::level::{Level, Parts, Tier};
use crate::iq_circuit::set::{Lay, PieceSet};
use crate::iq_circuit::shipped;
use crate::iq_circuit::solve::{Scope, completions};

/// Choices of given pieces that one seed tries.
const CHOICES: usize = 16;

/// The challenge at the place of a seed.
pub(super) fn make(
    maker: &Maker<'_>,
    tier: Tier,
    range: RangeInclusive<usize>,
    given: usize,
    request: &Request,
    budget: &Budget<'_>,
) -> Result<Made<Level>, NotMade> {
    let boards = finished(&maker.set, budget)?;
    if boards.is_empty() {
        return Err(nothing(0));
    }
    let sizes = if given == 0 { range } else { given..=given };
    if *sizes.end() == 0 {
        return without_pieces(maker, tier, &boards, request, budget);
    }
    // A seed has a board and some choices of given pieces to itself.
    let (count, seed) = (boards.len() as u64, request.seed);
    let mut choices = choices(maker.set.pieces().len(), &sizes);
    let rounds = (choices.len() / CHOICES).max(1);
    let board = &boards[(seed % count) as usize];
    Rng::new(GENERATOR, seed % count).shuffle(&mut choices);
    let round = (seed / count % rounds as u64) as usize;
    let mut tries = 0;
    for choice in choices.into_iter().skip(round).step_by(rounds) {
        tries += 1;
        let shown: Vec<Lay> = board
            .iter()
            .enumerate()
            .filter(|(piece, _)| choice & (1 << piece) != 0)
            .map(|(_, lay)| *lay)
            .collect();
        let level = maker.hint_at(board, tier, &shown);
        if let Some(made) = singled_out(level, request.tier, budget)? {
            return Ok(made);
        }
    }
    Err(nothing(tries))
}

/// How many seeds have a place of their own.
pub(super) fn different(
    maker: &Maker<'_>,
    tier: Tier,
    range: RangeInclusive<usize>,
    given: usize,
    request: &Request,
    budget: &Budget<'_>,
) -> Result<u64, NotMade> {
    let boards = finished(&maker.set, budget)?;
    let sizes = if given == 0 { range } else { given..=given };
    if *sizes.end() == 0 {
        let places = singled_out_places(maker, tier, &boards, request, budget)?;
        return Ok(places.len() as u64);
    }
    let choices = choices(maker.set.pieces().len(), &sizes).len();
    Ok(boards.len() as u64 * (choices / CHOICES).max(1) as u64)
}

/// Without given pieces there is one challenge for every board: the list of those that are singled
/// out is made first, and the seed is a place in it.
fn without_pieces(
    maker: &Maker<'_>,
    tier: Tier,
    boards: &[Vec<Lay>],
    request: &Request,
    budget: &Budget<'_>,
) -> Result<Made<Level>, NotMade> {
    let places = singled_out_places(maker, tier, boards, request, budget)?;
    let Some(turn) = request.seed.checked_rem(places.len() as u64) else {
        return Err(nothing(boards.len() as u32));
    };
    let level = maker.hint_at(&boards[places[turn as usize]], tier, &[]);
    singled_out(level, None, budget)?.ok_or_else(|| nothing(1))
}

/// The places in the list of the boards that are singled out without given pieces.
fn singled_out_places(
    maker: &Maker<'_>,
    tier: Tier,
    boards: &[Vec<Lay>],
    request: &Request,
    budget: &Budget<'_>,
) -> Result<Vec<usize>, NotMade> {
    // Points alone are always as hard as their tier, and their grade takes long.
    let graded = request.tier.filter(|_| tier != Tier::Wizard);
    let known = &STANDARD_PLACES[usize::from(tier == Tier::Wizard)][usize::from(graded.is_some())];
    let standard = *maker.set == *shipped::standard();
    let mut places = known.get().filter(|_| standard).cloned();
    if places.is_none() {
        let mut found = Vec::new();
        for (place, board) in boards.iter().enumerate() {
            let level = maker.hint_at(board, tier, &[]);
            if singled_out(level, graded, budget)?.is_some() {
                found.push(place);
            }
        }
        if standard {
            let _ = known.set(found.clone());
        }
        places = Some(found);
    }
    Ok(places.unwrap_or_default())
}

/// Where the challenges of the standard set without given pieces stand in the list of boards, once
/// that is known: by picture and by points, at any grade and at that of the tier.
static STANDARD_PLACES: [[OnceLock<Vec<usize>>; 2]; 2] =
    [const { [const { OnceLock::new() }; 2] }; 2];

/// Choices of pieces as bits, by number of pieces.
fn choices(pieces: usize, sizes: &RangeInclusive<usize>) -> Vec<u32> {
    let all = 0..1u32 << pieces;
    all.filter(|choice| sizes.contains(&(choice.count_ones() as usize)))
        .collect()
}

/// All finished boards, one of each two that are half turns of each other, shuffled for good.
fn finished(set: &PieceSet, budget: &Budget<'_>) -> Result<Arc<[Vec<Lay>]>, Limit> {
    static STANDARD: OnceLock<Arc<[Vec<Lay>]>> = OnceLock::new();
    let standard = *set == *shipped::standard();
    if let Some(known) = STANDARD.get().filter(|_| standard) {
        return Ok(known.clone());
    }
    let everything =
        Level::new(set.clone().into(), &Parts::default()).expect("no hint is no fault");
    let scope = Scope {
        list: usize::MAX,
        stop_after: u64::MAX,
        ..Scope::up_to(1)
    };
    let found = completions(&everything, &everything.start(), scope, budget);
    if let Some(limit) = found.limit {
        return Err(limit);
    }
    let mut boards: Vec<Vec<Lay>> = found.list.iter().map(|moves| by_piece(moves)).collect();
    boards.retain(|board| {
        let drawing = Drawing::of_lays(set, board);
        write_picture(&drawing) <= write_picture(&drawing.half_turned())
    });
    boards.sort();
    Rng::new(GENERATOR, 0).shuffle(&mut boards);
    let boards: Arc<[Vec<Lay>]> = boards.into();
    if standard {
        let _ = STANDARD.set(boards.clone());
    }
    Ok(boards)
}

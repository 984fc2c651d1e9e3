//! Several levels from consecutive seeds, shared out among the workers.

use std::sync::Mutex;

use gridwright_core::budget::{Budget, Update};
use gridwright_core::cost::counted;
use gridwright_core::fault::{Fault, Place};
use gridwright_core::generate::{NotMade, Request, USED_UP};
use gridwright_games::document::pack::Record;
use gridwright_games::registry::Game;

/// A worker takes so many levels at a time, so that a refusal is not waited for long.
const BATCH: u64 = 8;

/// Makes `count` levels from consecutive seeds, in order, until one cannot be made, or until all
/// different levels of a game that draws from a list are made. What is made does not depend on the
/// number of workers.
pub fn make(
    game: &dyn Game,
    request: &Request,
    count: u64,
    budget: &Budget<'_>,
) -> (Vec<Record>, Option<NotMade>) {
    if count > 1 {
        match game.different(request, budget) {
            Ok(Some(different)) if different > 0 && count > different => {
                let (levels, refusal) = consecutive(game, request, different, budget);
                return (levels, refusal.or_else(|| Some(used_up(different))));
            }
            Ok(_) => {}
            Err(refusal) => return (Vec::new(), Some(refusal)),
        }
    }
    consecutive(game, request, count, budget)
}

fn used_up(different: u64) -> NotMade {
    let message = format!(
        "there are {} of this kind, and all are made; ask for other hints, or for fewer",
        counted(different, "different level", "different levels")
    );
    Fault::new(USED_UP, message, Place::everywhere()).into()
}

fn consecutive(
    game: &dyn Game,
    request: &Request,
    count: u64,
    budget: &Budget<'_>,
) -> (Vec<Record>, Option<NotMade>) {
    let batch = (budget.workers().size() as u64 * BATCH).min(count);
    let mut levels = Vec::new();
    while (levels.len() as u64) < count {
        let first = levels.len() as u64;
        let size = batch.min(count - first) as usize;
        let made: Vec<Mutex<Option<Result<Record, NotMade>>>> =
            (0..size).map(|_| Mutex::new(None)).collect();
        budget.workers().share(size, &|i| {
            let seed = request.seed.wrapping_add(first + i as u64);
            let request = Request {
                seed,
                ..request.clone()
            };
            if let Ok(mut slot) = made[i].lock() {
                *slot = Some(game.generate(&request, budget));
            }
        });
        for slot in made {
            match slot.into_inner().ok().flatten() {
                Some(Ok(record)) => levels.push(record),
                Some(Err(refusal)) => return (levels, Some(refusal)),
                None => return (levels, None),
            }
        }
        budget.report(&Update {
            made: levels.len() as u64,
            ..Update::default()
        });
    }
    (levels, None)
}

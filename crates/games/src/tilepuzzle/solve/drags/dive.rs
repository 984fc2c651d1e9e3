//! Some solution, fast, on boards of any size.
//!
//! Every drag can be taken back, and a cat at home only clears the way, so nothing done is ever a
//! mistake. Hence it is enough to look for one more cat to send home, commit to that, and look
//! again: first for cats that one drag fetches, then for those that need more. These are found with the
//! movers that the relaxation proposes, each look within a fixed number of states. On boards with many
//! bodies what lies in the way is [cleared](super::clear) instead.

use gridwright_core::budget::{Limit, Meter};

use super::super::bits::Bits;
use super::board::Board;
use super::clear::{self, Clearing};
use super::lazy::{Drag, Lazy};
use super::plan;
use super::relax::{Relaxation, Standing};
use super::stack::Start;
use super::trial::Step;

/// With more bodies than this, what lies in the way is cleared without a search for drags.
pub(super) const MANY_BODIES: usize = 24;

/// The most movers for one cat.
const MOST_MOVERS: u32 = 6;

/// Drags beyond one for each mover.
const MORE_DRAGS: u32 = 2;

/// States looked at for one cat and number of drags.
const STATES: u64 = 300;

/// What came of the look for some solution.
pub(super) enum Outcome {
    /// The steps of one.
    Solved(Vec<Step>),
    /// There is none.
    Impossible,
    /// Neither is known.
    Undecided,
}

/// Some solution, if one is found fast.
pub(super) fn dive<const W: usize>(
    board: &Board<W>,
    anchors: &[u16],
    home: &Bits<W>,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Limit> {
    if anchors.len() > MANY_BODIES {
        return clear_all(board, anchors, home, meter);
    }
    let mut anchors = anchors.to_vec();
    let mut home = *home;
    let mut steps = Vec::new();
    while home != board.everyone {
        let mut found = one_drag(board, &anchors, &home, meter)?;
        let mut cats = board.everyone.minus(&home).iter();
        while found.is_none() {
            let Some(cat) = cats.next() else {
                return Ok(Outcome::Undecided);
            };
            found = several_drags(board, &anchors, &home, cat, meter)?;
        }
        let drags = found.expect("just seen");
        commit(board, &mut anchors, &mut home, &drags, &mut steps, meter)?;
    }
    Ok(Outcome::Solved(steps))
}

/// The same with all that lies in the way cleared.
pub(super) fn clear_all<const W: usize>(
    board: &Board<W>,
    anchors: &[u16],
    home: &Bits<W>,
    meter: &mut Meter<'_>,
) -> Result<Outcome, Limit> {
    let mut clearing = Clearing::new(board, anchors, home, meter)?;
    let mut outcome = clear::Outcome::Found;
    while outcome == clear::Outcome::Found && clearing.home != board.everyone {
        outcome = clearing.one_more(meter)?;
    }
    let steps = clearing.release(meter);
    Ok(match outcome {
        clear::Outcome::Found => Outcome::Solved(steps),
        clear::Outcome::Impossible => Outcome::Impossible,
        clear::Outcome::Undecided => Outcome::Undecided,
    })
}

/// A drag that fetches something and comes back.
fn one_drag<const W: usize>(
    board: &Board<W>,
    anchors: &[u16],
    home: &Bits<W>,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Drag>>, Limit> {
    let mut taken = Bits::EMPTY;
    for (body, &anchor) in anchors.iter().enumerate() {
        taken = taken.or(&board.mask(body, anchor));
    }
    let out = board.out(home);
    for (b, body) in board.bodies.iter().enumerate() {
        if body.need > home.count() || home.contains_all(&body.reach) {
            continue;
        }
        let others = taken.minus(&board.mask(b, anchors[b]));
        let free = board.free(body.form, &others, &out);
        let region = board.flood(&Bits::only(anchors[b] as usize), &free, meter)?;
        if board.fetched(body.form, &region, home) != *home {
            return Ok(Some(vec![Drag {
                body: b,
                from: anchors[b],
                end: Some(anchors[b]),
            }]));
        }
    }
    Ok(None)
}

/// Drags that fetch one cat, last first.
fn several_drags<const W: usize>(
    board: &Board<W>,
    anchors: &[u16],
    home: &Bits<W>,
    cat: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Drag>>, Limit> {
    let regions: Vec<Bits<W>> = anchors.iter().map(|&a| Bits::only(a as usize)).collect();
    let standing = Standing {
        regions: &regions,
        solid: Bits::below(board.bodies.len()),
        home: *home,
    };
    let goal = Bits::only(cat).or(home);
    let mut relaxation = Relaxation::new();
    let mut movers = None;
    for most in 1..=MOST_MOVERS {
        relaxation.each_enough(
            board,
            &standing,
            &goal,
            most,
            &mut |set| {
                movers = Some(*set);
                true
            },
            meter,
        )?;
        if movers.is_some() {
            break;
        }
    }
    meter.release(relaxation.bytes());
    let Some(movers) = movers else {
        return Ok(None);
    };
    let mut lazy = Lazy::new(board, movers).with_goal(goal);
    let mut result = Ok(None);
    for drags in movers.count()..=movers.count() + MORE_DRAGS {
        lazy.allow(STATES);
        let start = Start {
            anchors,
            due: &Bits::EMPTY,
            home,
        };
        result = lazy.solution(board, start, None, drags, meter);
        if result.is_err() && lazy.is_out() {
            result = Ok(None);
        }
        if !matches!(result, Ok(None)) {
            break;
        }
    }
    meter.release(lazy.bytes());
    result
}

fn commit<const W: usize>(
    board: &Board<W>,
    anchors: &mut [u16],
    home: &mut Bits<W>,
    drags: &[Drag],
    steps: &mut Vec<Step>,
    meter: &mut Meter<'_>,
) -> Result<(), Limit> {
    for step in plan::steps(board, anchors, home, drags, meter)? {
        let body = step.body as usize;
        anchors[body] = board.stepped(step.from, step.dir as usize);
        let form = board.bodies[body].form;
        *home = board.fetched(form, &Bits::only(anchors[body] as usize), home);
        steps.push(step);
    }
    Ok(())
}

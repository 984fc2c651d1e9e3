//! Drags that go everywhere, told step by step.

use gridwright_core::budget::{Limit, Meter};

use super::super::bits::Bits;
use super::board::Board;
use super::lazy::Drag;
use super::trial::Step;

/// The steps of drags, which stand last first: each goes to the nearest cat as long as there are
/// any, and then to its end.
pub(super) fn steps<const W: usize>(
    board: &Board<W>,
    anchors: &[u16],
    home: &Bits<W>,
    drags: &[Drag],
    meter: &mut Meter<'_>,
) -> Result<Vec<Step>, Limit> {
    let mut anchors = anchors.to_vec();
    let mut home = *home;
    let mut steps = Vec::new();
    for drag in drags.iter().rev() {
        let alike =
            |b: &usize| board.twins[*b] == board.twins[drag.body] && anchors[*b] == drag.from;
        let body = (0..anchors.len())
            .find(alike)
            .expect("a drag tells where a body lies");
        let form = board.bodies[body].form;
        let mut others = Bits::EMPTY;
        for (other, &anchor) in anchors
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != body)
        {
            others = others.or(&board.mask(other, anchor));
        }
        loop {
            let free = board.free(form, &others, &board.forbidden(&home));
            let mut wanted = Bits::EMPTY;
            for (cat, at) in &board.forms[form].fetches {
                if !home.contains(*cat as usize) {
                    wanted = wanted.or(at);
                }
            }
            let way = way(board, anchors[body], &free, &wanted, meter)?;
            let last = way.is_none();
            let goal = drag.end.map(|end| Bits::only(end as usize));
            let way = match (way, goal) {
                (Some(way), _) => way,
                (None, Some(goal)) => self::way(board, anchors[body], &free, &goal, meter)?
                    .expect("the end of a drag is within reach"),
                (None, None) => Vec::new(),
            };
            for dir in way {
                steps.push(Step {
                    body: body as u16,
                    from: anchors[body],
                    dir,
                });
                anchors[body] = board.stepped(anchors[body], dir as usize);
                home = board.fetched(form, &Bits::only(anchors[body] as usize), &home);
            }
            if last || home == board.everyone {
                break;
            }
        }
    }
    Ok(steps)
}

/// The directions of a shortest way from an anchor through free ones to one of the wanted.
fn way<const W: usize>(
    board: &Board<W>,
    from: u16,
    free: &Bits<W>,
    wanted: &Bits<W>,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<u8>>, Limit> {
    let mut waves = vec![Bits::only(from as usize)];
    let mut seen = waves[0];
    loop {
        let wave = waves[waves.len() - 1];
        if wave.meets(wanted) {
            break;
        }
        let next = board.spread(&wave).and(free).minus(&seen);
        meter.work(10 * W as u64)?;
        if next.is_empty() {
            return Ok(None);
        }
        seen = seen.or(&next);
        waves.push(next);
    }
    let last = waves.pop().expect("there is a first wave");
    let mut at = last.and(wanted).first().expect("the wave meets the wanted") as u16;
    let mut dirs = Vec::with_capacity(waves.len());
    for wave in waves.iter().rev() {
        let back = (0..4).find(|&dir| {
            let before = board.stepped(at, dir) as usize;
            before < 64 * W && wave.contains(before)
        });
        let back = back.expect("every wave comes from the one before");
        at = board.stepped(at, back);
        dirs.push(((back + 2) % 4) as u8);
    }
    dirs.reverse();
    Ok(Some(dirs))
}

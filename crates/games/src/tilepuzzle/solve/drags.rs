//! The fewest drags, where the board is too large to look at everything.
//!
//! One drag may as well fetch every cat its shape can reach and stop anywhere, so a state has one
//! successor per body and end. The search goes depth-first and deepens on the number of drags;
//! every class still needs as many drags as it takes bodies to reach its cats, and states remember
//! with how many drags they failed.

use gridwright_core::budget::{Limit, Meter};

use super::memo::Memo;
use super::space::{Ids, Space, Step, pack};
use super::sweep::Sweep;

/// Which states cannot be finished within how many drags.
pub(super) struct DragDeepening {
    failed: Memo<u128>,
}

impl DragDeepening {
    /// Nothing was tried yet.
    pub(super) fn new() -> Self {
        DragDeepening {
            failed: Memo::new(),
        }
    }

    /// The steps of a solution with so many drags, if there is one; call with rising numbers.
    /// Its drags go everywhere they can, also after the last cat is home.
    pub(super) fn solution<const W: usize>(
        &mut self,
        space: &mut Space<W>,
        openings: &[(Step, Ids)],
        drags: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Step>>, Limit> {
        let Some(left) = drags.checked_sub(1) else {
            return Ok(None);
        };
        for (step, opened) in openings {
            // The opening is the first step of a drag, and the drag goes on from there.
            let c = step.class as usize;
            let body = space.moved_body(step, opened);
            let sweep = space.sweep(opened, c, body, None);
            for &end in &sweep.ends {
                let next = space.dragged(opened, c, body, end, &sweep.home, meter)?;
                let mut path = Vec::new();
                if !self.can_finish(space, &next, left, Some(&mut path), meter)? {
                    continue;
                }
                path.push(next);
                let mut steps = vec![*step];
                let mut at = *opened;
                for (i, next) in path.into_iter().rev().enumerate() {
                    let body = (i == 0).then_some(body);
                    steps.extend(space.drag_steps(&at, &next, body, meter)?);
                    at = next;
                }
                return Ok(Some(steps));
            }
        }
        Ok(None)
    }

    /// Whether a state can be finished within `left` drags. If so, and if `path` is given, the
    /// states on the way are put on it, last first.
    pub(super) fn can_finish<const W: usize>(
        &mut self,
        space: &mut Space<W>,
        ids: &Ids,
        left: u32,
        mut path: Option<&mut Vec<Ids>>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        meter.node()?;
        if space.is_solved(ids) {
            return Ok(true);
        }
        let needed = space.drags(ids);
        if needed > left {
            return Ok(false);
        }
        let key = pack(ids);
        if u32::from(self.failed.get(key)) > left {
            return Ok(false);
        }
        // Drags that bring their class nearer home first, then the others if there is room.
        let mut others = Vec::new();
        for c in 0..space.len() {
            for body in 0..space.classes[c].model.bodies.len() {
                if !space.is_loose(ids, c, body)
                    || (needed == left && !space.might_help(ids, c, body))
                {
                    continue;
                }
                let sweep = space.sweep(ids, c, body, None);
                if !space.helps(ids, c, &sweep) {
                    others.push((c, body, sweep));
                } else if self.any_end(space, ids, (c, body, &sweep), left, &mut path, meter)? {
                    return Ok(true);
                }
            }
        }
        for (c, body, sweep) in others {
            // With just as many drags left after this one as are needed, it must make room for
            // one that helps.
            let is_room =
                needed < left && (needed + 1 < left || space.makes_room(ids, c, body, &sweep));
            if is_room && self.any_end(space, ids, (c, body, &sweep), left, &mut path, meter)? {
                return Ok(true);
            }
        }
        self.failed
            .put(key, u16::try_from(left + 1).unwrap_or(u16::MAX), meter);
        Ok(false)
    }

    /// Whether the level can be finished after one of the ends of a sweep.
    fn any_end<const W: usize>(
        &mut self,
        space: &mut Space<W>,
        ids: &Ids,
        (c, body, sweep): (usize, usize, &Sweep<W>),
        left: u32,
        path: &mut Option<&mut Vec<Ids>>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Limit> {
        let stays = sweep.home == space.classes[c].home(ids[c]);
        for &end in &sweep.ends[usize::from(stays)..] {
            let next = space.dragged(ids, c, body, end, &sweep.home, meter)?;
            if self.can_finish(space, &next, left - 1, path.as_deref_mut(), meter)? {
                if let Some(path) = path {
                    path.push(next);
                }
                return Ok(true);
            }
        }
        Ok(false)
    }
}

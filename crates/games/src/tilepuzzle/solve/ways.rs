//! What one body can do in a single drag while everything else lies still.

use gridwright_core::budget::{Limit, Meter};

use super::space::{Ids, Space, Step};

/// A way of one body in a single drag.
pub(super) struct Reached {
    /// The class state it ends in.
    pub(super) state: u32,
    /// The steps it takes.
    pub(super) steps: u32,
    /// The entry it came from, and the direction.
    came: (u32, u8),
    body: u16,
}

impl<const W: usize> Space<W> {
    /// Which body of the class state after an opening made it.
    pub(super) fn moved_body(&self, opening: &Step, after: &Ids) -> usize {
        let class = &self.classes[opening.class as usize];
        let bodies = &class.model.bodies;
        class
            .places(after[opening.class as usize])
            .iter()
            .zip(bodies)
            .position(|(&at, body)| {
                let next = &class.model.forms[body.form].next;
                body.twin == opening.twin
                    && next[opening.place as usize][opening.dir as usize] == at
            })
            .expect("the moved body is where it moved to")
    }

    /// The body of a class that may be dragged: unlocked, and with somewhere to go.
    pub(super) fn is_loose(&self, ids: &Ids, c: usize, body: usize) -> bool {
        let body = &self.classes[c].model.bodies[body];
        !body.stuck && body.need <= self.keys(ids)
    }

    /// Everything one drag of a body can lead to, fetching only what lies on the way, each by
    /// the fewest steps. The first entry is where it lies.
    pub(super) fn ways(
        &mut self,
        ids: &Ids,
        c: usize,
        body: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Reached>, Limit> {
        let kept = self.kept_from(c, ids);
        let mut ways = vec![Reached {
            state: ids[c],
            steps: 0,
            came: (0, 0),
            body: body as u16,
        }];
        // Only this body moves, so the class state tells where it is.
        self.classes[c].begin_look();
        self.classes[c].is_new(ids[c]);
        let mut head = 0;
        while head < ways.len() {
            let Reached {
                state, steps, body, ..
            } = ways[head];
            let class = &mut self.classes[c];
            for index in class.moves(state, meter)? {
                let mv = *class.mv(index);
                if mv.body == body && !class.landing(&mv).meets(&kept) && class.is_new(mv.to) {
                    ways.push(Reached {
                        state: mv.to,
                        steps: steps + 1,
                        came: (head as u32, mv.dir),
                        body: class.body_after(state, &mv),
                    });
                }
            }
            head += 1;
        }
        Ok(ways)
    }
}

/// The directions that lead to an entry of [`Space::ways`].
pub(super) fn directions(ways: &[Reached], mut at: usize) -> Vec<u8> {
    let mut dirs = Vec::new();
    while at != 0 {
        let (from, dir) = ways[at].came;
        dirs.push(dir);
        at = from as usize;
    }
    dirs.reverse();
    dirs
}

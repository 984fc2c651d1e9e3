//! What one body can do in a single drag while everything else lies still.

use gridwright_core::budget::{Limit, Meter};

use super::model::{Bits, NONE};
use super::space::{Ids, Space, Step};

/// The ends of a drag that goes everywhere it can.
pub(super) struct Sweep<const W: usize> {
    /// The cats of the class at home afterwards.
    pub(super) home: Bits<W>,
    /// Where the body can stop, its own place first.
    pub(super) ends: Vec<u16>,
}

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
    /// Drags a body wherever it can go, so that it fetches every cat on the way. Going
    /// everywhere costs no more drags than going somewhere, and cats at home are never missed.
    ///
    /// The body `absent` (class and number), if any, is taken off the board for it.
    pub(super) fn sweep(
        &self,
        ids: &Ids,
        c: usize,
        body: usize,
        absent: Option<(usize, usize)>,
    ) -> Sweep<W> {
        let class = &self.classes[c];
        let places = class.places(ids[c]);
        let form = &class.model.forms[class.model.bodies[body].form];
        let mut kept = self.kept_from(c, ids);
        for (other, &place) in places.iter().enumerate() {
            if other != body {
                let form = &class.model.forms[class.model.bodies[other].form];
                kept = kept.or(&form.masks[place as usize]);
            }
        }
        if let Some((c, body)) = absent {
            let class = &self.classes[c];
            let place = class.places(ids[c])[body] as usize;
            kept = kept.minus(&class.model.forms[class.model.bodies[body].form].masks[place]);
        }
        let mut home = class.home(ids[c]);
        loop {
            let before = home;
            let mut seen = vec![false; form.next.len()];
            let mut ends = vec![places[body]];
            seen[places[body] as usize] = true;
            let mut head = 0;
            while let Some(&at) = ends.get(head) {
                head += 1;
                for &to in form.next[at as usize].iter().filter(|&&to| to != NONE) {
                    if !std::mem::replace(&mut seen[to as usize], true)
                        && !form.masks[to as usize].meets(&kept)
                        && form.fouls[to as usize].minus(&home).is_empty()
                    {
                        home = home.or(&form.fetches[to as usize]);
                        ends.push(to);
                    }
                }
            }
            // A body of several colours may have cleared its own way.
            let again = home != before && form.fouls.iter().any(|fouls| !fouls.is_empty());
            if !again {
                return Sweep { home, ends };
            }
        }
    }

    /// Whether a sweep leaves its class in need of fewer drags.
    pub(super) fn helps(&self, ids: &Ids, c: usize, sweep: &Sweep<W>) -> bool {
        let class = &self.classes[c];
        let after = class.fewest_drags(class.places(ids[c]), &sweep.home);
        after < class.state(ids[c]).drags
    }

    /// Whether a body could do so on an otherwise empty board.
    pub(super) fn might_help(&self, ids: &Ids, c: usize, body: usize) -> bool {
        let class = &self.classes[c];
        let places = class.places(ids[c]);
        let home = class.home(ids[c]).or(&class.reach(body, places[body]));
        class.fewest_drags(places, &home) < class.state(ids[c]).drags
    }

    /// Whether some other body's sweep would help if the one that made this sweep were gone: no
    /// place it could go to is better than that.
    pub(super) fn makes_room(&self, ids: &Ids, c: usize, body: usize, made: &Sweep<W>) -> bool {
        let fetched = made.home.count() - self.classes[c].state(ids[c]).home;
        let keys = self.keys(ids).saturating_add(fetched);
        (0..self.len()).any(|other| {
            let bodies = &self.classes[other].model.bodies;
            (0..bodies.len()).any(|b| {
                (other, b) != (c, body)
                    && !bodies[b].stuck
                    && bodies[b].need <= keys
                    && self.might_help(ids, other, b)
                    && self.helps(ids, other, &self.joined(ids, other, b, (c, body), made))
            })
        })
    }

    /// The sweep of a body after another one, of the same class perhaps, has swept and gone.
    fn joined(
        &self,
        ids: &Ids,
        c: usize,
        body: usize,
        gone: (usize, usize),
        made: &Sweep<W>,
    ) -> Sweep<W> {
        let mut sweep = self.sweep(ids, c, body, Some(gone));
        if gone.0 == c {
            sweep.home = sweep.home.or(&made.home);
        }
        sweep
    }

    /// The state after a sweep that stops at `end`.
    pub(super) fn dragged(
        &mut self,
        ids: &Ids,
        c: usize,
        body: usize,
        end: u16,
        home: &Bits<W>,
        meter: &mut Meter<'_>,
    ) -> Result<Ids, Limit> {
        let mut places = self.classes[c].places(ids[c]).to_vec();
        places[body] = end;
        let mut next = *ids;
        next[c] = self.classes[c].intern(&mut places, home, meter)?;
        Ok(next)
    }

    /// Steps of one drag from a state to another, of the given body or any that can do it.
    pub(super) fn drag_steps(
        &mut self,
        from: &Ids,
        to: &Ids,
        body: Option<usize>,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Step>, Limit> {
        let Some(c) = (0..self.len()).find(|&c| from[c] != to[c]) else {
            return Ok(Vec::new());
        };
        for b in 0..self.classes[c].model.bodies.len() {
            if body.is_some_and(|body| body != b) || !self.is_loose(from, c, b) {
                continue;
            }
            let ways = self.ways(from, c, b, meter)?;
            if let Some(end) = ways.iter().position(|way| way.state == to[c]) {
                return Ok(self.walk(c, from[c], b, &directions(&ways, end)));
            }
        }
        unreachable!("two states on a path are one drag apart")
    }

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

//! Who is connected, and who gives way when it gets crowded.
//!
//! Connections are bounded in all, for one address, and for those who have not been let in yet
//! (who have sent no good request, or lack the token). Nobody is made to wait for a place: where
//! one of the bounds is reached, a connection of that group is cut. One that waits for our answer is cut
//! only if there is no other, one that has come back with further requests only after those that asked
//! once, and among equals the one that has been silent the longest. Whoever plays comes back with every
//! move; whoever takes many places to hold them does not. A browser whose idle connection was cut
//! opens another without a word.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use tokio::sync::Notify;

/// So many connections are open at once.
const MOST: usize = 1024;

/// So many of them may come from one address. Half of all, since a whole household, or every
/// player behind a proxy, has the same one.
const MOST_FROM_ONE: usize = 512;

/// So many of them may belong to those who have not been let in.
const MOST_STRANGERS: usize = 256;

/// Requests that come within this many milliseconds of one another count as one.
const MOMENT: u64 = 50;

/// Who has asked in so many moments is as well known as can be.
const WELL_KNOWN: u64 = 4;

/// All connections.
pub(crate) struct Connections {
    began: Instant,
    open: Mutex<Vec<Arc<Connection>>>,
}

/// One connection, as those see it who have to choose between several.
pub(crate) struct Connection {
    from: IpAddr,
    began: Instant,
    /// When a byte went either way for the last time, in milliseconds since `began`.
    heard: AtomicU64,
    /// When it asked for something for the last time, and in how many separate moments it did.
    asked: AtomicU64,
    moments: AtomicU64,
    let_in: AtomicBool,
    /// How many answers are being worked out.
    answering: AtomicUsize,
    cut: Notify,
}

/// A connection's place; dropping it makes room.
pub(crate) struct Place {
    connections: Arc<Connections>,
    pub(crate) connection: Arc<Connection>,
}

impl Connections {
    pub(crate) fn new() -> Self {
        Connections {
            began: Instant::now(),
            open: Mutex::default(),
        }
    }

    /// A place for a connection; somebody else may have to go for it.
    pub(crate) fn enter(self: &Arc<Self>, from: IpAddr) -> Place {
        let connection = Arc::new(Connection {
            from: household(from),
            began: self.began,
            heard: AtomicU64::new(0),
            asked: AtomicU64::new(0),
            moments: AtomicU64::new(0),
            let_in: AtomicBool::new(false),
            answering: AtomicUsize::new(0),
            cut: Notify::new(),
        });
        connection.touch();
        let mut open = self.open();
        let groups: [(usize, Group<'_>); 3] = [
            (MOST_STRANGERS, &|connection| !connection.is_let_in()),
            (MOST_FROM_ONE, &|other| other.from == connection.from),
            (MOST, &|_| true),
        ];
        for (most, belongs) in groups {
            if open.iter().filter(|connection| belongs(connection)).count() >= most {
                cut_least_known(&mut open, belongs);
            }
        }
        open.push(connection.clone());
        Place {
            connections: self.clone(),
            connection,
        }
    }

    /// Makes room because the system has no more of something, such as open files.
    pub(crate) fn make_room(&self) {
        cut_least_known(&mut self.open(), &|_| true);
    }

    fn open(&self) -> MutexGuard<'_, Vec<Arc<Connection>>> {
        self.open
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.connections.open();
        open.retain(|other| !Arc::ptr_eq(other, &self.connection));
    }
}

impl Connection {
    /// A byte went either way.
    pub(crate) fn touch(&self) {
        self.heard.store(self.now(), Ordering::Relaxed);
    }

    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    /// A request was good.
    pub(crate) fn let_in(&self) {
        self.let_in.store(true, Ordering::Relaxed);
    }

    fn is_let_in(&self) -> bool {
        self.let_in.load(Ordering::Relaxed)
    }

    /// A request came, whose answer is being worked out until what this returns is dropped.
    pub(crate) fn answering(self: &Arc<Self>) -> Answering {
        self.answering.fetch_add(1, Ordering::Relaxed);
        let now = self.now();
        if now.saturating_sub(self.asked.swap(now, Ordering::Relaxed)) >= MOMENT {
            self.moments.fetch_add(1, Ordering::Relaxed);
        }
        Answering(self.clone())
    }

    /// Returns when the connection has to go.
    pub(crate) async fn cut(&self) {
        self.cut.notified().await;
    }
}

/// An answer that is being worked out.
pub(crate) struct Answering(Arc<Connection>);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.answering.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Who belongs to a group.
type Group<'a> = &'a dyn Fn(&Connection) -> bool;

fn cut_least_known(open: &mut Vec<Arc<Connection>>, belongs: Group<'_>) {
    let group = open
        .iter()
        .enumerate()
        .filter(|(_, connection)| belongs(connection));
    let least = group.min_by_key(|(_, connection)| {
        let answering = connection.answering.load(Ordering::Relaxed) > 0;
        let moments = connection.moments.load(Ordering::Relaxed).min(WELL_KNOWN);
        let heard = connection.heard.load(Ordering::Relaxed);
        (answering, moments, heard)
    });
    if let Some((index, _)) = least {
        open.swap_remove(index).cut.notify_one();
    }
}

/// The part of an address that one household has to itself: of the newer addresses, half.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let half = u128::from(address) >> 64 << 64;
            IpAddr::V6(Ipv6Addr::from(half))
        }
        old => old,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Enters so many from an address, each of whom is let in at once or not at all.
    fn fill(
        connections: &Arc<Connections>,
        from: IpAddr,
        count: usize,
        let_in: bool,
    ) -> Vec<Place> {
        let enter = |_| {
            let place = connections.enter(from);
            if let_in {
                place.connection.let_in();
            }
            place
        };
        (0..count).map(enter).collect()
    }

    fn is_in(connections: &Connections, place: &Place) -> bool {
        let open = connections.open();
        open.iter()
            .any(|connection| Arc::ptr_eq(connection, &place.connection))
    }

    fn address(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    #[test]
    fn every_bound_cuts_in_its_own_group() {
        let check = |before: &[(u8, usize, bool)], expected: usize| {
            let connections = Arc::new(Connections::new());
            let mut places = Vec::new();
            for &(from, count, let_in) in before {
                places.extend(fill(&connections, address(from), count, let_in));
            }
            places.extend(fill(&connections, address(1), 1, false));
            assert_eq!(connections.open().len(), expected, "{before:?}");
            drop(places);
            assert_eq!(connections.open().len(), 0, "{before:?}");
        };
        check(&[], 1);
        check(&[(1, MOST_STRANGERS - 1, false)], MOST_STRANGERS);
        check(&[(1, MOST_STRANGERS, false)], MOST_STRANGERS);
        check(&[(2, 3 * MOST_STRANGERS, false)], MOST_STRANGERS);
        check(&[(1, MOST_FROM_ONE - 1, true)], MOST_FROM_ONE);
        check(&[(1, 2 * MOST_FROM_ONE, true)], MOST_FROM_ONE);
        check(&[(2, 2 * MOST_FROM_ONE, true)], MOST_FROM_ONE + 1);
        check(&[(2, MOST_FROM_ONE, true), (3, MOST_FROM_ONE, true)], MOST);
    }

    #[test]
    fn who_has_been_silent_the_longest_goes_and_who_waits_for_us_stays() {
        let connections = Arc::new(Connections::new());
        let places = fill(&connections, address(1), MOST_FROM_ONE, true);
        for (index, place) in places.iter().enumerate() {
            place
                .connection
                .heard
                .store(1000 + index as u64, Ordering::Relaxed);
        }
        places[400].connection.heard.store(1, Ordering::Relaxed);
        places[7].connection.heard.store(0, Ordering::Relaxed);
        let waiting = places[7].connection.answering();
        let _first = fill(&connections, address(1), 1, true);
        assert!(!is_in(&connections, &places[400]) && is_in(&connections, &places[7]));
        drop(waiting);
        let _second = fill(&connections, address(1), 1, true);
        assert!(!is_in(&connections, &places[7]) && is_in(&connections, &places[0]));
    }

    #[test]
    fn who_comes_back_stays_and_who_only_asked_once_goes() {
        let connections = Arc::new(Connections::new());
        let mut places = fill(&connections, address(1), MOST_FROM_ONE, true);
        let player = &places[9].connection;
        player.moments.store(WELL_KNOWN, Ordering::Relaxed);
        player.heard.store(0, Ordering::Relaxed);
        places.extend(fill(&connections, address(1), 2 * MOST_FROM_ONE, true));
        assert!(is_in(&connections, &places[9]));
    }

    #[test]
    fn many_requests_in_a_moment_are_one() {
        let place = Arc::new(Connections::new()).enter(address(1));
        let connection = &place.connection;
        let now = connection.now();
        for _ in 0..8 {
            connection.asked.store(now, Ordering::Relaxed);
            drop(connection.answering());
        }
        assert_eq!(connection.moments.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn one_household_is_one_address() {
        let check = |left: &str, right: &str, same: bool| {
            let household = |text: &str| household(text.parse().unwrap());
            assert_eq!(household(left) == household(right), same, "{left} {right}");
        };
        check("192.0.2.1", "192.0.2.1", true);
        check("192.0.2.1", "192.0.2.2", false);
        check("192.0.2.1", "::ffff:192.0.2.1", true);
        check("2001:db8::1", "2001:db8::2:1", true);
        check("2001:db8::1", "2001:db8:0:1::1", false);
    }
}

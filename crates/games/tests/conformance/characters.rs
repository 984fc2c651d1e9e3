//! Boards in characters: readable in ASCII, the same size through a game, with a spot for every
//! cell where a gesture can begin.

use gridwright_core::gesture::Mode;
use gridwright_core::grid::Cell;
use gridwright_core::rng::Rng;
use gridwright_core::text::{Charset, Text};
use gridwright_games::kind::Kind;
use gridwright_games::registry::{self, Visitor};

use crate::play::random_gesture;
use crate::shipped_levels;

/// Enough to bring pieces, paint and lines onto a board.
const GESTURES: usize = 20;

#[test]
fn boards_in_characters_are_plain_steady_and_have_their_cells() {
    struct Characters;
    impl Visitor for Characters {
        fn visit<K: Kind>(&mut self) {
            for (address, record) in shipped_levels::<K>().into_iter().step_by(11) {
                let session = registry::of::<K>().open(&record.level.to_string()).unwrap();
                let mut rng = Rng::new("characters", 1);
                let mut play = session.at(None).unwrap();
                play.show_coming(&record.solution.to_string(), None)
                    .unwrap();
                check(&address, &play.text());
                let mut play = session.at(None).unwrap();
                let size = play.text().size();
                for _ in 0..GESTURES {
                    play.make(&random_gesture(&mut rng));
                    let text = play.text();
                    check(&address, &text);
                    assert_eq!(text.size(), size, "{address}: the board keeps its size");
                }
                let (width, height) = session.size();
                for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
                    let cell = Cell::new(x as i32, y as i32);
                    let begins = play.reach(cell).mode != Mode::None;
                    let known = play.text().spot_of(cell).is_some();
                    assert!(known || !begins, "{address}: nobody can reach {cell}");
                }
            }
        }
    }

    fn check(address: &str, text: &Text) {
        let (unicode, ascii) = (text.string(Charset::Unicode), text.string(Charset::Ascii));
        assert!(ascii.is_ascii(), "{address}:\n{ascii}");
        assert_eq!(unicode.lines().count(), ascii.lines().count(), "{address}");
        let (width, height) = text.size();
        for (i, spot) in text.spots().iter().enumerate() {
            let inside = spot.x + spot.width <= width && spot.y + spot.height <= height;
            assert!(inside, "{address}: {spot:?} is not on the board");
            assert_eq!(text.cell_at(spot.x, spot.y), Some(spot.cell), "{address}");
            let again = text.spots()[i + 1..].iter().any(|s| s.cell == spot.cell);
            assert!(!again, "{address}: {} has two places", spot.cell);
        }
    }

    registry::visit(&mut Characters);
}

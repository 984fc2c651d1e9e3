//! Two hands that play a solution: keys alone, or the mouse alone. They know where things are from
//! the games' own characters and reaches, as a person knows from the screen.

use gridwright_core::gesture::Mode;
use gridwright_core::grid::Cell;
use gridwright_core::text::Text;
use gridwright_games::registry::{Games, Play, Session};
use gridwright_workshop::catalogue::Catalogue;
use serde_json::Value;

use super::screen::Player;

/// One thing to do.
enum Deed {
    Press(Cell),
    Push(Cell, Vec<(i32, i32)>),
    Draw(Vec<Cell>),
    Place {
        piece: String,
        side: usize,
        turns: usize,
        at: Cell,
    },
}

/// A solution as things to do, each with the position before it.
fn deeds(session: &dyn Session, solution: &Value) -> Vec<(Box<dyn Play>, Deed)> {
    let text = solution.to_string();
    let cell = |at: &Value| {
        Cell::new(
            at[0].as_i64().unwrap() as i32,
            at[1].as_i64().unwrap() as i32,
        )
    };
    let all = session.at(Some(&text)).unwrap();
    let count = all.count();
    let mut deeds = Vec::new();
    let moves = ["moves", "lines", "strokes", "placements"];
    let list = moves
        .iter()
        .find_map(|key| solution[*key].as_array())
        .unwrap();
    // A solution may repeat what is on the board already.
    let first = list.len() - count;
    for (done, entry) in list[first..].iter().enumerate() {
        let before = all.first(done).to_string();
        let play = session.at(Some(&before)).unwrap();
        let number = |key: &str| entry[key].as_u64().unwrap_or(0) as usize;
        let deed = if entry["row"].is_number() {
            Deed::Press(Cell::new(number("col") as i32, number("row") as i32))
        } else if entry["shape"].is_number() {
            let takes = format!("shape-{}", number("shape"));
            let board = play.text();
            let mut cells = board.spots().iter().map(|spot| spot.cell);
            let grabbed = cells.find(|cell| play.reach(*cell).takes.contains(&takes));
            let step = match entry["dir"].as_str().unwrap() {
                "up" => (0, -1),
                "down" => (0, 1),
                "left" => (-1, 0),
                _ => (1, 0),
            };
            Deed::Push(grabbed.unwrap(), vec![step])
        } else if entry["piece"].is_string() {
            Deed::Place {
                piece: entry["piece"].as_str().unwrap().to_owned(),
                side: number("side"),
                turns: number("turns"),
                at: cell(&entry["at"]),
            }
        } else {
            Deed::Draw(entry.as_array().unwrap().iter().map(cell).collect())
        };
        deeds.push((play, deed));
    }
    deeds
}

fn level(address: &str) -> (Box<dyn Session>, Value) {
    let catalogue = Catalogue::new(Games::SHIPPED);
    let shipped = catalogue.at(address).unwrap();
    let record = shipped.record();
    let session = shipped.listed().game.open(&record.level.to_string());
    (session.unwrap(), record.solution.clone())
}

/// Plays the solution of a shipped level with keys.
pub(crate) fn by_keyboard(player: &mut Player, address: &str) {
    let (session, solution) = level(address);
    let start = session.at(None).unwrap();
    player.locate(&start.text());
    let begins = |cell: &Cell| start.reach(*cell).mode != Mode::None;
    let text = start.text();
    let mut cursor = text
        .spots()
        .iter()
        .map(|spot| spot.cell)
        .find(begins)
        .unwrap();
    for (play, deed) in deeds(&*session, &solution) {
        let text = play.text();
        match deed {
            Deed::Press(at) => {
                player.type_keys(&walk(&text, cursor, at));
                player.type_keys(" ");
                cursor = at;
            }
            Deed::Push(at, steps) => {
                player.type_keys(&tabs(&*play, &text, cursor, at));
                player.type_keys(" ");
                cursor = at;
                for (dx, dy) in steps {
                    player.type_keys(arrow(dx, dy));
                    cursor = cursor.offset(dx, dy);
                }
                player.type_keys(" ");
            }
            Deed::Draw(path) => {
                player.type_keys(&tabs(&*play, &text, cursor, path[0]));
                player.type_keys(" ");
                for pair in path.windows(2) {
                    player.type_keys(arrow(pair[1].x - pair[0].x, pair[1].y - pair[0].y));
                }
                player.type_keys("\r");
                cursor = path[path.len() - 1];
            }
            Deed::Place {
                piece,
                side,
                turns,
                at,
            } => {
                let waiting = waiting(&*play, &text);
                let index = waiting
                    .iter()
                    .position(|(name, ..)| *name == piece)
                    .unwrap();
                let (_, from_side, sides, from_turns, _) = &waiting[index];
                player.type_keys(&"\t".repeat(index + 1));
                player.type_keys(&"f".repeat((side + sides - from_side) % sides));
                player.type_keys(&"r".repeat((turns + 4 - from_turns) % 4));
                player.type_keys(&walk(&text, Cell::default(), at));
                player.type_keys("\r");
            }
        }
    }
}

/// Plays the solution of a shipped level with the mouse.
pub(crate) fn by_mouse(player: &mut Player, address: &str) {
    let (session, solution) = level(address);
    let start = session.at(None).unwrap();
    let corner = player.locate(&start.text());
    for (play, deed) in deeds(&*session, &solution) {
        let text = play.text();
        let drag = |player: &mut Player, path: &[Cell]| {
            let place = |cell: Cell| Player::middle(&text, corner, cell);
            player.mouse(0, place(path[0]), true);
            for cell in &path[1..] {
                player.mouse(32, place(*cell), true);
            }
            player.mouse(0, place(path[path.len() - 1]), false);
        };
        match deed {
            Deed::Press(at) => player.click(Player::middle(&text, corner, at)),
            Deed::Push(at, steps) => {
                let mut path = vec![at];
                for (dx, dy) in steps {
                    path.push(path[path.len() - 1].offset(dx, dy));
                }
                drag(player, &path);
            }
            Deed::Draw(path) => drag(player, &path),
            Deed::Place {
                piece,
                side,
                turns,
                at,
            } => {
                let waiting = waiting(&*play, &text);
                let found = waiting.into_iter().find(|(name, ..)| *name == piece);
                let (_, from_side, sides, from_turns, from) = found.unwrap();
                player.click(Player::middle(&text, corner, from));
                let words = format!("{piece} in hand");
                player.wait_for(&words);
                for _ in 0..(side + sides - from_side) % sides {
                    let button = player.wait_for_place("Flip");
                    player.click(button);
                }
                for _ in 0..(turns + 4 - from_turns) % 4 {
                    let button = player.wait_for_place("Turn");
                    player.click(button);
                }
                player.click(Player::middle(&text, corner, at));
            }
        }
    }
}

/// The pieces that wait beside the board: name, side, sides, turns, and a cell of each.
fn waiting(play: &dyn Play, text: &Text) -> Vec<(String, usize, usize, usize, Cell)> {
    let most = text.spots().iter().map(|spot| spot.width).max();
    let beside = text.spots().iter().filter(|spot| Some(spot.width) != most);
    let mut pieces: Vec<(String, usize, usize, usize, Cell)> = Vec::new();
    for spot in beside {
        let Some(hand) = play.reach(spot.cell).hand else {
            continue;
        };
        if pieces.iter().all(|(name, ..)| *name != hand.piece) {
            pieces.push((hand.piece, hand.side, hand.sides, hand.turns, spot.cell));
        }
    }
    pieces
}

/// The keys from a thing that can be taken, or from elsewhere, to another.
fn tabs(play: &dyn Play, text: &Text, from: Cell, to: Cell) -> String {
    let takes = |cell: &Cell| [Mode::Slide, Mode::Draw].contains(&play.reach(*cell).mode);
    let spots = text.spots().iter().map(|spot| spot.cell);
    let things: Vec<Cell> = spots.filter(takes).collect();
    let at = |cell: Cell| things.iter().position(|thing| *thing == cell);
    let to = at(to).expect("the deed begins where something can be taken");
    let count = match at(from) {
        Some(from) => (to + things.len() - from) % things.len(),
        None => to + 1,
    };
    "\t".repeat(count)
}

/// The keys from a cell to another, around holes.
fn walk(text: &Text, from: Cell, to: Cell) -> String {
    let mut ways = vec![(from, String::new())];
    let mut next = 0;
    while let Some((cell, keys)) = ways.get(next).cloned() {
        if cell == to {
            return keys;
        }
        next += 1;
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            let beside = cell.offset(dx, dy);
            let is_new = ways.iter().all(|(known, _)| *known != beside);
            if is_new && text.spot_of(beside).is_some() {
                ways.push((beside, keys.clone() + arrow(dx, dy)));
            }
        }
    }
    panic!("there is no way from {from:?} to {to:?}");
}

/// The key of a step.
fn arrow(dx: i32, dy: i32) -> &'static str {
    match (dx, dy) {
        (0, -1) => "k",
        (0, 1) => "\x1b[B",
        (-1, 0) => "\x1b[D",
        (1, 0) => "d",
        (-1, -1) => "y",
        (1, -1) => "u",
        (-1, 1) => "b",
        (1, 1) => "n",
        _ => "",
    }
}

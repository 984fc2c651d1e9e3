//! The solver of Lights Off against plain enumeration of all press patterns: every board of every
//! variant with few boards, and a sample of those with more.

use gridwright_core::budget::Budget;
use gridwright_core::rng::Rng;
use gridwright_games::lights_off::solve::{Minimiser, Regions, System};
use gridwright_games::lights_off::{Board, Neighbourhood, Shape, Topology};

/// What enumeration knows about the boards of a shape, by the number of the board.
struct Enumerated {
    shape: Shape,
    /// The fewest presses; `u8::MAX` for boards that cannot be solved.
    least: Vec<u8>,
    /// How many patterns have the fewest presses.
    ways: Vec<u32>,
    /// How many patterns solve it.
    solutions: Vec<u32>,
}

impl Enumerated {
    /// Goes through all press patterns, one press at a time.
    fn new(shape: Shape) -> Self {
        let (lamps, states) = (shape.lamps(), usize::from(shape.states()));
        let boards = states.pow(lamps as u32);
        let places: Vec<Vec<usize>> = shape
            .places()
            .map(|(row, col)| {
                let reach = shape.reach(row, col);
                reach.map(|(row, col)| shape.number(row, col)).collect()
            })
            .collect();
        let mut known = Enumerated {
            shape,
            least: vec![u8::MAX; boards],
            ways: vec![0; boards],
            solutions: vec![0; boards],
        };
        let mut presses = vec![0usize; lamps];
        // The board that these presses turn off: each press takes one off.
        let mut board = vec![0usize; lamps];
        loop {
            let number = board
                .iter()
                .fold(0, |number, state| number * states + state);
            let weight = presses.iter().sum::<usize>() as u8;
            known.solutions[number] += 1;
            if weight < known.least[number] {
                known.least[number] = weight;
                known.ways[number] = 0;
            }
            if weight == known.least[number] {
                known.ways[number] += 1;
            }
            // The next pattern, like an odometer: whoever turns over has been pressed k times.
            let mut wheel = 0;
            loop {
                if wheel == lamps {
                    return known;
                }
                presses[wheel] = (presses[wheel] + 1) % states;
                for &place in &places[wheel] {
                    board[place] = (board[place] + states - 1) % states;
                }
                if presses[wheel] != 0 {
                    break;
                }
                wheel += 1;
            }
        }
    }

    fn board(&self, number: usize) -> Board {
        let (lamps, states) = (self.shape.lamps(), usize::from(self.shape.states()));
        Board::from_fn(&self.shape, |row, col| {
            let place = lamps - 1 - self.shape.number(row, col);
            (number / states.pow(place as u32) % states) as u8
        })
    }

    /// Compares what the solver says about the boards of these numbers.
    fn compare(&self, numbers: impl Iterator<Item = usize>) {
        let budget = Budget::unlimited();
        let mut meter = budget.meter();
        let system = System::new(&self.shape, &mut meter).unwrap();
        let minimiser = Minimiser::new(Regions::new(&system, &mut meter).unwrap());
        for quiet in (0..system.orders().len()).map(|index| system.quiet(index)) {
            let mut unchanged = Board::zero(&self.shape);
            unchanged.press(&quiet);
            assert!(unchanged.is_zero(), "{quiet:?} of {:?}", self.shape);
        }
        for number in numbers {
            let lamps = self.board(number);
            let Some(solution) = system.solve(&lamps) else {
                assert_eq!(self.least[number], u8::MAX, "{lamps:?} of {:?}", self.shape);
                self.check_certificate(&lamps, &system.refute(&lamps).expect("a certificate"));
                continue;
            };
            let least = minimiser.minimum(&solution, 2, &mut meter);
            let mut dark = lamps.clone();
            dark.press(&least.solution);
            assert!(dark.is_zero() && least.limit.is_none());
            assert_eq!(least.solution.total(), least.presses);
            let found = (least.presses, least.count, system.quiet_patterns());
            let known = (
                u64::from(self.least[number]),
                self.ways[number].into(),
                self.solutions[number].into(),
            );
            assert_eq!(found, known, "{lamps:?} of {:?}", self.shape);
            assert_eq!(system.refute(&lamps), None);
        }
    }

    /// No press changes the sum of weight times state, and it is not 0.
    fn check_certificate(&self, lamps: &Board, weights: &Board) {
        assert_ne!(weights.dot(lamps), 0, "{lamps:?} of {:?}", self.shape);
        for (row, col) in self.shape.places() {
            let mut pressed = lamps.clone();
            for (row, col) in self.shape.reach(row, col) {
                pressed.add(row, col, 1);
            }
            assert_eq!(
                weights.dot(&pressed),
                weights.dot(lamps),
                "{:?}",
                self.shape
            );
        }
    }
}

/// All shapes with so many boards.
fn shapes(states: u8, boards: std::ops::RangeInclusive<u64>) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let most = boards.end().ilog(states.into()) as u64;
    for rows in 1..=most {
        for cols in 1..=most / rows {
            if !boards.contains(&u64::from(states).pow((rows * cols) as u32)) {
                continue;
            }
            for (_, topology) in Topology::NAMED {
                for (_, neighbourhood) in Neighbourhood::NAMED {
                    shapes.extend(Shape::new(
                        rows,
                        cols,
                        states.into(),
                        topology,
                        neighbourhood,
                    ));
                }
            }
        }
    }
    shapes
}

fn every_board(states: u8) {
    for shape in shapes(states, 1..=1 << 16) {
        let known = Enumerated::new(shape);
        known.compare(0..known.least.len());
    }
}

#[test]
fn every_board_of_two_states() {
    every_board(2);
}

#[test]
fn every_board_of_three_states() {
    every_board(3);
}

#[test]
fn every_board_of_four_states() {
    every_board(4);
}

#[test]
fn every_board_of_five_to_ten_states() {
    (5..=10).for_each(every_board);
}

#[test]
fn a_sample_of_larger_boards() {
    let mut rng = Rng::new("lights-off test", 1);
    for states in 2..=10 {
        for shape in shapes(states, (1 << 16) + 1..=1 << 20) {
            if rng.chance(3, 4) {
                continue;
            }
            let known = Enumerated::new(shape);
            let numbers: Vec<usize> = (0..500).map(|_| rng.index(known.least.len())).collect();
            known.compare(numbers.into_iter());
        }
    }
}

/// A random board with holes, or a random graph whose links go both ways or not.
fn own_shape(lamps: u64, states: u8, rng: &mut Rng) -> Shape {
    let whole = |topology, neighbourhood, places: u64| {
        let mut sides = (1..=places.isqrt()).rev();
        let rows = sides.find(|rows| places.is_multiple_of(*rows)).unwrap();
        Shape::new(rows, places / rows, states.into(), topology, neighbourhood).unwrap()
    };
    if rng.chance(1, 2) {
        let (_, topology) = Topology::NAMED[rng.index(3)];
        let (_, neighbourhood) = match topology {
            Topology::Hex => Neighbourhood::NAMED[0],
            _ => Neighbourhood::NAMED[rng.index(3)],
        };
        let holes = 1 + rng.below(4);
        let shape = whole(topology, neighbourhood, lamps + holes);
        let mut places: Vec<_> = shape.places().collect();
        let holes = rng.sample(&mut places, holes as usize).to_vec();
        return shape
            .with_holes(|row, col| holes.contains(&(row, col)))
            .unwrap();
    }
    let is_mutual = rng.chance(1, 2);
    let mut lists = vec![Vec::new(); lamps as usize];
    for from in 0..lamps as usize {
        for to in 0..from {
            let there = rng.chance(1, 3);
            let back = if is_mutual { there } else { rng.chance(1, 3) };
            if there {
                lists[from].push(to as u32);
            }
            if back {
                lists[to].push(from as u32);
            }
        }
    }
    whole(Topology::Square, Neighbourhood::Plus, lamps).linked(lists)
}

#[test]
fn boards_with_holes_and_graphs() {
    let mut rng = Rng::new("lights-off test", 2);
    for states in 2..=10u8 {
        let most = (1u64 << 14).ilog(states.into()) as u64;
        for _ in 0..60 {
            let lamps = 1 + rng.below(most);
            let known = Enumerated::new(own_shape(lamps, states, &mut rng));
            known.compare((0..known.least.len()).take(1 << 11));
        }
    }
}

//! What is played back on the board: a solution, an explanation, a review, pictures about a level, a
//! lesson's demonstration. All are frames that are stepped through or played.

use std::time::Duration;

use gridwright_core::gesture::Gesture;
use gridwright_core::grid::Cell;
use gridwright_core::teach::Plate;
use gridwright_games::report::{BeatReport, ReviewPoint, Rewind};
use gridwright_workshop::level_ref::Named;

use super::view::View;
use crate::words;

/// Names of speeds, and how long a frame stays.
const SPEEDS: [(&str, u64); 4] = [("Slow", 1200), ("Calm", 600), ("Brisk", 250), ("Fast", 60)];

/// A playback and where it is.
pub(crate) struct Playback {
    content: Content,
    pub(crate) at: usize,
    speed: usize,
    /// When the next frame is due, while it plays.
    pub(crate) due: Option<Duration>,
}

/// What is played back.
pub(crate) enum Content {
    /// A solution, move by move.
    Solution {
        moves: String,
        count: usize,
        words: String,
    },
    /// A solution as a person would find it.
    Explained {
        beats: Vec<BeatReport>,
        moves: String,
    },
    /// A game looked back on.
    Review {
        moves: String,
        points: Vec<ReviewPoint>,
        better: bool,
        done: bool,
    },
    /// Pictures about the level.
    Plates(Vec<Plate>),
    /// Gestures that solve a lesson.
    Demo(Vec<Gesture>),
}

/// What one frame shows.
pub(crate) struct Frame {
    pub(crate) view: View,
    pub(crate) words: String,
    pub(crate) cells: Vec<Cell>,
}

impl Playback {
    pub(crate) fn new(content: Content) -> Playback {
        Playback {
            content,
            at: 0,
            speed: 1,
            due: None,
        }
    }

    /// How many frames there are.
    pub(crate) fn count(&self) -> usize {
        match &self.content {
            Content::Solution { count, .. } => count + 1,
            Content::Explained { beats, .. } => beats.len() + 1,
            Content::Review { points, .. } => points.len(),
            Content::Plates(plates) => plates.len(),
            Content::Demo(gestures) => gestures.len() + 1,
        }
    }

    /// The name of the playback, its place in it, and its speed while it plays.
    pub(crate) fn title(&self) -> String {
        let name = match &self.content {
            Content::Solution { .. } => "Solution",
            Content::Explained { .. } => "Explained",
            Content::Review { .. } => "Review",
            Content::Plates(_) => "Pictures",
            Content::Demo(_) => "Like this",
        };
        // All but pictures begin before the first step.
        let (at, last) = match &self.content {
            Content::Plates(plates) => (self.at + 1, plates.len()),
            _ => (self.at, self.count().saturating_sub(1)),
        };
        let speed = match self.due {
            Some(_) => format!(", {}", SPEEDS[self.speed].0.to_lowercase()),
            None => String::new(),
        };
        format!("{name} {at} of {last}{speed}")
    }

    pub(crate) fn go(&mut self, to: usize) {
        self.at = to.min(self.count().saturating_sub(1));
        if let Content::Review { better, .. } = &mut self.content {
            *better = false;
        }
    }

    /// Plays it, or stops it.
    pub(crate) fn toggle(&mut self, now: Duration) {
        if self.due.take().is_some() {
            return;
        }
        if self.at + 1 >= self.count() {
            self.go(0);
        }
        self.due = Some(now + self.pause());
    }

    pub(crate) fn speed(&mut self, by: isize) {
        self.speed = self.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
    }

    fn pause(&self) -> Duration {
        Duration::from_millis(SPEEDS[self.speed].1)
    }

    /// The next frame, if it is due.
    pub(crate) fn tick(&mut self, now: Duration) {
        if self.due.is_none_or(|due| now < due) {
            return;
        }
        self.go(self.at + 1);
        let over = self.at + 1 >= self.count();
        self.due = (!over).then(|| now + self.pause());
    }

    /// Whether it looks back on a game.
    pub(crate) fn is_review(&self) -> bool {
        matches!(self.content, Content::Review { .. })
    }

    /// Another point of a review.
    pub(crate) fn add(&mut self, point: ReviewPoint) {
        if let Content::Review { points, .. } = &mut self.content {
            points.push(point);
        }
    }

    /// The review is complete.
    pub(crate) fn finish(&mut self) {
        if let Content::Review { done, .. } = &mut self.content {
            *done = true;
        }
    }

    /// Shows the better move in the place of one that was a mistake.
    pub(crate) fn better(&mut self) {
        if let Content::Review { better, .. } = &mut self.content {
            *better = !*better;
        }
    }

    /// What is shown now.
    pub(crate) fn frame(&self, level: &Named) -> Option<Frame> {
        let session = level.session();
        let after = |moves: &str, count: usize| {
            let mut play = session.at(Some(moves)).ok()?;
            play.rewind(&Rewind::Keep { count });
            Some(play)
        };
        let plain = |view: View, words: String| Frame {
            view,
            words,
            cells: Vec::new(),
        };
        Some(match &self.content {
            Content::Solution { moves, words, .. } => {
                plain(View::of(&*after(moves, self.at)?), words.clone())
            }
            Content::Explained { beats, moves } => {
                let so_far = &beats[..self.at.min(beats.len())];
                let count = so_far.iter().map(|beat| beat.moves.len()).sum();
                let beat = so_far.last();
                Frame {
                    view: View::of(&*after(moves, count)?),
                    words: beat.map_or("Space plays it, arrows step.".into(), |b| b.text.clone()),
                    cells: beat.map_or(Vec::new(), |beat| beat.cells.clone()),
                }
            }
            Content::Review {
                moves,
                points,
                better,
                ..
            } => {
                let mistake = is_mistake(points, self.at);
                // A mistake is mended before it: the best move of the position it was made in.
                let from = if *better && mistake {
                    self.at - 1
                } else {
                    self.at
                };
                let point = points.get(from)?;
                let mut play = after(moves, point.after)?;
                if let (true, Some(best)) = (*better, &point.best) {
                    play.show_coming(&best.to_string(), None).ok()?;
                }
                plain(View::of(&*play), self.reviewed(level))
            }
            Content::Plates(plates) => {
                let plate = plates.get(self.at)?;
                let words = format!("{}: {}", plate.title, plate.text);
                let view = View {
                    text: plate.characters.clone(),
                    scene: plate.scene.clone(),
                };
                plain(view, words)
            }
            Content::Demo(gestures) => {
                let mut play = session.at(None).ok()?;
                for gesture in &gestures[..self.at.min(gestures.len())] {
                    play.make(gesture);
                }
                plain(View::of(&*play), String::new())
            }
        })
    }

    fn reviewed(&self, level: &Named) -> String {
        let Content::Review { points, done, .. } = &self.content else {
            return String::new();
        };
        let Some(point) = points.get(self.at) else {
            return "Looking back…".to_owned();
        };
        let about = level.game().about();
        let left = match (&point.on_track, &point.remaining) {
            (Some(false), _) => "it could not be solved any more".to_owned(),
            (_, Some(left)) => format!("{} were left", words::costs(about, left.iter())),
            _ => "on track".to_owned(),
        };
        let moves = if point.after == 1 { "move" } else { "moves" };
        let mut words = format!("After {} {moves} {left}.", point.after);
        if is_mistake(points, self.at) {
            words += " This was a mistake; b shows the better move.";
        } else if self.at + 1 == points.len() && *done {
            let wrong = (0..points.len()).filter(|&i| is_mistake(points, i)).count();
            words += &match wrong {
                0 => " Not one wasted move.".to_owned(),
                1 => " 1 move did not bring you nearer.".to_owned(),
                wrong => format!(" {wrong} moves did not bring you nearer."),
            };
        }
        words
    }

    /// What was left after every move, as a line of bars; each rise is a mistake.
    pub(crate) fn chart(&self, ascii: bool) -> Option<String> {
        let Content::Review { points, .. } = &self.content else {
            return None;
        };
        let signs: Vec<char> = if ascii {
            "_.-=+*%#"
        } else {
            "▁▂▃▄▅▆▇█"
        }
        .chars()
        .collect();
        let known: Vec<Option<u64>> = points.iter().map(left).collect();
        let most = known
            .iter()
            .flatten()
            .filter(|left| **left != u64::MAX)
            .max();
        let most = most.copied().unwrap_or(1).max(1);
        let bar = |left: &Option<u64>| match left {
            None => ' ',
            Some(u64::MAX) => '!',
            Some(left) => signs[(left * 7 / most) as usize],
        };
        Some(known.iter().map(bar).collect())
    }
}

/// What was left at a point; without end if it could not be solved any more.
fn left(point: &ReviewPoint) -> Option<u64> {
    match point.on_track {
        Some(false) => Some(u64::MAX),
        _ => point.remaining.as_ref()?.first(),
    }
}

fn is_mistake(points: &[ReviewPoint], at: usize) -> bool {
    points.get(at).and_then(|point| point.mistake) == Some(true)
}

//! A level being played: the board, the hand on it, help, and what is played back on it.

mod board;
mod hand;
mod help;
mod keys;
mod panel;
mod playback;
mod pointer;
mod status;
mod view;
mod way;

use std::sync::Arc;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use gridwright_core::grid::Cell;
use gridwright_core::scene::Scene;
use gridwright_games::registry::Game;
use gridwright_games::report::{SolveReport, Status as Verdict};
use gridwright_workshop::attempt::Attempt;
use gridwright_workshop::jobs::{JobKind, JobRequest, Outcome};
use gridwright_workshop::level_ref::{LevelRef, Named, Origin, raw_json};
use gridwright_workshop::levels::Level;
use gridwright_workshop::progress::CompleteAnswer;

use crate::app::{LEAST, Next, Screen, Shared};
use crate::page::Page;
use crate::screens::opening::Opening;
use crate::words;
use crate::work::{Answer, News, Running, Task, What};
use board::{Board, Mark};
use hand::Hand;
use help::Help;
use panel::AROUND;
use playback::{Content, Frame, Playback};
use status::{Status, Tone};

/// A level being played.
pub(crate) struct Play {
    pub(crate) attempt: Attempt,
    name: String,
    lesson: Option<Lesson>,
    board: Board,
    hand: Hand,
    help: Help,
    status: Status,
    playback: Option<Playback>,
    work: Option<(Running, Purpose)>,
    won: Option<Won>,
    /// The picture of the position, for what it says about the board and its cells.
    scene: Scene,
    /// What is in the way.
    faults: Vec<Cell>,
    /// What a thing could do, until the next thing is done.
    glimpse: Vec<Cell>,
    now: Duration,
}

/// A level that teaches.
struct Lesson {
    game: &'static dyn Game,
    index: usize,
}

/// A win, and what was made of it.
struct Won {
    /// What was recorded; `None` in a lesson.
    recorded: Option<Result<CompleteAnswer, String>>,
    /// The next level.
    next: Option<String>,
}

/// What work beside the screen is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The next of three taps for a hint.
    Tap,
    /// Am I on track?
    Track,
    /// Help after every move.
    Live,
    /// What to do about a position that cannot be solved.
    Mend,
    /// Something to be told on the board.
    Playback,
}

/// Why a position changed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    Gesture,
    Other,
}

impl Play {
    /// A level where it was left.
    pub(crate) fn new(attempt: Attempt, shared: &mut Shared) -> Play {
        let name = name_of(attempt.level());
        let mut play = Play::of(attempt, name, None);
        let now = shared.now();
        play.attempt.resume(now);
        play.now = now;
        if play.attempt.is_solved() {
            play.status
                .say(Tone::Good, "This is solved. Reset to play it again.");
        } else if play.attempt.play().count() > 0 {
            play.status
                .mention(Tone::Plain, "Here is where you left off.");
        }
        play
    }

    /// A lesson of a game.
    pub(crate) fn lesson(game: &'static dyn Game, index: usize) -> Option<Play> {
        let lesson = game.lessons().get(index)?;
        let session = game.open(lesson.level).ok()?;
        let named = Named {
            level: Arc::new(Level::new(session)),
            origin: Origin::Free,
        };
        let name = format!(
            "{}: lesson {} of {}",
            game.title(),
            index + 1,
            game.lessons().len()
        );
        let attempt = Attempt::new(named).ok()?;
        Some(Play::of(attempt, name, Some(Lesson { game, index })))
    }

    fn of(attempt: Attempt, name: String, lesson: Option<Lesson>) -> Play {
        let scene = attempt.play().scene();
        let text = attempt.play().text();
        // The cursor begins where something can be taken, if it can.
        let spots = || text.spots().iter().map(|spot| spot.cell);
        let begins = |cell: &Cell| attempt.play().reach(*cell).mode != Default::default();
        let at = spots().find(begins).or_else(|| spots().next());
        Play {
            hand: Hand::at(at.unwrap_or_default()),
            attempt,
            name,
            lesson,
            board: Board::default(),
            help: Help::default(),
            status: Status::default(),
            playback: None,
            work: None,
            won: None,
            scene,
            faults: Vec::new(),
            glimpse: Vec::new(),
            now: Duration::ZERO,
        }
    }

    fn game(&self) -> &'static dyn Game {
        self.attempt.level().game()
    }

    /// How the workshop is asked about this level.
    fn level_ref(&self) -> LevelRef {
        if let Some(Lesson { game, index }) = self.lesson
            && let Ok(level) = LevelRef::document(game.lessons()[index].level, Some(game.id()))
        {
            return level;
        }
        match self.attempt.level().address() {
            Some(address) => LevelRef::address(address),
            None => LevelRef {
                hash: Some(self.attempt.level().level.hash.clone()),
                ..LevelRef::default()
            },
        }
    }

    /// The position has changed: what was said about it is over, and it is saved.
    fn changed(&mut self, cause: Cause, shared: &mut Shared) {
        self.now = shared.now();
        self.scene = self.attempt.play().scene();
        self.status.clear();
        self.help.forget();
        self.faults.clear();
        self.glimpse.clear();
        self.work = None;
        if cause == Cause::Other {
            self.hand.held = None;
        }
        if self.attempt.is_solved() {
            self.hand.held = None;
            self.win(shared);
            return;
        }
        self.won = None;
        if self.lesson.is_none() {
            match shared.workshop.save(&mut self.attempt) {
                Ok(_) => shared.background.settle(self.game().id()),
                Err(_) => {
                    let words = "Your moves could not be saved just now.";
                    self.status.mention(Tone::Bad, words);
                }
            }
        }
        if shared.assist == crate::app::Assist::Live {
            self.ask(Purpose::Live, shared);
        }
    }

    fn win(&mut self, shared: &mut Shared) {
        if self.lesson.is_some() {
            self.status.say(Tone::Good, "That is it.");
            self.won = Some(Won {
                recorded: None,
                next: None,
            });
            return;
        }
        let recorded = match shared.workshop.finish(&mut self.attempt, self.now) {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => return,
            Err(refusal) => Err(refusal.to_string()),
        };
        let paid = words::costs(self.game().about(), self.attempt.play().costs().iter());
        let mut words = "Level complete!".to_owned();
        let stars = recorded.as_ref().ok().and_then(|recorded| recorded.stars);
        if let Some(stars) = stars.filter(|_| !self.help.shown) {
            words += &format!(" {}", shared.look.stars(stars));
        }
        if !paid.is_empty() {
            words += &format!(" {paid}.");
        }
        self.status.say(Tone::Good, words);
        if let Err(message) = &recorded {
            self.status.say(Tone::Bad, format!("Not saved: {message}"));
        }
        let next = self.attempt.level().next(shared.workshop.catalogue());
        let words = if next.is_some() {
            "Next level"
        } else {
            "All levels"
        };
        self.status.offer(KeyCode::Char('n'), "n", words.to_owned());
        self.won = Some(Won {
            recorded: Some(recorded),
            next,
        });
    }

    fn next_level(&mut self, shared: &mut Shared) -> Next {
        if let Some(Lesson { game, index }) = self.lesson {
            return match Play::lesson(game, index + 1) {
                Some(next) => Next::Replace(Box::new(next)),
                None => Next::Back,
            };
        }
        if !self.attempt.is_solved() {
            self.status.mention(Tone::Plain, "Solve this level first.");
            return Next::Stay;
        }
        match self.won.as_ref().and_then(|won| won.next.clone()) {
            Some(next) => {
                let opening = Opening::new(LevelRef::address(next), shared);
                Next::Replace(Box::new(opening))
            }
            None => Next::Back,
        }
    }

    /// Starts a job whose outcome is told on the board.
    fn tell(&mut self, words: &'static str, kind: JobKind, shared: &mut Shared) {
        let mut request = JobRequest::about(kind, self.level_ref());
        if kind == JobKind::Review {
            let moves = self.attempt.play().moves().to_string();
            request.moves = raw_json(&moves).ok();
            self.playback = Some(Playback::new(Content::Review {
                moves,
                points: Vec::new(),
                better: false,
                done: false,
            }));
        }
        let task = Task::Job(Box::new(request));
        self.work = Some((shared.background.start(words, task), Purpose::Playback));
    }

    fn told(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Solved(solved) => self.solved(solved.report),
            Outcome::Explained(explained) => {
                let moves = explained.report.solution.to_string();
                let beats = explained.report.beats;
                self.playback = Some(Playback::new(Content::Explained { beats, moves }));
            }
            Outcome::Reviewed(_) => {
                if let Some(playback) = &mut self.playback {
                    playback.finish();
                }
            }
            _ => {}
        }
    }

    fn solved(&mut self, report: SolveReport) {
        let about = self.game().about();
        let bounds = words::costs(about, report.bounds.iter());
        let Some(solution) = report.solution else {
            match report.status {
                Verdict::Unsolvable => {
                    let words = "Proved: this level has no solution.";
                    self.status.say(Tone::Bad, words);
                }
                _ => {
                    let at_least = match &bounds[..] {
                        "" => String::new(),
                        bounds => format!(" At least {bounds}."),
                    };
                    let words = format!("Not decided: a limit was reached.{at_least}");
                    self.status.say(Tone::Warn, words);
                }
            }
            return;
        };
        let costs = report
            .costs
            .as_ref()
            .map(|costs| words::costs(about, costs.iter()));
        let proof = match (report.optimal, report.metrics.is_empty()) {
            (true, _) => "proved to be the least".to_owned(),
            (false, true) => String::new(),
            (false, false) => format!("not proved; at least {bounds}"),
        };
        let parts = ["Solved".to_owned(), costs.unwrap_or_default(), proof];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let moves = solution.to_string();
        let play = self.attempt.level().session().at(Some(&moves));
        self.playback = Some(Playback::new(Content::Solution {
            count: play.map_or(0, |play| play.count()),
            moves,
            words: format!("{}.", parts.join(", ")),
        }));
        self.help.shown = true;
    }
}

/// What a level is called: its game and its place, or its day, or what its maker calls it.
fn name_of(named: &Named) -> String {
    let game = named.game().title();
    match &named.origin {
        Origin::Shipped(shipped) => {
            let id = shipped.record().id.as_deref().unwrap_or_default();
            format!("{game} · {} {id}", shipped.listed().pack().title)
        }
        Origin::Beyond(place) => format!("{game} · {}", place.number()),
        Origin::Daily(day) => format!("{game} · level of {day}"),
        Origin::Free => {
            let document = named.session().document();
            let title = document["meta"]["title"]
                .as_str()
                .unwrap_or("a level of its own");
            format!("{game} · {title}")
        }
    }
}

impl Screen for Play {
    fn draw(&mut self, page: &mut Page<'_>) {
        let frame = self
            .playback
            .as_ref()
            .map(|playback| playback.frame(self.attempt.level()));
        let (view, marks, words) = match frame {
            Some(Some(Frame { view, words, cells })) => {
                let marks = cells.into_iter().map(|cell| (cell, Mark::Where)).collect();
                (view, marks, Some(words))
            }
            _ => {
                let (view, mut marks) = self.with_hand();
                let look = self.help.cells.iter().map(|cell| (*cell, Mark::Where));
                marks.splice(0..0, look);
                let view = match &self.help.coming {
                    Some(coming) if self.piece().is_none() => coming.clone(),
                    _ => view,
                };
                (view, marks, None)
            }
        };
        self.lay_out(page, &view, &marks, words);
    }

    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        self.pressed(key, shared)
    }

    fn mouse(&mut self, mouse: MouseEvent, shared: &mut Shared) -> Next {
        self.now = shared.now();
        if self.playback.is_none() {
            if mouse.kind != MouseEventKind::Moved {
                self.glimpse.clear();
            }
            self.pointer(mouse, shared);
        }
        Next::Stay
    }

    fn news(&mut self, news: News, shared: &mut Shared) -> Next {
        let Some((running, purpose)) = &mut self.work else {
            return Next::Stay;
        };
        if !running.is(&news) {
            return Next::Stay;
        }
        let purpose = *purpose;
        match news.what {
            What::Progress(event) => running.progress = Some(event),
            What::Point(point) => {
                if let Some(playback) = &mut self.playback {
                    playback.add(point);
                }
            }
            What::Done(done) => {
                self.work = None;
                match done {
                    Ok(Answer::Hint(hint)) => self.helped(*hint, purpose, shared),
                    Ok(Answer::Outcome(outcome)) => self.told(outcome),
                    Ok(Answer::Plates(plates)) if plates.is_empty() => {
                        let words = "There is none: the level has one solution at most.";
                        self.status.mention(Tone::Plain, words);
                    }
                    Ok(Answer::Plates(plates)) => {
                        self.playback = Some(Playback::new(Content::Plates(plates)));
                    }
                    Ok(_) => {}
                    Err(refusal) => {
                        self.playback = None;
                        self.status.mention(Tone::Bad, refusal.to_string());
                    }
                }
            }
        }
        Next::Stay
    }

    fn alarm(&self) -> Option<Duration> {
        self.playback.as_ref()?.due
    }

    fn wake(&mut self, shared: &mut Shared) -> Next {
        if let Some(playback) = &mut self.playback {
            playback.tick(shared.now());
        }
        Next::Stay
    }

    fn close(&mut self, shared: &mut Shared) {
        let now = shared.now();
        self.attempt.pause(now);
        if self.lesson.is_none() {
            // What could not be saved was said after the move; there is nobody to hear it now.
            let _ = shared.workshop.save(&mut self.attempt);
        }
    }

    fn needs(&self) -> Option<(u16, u16)> {
        let (width, height) = Board::room(&self.attempt.play().text());
        Some((width.max(LEAST.0), (height + AROUND).max(LEAST.1)))
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        self.key_table()
    }
}

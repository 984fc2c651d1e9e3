//! A level being played: the board, the hand on it, help, and stories told on the board.

mod board;
mod hand;
mod help;
mod panel;
mod status;
mod story;

use std::sync::Arc;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use gridwright_core::gesture::Gesture;
use gridwright_core::grid::Cell;
use gridwright_core::scene::Scene;
use gridwright_games::registry::Game;
use gridwright_games::report::{SolveReport, Status as Verdict};
use gridwright_workshop::attempt::Attempt;
use gridwright_workshop::jobs::{JobKind, JobRequest, Outcome};
use gridwright_workshop::level_ref::{LevelRef, Named, Origin, raw_json};
use gridwright_workshop::levels::Level;
use gridwright_workshop::progress::CompleteAnswer;

use crate::app::{Next, Screen, Shared};
use crate::page::Page;
use crate::screens::opening::Opening;
use crate::words;
use crate::work::{Answer, News, Running, Task, What};
use board::{Board, Mark};
use hand::Hand;
use help::Help;
use status::{Status, Tone};
use story::{Frame, Story, Tale};

/// A level being played.
pub(crate) struct Play {
    pub(crate) attempt: Attempt,
    name: String,
    lesson: Option<Lesson>,
    board: Board,
    hand: Hand,
    help: Help,
    status: Status,
    story: Option<Story>,
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
    Story,
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
                .murmur(Tone::Plain, "Here is where you left off.");
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
            story: None,
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
                Ok(_) => shared.desk.settle(self.game().id()),
                Err(_) => {
                    let words = "Your moves could not be saved just now.";
                    self.status.murmur(Tone::Bad, words);
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
        let next = match &self.attempt.level().origin {
            Origin::Shipped(shipped) => shipped.neighbour(1).map(|next| next.address()),
            _ => None,
        };
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
            self.status.murmur(Tone::Plain, "Solve this level first.");
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
            self.story = Some(Story::new(Tale::Review {
                moves,
                points: Vec::new(),
                better: false,
                done: false,
            }));
        }
        let task = Task::Job(Box::new(request));
        self.work = Some((shared.desk.start(words, task), Purpose::Story));
    }

    fn told(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Solved(solved) => self.solved(solved.report),
            Outcome::Explained(explained) => {
                let moves = explained.report.solution.to_string();
                let beats = explained.report.beats;
                self.story = Some(Story::new(Tale::Explained { beats, moves }));
            }
            Outcome::Reviewed(_) => {
                if let Some(story) = &mut self.story {
                    story.finish();
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
        self.story = Some(Story::new(Tale::Solution {
            count: play.map_or(0, |play| play.count()),
            moves,
            words: format!("{}.", parts.join(", ")),
        }));
        self.help.shown = true;
    }

    /// A key while a story is told.
    fn story_key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        let Some(story) = &mut self.story else {
            return Next::Stay;
        };
        match key.code {
            KeyCode::Left | KeyCode::Char('h' | 'a') => story.go(story.at.saturating_sub(1)),
            KeyCode::Right | KeyCode::Char('l' | 'd') => story.go(story.at + 1),
            KeyCode::Home | KeyCode::Char('g') => story.go(0),
            KeyCode::End | KeyCode::Char('G') => story.go(usize::MAX),
            KeyCode::Char(' ' | 'p') | KeyCode::Enter => story.toggle(shared.now()),
            KeyCode::Char('+' | '=') => story.speed(1),
            KeyCode::Char('-') => story.speed(-1),
            KeyCode::Char('b') => story.better(),
            KeyCode::Esc | KeyCode::Char('q') => {
                self.story = None;
                self.work = None;
            }
            _ => {}
        }
        Next::Stay
    }

    /// A letter that asks for something, and does not move the hand.
    fn command(&mut self, letter: char, shared: &mut Shared) -> Next {
        let now = shared.now();
        match letter {
            'u' if self.attempt.undo(now) => self.changed(Cause::Other, shared),
            'u' => self.status.murmur(Tone::Plain, "There is nothing to undo."),
            'y' if self.attempt.redo(now) => self.changed(Cause::Other, shared),
            'y' => self.status.murmur(Tone::Plain, "There is nothing to redo."),
            'r' => {
                self.attempt.reset(now);
                self.changed(Cause::Other, shared);
            }
            'c' => {
                self.attempt.set_checkpoint();
                let words = "Checkpoint set. b brings you back to it.";
                self.status.murmur(Tone::Good, words);
            }
            'b' if self.attempt.return_to_checkpoint(now) => self.changed(Cause::Other, shared),
            'b' => {
                let words = "There is no checkpoint yet; c sets one.";
                self.status.murmur(Tone::Plain, words);
            }
            'H' | 'i' => self.ask(Purpose::Tap, shared),
            't' => self.ask(Purpose::Track, shared),
            'm' => self.ask(Purpose::Mend, shared),
            'n' => return self.next_level(shared),
            'A' => {
                let (assist, words) = shared.assist.next();
                shared.assist = assist;
                self.status.murmur(Tone::Plain, words);
                if assist == crate::app::Assist::Live && !self.attempt.is_solved() {
                    self.ask(Purpose::Live, shared);
                }
            }
            'E' => self.tell("Finding an explanation", JobKind::Explain, shared),
            'S' => self.tell("Solving", JobKind::Solve, shared),
            'V' => self.tell("Looking back", JobKind::Review, shared),
            'P' if self.game().plates_title().is_some() => {
                let task = Task::Plates(Box::new(self.level_ref()));
                let running = shared.desk.start("Looking for pictures", task);
                self.work = Some((running, Purpose::Story));
            }
            'P' => self
                .status
                .murmur(Tone::Plain, "This game has no such pictures."),
            'g' => {
                if let Some(Lesson { game, index }) = self.lesson {
                    let demo = game.lessons()[index].demo;
                    let gestures: Vec<Gesture> = serde_json::from_str(demo).unwrap_or_default();
                    let mut story = Story::new(Tale::Demo(gestures));
                    story.toggle(now);
                    self.story = Some(story);
                }
            }
            'q' => return Next::Back,
            _ => {}
        }
        Next::Stay
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
            .story
            .as_ref()
            .map(|story| story.frame(self.attempt.level()));
        let (text, marks, words) = match frame {
            Some(Some(Frame { text, words, cells })) => {
                let marks = cells.into_iter().map(|cell| (cell, Mark::Where)).collect();
                (text, marks, Some(words))
            }
            _ => {
                let (text, mut marks) = self.with_hand();
                let look = self.help.cells.iter().map(|cell| (*cell, Mark::Where));
                marks.splice(0..0, look);
                let text = match &self.help.coming {
                    Some(coming) if self.piece().is_none() => coming.clone(),
                    _ => text,
                };
                (text, marks, None)
            }
        };
        self.lay_out(page, text, &marks, words);
    }

    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        self.now = shared.now();
        if key.code == KeyCode::Esc && self.story.is_none() && self.work.take().is_some() {
            self.status.murmur(Tone::Plain, "Cancelled.");
            return Next::Stay;
        }
        if self.story.is_some() {
            return self.story_key(key, shared);
        }
        self.status.next();
        self.glimpse.clear();
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('r') => self.command('y', shared),
                _ => Next::Stay,
            };
        }
        match key.code {
            KeyCode::Up | KeyCode::Char('k' | 'w' | '8') => self.arrow(0, -1, shared),
            KeyCode::Down | KeyCode::Char('j' | 's' | '2') => self.arrow(0, 1, shared),
            KeyCode::Left | KeyCode::Char('h' | 'a' | '4') => self.arrow(-1, 0, shared),
            KeyCode::Right | KeyCode::Char('l' | 'd' | '6') => self.arrow(1, 0, shared),
            KeyCode::Char('7') | KeyCode::Home => self.step(-1, -1),
            KeyCode::Char('9') | KeyCode::PageUp => self.step(1, -1),
            KeyCode::Char('1') | KeyCode::End => self.step(-1, 1),
            KeyCode::Char('3') | KeyCode::PageDown => self.step(1, 1),
            KeyCode::Char('y') if self.draws_diagonally() => self.step(-1, -1),
            KeyCode::Char('u') if self.draws_diagonally() => self.step(1, -1),
            KeyCode::Char('b') if self.draws_diagonally() => self.step(-1, 1),
            KeyCode::Char('n') if self.draws_diagonally() => self.step(1, 1),
            KeyCode::Char(' ') => self.space(shared),
            KeyCode::Enter => self.enter(shared),
            KeyCode::Tab => self.next_thing(false),
            KeyCode::BackTab => self.next_thing(true),
            KeyCode::Delete | KeyCode::Backspace | KeyCode::Char('x') => self.erase(shared),
            KeyCode::Char('f') if self.flip() => {}
            KeyCode::Char('r' | 'e') if self.turn() => {}
            KeyCode::Esc if self.hand.held.is_some() => self.let_go(),
            KeyCode::Esc => return Next::Back,
            KeyCode::Char(letter) => return self.command(letter, shared),
            _ => {}
        }
        Next::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent, shared: &mut Shared) -> Next {
        self.now = shared.now();
        if self.story.is_none() {
            if mouse.kind != crossterm::event::MouseEventKind::Moved {
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
                if let Some(story) = &mut self.story {
                    story.add(point);
                }
            }
            What::Done(done) => {
                self.work = None;
                match done {
                    Ok(Answer::Hint(hint)) => self.helped(hint, purpose, shared),
                    Ok(Answer::Outcome(outcome)) => self.told(outcome),
                    Ok(Answer::Plates(plates)) if plates.is_empty() => {
                        let words = "There is none: the level has one solution at most.";
                        self.status.murmur(Tone::Plain, words);
                    }
                    Ok(Answer::Plates(plates)) => {
                        self.story = Some(Story::new(Tale::Plates(plates)));
                    }
                    Ok(_) => {}
                    Err(refusal) => {
                        self.story = None;
                        self.status.murmur(Tone::Bad, refusal.to_string());
                    }
                }
            }
        }
        Next::Stay
    }

    fn alarm(&self) -> Option<Duration> {
        self.story.as_ref()?.due
    }

    fn wake(&mut self, shared: &mut Shared) -> Next {
        if let Some(story) = &mut self.story {
            story.tick(shared.now());
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

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        if self.story.is_some() {
            return vec![
                ("Left, Right", "a step back, a step on"),
                ("Space", "play, or stop"),
                ("+, -", "faster, slower"),
                ("Home, End", "to the beginning, to the end"),
                ("b", "in a review: the better move"),
                ("Esc", "back to your game"),
            ];
        }
        let mut keys = vec![
            (
                "Arrows, hjkl, WASD",
                "move the cursor, or push what is held",
            ),
            ("Space", "take or press"),
            ("Enter", "end a line or stroke, put a piece down"),
            ("Tab", "the next thing that can be taken"),
            ("x, Delete", "erase or lift"),
            ("Esc", "let go, or back to the menu"),
            ("r, f", "turn or flip the piece in hand"),
        ];
        if self.game().diagonals() {
            keys.push(("yubn, 7913", "diagonal steps of a line"));
        }
        keys.extend([
            ("u, y", "undo, redo"),
            ("c, b", "set a checkpoint, go back to it"),
            ("r", "reset"),
            ("H", "hint: where, what, why"),
            ("t", "am I on track?"),
            ("E, S", "explain, solve and watch"),
            ("V", "review your game"),
            ("A", "help: when asked, live, off"),
            ("n", "next level when solved"),
        ]);
        if let Some(title) = self.game().plates_title() {
            keys.push(("P", title));
        }
        keys
    }
}

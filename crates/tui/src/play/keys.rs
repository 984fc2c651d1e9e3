//! The keys of a level being played: what each does, and the table that tells.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use gridwright_core::gesture::Gesture;
use gridwright_workshop::jobs::JobKind;

use super::playback::{Content, Playback};
use super::status::Tone;
use super::{Cause, Lesson, Play, Purpose};
use crate::app::{Assist, Next, Shared};
use crate::work::Task;

impl Play {
    /// A key is pressed.
    pub(crate) fn pressed(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        self.now = shared.now();
        if key.code == KeyCode::Esc && self.playback.is_none() && self.work.take().is_some() {
            self.status.mention(Tone::Plain, "Cancelled.");
            return Next::Stay;
        }
        if self.playback.is_some() {
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

    /// A key while a playback is told.
    fn story_key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        let Some(playback) = &mut self.playback else {
            return Next::Stay;
        };
        match key.code {
            KeyCode::Left | KeyCode::Char('h' | 'a') => playback.go(playback.at.saturating_sub(1)),
            KeyCode::Right | KeyCode::Char('l' | 'd') => playback.go(playback.at + 1),
            KeyCode::Home | KeyCode::Char('g') => playback.go(0),
            KeyCode::End | KeyCode::Char('G') => playback.go(usize::MAX),
            KeyCode::Char(' ' | 'p') | KeyCode::Enter => playback.toggle(shared.now()),
            KeyCode::Char('+' | '=') => playback.speed(1),
            KeyCode::Char('-') => playback.speed(-1),
            KeyCode::Char('b') => playback.better(),
            KeyCode::Esc | KeyCode::Char('q') => {
                self.playback = None;
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
            'u' => self
                .status
                .mention(Tone::Plain, "There is nothing to undo."),
            'y' if self.attempt.redo(now) => self.changed(Cause::Other, shared),
            'y' => self
                .status
                .mention(Tone::Plain, "There is nothing to redo."),
            'r' => {
                self.attempt.reset(now);
                self.changed(Cause::Other, shared);
            }
            'c' => {
                self.attempt.set_checkpoint();
                let words = "Checkpoint set. b brings you back to it.";
                self.status.mention(Tone::Good, words);
            }
            'b' if self.attempt.return_to_checkpoint(now) => self.changed(Cause::Other, shared),
            'b' => {
                let words = "There is no checkpoint yet; c sets one.";
                self.status.mention(Tone::Plain, words);
            }
            'H' | 'i' => self.ask(Purpose::Tap, shared),
            't' => self.ask(Purpose::Track, shared),
            'm' => self.ask(Purpose::Mend, shared),
            'n' => return self.next_level(shared),
            'A' => {
                let (assist, words) = shared.assist.next();
                shared.assist = assist;
                self.status.mention(Tone::Plain, words);
                if assist == Assist::Live && !self.attempt.is_solved() {
                    self.ask(Purpose::Live, shared);
                }
            }
            'E' => self.tell("Finding an explanation", JobKind::Explain, shared),
            'S' => self.tell("Solving", JobKind::Solve, shared),
            'V' => self.tell("Looking back", JobKind::Review, shared),
            'P' if self.game().plates_title().is_some() => {
                let task = Task::Plates(Box::new(self.level_ref()));
                let running = shared.background.start("Looking for pictures", task);
                self.work = Some((running, Purpose::Playback));
            }
            'P' => self
                .status
                .mention(Tone::Plain, "This game has no such pictures."),
            'g' => {
                if let Some(Lesson { game, index }) = self.lesson {
                    let demo = game.lessons()[index].demo;
                    let gestures: Vec<Gesture> = serde_json::from_str(demo).unwrap_or_default();
                    let mut playback = Playback::new(Content::Demo(gestures));
                    playback.toggle(now);
                    self.playback = Some(playback);
                }
            }
            'q' => return Next::Back,
            _ => {}
        }
        Next::Stay
    }

    /// The keys that mean something now, and what they do.
    pub(crate) fn key_table(&self) -> Vec<(&'static str, &'static str)> {
        if let Some(playback) = &self.playback {
            let mut keys = vec![
                ("Left, Right", "a step back, a step on"),
                ("Space", "play, or stop"),
                ("+, -", "faster, slower"),
                ("Home, End", "to the beginning, to the end"),
            ];
            if playback.is_review() {
                keys.push(("b", "the better move"));
            }
            keys.push(("Esc", "back to your game"));
            return keys;
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

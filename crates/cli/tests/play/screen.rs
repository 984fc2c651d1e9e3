//! A player on a pseudo-terminal of 80 by 24 characters, and what is to be seen there.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use gridwright_core::grid::Cell;
use gridwright_core::text::{Charset, Text};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

const SIZE: (u16, u16) = (80, 24);

/// A machine under load may take its time; nothing waits longer than it must.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Setting {
    Color,
    NoColor,
    Ascii,
}

/// A running `gridwright play`.
pub(crate) struct Player {
    child: Box<dyn Child + Send + Sync>,
    input: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// Everything that was written to the terminal.
    written: Arc<Mutex<Vec<u8>>>,
    pub(crate) setting: Setting,
    terminal: Box<dyn MasterPty + Send>,
}

impl Player {
    pub(crate) fn start(home: &Path, setting: Setting, arguments: &[&str]) -> Player {
        let pair = native_pty_system().openpty(pty_size(SIZE)).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_gridwright"));
        command.env_clear();
        command.env("GRIDWRIGHT_HOME", home);
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        command.arg("play");
        match setting {
            Setting::Color => {}
            Setting::NoColor => command.env("NO_COLOR", "1"),
            Setting::Ascii => command.arg("--ascii"),
        }
        command.args(arguments);
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(SIZE.1, SIZE.0, 0)));
        let mut output = pair.master.try_clone_reader().unwrap();
        let written = Arc::new(Mutex::new(Vec::new()));
        let (shown, kept) = (screen.clone(), written.clone());
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                shown.lock().unwrap().process(&bytes[..count]);
                kept.lock().unwrap().extend(&bytes[..count]);
            }
        });
        Player {
            child,
            input: pair.master.take_writer().unwrap(),
            screen,
            written,
            setting,
            terminal: pair.master,
        }
    }

    pub(crate) fn charset(&self) -> Charset {
        match self.setting {
            Setting::Ascii => Charset::Ascii,
            _ => Charset::Unicode,
        }
    }

    /// All that is to be seen.
    pub(crate) fn shown(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Whether anything on the screen has a colour.
    pub(crate) fn is_painted(&self) -> bool {
        let parser = self.screen.lock().unwrap();
        let screen = parser.screen();
        let cells = (0..SIZE.1).flat_map(|row| (0..SIZE.0).map(move |column| (row, column)));
        let plain = vt100::Color::Default;
        cells
            .filter_map(|(row, column)| screen.cell(row, column))
            .any(|cell| cell.fgcolor() != plain || cell.bgcolor() != plain)
    }

    /// Waits until words are to be seen.
    pub(crate) fn wait_for(&mut self, words: &str) {
        self.wait(words, |player| player.shown().contains(words));
        assert_eq!(self.is_painted(), self.setting != Setting::NoColor);
    }

    pub(crate) fn wait(&mut self, what: &str, done: impl Fn(&Player) -> bool) {
        let start = Instant::now();
        while !done(self) {
            let ended = self.child.try_wait().unwrap();
            assert!(
                ended.is_none(),
                "it ended before {what:?}:\n{}",
                self.shown()
            );
            assert!(start.elapsed() < PATIENCE, "no {what:?}:\n{}", self.shown());
            thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn type_keys(&mut self, keys: &str) {
        self.input.write_all(keys.as_bytes()).unwrap();
        self.input.flush().unwrap();
    }

    /// A mouse event in the SGR form: 0 is the left button, 32 a move with it down.
    pub(crate) fn mouse(&mut self, button: u8, (x, y): (usize, usize), down: bool) {
        let end = if down { 'M' } else { 'm' };
        self.type_keys(&format!("\x1b[<{button};{};{}{end}", x + 1, y + 1));
    }

    pub(crate) fn click(&mut self, at: (usize, usize)) {
        self.mouse(0, at, true);
        self.mouse(0, at, false);
    }

    /// Where words stand, once they do: a screen that is being drawn anew may lack them for a
    /// moment.
    pub(crate) fn wait_for_place(&mut self, words: &str) -> (usize, usize) {
        loop {
            self.wait(words, |player| player.find(words).is_some());
            if let Some(place) = self.find(words) {
                return place;
            }
        }
    }

    /// Where words stand.
    pub(crate) fn find(&self, words: &str) -> Option<(usize, usize)> {
        let shown = self.shown();
        let found = shown.lines().enumerate().filter_map(|(y, line)| {
            let at = line.find(words)?;
            Some((line[..at].chars().count(), y))
        });
        // Buttons are at the foot.
        found.last()
    }

    /// Where a board lies on the screen: the place where most of its characters are.
    pub(crate) fn locate(&mut self, text: &Text) -> (usize, usize) {
        let (width, height) = text.size();
        let start = Instant::now();
        loop {
            let shown: Vec<Vec<char>> = {
                let parser = self.screen.lock().unwrap();
                let rows = parser.screen().rows(0, SIZE.0);
                rows.map(|row| row.chars().collect()).collect()
            };
            let sign = |x: usize, y: usize| {
                let row: Option<&Vec<char>> = shown.get(y);
                row.and_then(|row| row.get(x)).copied().unwrap_or(' ')
            };
            let charset = self.charset();
            let alike = |left: usize, top: usize| {
                let rows = text.rows().iter().enumerate();
                let cells =
                    rows.flat_map(|(y, row)| row.iter().enumerate().map(move |(x, g)| (x, y, g)));
                let inked = cells.filter(|(_, _, glyph)| glyph.unicode != ' ');
                let (mut same, mut all) = (0, 0);
                for (x, y, glyph) in inked {
                    all += 1;
                    same += usize::from(sign(left + x, top + y) == glyph.sign(charset));
                }
                (same, all)
            };
            let places = (1..=usize::from(SIZE.1).saturating_sub(height)).flat_map(|top| {
                (0..=usize::from(SIZE.0).saturating_sub(width)).map(move |left| (left, top))
            });
            let best = places.max_by_key(|&(left, top)| alike(left, top).0);
            if let Some(best) = best {
                let (same, all) = alike(best.0, best.1);
                // The cursor hides a few.
                if same * 10 >= all * 8 {
                    return best;
                }
            }
            assert!(start.elapsed() < PATIENCE, "no board:\n{}", self.shown());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// The middle of a cell on the screen.
    pub(crate) fn middle(text: &Text, corner: (usize, usize), cell: Cell) -> (usize, usize) {
        let spot = text
            .spot_of(cell)
            .unwrap_or_else(|| panic!("{cell} has no place"));
        (corner.0 + spot.x + (spot.width - 1) / 2, corner.1 + spot.y)
    }

    /// Waits until the moves of an attempt are in the file.
    pub(crate) fn wait_until_saved(&mut self, home: &Path, game: &str, moves: usize) {
        self.wait("saved moves", |_| {
            let store = gridwright_progress::open(home).unwrap().store;
            let levels = store.game(game).unwrap().levels;
            let saved = levels.values().find_map(|level| level.moves.clone());
            let saved: Option<serde_json::Value> =
                saved.and_then(|text| serde_json::from_str(&text).ok());
            saved.is_some_and(|saved| saved["moves"].as_array().map(Vec::len) == Some(moves))
        });
    }

    /// Ends it as nobody can prevent.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends it a signal.
    pub(crate) fn signal(&mut self, name: &str) {
        let id = self.child.process_id().unwrap().to_string();
        let kill = std::process::Command::new("kill")
            .args(["-s", name, &id])
            .status();
        assert!(kill.unwrap().success());
    }

    /// What the system says of the process: `T` is stopped, `S` asleep.
    #[cfg(target_os = "linux")]
    pub(crate) fn state(&self) -> String {
        self.stat().swap_remove(0)
    }

    /// How much of a processor it has used so far, in the system's ticks.
    #[cfg(target_os = "linux")]
    pub(crate) fn ticks(&self) -> u64 {
        let stat = self.stat();
        let number = |i: usize| -> u64 { stat[i].parse().unwrap() };
        number(11) + number(12)
    }

    #[cfg(target_os = "linux")]
    fn stat(&self) -> Vec<String> {
        let path = format!("/proc/{}/stat", self.child.process_id().unwrap());
        let stat = std::fs::read_to_string(path).unwrap();
        let (_, fields) = stat.rsplit_once(") ").unwrap();
        fields.split(' ').map(str::to_owned).collect()
    }

    /// Gives the terminal another size.
    pub(crate) fn resize(&mut self, size: (u16, u16)) {
        self.screen
            .lock()
            .unwrap()
            .screen_mut()
            .set_size(size.1, size.0);
        self.terminal.resize(pty_size(size)).unwrap();
    }

    /// Waits until bytes were written to the terminal.
    pub(crate) fn wait_for_bytes(&mut self, bytes: &[u8]) {
        let what = String::from_utf8_lossy(bytes).into_owned();
        self.wait(&what, |player| {
            let written = player.written.lock().unwrap();
            written.windows(bytes.len()).any(|part| part == bytes)
        });
    }

    /// Waits until the player shows itself, or has given the screen back.
    pub(crate) fn wait_for_screen(&mut self, taken: bool) {
        self.wait("the screen", |player| {
            player.screen.lock().unwrap().screen().alternate_screen() == taken
        });
    }

    /// Waits until it has ended, well and with the terminal as it was.
    pub(crate) fn ends_cleanly(&mut self) {
        // From a level it goes back to the first screen, and from there it ends.
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status:?}");
                break;
            }
            if self.shown().contains("Daily") {
                let _ = self.input.write_all(b"q");
            }
            assert!(
                start.elapsed() < PATIENCE,
                "it does not end:\n{}",
                self.shown()
            );
            thread::sleep(Duration::from_millis(20));
        }
        self.left_the_screen();
    }

    /// Waits until the terminal is as it was.
    pub(crate) fn left_the_screen(&mut self) {
        let start = Instant::now();
        loop {
            let clean = {
                let parser = self.screen.lock().unwrap();
                let screen = parser.screen();
                let mouse = screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None;
                !screen.alternate_screen() && !screen.hide_cursor() && mouse
            };
            if clean {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "the terminal is not given back");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

fn pty_size((cols, rows): (u16, u16)) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

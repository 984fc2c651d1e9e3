//! A mistake of ours never leaves a terminal that cannot be typed in: the player runs in a real
//! pseudo-terminal around a machine whose clock panics.

use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use gridwright_core::text::Charset;
use gridwright_tui::look::{Colors, Look};
use gridwright_workshop::Workshop;
use gridwright_workshop::level_ref::LevelRef;
use gridwright_workshop::ports::Host;
use gridwright_workshop::progress::memory::MemoryStore;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// Says that the test program is the player in the terminal, and not the test.
const PLAYER: &str = "GRIDWRIGHT_TEST_PLAYER";

/// A machine whose clock panics when it is asked too often.
#[derive(Default)]
struct Faulty(AtomicUsize);

impl Host for Faulty {
    fn now(&self) -> Duration {
        let asked = self.0.fetch_add(1, Ordering::Relaxed);
        assert!(asked < 20, "the clock has stopped");
        Duration::ZERO
    }

    fn unix_seconds(&self) -> u64 {
        0
    }

    fn random(&self) -> u64 {
        0
    }
}

#[test]
fn a_panic_gives_the_terminal_back_and_is_told() {
    if std::env::var_os(PLAYER).is_some() {
        play();
        return;
    }
    let size = PtySize {
        rows: 24,
        cols: 80,
        ..PtySize::default()
    };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    command.args(["--nocapture", "a_panic_gives_the_terminal_back_and_is_told"]);
    command.env(PLAYER, "1");
    // The places of a panic would push its words off the screen.
    command.env("RUST_BACKTRACE", "0");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut keys = pair.master.take_writer().unwrap();
    // Keys are typed until nobody reads them any more.
    thread::spawn(move || {
        while keys.write_all(b"l").is_ok() {
            thread::sleep(Duration::from_millis(10));
        }
    });
    let mut output = pair.master.try_clone_reader().unwrap();
    let mut written = Vec::new();
    // A pseudo-terminal whose program has ended gives an error in the place of an end.
    let _ = output.read_to_end(&mut written);
    assert!(!child.wait().unwrap().success());
    let mut parser = vt100::Parser::new(24, 80, 0);
    parser.process(&written);
    let screen = parser.screen();
    assert!(!screen.alternate_screen() && !screen.hide_cursor());
    assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    let told = screen.contents();
    assert!(told.contains("the clock has stopped"), "{told}");
}

fn play() {
    let look = Look {
        charset: Charset::Unicode,
        colors: Colors::Sixteen,
    };
    let workshop = Arc::new(Workshop::new(Faulty::default(), MemoryStore::default()));
    let level = LevelRef::address("lights-off/classic/1");
    gridwright_tui::run(workshop, look, false, Some(level)).unwrap();
}

//! Ctrl-C, as a terminal sends it, where nothing is searched that could end well.

use std::process::{Child, Command, Stdio};

/// Waits until a process catches interrupts itself, which is when its work begins.
fn catches(child: &Child) -> bool {
    const INTERRUPT: u64 = 1 << 1;
    loop {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        let Ok(status) = status else { return false };
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        match caught {
            Some(mask) if mask & INTERRUPT != 0 => return true,
            Some(_) => std::thread::yield_now(),
            None => return false,
        }
    }
}

/// Whoever waits for standard input that does not come would otherwise wait on.
#[test]
fn who_waits_for_input_ends_at_the_first_interrupt() {
    let book = tempfile::tempdir().unwrap();
    let book = book.path().join("book.pdf");
    let book = book.to_str().unwrap();
    for words in [
        &["solve", "-"][..],
        &["check", "-"],
        &["show", "-"],
        &["batch"],
        &["verify", "lights-off/1", "-"],
        &["hint", "lights-off/1", "--after", "-"],
        &["pack", "plot", "-"],
        &["print", "-", "-o", book],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gridwright"))
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // The other end stays open, as a terminal's does.
        let input = child.stdin.take();
        assert!(catches(&child), "{words:?}");
        let number = child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &number]).status();
        assert!(sent.unwrap().success());
        let code = child.wait().unwrap().code();
        // Interrupted before it asks for a line, a batch has answered all that it was asked.
        let is_done = words == ["batch"] && code == Some(0);
        assert!(is_done || code == Some(130), "{words:?}: {code:?}");
        drop(input);
    }
}

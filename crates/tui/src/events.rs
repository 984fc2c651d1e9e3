//! Everything that can happen, from one queue: the program sleeps until something does.

use std::io;
use std::sync::mpsc::Sender;
use std::thread;

use crossterm::event::Event as Input;
#[cfg(unix)]
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};

use crate::work::News;

/// Something that happened.
pub(crate) enum Event {
    /// A key, the mouse, another size.
    Input(Input),
    /// From work that runs beside the screen.
    News(Box<News>),
    /// The system asks us to stop for a while.
    Suspend,
    /// We go on after we were stopped.
    Continue,
    /// The system asks us to end.
    End,
    /// The terminal is gone.
    Lost,
}

/// Watches keyboard, mouse and signals, each on a thread that sleeps.
pub(crate) fn watch(events: &Sender<Event>) -> io::Result<()> {
    let inputs = events.clone();
    thread::Builder::new().name("input".into()).spawn(move || {
        loop {
            let event = match crossterm::event::read() {
                Ok(input) => Event::Input(input),
                Err(_) => Event::Lost,
            };
            let lost = matches!(event, Event::Lost);
            if inputs.send(event).is_err() || lost {
                return;
            }
        }
    })?;
    #[cfg(unix)]
    {
        let watched = [SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT];
        let mut signals = signal_hook::iterator::Signals::new(watched)?;
        let events = events.clone();
        thread::Builder::new()
            .name("signals".into())
            .spawn(move || {
                for signal in signals.forever() {
                    let event = match signal {
                        SIGTSTP => Event::Suspend,
                        SIGCONT => Event::Continue,
                        _ => Event::End,
                    };
                    if events.send(event).is_err() {
                        return;
                    }
                }
            })?;
    }
    Ok(())
}

/// Stops the program until the shell lets it go on.
pub(crate) fn stop() {
    #[cfg(unix)]
    {
        // A program that cannot be stopped goes on, which is no worse.
        let _ = signal_hook::low_level::emulate_default_handler(SIGTSTP);
    }
}

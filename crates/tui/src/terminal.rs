//! The terminal itself: taken over at the start and given back however the program ends.

use std::io::{self, Stdout, Write};
use std::sync::Once;

use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use crate::look::{Colors, Look};
use crate::work;

/// The terminal, taken over; dropping it gives it back.
pub(crate) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal over. A panic gives it back before it speaks, except on a thread that
    /// works beside the screen: what it was for is answered with a sentence, and play goes on.
    pub(crate) fn enter(look: Look) -> io::Result<Screen> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                if std::thread::current().name() != Some(work::THREAD) {
                    give_back();
                    before(panic);
                }
            }));
        });
        // What we paint is decided by the look alone, and said once.
        crossterm::style::force_color_output(look.colors != Colors::None);
        take()?;
        Ok(Screen {
            terminal: Terminal::new(CrosstermBackend::new(io::stdout()))?,
        })
    }

    /// Draws a frame; only what changed is sent.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut ratatui::Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(draw)?;
        Ok(())
    }

    /// Draws everything anew next time.
    pub(crate) fn forget(&mut self) -> io::Result<()> {
        // ratatui's own `clear` asks the terminal where the cursor is, and the answer would go to
        // the thread that reads keys.
        execute!(io::stdout(), Clear(ClearType::All))?;
        self.terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        Ok(())
    }

    /// Gives the terminal back for a while.
    pub(crate) fn rest(&mut self) {
        give_back();
    }

    /// Takes it over again.
    pub(crate) fn resume(&mut self) -> io::Result<()> {
        take()?;
        self.forget()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)
}

/// Every step is tried, whether the others worked or not: a terminal that is gone cannot be mended.
fn give_back() {
    let mut out = io::stdout();
    let _ = execute!(out, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
}

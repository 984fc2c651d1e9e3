//! The terminal player: every game with the same levels, the same words and the same progress as
//! the page.
//!
//! It is a front end like any other: [`gridwright_workshop`] knows what a gesture does, what is
//! said about it and what is saved, and the games draw themselves in characters
//! ([`gridwright_core::text`]). Nothing here knows a rule, or a colour that a game did not declare.
//!
//! | module | what it knows |
//! |---|---|
//! | [`app`] | the stack of screens, what they share, who gets which event |
//! | `screens` | home, game, levels, generate, questions, keys |
//! | `play` | a level being played: board, hand, help, and what is played back on it |
//! | `page`, [`look`], [`picture`] | drawing, and what a terminal can show |
//! | `events`, `terminal`, `work` | the queue, the terminal itself, work beside the screen |
//!
//! The program sleeps until something happens: idle, it takes no time at all. Whatever takes long
//! runs on a thread of its own, and Esc cancels it.

pub mod app;
mod events;
pub mod look;
mod page;
pub mod picture;
mod play;
mod screens;
mod terminal;
mod words;
mod work;

use std::io;
use std::sync::Arc;

use crossterm::event::{Event as Input, KeyCode, KeyModifiers};
use gridwright_workshop::Workshop;
use gridwright_workshop::level_ref::LevelRef;

use app::App;
use events::Event;
use look::Look;
use picture::Pictures;
use terminal::Screen;

/// Runs the player on the terminal until it is left, with boards as pictures if that is asked for
/// and the terminal shows them. Returns whether it was left, and not ended by the system.
///
/// # Errors
/// If the terminal cannot be used.
pub fn run(
    workshop: Arc<Workshop>,
    look: Look,
    pictures: bool,
    level: Option<LevelRef>,
) -> io::Result<bool> {
    let mut screen = Screen::enter(look)?;
    let mut app = App::new(workshop, look, level);
    if pictures {
        app.show_pictures(Pictures::ask());
    }
    events::watch(app.sender())?;
    let left = turn(&mut screen, &mut app);
    app.close();
    left
}

/// Draws, waits, takes in what happened, and so on.
fn turn(screen: &mut Screen, app: &mut App) -> io::Result<bool> {
    loop {
        screen.draw(|frame| app.draw(frame.buffer_mut()))?;
        let Some(event) = app.wait() else {
            app.wake();
            continue;
        };
        let mut next = Some(event);
        // What came meanwhile is taken in before the next frame.
        while let Some(event) = next {
            match event {
                Event::Input(Input::Key(key))
                    if key.modifiers.contains(KeyModifiers::CONTROL)
                        && key.code == KeyCode::Char('z') =>
                {
                    suspend(screen)?;
                }
                Event::Input(Input::Key(key))
                    if key.modifiers.contains(KeyModifiers::CONTROL)
                        && key.code == KeyCode::Char('l') =>
                {
                    screen.forget()?;
                }
                Event::Input(input) => app.input(&input),
                Event::News(news) => app.news(*news),
                Event::Suspend => suspend(screen)?,
                Event::Continue => screen.resume()?,
                Event::End | Event::Lost => return Ok(false),
            }
            if app.is_over() {
                return Ok(true);
            }
            next = app.another();
        }
    }
}

fn suspend(screen: &mut Screen) -> io::Result<()> {
    screen.rest();
    events::stop();
    screen.resume()
}

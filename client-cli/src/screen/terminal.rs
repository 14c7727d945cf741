//! The terminal while the screen has it, and its return in every case.
//!
//! Here because a terminal left in raw mode is useless: it is given back when the guard is dropped,
//! and before a panic is told. It must not know what is drawn.

use std::io::{self, IsTerminal, Stdout, Write};
use std::sync::Once;

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Size;
use ratatui::{Frame, Terminal};

use crate::error::Error;

/// Whether there is a terminal that a screen can be drawn on.
pub fn is_there() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// The terminal in full screen. Dropping it gives the terminal back.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    colour: bool,
}

impl std::fmt::Debug for Screen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Screen").field("colour", &self.colour).finish_non_exhaustive()
    }
}

impl Screen {
    /// Takes the terminal, and with it the mouse if that is wanted.
    pub fn open(mouse: bool) -> Result<Self, Error> {
        let fault = |error| Error::io("taking the terminal", error);
        give_back_before_a_panic();
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout())).map_err(fault)?;
        let colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        // From here on the terminal is given back whatever happens.
        let mut screen = Self { terminal, colour };
        enable_raw_mode().map_err(fault)?;
        execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste).map_err(fault)?;
        if mouse {
            screen.take_mouse(true)?;
        }
        Ok(screen)
    }

    /// Its size, in cells.
    pub fn size(&self) -> Size {
        self.terminal.size().unwrap_or(Size::new(80, 24))
    }

    /// Draws a picture, which is told whether colours are wanted.
    pub fn paint(&mut self, picture: impl FnOnce(&mut Frame<'_>, bool)) -> Result<(), Error> {
        let colour = self.colour;
        let drawn = self.terminal.draw(|frame| picture(frame, colour));
        drawn.map(drop).map_err(|error| Error::io("drawing the screen", error))
    }

    /// Takes the mouse, or leaves it to the terminal, which selects text with it.
    pub fn take_mouse(&mut self, wanted: bool) -> Result<(), Error> {
        let mut out = io::stdout();
        let done = if wanted {
            execute!(out, EnableMouseCapture)
        } else {
            execute!(out, DisableMouseCapture)
        };
        done.map_err(|error| Error::io("taking the mouse", error))
    }

    /// Hands a text to the terminal for its clipboard (OSC 52); whether it takes it cannot be known.
    pub fn copy(&mut self, text: &str) -> Result<(), Error> {
        let copied = execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text));
        copied.map_err(|error| Error::io("copying", error))
    }

    /// Rings.
    pub fn ring(&mut self) -> Result<(), Error> {
        let mut out = io::stdout();
        out.write_all(b"\x07").and_then(|()| out.flush())?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back, as far as it was taken.
fn give_back() {
    // A terminal that is gone needs nothing, and there is nobody to tell.
    drop(execute!(
        io::stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        cursor::Show
    ));
    drop(disable_raw_mode());
}

fn give_back_before_a_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            give_back();
            before(info);
        }));
    });
}

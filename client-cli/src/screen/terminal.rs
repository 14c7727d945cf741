//! The terminal while the screen has it, and its return in every case.
//!
//! Here because a terminal left in raw mode is useless: it is given back when the guard is dropped,
//! and before a panic is reported. It must not know what is drawn.

use std::io::{self, IsTerminal, Stdout, Write};
use std::pin::Pin;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute};
use fairness::text::steers;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Size;
use ratatui::{Frame, Terminal};

use crate::error::Error;
use crate::paper::clean;

/// Checks whether there is a terminal that a screen can be drawn on.
pub fn is_there() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// The terminal in full screen. Dropping it gives the terminal back.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    colour: bool,
    stop: Pin<Box<dyn Future<Output = ()> + Send>>,
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
        // Listened to before the terminal is taken: a signal in between would leave it raw.
        let stop = stopped();
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout())).map_err(fault)?;
        let colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        // From here on the terminal is given back whatever happens.
        let mut screen = Self { terminal, colour, stop };
        TAKEN.store(true, Ordering::SeqCst);
        enable_raw_mode().map_err(fault)?;
        execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste).map_err(fault)?;
        if mouse {
            screen.take_mouse(true)?;
        }
        Ok(screen)
    }

    /// Waits until the system wants this program to end.
    pub async fn stopped(&mut self) {
        (&mut self.stop).await;
    }

    /// Its size, in cells.
    pub fn size(&self) -> Size {
        self.terminal.size().unwrap_or(Size::new(80, 24))
    }

    /// Draws a picture, which learns whether colours are wanted. A terminal that can wait for the end
    /// of it shows it as a whole.
    pub fn paint(&mut self, picture: impl FnOnce(&mut Frame<'_>, bool)) -> Result<(), Error> {
        let colour = self.colour;
        let drawn = execute!(io::stdout(), BeginSynchronizedUpdate)
            .and_then(|()| self.terminal.draw(|frame| drawn(frame, colour, picture)).map(drop))
            .and_then(|()| execute!(io::stdout(), EndSynchronizedUpdate));
        drawn.map_err(|error| Error::io("drawing the screen", error))
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

    /// Rings the bell.
    pub fn ring(&mut self) -> Result<(), Error> {
        let mut out = io::stdout();
        out.write_all(b"\x07").and_then(|()| out.flush())?;
        Ok(())
    }
}

/// Draws a picture, of which no cell steers the terminal: whoever draws a text cleans it, and should one
/// forget that, it shows here alone.
fn drawn(frame: &mut Frame<'_>, colour: bool, picture: impl FnOnce(&mut Frame<'_>, bool)) {
    picture(frame, colour);
    for cell in &mut frame.buffer_mut().content {
        if cell.symbol().contains(steers) {
            let clean = clean(cell.symbol()).into_owned();
            cell.set_symbol(&clean);
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// `true` while a screen has the terminal.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Gives the terminal back if it is taken: doing so twice would put the cursor back to where it was
/// at first, and what was printed in between, such as a panic, would be overwritten.
fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    // A terminal that is gone needs nothing, and there is nobody to tell.
    drop(execute!(
        io::stdout(),
        EndSynchronizedUpdate,
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

/// Listens from now on, and waits until the system wants this program to end.
#[cfg(unix)]
fn stopped() -> Pin<Box<dyn Future<Output = ()> + Send>> {
    use tokio::signal::unix::{SignalKind, signal};
    let kinds = [SignalKind::terminate(), SignalKind::hangup(), SignalKind::interrupt()];
    let signals = kinds.into_iter().filter_map(|kind| signal(kind).ok());
    let waits: Vec<_> = signals
        .map(|mut signal| {
            Box::pin(async move {
                signal.recv().await;
            })
        })
        .collect();
    Box::pin(async {
        if waits.is_empty() {
            return std::future::pending().await;
        }
        futures_util::future::select_all(waits).await;
    })
}

/// Waits until the system wants this program to end.
#[cfg(not(unix))]
fn stopped() -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    })
}

#[cfg(test)]
mod tests {
    use ratatui::backend::TestBackend;
    use ratatui::text::Line;

    use super::*;

    #[test]
    fn a_text_that_nobody_cleaned_steers_nothing() {
        let mut terminal = Terminal::new(TestBackend::new(9, 1)).unwrap();
        let foreign = |frame: &mut Frame<'_>, _: bool| {
            frame.render_widget(Line::from("a\u{202e}b\u{1b}[2J"), frame.area());
        };
        let shown = terminal.draw(|frame| drawn(frame, true, foreign)).unwrap();
        let text: String = shown.buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        assert!(!text.contains(steers), "{text:?}");
        assert!(text.starts_with('a'), "{text:?}");
    }
}

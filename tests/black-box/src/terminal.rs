//! The client in a terminal of its own: a real pseudo-terminal, and what a person sees on it.
//!
//! Keys go in as bytes, cells come out of a terminal emulator. Waiting means waiting for what is to be
//! seen, with a generous limit as a safety net. It knows no screen of the client.

use std::process::ExitStatus;

use base64::Engine;
use pty_process::{Command, Pty, Size};
use rustix::termios::{LocalModes, tcgetattr};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Child;
use tokio::time::timeout;
use vt100::{MouseProtocolMode, Parser, Screen};

use crate::{PATIENCE, program};

/// The most that is read at once, in bytes.
const CHUNK: usize = 64 * 1024;

/// The requests of a program to its terminal that are not cells.
#[derive(Debug, Default)]
struct Requests {
    bells: usize,
    copied: Vec<String>,
    /// `true` in the middle of a synchronized update: a real terminal shows nothing of it yet.
    drawing: bool,
}

/// The private mode of a synchronized update.
const SYNCHRONIZED: u16 = 2026;

impl vt100::Callbacks for Requests {
    fn audible_bell(&mut self, _: &mut Screen) {
        self.bells += 1;
    }

    fn copy_to_clipboard(&mut self, _: &mut Screen, _: &[u8], data: &[u8]) {
        let text = base64::engine::general_purpose::STANDARD.decode(data).unwrap();
        self.copied.push(String::from_utf8(text).unwrap());
    }

    fn unhandled_csi(
        &mut self,
        _: &mut Screen,
        _: Option<u8>,
        _: Option<u8>,
        parameters: &[&[u16]],
        end: char,
    ) {
        if parameters == [&[SYNCHRONIZED][..]] {
            self.drawing = end == 'h';
        }
    }
}

/// A terminal in which a program runs.
pub struct Terminal {
    pty: Pty,
    parser: Parser<Requests>,
    child: Child,
}

impl std::fmt::Debug for Terminal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Terminal").field("child", &self.child.id()).finish_non_exhaustive()
    }
}

impl Terminal {
    /// Starts the client in a terminal of 80 x 24 cells, with this environment and nothing else of
    /// it.
    pub fn client(arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let command =
            Command::new(program::path("entente")).env_clear().env("TERM", "xterm-256color");
        let command = command.args(arguments).envs(environment.iter().copied());
        Self::of(command)
    }

    /// Starts any program.
    pub fn of(command: Command) -> Self {
        let (pty, pts) = pty_process::open().unwrap();
        pty.resize(Size::new(24, 80)).unwrap();
        let child = command.kill_on_drop(true).spawn(pts).unwrap();
        let parser = Parser::new_with_callbacks(24, 80, 0, Requests::default());
        Self { pty, parser, child }
    }

    /// Resizes the window, as its user would.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.screen_mut().set_size(rows, columns);
        self.pty.resize(Size::new(rows, columns)).unwrap();
    }

    /// Types keys, as bytes.
    pub async fn types(&mut self, keys: &str) {
        self.pty.write_all(keys.as_bytes()).await.unwrap();
    }

    /// Waits until the screen is so. What is half drawn is not looked at: it has parts of two pictures.
    pub async fn until(&mut self, what: &str, holds: impl Fn(&Screen) -> bool) {
        let waiting = async { while !self.shown().is_some_and(&holds) && self.read().await {} };
        let late = timeout(PATIENCE, waiting).await.is_err();
        let screen = self.parser.screen();
        assert!(holds(screen), "{what}; in time: {}\n{}", !late, screen.contents());
    }

    /// Returns the screen once it is drawn.
    fn shown(&self) -> Option<&Screen> {
        (!self.parser.callbacks().drawing).then(|| self.parser.screen())
    }

    /// Waits until a text is to be seen.
    pub async fn shows(&mut self, text: &str) {
        self.until(text, |screen| screen.contents().contains(text)).await;
    }

    /// Waits until a text is no longer to be seen.
    pub async fn hides(&mut self, text: &str) {
        self.until(text, |screen| !screen.contents().contains(text)).await;
    }

    /// Waits until the program has ended.
    pub async fn ended(&mut self) -> ExitStatus {
        let end = async {
            while self.read().await {}
            self.child.wait().await.unwrap()
        };
        timeout(PATIENCE, end).await.expect("the program ends")
    }

    /// Takes in what the program wrote; `false` once it is gone.
    async fn read(&mut self) -> bool {
        let mut bytes = vec![0; CHUNK];
        // Once nobody has the other end open, reading it is an error.
        let count = self.pty.read(&mut bytes).await.unwrap_or_default();
        self.parser.process(&bytes[..count]);
        count > 0
    }

    /// Returns the id of the program's process.
    pub fn pid(&self) -> u32 {
        self.child.id().unwrap()
    }

    /// Returns the visible screen.
    pub fn screen(&self) -> &Screen {
        self.parser.screen()
    }

    /// Returns the texts that the program handed to the clipboard.
    pub fn copied(&self) -> &[String] {
        &self.parser.callbacks().copied
    }

    /// Returns the number of times that the bell rang.
    pub fn bells(&self) -> usize {
        self.parser.callbacks().bells
    }

    /// Asserts that the terminal is as a shell wants it: lines are edited and echoed, the cursor is
    /// there, nothing covers what was there before, mouse and pasting are the terminal's own.
    pub fn assert_given_back(&self) {
        let screen = self.screen();
        let text = screen.contents();
        assert!(!screen.alternate_screen() && !screen.hide_cursor(), "{text}");
        assert!(!screen.bracketed_paste(), "{text}");
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None, "{text}");
        let modes = tcgetattr(&self.pty).unwrap().local_modes;
        assert!(
            modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG),
            "{modes:?}"
        );
    }
}

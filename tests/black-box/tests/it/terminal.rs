//! The full screen in a real pseudo-terminal: the binary as people start it, against a real server.

#![cfg(unix)]

mod lesson;
mod lines;
mod notices;
mod practice;
mod programs;
mod refusals;
mod restored;
mod screen;
mod waiting;

use std::net::SocketAddr;

use black_box::Server;
use black_box::terminal::Terminal;
use tempfile::TempDir;
use tokio::net::TcpSocket;

/// A key.
const ENTER: &str = "\r";
const ESCAPE: &str = "\u{1b}";
const CONTROL_C: &str = "\u{3}";
const CONTROL_R: &str = "\u{12}";
const CONTROL_Y: &str = "\u{19}";
const TAB: &str = "\t";
const UP: &str = "\u{1b}[A";
const RIGHT: &str = "\u{1b}[C";
const END: &str = "\u{1b}[F";

/// A person with a folder of their own.
struct Person {
    home: TempDir,
    server: String,
}

impl Person {
    fn at(server: &Server) -> Self {
        Self { home: tempfile::tempdir().expect("a folder"), server: server.url() }
    }

    /// Starts the client in a terminal, with more in its environment.
    fn opens_with(&self, arguments: &[&str], more: &[(&str, &str)]) -> Terminal {
        let home = self.home.path().to_str().expect("UTF-8");
        let own =
            [("ENTENTE_HOME", home), ("ENTENTE_SERVER", &self.server), ("ENTENTE_NAME", "Ada")];
        Terminal::client(arguments, &[&own, more].concat())
    }

    fn opens(&self, arguments: &[&str]) -> Terminal {
        self.opens_with(arguments, &[])
    }
}

/// Returns a socket that keeps an address from others: nobody listens there.
fn nobody_at(at: SocketAddr) -> TcpSocket {
    let kept = TcpSocket::new_v4().expect("a socket");
    kept.set_reuseaddr(true).expect("an option");
    kept.bind(at).expect("the address is free");
    kept
}

/// Returns the code of the room that is shown.
fn code(terminal: &Terminal) -> String {
    let text = terminal.screen().contents();
    let rest = text.split_once("Room ").map(|(_, rest)| rest).expect("a room");
    rest.chars().take(6).collect()
}

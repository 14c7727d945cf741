//! The binary as an operator meets it: settings, signals, sub-commands, exit codes.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

mod backups;
mod check;
mod docs;
mod health;
mod kept;
mod licences;
mod restored;
mod rotation;
mod running;
mod settings;
mod storage;
#[cfg(target_os = "linux")]
mod supervisor;
mod tls;
mod wrong;

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Output, Stdio};

/// The binary, with a clean environment.
pub(crate) fn server() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_entente-server"));
    command.env_clear();
    command
}

pub(crate) fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// A running server on a free port, and its first line.
pub(crate) fn started(command: &mut Command) -> (Child, String) {
    let command = command.env("ENTENTE_LISTEN", "127.0.0.1:0");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    (child, line)
}

/// Sends a signal.
pub(crate) fn signal(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Sends a signal; yields the exit code and what was logged.
pub(crate) fn ended(mut child: Child, how: &str) -> (Option<i32>, String) {
    signal(&child, how);
    let code = child.wait().unwrap().code();
    let mut said = String::new();
    child.stderr.unwrap().read_to_string(&mut said).unwrap();
    (code, said)
}

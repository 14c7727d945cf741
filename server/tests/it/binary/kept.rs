//! A database with a room in every state, for tests of what becomes of it.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use crate::binary::{server, started, texts};

/// Longer than any of its rooms is old, in milliseconds.
const AGES_MS: &str = "3153600000000";

/// Its rooms: one that is played, and one that is over.
pub(crate) const RUNNING: &str = "MJD279";
pub(crate) const FINISHED: &str = "ND2HWX";

/// A database in a folder of its own.
pub(crate) struct Kept(tempfile::TempDir);

impl Kept {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let golden =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/golden/entente.db");
        fs::copy(golden, folder.path().join("entente.db")).unwrap();
        Self(folder)
    }

    /// A file in its folder.
    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The names of the files in its folder that begin so.
    pub(crate) fn names(&self, beginning: &str) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
        names.retain(|name| name.starts_with(beginning));
        names.sort();
        names
    }

    /// The binary with this database.
    pub(crate) fn server(&self) -> Command {
        let mut command = server();
        command
            .current_dir(self.0.path())
            .env("ENTENTE_DATABASE", "sqlite:entente.db")
            .env("ENTENTE_KEEP_FINISHED_MS", AGES_MS)
            .env("ENTENTE_MATCH_EXPIRY_MS", AGES_MS)
            .env("ENTENTE_LOBBY_EXPIRY_MS", AGES_MS);
        command
    }

    /// A server that runs on it, and its address.
    pub(crate) fn serving(&self) -> (Child, String) {
        let (child, line) = started(&mut self.server());
        let address = line.trim().rsplit("http://").next().unwrap().trim_end_matches('/');
        (child, address.to_owned())
    }

    /// The exit code of a sub-command, and everything that it said.
    pub(crate) fn output(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = self.server().args(arguments).output().unwrap();
        let (said, complained) = texts(&output);
        (output.status.code(), said + &complained)
    }

    /// Returns the output of a sub-command that succeeded.
    pub(crate) fn done(&self, arguments: &[&str]) -> String {
        let (code, said) = self.output(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {said}");
        said
    }

    /// Changes the database while nobody has it open.
    pub(crate) fn tamper(&self, name: &str, sql: &str) {
        let db = rusqlite::Connection::open(self.at(name)).unwrap();
        db.execute_batch("PRAGMA secure_delete = ON").unwrap();
        db.execute_batch(sql).unwrap();
        db.close().unwrap();
    }

    /// Damages one row of a room's match log.
    pub(crate) fn damage(&self, name: &str, code: &str) {
        self.tamper(
            name,
            &format!(
                "UPDATE entries SET body = body || ' '
                 WHERE seq = 5 AND room = (SELECT id FROM rooms WHERE code = '{code}')"
            ),
        );
    }
}

/// The answer to a request: status and body; nothing if there was none.
pub(crate) fn asked(address: &str, method: &str, path: &str, body: &str) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(address).ok()?;
    let length = body.len();
    let header = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(header.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let status = answer.split(' ').nth(1)?.parse().ok()?;
    let (_, body) = answer.split_once("\r\n\r\n")?;
    Some((status, body.to_owned()))
}

pub(crate) fn got(address: &str, path: &str) -> (u16, String) {
    asked(address, "GET", path, "").expect("an answer")
}

//! The binary under what the image and the service ask for. Where namespaces are not permitted,
//! these tests say so and try nothing.

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::process::{ChildStdout, Output, Stdio};

use black_box::program::Running;
use protocol::games::europe_divided;
use serde_json::Value;
use tempfile::TempDir;

use super::sandbox::Sandbox;

/// The number of lines that a spectator prints before the server is killed: the match is well under
/// way.
const LINES_BEFORE: usize = 10;

/// Makes a sandbox, or prints why there is none.
pub(crate) fn sandbox() -> Option<Sandbox> {
    Sandbox::make().map_err(|why| println!("skipped: no namespaces here: {}", why.trim())).ok()
}

fn texts(output: &Output) -> (Option<i32>, String) {
    let said = [&output.stdout[..], &output.stderr].concat();
    (output.status.code(), String::from_utf8(said).expect("UTF-8"))
}

/// A client in the sandbox's network that prints JSON.
struct Client {
    process: Running,
    output: Lines<BufReader<ChildStdout>>,
    _home: TempDir,
}

impl Client {
    fn start(sandbox: &Sandbox, arguments: &[&str]) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let mut process = sandbox
            .beside("entente")
            .env("ENTENTE_HOME", home.path())
            .env("ENTENTE_SERVER", "http://127.0.0.1:8080")
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let output = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        Self { process: Running(process), output, _home: home }
    }

    fn bot(sandbox: &Sandbox, seed: &str, room: &[&str]) -> Self {
        Self::start(sandbox, &[&["bot", "--json", "--seed", seed], room].concat())
    }

    fn next(&mut self) -> Value {
        let line = self.output.next().expect("more").expect("a line");
        serde_json::from_str(&line).expect(&line)
    }

    fn ended_well(mut self) {
        let status = self.process.0.wait().expect("it ends");
        assert!(status.success(), "{status}");
    }
}

#[test]
fn bots_play_a_match_through_a_kill() {
    let Some(sandbox) = sandbox() else { return };
    let serving = sandbox.serve(&[]);
    let mut first = Client::bot(&sandbox, "1", &["--create", europe_divided::ID]);
    let opened = first.next();
    let code = opened["code"].as_str().expect("a code");
    let mut second = Client::bot(&sandbox, "2", &["--join", code]);
    let mut gallery = Client::start(&sandbox, &["watch", "--json", code]);
    for _ in 0..LINES_BEFORE {
        gallery.next();
    }
    drop(serving);
    let (code, said) = texts(&sandbox.run(&["healthcheck"]).output().expect("it runs"));
    assert_eq!(code, Some(1), "{said}");
    let serving = sandbox.serve(&[]);
    let (code, said) = texts(&sandbox.run(&["healthcheck"]).output().expect("it runs"));
    assert_eq!(code, Some(0), "{said}");
    let (one, two) = (first.next(), second.next());
    for key in ["code", "winners", "scores", "reason"] {
        assert_eq!(one[key], two[key], "{key}");
    }
    assert_eq!([&one["record"], &two["record"]], ["holds", "holds"]);
    first.ended_well();
    second.ended_well();
    gallery.output.by_ref().for_each(drop);
    gallery.ended_well();
    assert_eq!(serving.stop(), Some(0));
}

#[test]
fn the_server_has_no_rights_and_writes_to_its_volume_only() {
    let Some(sandbox) = sandbox() else { return };
    let serving = sandbox.serve(&[]);
    for kind in ["CapInh", "CapPrm", "CapEff", "CapAmb"] {
        assert_eq!(serving.status(kind).trim_matches('0'), "", "{kind}");
    }
    assert_eq!(serving.status("NoNewPrivs"), "1");
    let users = fs::read_to_string(serving.proc("uid_map")).expect("a map");
    assert_eq!(users.split_whitespace().next(), Some(sandbox.user()), "{users}");
    let (code, said) = texts(&sandbox.run(&["backup", "copy.db"]).output().expect("it runs"));
    assert_eq!((code, said.as_str()), (Some(0), "copy.db\n"));
    assert_eq!(serving.stop(), Some(0));
    let mut left: Vec<String> = fs::read_dir(sandbox.volume())
        .expect("the volume")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .collect();
    left.sort();
    assert_eq!(left, ["copy.db", "entente.db", "entente.db.lock"]);
}

#[test]
fn a_path_that_cannot_be_written_is_named() {
    let Some(sandbox) = sandbox() else { return };
    let elsewhere = ["--database", "sqlite:/entente.db"];
    let (code, said) = texts(&sandbox.run(&elsewhere).output().expect("it runs"));
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("/entente.db.lock") && said.contains("Read-only file system"), "{said}");
    assert!(said.contains("needs a place that can be written"), "{said}");
    assert!(!sandbox.root().join("entente.db.lock").exists());
}

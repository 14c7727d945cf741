//! `entente-server healthcheck`, as a container engine runs it.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener};
use std::thread;

use tokio::net::TcpSocket;

use super::{ended, server, started, texts};

/// Returns the address that a server says it listens on.
fn address(line: &str) -> SocketAddr {
    let (_, rest) = line.split_once("http://").expect(line);
    rest.split('/').next().unwrap().parse().expect(line)
}

/// The exit code of a check, and what it says.
fn check(listen: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = server();
    command.env("ENTENTE_LISTEN", listen).args(arguments);
    let output = command.output().unwrap();
    let (said, complained) = texts(&output);
    (output.status.code(), said + &complained)
}

#[test]
fn a_running_server_is_ready_and_a_stopped_one_is_not() {
    let (serving, line) = started(server().args(["--database", "memory:"]));
    let at = address(&line).to_string();
    let any = format!("0.0.0.0:{}", address(&line).port());
    for listen in [&at, &any] {
        assert_eq!(check(listen, &["healthcheck"]), (Some(0), "ready\n".to_owned()), "{listen}");
    }
    let (code, said) = check(&at, &["--base-path", "/elsewhere", "healthcheck"]);
    assert_eq!(code, Some(1), "the path counts: {said}");
    assert!(said.contains("not ready: 404 Not Found: there is nothing at this address"), "{said}");
    assert_eq!(ended(serving, "-TERM").0, Some(0));
    // Nobody listens there, and nobody else is given the port.
    let kept = TcpSocket::new_v4().unwrap();
    kept.set_reuseaddr(true).unwrap();
    kept.bind(address(&line)).unwrap();
    let (code, said) = check(&at, &["healthcheck"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(&format!("{at} cannot be reached: ")), "{said}");
}

#[test]
fn the_base_path_is_respected() {
    let (serving, line) =
        started(server().args(["--database", "memory:", "--base-path", "/games"]));
    let at = address(&line).to_string();
    assert_eq!(check(&at, &["--base-path", "/games/", "healthcheck"]).0, Some(0));
    assert_eq!(check(&at, &["healthcheck"]).0, Some(1));
    assert_eq!(ended(serving, "-TERM").0, Some(0));
}

/// The exit code of a check of something that answers a connection with this, what the check says and
/// what it asked.
fn checked_against(answer: &'static str, timeout_ms: &str) -> (Option<i32>, String, Vec<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap().to_string();
    let answering = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
        let asked: Vec<String> =
            lines.by_ref().map(Result::unwrap).take_while(|line| !line.is_empty()).collect();
        stream.write_all(answer.as_bytes()).unwrap();
        // Until the check has had enough.
        lines.for_each(drop);
        asked
    });
    let (code, said) = check(&at, &["healthcheck", "--timeout-ms", timeout_ms]);
    (code, said, answering.join().unwrap())
}

/// The exit code of a check of something that answers a request with this, and what the check says.
fn answered_with(answer: &'static str) -> (Option<i32>, String) {
    let (code, said, asked) = checked_against(answer, "60000");
    assert_eq!(asked[0], "GET /readyz HTTP/1.1");
    assert!(asked.iter().any(|line| line.starts_with("host: 127.0.0.1:")), "{asked:?}");
    (code, said)
}

#[test]
fn who_is_silent_talks_nonsense_or_refuses_is_not_ready() {
    // So short a time may be over before anything has been asked.
    let (code, said, _) = checked_against("", "500");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("did not answer within 500 ms"), "{said}");
    let (code, said) = answered_with("SSH-2.0-here\r\n");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("gives no valid answer"), "{said}");
    let (code, said) =
        answered_with("HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n");
    assert_eq!(
        (code, said),
        (Some(1), "entente-server: not ready: 503 Service Unavailable\n".into())
    );
}

#[test]
fn a_port_that_nobody_knows_cannot_be_asked() {
    let (code, said) = check("127.0.0.1:0", &["healthcheck"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("port 0"), "{said}");
}

//! The proxies of docs/SELF-HOSTING.md with the configurations that stand there. A proxy that is not
//! on this machine is not tried, and the test says so.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use black_box::PATIENCE;
use black_box::program::Running;
use tempfile::TempDir;

use super::confined::sandbox;
use super::files::text;
use super::sandbox::Sandbox;

/// The port on which the proxies listen, in a network of their own.
const PORT: u16 = 8443;

/// The number of unknown codes that an address may ask for at once.
const FAILED_JOINS: usize = 2;

/// The points a minute that pay for them.
const POINTS: &str = "150";

/// Returns the page's block of this kind.
fn snippet(kind: &str) -> String {
    let page = text("docs/SELF-HOSTING.md");
    let (_, rest) = page.split_once(&format!("```{kind}\n")).expect(kind);
    rest.split_once("```").expect("an end").0.to_owned()
}

/// Replaces what must be there.
fn with(text: &str, old: &str, new: &str) -> String {
    assert!(text.contains(old), "no {old:?} in {text}");
    text.replace(old, new)
}

/// Checks whether this machine has all of these tools; prints which it lacks.
fn has(tools: &[&str]) -> bool {
    tools.iter().all(|tool| {
        let mut found = Command::new(tool);
        found.arg("--help").stdout(Stdio::null()).stderr(Stdio::null());
        let there = found.status().is_ok();
        if !there {
            println!("skipped: no {tool} here");
        }
        there
    })
}

/// Returns the status of a request from an address; `None` while nobody listens.
fn status(sandbox: &Sandbox, from: &str, path: &str, headers: &[&str]) -> Option<u16> {
    let mut curl = sandbox.tool("curl");
    curl.args(["--silent", "--max-time", "2", "--output", "/dev/null", "--interface", from]);
    curl.args(["--write-out", "%{http_code}"]);
    for header in headers {
        curl.args(["--header", header]);
    }
    let output = curl.arg(format!("http://127.0.0.1:{PORT}{path}")).output().expect("curl");
    let status = String::from_utf8(output.stdout).expect("UTF-8").parse().expect("a number");
    Some(status).filter(|status| *status != 0)
}

/// Checks that the server distinguishes its clients behind a proxy that this command runs.
fn clients_are_distinguished(sandbox: &Sandbox, proxy: &mut Command) {
    let proxies = ["--trusted-proxies", "127.0.0.1"];
    let lookups = ["--points-per-minute", POINTS];
    let serving = sandbox.serve(&[proxies, lookups].concat());
    let mut proxy = Running(proxy.stdin(Stdio::null()).spawn().expect("it starts"));
    let begun = Instant::now();
    while status(sandbox, "127.0.0.1", "/readyz", &[]) != Some(200) {
        assert_eq!(proxy.0.try_wait().ok().flatten(), None, "the proxy has ended");
        assert!(begun.elapsed() < PATIENCE, "the proxy does not answer");
    }
    let unknown = "/api/v1/rooms/CCCCCC";
    for attempt in 0..FAILED_JOINS {
        assert_eq!(status(sandbox, "127.0.0.2", unknown, &[]), Some(404), "attempt {attempt}");
    }
    assert_eq!(status(sandbox, "127.0.0.2", unknown, &[]), Some(429));
    let forged = ["X-Forwarded-For: 203.0.113.9"];
    assert_eq!(status(sandbox, "127.0.0.2", unknown, &forged), Some(429), "a claim");
    assert_eq!(status(sandbox, "127.0.0.3", unknown, &[]), Some(404), "somebody else");
    let upgrade = [
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        &format!("Origin: http://127.0.0.1:{PORT}"),
    ];
    let path = format!("{unknown}/socket");
    assert_eq!(status(sandbox, "127.0.0.4", &path, &upgrade), Some(101), "sockets pass");
    assert_eq!(serving.stop(), Some(0));
}

#[test]
fn nginx_passes_everything_on() {
    if !has(&["nginx", "curl"]) {
        return;
    }
    let Some(sandbox) = sandbox() else { return };
    let site = with(&snippet("nginx"), "listen 443 ssl;", &format!("listen {PORT};"));
    // Neither goes without TLS, which is not tried here.
    let secured = |line: &str| line.contains("ssl_certificate") || line.contains("http2");
    let site: Vec<&str> = site.lines().filter(|line| !secured(line)).collect();
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let folders: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|part| format!("{part}_temp_path {};\n", at(part)))
        .concat();
    let config = format!(
        "user root root;\ndaemon off;\nmaster_process off;\npid {};\nerror_log stderr;\nevents {{}}\n\
         http {{\naccess_log off;\n{folders}{}\n}}\n",
        at("pid"),
        site.join("\n"),
    );
    fs::write(at("nginx.conf"), config).expect("a file");
    clients_are_distinguished(&sandbox, sandbox.tool("nginx").args(["-c", &at("nginx.conf")]));
}

#[test]
fn caddy_passes_everything_on() {
    if !has(&["caddy", "curl"]) {
        return;
    }
    let Some(sandbox) = sandbox() else { return };
    let here = format!("http://127.0.0.1:{PORT} ");
    let site = with(&snippet("caddyfile"), "play.example.org ", &here);
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("Caddyfile");
    fs::write(&file, format!("{{\n\tadmin off\n\tauto_https off\n}}\n{site}")).expect("a file");
    let mut caddy = sandbox.tool("caddy");
    caddy.env("HOME", folder.path()).arg("run").arg("--config").arg(&file as &Path);
    clients_are_distinguished(&sandbox, caddy.args(["--adapter", "caddyfile"]));
}

//! Whatever is wrong is said with the name of its setting, once, and whatever the log leaves out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::TcpListener;
use std::process::{Output, Stdio};

use server::Settings;

use crate::binary::{server, texts};

/// The exit code and everything said, with these variables.
fn output(arguments: &[&str], environment: &[(&str, &str)]) -> (Option<i32>, String) {
    let output = server().args(arguments).envs(environment.iter().copied()).output().unwrap();
    let (said, complained) = texts(&output);
    (output.status.code(), said + &complained)
}

/// Values that will not do, for settings that are no numbers, and numbers out of their range; for some,
/// with others that they contradict.
const WRONG: [(&str, &[&str]); 43] = [
    ("ENTENTE_LISTEN", &["localhost", "127.0.0.1", "8080", "127.0.0.1:99999"]),
    (
        "ENTENTE_DATABASE",
        &[
            "entente.db",
            "postgres://x",
            "sqlite:",
            "sqlite:/nowhere/at/all.db",
            "sqlite:/tmp",
            "memory:x",
            "nats:",
            "nats://entente@a",
            "nats://a/B",
        ],
    ),
    ("ENTENTE_NATS_REPLICAS", &["0", "6"]),
    ("ENTENTE_NATS_USER", &["entente"]),
    ("ENTENTE_NATS_PASSWORD", &["swordfish"]),
    ("ENTENTE_NATS_CREDENTIALS", &["/nowhere.creds"]),
    ("ENTENTE_NATS_CA", &["/nowhere.pem"]),
    ("ENTENTE_NATS_MONITORS", &["127.0.0.1:8222", "nats://a", "http://a?b"]),
    ("ENTENTE_NATS_UNCHECKED_SYNC", &["perhaps"]),
    ("ENTENTE_DATA", &["/nowhere/at/all", "/dev/null"]),
    ("ENTENTE_TLS_CERT", &["/nowhere.pem"]),
    ("ENTENTE_TLS_KEY", &["/nowhere.pem"]),
    ("ENTENTE_MEMBER_URL", &["one.example.org", "https://a b", "https://a@one.example.org"]),
    (
        "ENTENTE_PUBLIC_URL",
        &[
            "play.example.org",
            "https://a b",
            "https://a.example/elsewhere",
            "https://u:pw@a.example",
            "https://u@a.example",
        ],
    ),
    ("ENTENTE_BASE_PATH", &["entente", "/a b", "/a/../b", "/.", "/..", "/a/./b"]),
    ("ENTENTE_ALLOWED_ORIGINS", &["*", "https://a.example/path"]),
    ("ENTENTE_TRUSTED_PROXIES", &["proxy.example", "0.0.0.0/0"]),
    ("ENTENTE_MESSAGE_BURST", &["0"]),
    ("ENTENTE_MAX_ROOMS", &["0", "4294967296"]),
    ("ENTENTE_MAX_CONNECTIONS", &["0"]),
    ("ENTENTE_MAX_CONNECTIONS_PER_ADDRESS", &["0"]),
    ("ENTENTE_ABSENCE_MS", &["299999", "3d"]),
    ("ENTENTE_LOBBY_EXPIRY_MS", &["1d", "0", "9007199254740992"]),
    ("ENTENTE_KEEP_FINISHED_MS", &["2w"]),
    ("ENTENTE_REVEAL_MS", &["30s"]),
    ("ENTENTE_BOT_PACE_MS", &["60001"]),
    ("ENTENTE_NOTIFY_AFTER_MS", &["1min"]),
    ("ENTENTE_WEBHOOKS", &["all"]),
    ("ENTENTE_PUSH", &["all"]),
    (
        "ENTENTE_PUSH_CONTACT",
        &["admin@example.org", "http://a.example", "mailto:", "mailto:x", "https://u:pw@a.example"],
    ),
    ("ENTENTE_SMTP_URL", &["mail.example", "smtp://mail.example"]),
    ("ENTENTE_SMTP_USER", &["entente"]),
    ("ENTENTE_SMTP_PASSWORD", &["swordfish"]),
    ("ENTENTE_SMTP_FROM", &["example.org", "a@b.example"]),
    ("ENTENTE_NOTIFY_CA", &["/nowhere.pem"]),
    ("ENTENTE_SHUTDOWN_MS", &["8s", "0"]),
    ("ENTENTE_METRICS_LISTEN", &["9090", "127.0.0.1:8080", "0.0.0.0:8080"]),
    ("ENTENTE_PROGRAMS", &["perhaps"]),
    ("ENTENTE_DEV", &["perhaps"]),
    ("ENTENTE_DEV_SEED", &["7", "many", "-1"]),
    ("ENTENTE_DEV_POSITION", &["/nowhere.json"]),
    ("ENTENTE_LOG", &["debgu", "loud", "info,server=loud", "hyper=debug"]),
    ("ENTENTE_LOG_FORMAT", &["xml"]),
];

/// Values that no setting with a number takes.
const NO_NUMBERS: [&str; 3] = ["many", "-1", "3d"];

#[test]
fn every_setting_is_named_with_what_is_wrong_with_it() {
    let wrong: BTreeMap<_, _> = WRONG.into_iter().collect();
    let settings = Settings::default().variables();
    assert!(wrong.keys().all(|name| settings.iter().any(|(setting, _)| setting == name)));
    for (name, default) in &settings {
        let numbers: &[&str] = if default.parse::<u64>().is_ok() { &NO_NUMBERS } else { &[] };
        let given = wrong.get(name.as_str()).copied().unwrap_or_default();
        assert!(numbers.len() + given.len() > 0, "{name} has no wrong value here");
        for value in numbers.iter().chain(given) {
            let memory = [("ENTENTE_DATABASE", "memory:"), (name, value)];
            let (code, said) = output(&["--check-config"], &memory);
            assert_eq!(code, Some(2), "{name}={value}: {said}");
            assert!(said.contains(name), "{name}={value}: {said}");
            assert!(!said.contains("swordfish"), "{said}");
            assert_said_once(&said);
        }
    }
}

#[test]
fn an_unknown_file_key_or_variable_is_named_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("entente.toml");
    let name = file.to_str().unwrap();
    for (text, expected) in [
        ("[server]\nlisten = '127.0.0.1:80'", "move the keys of [server] to the top"),
        ("colour = 'red'", "unknown key \"colour\"; .env.example has them all"),
        ("lisen = '127.0.0.1:80'", "unknown key \"lisen\", did you mean \"listen\"?"),
    ] {
        fs::write(&file, text).unwrap();
        let (code, said) = output(&["--config", name, "--check-config"], &[]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn a_server_for_authors_serves_nobody_else() {
    let wrong = [
        ("ENTENTE_LISTEN", "0.0.0.0:0"),
        ("ENTENTE_LISTEN", "192.0.2.1:80"),
        ("ENTENTE_LISTEN", "[::]:80"),
        ("ENTENTE_METRICS_LISTEN", "0.0.0.0:9090"),
        ("ENTENTE_DATABASE", "sqlite:rooms.db"),
        ("ENTENTE_PUBLIC_URL", "https://play.example.org"),
        ("ENTENTE_TRUSTED_PROXIES", "192.0.2.1"),
    ];
    for (name, value) in wrong {
        let environment = [("ENTENTE_DEV", "true"), (name, value)];
        for arguments in [&["--check-config"][..], &[]] {
            let (code, said) = output(arguments, &environment);
            assert_eq!(code, Some(2), "{name}={value}: {said}");
            assert!(said.contains(name) && said.contains("ENTENTE_DEV:"), "{name}: {said}");
        }
    }
    for (name, value) in [("ENTENTE_LISTEN", "[::1]:0"), ("ENTENTE_DATABASE", "memory:")] {
        let environment = [("ENTENTE_DEV", "true"), ("ENTENTE_DEV_SEED", "7"), (name, value)];
        assert_eq!(output(&["--check-config"], &environment).0, Some(0), "{name}={value}");
    }
}

#[test]
fn a_password_is_not_sent_in_clear_to_another_machine() {
    for (url, sound) in [
        ("smtp+plain://mail.example", false),
        ("smtp+plain://192.0.2.1", false),
        ("smtp+plain://[::1]", true),
        ("smtp+plain://localhost:2525", true),
        ("smtp://mail.example", true),
    ] {
        let environment = [
            ("ENTENTE_DATABASE", "memory:"),
            ("ENTENTE_PUBLIC_URL", "https://a.example"),
            ("ENTENTE_SMTP_URL", url),
            ("ENTENTE_SMTP_USER", "entente"),
            ("ENTENTE_SMTP_PASSWORD", "swordfish"),
            ("ENTENTE_SMTP_FROM", "a@b.example"),
        ];
        let (code, said) = output(&["--check-config"], &environment);
        assert_eq!(code, Some(if sound { 0 } else { 2 }), "{url}: {said}");
        assert_eq!(said.contains("ENTENTE_SMTP_PASSWORD in clear"), !sound, "{url}: {said}");
        assert!(!said.contains("swordfish"), "{said}");
        if !sound {
            assert_eq!(output(&[], &environment).0, Some(2), "a start refuses it too");
        }
    }
}

#[test]
fn why_a_server_ends_is_said_whatever_the_log_leaves_out() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = taken.local_addr().unwrap().to_string();
    for log in ["off", "error", "server=info", "info"] {
        for format in ["text", "json"] {
            let arguments = ["--database", "memory:", "--listen", &at];
            let environment = [("ENTENTE_LOG", log), ("ENTENTE_LOG_FORMAT", format)];
            let (code, said) = output(&arguments, &environment);
            assert_eq!(code, Some(1), "{said}");
            let lines = said.lines().filter(|line| line.contains("cannot listen on")).count();
            assert_eq!(lines, 1, "{log}, {format}: {said}");
            assert_said_once(&said);
        }
    }
}

#[test]
fn a_cause_is_said_once() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let database = format!("sqlite:{}", at("entente.db"));
    fs::write(at("there.db"), "dear diary".repeat(100)).unwrap();
    for arguments in [
        &["backup", &at("there.db")][..],
        &["backup", &at("nowhere/copy.db")],
        &["restore", &at("there.db")],
        &["restore", &at("missing.db")],
        &["rooms", "list"],
        &["rooms", "import", &at("missing.room")],
        &["rooms", "import", &at("there.db")],
        &["verify", &at("missing.json")],
        &["--database", "sqlite:/nowhere/at/all.db"],
        &["--database", "sqlite:/proc/entente.db"],
    ] {
        let (code, said) = output(arguments, &[("ENTENTE_DATABASE", &database)]);
        assert!(code.is_some_and(|code| code > 0), "{arguments:?}: {said}");
        assert_said_once(&said);
    }
}

/// No part between two colons stands twice in a line.
fn assert_said_once(said: &str) {
    for line in said.lines() {
        let mut parts = BTreeSet::new();
        for part in line.split(": ").filter(|part| part.contains(' ')) {
            assert!(parts.insert(part.trim()), "twice in {line:?}");
        }
    }
}

/// Whoever reads has read enough.
#[test]
fn a_pipe_that_breaks_is_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("a.sqlite").display());
    for arguments in [
        &["--print-config"][..],
        &["--check-config"],
        &["check"],
        &["licences"],
        &["rooms", "list"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = server();
        let output = command.args(["--database", &database]).args(arguments).stdout(writer);
        let Output { status, stderr, .. } =
            output.stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        let said = String::from_utf8(stderr).unwrap();
        assert!(!said.contains("panicked"), "{arguments:?}: {said}");
        assert!(status.code().is_some_and(|code| code < 4), "{arguments:?}: {status}");
    }
}

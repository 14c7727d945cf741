//! Changes to a database behind the server's back, and what the server does about them.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Child;

use crate::binary::ended;
use crate::binary::kept::{FINISHED, Kept, RUNNING, asked, got};

const WAL: &str = "entente.db-wal";

/// The end of a server that nobody logged to stop.
fn ended_by_itself(mut child: Child) -> (Option<i32>, String) {
    let code = child.wait().unwrap().code();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    (code, said)
}

/// Something that is done to the files under a running server: its name and how, and what is said.
type Slip = (&'static str, fn(&Kept), &'static str);

const SLIPS: [Slip; 6] = [
    ("deleted", |kept| fs::remove_file(kept.at("entente.db")).unwrap(), "moved or deleted"),
    (
        "renamed",
        |kept| fs::rename(kept.at("entente.db"), kept.at("old.db")).unwrap(),
        "moved or deleted",
    ),
    (
        "another file in its place",
        |kept| fs::rename(kept.at("copy.db"), kept.at("entente.db")).unwrap(),
        "replaced by another file",
    ),
    (
        "copied over",
        |kept| assert!(fs::copy(kept.at("copy.db"), kept.at("entente.db")).unwrap() > 0),
        "written by somebody else",
    ),
    ("without its log", |kept| fs::remove_file(kept.at(WAL)).unwrap(), "entente.db-wal was moved"),
    (
        "without its shared memory",
        |kept| fs::remove_file(kept.at("entente.db-shm")).unwrap(),
        "entente.db-shm was moved",
    ),
];

const ROOM: &str = r#"{"game":"europe-divided","name":"Ada"}"#;

#[test]
fn a_database_that_is_taken_away_ends_the_server_which_acknowledges_nothing_more() {
    for (what, slip, said_so) in SLIPS {
        let kept = Kept::new();
        let (child, address) = kept.serving();
        kept.done(&["backup", "copy.db"]);
        let (status, body) = asked(&address, "POST", "/api/v1/rooms", ROOM).unwrap();
        assert_eq!(status, 201, "{what}: {body}");
        slip(&kept);
        let answer = asked(&address, "POST", "/api/v1/rooms", ROOM);
        assert!(answer.is_none_or(|(status, _)| status != 201), "{what}: acknowledged");
        let (code, said) = ended_by_itself(child);
        assert_eq!(code, Some(3), "{what}: {said}");
        assert!(said.contains(said_so), "{what}: {said}");
    }
}

#[test]
fn a_server_that_has_nothing_to_write_notices_it_too() {
    let kept = Kept::new();
    let (child, _) = kept.serving();
    fs::rename(kept.at("entente.db"), kept.at("old.db")).unwrap();
    let (code, said) = ended_by_itself(child);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("was moved or deleted"), "{said}");
}

#[test]
fn no_database_is_made_where_one_was() {
    let kept = Kept::new();
    let (child, _) = kept.serving();
    fs::rename(kept.at("entente.db"), kept.at("old.db")).unwrap();
    assert_eq!(ended_by_itself(child).0, Some(3));
    let refused = |trace: &str| {
        let (code, said) = kept.output(&["--listen", "127.0.0.1:0"]);
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains("is missing, but") && said.contains(trace), "{trace}: {said}");
        let (code, said) = kept.output(&["--check-config"]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("ENTENTE_DATABASE") && said.contains(trace), "{trace}: {said}");
        assert!(!kept.at("entente.db").exists());
    };
    let wal = fs::read(kept.at(WAL)).unwrap();
    assert!(!wal.is_empty());
    refused(WAL);
    fs::remove_file(kept.at(WAL)).unwrap();
    refused("entente.db-shm");
    fs::remove_file(kept.at("entente.db-shm")).unwrap();
    refused("entente.db.lock");
    fs::rename(kept.at("old.db"), kept.at("entente.db")).unwrap();
    fs::write(kept.at(WAL), wal).unwrap();
    let (child, address) = kept.serving();
    assert_eq!(got(&address, &format!("/api/v1/rooms/{RUNNING}")).0, 200, "it is back");
    assert_eq!(ended(child, "-TERM").0, Some(0));
    for name in ["entente.db", "entente.db.lock"] {
        fs::remove_file(kept.at(name)).unwrap();
    }
    let (child, _) = kept.serving();
    assert_eq!(ended(child, "-TERM").0, Some(0), "who means to start afresh may");
}

#[test]
fn a_database_that_is_not_there_is_said_with_its_setting() {
    let kept = Kept::new();
    for arguments in
        [["rooms", "list"].as_slice(), &["rooms", "show", RUNNING], &["backup", "x.db"]]
    {
        let arguments = [&["--database", "sqlite:none.db"], arguments].concat();
        let (code, said) = kept.output(&arguments);
        assert_eq!(code, Some(3), "{said}");
        assert!(said.contains("none.db") && said.contains("--database"), "{said}");
        assert!(kept.names("none.db").is_empty() && !kept.at("x.db").exists(), "{arguments:?}");
    }
}

/// Asserts that a command refuses a database behind a link that leads nowhere.
fn refused_behind_a_link(kept: &Kept, arguments: &[&str], code: i32) {
    let (ended, said) = kept.output(arguments);
    assert_eq!(ended, Some(code), "{arguments:?}: {said}");
    assert!(said.contains("disk"), "{arguments:?} names where it should be: {said}");
    assert!(kept.at("entente.db").is_symlink(), "{arguments:?}");
    assert!(!kept.at("entente.db").exists(), "{arguments:?}");
}

#[test]
fn no_database_is_made_in_the_place_of_a_link_that_leads_nowhere() {
    let kept = Kept::new();
    fs::create_dir(kept.at("disk")).unwrap();
    fs::rename(kept.at("entente.db"), kept.at("disk/entente.db")).unwrap();
    std::os::unix::fs::symlink("disk/entente.db", kept.at("entente.db")).unwrap();
    let (child, _) = kept.serving();
    assert_eq!(ended(child, "-TERM").0, Some(0));
    kept.done(&["backup", "copy.db"]);
    let each = || {
        for (arguments, code) in [
            (["--check-config"].as_slice(), 2),
            (&["check"], 3),
            (&["backup", "other.db"], 3),
            (&["rooms", "list"], 3),
            (&["rooms", "close", RUNNING], 3),
            (&["--listen", "127.0.0.1:0"], 3),
        ] {
            refused_behind_a_link(&kept, arguments, code);
        }
    };
    fs::remove_file(kept.at("disk/entente.db")).unwrap();
    each();
    fs::rename(kept.at("disk"), kept.at("away")).unwrap();
    each();
    refused_behind_a_link(&kept, &["restore", "copy.db", "--replace"], 3);
    fs::rename(kept.at("away"), kept.at("disk")).unwrap();
    kept.done(&["restore", "copy.db"]);
    assert!(kept.at("entente.db").is_symlink() && kept.at("disk/entente.db").exists());
    let (child, address) = kept.serving();
    assert_eq!(got(&address, &format!("/api/v1/rooms/{RUNNING}")).0, 200, "it is back");
    assert_eq!(ended(child, "-TERM").0, Some(0));
}

#[test]
fn a_database_with_two_names_is_refused() {
    let kept = Kept::new();
    fs::hard_link(kept.at("entente.db"), kept.at("other.db")).unwrap();
    for (arguments, expected) in
        [(["--listen", "127.0.0.1:0"].as_slice(), 3), (&["--check-config"], 2)]
    {
        let (code, said) = kept.output(arguments);
        assert_eq!(code, Some(expected), "{said}");
        assert!(said.contains("has 2 names (hard links)"), "{said}");
    }
    fs::remove_file(kept.at("other.db")).unwrap();
    let (child, _) = kept.serving();
    assert_eq!(ended(child, "-TERM").0, Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn the_lock_is_on_the_file_whatever_it_is_called() {
    let kept = Kept::new();
    let (child, _) = kept.serving();
    // As a second server would that finds the same file by a path of its own.
    let open = fs::File::open(kept.at("entente.db")).unwrap();
    assert!(open.try_lock().is_err(), "the running server holds it");
    assert_eq!(ended(child, "-KILL").0, None);
    open.try_lock().expect("nobody holds it any more");
    let (code, said) = kept.output(&["--listen", "127.0.0.1:0"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("in use by another process"), "{said}");
    kept.done(&["backup", "copy.db"]);
}

#[test]
fn a_write_ahead_log_that_is_missing_after_a_kill_is_warned_of() {
    let spoils: [fn(&Path); 2] = [
        |wal| fs::remove_file(wal).unwrap(),
        |wal| {
            let mut bytes = fs::read(wal).unwrap();
            bytes[..32].fill(0);
            fs::write(wal, bytes).unwrap();
        },
    ];
    for spoil in spoils {
        let kept = Kept::new();
        let (child, address) = kept.serving();
        assert_eq!(asked(&address, "POST", "/api/v1/rooms", ROOM).unwrap().0, 201);
        assert_eq!(ended(child, "-KILL").0, None);
        assert!(!kept.done(&["--check-config"]).contains("warning"));
        spoil(&kept.at(WAL));
        let said = kept.done(&["--check-config"]);
        assert!(said.contains("warning: ") && said.contains("may be missing"), "{said}");
        let (child, _) = kept.serving();
        let (code, said) = ended(child, "-TERM");
        assert_eq!(code, Some(0));
        assert!(said.contains("WARN") && said.contains("entente.db-wal is"), "{said}");
    }
}

/// The value that an alert's expression compares, and whether it fires on these metrics: the one form
/// `name{label="value"} > number`.
fn fires(alert: &str, metrics: &str) -> bool {
    let alerts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/ops/alerts.yml");
    let alerts = fs::read_to_string(alerts).unwrap();
    let (_, rule) = alerts.split_once(&format!("alert: {alert}\n")).expect(alert);
    let expression = rule.lines().find_map(|line| line.trim().strip_prefix("expr: ")).unwrap();
    let (series, bound) = expression.split_once(" > ").expect(expression);
    let line = metrics.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    let value: f64 = line.unwrap_or_else(|| panic!("no {series} in {metrics}")).parse().unwrap();
    value > bound.parse().unwrap()
}

#[test]
fn a_damaged_room_says_what_it_is_and_is_counted() {
    const ALERT: &str = "EntenteRoomAside";
    let kept = Kept::new();
    let (child, _) = kept.serving();
    assert_eq!(ended(child, "-TERM").0, Some(0), "it has the form of today");
    let run = || {
        let (child, address) = crate::binary::started(kept.server().args([
            "--metrics-listen",
            "127.0.0.1:0",
            "--log-format",
            "json",
        ]));
        let address =
            address.trim().rsplit("http://").next().unwrap().trim_end_matches('/').to_owned();
        (child, address)
    };
    let aside = |metrics: &str| {
        let line =
            metrics.lines().find_map(|line| line.strip_prefix("entente_rooms{state=\"aside\"} "));
        line.unwrap().parse::<u32>().unwrap()
    };
    kept.damage("entente.db", RUNNING);
    kept.damage("entente.db", FINISHED);
    kept.tamper("entente.db", "UPDATE rooms SET record = '{}' WHERE code = 'P2JV4J'");
    let (mut child, address) = run();
    let mut log = std::io::BufReader::new(child.stderr.take().unwrap());
    let mut seen = String::new();
    let (mut at, mut through) = (None, false);
    while at.is_none() || !through {
        let mut line = String::new();
        std::io::BufRead::read_line(&mut log, &mut line).unwrap();
        seen.push_str(&line);
        let logged: serde_json::Value = serde_json::from_str(&line).expect(&seen);
        through |= logged["message"] == "matches looked through";
        if logged["message"] == "serving metrics" {
            at = logged["address"].as_str().map(str::to_owned);
        }
    }
    let at = at.unwrap();
    let metrics = || got(&at, "/metrics").1;
    assert_eq!(aside(&metrics()), 2, "the one that is played, and the one without a record");
    assert!(fires(ALERT, &metrics()), "{}", metrics());
    let (status, body) = got(&address, &format!("/api/v1/rooms/{RUNNING}"));
    assert_eq!(status, 503, "{body}");
    assert!(body.contains("\"room_unavailable\"") && !body.contains("retry_after_ms"), "{body}");
    let (status, body) = got(&address, &format!("/api/v1/rooms/{FINISHED}/record"));
    assert_eq!(status, 503, "{body}");
    assert!(body.contains("\"room_unavailable\"") && body.contains("damaged"), "{body}");
    assert!(!body.contains("retry_after_ms"), "{body}");
    assert_eq!(aside(&metrics()), 3);
    let sent = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    log.read_to_string(&mut seen).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let errors: Vec<&str> = seen.lines().filter(|line| line.contains("\"ERROR\"")).collect();
    let reasons = errors.iter().filter(|line| line.contains("row 5 of the log of room"));
    assert!(reasons.count() >= 2, "{seen}");
    let put_aside = errors.iter().find(|line| line.contains("is put aside")).unwrap();
    assert!(put_aside.contains("damaged: row 5 of the log of room"), "{put_aside}");
    assert!(!seen.contains("the store cannot take it now"), "{seen}");
    assert!(!fires(ALERT, "entente_rooms{state=\"aside\"} 0"));
}

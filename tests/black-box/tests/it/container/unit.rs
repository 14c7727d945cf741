//! `docs/ops/entente.service` fits the binary, and is as confined as it looks.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::time::Duration;

use super::files::{settings, text};

const UNIT: &str = "docs/ops/entente.service";

/// The highest exposure that `systemd-analyze security` may find, in tenths; 100 is a service
/// without any bounds.
const EXPOSURE: &str = "15";

/// Returns every value that the unit gives a key, in order.
fn values(key: &str) -> Vec<String> {
    let start = format!("{key}=");
    let unit = text(UNIT);
    unit.lines().filter_map(|line| line.strip_prefix(&start)).map(str::to_owned).collect()
}

/// Returns the only value of a key.
fn only(key: &str) -> String {
    let [value] = &values(key)[..] else { panic!("{key} once") };
    value.clone()
}

fn seconds(key: &str) -> Duration {
    let value = only(key);
    let number = value.strip_suffix('s').and_then(|number| number.parse().ok());
    Duration::from_secs(number.unwrap_or_else(|| panic!("{key}={value} is not in seconds")))
}

#[test]
fn the_unit_sets_what_the_binary_knows_and_gives_it_time() {
    let environment = values("Environment");
    let given: BTreeMap<&str, &str> =
        environment.iter().map(|line| line.split_once('=').expect("KEY=value")).collect();
    let known = settings(&given);
    for (name, value) in &given {
        assert_eq!(known[*name], *value, "{name}");
    }
    let folder = format!("/var/lib/{}", only("StateDirectory"));
    assert_eq!(known["ENTENTE_DATABASE"], format!("sqlite:{folder}/entente.db"));
    assert_eq!(only("WorkingDirectory"), folder, "temporary files need a place");
    // The server says when it is ready, and that it lives; its exit code 2 wants a person.
    assert_eq!((only("Type"), only("RestartPreventExitStatus")), ("notify".into(), "2".into()));
    assert!(seconds("WatchdogSec") >= Duration::from_secs(30), "a busy machine is no dead server");
    let drain = Duration::from_millis(known["ENTENTE_SHUTDOWN_MS"].parse().expect("a number"));
    assert!(seconds("TimeoutStopSec") >= drain + Duration::from_secs(5), "for {drain:?}");
    let files: u64 = only("LimitNOFILE").parse().expect("a number");
    let connections: u64 = known["ENTENTE_MAX_CONNECTIONS"].parse().expect("a number");
    assert!(files > 2 * connections, "{files} for {connections}");
    assert!(only("ExecReload").contains("-HUP"));
}

#[test]
fn the_unit_is_sound_and_confined() {
    for (key, value) in [
        ("NoNewPrivileges", "yes"),
        ("CapabilityBoundingSet", ""),
        ("ProtectSystem", "strict"),
        ("ProtectHome", "yes"),
        ("PrivateDevices", "yes"),
        ("MemoryDenyWriteExecute", "yes"),
        ("RestrictNamespaces", "yes"),
    ] {
        assert_eq!(only(key), value, "{key}");
    }
    let analyze = |arguments: &[&str]| Command::new("systemd-analyze").args(arguments).output();
    if analyze(&["--version"]).is_err() {
        println!("skipped: no systemd-analyze here");
        return;
    }
    // It looks whether the program is there, too.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("entente.service");
    let unit = text(UNIT).replace("/usr/local/bin/entente-server", "/bin/true");
    fs::write(&file, unit).expect("a file");
    let file = file.to_str().expect("UTF-8");
    let threshold = format!("--threshold={EXPOSURE}");
    for arguments in [&["verify", file][..], &["security", "--offline=true", &threshold, file]] {
        let output = analyze(arguments).expect("it runs");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(output.status.success(), "{said}");
        // What it does not know it only mentions.
        assert!(!said.contains("ignoring"), "{said}");
    }
}

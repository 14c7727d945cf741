use std::ffi::OsString;
use std::fs;
use std::path::Path;

use clap::CommandFactory;

use super::cli::Cli;
use super::layers::{misspelt, read};
use super::*;

/// Prefix of every environment variable of ours.
const PREFIX: &str = "ENTENTE_";

/// The settings by flags, the environment and a file.
fn layered(
    arguments: &[&str],
    environment: &[(&str, &str)],
    file: Option<&Path>,
) -> Result<Settings, String> {
    let named = file.map(|file| ["--config".into(), file.as_os_str().to_owned()]);
    let arguments = ["entente-server"].iter().chain(arguments).map(OsString::from);
    let environment = environment.iter().map(|(name, value)| (name.into(), value.into()));
    read(arguments.chain(named.into_iter().flatten()), environment)
        .map(|cli| cli.settings)
        .map_err(|error| error.to_string())
}

/// The settings by flags alone.
fn parsed(arguments: &[&str]) -> Result<Settings, String> {
    // Tests must not depend on the environment: nothing here clears it, so say so.
    let set: Vec<String> =
        std::env::vars().map(|(key, _)| key).filter(|key| key.starts_with(PREFIX)).collect();
    assert_eq!(set, [""; 0], "run the tests without these");
    layered(arguments, &[], None)
}

#[test]
fn every_setting_has_a_flag_and_a_variable_of_the_same_name() {
    Cli::command().debug_assert();
    assert_eq!(parsed(&[]), Ok(Settings::default()));
    for flag in Settings::flags().get_arguments() {
        let name = flag.get_id().as_str();
        assert_eq!(flag.get_long(), Some(name.replace('_', "-").as_str()));
        let variable = format!("{PREFIX}{}", name.to_uppercase());
        assert_eq!(flag.get_env().and_then(|given| given.to_str()), Some(variable.as_str()));
    }
}

#[test]
fn values_out_of_range_are_refused() {
    let refused = [
        ["--absence-ms", "299999"],
        ["--message-burst", "0"],
        ["--max-connections", "0"],
        ["--match-expiry-ms", "0"],
        ["--messages-per-second", "4294967296"],
        ["--listen", "localhost"],
        ["--log", "info,server=loud"],
        ["--log-format", "xml"],
        ["--public-url", "play.example.org"],
        ["--public-url", "https:///"],
        ["--member-url", "https://one.example.org?a"],
        ["--member-url", &format!("https://{}.example.org", "a".repeat(200))],
        ["--base-path", "entente"],
        ["--allowed-origins", "https://a.example/path"],
        ["--allowed-origins", "https://a.example, *"],
        ["--allowed-origins", "null"],
        ["--metrics-listen", "9090"],
        ["--trusted-proxies", "proxy.example"],
        ["--trusted-proxies", "10.0.0.0/33"],
        ["--trusted-proxies", "0.0.0.0/0"],
        ["--trusted-proxies", "10.0.0.1,::/0"],
        ["--nats-replicas", "0"],
        ["--nats-replicas", "6"],
        ["--nats-monitors", "n1:8222"],
        ["--webhooks", "all"],
        ["--notify-after-ms", "0"],
        ["--smtp-url", "mail.example"],
        ["--smtp-url", "https://mail.example"],
        ["--smtp-url", "smtps://entente:swordfish@mail.example"],
        ["--smtp-url", "smtps://mail.example/path"],
        ["--smtp-from", "example.org"],
    ];
    for arguments in refused {
        let error = parsed(&arguments).expect_err(arguments[1]);
        assert!(error.contains(arguments[0]), "{error}");
    }
    for (arguments, said) in [
        (["--message-burst", "4294967296"], "4294967296 is not between 1 and 4294967295"),
        (["--message-burst=-1", ""], "-1 is not between 1 and 4294967295"),
        (["--message-burst", "many"], "it must be a whole number, such as 100"),
        (["--reveal-ms", "9007199254740992"], "at most 9007199254740991 milliseconds"),
        (["--reveal-ms", "99999999999999999999"], "at most 9007199254740991 milliseconds"),
        (["--reveal-ms=-1", ""], "at least 1 milliseconds"),
        (["--reveal-ms", "30s"], "30s is 30000"),
        (["--public-url", "https://u:pw@a.example"], "leave user name and password out"),
        (["--base-path", "/a/../b"], "without \".\" and \"..\""),
    ] {
        let arguments: Vec<&str> = arguments.into_iter().filter(|it| !it.is_empty()).collect();
        let error = parsed(&arguments).unwrap_err();
        assert!(error.contains(said), "{error}");
    }
    assert_eq!(parsed(&["--reveal-ms", "9007199254740991"]).unwrap().reveal_ms, MS_MAX);
    assert_eq!(parsed(&["--absence-ms", "300000"]).unwrap().absence_ms, ABSENCE_MIN_MS);
    assert_eq!(parsed(&["--points-per-minute", "0"]).unwrap().points_per_minute, 0);
}

#[test]
fn values_are_taken_as_they_are_meant() {
    let origins = "https://A.example , http://localhost:3000,tauri://localhost,";
    let settings = parsed(&[
        "--allowed-origins",
        origins,
        "--public-url",
        "https://play.example.org/",
        "--base-path",
        "/games/",
        "--data",
        "mine",
    ])
    .unwrap();
    let expected = ["https://a.example", "http://localhost:3000", "tauri://localhost"];
    assert_eq!(settings.allowed_origins.0, expected);
    assert_eq!(settings.public_url.as_deref(), Some("https://play.example.org"));
    assert_eq!(settings.base_path, "/games");
    assert_eq!(settings.data, Some(PathBuf::from("mine")));
    let proxies =
        parsed(&["--trusted-proxies", "10.1.2.3/8, 192.0.2.1,2001:db8::1,::ffff:1.2.3.4"]);
    let expected = "10.0.0.0/8,192.0.2.1/32,2001:db8::1/128,1.2.3.4/32";
    assert_eq!(proxies.unwrap().trusted_proxies.to_string(), expected);
    let empty = parsed(&["--allowed-origins", "", "--public-url", "", "--data", ""]);
    assert_eq!(empty, Ok(Settings::default()));
}

#[test]
fn a_misspelt_variable_is_named_with_the_nearest() {
    let names = ["ENTENTE_LISTEN", "ENTENTE_CONFIG", "ENTENTE_DATABSE", "ENTENTE_SERVER", "HOME"];
    let said = misspelt(names);
    assert_eq!(said, ["unknown setting ENTENTE_DATABSE, did you mean ENTENTE_DATABASE?"]);
}

/// A configuration file with this text.
fn file(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), text).unwrap();
    file
}

#[test]
fn the_file_gives_way_to_the_environment_and_that_to_flags() {
    let file = file("max_rooms = 1\nmessage_burst = 1\npoints_per_minute = 1\nlog_format = 'json'");
    let environment = [("ENTENTE_MAX_ROOMS", "2"), ("ENTENTE_MESSAGE_BURST", "2")];
    let settings = layered(&["--max-rooms", "3"], &environment, Some(file.path())).unwrap();
    let expected = Settings {
        max_rooms: 3,
        message_burst: 2,
        points_per_minute: 1,
        log_format: LogFormat::Json,
        ..Settings::default()
    };
    assert_eq!(settings, expected);
    let path = file.path().to_str().unwrap();
    let named = layered(&[], &[("ENTENTE_CONFIG", path)], None).unwrap();
    assert_eq!(named.points_per_minute, 1, "the environment names the file too");
    assert_eq!(layered(&[], &[("ENTENTE_CONFIG", "")], None), Ok(Settings::default()));
}

#[test]
fn every_setting_can_stand_in_the_file() {
    let text: String = Settings::default()
        .variables()
        .iter()
        .map(|(key, value)| {
            let key = key.strip_prefix(PREFIX).unwrap().to_lowercase();
            let number = value.parse::<u64>().is_ok();
            if number { format!("{key} = {value}\n") } else { format!("{key} = {value:?}\n") }
        })
        .collect();
    assert_eq!(layered(&[], &[], Some(file(&text).path())), Ok(Settings::default()), "{text}");
    let lists = file("allowed_origins = ['https://a.example', 'https://b.example']");
    let settings = layered(&[], &[], Some(lists.path())).unwrap();
    assert_eq!(settings.allowed_origins.0, ["https://a.example", "https://b.example"]);
}

#[test]
fn a_wrong_file_is_refused_with_its_name_the_key_and_what_is_expected() {
    for (text, said) in [
        ("max_romms = 5", "unknown key \"max_romms\", did you mean \"max_rooms\"?"),
        ("ENTENTE_LISTEN = '127.0.0.1:80'", "key \"ENTENTE_LISTEN\", did you mean \"listen\"?"),
        ("config = 'other.toml'", "unknown key \"config\"; .env.example has them all"),
        ("[limits]\nmax_rooms = 5", "move the keys of [limits] to the top"),
        (
            "max_rooms = 0",
            "max_rooms = \"0\": 0 is not between 1 and 4294967295; expected: Rooms that",
        ),
        ("max_rooms = -1", "max_rooms = \"-1\""),
        ("max_rooms = 1.5", "max_rooms = 1.5: this is not a text, whole number"),
        ("max_rooms = 'many'", "max_rooms = \"many\": it must be a whole number"),
        ("keep_finished_ms = '1d'", "it must be a whole number of milliseconds: 1d is 86400000;"),
        ("reveal_ms = 'soon'", "it must be a whole number of milliseconds, such as 60000 for a"),
        ("absence_ms = 1", "at least 300000 milliseconds; expected"),
        ("bot_pace_ms = 60001", "at most 60000 milliseconds; expected"),
        (
            "log_format = 'xml'",
            "log_format = \"xml\": it is one of text, json; expected: Format of",
        ),
        ("listen = 'localhost'", "listen = \"localhost\": invalid socket address"),
        ("listen = '127.0.0.1:80'\n\nmax_rooms", "line 3: this is not TOML"),
        ("max_rooms = 1\nmax_rooms = 2", "line 2: this is not TOML: duplicate key"),
    ] {
        let file = file(text);
        let refused = layered(&[], &[], Some(file.path())).unwrap_err();
        assert!(refused.contains(said), "{text:?}: {refused}");
        assert!(refused.contains(file.path().to_str().unwrap()), "{refused}");
    }
    let missing = layered(&[], &[], Some(Path::new("/nowhere/at/all.toml"))).unwrap_err();
    assert!(missing.contains("/nowhere/at/all.toml: No such file"), "{missing}");
}

#[test]
fn a_value_that_another_layer_covers_is_checked_all_the_same() {
    let covered = layered(&["--max-rooms", "3"], &[("ENTENTE_MAX_ROOMS", "many")], None);
    let refused = covered.unwrap_err();
    assert!(
        refused.starts_with("ENTENTE_MAX_ROOMS = \"many\": it must be a whole number"),
        "{refused}"
    );
    assert!(
        refused.ends_with("expected: Rooms that are kept, finished ones included"),
        "{refused}"
    );
    let file = file("max_rooms = 0");
    assert!(layered(&[], &[("ENTENTE_MAX_ROOMS", "1")], Some(file.path())).is_err());
}

/// The example's entries: what is said above a key, and the line with the key.
fn example() -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.env.example");
    let text = fs::read_to_string(path).unwrap();
    let (mut entries, mut said) = (Vec::new(), Vec::new());
    for line in text.lines() {
        match (line.strip_prefix("# "), line.strip_prefix('#')) {
            (Some(words), _) => said.push(words),
            (None, Some(entry)) => entries.push((said.join(" "), entry.to_owned())),
            (None, None) => {
                assert_eq!(line, "", "nothing is set in the example");
                said.clear();
            }
        }
    }
    entries
}

#[test]
fn the_example_has_every_variable_with_its_default_and_meaning() {
    let command = Cli::command();
    let defaults: std::collections::BTreeMap<String, String> =
        Settings::default().variables().into_iter().collect();
    let expected: Vec<(String, String)> = command
        .get_arguments()
        .filter_map(|arg| {
            let name = arg.get_env()?.to_str()?;
            let default = defaults.get(name).cloned().unwrap_or_default();
            Some((arg.get_help()?.to_string(), format!("{name}={default}")))
        })
        .collect();
    assert_eq!(example(), expected);
}

#[test]
fn every_help_text_has_an_example_and_its_exit_codes() {
    fn look(command: &clap::Command, codes_above: bool) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let name = command.get_name();
        assert!(help.contains("Example: ") && help.contains("entente-server "), "{name}: {help}");
        let codes = help.contains("Exit codes: 0");
        assert!(codes || codes_above, "{name}: {help}");
        // Those of a group of sub-commands are all the same.
        let group = command.has_subcommands() && name != "entente-server";
        command.get_subcommands().for_each(|one| look(one, group && codes));
    }
    look(&Cli::command(), false);
}

#[test]
fn a_secret_may_stand_in_a_file_and_is_shown_to_nobody() {
    let password =
        |settings: &Settings| settings.smtp_password.as_ref().map(|s| s.reveal().to_owned());
    let secret = file("swordfish\n");
    let path = secret.path().to_str().unwrap();
    let environment = [("ENTENTE_SMTP_PASSWORD_FILE", path), ("ENTENTE_SMTP_PASSWORD", "")];
    let settings = layered(&[], &environment, None).unwrap();
    assert_eq!(password(&settings).as_deref(), Some("swordfish"));
    let said = format!("{settings:?} {:?}", settings.variables());
    assert!(!said.contains("swordfish") && said.contains("(hidden)"), "{said}");
    let named = file(&format!("smtp_password_file = {path:?}"));
    let settings = layered(&[], &[], Some(named.path())).unwrap();
    assert_eq!(password(&settings).as_deref(), Some("swordfish"));
    let settings = layered(&[], &[("ENTENTE_SMTP_PASSWORD", "x")], Some(named.path())).unwrap();
    assert_eq!(password(&settings).as_deref(), Some("x"), "the environment wins over the file");
    assert_eq!(misspelt(["ENTENTE_SMTP_PASSWORD_FILE"]), [""; 0]);
    let said = misspelt(["ENTENTE_SMTP_PASWORD_FILE", "ENTENTE_LISTEN_FILE"]);
    assert!(said[0].ends_with("did you mean ENTENTE_SMTP_PASSWORD_FILE?"), "{said:?}");
    assert_eq!(said.len(), 2, "only secrets stand in files");
}

#[test]
fn a_secrets_file_that_will_not_do_is_named_and_not_shown() {
    let (many, empty) = (file("swordfish\nor not\n"), file("\n"));
    let (long, bytes) = (file(&"swordfish".repeat(500)), file(""));
    fs::write(bytes.path(), b"swordfish\xff").unwrap();
    let name = |file: &tempfile::NamedTempFile| file.path().to_str().unwrap().to_owned();
    for (path, said) in [
        ("/nowhere/at/all".to_owned(), "No such file"),
        (name(&many), "one line"),
        (name(&empty), "one line"),
        (name(&long), "at most 4096 bytes"),
        (name(&bytes), "valid UTF-8"),
    ] {
        let refused = layered(&[], &[("ENTENTE_SMTP_PASSWORD_FILE", &path)], None).unwrap_err();
        let prefix = format!("ENTENTE_SMTP_PASSWORD_FILE = {path}: ");
        assert!(refused.starts_with(&prefix) && refused.contains(said), "{refused}");
        assert!(!refused.contains("swordfish"), "{refused}");
    }
    let twice = [("ENTENTE_SMTP_PASSWORD", "swordfish"), ("ENTENTE_SMTP_PASSWORD_FILE", "x")];
    let refused = layered(&[], &twice, None).unwrap_err();
    let both = "ENTENTE_SMTP_PASSWORD and ENTENTE_SMTP_PASSWORD_FILE are both set";
    assert!(refused.starts_with(both) && !refused.contains("swordfish"), "{refused}");
    let listed = file("smtp_password = ['swordfish', 1]");
    let refused = layered(&[], &[], Some(listed.path())).unwrap_err();
    assert!(refused.contains("smtp_password = (hidden)"), "{refused}");
}

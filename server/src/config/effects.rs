//! Every setting has a test that shows what it does: a new one without is refused here.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::Config;
use super::layers::read;
use crate::settings::Settings;

/// The setting, a value that is not the default, and the test that shows its effect.
const EFFECTS: [(&str, &str, &str); 33] = [
    ("ENTENTE_LISTEN", "127.0.0.1:0", "a_signal_ends_it_well"),
    ("ENTENTE_DATABASE", "memory:", "a_second_server_on_the_same_database_ends_with_code_3"),
    ("ENTENTE_DATA", "mine", "the_shipped_data_are_used_where_nothing_replaces_them"),
    ("ENTENTE_TLS_CERT", "cert.pem", "a_match_is_played_over_tls"),
    ("ENTENTE_TLS_KEY", "key.pem", "a_match_is_played_over_tls"),
    (
        "ENTENTE_PUBLIC_URL",
        "https://a.example",
        "only_the_own_origin_and_the_listed_ones_are_admitted",
    ),
    ("ENTENTE_BASE_PATH", "/games", "the_base_path_is_respected"),
    (
        "ENTENTE_ALLOWED_ORIGINS",
        "https://b.example",
        "only_the_own_origin_and_the_listed_ones_are_admitted",
    ),
    ("ENTENTE_TRUSTED_PROXIES", "10.0.0.0/8", "a_trusted_proxys_word_decides_who_is_charged"),
    ("ENTENTE_MESSAGES_PER_SECOND", "5", "an_empty_bucket_delays_and_loses_nothing"),
    ("ENTENTE_MESSAGE_BURST", "5", "an_empty_bucket_delays_and_loses_nothing"),
    ("ENTENTE_POINTS_PER_MINUTE", "5", "unknown_codes_are_answered_within_a_budget"),
    ("ENTENTE_MAX_ROOMS_PER_ADDRESS", "7", "an_address_has_so_many_rooms_at_a_time"),
    ("ENTENTE_MAX_ROOMS", "5", "rooms_cannot_be_created_without_end"),
    (
        "ENTENTE_MAX_CONNECTIONS",
        "5",
        "the_server_takes_so_many_connections_and_says_when_to_come_back",
    ),
    ("ENTENTE_MAX_CONNECTIONS_PER_ADDRESS", "5", "connections_are_capped_before_the_upgrade"),
    ("ENTENTE_ABSENCE_MS", "300000", "an_absent_opponent_may_be_claimed_against_in_time"),
    ("ENTENTE_LOBBY_EXPIRY_MS", "5", "a_lobby_without_people_goes_after_a_day"),
    (
        "ENTENTE_MATCH_EXPIRY_MS",
        "5",
        "a_match_that_nobody_goes_on_with_is_abandoned_and_then_forgotten",
    ),
    (
        "ENTENTE_KEEP_FINISHED_MS",
        "5",
        "a_match_that_nobody_goes_on_with_is_abandoned_and_then_forgotten",
    ),
    ("ENTENTE_REVEAL_MS", "5", "a_seat_that_does_not_reveal_is_named_and_the_deal_begins_anew"),
    ("ENTENTE_BOT_PACE_MS", "5", "a_bot_keeps_its_pace"),
    ("ENTENTE_NOTIFY_AFTER_MS", "5", "who_stays_away_is_told_once_a_question"),
    ("ENTENTE_WEBHOOKS", "any", "private_addresses_are_called_only_if_the_operator_says_so"),
    ("ENTENTE_SMTP_URL", "smtp://a.example", "who_agrees_is_mailed_once_a_question"),
    ("ENTENTE_SMTP_USER", "entente", "the_server_logs_in_with_the_password_of_a_file"),
    ("ENTENTE_SMTP_PASSWORD", "(hidden)", "the_server_logs_in_with_the_password_of_a_file"),
    ("ENTENTE_SMTP_FROM", "a@b.example", "who_agrees_is_mailed_once_a_question"),
    ("ENTENTE_NOTIFY_CA", "ca.pem", "receivers_are_believed_whom_the_operators_authority_knows"),
    ("ENTENTE_SHUTDOWN_MS", "5", "clients_that_never_close_do_not_hold_up_the_end"),
    ("ENTENTE_METRICS_LISTEN", "127.0.0.1:0", "a_match_is_counted_and_not_told"),
    ("ENTENTE_LOG", "debug", "the_log_can_be_json"),
    ("ENTENTE_LOG_FORMAT", "json", "the_log_can_be_json"),
];

/// What a part of the server reads straight from the configuration. Everything else becomes one of
/// the [`Settings`].
const READ_DIRECTLY: [&str; 14] = [
    "ENTENTE_LISTEN",
    "ENTENTE_DATABASE",
    "ENTENTE_DATA",
    "ENTENTE_TLS_CERT",
    "ENTENTE_TLS_KEY",
    "ENTENTE_WEBHOOKS",
    "ENTENTE_SMTP_URL",
    "ENTENTE_SMTP_USER",
    "ENTENTE_SMTP_PASSWORD",
    "ENTENTE_SMTP_FROM",
    "ENTENTE_NOTIFY_CA",
    "ENTENTE_METRICS_LISTEN",
    "ENTENTE_LOG",
    "ENTENTE_LOG_FORMAT",
];

fn with(variable: &str, value: &str) -> Config {
    read(["entente-server".into()], [(variable.into(), value.into())]).unwrap().config
}

#[test]
fn every_setting_arrives_where_it_has_its_effect() {
    let defaults = Config::default().variables();
    let listed: Vec<&str> = EFFECTS.iter().map(|(variable, ..)| *variable).collect();
    assert_eq!(listed, defaults.iter().map(|(variable, _)| *variable).collect::<Vec<_>>());
    let mut reached: BTreeMap<String, &str> = BTreeMap::new();
    for ((variable, value, _), (_, default)) in EFFECTS.iter().zip(&defaults) {
        let config = with(variable, value);
        let now: BTreeMap<_, _> = config.variables().into_iter().collect();
        assert_eq!(now[variable], *value, "{variable}");
        assert_ne!(now[variable], *default, "{variable}: the default shows no effect");
        let (before, after) = (Settings::default(), Settings::from(&config));
        if READ_DIRECTLY.contains(variable) {
            assert_eq!(before, after, "{variable}");
            continue;
        }
        let lines = |settings: &Settings| format!("{settings:#?}");
        let (before, after) = (lines(&before), lines(&after));
        // An empty list is one line, and a list with an entry three.
        let changed = after.lines().find(|line| !before.lines().any(|old| old == *line));
        let changed = changed.unwrap_or_else(|| panic!("{variable} changes nothing")).to_owned();
        assert_eq!(reached.insert(changed, variable), None, "{variable}");
    }
}

#[test]
fn every_effect_has_its_test() {
    let mut sources = String::new();
    for folder in ["src", "tests", "../tests/tests"] {
        gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut sources);
    }
    for (variable, _, test) in EFFECTS {
        assert!(sources.contains(&format!("fn {test}(")), "{variable}: there is no test {test}");
    }
}

/// All Rust sources under a folder.
fn gather(folder: &Path, into: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(&path, into);
        } else if path.extension().is_some_and(|end| end == "rs") {
            into.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}

//! `/metrics`: what it counts, what it must not reveal, and that the files for Prometheus and Grafana
//! ask for what is there.

use std::collections::BTreeSet;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use black_box::{Http, PATIENCE, Player, Seed, Server, Setup, Table};
use protocol::Code;
use protocol::games::europe;
use rcgen::{CertificateParams, KeyPair};
use serde_json::{Value, json};

/// The prefixes of names: our own, and the one that every process uses.
const PREFIXES: [&str; 2] = ["entente_", "process_"];

/// Returns the interface at the metrics' own address, which the log of the last run names.
pub(super) fn metrics(server: &Server) -> Http {
    let log = server.log();
    let line = log.lines().rfind(|line| line.contains("serving metrics")).expect(&log);
    let (_, rest) = line.split_once("address=").expect(line);
    Http::new(rest.trim().parse().expect(line))
}

/// Reads the current metrics.
pub(super) async fn scrape(http: &Http) -> String {
    let answer = http.get("/metrics").await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert!(answer.kind.starts_with("application/openmetrics-text; version=1.0.0"), "{answer:?}");
    answer.body.as_str().expect("a text").to_owned()
}

/// Returns the value of a metric with its labels.
pub(super) fn value(text: &str, name: &str) -> u64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in\n{text}")).parse().expect("a whole number")
}

/// The arguments that turn the metrics on, at an address of their own.
pub(super) const METRICS: [&str; 2] = ["--metrics-listen", "127.0.0.1:0"];

fn server() -> Server {
    Server::and(&METRICS)
}

#[tokio::test]
async fn a_match_is_counted_and_not_described() {
    let server = server();
    let http = metrics(&server);
    let before = scrape(&http).await;
    assert_eq!(value(&before, "entente_rooms{state=\"running\"}"), 0);
    assert_eq!(value(&before, "entente_rejections_total{code=\"illegal\"}"), 0);
    let mut seed = Seed::or(17);
    let mut table = Table::of(&server, black_box::GAME, json!({}), 1, seed.branch()).await;
    table.play(20).await;
    let (seat, decision, _) = table.choose().expect("the match goes on");
    let refused = table.seats[seat].command(seed.id(), decision, json!({"type": "no_such"})).await;
    let code = refused.expect_err("no such command").code.as_str();
    let text = scrape(&http).await;
    assert_eq!(value(&text, "entente_rooms{state=\"running\"}"), 1);
    assert_eq!(value(&text, "entente_sockets"), 3, "two seats and a spectator");
    assert_eq!(value(&text, "entente_commands_total"), 20);
    assert!(value(&text, "entente_append_seconds_count") >= 20);
    assert_eq!(value(&text, &format!("entente_rejections_total{{code=\"{code}\"}}")), 1);
    assert_eq!(value(&text, "entente_resyncs_total"), 0);
    let after = table.gallery[0].now().seq;
    let mut back = Player::watch(&server, table.code(), Some(after)).await;
    back.until(|player| player.view.is_some()).await;
    assert_eq!(value(&scrape(&http).await, "entente_resyncs_total"), 1);
    nothing_is_named(&text, &server, table.code()).await;
}

#[tokio::test]
async fn whichever_rule_refuses_it_counts_as_illegal() {
    let server = Server::and(&[&METRICS[..], &["--log", "debug"]].concat());
    let http = metrics(&server);
    let mut table = Table::of(&server, europe::ID, json!({}), 0, Seed::or(19)).await;
    let asked = |table: &Table| {
        let now = table.seats[0].now();
        now.decision.filter(|_| now.public["phase"] == "play")
    };
    while asked(&table).is_none() {
        assert!(table.step().await, "the match comes to open play");
    }
    let (id, decision) = (table.seed.id(), asked(&table).expect("a question"));
    let command = json!({"type": "offer_accept", "offer_id": 9_999});
    let refused = table.seats[0].command(id, decision, command).await.expect_err("no such offer");
    assert_eq!((refused.code, refused.rule.is_some()), (Code::OfferUnknown, true));
    let text = scrape(&http).await;
    assert_eq!(value(&text, "entente_rejections_total{code=\"illegal\"}"), 1);
    assert!(!text.contains("offer_unknown"), "{text}");
    // The log is as silent, whatever it is asked to say.
    let log = server.log();
    assert!(log.contains("code=Illegal") && !log.contains("OfferUnknown"), "{log}");
}

/// Checks that every label is a state, a bound or a code of the protocol, and that nobody is named.
async fn nothing_is_named(text: &str, server: &Server, code: &str) {
    let room = server.http.room(code).await;
    assert!(!text.contains(code) && !text.contains(&room.id.to_string()), "a room is named");
    let samples = text.lines().filter(|line| !line.starts_with('#'));
    for sample in samples {
        let Some((_, rest)) = sample.split_once('{') else { continue };
        let (labels, _) = rest.split_once('}').expect(sample);
        for label in labels.split(',') {
            let (key, value) = label.split_once('=').expect(sample);
            let value: Value = serde_json::from_str(value).expect(sample);
            let known = match key {
                "state" | "le" | "way" | "outcome" | "reason" | "version" => true,
                "code" => serde_json::from_value::<protocol::Code>(value).is_ok(),
                _ => false,
            };
            assert!(known, "{sample}");
        }
    }
}

#[tokio::test]
async fn players_do_not_find_it() {
    let server = server();
    assert_eq!(server.http.get("/metrics").await.status, 404);
    let http = metrics(&server);
    assert_eq!(http.get("/api/v1/rooms").await.status, 404);
    let off = Server::start();
    assert!(!off.log().contains("serving metrics"), "off unless asked for");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_process_and_its_machine_are_measured() {
    let server = Server::of(Setup::unlimited().and(&METRICS).on_file());
    let text = scrape(&metrics(&server)).await;
    assert_eq!(text.matches("# EOF").count(), 1, "one document:\n{text}");
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(value(&text, &format!("entente_build_info{{version=\"{version}\"}}")), 1);
    let resident = value(&text, "process_resident_memory_bytes") / 1024;
    let now = server.resident_kib();
    assert!((now / 2..now * 2).contains(&resident), "{resident} KiB of {now}");
    let (open, now) = (value(&text, "process_open_fds"), server.descriptors() as u64);
    assert!(open.abs_diff(now) <= 4, "{open} of {now}");
    assert!(value(&text, "process_max_fds") > open);
    let began = UNIX_EPOCH + Duration::from_secs(value(&text, "process_start_time_seconds"));
    // The system gives the time of the boot in whole seconds.
    let since = SystemTime::now().duration_since(began - Duration::from_secs(2)).expect("a past");
    assert!(since < PATIENCE, "it began {since:?} ago");
    let size = server.database().metadata().expect("a file").len();
    assert!(value(&text, "entente_database_bytes") >= size, "{size} bytes and a log");
    assert!(value(&text, "entente_disk_free_bytes") > 0);
    assert!(!text.contains("entente_certificate_end"), "there is none");
}

#[tokio::test]
async fn the_end_of_the_certificate_is_shown_and_follows_a_renewal() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let key = KeyPair::generate().expect("a key");
    std::fs::write(path("key.pem"), key.serialize_pem()).expect("a file");
    let certified_until = |year: i32| {
        let mut wanted = CertificateParams::new(["localhost".to_owned()]).expect("parameters");
        wanted.not_after = rcgen::date_time_ymd(year, 1, 1);
        let certificate = wanted.self_signed(&key).expect("a certificate");
        std::fs::write(path("cert.pem"), certificate.pem()).expect("a file");
        u64::try_from(wanted.not_after.unix_timestamp()).expect("after 1970")
    };
    let end = |text: &str| value(text, "entente_certificate_end_timestamp_seconds");
    let first = certified_until(2090);
    let with = ["--tls-cert", &path("cert.pem"), "--tls-key", &path("key.pem")];
    let server = Server::and(&[&METRICS[..], &with].concat());
    let http = metrics(&server);
    assert_eq!(end(&scrape(&http).await), first);
    let second = certified_until(2095);
    black_box::server::signal(server.pid(), "-HUP");
    let begun = Instant::now();
    while end(&scrape(&http).await) != second {
        assert!(begun.elapsed() < PATIENCE, "the old one stays:\n{}", server.log());
    }
}

/// Returns our own metrics' names in a text.
fn names(text: &str) -> BTreeSet<&str> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let ours = |name: &&str| PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    text.split(|c| !word(c)).filter(ours).collect()
}

#[tokio::test]
async fn what_the_dashboard_and_the_alerts_ask_for_is_there() {
    let server = Server::of(Setup::unlimited().and(&METRICS).on_file());
    let mut seed = Seed::or(18);
    let mut table = Table::of(&server, black_box::GAME, json!({}), 0, seed.branch()).await;
    table.play(1).await;
    let text = scrape(&metrics(&server)).await;
    let mut there = names(&text);
    // With TLS only; its own test has it.
    there.insert("entente_certificate_end_timestamp_seconds");
    let folder = black_box::root().join("docs/ops");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect(name);
    let dashboard: Value = serde_json::from_str(&read("grafana.json")).expect("JSON");
    let panels = dashboard["panels"].as_array().expect("panels").iter();
    let targets = panels.flat_map(|panel| panel["targets"].as_array().expect("targets").clone());
    let alerts: Value = serde_saphyr::from_str(&read("alerts.yml")).expect("YAML");
    let rules = alerts["groups"][0]["rules"].as_array().expect("rules").clone();
    let asked: Vec<Value> = targets.chain(rules).map(|one| one["expr"].clone()).collect();
    let asked: Vec<&str> = asked.iter().map(|expr| expr.as_str().expect("a text")).collect();
    let mut used = BTreeSet::new();
    for expression in &asked {
        for name in names(expression) {
            assert!(there.contains(name), "{name} in {expression}");
            used.insert(name);
        }
        for part in expression.split("=\"").skip(1) {
            let (value, _) = part.split_once('"').expect(expression);
            let shown = value == "entente" || text.contains(&format!("=\"{value}\""));
            assert!(shown, "{value} in {expression}");
        }
    }
    assert!(used.len() >= 15, "everything is looked at: {used:?}");
}

//! `/metrics`: what it counts, what it must not tell, and that the files for Prometheus and Grafana
//! ask for what is there.

use std::collections::BTreeSet;
use std::path::Path;

use protocol::Code;
use protocol::games::europe;
use serde_json::{Value, json};
use tests::{Http, Player, Seed, Server, Table};

/// What every name of ours begins with.
const PREFIX: &str = "entente_";

/// The interface at the metrics' own address, which the log names.
fn metrics(server: &Server) -> Http {
    let log = server.log();
    let line = log.lines().find(|line| line.contains("telling metrics")).expect(&log);
    let (_, rest) = line.split_once("address=").expect(line);
    Http::new(rest.trim().parse().expect(line))
}

/// What is told now.
async fn told(http: &Http) -> String {
    let answer = http.get("/metrics").await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert!(answer.kind.starts_with("application/openmetrics-text; version=1.0.0"), "{answer:?}");
    answer.body.as_str().expect("a text").to_owned()
}

/// The value of a metric with its labels.
fn value(text: &str, name: &str) -> u64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in\n{text}")).parse().expect("a whole number")
}

fn server() -> Server {
    Server::and(&["--metrics-listen", "127.0.0.1:0"])
}

#[tokio::test]
async fn a_match_is_counted_and_not_told() {
    let server = server();
    let http = metrics(&server);
    let before = told(&http).await;
    assert_eq!(value(&before, "entente_rooms{state=\"running\"}"), 0);
    assert_eq!(value(&before, "entente_rejections_total{code=\"illegal\"}"), 0);
    let mut seed = Seed::or(17);
    let mut table = Table::of(&server, tests::GAME, json!({}), 1, seed.branch()).await;
    table.play(20).await;
    let (seat, decision, _) = table.choose().expect("the match goes on");
    let refused = table.seats[seat].command(seed.id(), decision, json!({"type": "no_such"})).await;
    let code = refused.expect_err("no such command").code.as_str();
    let text = told(&http).await;
    assert_eq!(value(&text, "entente_rooms{state=\"running\"}"), 1);
    assert_eq!(value(&text, "entente_sockets"), 3, "two seats and a spectator");
    assert_eq!(value(&text, "entente_commands_total"), 20);
    assert!(value(&text, "entente_append_seconds_count") >= 20);
    assert_eq!(value(&text, &format!("entente_rejections_total{{code=\"{code}\"}}")), 1);
    assert_eq!(value(&text, "entente_resyncs_total"), 0);
    let after = table.gallery[0].now().seq;
    let mut back = Player::watch(&server, table.code(), Some(after)).await;
    back.until(|player| player.view.is_some()).await;
    assert_eq!(value(&told(&http).await, "entente_resyncs_total"), 1);
    nothing_is_named(&text, &server, table.code()).await;
}

#[tokio::test]
async fn whichever_rule_refuses_it_counts_as_illegal() {
    let server = server();
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
    let text = told(&http).await;
    assert_eq!(value(&text, "entente_rejections_total{code=\"illegal\"}"), 1);
    assert!(!text.contains("offer_unknown"), "{text}");
}

/// Every label is a state, a bound or a code of the protocol, and nobody is named.
async fn nothing_is_named(text: &str, server: &Server, code: &str) {
    let room = server.http.room(code).await;
    assert!(!text.contains(code) && !text.contains(&room.id.to_string()), "a room is named");
    let samples = text.lines().filter(|line| !line.starts_with('#'));
    for sample in samples {
        let Some((_, rest)) = sample.split_once('{') else { continue };
        let (label, _) = rest.split_once('}').expect(sample);
        let (key, value) = label.split_once('=').expect(sample);
        let value: Value = serde_json::from_str(value).expect(sample);
        let known = match key {
            "state" | "le" | "way" | "outcome" => true,
            "code" => serde_json::from_value::<protocol::Code>(value).is_ok(),
            _ => false,
        };
        assert!(known, "{sample}");
    }
}

#[tokio::test]
async fn players_do_not_find_it() {
    let server = server();
    assert_eq!(server.http.get("/metrics").await.status, 404);
    let http = metrics(&server);
    assert_eq!(http.get("/api/v1/rooms").await.status, 404);
    let off = Server::start();
    assert!(!off.log().contains("telling metrics"), "off unless asked for");
}

/// The names of ours in a text.
fn names(text: &str) -> BTreeSet<&str> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(|c| !word(c)).filter(|name| name.starts_with(PREFIX)).collect()
}

#[tokio::test]
async fn what_the_dashboard_and_the_alerts_ask_for_is_there() {
    let server = server();
    let mut seed = Seed::or(18);
    let mut table = Table::of(&server, tests::GAME, json!({}), 0, seed.branch()).await;
    table.play(1).await;
    let text = told(&metrics(&server)).await;
    let there = names(&text);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/ops");
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
            let told = value == "entente" || text.contains(&format!("=\"{value}\""));
            assert!(told, "{value} in {expression}");
        }
    }
    assert!(used.len() >= 9, "everything is looked at: {used:?}");
}

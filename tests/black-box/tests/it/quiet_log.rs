//! The log at its most talkative, of a whole match of each game: no token, no code, no secret of
//! the deal, and nothing of what was commanded.

use black_box::{Player, Seed, Server, Table};
use protocol::room::{NewToken, Seated};
use serde_json::{Value, json};

/// Shorter texts occur everywhere.
const SIGNS_LEAST: usize = 5;

/// Collects every text in a command but its type.
fn texts(command: &Value, into: &mut Vec<String>) {
    match command {
        Value::String(text) => into.push(text.clone()),
        Value::Array(parts) => parts.iter().for_each(|part| texts(part, into)),
        Value::Object(fields) => {
            let named = fields.iter().filter(|(key, _)| *key != "type");
            named.for_each(|(_, part)| texts(part, into));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Returns a renewed token, and that of a seat in the room that goes on.
async fn further_tokens(server: &Server, table: &Table) -> Vec<String> {
    let path = format!("/api/v1/rooms/{}", table.code());
    let post = async |path: String, token: &str| {
        let answer = server.http.request("POST", &path, Some(token), None).await;
        assert!(answer.status < 300, "{answer:?}");
        answer
    };
    let renewed = post(format!("{path}/seats/0/token"), &table.keys[0].token).await;
    let NewToken { token } = renewed.as_a();
    let next: Seated = post(format!("{path}/rematch"), &token).await.as_a();
    Player::seat(server, &next, None).await.leave().await;
    vec![token, next.token, next.room.code]
}

/// Returns the log without the ids of its rooms: their digits are chance, which may write a citizen
/// (`c10-1`) as well as anything.
fn without_room_ids(log: &str) -> String {
    let is_room_id =
        |word: &str| word.strip_prefix("room=").is_some_and(|id| uuid::Uuid::try_parse(id).is_ok());
    let kept =
        |line: &str| line.split(' ').filter(|word| !is_room_id(word)).collect::<Vec<_>>().join(" ");
    log.lines().map(kept).collect::<Vec<_>>().join("\n")
}

async fn says_nothing(game: &str, options: Value, seed: u64) {
    let server = Server::and(&["--log", "trace"]);
    let mut table = Table::of(&server, game, options, 1, Seed::or(seed)).await;
    table.play(30).await;
    table.seats[1].leave().await;
    table.seats[1].come_back(&server).await;
    let outcome = table.finish().await;
    let mut kept = further_tokens(&server, &table).await;
    for key in &table.keys {
        kept.push(key.token.clone());
    }
    kept.push(table.code().to_owned());
    for made in &table.made {
        kept.push(made.command.to_string());
        texts(&made.command, &mut kept);
    }
    for viewer in table.seats.iter_mut().chain(&mut table.gallery) {
        viewer.leave().await;
    }
    let signalled = server.terminate();
    let (ended, stopped) = server.ended(signalled).await;
    assert!(ended.status.success(), "{ended:?}");
    let log = stopped.log();
    assert!(log.contains("match begins") && log.contains("match over"), "a log of the match");
    // Why a match is over is public, and may be called as a move's part is: `limit_happiness`.
    let log = without_room_ids(&log).replace(&format!("reason=\"{}\"", outcome.reason), "");
    kept.retain(|text| text.len() >= SIGNS_LEAST);
    kept.sort();
    kept.dedup();
    println!("{game}: {} texts in {} bytes of log", kept.len(), log.len());
    for text in kept {
        let line = log.lines().find(|line| line.contains(&text));
        assert_eq!(line, None, "{text} is in the log");
    }
}

macro_rules! quiet {
    ($test:ident, $game:ident, $options:tt, $seed:literal) => {
        #[tokio::test]
        async fn $test() {
            says_nothing(protocol::games::$game::ID, json!($options), $seed).await;
        }
    };
}

quiet!(a_match_of_europe_divided_leaves_nothing_in_the_log, europe_divided, {}, 81);
quiet!(a_match_of_balance_of_power_leaves_nothing_in_the_log, balance_of_power, {"max_turns": 30}, 82);
quiet!(a_match_of_europe_leaves_nothing_in_the_log, europe, {"max_rounds": 1}, 83);

#[tokio::test]
async fn a_proxy_that_the_settings_forget_is_mentioned_once() {
    let server = Server::start();
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let mentioned = || server.log().matches("ENTENTE_TRUSTED_PROXIES").count();
    let ask = async |header: Option<&str>| {
        let mut request = client.get(format!("{}/livez", server.url()));
        if let Some(list) = header {
            request = request.header("x-forwarded-for", list);
        }
        assert_eq!(request.send().await.expect("an answer").status(), 200);
    };
    ask(None).await;
    assert_eq!(mentioned(), 0);
    for list in ["203.0.113.5", "203.0.113.6"] {
        ask(Some(list)).await;
        assert_eq!(mentioned(), 1, "{}", server.log());
    }
    assert!(!server.log().contains("203.0.113"), "what was claimed is not logged");
}

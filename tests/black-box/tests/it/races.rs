//! Real time over real sockets: two seats want the same thing at once, or come too late.

use black_box::{Seed, Server, Table};
use protocol::games::europe;
use protocol::{Code, ServerMessage};
use serde_json::{Value, json};

/// Plays a match of Europe up to the open play of its first round.
async fn open_play(server: &Server, players: u8, seed: Seed) -> Table {
    let options = json!({ "players": players });
    let mut table = Table::of(server, europe::ID, options, 0, seed).await;
    while phase(&table) != "play" {
        table.step().await;
    }
    table
}

fn phase(table: &Table) -> &Value {
    &table.seats[0].now().public["phase"]
}

fn decision(table: &Table, seat: usize) -> u64 {
    table.seats[seat].now().decision.expect("it is asked")
}

/// Returns a kind of cube that the seat holds.
fn held(table: &Table, seat: usize) -> String {
    let cubes = &table.seats[0].now().public["players"][seat]["cubes"];
    cubes.as_object().and_then(|cubes| cubes.keys().next()).expect("cubes").clone()
}

#[tokio::test]
async fn of_two_who_accept_an_offer_at_once_one_gets_it() {
    let server = Server::start();
    let mut table = open_play(&server, 3, Seed::or(81)).await;
    let give = json!({held(&table, 0): 1});
    let offer = json!({"type": "offer_create", "to": [1, 2], "give": give, "want": {"coin": 1}});
    let asked = decision(&table, 0);
    table.make(0, asked, offer).await;
    let coin =
        |table: &Table, seat: usize| table.seats[0].now().public["players"][seat]["coin"].clone();
    let before: Vec<Value> = (0..3).map(|seat| coin(&table, seat)).collect();

    let accept =
        json!({"type": "offer_accept", "offer_id": table.seats[0].now().public["offers"][0]["id"]});
    let (ids, asked) =
        ([table.seed.id(), table.seed.id()], [1, 2].map(|seat| decision(&table, seat)));
    let [_, one, other] = &mut table.seats[..] else { panic!("three seats") };
    let (first, second) = tokio::join!(
        one.command(ids[0], asked[0], accept.clone()),
        other.command(ids[1], asked[1], accept)
    );
    table.sync().await;
    let refused: Vec<Code> = [&first, &second]
        .into_iter()
        .filter_map(|answer| answer.as_ref().err())
        .map(|why| why.code)
        .collect();
    assert_eq!(refused, [Code::OfferClosed], "{first:?} {second:?}");
    let paid = (1..3).filter(|seat| coin(&table, *seat) != before[*seat]).count();
    assert_eq!((paid, coin(&table, 0)), (1, json!(before[0].as_u64().expect("coin") + 1)));
}

#[tokio::test]
async fn a_command_after_the_end_of_a_round_learns_that_it_is_over() {
    let server = Server::start();
    let options = json!({"players": 2});
    let mut table = Table::of(&server, europe::ID, options, 0, Seed::or(82)).await;
    let mut choosing = 0;
    while phase(&table) != "play" {
        choosing = table.seats[0].now().decision.unwrap_or(choosing);
        table.step().await;
    }
    let playing = decision(&table, 0);
    assert_eq!(decision(&table, 1), playing, "open play is one question for all");
    while phase(&table) == "play" {
        for seat in [0, 1] {
            let asked = decision(&table, seat);
            assert_eq!(asked, playing, "one question until the round is over");
            table.make(seat, asked, json!({"type": "ready", "ready": true})).await;
        }
    }
    for (named, code) in [(playing, Code::RoundOver), (choosing, Code::Stale)] {
        let id = table.seed.id();
        let late = table.seats[0].command(id, named, json!({"type": "draw_citizens"})).await;
        assert_eq!(late.expect_err("too late").code, code);
    }
}

#[tokio::test]
async fn amounts_that_are_none_are_named_and_change_nothing() {
    let server = Server::start();
    let mut table = open_play(&server, 2, Seed::or(83)).await;
    let (asked, kind) = (decision(&table, 0), held(&table, 0));
    let before = table.seats[0].now().public.clone();
    let other = if kind == "fuel" { "water" } else { "fuel" };
    for (amount, code) in [
        (json!(-1), Code::BadAmount),
        (json!(0), Code::BadAmount),
        (json!(26), Code::BadAmount),
        (json!(9_007_199_254_740_991_i64), Code::BadAmount),
        (json!("1"), Code::BadAmount),
        (json!(null), Code::BadAmount),
        (json!(25), Code::NotEnoughCubes),
    ] {
        let offer = json!({
            "type": "offer_create", "to": [1], "give": {&kind: amount}, "want": {other: 1},
        });
        let id = table.seed.id();
        let answer = table.seats[0].command(id, asked, offer).await;
        assert_eq!(answer.expect_err("refused").code, code, "{amount}");
    }
    let unknown = json!({
        "type": "offer_create", "to": [1], "give": {"gold": 1}, "want": {other: 1},
    });
    let id = table.seed.id();
    let answer = table.seats[0].command(id, asked, unknown).await;
    assert_eq!(answer.expect_err("refused").code, Code::UnknownResource);

    // What is no strict JSON never reaches the game: the same key twice, a fraction.
    for amounts in [format!(r#""{kind}":1,"{kind}":2"#), format!(r#""{kind}":1.5"#)] {
        let (id, to) = (table.seed.id(), r#""to":[1]"#);
        let command = format!(
            r#"{{"type":"offer_create",{to},"give":{{{amounts}}},"want":{{"{other}":1}}}}"#
        );
        table.seats[0]
            .raw(&format!(
                r#"{{"type":"command","id":"{id}","decision":{asked},"command":{command}}}"#
            ))
            .await;
        let ServerMessage::Error { code, .. } = table.seats[0].next().await else {
            panic!("{amounts}")
        };
        assert_eq!(code, Code::Malformed);
    }
    table.sync().await;
    assert_eq!(table.seats[0].now().public, before);
}

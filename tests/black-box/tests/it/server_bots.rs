//! One person against the server's own bots, over a real socket: each game to its end, though the
//! server is killed in the middle, or the room moved to another.

use black_box::{Player, Seed, Server, Setup, Stopped, Store, program};
use protocol::games::{balance_of_power, europe, europe_divided};
use protocol::room::{BotLevel, Games, Room, RoomState, SeatKind, Seated};
use protocol::{ClientMessage, Outcome};
use serde_json::{Value, json};

/// The number of moves that the person makes before the server is killed.
const MOVES_BEFORE: usize = 4;

/// Chooses the person's move: any strict offer, ready as soon as that is offered.
fn choose(player: &Player, seed: &mut Seed) -> Option<(u64, Value)> {
    let update = player.now();
    let offers = update.offers.as_deref().unwrap_or_default();
    let switched = |on: bool| json!({"type": "ready", "ready": on});
    if offers.iter().any(|offer| offer.command == switched(false)) {
        return None;
    }
    let ready = offers.iter().find(|offer| offer.command == switched(true));
    match ready {
        Some(offer) => Some((update.decision?, offer.command.clone())),
        None if offers.is_empty() => None,
        None => player.choose(seed),
    }
}

/// Plays until the match is over, or this many moves were made.
async fn play(player: &mut Player, moves: usize, seed: &mut Seed) -> Option<Outcome> {
    let mut made = 0;
    while player.now().outcome.is_none() && made < moves {
        match choose(player, seed) {
            Some((decision, command)) => {
                // Where a clock runs somebody may have been quicker.
                let _ = player.command(seed.id(), decision, command).await;
                made += 1;
            }
            None => drop(player.next().await),
        }
    }
    player.now().outcome.clone()
}

/// Begins a match of one person against bots that do not rest.
async fn begun(server: &Server, game: &str, options: Value, level: BotLevel) -> (Seated, Player) {
    let key: Seated = server.http.create_game(game, options, json!({})).await;
    let code = key.room.code.clone();
    for seat in 1..key.room.seats.len() {
        let path = format!("/api/v1/rooms/{code}/seats/{seat}/bot");
        let body = Some(json!({"level": level}).to_string());
        let added = server.http.request("POST", &path, Some(&key.token), body).await;
        assert_eq!(added.status, 201, "{added:?}");
    }
    let mut player = Player::seat(server, &key, None).await;
    player.send(&ClientMessage::Ready { id: None, commitment: None }).await;
    player.until(|player| player.view.is_some()).await;
    (key, player)
}

/// Brings the person back to a server and plays to the end, with the bots still there.
async fn to_the_end(server: &Server, key: &Seated, seed: &mut Seed) {
    let mut player = Player::seat(server, key, None).await;
    player.until(|player| player.view.is_some()).await;
    let outcome = play(&mut player, usize::MAX, seed).await.expect("over");
    println!("{}: {outcome:?}", key.room.game);
    let room = server.http.room(&key.room.code).await;
    assert_eq!(room.state, RoomState::Finished);
    let others = room.seats.iter().skip(1);
    assert!(others.clone().all(|seat| seat.kind == SeatKind::Bot && seat.connected), "{room:?}");
}

async fn alone(game: &str, options: Value, level: BotLevel, seed: u64) {
    let mut seed = Seed::or(seed);
    let server = Server::and(&["--bot-pace-ms", "0"]);
    let (key, mut player) = begun(&server, game, options, level).await;
    assert_eq!(play(&mut player, MOVES_BEFORE, &mut seed).await, None, "over before the kill");
    let server = server.kill().await.start();
    to_the_end(&server, &key, &mut seed).await;
}

#[tokio::test]
async fn a_person_alone_plays_europe_divided() {
    alone(europe_divided::ID, json!({}), BotLevel::Hard, 81).await;
}

#[tokio::test]
async fn a_person_alone_plays_balance_of_power() {
    alone(balance_of_power::ID, json!({"max_turns": 20}), BotLevel::Hard, 82).await;
}

#[tokio::test]
async fn a_person_alone_plays_europe() {
    let options = json!({"players": 3, "max_rounds": 1, "offer_ttl_ms": 5_000});
    alone(europe::ID, options, BotLevel::Normal, 83).await;
}

#[tokio::test]
async fn a_bot_plays_at_the_level_that_the_host_chose() {
    let server = Server::start();
    let games: Games = serde_json::from_value(server.http.get("/api/v1/games").await.body)
        .expect("the list of games");
    for game in games.games {
        let key: Seated = server.http.create_game(&game.id, json!({}), json!({})).await;
        let path = format!("/api/v1/rooms/{}/seats/1/bot", key.room.code);
        assert!(game.bot_levels.contains(&BotLevel::Normal.into()), "{}", game.id);
        for level in [BotLevel::Easy, BotLevel::Normal, BotLevel::Hard, BotLevel::Expert] {
            let body = Some(json!({"level": level}).to_string());
            let added = server.http.request("POST", &path, Some(&key.token), body).await;
            if !game.bot_levels.contains(&level.into()) {
                assert_eq!(added.body["code"], "option_invalid", "{added:?}");
                continue;
            }
            let room: Room = serde_json::from_value(added.body).expect("the room");
            assert_eq!(added.status, 201, "{}", game.id);
            assert_eq!(room.seats[1].level, Some(level.into()), "{}", game.id);
            assert_eq!(room.seats[0].level, None, "people have no level");
            let free = path.trim_end_matches("/bot");
            let freed = server.http.request("DELETE", free, Some(&key.token), None).await;
            assert_eq!(freed.status, 204, "{freed:?}");
        }
    }
}

/// Runs `entente-server rooms` on a store.
fn rooms(store: &Store, arguments: &[&str]) {
    let mut command = program::command("entente-server");
    let output = command.args(store.arguments()).arg("rooms").args(arguments).output();
    let output = output.expect("the binary");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
}

#[tokio::test]
async fn a_bot_plays_on_where_its_room_was_moved_to() {
    let mut seed = Seed::or(84);
    let first = Server::and(&["--bot-pace-ms", "0"]);
    let (key, mut player) = begun(&first, europe_divided::ID, json!({}), BotLevel::Easy).await;
    assert_eq!(play(&mut player, MOVES_BEFORE, &mut seed).await, None, "over before the move");
    let signalled = first.terminate();
    let (_, first) = first.ended(signalled).await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("moved.room");
    let name = file.to_str().expect("UTF-8");
    rooms(&first.store(), &["export", &key.room.code, name]);

    let mut setup = Setup::unlimited();
    setup.arguments.extend(["--bot-pace-ms", "0"].map(str::to_owned));
    let second = Stopped::of(setup);
    rooms(&second.store(), &["import", name]);
    to_the_end(&second.start(), &key, &mut seed).await;
}

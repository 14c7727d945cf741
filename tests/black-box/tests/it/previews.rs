//! Previews over real sockets: whoever is asked may have one, at once, and nobody else hears of it.

use black_box::{Player, Seed, Server};
use protocol::games::{balance_of_power, europe, europe_divided};
use protocol::hint::Preview;
use protocol::room::Seated;
use protocol::{ClientMessage, Code, ServerMessage};
use serde_json::{Value, json};
use uuid::Uuid;

/// Previews that are asked for in one go: fewer than may wait for a room.
const TOGETHER: usize = 20;

/// The number of moves before each of which the move is previewed.
const MOVES: usize = 12;

async fn preview(
    player: &mut Player,
    id: Uuid,
    decision: u64,
    command: Value,
) -> Result<Preview, Code> {
    player.send(&ClientMessage::Preview { id, decision, command }).await;
    loop {
        let message = player.next().await;
        if let ServerMessage::Rejected { id: of, code, .. } = &message
            && *of == id
        {
            return Err(*code.known().expect("a code of this version"));
        }
        if let ServerMessage::Preview(preview) = message
            && preview.id == id
        {
            return Ok(preview);
        }
    }
}

/// Two people in a match, who have seen it begin.
async fn two(server: &Server, game: &str) -> (Seated, [Player; 2]) {
    let key: Seated = server.http.create_game(game, json!({}), json!({})).await;
    let other = server.http.join(&key.room.code).await;
    let mut players =
        [Player::seat(server, &key, None).await, Player::seat(server, &other, None).await];
    for player in &mut players {
        player.ready().await;
    }
    for player in &mut players {
        player.until(|own| own.view.is_some()).await;
    }
    (key, players)
}

/// Returns the seat that has something to choose, and a choice of it.
async fn next(players: &mut [Player; 2], seed: &mut Seed) -> (usize, u64, Value) {
    loop {
        for (seat, player) in players.iter_mut().enumerate() {
            player.sync().await;
            if let Some((decision, command)) = player.choose(seed) {
                return (seat, decision, command);
            }
        }
    }
}

#[tokio::test]
async fn whoever_is_asked_may_look_ahead_and_nobody_else_hears_of_it() {
    let server = Server::start();
    for game in [europe_divided::ID, balance_of_power::ID] {
        let mut seed = Seed::or(141);
        let (key, mut players) = two(&server, game).await;
        let mut watcher = Player::watch(&server, &key.room.code, None).await;
        let (mut reasons, mut asked) = (0, [0; 2]);
        for _ in 0..MOVES {
            let (seat, open, command) = next(&mut players, &mut seed).await;
            let before = players[seat].now().clone();
            let id = seed.id();
            let first = preview(&mut players[seat], id, open, command.clone()).await;
            let again = preview(&mut players[seat], seed.id(), open, command.clone()).await;
            let first = first.expect("what is offered can be looked at");
            assert_eq!((first.id, first.decision), (id, open));
            assert_eq!(again.map(|again| again.reasons), Ok(first.reasons.clone()), "{command}");
            assert_eq!(players[seat].now(), &before, "nothing was done");
            reasons += first.reasons.len();
            asked[seat] += 2;
            players[seat].command(seed.id(), open, command).await.expect("offered");
        }
        assert!(reasons >= MOVES / 2, "{game}: {reasons} changes seen beforehand");
        watcher.sync().await;
        let is_preview = |frame: &&String| frame.contains("\"type\":\"preview\"");
        assert_eq!(watcher.frames.iter().filter(is_preview).count(), 0);
        for (player, asked) in players.iter().zip(asked) {
            assert_eq!(player.frames.iter().filter(is_preview).count(), asked, "one's own only");
        }
        let room = server.http.room(&key.room.code).await;
        assert!(room.seats.iter().all(|seat| seat.hints == 0), "a preview is no hint: {room:?}");
    }
}

#[tokio::test]
async fn what_cannot_be_looked_at_is_refused_with_the_reason() {
    let server = Server::start();
    let mut seed = Seed::or(142);
    let (key, mut players) = two(&server, europe_divided::ID).await;
    let (seat, open, command) = next(&mut players, &mut seed).await;
    let mut asks = async |who: usize, decision: u64, command: &Value| {
        let id = seed.id();
        preview(&mut players[who], id, decision, command.clone()).await.map(|seen| seen.decision)
    };
    assert_eq!(asks(seat, open, &command).await, Ok(open));
    assert_eq!(asks(seat, open + 1, &command).await, Err(Code::Stale));
    let unknown = asks(seat, open, &json!({"type": "shout"})).await;
    assert_eq!(unknown, Err(Code::Malformed));
    let not_now = asks(seat, open, &json!({"type": "sea_build"})).await;
    assert_eq!(not_now, Err(Code::Illegal), "as the command itself");
    let mut watcher = Player::watch(&server, &key.room.code, None).await;
    let watching = preview(&mut watcher, seed.id(), open, command.clone()).await;
    assert_eq!(watching.map(|seen| seen.decision), Err(Code::NotSeated));
    players[seat].act(&ClientMessage::Resign { id: seed.id() }).await.expect("a seat may resign");
    let over = preview(&mut players[seat], seed.id(), open, command).await;
    assert_eq!(over.map(|seen| seen.decision), Err(Code::Over));
    let (_, mut players) = two(&server, europe::ID).await;
    let (seat, open, command) = next(&mut players, &mut seed).await;
    let no_mind = preview(&mut players[seat], seed.id(), open, command).await;
    assert_eq!(no_mind.map(|seen| seen.decision), Err(Code::NoMind));
}

#[tokio::test]
async fn previews_are_charged_to_the_address() {
    let server = Server::with(&["--points-per-minute", "180", "--messages-per-second", "1000"]);
    let mut seed = Seed::or(143);
    let (_, mut players) = two(&server, europe_divided::ID).await;
    let (seat, open, command) = next(&mut players, &mut seed).await;
    let mut refused = Vec::new();
    let mut given = 0;
    // Together: one by one, on a slow machine, the points would come back as fast as they are spent.
    while refused.is_empty() {
        assert!(given <= 300, "never refused");
        let ids: Vec<Uuid> = std::iter::repeat_with(|| seed.id()).take(TOGETHER).collect();
        let ask =
            |&id: &Uuid| ClientMessage::Preview { id, decision: open, command: command.clone() };
        players[seat].send_together(&ids.iter().map(ask).collect::<Vec<_>>()).await;
        let all = given + refused.len() + TOGETHER;
        while given + refused.len() < all {
            let message = players[seat].next().await;
            let shown = |preview: &Preview| ids.contains(&preview.id);
            given += usize::from(matches!(&message, ServerMessage::Preview(one) if shown(one)));
            if let ServerMessage::Rejected { id, code, .. } = message
                && ids.contains(&id)
            {
                refused.push(code);
            }
        }
    }
    assert!(refused.iter().all(|code| *code == Code::TooManyRequests), "{refused:?}");
    assert!(given >= 50, "{given} previews");
}

//! Programs that announce themselves, over HTTP and real sockets: seated by a host, missing, gone, silent.

use black_box::{Player, Seed, Server};
use protocol::games::{balance_of_power, europe_divided};
use protocol::program::{AnnouncedProgram, GivenSeat, GivenSeats, Programs};
use protocol::room::{BotLevel, Games, Room, Rooms, SeatKind, Seated};
use protocol::{Code, Feature, Open, ServerMessage};
use serde_json::{Value, json};

/// Longer than any test takes, for times that are not to run out.
const LONG: &str = "600000";

fn said(rooms: u32) -> Value {
    json!({
        "name": "Greedy", "contact": "bo@example.org", "level": "beats normal", "rooms": rooms,
        "games": [{"game": "europe-divided", "options": {"edition": "revised"}}],
    })
}

pub(super) async fn announce(server: &Server, rooms: u32) -> AnnouncedProgram {
    let answer = server.http.post("/api/v1/programs", &said(rooms)).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    answer.as_a()
}

/// Has the host give seat 1 to a program; returns the answer's status with the room or the problem.
pub(super) async fn seat(
    server: &Server,
    key: &Seated,
    program: &AnnouncedProgram,
) -> Result<Room, Code> {
    let path = format!("/api/v1/rooms/{}/seats/1/program", key.room.code);
    let body = json!({"program": program.program.id}).to_string();
    let answer = server.http.request("POST", &path, Some(&key.token), Some(body)).await;
    if answer.status == 201 { Ok(answer.as_a()) } else { Err(answer.code()) }
}

/// Asks for the seats of a program after a number.
pub(super) async fn given(
    server: &Server,
    program: &AnnouncedProgram,
    after: u64,
) -> Vec<GivenSeat> {
    let id = program.program.id;
    let path = format!("/api/v1/programs/{id}/seats?after={after}&wait_ms=10000");
    let answer = server.http.request("GET", &path, Some(&program.token), None).await;
    answer.as_a::<GivenSeats>().seats
}

/// Begins a match of a host against a program; returns both, and the seat as the program was given it.
async fn begun(server: &Server) -> (Seated, Player, Player, GivenSeat) {
    let program = announce(server, 2).await;
    let key = server.http.create(json!({}), json!({})).await;
    let room = seat(server, &key, &program).await.expect("the program is free");
    let own = given(server, &program, 0).await.pop().expect("a seat");
    let held = Seated { room, seat: own.seat, token: own.token.clone() };
    let mut bot = Player::seat(server, &held, None).await;
    let mut host = Player::seat(server, &key, None).await;
    host.ready().await;
    bot.ready().await;
    host.until(|host| host.view.is_some()).await;
    bot.until(|bot| bot.view.is_some()).await;
    (key, host, bot, own)
}

/// Has each of them answer so many times, if asked.
pub(super) async fn play(mut players: [&mut Player; 2], times: usize, seed: &mut Seed) {
    for _ in 0..times {
        for player in &mut players {
            player.sync().await;
            if let Some((decision, command)) = player.choose(seed) {
                player.command(seed.id(), decision, command).await.expect("offered");
            }
        }
    }
}

fn program_seat(player: &Player) -> &protocol::room::Seat {
    &player.room.as_ref().expect("a room").seats[1]
}

#[tokio::test]
async fn a_host_seats_a_program_and_everybody_sees_whose_it_is() {
    let server = Server::and(&["--program-seat-ms", LONG]);
    let program = announce(&server, 1).await;
    for (query, found) in
        [("", 1), ("?game=europe-divided", 1), ("?game=europe", 0), ("?limit=1", 1)]
    {
        let list: Programs = server.http.get(&format!("/api/v1/programs{query}")).await.as_a();
        assert_eq!((list.programs.len(), list.next), (found, None), "{query}");
    }
    let key = server.http.create(json!({}), json!({"listed": true})).await;
    let room = seat(&server, &key, &program).await.expect("the program is free");
    let own = &room.seats[1];
    assert_eq!((own.name.as_deref(), &own.kind), (Some("Greedy"), &SeatKind::Program.into()));
    let words = own.program.as_ref().expect("its words");
    assert_eq!(
        (words.contact.as_str(), words.level.as_deref()),
        ("bo@example.org", Some("beats normal"))
    );
    let list: Rooms = server.http.get("/api/v1/rooms").await.as_a();
    assert_eq!(list.rooms[0].seats[1].program.as_ref(), Some(words), "the list of rooms too");
    let list: Programs = server.http.get("/api/v1/programs").await.as_a();
    assert_eq!(list.programs[0].free, 0);
    // The same seat again, until the program has connected; then never more.
    let seats = given(&server, &program, 0).await;
    assert_eq!(seats, given(&server, &program, 0).await, "an answer that was lost");
    let held = Seated { room, seat: 1, token: seats[0].token.clone() };
    let bot = Player::seat(&server, &held, None).await;
    assert_eq!(bot.number(), Some(1));
    let other = server.http.create(json!({}), json!({})).await;
    assert_eq!(seat(&server, &other, &program).await.unwrap_err(), Code::ProgramFull);
    // A seat that the host frees counts no more.
    let free = format!("/api/v1/rooms/{}/seats/1", key.room.code);
    let freed = server.http.request("DELETE", &free, Some(&key.token), None).await;
    assert_eq!(freed.status, 204);
    let room = seat(&server, &other, &program).await.expect("the program is free again");
    assert_eq!(given(&server, &program, seats[0].number).await[0].room, room.code);
}

#[tokio::test]
async fn a_program_plays_to_the_end_like_anybody() {
    let server = Server::and(&["--program-away-ms", LONG, "--program-move-ms", LONG]);
    let (key, mut host, mut bot, _) = begun(&server).await;
    let mut seed = Seed::or(621);
    play([&mut host, &mut bot], 40, &mut seed).await;
    assert_eq!(program_seat(&host).kind, SeatKind::Program);
    assert_eq!(host.now().private.is_some(), bot.now().private.is_some());
    assert_ne!(host.now().private, bot.now().private, "it sees what its seat sees");
    let rematch = protocol::ClientMessage::Resign { id: seed.id() };
    host.act(&rematch).await.expect("a seat may resign");
    let path = format!("/api/v1/rooms/{}/rematch", key.room.code);
    let again = server.http.request("POST", &path, Some(&key.token), None).await;
    let again: Seated = again.as_a();
    assert_eq!(again.room.seats[1].name, None, "the host asks a program again, or not");
}

#[tokio::test]
async fn a_program_that_does_not_come_gives_its_seat_back_and_the_host_is_informed() {
    let server = Server::and(&["--program-seat-ms", "200"]);
    let program = announce(&server, 1).await;
    let key = server.http.create(json!({}), json!({})).await;
    let mut host = Player::seat(&server, &key, None).await;
    seat(&server, &key, &program).await.expect("the program is free");
    loop {
        if let ServerMessage::Error { code, re, .. } = host.next().await {
            assert_eq!((code, re), (Code::ProgramAbsent.into(), None));
            break;
        }
    }
    host.until(|host| program_seat(host).name.is_none()).await;
    seat(&server, &key, &program).await.expect("it may be asked again");
}

/// Waits until the server's bot plays for the program, and plays on against it.
async fn bot_plays_on(host: &mut Player, seed: &mut Seed, moves: usize) -> u64 {
    host.until(|host| program_seat(host).kind == SeatKind::Bot).await;
    let own = program_seat(host);
    assert_eq!(own.level, Some(BotLevel::Normal.into()));
    assert_eq!(own.program.as_ref().map(|words| words.contact.as_str()), Some("bo@example.org"));
    let from = own.bot_from.expect("since when");
    let mut made = 0;
    while made < moves && host.now().outcome.is_none() {
        host.until(|host| host.now().outcome.is_some() || host.now().decision.is_some()).await;
        if let Some((decision, command)) = host.choose(seed) {
            host.command(seed.id(), decision, command).await.expect("offered");
            made += 1;
        }
    }
    from
}

#[tokio::test]
async fn the_servers_bot_plays_on_for_a_program_that_went_away() {
    let arguments = ["--program-away-ms", "200", "--program-move-ms", LONG, "--bot-pace-ms", "0"];
    let server = Server::and(&arguments);
    let (key, mut host, mut bot, own) = begun(&server).await;
    bot.leave().await;
    let mut seed = Seed::or(622);
    let from = bot_plays_on(&mut host, &mut seed, 12).await;
    assert!(from <= host.now().seq);
    let room = host.room.clone().expect("a room");
    let held = Seated { room, seat: 1, token: own.token };
    let gone = Player::try_seat(server.at, &held, None).await;
    assert_eq!(gone.err(), Some(Some(Code::TokenUnknown)), "the seat is the bot's now");
    // It is stored with the room, and the bot comes back after a kill.
    let server = server.kill().await.start();
    let room = server.http.room(&key.room.code).await;
    assert_eq!((room.seats[1].bot_from, &room.seats[1].kind), (Some(from), &SeatKind::Bot.into()));
    host.come_back(&server).await;
    assert_eq!(bot_plays_on(&mut host, &mut seed, 4).await, from);
}

#[tokio::test]
async fn a_program_that_comes_back_in_time_keeps_its_seat() {
    let server = Server::and(&["--program-away-ms", LONG, "--program-move-ms", LONG]);
    let (_, mut host, mut bot, own) = begun(&server).await;
    bot.leave().await;
    host.until(|host| !program_seat(host).connected).await;
    let room = host.room.clone().expect("a room");
    let held = Seated { room, seat: 1, token: own.token };
    let bot = Player::seat(&server, &held, None).await;
    host.until(|host| program_seat(host).connected).await;
    assert_eq!((bot.number(), &program_seat(&host).kind), (Some(1), &SeatKind::Program.into()));
}

#[tokio::test]
async fn a_program_that_does_not_answer_loses_its_seat_to_the_bot() {
    let arguments = ["--program-away-ms", LONG, "--program-move-ms", "300", "--bot-pace-ms", "0"];
    let server = Server::and(&arguments);
    let (_, mut host, mut bot, _) = begun(&server).await;
    let mut seed = Seed::or(623);
    // The host plays until it waits for the program.
    while program_seat(&host).kind == SeatKind::Program {
        match host.choose(&mut seed) {
            Some((decision, command)) => {
                let _ = host.command(seed.id(), decision, command).await;
            }
            None => drop(host.next().await),
        }
    }
    bot_plays_on(&mut host, &mut seed, 4).await;
    let (_, close) = bot.to_the_end().await;
    assert_eq!(close, 4001);
}

#[tokio::test]
async fn what_there_cannot_be_is_refused() {
    let server = Server::and(&["--program-seat-ms", LONG]);
    let wrong = [
        (json!({"name": ""}), Code::NameInvalid),
        (json!({"contact": " "}), Code::NameInvalid),
        (json!({"level": "x".repeat(61)}), Code::NameInvalid),
        (json!({"games": []}), Code::OptionInvalid),
        (json!({"games": [{"game": "chess"}]}), Code::GameUnknown),
        (json!({"games": [{"game": "europe", "options": {"edition": 7}}]}), Code::OptionInvalid),
        (json!({"rooms": 0}), Code::OptionInvalid),
        (json!({"rooms": 65}), Code::OptionInvalid),
        (json!({"mood": "good"}), Code::Malformed),
    ];
    for (change, code) in wrong {
        let mut body = said(1);
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        assert_eq!(server.http.post("/api/v1/programs", &body).await.code(), code, "{change}");
    }
    let program = announce(&server, 1).await;
    let first = server.http.create(json!({"edition": "first"}), json!({})).await;
    let other = server.http.create_game(balance_of_power::ID, json!({}), json!({})).await;
    for key in [first, other] {
        assert_eq!(seat(&server, &key, &program).await.unwrap_err(), Code::OptionInvalid);
    }
    let key = server.http.create(json!({}), json!({})).await;
    let stranger = server.http.join(&key.room.code).await;
    assert_eq!(seat(&server, &stranger, &program).await.unwrap_err(), Code::Forbidden);
    assert_eq!(seat(&server, &key, &program).await.unwrap_err(), Code::SeatTaken);
    let path = format!("/api/v1/programs/{}/seats", program.program.id);
    for token in [None, Some("x"), Some(key.token.as_str())] {
        let refused = server.http.request("GET", &path, token, None).await;
        let code = if token.is_some() { Code::ProgramUnknown } else { Code::TokenUnknown };
        assert_eq!(refused.code(), code, "{token:?}");
    }
    let gone = format!("/api/v1/programs/{}", program.program.id);
    let withdrawn = server.http.request("DELETE", &gone, Some(&program.token), None).await;
    assert_eq!(withdrawn.status, 204);
    let key = server.http.create(json!({}), json!({})).await;
    assert_eq!(seat(&server, &key, &program).await.unwrap_err(), Code::ProgramUnknown);
}

#[tokio::test]
async fn an_address_announces_a_few_programs_and_the_operator_may_take_none() {
    let server = Server::start();
    for _ in 0..8 {
        announce(&server, 1).await;
    }
    let more = server.http.post("/api/v1/programs", &said(1)).await;
    assert_eq!(more.code(), Code::TooManyRequests);
    let off = Server::and(&["--programs", "false"]);
    assert_eq!(off.http.post("/api/v1/programs", &said(1)).await.code(), Code::Forbidden);
    let games: Games = off.http.get("/api/v1/games").await.as_a();
    assert!(!games.features.contains(&Open::Known(Feature::Announcements)));
    assert!(games.games.iter().any(|game| game.id == europe_divided::ID));
}

#[tokio::test]
async fn a_lobby_whose_host_has_left_keeps_no_program() {
    let server = Server::and(&["--program-seat-ms", LONG]);
    let program = announce(&server, 1).await;
    let key = server.http.create(json!({}), json!({})).await;
    seat(&server, &key, &program).await.expect("the program is free");
    let own = format!("/api/v1/rooms/{}/seats/0", key.room.code);
    let left = server.http.request("DELETE", &own, Some(&key.token), None).await;
    assert_eq!(left.status, 204);
    let room = server.http.room(&key.room.code).await;
    assert!(room.seats.iter().all(|seat| seat.name.is_none()) && room.host.is_none(), "{room:?}");
}

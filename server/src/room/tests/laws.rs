//! Laws of a room, whatever it is asked and whatever its store does.

use fairness::vd1::seat_commitment;
use protocol::room::TakeSeat;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::*;
use crate::notices::Target;
use crate::room::limits::LINGER_MS;

/// Number of rooms that are tried.
const ROOMS: u64 = 150;
/// Number of inputs in each.
const INPUTS: usize = 60;

/// Draws any input of a room of two.
fn input(coins: &mut StdRng, world: &World) -> RoomInput {
    let connection = coins.random_range(1..4);
    let bearer = token(coins.random_range(0..3));
    let seat = coins.random_range(0..3);
    let id = Uuid::from_u128(coins.random_range(0..40));
    let decision = coins.random_range(0..8);
    let command = match coins.random_range(0..3) {
        0 => json!({"type": "say", "n": 1}),
        1 => json!({"type": "hide", "n": 2}),
        _ => json!({"type": "nonsense"}),
    };
    let open = world.room.requests.shown().first().map_or(id, |request| request.id);
    let attempt = world.room.record.attempt.number;
    let number = u8::try_from(connection - 1).unwrap_or(0);
    let room = world.room.record.id;
    let commitment = seat_commitment(room.as_bytes(), attempt, number, &[number; 32]);
    // A lobby waits for both to be ready; a match for everything else.
    let kinds = if world.rows.is_empty() { 0..3 } else { 0..12 };
    let message = match coins.random_range(kinds) {
        0 | 1 => ClientMessage::Ready {
            // An id of its own: that of a `ready` is no command's.
            id: coins.random_bool(0.5).then(|| Uuid::from_u128(1_000 + u128::from(number))),
            commitment: coins.random_bool(0.5).then(|| fairness::hex::encode(&commitment)),
        },
        2 => ClientMessage::Reveal { id: None, entropy: fairness::hex::encode(&[number; 32]) },
        3 => ClientMessage::Undo { id, to: coins.random_range(0..4) },
        4 => ClientMessage::Pause { id, want: coins.random() },
        5 => ClientMessage::Consent { id, request: open, agree: coins.random() },
        6 => ClientMessage::Chat { text: "hello".to_owned() },
        7 => ClientMessage::Coach { id, want: coins.random() },
        8 => ClientMessage::Point { at: vec!["x".to_owned()], text: None },
        _ => ClientMessage::Command { id, decision, command },
    };
    match coins.random_range(0..30) {
        0 => {
            let wanted = TakeSeat { name: "Cy".to_owned(), seat: None, program: None };
            RoomInput::TakeSeat { wanted, holding: None }
        }
        1 => RoomInput::LeaveSeat { bearer, seat },
        2 => RoomInput::NewToken { bearer: token(2), seat },
        3 => RoomInput::Notify { bearer, seat },
        4 => RoomInput::Closed,
        5 => RoomInput::Leave(connection),
        6 => RoomInput::Pause,
        13 => RoomInput::Look,
        7 => RoomInput::Fetch(seat),
        12 => RoomInput::NewCoach { bearer, seat },
        8..=11 => {
            let door = if connection < 3 {
                JoinAs::Token(token(u8::try_from(connection - 1).unwrap_or(0)))
            } else if coins.random_bool(0.3) {
                JoinAs::Guest(None, GuestErrand::Read)
            } else {
                JoinAs::Gallery
            };
            RoomInput::Join(joining(connection, door, None))
        }
        _ => RoomInput::Act(connection, Box::new(message)),
    }
}

/// Tries the laws that [`World`] asserts at every step, for random inputs and a store that fails at
/// times.
#[test]
fn whatever_comes_in_whatever_order_and_whatever_the_store_does() {
    let seed = std::env::var("ENTENTE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    println!("ENTENTE_SEED={seed}");
    let (mut begun, mut sealed, mut over, mut failed, mut rested, mut slept) = (0, 0, 0, 0, 0, 0);
    for number in 0..ROOMS {
        let mut coins = StdRng::seed_from_u64(seed + number);
        let clock_ms = if coins.random() { 500 } else { 0 };
        let options = json!({"rounds": 2, "clock_ms": clock_ms, "undo": "consent"});
        let mut world = if coins.random() {
            World::playing(&options)
        } else {
            let mut world = World::lobby(&options, Entropy::Optional);
            for seat in 0..2 {
                world.join(ConnectionId::from(seat) + 1, JoinAs::Token(token(seat)));
            }
            world
        };
        let lobby = world.rows.is_empty();
        for _ in 0..INPUTS {
            if world.end.is_some() {
                break;
            }
            if world.failing.is_empty() && coins.random_bool(0.1) {
                failed += 1;
                let errors = [LogError::Full, LogError::Conflict, LogError::Full];
                world.failing.push_back(errors[coins.random_range(0..3)].clone());
            }
            let next = input(&mut coins, &world);
            if let RoomInput::Join(Joining { id, .. }) = &next {
                // A connection's number is used once.
                if world.room.knows(*id) {
                    continue;
                }
                world.sent.insert(*id, Sent::default());
            }
            drop(world.ask(next));
            if coins.random_bool(0.3) {
                world.wait(coins.random_range(1..400));
            }
            if coins.random_bool(0.05) {
                let all: Vec<_> = world.room.connections().collect();
                for id in all {
                    drop(world.ask(RoomInput::Leave(id)));
                }
                world.wait(LINGER_MS);
            }
            rested += usize::from(world.room.rests());
            slept += usize::from(coins.random() && world.sleep(true));
        }
        world.failing.clear();
        world.judge();
        begun += usize::from(lobby && !world.rows.is_empty());
        sealed += usize::from(lobby && world.record.record.contains("\"entropy\""));
        over += usize::from(world.room.record.ended());
    }
    println!("{ROOMS} rooms: {begun} began, {sealed} sealed, {over} over, {failed} writes refused");
    println!("after {rested} inputs the match was at rest, {slept} times the room slept");
    assert!(begun > 5 && sealed > 5 && over > 5 && failed > 50, "the rooms are worth trying");
    assert!(rested > 50 && slept > 20, "matches at rest are tried, and rooms that sleep");
}

/// Reads a room again: it is the room that it was.
#[test]
fn a_room_read_again_shows_what_it_showed() {
    let mut world = World::playing(&json!({"rounds": 2, "clock_ms": 1_000}));
    for (from, id, decision) in [(1, 1, 0), (2, 2, 1)] {
        world.act(from, id, decision);
        let before = world.sent.clone();
        let reading = world.read(limits::RECENT_EVENTS).map(Box::new);
        drop(world.ask(RoomInput::Read(reading, ReadFor::Nobody)));
        for (connection, sent) in &world.sent {
            let shown = |sent: &Sent| sent.updates.last().map(|update| update.public.clone());
            assert_eq!(shown(sent), shown(&before[connection]), "{connection}");
        }
        world.judge();
    }
}

/// Publishes the end with what everybody is sent of it, before its record is stored.
#[test]
fn the_end_is_published_whether_or_not_the_record_can_be_stored() {
    let mut world = World::playing(&json!({}));
    // The entry is taken; the record is not.
    let resign = ClientMessage::Resign { id: Uuid::from_u128(1) };
    let mut refused = world.clone();
    world.say(1, resign.clone());
    assert_eq!(world.sent[&2].rooms.last().map(|room| room.state), Some(RoomState::Finished));
    assert!(world.record.record.contains("finished"));
    refused.failing = VecDeque::from([LogError::Full]);
    refused.say(1, resign);
    assert_eq!(refused.times(1), 0, "an entry that was not taken did not happen");
    assert!(refused.sent[&1].rejected.contains(&Uuid::from_u128(1)));
    assert_eq!(refused.room.record.state, RoomState::Running);
}

/// Restarts a room that owes a notice: it still owes it, whatever state it is in.
#[test]
fn a_room_that_is_over_owes_its_notices_after_a_restart() {
    let mut world = World::playing(&json!({}));
    let webhook = Target::Webhook("https://receiver.example".to_owned());
    world.room.record.seats[1].notify = Some(Box::new(webhook));
    drop(world.ask(RoomInput::Leave(2)));
    world.say(1, ClientMessage::Resign { id: Uuid::from_u128(1) });
    assert!(world.room.record.ended());
    let Ok(LoadedRoom { record, revision, .. }) = world.read(limits::RECENT_EVENTS) else {
        panic!("a room")
    };
    let (settings, random) = (Settings::default(), Randomness::os());
    let env = env(Moment::ZERO, &settings, &random);
    let again = Room::new(&env, world.room.game.clone(), record, revision);
    assert_eq!(again.wake_at(&env), Some(env.after_ms(settings.notify_after_ms)));
}

/// Returns the seats that a look finds asked, each with the milliseconds since it is.
fn asked(world: &World) -> Vec<(u8, u64)> {
    world.asked().iter().map(|awaited| (awaited.seat, awaited.for_ms)).collect()
}

/// Starts the room's process anew on what is stored.
fn restart(world: &mut World) {
    let LoadedRoom { record, revision, .. } = world.read(limits::RECENT_EVENTS).unwrap();
    let settings = Settings::default();
    let env = env(world.now, &settings, &world.random);
    world.room = Room::new(&env, world.room.game.clone(), record, revision);
    let reading = world.read(limits::RECENT_EVENTS).map(Box::new);
    drop(world.ask(RoomInput::Read(reading, ReadFor::Nobody)));
}

/// Shows to those who look whom the match asks, and since when: over a restart, if they are away.
#[test]
fn a_look_says_who_is_asked_and_since_when() {
    let mut world = World::playing(&json!({"rounds": 2}));
    world.wait(1_000);
    assert_eq!(asked(&world), [(0, 1_000)]);
    let revision = world.record.revision;
    world.act(1, 1, 0);
    assert_eq!(asked(&world), [(1, 0)]);
    world.wait(2_000);
    assert_eq!(world.record.revision, revision, "somebody who is here needs no record");
    drop(world.ask(RoomInput::Leave(2)));
    assert_eq!(world.record.revision, revision + 1, "somebody who has left does");
    world.wait(3_000);
    restart(&mut world);
    assert_eq!(asked(&world), [(1, 5_000)]);
    world.join(3, JoinAs::Token(token(1)));
    world.act(3, 2, 1);
    assert_eq!(asked(&world), [(0, 0), (1, 0)], "a secret choice asks both");
    world.wait(700);
    let command = json!({"type": "hide", "n": 2});
    world.say(3, ClientMessage::Command { id: Uuid::from_u128(3), decision: 2, command });
    // This game does not say who has still to choose, and nothing else does.
    assert_eq!(asked(&world), [(0, 700), (1, 700)], "behind the veil nothing changes");
}

/// Says nothing of questions once a match is over, but who has won it.
#[test]
fn a_look_says_who_has_won_a_match_that_is_over() {
    let mut world = World::playing(&json!({"rounds": 1}));
    world.say(2, ClientMessage::Resign { id: Uuid::from_u128(9) });
    assert_eq!(asked(&world), []);
    assert_eq!(world.room.record.object(|_| false, 0).winners, Some(vec![0]));
}

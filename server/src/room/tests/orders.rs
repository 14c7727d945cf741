//! Concurrent acts in every order in which they can happen: each source does its acts in its own order,
//! and all of them are interleaved in every way.

use super::*;

/// Something that one source does.
type Act = fn(&mut World);

/// Runs every interleaving of the sources on a copy of the world, and judges each result.
fn in_every_order(world: &World, sources: &[&[Act]], check: &dyn Fn(&World)) -> usize {
    fn go(world: &World, sources: &[&[Act]], check: &dyn Fn(&World)) -> usize {
        let mut orders = 0;
        for (number, source) in sources.iter().enumerate() {
            let Some((first, rest)) = source.split_first() else { continue };
            let mut next = world.clone();
            first(&mut next);
            let mut left = sources.to_vec();
            left[number] = rest;
            orders += go(&next, &left, check);
        }
        if orders > 0 {
            return orders;
        }
        world.judge();
        check(world);
        1
    }
    go(world, sources, check)
}

#[test]
fn a_seat_is_taken_over_while_it_acts() {
    let world = World::playing(&json!({}));
    let orders = in_every_order(
        &world,
        &[
            &[
                |world| world.act(1, 1, 0),
                |world| world.act(1, 1, 0),
                |world| {
                    drop(world.ask(RoomInput::Leave(1)));
                },
            ],
            &[
                |world| world.join(3, JoinAs::Token(token(0))),
                |world| world.act(3, 2, 0),
                |world| {
                    world.act(3, 1, 0);
                },
            ],
            &[|world| world.act(2, 4, 0)],
        ],
        &|world| {
            assert_eq!(world.times(1) + world.times(2), 1, "one move for one question");
            assert_eq!(world.times(4), 0, "a move out of turn");
            let closed = world.sent[&1].closed;
            assert!(closed.is_none_or(|code| code == close::REPLACED));
            assert_eq!(world.sent[&3].closed, None);
        },
    );
    assert_eq!(orders, 140);
}

#[test]
fn whoever_came_first_does_not_take_the_seat_back() {
    let mut world = World::playing(&json!({}));
    world.join(3, JoinAs::Token(token(0)));
    let mut again = |id, came| {
        world.sent.entry(id).or_default();
        let joining = Joining { came, ..joining(id, JoinAs::Token(token(0)), None) };
        drop(world.ask(RoomInput::Join(joining)));
        world.act(id, u128::from(id), 0);
        (world.sent[&id].closed, world.times(u128::from(id)))
    };
    let first = Precedence { claim: 0, connection: 1 };
    assert_eq!(again(4, first), (Some(close::REPLACED), 0), "the socket of connection 1");
    let elsewhere = Precedence { claim: 8, connection: 1 };
    assert_eq!(again(5, elsewhere), (None, 1), "one that came where the room was later");
    let newer = Precedence { claim: 0, connection: 3 };
    assert_eq!(again(6, newer), (Some(close::REPLACED), 0));
    assert_eq!(world.sent[&3].closed, Some(close::REPLACED));
}

#[test]
fn spectators_come_and_go_while_both_act() {
    let world = World::playing(&json!({}));
    in_every_order(
        &world,
        &[
            &[|world| world.act(1, 1, 0)],
            &[|world| world.act(2, 2, 1), |world| world.act(2, 2, 1)],
            &[
                |world| world.join(3, JoinAs::Gallery),
                |world| drop(world.ask(RoomInput::Leave(3))),
                |world| world.join(4, JoinAs::Gallery),
            ],
        ],
        &|world| {
            let last = world.rows.len() as u64 - 1;
            for stays in [1, 2, 4] {
                let seen = world.sent[&stays].updates.last().map(|update| update.seq);
                assert_eq!(seen, Some(last), "{stays} sees the end of the log");
            }
        },
    );
}

#[test]
fn deadlines_fall_due_while_both_act() {
    let world = World::playing(&json!({"clock_ms": 100}));
    in_every_order(
        &world,
        &[
            &[|world| world.act(1, 1, 0)],
            &[|world| world.act(2, 2, 1)],
            &[|world| world.wait(60), |world| world.wait(60), |world| world.wait(60)],
        ],
        &|world| {
            let mut due = 100;
            for entry in &world.log()[1..] {
                let at = entry["at"].as_u64().expect("a time");
                assert!(at <= due, "a deadline at {due} was passed over");
                if entry["input"]["type"] == "deadline" {
                    assert_eq!(at, due, "a deadline has the time it was due");
                }
                due = at + 100;
            }
        },
    );
}

#[test]
fn a_server_stops_while_both_act() {
    let world = World::playing(&json!({"clock_ms": 100}));
    in_every_order(
        &world,
        &[
            &[|world| world.act(1, 1, 0), |world| world.act(1, 1, 0)],
            &[|world| world.act(2, 2, 1)],
            &[|world| drop(world.ask(RoomInput::Pause)), |world| drop(world.ask(RoomInput::Stop))],
        ],
        &|world| {
            // Whoever was cut off comes back, and the act is known or taken now.
            let mut again = world.clone();
            again.join(5, JoinAs::Token(token(0)));
            again.join(6, JoinAs::Token(token(1)));
            again.act(5, 1, 0);
            assert_eq!(again.times(1), 1);
            assert!(again.sent[&5].accepted.contains_key(&Uuid::from_u128(1)));
            again.judge();
        },
    );
}

#[test]
fn requests_are_asked_granted_withdrawn_and_overtaken() {
    fn consent(world: &mut World, from: ConnectionId, id: u128, agree: bool) {
        let (id, request) = (Uuid::from_u128(id), Uuid::from_u128(10));
        world.say(from, ClientMessage::Consent { id, request, agree });
    }
    let mut world = World::playing(&json!({"rounds": 3, "undo": "consent"}));
    world.act(1, 1, 0);
    world.say(1, ClientMessage::Undo { id: Uuid::from_u128(10), to: 0 });
    assert_eq!(world.room.requests.shown().len(), 1);
    in_every_order(
        &world,
        &[
            &[|world| consent(world, 2, 20, true)],
            &[|world| consent(world, 1, 21, false)],
            &[|world| world.act(2, 2, 1)],
            &[|world| world.wait(5 * 60 * 1_000)],
        ],
        &|world| {
            let (maker, asked) = (&world.sent[&1], Uuid::from_u128(10));
            let granted = maker.accepted.contains_key(&asked);
            assert_ne!(granted, maker.rejected.contains(&asked), "a request has one answer");
            let undone = world.log().iter().any(|entry| entry["input"]["type"] == "undo");
            assert_eq!(undone, granted);
        },
    );
}

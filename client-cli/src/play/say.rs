//! Sentences about rooms, turns and results.
//!
//! Pure, so that a watcher and a player read the same words. It must not know a connection.

use protocol::room::{Request, Room, RoomState, Seat, SeatKind};
use protocol::{Event, Outcome, Update};
use serde_json::Value;

use crate::render::generic::{short, words};
use crate::render::{self, Due, Render, Scene};

/// How seats are called in one room.
#[derive(Clone, Debug, Default)]
pub struct Names {
    seats: Vec<(u8, String)>,
}

impl Names {
    /// Name and role of each seat; `roles` as the server lists them for the game, else as the table
    /// shows them.
    pub fn new(room: &Room, roles: &[String], scene: Option<&Scene<'_>>) -> Self {
        let renderer = render::of(&room.game);
        let seats = room
            .seats
            .iter()
            .map(|seat| {
                let name = seat.name.clone().unwrap_or_else(|| format!("seat {}", seat.seat));
                let full = match role(seat.seat, renderer, roles, scene) {
                    Some(role) => format!("{name} ({role})"),
                    None => name,
                };
                (seat.seat, full)
            })
            .collect();
        Self { seats }
    }

    /// One seat.
    pub fn of(&self, seat: u8) -> String {
        let found = self.seats.iter().find(|(number, _)| *number == seat);
        found.map_or_else(|| format!("seat {seat}"), |(_, name)| name.clone())
    }

    /// Several seats.
    pub fn all(&self, seats: &[u8]) -> String {
        let names: Vec<String> = seats.iter().map(|seat| self.of(*seat)).collect();
        match names.split_last() {
            None => "nobody".to_owned(),
            Some((last, [])) => last.clone(),
            Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        }
    }
}

fn role(
    seat: u8,
    renderer: &dyn Render,
    roles: &[String],
    scene: Option<&Scene<'_>>,
) -> Option<String> {
    roles.get(usize::from(seat)).cloned().or_else(|| renderer.role(seat, scene))
}

/// The room with its seats: what a lobby is about.
pub fn lobby(room: &Room, own: Option<u8>, roles: &[String]) -> Vec<String> {
    let renderer = render::of(&room.game);
    let mut lines = vec![format!("Room {}: {}", room.code, title(room))];
    if room.fairness.attempt > 0 {
        lines.push(format!("  Attempt {} at the deal", room.fairness.attempt + 1));
    }
    lines.extend(room.seats.iter().map(|seat| seat_line(room, seat, own, renderer, roles)));
    if room.spectators > 0 {
        lines.push(format!("  Watching: {}", room.spectators));
    }
    lines
}

/// The seats of a lobby that are not as they were.
pub fn changed_seats(before: &Room, room: &Room, own: Option<u8>, roles: &[String]) -> Vec<String> {
    let renderer = render::of(&room.game);
    let changed = room.seats.iter().filter(|seat| !before.seats.contains(seat));
    changed.map(|seat| seat_line(room, seat, own, renderer, roles)).collect()
}

fn seat_line(
    room: &Room,
    seat: &Seat,
    own: Option<u8>,
    renderer: &dyn Render,
    roles: &[String],
) -> String {
    let scene = Scene { options: Some(&room.options), ..Scene::new(&Value::Null) };
    let role = role(seat.seat, renderer, roles, Some(&scene));
    let role = role.map(|role| format!(" ({role})")).unwrap_or_default();
    let you = if own == Some(seat.seat) { ", you" } else { "" };
    let host = if room.host == Some(seat.seat) { ", host" } else { "" };
    format!("  Seat {}{role}: {}{you}{host}", seat.seat, seat_words(room, seat))
}

fn seat_words(room: &Room, seat: &Seat) -> String {
    let Some(name) = &seat.name else { return "free".to_owned() };
    let kind = match seat.kind {
        SeatKind::Bot => ", bot of the server",
        SeatKind::Person if seat.connected => "",
        SeatKind::Person => ", not connected",
    };
    let brought = room.fairness.seats.get(usize::from(seat.seat));
    let ready = match brought.is_some_and(|brought| brought.commitment.is_some()) {
        true if seat.ready => "ready",
        // Whoever trusts the deal should know whose it is.
        false if seat.ready => "ready, no entropy",
        true | false => "not ready",
    };
    format!("{name}{kind}, {ready}")
}

/// The game and its options.
fn title(room: &Room) -> String {
    let mut text = words(&room.game);
    if !room.options.is_empty() {
        text = format!("{text} ({})", short(&Value::Object(room.options.clone())));
    }
    text
}

/// The state of a room in a word.
pub const fn state(state: RoomState) -> &'static str {
    match state {
        RoomState::Lobby => "waiting for players",
        RoomState::Sealing => "about to begin",
        RoomState::Running => "running",
        RoomState::Finished => "finished",
        RoomState::Abandoned => "abandoned",
    }
}

/// Something that happened, without its rule: for when there is little time to read.
pub fn brief_event(event: &Event) -> String {
    format!("* {}", event.text)
}

/// Something that happened.
pub fn event(event: &Event) -> String {
    match event.rule.as_deref().filter(|rule| !rule.is_empty()) {
        Some(rule) => format!("* {} [{rule}]", event.text),
        None => format!("* {}", event.text),
    }
}

/// Whose turn it is.
pub fn turn(update: &Update, own: Option<u8>, names: &Names) -> String {
    let mine = own.is_some_and(|own| update.awaiting.contains(&own));
    let others: Vec<u8> =
        update.awaiting.iter().copied().filter(|seat| Some(*seat) != own).collect();
    match (mine, others.is_empty()) {
        (true, true) => "It is your turn.".to_owned(),
        (true, false) => format!("It is your turn, and that of {}.", names.all(&others)),
        (false, true) => "Nobody is asked anything.".to_owned(),
        (false, false) => format!("Waiting for {}.", names.all(&others)),
    }
}

/// What the clock will bring: as the game's rendering knows it, else the next deadline.
pub fn dues(game: &str, update: &Update) -> Vec<Due> {
    let known = render::of(game).dues(&update.public);
    if !known.is_empty() {
        return known;
    }
    let deadline = update.deadline_ms.map(|at_ms| Due { what: "the deadline", at_ms });
    deadline.into_iter().collect()
}

/// How a match ended.
pub fn outcome(outcome: &Outcome, own: Option<u8>, names: &Names) -> Vec<String> {
    let winner = match outcome.winners.as_slice() {
        [] => "nobody wins".to_owned(),
        [one] if Some(*one) == own => format!("you win, {}", names.of(*one)),
        [one] => format!("{} wins", names.of(*one)),
        many => format!("{} win together", names.all(many)),
    };
    let mut lines = vec![format!("The match is over: {winner} ({}).", words(&outcome.reason))];
    let scores: Vec<String> = outcome
        .scores
        .iter()
        .enumerate()
        .map(|(seat, score)| format!("{} {score}", names.of(seat as u8)))
        .collect();
    if !scores.is_empty() {
        lines.push(format!("Scores: {}", scores.join(", ")));
    }
    lines
}

/// What changed in a room that is not in its lobby: who came and went, what is asked for.
pub fn room_changes(before: &Room, now: &Room, own: Option<u8>, names: &Names) -> Vec<String> {
    let mut lines = Vec::new();
    for seat in now.seats.iter().filter(|seat| Some(seat.seat) != own) {
        let was = before.seats.iter().find(|old| old.seat == seat.seat);
        if let Some(was) = was.filter(|was| was.connected != seat.connected) {
            let what = if was.connected { "has lost the connection" } else { "is connected" };
            lines.push(format!("{} {what}.", names.of(seat.seat)));
        }
    }
    for request in &now.requests {
        if before.requests.iter().all(|old| old.id != request.id) {
            let what = asked(request);
            lines.push(if Some(request.by) == own {
                format!("The others are asked about: {what}.")
            } else {
                format!("{} asks for: {what}. Type agree or refuse.", names.of(request.by))
            });
        }
    }
    if before.requests.iter().any(|old| now.requests.iter().all(|one| one.id != old.id)) {
        lines.push("A request was answered or has lapsed.".to_owned());
    }
    if before.rematch.is_none() && now.rematch.is_some() {
        lines.push("A rematch was opened: type rematch to play it.".to_owned());
    }
    if before.state != now.state && now.state == RoomState::Abandoned {
        lines.push("The room was given up.".to_owned());
    }
    lines
}

/// What a request asks for.
fn asked(request: &Request) -> String {
    match (request.kind.as_str(), request.moves) {
        ("undo", Some(moves)) => {
            let moves = if moves == 1 { "one move".to_owned() } else { format!("{moves} moves") };
            format!("taking {moves} back (what is rolled or drawn after it will be the same again)")
        }
        (kind, _) => words(kind),
    }
}

/// That a move can be taken back, while nobody has learnt anything by it.
pub fn take_back(update: &Update) -> Option<&'static str> {
    let free = update.undo.is_some_and(|undo| undo.free);
    free.then_some("(undo takes your last move back)")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{room, update};

    fn names() -> Names {
        Names::new(&room(RoomState::Running), &[], None)
    }

    #[test]
    fn a_lobby_shows_who_is_there() {
        let mut room = room(RoomState::Lobby);
        room.seats[1].name = None;
        room.seats[0].ready = true;
        assert_eq!(
            lobby(&room, Some(0), &[]),
            [
                "Room K7P2XR: europe divided (edition revised)",
                "  Seat 0 (Europe): Ada, ready, no entropy, you, host",
                "  Seat 1 (Russia): free",
            ]
        );
    }

    #[test]
    fn in_a_lobby_only_what_changed_is_said_again() {
        let before = room(RoomState::Lobby);
        let mut now = before.clone();
        assert!(changed_seats(&before, &now, Some(0), &[]).is_empty());
        now.seats[1].ready = true;
        assert_eq!(
            changed_seats(&before, &now, Some(0), &[]),
            ["  Seat 1 (Russia): Boris, ready, no entropy"]
        );
    }

    #[test]
    fn the_turn_is_said_in_words() {
        let mut update = update(1);
        assert_eq!(turn(&update, Some(0), &names()), "Waiting for Boris (Russia).");
        assert_eq!(turn(&update, Some(1), &names()), "It is your turn.");
        update.awaiting = vec![0, 1];
        let both = "It is your turn, and that of Ada (Europe).";
        assert_eq!(turn(&update, Some(1), &names()), both);
        let waiting = "Waiting for Ada (Europe) and Boris (Russia).";
        assert_eq!(turn(&update, None, &names()), waiting);
    }

    #[test]
    fn any_deadline_is_a_clock() {
        let mut update = update(1);
        assert_eq!(dues("tic-tac-toe", &update), []);
        update.deadline_ms = Some(30_000);
        assert_eq!(dues("tic-tac-toe", &update), [Due { what: "the deadline", at_ms: 30_000 }]);
    }

    #[test]
    fn the_end_names_winner_scores_and_reason() {
        let end = |winners: &[u8]| Outcome {
            winners: winners.to_vec(),
            scores: vec![12, 9],
            reason: "contested_cards".to_owned(),
        };
        assert_eq!(
            outcome(&end(&[0]), Some(1), &names()),
            [
                "The match is over: Ada (Europe) wins (contested cards).",
                "Scores: Ada (Europe) 12, Boris (Russia) 9"
            ]
        );
        assert!(outcome(&end(&[0]), Some(0), &names())[0].contains("you win"));
        assert!(outcome(&end(&[]), None, &names())[0].contains("nobody wins"));
    }

    #[test]
    fn comings_goings_and_requests_are_told_once() {
        let before = room(RoomState::Running);
        let mut now = before.clone();
        now.seats[1].connected = false;
        now.requests.push(protocol::room::Request {
            id: uuid::Uuid::nil(),
            kind: "pause".to_owned(),
            by: 1,
            until_ms: 0,
            agreed: Vec::new(),
            to: None,
            moves: None,
        });
        now.requests.push(protocol::room::Request {
            id: uuid::Uuid::max(),
            kind: "undo".to_owned(),
            to: Some(7),
            moves: Some(2),
            ..now.requests[0].clone()
        });
        assert_eq!(
            room_changes(&before, &now, Some(0), &names()),
            [
                "Boris (Russia) has lost the connection.",
                "Boris (Russia) asks for: pause. Type agree or refuse.",
                "Boris (Russia) asks for: taking 2 moves back (what is rolled or drawn after it \
                 will be the same again). Type agree or refuse.",
            ]
        );
        assert!(room_changes(&now, &now, Some(0), &names()).is_empty());
    }
}

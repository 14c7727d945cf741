//! Sentences about rooms, turns and results.
//!
//! Pure, so that a watcher and a player read the same words. It must not know a connection.

use protocol::notice::{Notify, Way};
use protocol::program::ProgramInfo;
use protocol::room::{GameInfo, Program, Request, Room, RoomState, Seat, SeatKind, Unproven};
use protocol::{Event, Open, Outcome, Update};
use serde_json::Value;

use super::names::{Names, role};
use super::reasons::reason;
use crate::clock::Deadline;
use crate::duration::spelled_out;
use crate::face::Face;
use crate::options;
use crate::render::text::words;
use crate::render::{self, Render, Scene};
use crate::seal::Duty;
use crate::session::{PendingMessage, RefusalDetails};

/// The lobby's request to its people.
pub const PRESS_ENTER: &str = "Press Enter when you are ready.";

/// Returns the room with its seats: what a lobby is about.
pub fn lobby(room: &Room, own: Option<u8>, game: Option<&GameInfo>) -> Vec<String> {
    let renderer = render::of(&room.game);
    let roles = game.and_then(|game| game.roles.as_deref()).unwrap_or_default();
    let (name, unusual) = agreed(room, game);
    let mut lines = vec![format!("Room {}: {name}", room.code)];
    lines.extend(unusual);
    lines.extend(unproven(room).map(|text| format!("  {text}")));
    if room.fairness.attempt > 0 {
        lines.push(format!("  Attempt {} at the deal", room.fairness.attempt + 1));
    }
    lines.extend(room.seats.iter().map(|seat| seat_line(room, seat, own, renderer, roles)));
    if room.spectators > 0 {
        lines.push(format!("  Watching: {}", room.spectators));
    }
    lines
}

/// Returns what the lobby waits for.
pub fn lobby_wait(room: &Room, own: Option<u8>) -> &'static str {
    let ready = room.seats.iter().any(|seat| Some(seat.seat) == own && seat.ready);
    if room.state == RoomState::Sealing {
        "Everybody is ready; the deal is being sealed."
    } else if ready {
        "You are ready. The match begins when everybody is."
    } else if room.seats.iter().all(|seat| seat.name.is_some()) {
        if own.is_none() {
            return "The match begins when everybody is ready.";
        }
        PRESS_ENTER
    } else if own.is_some() && room.host == own {
        match room.seats.iter().filter(|seat| seat.name.is_none()).count() {
            1 => "A seat is free: send the link, or type bot and the server plays for it.",
            _ => "Seats are free: send the link, or type bot and the server plays for one.",
        }
    } else {
        "Seats are free; the match begins when all are taken and ready."
    }
}

/// Returns the first seat that nobody holds.
pub fn free_seat(room: &Room) -> Option<u8> {
    room.seats.iter().find(|seat| seat.name.is_none()).map(|seat| seat.seat)
}

/// Returns the number of seats for which the server plays.
pub(crate) fn bots(room: &Room) -> usize {
    room.seats.iter().filter(|seat| seat.kind == Open::Known(SeatKind::Bot)).count()
}

/// Says why nothing proves how the match is dealt; `None` if its record will.
pub(crate) fn unproven(room: &Room) -> Option<String> {
    Some(match room.unproven.as_ref()? {
        Open::Known(Unproven::Practice { from, seq }) => {
            format!("Practice from entry {seq} of match {from}: not provably dealt")
        }
        Open::Known(Unproven::Dev { seed }) => {
            format!("A server for authors deals from the seed {seed}: not provably dealt")
        }
        Open::Known(Unproven::Lesson { .. }) => {
            "A lesson or a puzzle: everybody is dealt the same".to_owned()
        }
        Open::Unknown(_) => "Not provably dealt".to_owned(),
    })
}

/// Describes the basis of the deal.
pub fn deal(room: &Room) -> Vec<String> {
    if let Some(text) = unproven(room) {
        return vec![format!("{text}.")];
    }
    let fairness = &room.fairness;
    let brings = |seat: &&Seat| {
        let brought = fairness.seats.get(usize::from(seat.seat));
        brought.is_some_and(|brought| brought.commitment.is_some())
    };
    let names: Vec<&str> =
        room.seats.iter().filter(brings).filter_map(|seat| seat.name.as_deref()).collect();
    let entropy = match names.as_slice() {
        [] => "the server alone".to_owned(),
        names => format!("the server and {}", names.join(", ")),
    };
    let state = match room.state {
        RoomState::Lobby => "whoever is not ready is not bound yet",
        RoomState::Sealing => "being sealed: everybody is bound and reveals their part",
        RoomState::Running => "sealed; the record can be checked after the end",
        RoomState::Finished | RoomState::Abandoned => "over; `entente verify` checks the record",
    };
    vec![
        format!("The deal: {state}."),
        format!("Entropy ({}): {entropy}.", fairness.scheme),
        format!("The server is bound to {}.", fairness.commitment),
    ]
}

/// Describes the open requests.
pub fn requests(room: &Room, own: Option<u8>, names: &Names) -> Vec<String> {
    let line = |request: &Request| {
        let agreed = match request.agreed.as_slice() {
            [] => String::new(),
            seats => format!(" (agreed: {})", names.all(seats)),
        };
        let by = if Some(request.by) == own {
            "You ask".to_owned()
        } else {
            format!("{} asks", names.of(request.by))
        };
        format!("{by} for: {}{agreed}.", asked(request))
    };
    room.requests.iter().map(line).collect()
}

/// Returns the reason why this seat's part of the deal is not revealed although it is due.
pub const fn not_revealed(duty: &Duty) -> Option<&'static str> {
    match duty {
        Duty::Nothing | Duty::Reveal(_) => None,
        Duty::Distrust => Some(
            "The server contradicted itself about this deal: your part of it is not revealed, and \
             this attempt will lapse.",
        ),
        Duty::Lost => Some(
            "Your seat committed itself to entropy that is not kept here: this attempt will \
             lapse, and you will be named for it.",
        ),
    }
}

/// Returns the attempts at a deal that lapsed since.
pub fn voided(before: Option<&Room>, room: &Room, names: &Names) -> Vec<String> {
    let known = before.map_or(0, |before| before.fairness.voided.len());
    let new = room.fairness.voided.iter().skip(known);
    new.map(|attempt| {
        let missing = names.all(&attempt.missing);
        let next = if room.state == RoomState::Abandoned {
            "the room is given up".to_owned()
        } else {
            format!("attempt {} begins", attempt.attempt + 2)
        };
        format!("{missing} did not reveal their part of the deal in time: {next}.")
    })
    .collect()
}

/// Describes a refusal and its reason.
pub fn refused(act: Option<&PendingMessage>, answer: &RefusalDetails) -> String {
    let what = act.map(|act| format!(" ({})", act.text)).unwrap_or_default();
    let rule = answer.rule.as_ref().map(|rule| format!(" [{rule}]")).unwrap_or_default();
    let later = answer
        .retry_after
        .map(|wait| format!(" Try again in {}.", spelled_out(wait.as_millis() as u64)))
        .unwrap_or_default();
    format!("Refused{what}: {}{rule} ({}).{later}", answer.detail, answer.code.word())
}

/// Returns the seats of a lobby that are not as they were.
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

/// Lists the programs that a host may seat.
pub fn programs(programs: &[ProgramInfo], face: Face) -> Vec<String> {
    let mut lines: Vec<String> = programs
        .iter()
        .map(|program| {
            let full = if program.free == 0 { ", plays in enough rooms now" } else { "" };
            format!("  {}{full}", program_of(program))
        })
        .collect();
    if lines.is_empty() {
        return vec!["No program waits for hosts of this game.".to_owned()];
    }
    let how = face.typed("program NAME");
    lines.insert(0, format!("Programs, not run by this server ({how} gives one a free seat):"));
    lines
}

/// Says what a program says of itself.
pub(super) fn program_of(ProgramInfo { name, contact, level, .. }: &ProgramInfo) -> String {
    format!("{name}{}, by {contact}", level_of(level.as_deref()))
}

fn level_of(level: Option<&str>) -> String {
    level.map(|level| format!(" ({level})")).unwrap_or_default()
}

fn program_words(program: &Program) -> String {
    let level = level_of(program.level.as_deref());
    format!(", a program{level}, by {}, not run by this server", program.contact)
}

fn seat_words(room: &Room, seat: &Seat) -> String {
    let Some(name) = &seat.name else { return "free".to_owned() };
    let kind = match (&seat.kind, &seat.program) {
        (Open::Known(SeatKind::Bot), Some(_)) => ", bot of the server for a program".to_owned(),
        (Open::Known(SeatKind::Bot), None) => ", bot of the server".to_owned(),
        (_, Some(program)) => program_words(program),
        (Open::Known(SeatKind::Person | SeatKind::Program), None) => String::new(),
        (Open::Unknown(kind), None) => format!(", {kind}"),
    };
    let away = if seat.connected { "" } else { ", not connected" };
    let level = level_of(seat.level.as_ref().map(Open::word).as_deref());
    let brought = room.fairness.seats.get(usize::from(seat.seat));
    let ready = match brought.is_some_and(|brought| brought.commitment.is_some()) {
        true if seat.ready => "ready",
        false if seat.ready && room.unproven.is_some() => "ready",
        // Whoever trusts the deal should know whose it is.
        false if seat.ready => "ready, no entropy",
        true | false => "not ready",
    };
    format!("{name}{level}{kind}{away}, {ready}")
}

/// Returns the game's name, and in a line below what was agreed that is not usual.
fn agreed(room: &Room, game: Option<&GameInfo>) -> (String, Option<String>) {
    let name = game.map_or_else(|| words(&room.game), |game| game.name.clone());
    let schema = game.map_or(&Value::Null, |game| &game.options);
    let unusual = options::unusual(schema, &room.options);
    (name, (!unusual.is_empty()).then(|| format!("  {}", unusual.join("; "))))
}

/// Returns the state of a room in a word.
pub const fn state(state: RoomState) -> &'static str {
    match state {
        RoomState::Lobby => "waiting for players",
        RoomState::Sealing => "about to begin",
        RoomState::Running => "running",
        RoomState::Finished => "finished",
        RoomState::Abandoned => "abandoned",
    }
}

/// Describes an event without its rule: for when there is little time to read.
pub fn brief_event(event: &Event, names: &Names) -> String {
    format!("* {}", names.event_text(event))
}

/// Describes an event.
pub fn event(event: &Event, names: &Names) -> String {
    let text = names.event_text(event);
    match event.rule.as_deref().filter(|rule| !rule.is_empty()) {
        Some(rule) => format!("* {text} [{rule}]"),
        None => format!("* {text}"),
    }
}

/// Returns whose turn it is.
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

/// Others than this seat who were awaited and are no longer: where all choose in secret, that is all
/// one may know.
pub fn chosen(before: &[u8], now: &[u8], own: Option<u8>, names: &Names) -> Option<String> {
    let done = |seat: &u8| !now.contains(seat) && Some(*seat) != own;
    let done: Vec<u8> = before.iter().copied().filter(done).collect();
    (!done.is_empty()).then(|| format!("Chosen, and not yet shown: {}.", names.all(&done)))
}

/// Returns the deadlines ahead: those that the game's rendering knows, else the update's next one.
pub fn deadlines(game: &str, update: &Update) -> Vec<Deadline> {
    let known = render::of(game).deadlines(&update.public);
    if !known.is_empty() {
        return known;
    }
    let deadline =
        update.deadline_ms.map(|at_ms| Deadline { what: "the deadline", name: "time", at_ms });
    deadline.into_iter().collect()
}

/// Describes the end of a match.
pub fn outcome(outcome: &Outcome, own: Option<u8>, names: &Names) -> Vec<String> {
    let winner = match outcome.winners.as_slice() {
        [] if outcome.reason == "draw" => "it is a draw".to_owned(),
        [] => "nobody wins".to_owned(),
        [one] if Some(*one) == own => format!("you win, {}", names.of(*one)),
        [one] => format!("{} wins", names.of(*one)),
        many => format!("{} win together", names.all(many)),
    };
    let mut lines = vec![format!("The match is over: {winner} ({}).", reason(&outcome.reason))];
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

/// Says what a coach points at, to the pupil or to the coach.
pub fn pointed(at: &[String], text: Option<&str>, coach: bool) -> String {
    let who = if coach { "You" } else { "Your coach" };
    let things: Vec<String> = at.iter().map(|id| id.replace(['-', '_'], " ")).collect();
    let things = things.join(", ");
    match (things.is_empty(), text, coach) {
        (true, None, true) => "You point at nothing any more.".to_owned(),
        (true, None, false) => "Your coach points at nothing any more.".to_owned(),
        (true, Some(line), _) => format!("{who}: {line}"),
        (false, None, true) => format!("You point at {things}."),
        (false, None, false) => format!("Your coach points at {things}."),
        (false, Some(line), true) => format!("You point at {things}: {line}"),
        (false, Some(line), false) => format!("Your coach points at {things}: {line}"),
    }
}

/// Describes the changes in a room that is past its lobby: comings and goings, and requests.
pub fn room_changes(
    before: &Room,
    now: &Room,
    own: Option<u8>,
    names: &Names,
    face: Face,
) -> Vec<String> {
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
                let (agree, refuse) = (face.typed("agree"), face.typed("refuse"));
                format!("{} asks for: {what}. Type {agree} or {refuse}.", names.of(request.by))
            });
        }
    }
    if before.requests.iter().any(|old| now.requests.iter().all(|one| one.id != old.id)) {
        lines.push("A request was answered or has lapsed.".to_owned());
    }
    if before.rematch.is_none() && now.rematch.is_some() {
        lines.push(format!("A rematch was opened: type {} to play it.", face.typed("rematch")));
    }
    if before.state != now.state && now.state == RoomState::Abandoned {
        lines.push("The room was given up.".to_owned());
    }
    lines
}

/// Returns what a request asks for.
fn asked(request: &Request) -> String {
    match (request.kind.as_str(), request.moves) {
        ("undo", Some(moves)) => {
            let moves = if moves == 1 { "one move".to_owned() } else { format!("{moves} moves") };
            format!("taking {moves} back (what is rolled or drawn after it will be the same again)")
        }
        ("coach", _) => "a coach, who sees what they see, and points".to_owned(),
        (kind, _) => words(kind),
    }
}

/// Returns a hint while a move can be taken back, since nobody has learnt anything by it.
pub fn take_back(update: &Update, face: Face) -> Option<String> {
    let free = update.undo.is_some_and(|undo| undo.free);
    free.then(|| format!("({} takes your last move back)", face.typed("undo")))
}

/// Describes where a seat is sent its notices.
pub fn notices(known: &Notify) -> String {
    match (&known.webhook, &known.email, known.confirmed) {
        (Some(url), _, _) => format!("While you are away, your turn is reported to {url}."),
        (None, Some(address), Some(true)) => {
            format!("While you are away, your turn is reported by mail to {address}.")
        }
        (None, Some(address), _) => {
            format!("A mail was sent to {address}. Nothing else is until its owner agrees.")
        }
        (None, None, _) if known.push.as_ref().is_some_and(|push| !push.devices.is_empty()) => {
            "While you are away, your turn is shown by the browser where you switched that on."
                .to_owned()
        }
        (None, None, _) if known.ways.is_empty() => "This server sends no notices.".to_owned(),
        (None, None, _) => "While you are away, you are not notified of your turn.".to_owned(),
    }
}

/// Describes what may be given as the address for notices; `None` if this server sends none.
pub fn notice_ways(known: &Notify) -> Option<String> {
    let way = |way: &Way| match way {
        Way::Webhook => "an https:// address (it is called)",
        Way::Email => "a mail address",
    };
    let ways: Vec<&str> = known.ways.iter().filter_map(Open::known).map(way).collect();
    (!ways.is_empty()).then(|| ways.join(" or "))
}

#[cfg(test)]
mod tests;

//! The table of limits in docs/PROTOCOL.md, held against the constants and the settings.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use protocol::envelope::RE_TYPE_BYTES;
use protocol::program::{PROGRAM_GAMES_MAX, PROGRAM_LEVEL_CHARS, PROGRAM_ROOMS_MAX};
use protocol::room::CONTACT_CHARS;
use protocol::{MAX_MESSAGE_BYTES, MAX_OFFERS, MAX_OFFERS_BYTES, scan};

use server::Settings;
use server::gateway::{
    ANSWER_MS, CALLS_AT_ONCE, CALLS_OF_ADDRESS, CALLS_OF_SITE, CALLS_WAITING,
    CALLS_WAITING_OF_ADDRESS, CONTEXT_KEPT, Cost, ENTRIES_A_POINT, FRAGMENTS_MAX, HEADER_BYTES,
    HEADERS_MAX, LISTED_SEATS_MAX, MALFORMED_MAX, MALFORMED_WINDOW, PROGRAMS_AN_ADDRESS,
    PROGRESS_BYTES, READINGS_MAX, READINGS_OF_A_SITE, SEATS_TIMES, SEND_BUFFER_BYTES, SITE_TIMES,
    WAIT_MAX_MS, WIDE_TIMES, WITHOUT_SOCKET_SHARE,
};
use server::notices::{EMAIL_BYTES, WEBHOOK_BYTES, limits as notices};
use server::rooms::{CHAT_CHARS, NAME_CHARS, limits};

/// A row of the table.
struct Row {
    limit: String,
    value: u64,
    setting: String,
}

fn rows() -> Vec<Row> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/PROTOCOL.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, table) = page.split_once("| limit | value | unit | setting |\n").unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, limit, value, _, setting, _] = cells[..] else { panic!("{line}") };
        let value = value.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        Row { limit: limit.to_owned(), value, setting: setting.trim_matches('`').to_owned() }
    };
    table.lines().skip(1).take_while(|line| line.starts_with('|')).map(row).collect()
}

/// Values of notices, by the names of the table.
fn of_notices() -> BTreeMap<&'static str, u64> {
    let count = |count: usize| count as u64;
    BTreeMap::from([
        ("a webhook's address", count(WEBHOOK_BYTES)),
        ("a mail's address", count(EMAIL_BYTES)),
        ("a device's address", count(notices::ENDPOINT_BYTES)),
        ("devices of a seat", count(limits::DEVICES_MAX)),
        ("a notice waiting for a device at its push service", notices::KEPT_S.into()),
        ("asking the owner of an address", count(notices::ASKED_A_DAY)),
        (
            "asking owners for one address of a client, or an IPv6 /48",
            count(notices::ASKED_FOR_AN_ADDRESS),
        ),
        ("asking owners of addresses", count(notices::ASKED_AN_HOUR)),
        ("mails", count(notices::MAILS_AN_HOUR)),
        ("attempts at a notice", limits::NOTICE_ATTEMPTS.into()),
        ("time for an attempt", notices::ATTEMPT.as_millis() as u64),
        ("after the first attempt, at most", limits::FIRST_RETRY_MS),
        ("each further wait, at most", limits::RETRY_FACTOR),
        ("notices under way", count(notices::UNDER_WAY_MAX)),
        ("notices under way to one receiver", count(notices::RECEIVER_MAX)),
        ("notices under way for one seat", count(notices::SEAT_MAX)),
        ("an attempt that is not slow", notices::PROMPT.as_millis() as u64),
        ("notices under way where one was slow", count(notices::DOUBTFUL_MAX)),
        ("remembering that one was slow", notices::DOUBTFUL_MS),
        ("waiting for notices under way at a stop", limits::SETTLE_MS),
    ])
}

/// Limits of programs that announce themselves.
fn of_programs() -> [(&'static str, u64); 8] {
    let count = |count: usize| count as u64;
    [
        ("a program's level, in its own words", count(PROGRAM_LEVEL_CHARS)),
        ("games of an announced program", count(PROGRAM_GAMES_MAX)),
        ("rooms of an announced program", PROGRAM_ROOMS_MAX.into()),
        ("programs that are announced", count(limits::PROGRAMS_MAX)),
        ("programs of an address", count(PROGRAMS_AN_ADDRESS)),
        ("programs in the list", count(limits::PROGRAMS_LISTED_MAX)),
        ("a program that does not ask for its seats", limits::PROGRAM_SILENCE_MS),
        ("a program waits in a lobby", limits::PROGRAM_WAIT_MS),
    ]
}

/// Values of matches, and of old ones that are read, by the names of the table.
fn of_matches() -> [(&'static str, u64); 16] {
    let bytes = |bytes: usize| bytes as u64;
    [
        ("commands of a seat", engine::matches::COMMANDS_A_SEAT.into()),
        ("attempts at a deal", limits::ATTEMPTS_MAX.into()),
        ("moves that an undo reaches back", bytes(engine::matches::UNDO_REACH)),
        ("undos of a seat", engine::matches::UNDOS_A_SEAT.into()),
        ("agreed pauses of a seat", engine::matches::PAUSES_A_SEAT.into()),
        ("things that a coach points at together", bytes(limits::POINTED_MOST)),
        ("the identifier of one", bytes(limits::POINTED_BYTES)),
        ("time for consent", limits::REQUEST_MS),
        ("requests that come to nothing", bytes(limits::FAILED_MOST)),
        ("matches at rest being read for who comes back", bytes(limits::WAKING_MAX)),
        ("records and replays being read", bytes(limits::READING_MAX)),
        ("askers waiting for one", bytes(limits::WAITING_MAX)),
        ("of these, of one address", bytes(READINGS_MAX)),
        ("of these, of an IPv6 /48", bytes(READINGS_OF_A_SITE)),
        ("records and replays kept", limits::KEPT_BYTES),
        ("a match in memory, once nobody is there", limits::LINGER_MS),
    ]
}

/// Those of bots, hints and analyses.
fn of_bots() -> [(&'static str, u64); 7] {
    let bytes = |bytes: usize| bytes as u64;
    [
        ("rest of a bot where a clock runs, the shortest", limits::TIMED_PACE_MS),
        ("a thought of a bot", limits::THOUGHT_MS),
        ("thoughts of bots that wait", bytes(limits::THOUGHTS_WAITING)),
        ("waiting for a hint, at most", limits::HINT_MS),
        ("analyses being made", bytes(limits::ANALYSES_MAX)),
        ("analyses that wait", bytes(limits::ANALYSES_WAITING_MAX)),
        ("analyses that one address or IPv6 /48 has asked for", bytes(limits::ANALYSES_ASKER_MAX)),
    ]
}

/// Values that hold without a setting, by the names of the table.
fn fixed() -> BTreeMap<&'static str, u64> {
    let settings = Settings::default();
    let bytes = |bytes: usize| bytes as u64;
    assert_eq!(MALFORMED_WINDOW.as_secs(), 10);
    let mut fixed = of_notices();
    fixed.extend(of_programs());
    fixed.extend(of_matches());
    fixed.extend(of_bots());
    fixed.extend([
        ("message", bytes(MAX_MESSAGE_BYTES)),
        ("context of compressed updates, in silence", CONTEXT_KEPT.as_millis() as u64),
        ("body of a request", bytes(MAX_MESSAGE_BYTES)),
        ("depth of JSON", bytes(scan::MAX_DEPTH)),
        ("integer, either way", scan::MAX_INTEGER),
        ("name", bytes(NAME_CHARS)),
        ("contact of a program's author", bytes(CONTACT_CHARS)),
        ("type of a message that an `error` repeats", bytes(RE_TYPE_BYTES)),
        ("requests of a seat for its view, as many for answers", bytes(limits::SEAT_GUESTS_MAX)),
        (
            "requests for a view or a program's seats that servers pass on to another, as many commands",
            bytes(CALLS_WAITING),
        ),
        ("of these, of an address", bytes(CALLS_WAITING_OF_ADDRESS)),
        ("other requests that they pass on", bytes(CALLS_AT_ONCE)),
        ("of these other ones, of an address", bytes(CALLS_OF_ADDRESS)),
        ("of these other ones, of an IPv6 /48", bytes(CALLS_OF_SITE)),
        ("waiting for another view", WAIT_MAX_MS),
        ("waiting for the answer to a command over HTTP", ANSWER_MS),
        ("line of chat", bytes(CHAT_CHARS)),
        ("lines of chat for a newcomer", bytes(limits::LINES_KEPT)),
        ("events for a newcomer", bytes(limits::RECENT_EVENTS)),
        ("events in an update", bytes(limits::UPDATE_EVENTS)),
        ("offers in an update", bytes(MAX_OFFERS)),
        ("offers in an update, their size", bytes(MAX_OFFERS_BYTES)),
        ("chat of the seats, and as much of spectators", bytes(limits::CHAT_BYTES)),
        ("the same of a match that is over, once nobody is there", bytes(limits::CHAT_BYTES_OVER)),
        ("answers remembered", bytes(limits::ANSWERED_KEPT)),
        ("detail of a refusal", bytes(limits::DETAIL_CHARS)),
        ("a lesson without its learner", limits::LESSON_AWAY_MS),
        ("updates in a page of a replay", bytes(limits::PAGE_UPDATES)),
        ("updates in a page of a replay, their size", bytes(limits::PAGE_BYTES)),
        ("spectators", settings.spectators.into()),
        ("malformed messages", bytes(MALFORMED_MAX)),
        ("frames of a message before its last one", bytes(FRAGMENTS_MAX)),
        ("connections that are no sockets, of all and of an address", bytes(WITHOUT_SOCKET_SHARE)),
        ("bytes that are more than nothing", bytes(PROGRESS_BYTES)),
        ("messages waiting for a socket", bytes(limits::QUEUE_MESSAGES)),
        ("bytes that the system keeps for a socket", bytes(SEND_BUFFER_BYTES)),
        ("messages waiting for a room", bytes(limits::INBOX_MESSAGES)),
        ("header lines", bytes(HEADERS_MAX)),
        ("header", bytes(HEADER_BYTES)),
        ("time for the handshake of TLS", settings.handshake_ms),
        ("time for a header", settings.header_ms),
        ("time for a body", settings.body_ms),
        ("time for `hello`", settings.hello_ms),
        ("between two pings of the server", settings.ping_ms),
        ("silence", settings.idle_ms),
        ("taking nothing", settings.stall_ms),
        ("time for the closing handshake", settings.close_ms),
        ("rooms in the list", bytes(limits::LISTED_MAX)),
        ("seats of an address in listed lobbies", bytes(LISTED_SEATS_MAX)),
        ("budget of an IPv6 /48", WIDE_TIMES.into()),
        ("caps of an IPv6 /48", bytes(SITE_TIMES)),
        ("budget of an address's seats, once its own is spent", SEATS_TIMES.into()),
        ("absence, the shortest", settings.absence_min_ms),
        (
            "matches that practice goes on from, one after the other",
            bytes(limits::PRACTICE_DEEP_MAX),
        ),
    ]);
    fixed
}

/// Costs of requests, by the names of the table.
fn costs() -> [(&'static str, u64); 12] {
    [
        (
            "a look at a room, a view, a seat's notices or data of older matches, a preview",
            Cost::Look.points().into(),
        ),
        (
            "asking for the seats of a program, withdrawing it, asking for an analysis",
            Cost::Look.points().into(),
        ),
        (
            "entries that a match at rest has for a point more, read for a view, a command or a socket, and \
             copied for practice",
            ENTRIES_A_POINT.into(),
        ),
        ("a command over HTTP", Cost::Act.points().into()),
        ("the list of rooms, that of programs", Cost::List.points().into()),
        ("joining over a socket", Cost::Join.points().into()),
        (
            "a change: seat, bot, token, notices, a rematch, a program announced",
            Cost::Change.points().into(),
        ),
        ("a record, a page of a replay, an analysis that is there", Cost::Read.points().into()),
        ("a seat given to a program", Cost::Program.points().into()),
        ("a hint, an analysis that is begun", Cost::Think.points().into()),
        ("a new room, by a rematch, for practice or for a lesson too", Cost::Found.points().into()),
        ("an unknown code", Cost::Unknown.points().into()),
    ]
}

#[test]
fn the_table_says_what_is_in_force() {
    let settings: BTreeMap<_, _> = Settings::default().variables().into_iter().collect();
    let mut fixed = fixed();
    fixed.extend(costs());
    for Row { limit, value, setting } in rows() {
        let in_force = if setting.is_empty() {
            fixed.remove(limit.as_str()).unwrap_or_else(|| panic!("{limit} is no constant"))
        } else {
            settings[&setting].parse().unwrap()
        };
        assert_eq!(value, in_force, "{limit}");
    }
    assert!(fixed.is_empty(), "not in the table: {fixed:?}");
}

#[test]
fn every_setting_with_a_number_is_in_the_table() {
    let listed: Vec<String> = rows().into_iter().map(|row| row.setting).collect();
    for (setting, value) in Settings::default().variables() {
        let number = value.parse::<u64>().is_ok();
        assert!(!number || listed.contains(&setting), "{setting} is not listed");
    }
}

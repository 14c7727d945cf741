//! The levels of the server's bots in words: as they are typed, shown and offered to the host.
//!
//! Which of them a game knows is the server's word. It must not know how they are chosen on a screen.

use protocol::Open;
use protocol::room::{BotLevel, Room, RoomState};

/// Each level with its word and what it does.
const LEVELS: [(BotLevel, &str, &str); 4] = [
    (BotLevel::Easy, "easy", "makes mistakes"),
    (BotLevel::Normal, "normal", "plays soundly"),
    (BotLevel::Hard, "hard", "thinks a moment"),
    (BotLevel::Expert, "expert", "thinks up to a second"),
];

/// Reads a level.
pub fn read(word: &str) -> Option<BotLevel> {
    let found = LEVELS.iter().find(|(_, name, _)| name.eq_ignore_ascii_case(word));
    found.map(|(level, ..)| *level)
}

/// Reads what follows `bot`: a seat, a level, or the level after the seat.
pub(super) fn read_bot(rest: &str) -> Option<(Option<u8>, Option<BotLevel>)> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    match words[..] {
        [] => Some((None, None)),
        [one] => match read(one) {
            Some(level) => Some((None, Some(level))),
            None => Some((Some(one.parse().ok()?), None)),
        },
        [seat, level] => Some((Some(seat.parse().ok()?), Some(read(level)?))),
        _ => None,
    }
}

/// Returns the word for a level.
pub fn word(level: BotLevel) -> &'static str {
    row(level).1
}

/// Returns the word for a level and what it does.
pub(super) fn described(level: BotLevel) -> String {
    let (_, word, does) = row(level);
    format!("{word}: {does}")
}

fn row(level: BotLevel) -> (BotLevel, &'static str, &'static str) {
    LEVELS.into_iter().find(|(one, ..)| *one == level).unwrap_or(LEVELS[1])
}

/// Returns the words for several levels.
pub fn all(levels: &[BotLevel]) -> String {
    levels.iter().map(|level| word(*level)).collect::<Vec<_>>().join(", ")
}

/// Returns the words for the levels that a game names, of later versions too.
pub fn words(levels: &[Open<BotLevel>]) -> String {
    levels.iter().map(Open::word).collect::<Vec<_>>().join(", ")
}

/// Returns how the host asks for a bot of another level; `None` where there is nothing to choose.
pub fn choice(room: &Room, own: Option<u8>, levels: &[BotLevel]) -> Option<String> {
    let host = own.is_some() && room.host == own && room.state == RoomState::Lobby;
    let full = room.seats.iter().all(|seat| seat.name.is_some());
    if !host || levels.len() < 2 || full {
        return None;
    }
    let other = levels.iter().filter(|level| **level != BotLevel::default());
    let other: Vec<String> = other.map(|level| format!("bot {}", word(*level))).collect();
    Some(format!("A bot is normal unless you say: {}.", other.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::room;

    #[test]
    fn a_bot_is_asked_for_by_seat_and_level() {
        let hard = Some(BotLevel::Hard);
        for (rest, bot) in [
            ("", Some((None, None))),
            ("2", Some((Some(2), None))),
            ("hard", Some((None, hard))),
            ("2  HARD", Some((Some(2), hard))),
            ("hard 2", None),
            ("2 harder", None),
            ("2 hard now", None),
            ("256", None),
        ] {
            assert_eq!(read_bot(rest), bot, "{rest:?}");
        }
    }

    #[test]
    fn each_level_is_called_as_on_the_wire() {
        for (level, word, _) in LEVELS {
            assert_eq!(serde_json::to_value(level).unwrap(), word);
            assert_eq!((read(word), super::word(level)), (Some(level), word));
        }
    }

    #[test]
    fn only_a_host_with_a_free_seat_reads_of_levels() {
        let levels = [BotLevel::Normal, BotLevel::Hard];
        let mut room = room(RoomState::Lobby);
        assert_eq!(choice(&room, Some(0), &levels), None);
        room.seats[1].name = None;
        let text = choice(&room, Some(0), &levels);
        assert_eq!(text.as_deref(), Some("A bot is normal unless you say: bot hard."));
        assert_eq!(choice(&room, Some(1), &levels), None);
        assert_eq!(choice(&room, Some(0), &levels[..1]), None);
        assert_eq!(choice(&room, Some(0), &[]), None);
    }
}

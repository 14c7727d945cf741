//! Values of arguments, read from what was typed.

use protocol::room::{BotLevel, Hints, RandomSeat, SeatPreference};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The longest name that is sent, in characters; the server's own limit is in its `welcome`.
pub const NAME_CHARS: usize = 32;

/// Checks that the server will accept a name.
pub(crate) fn name(text: &str) -> Result<String, String> {
    let name = text.trim();
    if name.is_empty() || name.chars().count() > NAME_CHARS || name.chars().any(char::is_control) {
        return Err(format!("a name has 1 to {NAME_CHARS} characters"));
    }
    Ok(name.to_owned())
}

pub(super) fn seat(text: &str) -> Result<SeatPreference, String> {
    if text == "random" {
        return Ok(SeatPreference::Random(RandomSeat::Random));
    }
    text.parse().map(SeatPreference::Number).map_err(|_| "a number from 0, or random".to_owned())
}

pub(super) fn level(text: &str) -> Result<BotLevel, String> {
    word(text, "easy, normal, hard or expert")
}

pub(super) fn hints(text: &str) -> Result<Hints, String> {
    word(text, "alone, all or off")
}

/// Reads one of some words, as they are on the wire.
fn word<T: DeserializeOwned>(text: &str, known: &str) -> Result<T, String> {
    serde_json::from_value(text.into()).map_err(|_| known.to_owned())
}

/// Reads `key=value`; numbers, `true`, `false` and lists in brackets are taken as such, a text in quotes
/// stays a text.
pub(super) fn option(text: &str) -> Result<(String, Value), String> {
    let (key, value) = text.split_once('=').ok_or("it looks like key=value")?;
    if key.is_empty() {
        return Err("the key is missing".to_owned());
    }
    let plain = Value::String(value.to_owned());
    let value = match serde_json::from_str::<Value>(value) {
        Ok(typed)
            if typed.is_i64()
                || typed.is_u64()
                || typed.is_boolean()
                || typed.is_string()
                || typed.is_array() =>
        {
            typed
        }
        Ok(_) | Err(_) => plain,
    };
    Ok((key.to_owned(), value))
}

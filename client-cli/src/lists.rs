//! `entente games` and `entente rooms`: a server's games and rooms, as text. And the licences of this
//! program.
//!
//! Here because options are described by a JSON Schema, and reading it leniently is a matter of its
//! own. It must not know any game.

use protocol::room::{GameInfo, Room};
use serde_json::Value;

use crate::api::Api;
use crate::app::levels;
use crate::app::say::state;
use crate::app::walk::span;
use crate::error::Error;
use crate::paper::{Paper, Tone};
use crate::render::text::{short, words};

/// Number of references that a schema may follow in a row.
const MAX_REFERENCES: usize = 8;

/// The project's own licence, and those of the crates linked in.
const LICENCES: [&str; 2] =
    [include_str!("../../LICENSE"), include_str!("../../licences/third-party.txt")];

/// Prints the licences. Those of what a server shows, the server has.
pub fn licences(paper: &mut Paper) -> Result<(), Error> {
    for line in LICENCES.join("\n").lines() {
        paper.line(line)?;
    }
    Ok(())
}

/// Prints the games.
pub async fn games(api: &Api, paper: &mut Paper) -> Result<(), Error> {
    let games = api.games().await?;
    if games.is_empty() {
        paper.line("This server plays no game.")?;
    }
    for (at, game) in games.iter().enumerate() {
        if at > 0 {
            paper.line("")?;
        }
        paper.styled(Tone::Head, format!("{}: {}", game.id, game.name))?;
        for line in describe(game) {
            paper.line(line)?;
        }
    }
    Ok(())
}

/// Prints the listed rooms.
pub async fn rooms(api: &Api, paper: &mut Paper) -> Result<(), Error> {
    let rooms = api.rooms().await?;
    if rooms.is_empty() {
        paper.line("No room is listed.")?;
    }
    for room in &rooms {
        paper.line(room_line(room))?;
    }
    Ok(())
}

/// Returns a listed room in a line.
pub(crate) fn room_line(room: &Room) -> String {
    let free = room.seats.iter().filter(|seat| seat.name.is_none()).count();
    let names: Vec<&str> = room.seats.iter().filter_map(|seat| seat.name.as_deref()).collect();
    let who = if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
    let free = match free {
        0 => "no seat free".to_owned(),
        1 => "1 seat free".to_owned(),
        n => format!("{n} seats free"),
    };
    let options = if room.options.is_empty() {
        String::new()
    } else {
        format!(" ({})", short(&Value::Object(room.options.clone())))
    };
    format!("{}  {}{options}, {}, {free}; {who}", room.code, room.game, state(room.state))
}

fn describe(game: &GameInfo) -> Vec<String> {
    let mut lines = Vec::new();
    if !game.description.is_empty() {
        lines.push(format!("  {}", game.description));
    }
    let seats = match &game.roles {
        Some(roles) => {
            let roles: Vec<String> =
                roles.iter().enumerate().map(|(seat, role)| format!("{seat} {role}")).collect();
            roles.join(", ")
        }
        None => span(game.seats.min.into(), game.seats.max.into()),
    };
    lines.push(format!("  Seats: {seats}"));
    if !game.bot_levels.is_empty() {
        lines.push(format!("  Levels of bots: {}", levels::all(&game.bot_levels)));
    }
    lines.extend(options(&game.options));
    if !game.licence.is_empty() {
        lines.push(format!("  Licence: {}", game.licence));
    }
    lines
}

/// Returns a line for each option of a schema.
fn options(schema: &Value) -> Vec<String> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let Some(properties) = properties.filter(|properties| !properties.is_empty()) else {
        return vec!["  Options: none".to_owned()];
    };
    let mut lines = vec!["  Options (--option KEY=VALUE):".to_owned()];
    lines.extend(properties.iter().map(|(key, part)| {
        let target = resolve(schema, part);
        let own = |name: &str| part.get(name).or_else(|| target.get(name));
        let mut line = format!("    {key}");
        let values = values(target);
        if !values.is_empty() {
            line = format!("{line} = {values}");
        }
        if let Some(default) = own("default") {
            line = format!("{line}; default {}", short(default));
        }
        let title = own("title").and_then(Value::as_str).filter(|title| *title != key);
        let description = own("description").and_then(Value::as_str);
        for text in [title, description].into_iter().flatten() {
            line = format!("{line}; {}", text.replace('\n', " "));
        }
        line
    }));
    lines
}

/// Follows references within the schema.
pub(crate) fn resolve<'a>(schema: &'a Value, part: &'a Value) -> &'a Value {
    let mut part = part;
    for _ in 0..MAX_REFERENCES {
        let alone = part.get("allOf").and_then(Value::as_array).and_then(|all| all.first());
        let reference = part.get("$ref").or_else(|| alone.and_then(|one| one.get("$ref")));
        let target = reference
            .and_then(Value::as_str)
            .and_then(|path| path.strip_prefix('#'))
            .and_then(|path| schema.pointer(path));
        match target {
            Some(target) => part = target,
            None => return part,
        }
    }
    part
}

/// Returns the values an option may have.
fn values(part: &Value) -> String {
    if let Some(all) = part.get("enum").and_then(Value::as_array) {
        return all.iter().map(short).collect::<Vec<_>>().join(" | ");
    }
    for key in ["oneOf", "anyOf"] {
        let constants: Vec<String> = part
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(|one| match (one.get("const"), one.get("enum")) {
                (Some(value), _) => Some(short(value)),
                (None, Some(_)) => Some(values(one)),
                (None, None) => None,
            })
            .collect();
        if !constants.is_empty() {
            return constants.join(" | ");
        }
    }
    let bound = |name: &str| part.get(name).and_then(Value::as_i64);
    match (bound("minimum"), bound("maximum")) {
        (Some(min), Some(max)) => format!("{min} to {max}"),
        (Some(min), None) => format!("{min} or more"),
        (None, Some(max)) => format!("at most {max}"),
        (None, None) => match part.get("type").and_then(Value::as_str) {
            Some("boolean") => "true | false".to_owned(),
            Some(kind) => format!("<{}>", words(kind)),
            None => String::new(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::room;
    use protocol::room::{BotLevel, RoomState};
    use serde_json::json;

    #[test]
    fn options_are_read_from_the_schema_of_the_protocol() {
        let schema = schemars_of_europe_divided();
        assert_eq!(
            options(&schema)[..2].join("\n"),
            "  Options (--option KEY=VALUE):\n    edition = first | revised; default revised; Edition; \
             Which printed rules apply: the revised edition (default) or the first."
        );
    }

    /// Returns the schema that the protocol crate generates for the options of Europe Divided.
    fn schemars_of_europe_divided() -> Value {
        json!({
            "$defs": {"Edition": {"description": "A printed edition of the rules.", "oneOf": [
                {"const": "first", "description": "The first edition.", "type": "string"},
                {"const": "revised", "description": "The revised edition.", "type": "string"}]}},
            "properties": {"edition": {"$ref": "#/$defs/Edition", "default": "revised",
                "description": "Which printed rules apply: the revised edition (default) or the first.",
                "title": "Edition"}},
            "type": "object",
        })
    }

    #[test]
    fn a_game_lists_the_levels_of_its_bots_if_the_server_names_them() {
        let mut game: GameInfo = serde_json::from_value(json!({
            "id": "go", "name": "Go", "description": "", "seats": {"min": 2, "max": 2},
            "options": {}, "licence": "",
        }))
        .unwrap();
        assert_eq!(describe(&game), ["  Seats: 2", "  Options: none"]);
        game.bot_levels = vec![BotLevel::Normal, BotLevel::Expert];
        assert_eq!(describe(&game)[1], "  Levels of bots: normal, expert");
    }

    #[test]
    fn other_shapes_of_options_are_readable_too() {
        let schema = json!({"properties": {
            "clock": {"type": "integer", "minimum": 30, "maximum": 600, "default": 90},
            "loud": {"type": "boolean"},
            "mode": {"enum": ["a", "b"]},
            "odd": {"$ref": "#/nowhere"},
        }});
        assert_eq!(
            options(&schema)[1..],
            [
                "    clock = 30 to 600; default 90",
                "    loud = true | false",
                "    mode = a | b",
                "    odd",
            ]
        );
        assert_eq!(options(&json!({})), ["  Options: none"]);
    }

    #[test]
    fn a_room_is_one_line() {
        let mut room = room(RoomState::Lobby);
        room.seats[1].name = None;
        assert_eq!(
            room_line(&room),
            "K7P2XR  europe-divided (edition revised), waiting for players, 1 seat free; Ada"
        );
    }
}

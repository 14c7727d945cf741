//! `entente games` and `entente rooms`: a server's games and rooms, as text. And the licences of this
//! program.
//!
//! It must not know any game.

use protocol::lesson::{LessonInfo, PuzzleInfo, Puzzles};
use protocol::room::{GameInfo, Room, Seat};
use serde::Serialize;
use serde_json::{Value, json};

use crate::api::Api;
use crate::app::levels;
use crate::app::say::state;
use crate::app::walk::number_range;
use crate::error::Error;
use crate::options;
use crate::paper::{Paper, Tone};
use crate::render::text::short;

/// The project's own licence, and those of the crates linked in.
const LICENCES: [&str; 2] =
    [include_str!("../../LICENSE"), include_str!("../../licences/third-party.txt")];

/// Prints the licences. Those of what a server shows, the server has.
pub(crate) fn licences(paper: &mut Paper) -> Result<(), Error> {
    for line in LICENCES.join("\n").lines() {
        paper.line(line)?;
    }
    Ok(())
}

/// Prints the games, with their options; as JSON, each in a line.
pub(crate) async fn games(api: &Api, json: bool, paper: &mut Paper) -> Result<(), Error> {
    let games = api.games().await?;
    if json {
        return as_json(&games, paper);
    }
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

/// Prints the lessons.
pub(crate) async fn lessons(api: &Api, paper: &mut Paper) -> Result<(), Error> {
    for lesson in api.lessons().await? {
        let LessonInfo { game, lesson, title, about, minutes, .. } = lesson;
        paper.styled(Tone::Head, format!("{game} {lesson}: {title}"))?;
        paper.line(format!("  {about} About {minutes} minutes."))?;
    }
    paper.line("entente learn GAME LESSON begins one.")?;
    Ok(())
}

/// Prints the puzzles, of one game or of all.
pub(crate) fn puzzles(all: &Puzzles, game: Option<&str>, paper: &mut Paper) -> Result<(), Error> {
    let wanted = |one: &&PuzzleInfo| game.is_none_or(|game| one.game == game);
    let mut none = true;
    for PuzzleInfo { game, puzzle, title } in all.puzzles.iter().filter(wanted) {
        none = false;
        paper.line(format!("{game} {puzzle}: {title}"))?;
    }
    if none {
        paper.line("There is no puzzle of that game.")?;
    }
    if let Some(PuzzleInfo { game, puzzle, title }) = &all.today {
        paper.styled(Tone::Head, format!("Puzzle of the day: {game} {puzzle}: {title}"))?;
    }
    paper.line("entente puzzle GAME NAME begins one, entente puzzle today that of the day.")?;
    Ok(())
}

/// Prints the listed rooms; as JSON, each in a line.
pub(crate) async fn rooms(api: &Api, json: bool, paper: &mut Paper) -> Result<(), Error> {
    let rooms = api.rooms().await?;
    if json {
        return as_json(&rooms, paper);
    }
    if rooms.is_empty() {
        paper.line("No room is listed.")?;
    }
    for room in &rooms {
        paper.line(room_line(room))?;
    }
    Ok(())
}

/// Returns an outcome; the refusal of an unknown game names those that there are.
pub(crate) async fn naming_games<T>(api: &Api, outcome: Result<T, Error>) -> Result<T, Error> {
    // The second is what the rules of one are refused with.
    let unknown =
        |error: &Error| ["game_unknown", "not_found"].iter().any(|code| error.is_refusal(code));
    let error = match outcome {
        Err(error) if unknown(&error) => error,
        known => return known,
    };
    let Ok(games) = api.games().await else { return Err(error) };
    let ids: Vec<String> = games.into_iter().map(|game| game.id).collect();
    Err(error.and(&format!("it plays {}", ids.join(", "))))
}

/// Returns an outcome; the refusal of an unknown lesson names those of its game.
pub(crate) async fn naming_lessons<T>(
    api: &Api,
    game: &str,
    outcome: Result<T, Error>,
) -> Result<T, Error> {
    let error = match outcome {
        Err(error) if error.is_refusal("lesson_unknown") => error,
        known => return known,
    };
    let Ok(lessons) = api.lessons().await else { return Err(error) };
    let names = lessons.into_iter().filter(|one| one.game == game).map(|one| one.lesson);
    Err(error.and(&format!("its lessons are {}", names.collect::<Vec<_>>().join(", "))))
}

/// Returns an outcome; the refusal of an unknown puzzle names those of its game.
pub(crate) async fn naming_puzzles<T>(
    api: &Api,
    game: &str,
    outcome: Result<T, Error>,
) -> Result<T, Error> {
    let error = match outcome {
        Err(error) if error.is_refusal("lesson_unknown") => error,
        known => return known,
    };
    let Ok(all) = api.puzzles().await else { return Err(error) };
    let names = all.puzzles.into_iter().filter(|one| one.game == game).map(|one| one.puzzle);
    Err(error.and(&format!("its puzzles are {}", names.collect::<Vec<_>>().join(", "))))
}

fn as_json(list: &[impl Serialize], paper: &mut Paper) -> Result<(), Error> {
    for one in list {
        paper.json(&json!(one).to_string())?;
    }
    Ok(())
}

/// Returns the name of a seat's holder, and that it is a program.
fn holder(seat: &Seat) -> Option<String> {
    let name = seat.name.as_ref()?;
    Some(if seat.program.is_some() { format!("{name} (program)") } else { name.clone() })
}

/// Returns a listed room in a line.
pub(crate) fn room_line(room: &Room) -> String {
    let free = room.seats.iter().filter(|seat| seat.name.is_none()).count();
    let names: Vec<String> = room.seats.iter().filter_map(holder).collect();
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
    let practice = if room.unproven.is_some() { ", practice" } else { "" };
    let state = state(room.state);
    format!("{}  {}{options}{practice}, {state}, {free}; {who}", room.code, room.game)
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
        None => number_range(game.seats.min.into(), game.seats.max.into()),
    };
    lines.push(format!("  Seats: {seats}"));
    if !game.bot_levels.is_empty() {
        lines.push(format!("  Levels of bots: {}", levels::words(&game.bot_levels)));
    }
    lines.extend(options(&game.options));
    if !game.licence.is_empty() {
        lines.push(format!("  Licence: {}", game.licence));
    }
    lines
}

/// Returns a line for each option of a schema.
fn options(schema: &Value) -> Vec<String> {
    let settings = options::options(schema);
    if settings.is_empty() {
        return vec!["  Options: none".to_owned()];
    }
    let head = "  Options (--option KEY=VALUE):".to_owned();
    let lines = settings.iter().map(|setting| format!("    {}", setting.line()));
    [head].into_iter().chain(lines).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::room;
    use protocol::room::{BotLevel, RoomState};

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
        game.bot_levels = vec![BotLevel::Normal.into(), BotLevel::Expert.into()];
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
                "    loud = false | true",
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

//! Views as text: one rendering that suits every game, and nicer ones for some.
//!
//! A rendering is chosen by the game's id and gets the views as they came; a view that it does not
//! understand falls back to the generic rendering, so that a newer server is never unreadable. It
//! must not know who is looking, nor what may be done.

mod data;
pub mod europe_divided;
pub mod generic;

use serde_json::Value;

/// Turns the views of a match into text: lines of at most 80 characters where possible, without
/// colour or cursor movement.
pub trait Render: Sync {
    /// The situation on the table, and the viewer's own part of it if they hold a seat.
    fn render(&self, public: &Value, private: Option<&Value>, catalogue: Option<&Value>) -> String;

    /// What is asked, of whom, in a line or two: for when the whole situation is not printed.
    fn question(&self, _public: &Value, _catalogue: Option<&Value>) -> Option<String> {
        None
    }

    /// What a seat plays, where the game fixes it.
    fn role(&self, _seat: u8) -> Option<&'static str> {
        None
    }

    /// Whether the component data are worth fetching.
    fn wants_catalogue(&self) -> bool {
        false
    }
}

/// The rendering of a game.
pub fn of(game: &str) -> &'static dyn Render {
    match game {
        protocol::games::europe_divided::ID => &europe_divided::EuropeDivided,
        _ => &generic::Generic,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_unknown_game_and_an_unknown_view_are_still_readable() {
        let view = json!({"turn": 3, "note": "from a newer server"});
        for game in ["tic-tac-toe", "europe-divided"] {
            let text = of(game).render(&view, None, None);
            assert!(text.contains("turn: 3"), "{game}: {text}");
        }
    }
}

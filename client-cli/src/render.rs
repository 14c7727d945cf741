//! Views as pages of text: one rendering that suits every game, and nicer ones for some.
//!
//! A rendering is chosen by the game's id and gets a [`Scene`]: the views as they came, and who looks
//! at them when. A view that it does not understand falls back to the generic rendering, so that a
//! newer server is never unreadable. It must not know a session, nor what may be done.

pub(crate) mod balance_of_power;
mod data;
pub(crate) mod europe;
pub(crate) mod europe_divided;
pub(crate) mod generic;
pub(crate) mod page;
pub(crate) mod text;

use protocol::room::Seat;
use serde::Deserialize;
use serde_json::Value;

use self::page::Page;
use crate::clock::Deadline;
use crate::face::Face;

/// Everything a viewer has before them.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The public view.
    pub public: &'a Value,
    /// The private view of the viewer's seat.
    pub private: Option<&'a Value>,
    /// The component data, if they were fetched.
    pub catalogue: Option<&'a Value>,
    /// The room's options, resolved.
    pub options: Option<&'a serde_json::Map<String, Value>>,
    /// The viewer's seat.
    pub seat: Option<u8>,
    /// The seats of the room, and who holds them.
    pub seats: &'a [Seat],
    /// Match time, in milliseconds.
    pub now_ms: u64,
    /// The command that the viewer is making up, whose open choices are null.
    pub draft: Option<&'a Value>,
}

impl<'a> Scene<'a> {
    /// Returns what anybody sees of a match that has just begun.
    pub fn new(public: &'a Value) -> Self {
        let (private, catalogue, options, seat, draft) = Default::default();
        Self { public, private, catalogue, options, seat, seats: &[], now_ms: 0, draft }
    }

    /// Returns the views as a game's own types; nothing, if they are not understood.
    pub fn read<Public, Private>(&self) -> Option<(Public, Option<Private>)>
    where
        Public: Deserialize<'a>,
        Private: Deserialize<'a>,
    {
        let public = Public::deserialize(self.public).ok()?;
        let private = self.private.map(Private::deserialize).transpose().ok()?;
        Some((public, private))
    }

    /// Returns the component data as the game's own type; nothing, if they are not there or not
    /// understood.
    pub fn data<Data: Deserialize<'a>>(&self) -> Option<Data> {
        Data::deserialize(self.catalogue?).ok()
    }
}

/// Turns the views of a match into pages and sentences.
///
/// A page has the room of a screen, where things are drawn; without one it is lines of text, of at
/// most 80 characters where possible, with tables instead of drawings.
pub(crate) trait Render: Sync {
    /// Builds the pages in the game's own way, the one looked at most first; `None` if the view is
    /// not understood.
    fn own_pages(&self, _scene: &Scene<'_>, _face: Face) -> Option<Vec<Page>> {
        None
    }

    /// Builds the pages of the table, and of the viewer's own part if they hold a seat.
    fn pages(&self, scene: &Scene<'_>, face: Face) -> Vec<Page> {
        let plain = || vec![Page::written("Table", face, |text| generic::views(scene, text))];
        self.own_pages(scene, face).unwrap_or_else(plain)
    }

    /// Returns the name of the page that the question is about, where it is not the first.
    fn page(&self, _scene: &Scene<'_>) -> Option<&'static str> {
        None
    }

    /// Returns the stage of the match in a few words.
    fn stage(&self, _scene: &Scene<'_>) -> Option<String> {
        None
    }

    /// Returns the open question and whom it is for, in a line or two: for when the whole situation
    /// is not printed. Says nothing of the time, so that it changes only with the situation.
    fn question(&self, _scene: &Scene<'_>) -> Option<String> {
        None
    }

    /// Returns remarks on a command in the making, whose open choices are null.
    fn remarks(&self, _command: &Value, _scene: &Scene<'_>) -> Vec<String> {
        Vec::new()
    }

    /// Returns the deadlines ahead, first the one that the viewer must meet.
    fn deadlines(&self, _public: &Value) -> Vec<Deadline> {
        Vec::new()
    }

    /// Returns the role of a seat: as the game fixes it, or as the table shows it.
    fn role(&self, _seat: u8, _scene: Option<&Scene<'_>>) -> Option<String> {
        None
    }

    /// Checks whether the component data are worth fetching.
    fn wants_catalogue(&self) -> bool {
        true
    }
}

/// Returns the rendering of a game.
pub(crate) fn of(game: &str) -> &'static dyn Render {
    match game {
        protocol::games::balance_of_power::ID => &balance_of_power::BalanceOfPower,
        protocol::games::europe::ID => &europe::Europe,
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
        for game in ["tic-tac-toe", "europe-divided", "europe", "balance-of-power"] {
            let text = crate::testing::shown(of(game), &Scene::new(&view));
            assert!(text.contains("turn: 3"), "{game}: {text}");
        }
    }
}

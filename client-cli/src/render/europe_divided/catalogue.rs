//! Component data of Europe Divided.
//!
//! Names, values and texts are in the data of the match, each with its source. Missing data fall back
//! to the identifier: the board must stay readable with data that this client does not understand. It
//! must not compute anything.

use protocol::games::europe_divided::data::{
    ActionRow, AdvantageRow, ConditionRow, Data, Group, HeadlineRow, SeaRow, TurnRow,
};
use protocol::games::europe_divided::{ActionCard, AdvantageCard, Headline, Sea, Space};

use super::side_name;
use crate::render::data::mark;
use crate::render::text::title;

/// A look into the component data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookup<'a>(pub(super) Option<&'a Data>);

impl<'a> Lookup<'a> {
    pub(super) fn action_row(self, id: ActionCard) -> Option<&'a ActionRow> {
        self.0?.cards.action.iter().find(|row| row.id == id)
    }

    pub(super) fn advantage_row(self, id: AdvantageCard) -> Option<&'a AdvantageRow> {
        self.0?.cards.advantage.iter().find(|row| row.id == id)
    }

    pub(super) fn sea(self, id: Sea) -> Option<&'a SeaRow> {
        self.0?.cards.sea.iter().find(|row| row.id == id)
    }

    pub(super) fn headline_row(self, id: Headline) -> Option<&'a HeadlineRow> {
        self.0?.headlines.headline.iter().find(|row| row.id == id)
    }

    /// Returns the condition of a headline, in words.
    pub(super) fn condition(self, headline: &HeadlineRow) -> Option<&'a ConditionRow> {
        self.0?.headlines.condition.iter().find(|row| row.id == headline.condition)
    }

    /// Returns the turn track.
    pub(super) fn turns(self) -> &'a [TurnRow] {
        self.0.map_or(&[], |data| &data.turns.turn)
    }

    /// Returns the name of a space of the board.
    pub(super) fn space(self, id: Space) -> String {
        let row = self.0.and_then(|data| data.map.space.iter().find(|row| row.id == id));
        row.map_or_else(|| title(id.as_str()), |row| row.name.clone())
    }

    /// Returns the names of several spaces.
    pub(super) fn spaces(self, ids: impl IntoIterator<Item = Space>) -> String {
        ids.into_iter().map(|id| self.space(id)).collect::<Vec<_>>().join(", ")
    }

    /// Returns the name of an Action Card, with its side where both have one of that name.
    pub(super) fn action_card(self, id: ActionCard) -> String {
        let Some(row) = self.action_row(id) else { return title(id.as_str()) };
        let name = format!("{}{}", row.name, mark(row.name_source));
        match row.group {
            Group::Contested => format!("{name} ({})", side_name(row.side)),
            Group::Home => name,
        }
    }

    /// Returns the name of an Advantage Card.
    pub(super) fn advantage(self, id: AdvantageCard) -> String {
        match self.advantage_row(id) {
            Some(row) => format!("{}{}", row.name, mark(row.name_source)),
            None => title(id.as_str()),
        }
    }

    /// Returns the name of a headline.
    pub(super) fn headline(self, id: Headline) -> String {
        match self.headline_row(id) {
            Some(row) => format!("{}{}", row.name, mark(row.source.name)),
            None => title(id.as_str()),
        }
    }
}

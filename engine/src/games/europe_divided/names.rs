//! Names in sentences: articles, adjectives and lists.

use protocol::games::europe_divided::{ActionCard, Cause, Power, Region, Sea, Side, Space};

use super::state::EuropeDivided;

pub(super) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Europe => "Europe",
        Side::Russia => "Russia",
    }
}

/// Names a power as the one who acts.
pub(super) const fn the_power(power: Power) -> &'static str {
    match power {
        Power::Eu => "the EU",
        Power::Nato => "NATO",
        Power::Russia => "Russia",
    }
}

/// Names a power as the owner of a die.
pub(super) const fn of_power(power: Power) -> &'static str {
    match power {
        Power::Eu => "EU",
        Power::Nato => "NATO",
        Power::Russia => "Russian",
    }
}

/// Names a die of a power, as one of several.
pub(super) const fn a_die(power: Power) -> &'static str {
    match power {
        Power::Eu => "an EU die",
        Power::Nato => "a NATO die",
        Power::Russia => "a Russian die",
    }
}

/// Capitalises the first letter of a sentence.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Words a count.
pub(super) fn count(count: u8, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

/// Lists names one after the other; some of them have an "and" inside.
pub(super) fn list<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.as_ref().to_owned()).collect();
    names.join("; ")
}

/// Checks whether sentences put "the" before the name.
const fn has_article(space: Space) -> bool {
    matches!(
        space,
        Space::Baltics
            | Space::EasternBalkans
            | Space::WesternBalkans
            | Space::UkIreland
            | Space::CentralFd
            | Space::WesternFd
            | Space::SouthernFd
            | Space::NorthCaucasianFd
            | Space::VolgaFd
            | Space::BalticSea
            | Space::BlackSea
            | Space::NorthSea
            | Space::EnergySector
    )
}

impl EuropeDivided {
    pub(super) fn action_card(&self, card: ActionCard) -> &str {
        &self.rules.actions[card].name
    }

    /// Names a space for a board or a list.
    pub(super) fn space(&self, space: Space) -> &str {
        &self.rules.board.names[space]
    }

    /// Names a space for a sentence.
    pub(super) fn space_name(&self, space: Space) -> String {
        let name = self.space(space);
        let name = name.strip_prefix("The ").unwrap_or(name);
        if has_article(space) { format!("the {name}") } else { name.to_owned() }
    }

    /// Names a region for a sentence.
    pub(super) fn at(&self, region: Region) -> String {
        self.space_name(region.space())
    }

    pub(super) fn sea_card(&self, sea: Sea) -> String {
        format!("{} Card", self.rules.seas[sea].name)
    }

    /// Words the cause of an event, as an addition to a sentence; and returns its rule.
    pub(super) fn cause_words(&self, cause: Cause) -> (String, &'static str) {
        match cause {
            Cause::Effect { card } => {
                (format!(" (Effect of {})", self.action_card(card)), "Effects and Reactions")
            }
            Cause::Reaction { card } => {
                (format!(" (Reaction of {})", self.action_card(card)), "Effects and Reactions")
            }
            Cause::Advantage { card } => {
                (format!(" ({})", self.rules.advantages[card].name), "Advantage Cards")
            }
            Cause::Sea { sea } => (format!(" ({})", self.sea_card(sea)), "Sea Cards"),
        }
    }
}

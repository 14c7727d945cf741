//! Events in words.

use protocol::games::europe_divided::{
    EndReason, Event, MoneySource, Place, Power, Region, Sea, Side,
};

use super::state::EuropeDivided;
use crate::game::Told;

pub(super) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Europe => "Europe",
        Side::Russia => "Russia",
    }
}

pub(super) const fn power_name(power: Power) -> &'static str {
    match power {
        Power::Eu => "EU",
        Power::Nato => "NATO",
        Power::Russia => "Russia",
    }
}

/// A power with its article.
pub(super) const fn a_power(power: Power) -> &'static str {
    match power {
        Power::Eu => "an EU",
        Power::Nato => "a NATO",
        Power::Russia => "a Russia",
    }
}

pub(super) fn money(amount: u8) -> String {
    format!("{amount} money")
}

fn cards(count: u8, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn price(cost: u8) -> String {
    if cost == 0 { String::new() } else { format!(" for {cost} money") }
}

const fn place(place: Place) -> &'static str {
    match place {
        Place::Hand => "hand",
        Place::Locked => "locked cards",
        Place::Table => "table",
        Place::Deck => "deck",
        Place::Discards => "discards",
    }
}

impl EuropeDivided {
    fn action(&self, card: protocol::games::europe_divided::ActionCard) -> &str {
        &self.rules.actions[card].name
    }

    fn at(&self, region: Region) -> &str {
        self.space(region.space())
    }

    fn sea(&self, sea: Sea) -> &str {
        &self.rules.seas[sea].name
    }

    /// An event in words, with its rule.
    pub(super) fn words(&self, event: &Event) -> Told {
        let (text, rule) = match event {
            Event::InfluencePlaced { .. }
            | Event::InfluenceChanged { .. }
            | Event::ContestedCardTaken { .. }
            | Event::MoneyGained { .. }
            | Event::SeaControlChanged { .. } => self.influence_words(event),
            Event::ArmyBuilt { .. }
            | Event::ArmyMoved { .. }
            | Event::ArmiesRemoved { .. }
            | Event::ArmyLostToInfluence { .. } => self.army_words(event),
            Event::HeadlineAwarded { .. }
            | Event::HeadlineFailed { .. }
            | Event::HeadlinesShifted {}
            | Event::HeadlinePlaced { .. }
            | Event::HeadlinesDiscarded { .. }
            | Event::HeadlinesDrawn { .. }
            | Event::HeadlineDrawn { .. }
            | Event::DominanceScored { .. }
            | Event::AdvantagesScored { .. }
            | Event::MatchEnded { .. } => self.scoring_words(event),
            _ => self.card_words(event),
        };
        Told { text, rule }
    }

    fn influence_words(&self, event: &Event) -> (String, &'static str) {
        match *event {
            Event::InfluencePlaced { power, region, cost } => (
                format!("{} places a die in {}{}", power_name(power), self.at(region), price(cost)),
                "Place influence",
            ),
            Event::InfluenceChanged { power, region, from, to } => (
                format!(
                    "The {} die in {} goes from {from} to {to}",
                    power_name(power),
                    self.at(region)
                ),
                if to > from { "Increase influence" } else { "Military presence" },
            ),
            Event::ContestedCardTaken { side, card } => (
                format!("{} takes the contested card {}", side_name(side), self.action(card)),
                "Increase influence",
            ),
            Event::MoneyGained { side, amount, source } => {
                let rule = match source {
                    MoneySource::Action => "Gain money",
                    MoneySource::Effect => "Effects and Reactions",
                    MoneySource::SeaCard => "Sea Cards",
                    MoneySource::Advantage => "Advantage Cards",
                };
                (format!("{} gains {amount} money", side_name(side)), rule)
            }
            Event::SeaControlChanged { sea, power: Some(power) } => {
                (format!("{} takes the {} Card", power_name(power), self.sea(sea)), "Sea Cards")
            }
            Event::SeaControlChanged { sea, power: None } => {
                (format!("Nobody holds the {} Card any more", self.sea(sea)), "Sea Cards")
            }
            _ => (String::new(), ""),
        }
    }

    fn army_words(&self, event: &Event) -> (String, &'static str) {
        match *event {
            Event::ArmyBuilt { side, space, cost } => (
                format!(
                    "{} builds an army in {}{}",
                    side_name(side),
                    self.space(space),
                    price(cost)
                ),
                "Build army",
            ),
            Event::ArmyMoved { side, from, to, cost, .. } => (
                format!(
                    "{} moves an army from {} to {}{}",
                    side_name(side),
                    self.space(from),
                    self.space(to),
                    price(cost)
                ),
                "Move army",
            ),
            Event::ArmiesRemoved { space } => (
                format!("Opposing armies meet in {}: each side loses one", self.space(space)),
                "Army vs. army",
            ),
            Event::ArmyLostToInfluence { side, region } => (
                format!(
                    "{}'s army in {} meets dominance and is lost",
                    side_name(side),
                    self.at(region)
                ),
                "Army vs. influence dice",
            ),
            _ => (String::new(), ""),
        }
    }

    fn scoring_words(&self, event: &Event) -> (String, &'static str) {
        match *event {
            Event::HeadlineAwarded { headline, side, prestige } => {
                let name = &self.rules.headlines[headline].name;
                (
                    format!("{name} goes to {}: {prestige} prestige", side_name(side)),
                    "Resolve headlines",
                )
            }
            Event::HeadlineFailed { headline } => {
                let name = &self.rules.headlines[headline].name;
                (format!("{name} fails and leaves the game"), "Resolve headlines")
            }
            Event::HeadlinesShifted {} => {
                ("The forthcoming headlines become current".into(), "Shift headlines")
            }
            Event::HeadlinePlaced { side, headline } => {
                let name = &self.rules.headlines[headline].name;
                (format!("{} places {name}", side_name(side)), "Place new headlines")
            }
            Event::HeadlinesDiscarded { side, count } => (
                format!("{} discards {} face down", side_name(side), cards(count, "headline")),
                "Discard headlines",
            ),
            Event::HeadlinesDrawn { side, count } => (
                format!("{} draws {}", side_name(side), cards(count, "headline")),
                "Draw new headlines",
            ),
            Event::HeadlineDrawn { headline } => {
                let name = &self.rules.headlines[headline].name;
                (format!("You draw the headline {name}"), "Draw new headlines")
            }
            Event::DominanceScored { side, prestige } => (
                format!("{} scores {prestige} prestige for dominance", side_name(side)),
                "Score dominance",
            ),
            Event::AdvantagesScored { side, prestige } => (
                format!("{} scores {prestige} prestige for Advantage Cards kept", side_name(side)),
                "Advantage Cards",
            ),
            Event::MatchEnded { winner, reason } => (ending(winner, reason), "Determining victory"),
            _ => (String::new(), ""),
        }
    }

    fn card_words(&self, event: &Event) -> (String, &'static str) {
        match *event {
            Event::SetUp { edition } => {
                (format!("Europe Divided is set up ({edition:?} edition)"), "Setup")
            }
            Event::AdvantagesKept {} => {
                ("Both sides have chosen their Advantage Cards".into(), "Advantage Cards")
            }
            Event::AdvantagesDrawn { side } => {
                (format!("{} draws 3 Advantage Cards", side_name(side)), "Advantage Cards")
            }
            Event::TurnBegan { turn } => (format!("Turn {turn} begins"), "Advance turn marker"),
            Event::InitiativeRevealed { europe, russia, first } => (
                format!(
                    "Initiative: Europe {europe}, Russia {russia}; {} goes first",
                    side_name(first)
                ),
                "Initiative",
            ),
            Event::CouncilMet { first_open, second_open } => {
                let open: Vec<&str> =
                    first_open.iter().chain(&second_open).map(|card| self.action(*card)).collect();
                let shown = if open.is_empty() { "none".to_owned() } else { open.join(", ") };
                let text = format!("Europe used Council Meeting (from the open discards: {shown})");
                (text, "Advantage Cards: Council Meeting")
            }
            Event::CyberAttackMade {} => {
                ("Russia used Cyber Attack".into(), "Advantage Cards: Cyber Attack")
            }
            Event::HandSeen { cards } => {
                let names: Vec<&str> = cards.iter().map(|card| self.action(*card)).collect();
                (
                    format!("You see Europe's cards: {}", names.join(", ")),
                    "Advantage Cards: Cyber Attack",
                )
            }
            Event::CardPlayed { side, card } => {
                (format!("{} plays {}", side_name(side), self.action(card)), "Actions")
            }
            Event::CardPassed { side, card } => {
                (format!("{} uses {} for no action", side_name(side), self.action(card)), "Actions")
            }
            Event::Declined { side, card } => (
                format!("{} does not use the text of {}", side_name(side), self.action(card)),
                "Effects and Reactions",
            ),
            Event::SegmentEnded { side } => {
                (format!("{} has finished", side_name(side)), "Actions")
            }
            Event::CardsDrawn { side, count } => (
                format!("{} draws {}", side_name(side), cards(count, "Action Card")),
                "Draw new Action Cards",
            ),
            Event::CardDrawn { card } => {
                (format!("You draw {}", self.action(card)), "Draw new Action Cards")
            }
            Event::DeckShuffled { side } => (
                format!("{} shuffles the discards into a new Action deck", side_name(side)),
                "Draw new Action Cards",
            ),
            _ => self.advantage_words(event),
        }
    }

    fn advantage_words(&self, event: &Event) -> (String, &'static str) {
        let advantage = |card| &self.rules.advantages[card].name;
        match *event {
            Event::AdvantageUsed { side, card } => {
                (format!("{} uses {}", side_name(side), advantage(card)), "Advantage Cards")
            }
            Event::AdvantageSold { side, card } => (
                format!("{} discards {} for money", side_name(side), advantage(card)),
                "Advantage Cards",
            ),
            Event::StepsEnded { side } => {
                (format!("{} takes no further step", side_name(side)), "Special actions")
            }
            Event::Fractured { space, removed_from } => {
                let gone = removed_from.map_or(String::new(), |from| {
                    format!("; the card leaves the game from Europe's {}", place(from))
                });
                let text = format!("The EU fracture marker is put on {}{gone}", self.space(space));
                (text, "Advantage Cards: Fracture in the EU")
            }
            Event::CardReplaced { side } => (
                format!("{} replaces the card from the deck", side_name(side)),
                "Advantage Cards: Fracture in the EU",
            ),
            Event::ReplacementDrawn { card } => (
                format!("You draw {} instead", self.action(card)),
                "Advantage Cards: Fracture in the EU",
            ),
            _ => (String::new(), ""),
        }
    }
}

fn ending(winner: Option<Side>, reason: EndReason) -> String {
    let why = match reason {
        EndReason::Prestige => "with more prestige",
        EndReason::ContestedCards => "with more contested Action Cards after a tie",
        EndReason::ArmiesAndMoney => "with more armies and money after a tie",
        EndReason::TieToEurope => "because a tie in everything is Europe's",
        EndReason::Resigned => "because the other side resigned",
    };
    match winner {
        Some(side) => format!("{} wins {why}", side_name(side)),
        None => "Nobody wins".to_owned(),
    }
}

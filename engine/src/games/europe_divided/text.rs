//! Events in words.

#![expect(clippy::wildcard_enum_match_arm, reason = "each table leaves the rest to the next one")]

use protocol::games::europe_divided::{
    AdvantageCard, CardZone, Cause, EndReason, Event, Headline, MoneySource, Side,
};

use super::names::{capital, count, list, of_power, side_name, the_power};
use super::prices::money;
use super::state::EuropeDivided;

fn scored(prestige: u8) -> String {
    if prestige == 0 { "no prestige".to_owned() } else { format!("{prestige} prestige") }
}

fn paid(cost: u8) -> String {
    if cost == 0 { String::new() } else { format!(" for {cost} money") }
}

const fn zone_name(zone: CardZone) -> &'static str {
    match zone {
        CardZone::Hand => "hand",
        CardZone::Locked => "locked cards",
        CardZone::Table => "table",
        CardZone::Deck => "deck",
        CardZone::Discards => "discards",
    }
}

/// Checks whether a card lowers dice itself, so that a die need not have met an army.
fn lowers_dice(cause: Cause) -> bool {
    use AdvantageCard as A;
    let Cause::Advantage { card } = cause else { return false };
    matches!(card, A::WesternIntelligence | A::IntelligenceService)
}

impl EuropeDivided {
    /// Adds the cause to a sentence, under the cause's rule or that of the event itself.
    fn because(
        &self,
        text: String,
        rule: &'static str,
        by: Option<Cause>,
    ) -> (String, &'static str) {
        match by.map(|cause| self.cause_words(cause)) {
            Some((cause, rule)) => (text + &cause, rule),
            None => (text, rule),
        }
    }

    /// Describes an event in words, with its rule.
    pub(super) fn words(&self, event: &Event) -> (String, &'static str) {
        match *event {
            Event::InfluencePlaced { power, region, cost, by } => {
                let who = capital(the_power(power));
                let text = format!("{who} places a die in {}{}", self.at(region), paid(cost));
                self.because(text, "Place influence", by)
            }
            Event::InfluenceChanged { power, region, from, to, by } => {
                let (whose, at) = (of_power(power), self.at(region));
                let text = format!("The {whose} die in {at} goes from {from} to {to}");
                if to > from {
                    self.because(text, "Increase influence", by)
                } else {
                    self.because(text, "Military presence", by.filter(|by| lowers_dice(*by)))
                }
            }
            Event::ContestedCardTaken { side, card } => {
                let name = self.action_card(card);
                let text = format!("{} takes the contested card {name}", side_name(side));
                (text, "Increase influence")
            }
            Event::MoneyGained { side, amount, source, by } => {
                let rule = match source {
                    MoneySource::Action => "Gain money",
                    MoneySource::Effect => "Effects and Reactions",
                    MoneySource::SeaCard => "Sea Cards",
                    MoneySource::Advantage => "Advantage Cards",
                };
                let text = format!("{} gains {}", side_name(side), money(amount));
                self.because(text, rule, by)
            }
            Event::SeaControlChanged { sea, power: Some(power) } => {
                let who = capital(the_power(power));
                (format!("{who} takes the {}", self.sea_card(sea)), "Sea Cards")
            }
            Event::SeaControlChanged { sea, power: None } => {
                (format!("Nobody holds the {} any more", self.sea_card(sea)), "Sea Cards")
            }
            _ => self.army_words(event),
        }
    }

    fn army_words(&self, event: &Event) -> (String, &'static str) {
        match *event {
            Event::ArmyBuilt { side, space, cost, by } => {
                let (who, at) = (side_name(side), self.space_name(space));
                let text = format!("{who} builds an army in {at}{}", paid(cost));
                self.because(text, "Build army", by)
            }
            Event::ArmyMoved { side, from, to, cost, by, .. } => {
                let (from, to) = (self.space_name(from), self.space_name(to));
                let who = side_name(side);
                let text = format!("{who} moves an army from {from} to {to}{}", paid(cost));
                self.because(text, "Move army", by)
            }
            Event::ArmiesRemoved { space } => {
                let at = self.space_name(space);
                let text = format!("Opposing armies meet in {at}: each side loses one");
                (text, "Army vs. army")
            }
            Event::ArmyLostToInfluence { side, region } => {
                let (whose, at) = (side_name(side), self.at(region));
                let text = format!("{whose}'s army in {at} meets a 6 and goes back to its supply");
                (text, "Army vs. influence dice")
            }
            _ => self.scoring_words(event),
        }
    }

    /// Words a headline's award, with the money tokens that it puts on the board.
    fn award_words(&self, headline: Headline, side: Side, prestige: u8) -> String {
        let card = &self.rules.headlines[headline];
        let spaces: Vec<String> = card.money_tokens.iter().map(|at| self.space_name(at)).collect();
        let tokens = match spaces.len() {
            0 => String::new(),
            1 => format!("; a money token is placed on {}", list(spaces)),
            _ => format!("; a money token each is placed on {}", list(spaces)),
        };
        format!("{} goes to {}: {prestige} prestige{tokens}", card.name, side_name(side))
    }

    fn scoring_words(&self, event: &Event) -> (String, &'static str) {
        match *event {
            Event::HeadlineAwarded { headline, side, prestige } => {
                (self.award_words(headline, side, prestige), "Resolve headlines")
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
            Event::HeadlinesDiscarded { side, count: number } => (
                format!("{} discards {} face down", side_name(side), count(number, "headline")),
                "Discard headlines",
            ),
            Event::HeadlinesDrawn { side, count: number } => (
                format!("{} draws {}", side_name(side), count(number, "headline")),
                "Draw new headlines",
            ),
            Event::HeadlineDrawn { headline } => {
                let name = &self.rules.headlines[headline].name;
                (format!("You draw the headline {name}"), "Draw new headlines")
            }
            Event::DominanceScored { side, prestige } => (
                format!("{} scores {} for dominance", side_name(side), scored(prestige)),
                "Score dominance",
            ),
            Event::AdvantagesScored { side, prestige } => (
                format!("{} scores {} for Advantage Cards kept", side_name(side), scored(prestige)),
                "Advantage Cards",
            ),
            Event::MatchEnded { winner, reason } => (ending(winner, reason), "Determining victory"),
            _ => self.card_words(event),
        }
    }

    fn card_words(&self, event: &Event) -> (String, &'static str) {
        match *event {
            Event::SetUp { edition } => {
                let edition = format!("{edition:?}").to_lowercase();
                (format!("Europe Divided is set up ({edition} edition)"), "Setup")
            }
            Event::HandicapGiven { side, prestige } => {
                let text = format!("Handicap: {} begins with {prestige} prestige", side_name(side));
                (text, "House rule: handicap")
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
                let open: Vec<&str> = first_open
                    .iter()
                    .chain(&second_open)
                    .map(|card| self.action_card(*card))
                    .collect();
                let shown = if open.is_empty() { "none".to_owned() } else { list(open) };
                let text = format!("Europe used Council Meeting (from the open discards: {shown})");
                (text, "Advantage Cards: Council Meeting")
            }
            Event::CyberAttackMade {} => {
                ("Russia used Cyber Attack".into(), "Advantage Cards: Cyber Attack")
            }
            Event::HandSeen { cards } => {
                let names: Vec<&str> = cards.iter().map(|card| self.action_card(*card)).collect();
                (
                    format!("You see Europe's cards: {}", list(names)),
                    "Advantage Cards: Cyber Attack",
                )
            }
            Event::CardPlayed { side, card } => {
                (format!("{} plays {}", side_name(side), self.action_card(card)), "Actions")
            }
            Event::CardPassed { side, card } => {
                (format!("{} passes with {}", side_name(side), self.action_card(card)), "Actions")
            }
            Event::Declined { side, card } => (
                format!("{} does not use the text of {}", side_name(side), self.action_card(card)),
                "Effects and Reactions",
            ),
            Event::SegmentEnded { side } => {
                (format!("{} has finished", side_name(side)), "Actions")
            }
            Event::CardsDrawn { side, count: number } => (
                format!("{} draws {}", side_name(side), count(number, "Action Card")),
                "Draw new Action Cards",
            ),
            Event::CardDrawn { card } => {
                (format!("You draw {}", self.action_card(card)), "Draw new Action Cards")
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
            // No other event shows its effect.
            Event::AdvantageUsed { side, card: AdvantageCard::UsSanctions } => {
                let name = advantage(AdvantageCard::UsSanctions);
                let text = format!("{} uses {name}: Russia spends no money", side_name(side));
                (text + " this turn", "Advantage Cards: US Sanctions")
            }
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
                    format!("; the card leaves the game from Europe's {}", zone_name(from))
                });
                let at = self.space_name(space);
                let text = format!("The EU fracture marker is put on {at}{gone}");
                (text, "Advantage Cards: Fracture in the EU")
            }
            Event::CardReplaced { side } => (
                format!("{} replaces the card from the deck", side_name(side)),
                "Advantage Cards: Fracture in the EU",
            ),
            Event::ReplacementDrawn { card } => (
                format!("You draw {} instead", self.action_card(card)),
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

//! Events in words.

#![expect(clippy::wildcard_enum_match_arm, reason = "each table leaves the rest to the next one")]

use protocol::counts::Counts;
use protocol::games::europe::{
    Citizen, CitizenOutcome, ClosedBecause, Crisis, Cubes, Deck, EndReason, Event, Goods, Owed,
    ResourceCard, Reward, TradeOffer,
};
use protocol::ids::Id;

use super::state::Europe;
use crate::game::Seat;

/// Words a count: "1 citizen", "2 citizens".
pub(super) fn plural(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Words a bag: "2 grain and 1 coin".
fn bag<K: Id, const N: usize>(bag: &Counts<K, N>) -> String {
    let parts: Vec<String> = bag.iter().map(|(kind, n)| format!("{n} {}", kind.as_str())).collect();
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

pub(super) fn cubes_text(cubes: &Cubes) -> String {
    bag(cubes)
}

/// Words a debt and its creditor.
pub(super) fn owed_text(owed: &Owed) -> String {
    match owed {
        Owed::Cubes { cubes } => format!("the supply {}", bag(cubes)),
        Owed::Neighbour { count } => {
            format!("the player on the left {} of any kinds", plural(usize::from(*count), "cube"))
        }
        Owed::Coin { coin } => format!("the bank {coin} coin"),
        Owed::CubesOrCoin { cubes, coin } => {
            format!("the supply {} or the bank {coin} coin", bag(cubes))
        }
        Owed::Stockpile { count } => {
            let cubes = plural(usize::from(*count), "cube");
            format!("its stockpile {cubes} of the kinds of its starting cards")
        }
    }
}

const fn because(because: ClosedBecause) -> &'static str {
    match because {
        ClosedBecause::Accepted => "accepted",
        ClosedBecause::Declined => "nobody is left to accept it",
        ClosedBecause::Cancelled => "taken back",
        ClosedBecause::Expired => "its time is up",
        ClosedBecause::Unfunded => "its maker no longer has what it gives",
        ClosedBecause::CoinBlocked => "coin is not traded now",
        ClosedBecause::Resigned => "its maker has given up",
        ClosedBecause::RoundOver => "the round is over",
    }
}

const fn deck_name(deck: Deck) -> &'static str {
    match deck {
        Deck::Resources => "resource",
        Deck::Citizens => "citizen",
        Deck::Crises => "crisis",
    }
}

const fn reason_text(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Happiness => "by happiness",
        EndReason::Coin => "by coin, at equal happiness",
        EndReason::Shared => "together, at equal happiness and coin",
        EndReason::LimitHappiness => "by happiness, as the rounds are over",
        EndReason::LimitCoin => "by coin, at equal happiness, as the rounds are over",
        EndReason::LimitShared => "together, at equal happiness and coin, as the rounds are over",
        EndReason::Resigned => "as all others have given up",
    }
}

impl Europe {
    /// Names a seat: its country, or its number before it has one.
    pub(super) fn name(&self, seat: Seat) -> String {
        match self.player(seat).country {
            Some(country) => self.tables().countries[country].clone(),
            None => format!("Seat {}", seat.0),
        }
    }

    /// Describes a resource card in words.
    pub(super) fn card_text(&self, card: ResourceCard) -> String {
        let row = self.tables().resources[card];
        format!("{} {}/{}", row.resource, row.first, row.later)
    }

    /// Describes a citizen in words.
    pub(super) fn citizen_text(&self, card: Citizen) -> String {
        let row = self.tables().citizen(card);
        format!("{} ({} for {} coin)", row.name, bag(&row.needs), row.coin)
    }

    pub(super) fn crisis_name(&self, crisis: Crisis) -> &str {
        &self.tables().crises[crisis].name
    }

    /// Words the terms of an offer.
    pub(super) fn terms(give: &Goods, want: &Goods) -> String {
        format!("{} for {}", bag(give), bag(want))
    }

    /// Describes an event in words, with its rule.
    pub(super) fn words(&self, event: &Event) -> (String, &'static str) {
        let name = |seat: u8| self.name(Seat(seat));
        match event {
            Event::SetUp { players } => (format!("Europe begins with {players} players"), "Setup"),
            Event::HandicapGiven { seat, coin } => {
                let text = format!("Handicap: {} starts with {coin} coin more", name(*seat));
                (text, "House rule: handicap")
            }
            Event::StartingCardDealt { seat, card } => {
                (format!("{} starts with {}", name(*seat), self.card_text(*card)), "Setup")
            }
            Event::CountryTaken { seat, country } => {
                let country = &self.tables().countries[*country];
                (format!("Seat {seat} plays {country}"), "Setup")
            }
            Event::RoundBegan { round } => (format!("Round {round} begins"), "Round order"),
            Event::ResourcesDealt {} => {
                ("Everybody is dealt a resource card face down".to_owned(), "Round order")
            }
            Event::ResourceDealt { card } => {
                (format!("You are dealt {}", self.card_text(*card)), "Round order")
            }
            Event::CitizensDealt {} => {
                ("Everybody is dealt three citizens".to_owned(), "Round order")
            }
            Event::CitizensSeen { cards } => {
                let cards = cards.map(|card| self.citizen_text(card)).join("; ");
                (format!("You see {cards}"), "Round order")
            }
            Event::Answered { seat } => (format!("{} has answered", name(*seat)), "Round order"),
            Event::CitizensKept { seat, open, hidden } => {
                let open = plural(usize::from(*open), "citizen");
                (format!("{} keeps {open} face up, {hidden} face down", name(*seat)), "Round order")
            }
            Event::Produced { seat, cubes } => {
                (format!("{} takes {}", name(*seat), bag(cubes)), "Round order")
            }
            Event::BankProduced { cubes } => {
                (format!("The bank takes {}", bag(cubes)), "Round order")
            }
            Event::MarketFilled { slot, card } => {
                let card = self.card_text(*card);
                (format!("{card} lies in slot {} of the market", slot + 1), "Round order")
            }
            Event::MarketSwept { resource } => {
                let text = format!("Three cards of {resource} lay in the market and are discarded");
                (text, "Actions: Rapid Development")
            }
            Event::PlayBegan { .. } => ("Open play begins".to_owned(), "Round order"),
            Event::PlayEnded {} => ("Open play is over".to_owned(), "Round order"),
            Event::ClockJumped { .. } if self.options().untimed => {
                ("All are ready: play goes on".to_owned(), "Round order")
            }
            Event::ClockJumped { by_ms } => {
                (format!("All are ready: the clock jumps {} s", by_ms / 1_000), "Round order")
            }
            Event::ReadyChanged { seat, ready } => {
                let not = if *ready { "" } else { "not " };
                (format!("{} is {not}ready", name(*seat)), "Round order")
            }
            _ => self.describe_play(event),
        }
    }

    fn describe_play(&self, event: &Event) -> (String, &'static str) {
        let name = |seat: u8| self.name(Seat(seat));
        let trade = "Actions: trade with another player";
        match event {
            Event::OfferMade { offer } => (self.describe_offer(offer), trade),
            Event::OfferDeclined { offer_id, seat } => {
                (format!("{} declines offer {offer_id}", name(*seat)), trade)
            }
            Event::OfferClosed { offer_id, because: why } => {
                (format!("Offer {offer_id} is closed: {}", because(*why)), trade)
            }
            Event::Swapped { from, by, give, want, .. } => {
                let (from, by) = (name(*from), name(*by));
                (format!("{from} gives {by} {}", Self::terms(give, want)), trade)
            }
            Event::BankSold { seat, cubes, coin } => {
                let text =
                    format!("{} buys {} of the bank for {coin} coin", name(*seat), bag(cubes));
                (text, "Actions: trade with the bank")
            }
            Event::ResourceRevealed { seat, card, gained } => {
                let card = self.card_text(*card);
                let gain = if *gained > 0 { format!(" and takes {gained}") } else { String::new() };
                (
                    format!("{} reveals {card}{gain}", name(*seat)),
                    "Actions: reveal a face down card",
                )
            }
            Event::CitizenRevealed { seat, card } => {
                let text = format!("{}: {}", name(*seat), self.citizen_text(*card));
                (text, "Actions: reveal a face down card")
            }
            Event::CitizensDrawn { seat } => {
                let text = format!("{} draws three citizens and chooses", name(*seat));
                (text, "Actions: take citizen targets")
            }
            Event::Developed { seat, card, slot, coin, gained } => {
                let (name, card) = (name(*seat), self.card_text(*card));
                let source = if slot.is_some() { "of the market" } else { "off the deck" };
                let text =
                    format!("{name} buys {card} {source} for {coin} coin and takes {gained}");
                (text, "Actions: Rapid Development")
            }
            Event::DeckShuffled { deck } => {
                let deck = deck_name(*deck);
                (format!("The {deck} discards are shuffled into the deck"), "Round order")
            }
            _ => self.describe_clean_up(event),
        }
    }

    fn describe_offer(&self, offer: &TradeOffer) -> String {
        let to: Vec<String> = offer.to.iter().map(|seat| self.name(Seat(*seat))).collect();
        let (from, to) = (self.name(Seat(offer.from)), to.join(", "));
        let terms = Self::terms(&offer.give, &offer.want);
        match offer.counter_to {
            Some(id) => format!("{from} answers offer {id} of {to}: {terms} (offer {})", offer.id),
            None => format!("{from} offers {to} {terms} (offer {})", offer.id),
        }
    }

    fn describe_clean_up(&self, event: &Event) -> (String, &'static str) {
        let name = |seat: u8| self.name(Seat(seat));
        let rule = "Crisis cards";
        match event {
            Event::CrisisTurned { crisis, bonus } => {
                let row = &self.tables().crises[*crisis];
                (format!("Crisis: {}. {} Bonus {bonus} coin", row.name, row.text), rule)
            }
            Event::NoCrisis {} => ("No crisis card is left".to_owned(), rule),
            Event::DebtIncurred { seat, crisis, owed } => {
                let crisis = self.crisis_name(*crisis);
                (format!("{} owes {} ({crisis})", name(*seat), owed_text(owed)), rule)
            }
            Event::DebtPaid { seat, crisis, cubes, coin } => {
                let crisis = self.crisis_name(*crisis);
                let coin = if *coin > 0 { format!("{coin} coin") } else { bag(cubes) };
                (format!("{} pays {coin} ({crisis})", name(*seat)), rule)
            }
            Event::CrisisFailed { seat } => (format!("{} leaves a debt unpaid", name(*seat)), rule),
            Event::CitizenServed { seat, card, cubes, outcome } => {
                let citizen = &self.tables().citizen(*card).name;
                let outcome = outcome_text(outcome);
                (format!("{}: {citizen} gets {}: {outcome}", name(*seat), bag(cubes)), "Clean up")
            }
            Event::HappinessChanged { seat, from, to } => {
                (format!("{}: happiness from {from} to {to}", name(*seat)), "Clean up")
            }
            Event::CoinEarned { seat, rewards, bonus } => {
                let text = format!(
                    "{} earns {rewards} coin by citizens and {bonus} by crises",
                    name(*seat)
                );
                (text, "Clean up")
            }
            Event::CardSpent { seat, card } => {
                (format!("{} of {} is spent", self.card_text(*card), name(*seat)), "Clean up")
            }
            Event::Resigned { seat } => {
                (format!("{} gives up; defaults act for it", name(*seat)), "Win conditions")
            }
            Event::MatchEnded { winners, reason } => {
                let winners: Vec<String> = winners.iter().map(|seat| name(*seat)).collect();
                let (winners, reason) = (winners.join(" and "), reason_text(*reason));
                (format!("The match is over: {winners} won {reason}"), "Win conditions")
            }
            _ => (String::new(), "Round order"),
        }
    }
}

fn outcome_text(outcome: &CitizenOutcome) -> String {
    match outcome {
        CitizenOutcome::Met { reward: Reward::Happiness } => "met, for happiness".to_owned(),
        CitizenOutcome::Met { reward: Reward::Coin } => "met, for coin".to_owned(),
        CitizenOutcome::Placated { dice: [a, b], target } => {
            format!("placated by {a} and {b} against {target}")
        }
        CitizenOutcome::Failed { dice: [a, b], target } => {
            format!("not met; {a} and {b} against {target} lose one happiness")
        }
    }
}

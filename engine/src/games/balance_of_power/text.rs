//! Events in words.

#![expect(clippy::wildcard_enum_match_arm, reason = "each table leaves the rest to the next one")]

use protocol::games::balance_of_power::{
    Colour, Dice, EndReason, Event, OptionalStep, Owner, Territory, Troops, Version,
};

use super::state::BalanceOfPower;

pub(super) const fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "Red",
        Colour::Blue => "Blue",
    }
}

pub(super) const fn owner_name(owner: Owner) -> &'static str {
    match owner {
        Owner::Red => "Red",
        Owner::Blue => "Blue",
        Owner::Neutral => "neutral",
    }
}

pub(super) fn troops_words(count: u16) -> String {
    format!("{count} troop{}", if count == 1 { "" } else { "s" })
}

/// Words a number of troops with the verb that fits it.
pub(super) fn troops_do(count: u16, verb: &str) -> String {
    format!("{} {verb}{}", troops_words(count), if count == 1 { "s" } else { "" })
}

pub(super) fn dice_words(most: u8) -> String {
    if most == 1 { "1 die".to_owned() } else { format!("1 to {most} dice") }
}

/// Words dice in the order they were drawn.
fn faces(dice: &Dice) -> String {
    let faces: Vec<String> = dice.values().iter().map(ToString::to_string).collect();
    faces.join(" ")
}

impl BalanceOfPower {
    /// Describes an event in words, with its rule.
    pub(super) fn words(&self, event: &Event) -> (String, &'static str) {
        let text = match event {
            Event::SetUp { version, setup, .. } => match (version, setup) {
                (Version::BasicTraining, Some(number)) => {
                    format!("Basic Training begins with set-up {number}")
                }
                _ => "The Command Room begins".to_owned(),
            },
            Event::FirstPlayer { colour, drawn } => {
                let how = if *drawn { " (drawn)" } else { "" };
                format!("{} goes first{how}", colour_name(*colour))
            }
            Event::PlacerDrawn { seat } => format!("Seat {seat} places the map"),
            Event::MapPlaced { seat, auto, capitals, .. } => {
                let who = if *auto { "The deal".to_owned() } else { format!("Seat {seat}") };
                let (red, blue) = (self.name(capitals.red), self.name(capitals.blue));
                format!("{who} placed the map; capitals in {red} (Red) and {blue} (Blue)")
            }
            Event::ColourChosen { seat, colour, first } => {
                let (colour, first) = (colour_name(*colour), colour_name(*first));
                format!("Seat {seat} plays {colour}; {first} goes first")
            }
            Event::HandicapGiven { seat, colour, territory, troops } => {
                let (who, at) = (colour_name(*colour), self.name(*territory));
                let troops = troops_words(u16::from(*troops));
                let text =
                    format!("Handicap: seat {seat} ({who}) begins with {troops} more in {at}");
                return (text, "House rule: handicap");
            }
            _ => return self.command_room_words(event),
        };
        (text, "Set-up")
    }

    fn command_room_words(&self, event: &Event) -> (String, &'static str) {
        match event {
            Event::ResistanceRolled { dice, needed, chart, returning } => {
                let sum: u8 = dice.values().iter().sum();
                let outcome = if *returning > 0 {
                    format!(
                        "of {} on the chart, {}",
                        troops_words(u16::from(*chart)),
                        troops_do(u16::from(*returning), "return")
                    )
                } else {
                    troops_do(u16::from(*chart), "leave")
                };
                let text = format!("Neutral resistance: {sum} of {needed} needed; {outcome}");
                (text, "Charts: neutral resistance")
            }
            Event::ResistanceDeclined { chart } => {
                let text =
                    format!("No neutral resistance; {}", troops_do(u16::from(*chart), "leave"));
                (text, "Charts: neutral resistance")
            }
            Event::TroopsReturned { troops } => {
                let text = format!("Neutral troops return: {}", self.troop_list(troops));
                (text, "Charts: neutral resistance")
            }
            Event::SupportBought { colour, kind, price } => {
                let name = &self.rules.support[*kind].name;
                let price = troops_words(u16::from(*price));
                (format!("{} buys {name} for {price}", colour_name(*colour)), "Combat support")
            }
            _ => self.attack_words(event),
        }
    }

    fn attack_words(&self, event: &Event) -> (String, &'static str) {
        let text = match event {
            Event::Rolled { from, to, attack, defence } => {
                let (from, to) = (self.name(*from), self.name(*to));
                let (attack, defence) = (faces(attack), faces(defence));
                format!(
                    "{from} attacks {to}: {attack} against {defence}; a die may be thrown again"
                )
            }
            Event::Rerolled { die, was, now } => {
                format!("Reconnaissance: die {} showed {was}, now {now}", die + 1)
            }
            Event::Fought { from, to, attack, defence, attacker_lost, defender_lost } => {
                let (from, to) = (self.name(*from), self.name(*to));
                let (attack, defence) = (faces(attack), faces(defence));
                format!(
                    "{from} attacks {to}: {attack} against {defence}; {from} loses \
                     {attacker_lost}, {to} {defender_lost}"
                )
            }
            Event::Conquered { territory, by, of } => {
                let by = match by {
                    Owner::Neutral => "Neutral troops conquer".to_owned(),
                    Owner::Red | Owner::Blue => format!("{} conquers", owner_name(*by)),
                };
                format!("{by} {} ({})", self.name(*territory), owner_name(*of))
            }
            Event::Occupied { from, to, troops } => {
                let (from, to) = (self.name(*from), self.name(*to));
                format!("{} from {from} into {to}", troops_do(*troops, "move"))
            }
            _ => return self.turn_words(event),
        };
        (text, "Attacking")
    }

    fn turn_words(&self, event: &Event) -> (String, &'static str) {
        match event {
            Event::TurnBegan { turn, colour } => {
                (format!("Turn {turn}: {}", colour_name(*colour)), "Game turn")
            }
            Event::Drafted { colour, base, regions, capitals } => {
                let total = troops_words(u16::from(base + regions + capitals));
                let text = format!(
                    "{} drafts {total}: {base} for territories and cities, {regions} for regions, \
                     {capitals} for capitals",
                    colour_name(*colour)
                );
                (text, "Draft troops")
            }
            Event::Placed { colour, troops } => {
                let text =
                    format!("{} places troops: {}", colour_name(*colour), self.troop_list(troops));
                (text, "Draft troops")
            }
            Event::Collected { colour, objective } => {
                let name = &self.rules.objectives[*objective].name;
                (format!("{} collects {name}", colour_name(*colour)), "Objectives")
            }
            Event::Manoeuvred { colour, from, to, troops } => {
                let (from, to) = (self.name(*from), self.name(*to));
                let troops = troops_words(*troops);
                let text = format!("{} moves {troops} from {from} to {to}", colour_name(*colour));
                (text, "Manoeuvre troops")
            }
            Event::Skipped { colour, step } => {
                let what = match step {
                    OptionalStep::Support => "buys nothing more",
                    OptionalStep::Attack => "attacks no more",
                    OptionalStep::Collect => "collects nothing",
                    OptionalStep::Manoeuvre => "makes no manoeuvre",
                };
                (format!("{} {what}", colour_name(*colour)), "Game turn")
            }
            Event::Ended { winner, reason } => (self.ending(*winner, *reason), "Winning"),
            _ => self.card_words(event),
        }
    }

    fn card_words(&self, event: &Event) -> (String, &'static str) {
        match event {
            Event::HandedIn { colour, stars, troops, cards } => {
                let text = format!(
                    "{} hands in {} card{} with {stars} stars for {}",
                    colour_name(*colour),
                    cards.len(),
                    if cards.len() == 1 { "" } else { "s" },
                    troops_words(u16::from(*troops))
                );
                (text, "Draft troops")
            }
            Event::DeckShuffled { cards } => {
                (format!("{cards} discards become the new deck"), "Draw a card")
            }
            Event::CardDrawn { colour } => {
                (format!("{} draws a card", colour_name(*colour)), "Draw a card")
            }
            Event::CardSeen { card } => {
                let name = card.territory().map_or("no territory", |at| self.name(at));
                let stars = self.stars(*card);
                (format!("You draw {name} ({stars} star{})", plural(stars)), "Draw a card")
            }
            _ => (String::new(), "Draw a card"),
        }
    }

    fn ending(&self, winner: Option<u8>, reason: EndReason) -> String {
        let Some(seat) = winner else {
            return "The turn limit is reached and all is equal: a draw".to_owned();
        };
        let name = match self.colours[usize::from(seat)] {
            Some(colour) => colour_name(colour).to_owned(),
            None => format!("Seat {seat}"),
        };
        let how = match reason {
            EndReason::Objectives => "three objectives and their own capital",
            EndReason::Elimination => "the opponent has no territory left",
            EndReason::LimitObjectives => "turn limit, more objectives",
            EndReason::LimitTerritories => "turn limit, more territories",
            EndReason::LimitTroops => "turn limit, more troops",
            EndReason::Draw => "turn limit",
            EndReason::Resigned => "the opponent gave up",
        };
        format!("{name} wins: {how}")
    }

    /// Words counts by territory.
    fn troop_list(&self, troops: &Troops) -> String {
        let one = |(at, count): (Territory, u8)| format!("{count} in {}", self.name(at));
        troops.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

const fn plural(count: u8) -> &'static str {
    if count == 1 { "" } else { "s" }
}

//! The reasons for refusals, as small plain data; words are made at the border only.

#![expect(clippy::wildcard_enum_match_arm, reason = "each table leaves the rest to the next one")]

use protocol::Rejection;
use protocol::games::europe_divided::{ActionCard, Power, Region, Space};

use super::names::{a_die, of_power, the_power};
use super::state::{DOMINANCE, EuropeDivided};

/// A refusal. It uses only what the acting side may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// The command answers another question than the open one.
    NotAsked,
    NotHeld,
    /// The card is held, but not for this turn.
    NotLocked,
    BeforeInitiative,
    SameCardTwice,
    Money {
        cost: u8,
        have: u16,
    },
    Sanctions {
        cost: u8,
    },
    DieStands(Power, Region),
    NoDie(Power, Region),
    AtCap(Power, Region, u8),
    Amount {
        legal: u8,
        upto: bool,
    },
    NotOnCard,
    NeedsStrongDie(Power, Region),
    NeedsDominance(Region),
    Fractured(ActionCard),
    NoSupply,
    NoArmy(Space),
    NoRoute {
        from: Space,
        to: Space,
    },
    NotThere(Space),
    SameArmy,
    NotLowerable(Power, Region),
    /// No effect; carries the rule of what was tried.
    NoTarget(&'static str),
    NotFirst,
    HoldsNatoArmy(Region),
    NotBordering(Region),
    NoControl,
    UsedThisTurn,
    CardsLeft,
    NotYet,
}

impl Why {
    /// Words the refusal, with its rule.
    pub(super) fn reject(self, game: &EuropeDivided) -> Rejection {
        let (detail, rule) = self.about_dice_and_cards(game);
        Rejection::illegal(detail, rule)
    }

    fn about_dice_and_cards(self, game: &EuropeDivided) -> (String, &'static str) {
        let region = |at: Region| game.at(at);
        match self {
            Self::NotAsked => ("that does not answer the open question".into(), "Game turn"),
            Self::NotHeld => ("you do not hold that card".into(), "Hidden information"),
            Self::NotLocked => ("you have not locked that card for this turn".into(), "Initiative"),
            Self::BeforeInitiative => {
                ("that card is used before the initiative".into(), "Advantage Cards")
            }
            Self::SameCardTwice => ("name two different cards".into(), "Initiative"),
            Self::Money { cost, have } => {
                (format!("that costs {cost} money and you have {have}"), "Money")
            }
            Self::Sanctions { cost } => (
                format!("that costs {cost} money and US Sanctions let Russia spend none this turn"),
                "Advantage Cards: US Sanctions",
            ),
            Self::DieStands(power, at) => (
                format!("{} has a die in {} already", the_power(power), region(at)),
                "Place influence",
            ),
            Self::NoDie(power, at) => {
                (format!("{} has no die in {}", the_power(power), region(at)), "Increase influence")
            }
            Self::AtCap(power, at, _) if game.die(power, at) == DOMINANCE => (
                format!("the {} die in {} is a 6 already", of_power(power), region(at)),
                "Increase influence",
            ),
            Self::AtCap(power, at, cap) => (
                format!("the {} die in {} cannot rise above {cap}", of_power(power), region(at)),
                "Increase influence",
            ),
            Self::Amount { legal, upto } => (
                format!("the die rises by {}{legal}", if upto { "1 to " } else { "exactly " }),
                "Increase influence",
            ),
            Self::NotOnCard => ("the card has no such action".into(), "Action Cards"),
            Self::NeedsStrongDie(power, at) => (
                format!("this action needs {} of 5 or 6 in {}", a_die(power), region(at)),
                "Action Cards: Europe player",
            ),
            Self::NeedsDominance(at) => {
                (format!("this needs a die of 6 in {}", region(at)), "Special actions")
            }
            Self::Fractured(card) => (
                format!("{} has lost its EU actions", game.rules.actions[card].name),
                "Advantage Cards: Fracture in the EU",
            ),
            _ => self.about_armies(game),
        }
    }

    fn about_armies(self, game: &EuropeDivided) -> (String, &'static str) {
        let space = |space: Space| game.space_name(space);
        let region = |at: Region| space(at.space());
        match self {
            Self::NoSupply => ("all 15 armies are on the board".into(), "Component limits"),
            Self::NoArmy(at) => (format!("you have no army in {}", space(at)), "Move army"),
            Self::NoRoute { from, to } => (
                format!("no legal route you can pay leads from {} to {}", space(from), space(to)),
                "Move army",
            ),
            Self::NotThere(at) => (format!("that cannot be done in {}", space(at)), "Action Cards"),
            Self::SameArmy => {
                ("the second army must be another one".into(), "Advantage Cards: Snap Exercise")
            }
            Self::NotLowerable(power, at) => (
                format!("{} has no die of 6 in {}", the_power(power), region(at)),
                "Advantage Cards",
            ),
            Self::HoldsNatoArmy(at) => (
                format!("a NATO army stands in {}", region(at)),
                "Advantage Cards: Little Green Men",
            ),
            Self::NotBordering(at) => {
                (format!("no border leads from {} to Russia", region(at)), "Advantage Cards")
            }
            _ => self.about_timing(),
        }
    }

    fn about_timing(self) -> (String, &'static str) {
        match self {
            Self::NoTarget(rule) => ("it would have no effect now".into(), rule),
            Self::NotFirst => {
                ("only if Europe goes first this turn".into(), "Advantage Cards: US Sanctions")
            }
            Self::NoControl => ("you do not control that sea".into(), "Sea Cards"),
            Self::UsedThisTurn => ("that was used this turn already".into(), "Sea Cards"),
            Self::CardsLeft => {
                ("both cards must be played first; a card may be passed".into(), "Actions")
            }
            Self::NotYet => ("take at least one step first".into(), "Special actions"),
            _ => ("that is not possible now".into(), "Game turn"),
        }
    }
}

//! The reasons for refusals, as small plain data; words are made at the border only.

#![expect(clippy::wildcard_enum_match_arm, reason = "each table leaves the rest to the next one")]

use protocol::games::europe::{Citizen, Country, Cubes, Good, Resource};
use protocol::{Code, Rejection};

use super::state::{Europe, UNTIMED_ACTS};
use super::text::{cubes_text, plural};
use crate::game::Seat;

/// A refusal. It uses only what the acting seat may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    Over,
    RoundOver,
    WrongPhase,
    /// A crisis point was reached before the command.
    CrisisFirst,
    /// The seat has answered, or has nothing to answer.
    NotAsked,
    /// The seat has done in open play what it may without a clock.
    DoneEnough,
    BadAmount,
    CountryTaken(Country),
    NoSuchSeat(u8),
    NobodyAddressed,
    HasResigned(Seat),
    Twice,
    OfferLimit,
    OwnOffer,
    NotYourOffer,
    EmptySide,
    SameKind(Good),
    NotEnoughCubes {
        kind: Resource,
        wanted: u8,
        have: u8,
    },
    NotEnoughCoin {
        wanted: u8,
        have: u8,
    },
    CoinTradeBlocked,
    OfferUnknown,
    OfferClosed,
    OfferNotForYou,
    NoBank,
    BankClosed,
    BankShort(Cubes),
    AlreadyRevealed,
    DrawPending,
    CitizenLimit,
    NotEnoughCards,
    NoDrawPending,
    KeepTooFew(usize),
    KeepTooMany(usize),
    NotYourCard,
    HiddenLimit,
    MarketChanged,
    DeckEmpty,
    NothingOwed,
    WrongPayment,
    NoEarlyEnd,
    ReadyAlready(bool),
    EveryCitizenOnce,
    OverAllocated(Citizen),
}

const ORDER: &str = "Round order";
const TRADE: &str = "Actions: trade with another player";
const BANK: &str = "Actions: trade with the bank";
const REVEAL: &str = "Actions: reveal a face down card";
const CITIZENS: &str = "Actions: take citizen targets";
const DEVELOPMENT: &str = "Actions: Rapid Development";
const CRISES: &str = "Crisis cards";
const CLEAN_UP: &str = "Clean up";
const FORM: &str = "Form of commands";

impl Why {
    /// Words the refusal, with its rule.
    pub(super) fn reject(self, game: &Europe) -> Rejection {
        let (code, detail, rule) = self.about_trade(game);
        Rejection { code, detail, rule: Some(rule.to_owned()) }
    }

    fn about_trade(self, game: &Europe) -> (Code, String, &'static str) {
        let say = |code, text: &str, rule| (code, text.to_owned(), rule);
        match self {
            Self::NoSuchSeat(seat) => {
                (Code::Malformed, format!("there is no seat {seat} here"), TRADE)
            }
            Self::NobodyAddressed => {
                say(Code::Malformed, "an offer is addressed to somebody", TRADE)
            }
            Self::HasResigned(seat) => {
                (Code::Illegal, format!("{} has given up", game.name(seat)), TRADE)
            }
            Self::OfferLimit => {
                let limit = game.options().offer_limit;
                (Code::OfferLimit, format!("you have {limit} open offers, the most allowed"), TRADE)
            }
            Self::OwnOffer => say(Code::OwnOffer, "this is your own offer", TRADE),
            Self::NotYourOffer => {
                say(Code::Illegal, "only the maker of an offer can cancel it", TRADE)
            }
            Self::EmptySide => {
                say(Code::EmptySide, "both sides of an offer must hold something", TRADE)
            }
            Self::SameKind(good) => {
                (Code::SameKind, format!("{good} stands on both sides of the offer"), TRADE)
            }
            Self::CoinTradeBlocked => {
                say(Code::CoinTradeBlocked, "no offer may contain coin until the round ends", TRADE)
            }
            Self::OfferUnknown => say(Code::OfferUnknown, "there never was such an offer", TRADE),
            Self::OfferClosed => say(Code::OfferClosed, "the offer is closed", TRADE),
            Self::OfferNotForYou => {
                say(Code::OfferNotForYou, "the offer is addressed to others", TRADE)
            }
            Self::NotEnoughCubes { kind, wanted, have } => (
                Code::NotEnoughCubes,
                format!("it takes {wanted} {kind} and you have {have}"),
                TRADE,
            ),
            Self::NotEnoughCoin { wanted, have } => {
                (Code::NotEnoughCoin, format!("it takes {wanted} coin and you have {have}"), TRADE)
            }
            Self::NoBank => {
                say(Code::NoBank, "no starting card was left, so there is no bank", BANK)
            }
            Self::BankClosed => {
                say(Code::BankClosed, "the bank is closed until the round ends", BANK)
            }
            Self::BankShort(stock) => {
                (Code::BankShort, format!("the bank has {}", cubes_text(&stock)), BANK)
            }
            _ => self.about_cards(game),
        }
    }

    fn about_cards(self, game: &Europe) -> (Code, String, &'static str) {
        let say = |code, text: &str, rule| (code, text.to_owned(), rule);
        match self {
            Self::AlreadyRevealed => {
                say(Code::AlreadyRevealed, "nothing of that lies face down before you", REVEAL)
            }
            Self::DrawPending => {
                say(Code::DrawPending, "choose from the drawn citizens first", CITIZENS)
            }
            Self::CitizenLimit => {
                let most = game.options().max_citizens;
                (
                    Code::CitizenLimit,
                    format!("you hold {most} citizens, the most allowed"),
                    CITIZENS,
                )
            }
            Self::NotEnoughCards => {
                say(Code::NotEnoughCards, "fewer than three citizens are left", CITIZENS)
            }
            Self::NoDrawPending => say(Code::NoDrawPending, "you have drawn no citizens", CITIZENS),
            Self::KeepTooFew(fewest) => {
                let text = format!("keep at least {}", plural(fewest, "citizen"));
                (Code::KeepTooFew, text, CITIZENS)
            }
            Self::KeepTooMany(most) => {
                (Code::KeepTooMany, format!("keep at most {}", plural(most, "citizen")), CITIZENS)
            }
            Self::NotYourCard => say(Code::NotYourCard, "this card is not yours", CITIZENS),
            Self::HiddenLimit => {
                say(Code::HiddenLimit, "only one citizen may lie face down", CITIZENS)
            }
            Self::MarketChanged => {
                say(Code::MarketChanged, "this card does not lie in that slot", DEVELOPMENT)
            }
            Self::DeckEmpty => say(Code::DeckEmpty, "no resource card is left", DEVELOPMENT),
            Self::NothingOwed => say(Code::NothingOwed, "you owe nothing to this crisis", CRISES),
            Self::WrongPayment => {
                say(Code::WrongPayment, "this is no part of what you owe", CRISES)
            }
            Self::EveryCitizenOnce => {
                say(Code::Malformed, "each own citizen once, by ascending id", CLEAN_UP)
            }
            Self::OverAllocated(card) => {
                let text = format!("{card} is given more than it needs or you have left");
                (Code::OverAllocated, text, CLEAN_UP)
            }
            _ => self.about_order(),
        }
    }

    fn about_order(self) -> (Code, String, &'static str) {
        let say = |code, text: &str, rule| (code, text.to_owned(), rule);
        match self {
            Self::Over => say(Code::Over, "the match is over", ORDER),
            Self::RoundOver => say(Code::RoundOver, "the round's open play has ended", ORDER),
            Self::WrongPhase => say(Code::WrongPhase, "this belongs to another phase", ORDER),
            Self::CrisisFirst => say(Code::Illegal, "a crisis came before this", ORDER),
            Self::NotAsked => say(Code::Illegal, "nothing is asked of you now", ORDER),
            Self::DoneEnough => {
                let text = format!(
                    "you have done {UNTIMED_ACTS} things: play goes on when the others are ready"
                );
                (Code::Illegal, text, ORDER)
            }
            Self::CountryTaken(country) => {
                (Code::CountryTaken, format!("{country} is taken"), "Setup")
            }
            Self::NoEarlyEnd => say(Code::Illegal, "this room plays its rounds to the end", ORDER),
            Self::ReadyAlready(ready) => {
                let not = if ready { "" } else { "not " };
                (Code::Illegal, format!("you are {not}ready already"), ORDER)
            }
            Self::Twice => say(Code::Malformed, "name each one once", FORM),
            _ => say(
                Code::BadAmount,
                "amounts are positive whole numbers, at most what exists",
                FORM,
            ),
        }
    }
}

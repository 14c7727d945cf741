//! The codes, and the refusal of one command.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::open::open_words;

/// The reason why something was not done. `rejected`, `error` and HTTP problems share these codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Code {
    /// The frame is no JSON of the strict kind, or a field is missing, unknown or of another type.
    Malformed,
    /// `type` names no message or command.
    UnknownType,
    /// The sender holds no seat.
    NotSeated,
    /// The match has not begun.
    NotStarted,
    /// The question that the command answers is not open for this seat.
    Stale,
    /// The others did not agree to a request: refused, withdrawn, or lapsed.
    NotAgreed,
    /// The rules do not allow it now.
    Illegal,
    /// The rules allow it, but this step of the lesson asks for something else.
    NotNow,
    /// This id was used for another command of this seat.
    IdReused,
    /// The room has too much to do; the same message may be sent again.
    Busy,
    /// The store cannot take the entry; nothing changed.
    StorageUnavailable,
    /// The match is over.
    Over,
    /// The client's `after` is beyond what the server has: it was restored from older data.
    RolledBack,
    /// Too many malformed messages.
    TooFast,
    /// The first message was not `hello`, or none came in time.
    HelloExpected,
    /// The message is larger than the limit.
    TooBig,
    /// No room has this code.
    RoomUnknown,
    /// No seat is free.
    RoomFull,
    /// The seat is taken.
    SeatTaken,
    /// The room has no such seat.
    SeatUnknown,
    /// The match has begun.
    Started,
    /// The match is not over.
    NotOver,
    /// No lesson of the game has this name.
    LessonUnknown,
    /// The match has no such entry.
    EntryUnknown,
    /// The component data that the match was played with are not here any more.
    DataUnknown,
    /// The match is not provably dealt, so there is no record of it.
    Unproven,
    /// The token opens no seat of this room.
    TokenUnknown,
    /// The sender may not do this.
    Forbidden,
    /// This room requires a commitment with a person's `ready`.
    EntropyRequired,
    /// The entropy is not what the seat committed itself to.
    EntropyMismatch,
    /// This room gives no hints, or not between people.
    HintsOff,
    /// No mind of this server knows the game.
    NoMind,
    /// The room takes no (more) spectators.
    GalleryFull,
    /// No game has this id.
    GameUnknown,
    /// An option is unknown or has no such value.
    OptionInvalid,
    /// No program with this id is announced.
    ProgramUnknown,
    /// The program plays in as many rooms as it wants to.
    ProgramFull,
    /// The program did not take its seat, or waited too long for the match.
    ProgramAbsent,
    /// A name is empty, too long or contains control characters.
    NameInvalid,
    /// Notices cannot be sent there, or not by this server.
    NotifyInvalid,
    /// This address, or this seat, has used up its budget.
    TooManyRequests,
    /// The `Origin` is not on the list.
    OriginForbidden,
    /// There is no such resource.
    NotFound,
    /// The resource does not know this HTTP method.
    MethodNotAllowed,
    /// The server is shutting down.
    Draining,
    /// The room is out of order and was set aside; the operator knows more.
    RoomUnavailable,
    /// No country has this code.
    CountryUnknown,
    /// Another player has taken the country.
    CountryTaken,
    /// The round's open play has ended.
    RoundOver,
    /// The command belongs to another phase.
    WrongPhase,
    /// There is no such resource.
    UnknownResource,
    /// An amount is not a positive whole number, or too large, or missing.
    BadAmount,
    /// The player has as many open offers as the room allows.
    OfferLimit,
    /// The offer is the player's own.
    OwnOffer,
    /// A side of the offer is empty.
    EmptySide,
    /// One kind is on both sides of the offer.
    SameKind,
    /// The player does not hold these cubes.
    NotEnoughCubes,
    /// The player does not hold this coin.
    NotEnoughCoin,
    /// Coin cannot be traded until the round ends.
    CoinTradeBlocked,
    /// There has never been such an offer.
    OfferUnknown,
    /// The offer is closed.
    OfferClosed,
    /// The offer is addressed to others.
    OfferNotForYou,
    /// There is no bank in this match.
    NoBank,
    /// The bank is closed until the round ends.
    BankClosed,
    /// The bank does not have all of it.
    BankShort,
    /// Nothing face down is left to reveal.
    AlreadyRevealed,
    /// Drawn cards wait for a choice.
    DrawPending,
    /// The player holds as many citizens as the room allows.
    CitizenLimit,
    /// Too few cards are left.
    NotEnoughCards,
    /// No drawn cards wait for a choice.
    NoDrawPending,
    /// Too few cards are kept.
    KeepTooFew,
    /// Too many cards are kept.
    KeepTooMany,
    /// The card is not one of the player's.
    NotYourCard,
    /// Only one citizen may lie face down.
    HiddenLimit,
    /// The card is no longer in this slot of the market.
    MarketChanged,
    /// No resource card is left.
    DeckEmpty,
    /// The player owes nothing to this crisis.
    NothingOwed,
    /// This is no part of what is owed.
    WrongPayment,
    /// More is assigned than the player holds or the card needs.
    OverAllocated,
    /// Something went wrong inside the server.
    Internal,
}

open_words!(Code);

impl Code {
    /// Checks whether the code says by itself that something else came first: another seat, the clock, or
    /// an answer that closed the question.
    pub const fn raced(self) -> bool {
        matches!(
            self,
            Self::Stale
                | Self::RoundOver
                | Self::OfferClosed
                | Self::CountryTaken
                | Self::MarketChanged
                | Self::DeckEmpty
                | Self::BankShort
        )
    }

    /// Returns the name on the wire.
    pub fn as_str(self) -> String {
        match serde_json::to_value(self) {
            Ok(serde_json::Value::String(name)) => name,
            _ => "internal".to_owned(),
        }
    }
}

/// The refusal of a command: an expected answer, never an oracle.
///
/// Code and text depend only on what the sender may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rejection {
    /// The reason, for programs.
    pub code: Code,
    /// The reason, for people.
    pub detail: String,
    /// The rule it rests on, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

impl Rejection {
    /// Creates a refusal that rests on no rule of the game.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), rule: None }
    }

    /// Creates the refusal of a move that the named rule does not allow.
    pub fn illegal(detail: impl Into<String>, rule: impl Into<String>) -> Self {
        Self { code: Code::Illegal, detail: detail.into(), rule: Some(rule.into()) }
    }
}

impl std::fmt::Display for Rejection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.detail)
    }
}

impl std::error::Error for Rejection {}

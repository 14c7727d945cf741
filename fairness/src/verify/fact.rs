//! The facts of a deal that a client writes down, a line each.
//!
//! They are here because promises are worth something only to someone who wrote them down, and
//! because the client that writes and the verifier that reads must mean the same by a line. This
//! module must not know a file, nor when a fact was seen.

use std::fmt;

use derive_more::Display;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::{Hash, hex};

/// Something about a deal that cannot change afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// `true` if the room requires entropy of people.
    Required(bool),
    /// The digest of the component data.
    Data(Hash),
    /// [`canonical::digest`](crate::canonical::digest) of the options.
    Options(Hash),
    /// `C` of an attempt.
    Commitment(u32, Hash),
    /// The number of seats with which an attempt was sealed.
    Sealed(u32, u8),
    /// `K` of an attempt and a seat, or that the seat is bound to bring nothing.
    Seat(u32, u8, Option<Hash>),
    /// `E` of an attempt and a seat: our own before it is sent, others' once they are shown.
    Entropy(u32, u8, Hash),
    /// The attempt that the match began with.
    Dealt(u32),
    /// `S` of an attempt that was given up.
    Void(u32, Hash),
}

/// The subject of a fact; of two different facts with the same subject, one is false.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// The requirement of entropy.
    #[display("entropy")]
    Required,
    /// The component data.
    #[display("data")]
    Data,
    /// The options.
    #[display("options")]
    Options,
    /// The server's commitment.
    #[display("commitment {_0}")]
    Commitment(u32),
    /// The number of seats.
    #[display("sealed {_0}")]
    Sealed(u32),
    /// A seat's commitment.
    #[display("seat {_0} {_1}")]
    Seat(u32, u8),
    /// A seat's entropy.
    #[display("entropy {_0} {_1}")]
    Entropy(u32, u8),
    /// The attempt that was dealt.
    #[display("dealt")]
    Dealt,
    /// The secret of an attempt that was given up.
    #[display("void {_0}")]
    Void(u32),
}

/// A way in which a server contradicted itself.
#[derive(
    Clone, Copy, Debug, EnumString, IntoStaticStr, PartialEq, Eq, PartialOrd, Ord, VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum Contradiction {
    /// It changed its commitment or secret, or one does not open the other.
    Server,
    /// It changed what a seat was bound to, or who is bound.
    Seat,
    /// A void attempt accuses the wrong seats.
    Void,
    /// The attempts do not follow one another.
    Attempt,
    /// It required entropy and goes on without.
    Required,
    /// It changed the component data.
    Data,
    /// It changed the options.
    Options,
    /// It proved the deal at first, and says later that nothing does.
    Unproven,
}

impl Contradiction {
    /// Returns the word in the line that records it.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Reads the contradiction and the attempt of that time from the line that records it, without
    /// its `# `.
    pub fn read(line: &str) -> Option<(u32, Self)> {
        let (attempt, word) = line.strip_prefix("contradiction ")?.split_once(' ')?;
        Some((number(attempt)?, word.parse().ok()?))
    }

    /// Writes the line that records it, without its `# `.
    pub fn line(self, attempt: u32) -> String {
        format!("contradiction {attempt} {}", self.word())
    }
}

impl About {
    /// Returns the way in which a server contradicts itself that shows a different fact with this
    /// subject.
    pub fn contradiction(self) -> Contradiction {
        match self {
            Self::Required => Contradiction::Required,
            Self::Data => Contradiction::Data,
            Self::Options => Contradiction::Options,
            Self::Commitment(_) | Self::Void(_) => Contradiction::Server,
            Self::Sealed(_) | Self::Seat(..) | Self::Entropy(..) => Contradiction::Seat,
            Self::Dealt => Contradiction::Attempt,
        }
    }
}

impl Fact {
    /// Returns the subject of the fact.
    pub fn about(&self) -> About {
        match *self {
            Self::Required(_) => About::Required,
            Self::Data(_) => About::Data,
            Self::Options(_) => About::Options,
            Self::Commitment(attempt, _) => About::Commitment(attempt),
            Self::Sealed(attempt, _) => About::Sealed(attempt),
            Self::Seat(attempt, seat, _) => About::Seat(attempt, seat),
            Self::Entropy(attempt, seat, _) => About::Entropy(attempt, seat),
            Self::Dealt(_) => About::Dealt,
            Self::Void(attempt, _) => About::Void(attempt),
        }
    }

    /// Reads the fact from the line that records it, without its `# `; `None` if the line is
    /// another kind of note.
    pub fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split(' ').collect();
        let fact = match words[..] {
            ["entropy", "required"] => Self::Required(true),
            ["entropy", "optional"] => Self::Required(false),
            ["data", value] => Self::Data(hex::decode_32(value)?),
            ["options", value] => Self::Options(hex::decode_32(value)?),
            ["commitment", attempt, value] => {
                Self::Commitment(number(attempt)?, hex::decode_32(value)?)
            }
            ["sealed", attempt, count] => Self::Sealed(number(attempt)?, number(count)?),
            ["seat", attempt, seat, "none"] => Self::Seat(number(attempt)?, number(seat)?, None),
            ["seat", attempt, seat, value] => {
                Self::Seat(number(attempt)?, number(seat)?, Some(hex::decode_32(value)?))
            }
            ["entropy", attempt, seat, value] => {
                Self::Entropy(number(attempt)?, number(seat)?, hex::decode_32(value)?)
            }
            ["dealt", attempt] => Self::Dealt(number(attempt)?),
            ["void", attempt, value] => Self::Void(number(attempt)?, hex::decode_32(value)?),
            _ => return None,
        };
        Some(fact)
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.about())?;
        match self {
            Self::Required(true) => f.write_str("required"),
            Self::Required(false) => f.write_str("optional"),
            Self::Data(value)
            | Self::Options(value)
            | Self::Commitment(_, value)
            | Self::Seat(_, _, Some(value))
            | Self::Entropy(_, _, value)
            | Self::Void(_, value) => f.write_str(&hex::encode(value)),
            Self::Sealed(_, count) => write!(f, "{count}"),
            Self::Seat(_, _, None) => f.write_str("none"),
            Self::Dealt(attempt) => write!(f, "{attempt}"),
        }
    }
}

/// Reads a number in its only spelling: digits, without a sign or a zero before them.
pub(super) fn number<T: std::str::FromStr + ToString>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number: &T| number.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_survive_as_lines() {
        let value = [7; 32];
        for fact in [
            Fact::Required(true),
            Fact::Required(false),
            Fact::Data(value),
            Fact::Options(value),
            Fact::Commitment(0, value),
            Fact::Sealed(1, 4),
            Fact::Seat(1, 2, Some(value)),
            Fact::Seat(1, 2, None),
            Fact::Entropy(0, 1, value),
            Fact::Dealt(2),
            Fact::Void(2, value),
        ] {
            assert_eq!(Fact::read(&fact.to_string()), Some(fact), "{fact}");
        }
        let good = Fact::Seat(0, 1, Some(value)).to_string();
        let signed = good.replace("0 1", "0 +1");
        for other in
            ["", "rolled back to 3", "commitment 0 c0ffee", "entropy maybe", "sealed 0 256"]
        {
            assert_eq!(Fact::read(other), None, "{other}");
        }
        let zeros = good.replace("0 1", "00 1");
        for other in [format!("{good} x"), good[2..].to_owned(), signed, zeros] {
            assert_eq!(Fact::read(&other), None, "{other}");
        }
    }
}

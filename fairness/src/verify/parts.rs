//! The deal: what was committed to, what was revealed, the attempts before, and the key.

use super::refusal::{Fault, Refusal};
use crate::record::{HeaderSeat, Record, SCHEME, Voided};
use crate::vd1::{MatchKey, SeatEntropy, seat_commitment, server_commitment};
use crate::{Hash, hex};

/// The only version of the header's form.
const HEADER_VERSION: u32 = 1;
/// How many attempts a deal may take.
const MAX_ATTEMPTS: usize = 3;
/// The scheme counts seats in one byte.
const MAX_SEATS: usize = 255;

/// What all attempts of a room have in common.
struct Deal<'a> {
    room: [u8; 16],
    rules: &'a str,
    seats: usize,
}

/// Checks the deal; the key that follows from it.
pub(super) fn check(record: &Record) -> Result<MatchKey, Refusal> {
    let header = &record.header;
    names(record)?;
    let room = room(&header.room).ok_or_else(|| Fault::Room.at("/header/room"))?;
    bytes(&header.data, "/header/data")?;
    if record.voided.len() != header.attempt as usize || record.voided.len() >= MAX_ATTEMPTS {
        return Err(Fault::Attempts.at("/header/attempt"));
    }
    if !(1..=MAX_SEATS).contains(&header.seats.len()) {
        return Err(Fault::Seats.at("/header/seats"));
    }
    let deal = Deal { room, rules: &header.rules, seats: header.seats.len() };
    let mut secrets = Vec::new();
    for (index, voided) in record.voided.iter().enumerate() {
        let secret = deal.voided(index, voided)?;
        if secrets.contains(&secret) {
            return Err(Fault::SecretReused.at(format!("/voided/{index}/server_secret")));
        }
        secrets.push(secret);
    }
    let texts = (header.commitment.as_str(), record.server_secret.as_str());
    let places = ["/header/commitment", "/server_secret"];
    let (commitment, secret) = deal.server(header.attempt, texts, places)?;
    if secrets.contains(&secret) {
        return Err(Fault::SecretReused.at("/server_secret"));
    }
    let seats: Vec<SeatEntropy> = (0u8..)
        .zip(&header.seats)
        .map(|(index, seat)| deal.seat(header.attempt, index, seat))
        .collect::<Result<_, _>>()?;
    Ok(MatchKey::derive(&secret, &commitment, &seats))
}

/// Scheme, version, game and rules.
fn names(record: &Record) -> Result<(), Refusal> {
    let header = &record.header;
    if record.scheme != SCHEME {
        return Err(Fault::Scheme.at("/scheme"));
    }
    if header.scheme != SCHEME {
        return Err(Fault::Scheme.at("/header/scheme"));
    }
    if header.v != HEADER_VERSION {
        return Err(Fault::Scheme.at("/header/v"));
    }
    let version = header.rules.strip_prefix(&header.game).and_then(|rest| rest.strip_prefix('/'));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !version.is_some_and(digits) {
        return Err(Fault::Rules.at("/header/rules"));
    }
    if !header.options.is_object() {
        return Err(Fault::Form("not an object".to_owned()).at("/header/options"));
    }
    Ok(())
}

impl Deal<'_> {
    /// `C` and `S`, which must fit; texts and places in this order.
    fn server(
        &self,
        attempt: u32,
        (commitment, secret): (&str, &str),
        [committed, revealed]: [&str; 2],
    ) -> Result<(Hash, [u8; 32]), Refusal> {
        let commitment = bytes(commitment, committed)?;
        let secret = bytes(secret, revealed)?;
        if server_commitment(&self.room, self.rules, attempt, &secret) != commitment {
            return Err(Fault::ServerCommitment.at(committed));
        }
        Ok((commitment, secret))
    }

    /// A seat of the match: both parts, which must fit, or neither.
    fn seat(&self, attempt: u32, index: u8, seat: &HeaderSeat) -> Result<SeatEntropy, Refusal> {
        let place = format!("/header/seats/{index}");
        let parts = self.brought(attempt, index, (&seat.commitment, &seat.entropy), &place)?;
        if parts.commitment.is_some() != parts.entropy.is_some() {
            return Err(Fault::SeatParts.at(place));
        }
        Ok(parts)
    }

    /// An attempt that was given up; its secret.
    fn voided(&self, index: usize, voided: &Voided) -> Result<[u8; 32], Refusal> {
        let place = format!("/voided/{index}");
        if voided.attempt as usize != index {
            return Err(Fault::Attempts.at(format!("{place}/attempt")));
        }
        let texts = (voided.commitment.as_str(), voided.server_secret.as_str());
        let places = [format!("{place}/commitment"), format!("{place}/server_secret")];
        let (_, secret) = self.server(voided.attempt, texts, [&places[0], &places[1]])?;
        if voided.seats.len() != self.seats {
            return Err(Fault::Seats.at(format!("{place}/seats")));
        }
        let mut missing = Vec::new();
        for (index, seat) in (0u8..).zip(&voided.seats) {
            let place = format!("{place}/seats/{index}");
            let parts = (&seat.commitment, &seat.entropy);
            let parts = self.brought(voided.attempt, index, parts, &place)?;
            match (parts.commitment, parts.entropy) {
                (Some(_), None) => missing.push(index),
                (None, Some(_)) => return Err(Fault::SeatParts.at(place)),
                (Some(_), Some(_)) | (None, None) => {}
            }
        }
        if missing.is_empty() || missing != voided.missing {
            return Err(Fault::Missing.at(format!("{place}/missing")));
        }
        Ok(secret)
    }

    fn brought(
        &self,
        attempt: u32,
        index: u8,
        (commitment, entropy): (&Option<String>, &Option<String>),
        place: &str,
    ) -> Result<SeatEntropy, Refusal> {
        let read = |text: &Option<String>, name: &str| {
            text.as_deref().map(|text| bytes(text, &format!("{place}/{name}"))).transpose()
        };
        let parts = SeatEntropy {
            commitment: read(commitment, "commitment")?,
            entropy: read(entropy, "entropy")?,
        };
        if let SeatEntropy { commitment: Some(bound), entropy: Some(entropy) } = &parts
            && seat_commitment(&self.room, attempt, index, entropy) != *bound
        {
            return Err(Fault::SeatCommitment.at(format!("{place}/commitment")));
        }
        Ok(parts)
    }
}

/// 32 bytes from their only spelling.
pub(super) fn bytes(text: &str, place: &str) -> Result<[u8; 32], Refusal> {
    hex::decode_32(text).ok_or_else(|| Fault::Hex.at(place))
}

/// The bytes of a hyphenated UUID in lower case.
fn room(text: &str) -> Option<[u8; 16]> {
    let hyphens = [8, 13, 18, 23];
    let hyphenated = text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| (byte == b'-') == hyphens.contains(&at));
    let digits = text.replace('-', "");
    // Filled up to what the strict reader of hexadecimal text takes.
    let bytes = hex::decode_32(&(digits + &"0".repeat(32)))?;
    let (room, _) = bytes.split_first_chunk()?;
    hyphenated.then_some(*room)
}

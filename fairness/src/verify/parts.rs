//! The deal: commitments, what they reveal, the attempts before, and the key.

use super::refusal::{Fault, RecordRefusal};
use crate::record::{HeaderSeat, Record, SCHEME, Voided};
use crate::vd1::{MatchKey, SeatEntropy, seat_commitment, server_commitment};
use crate::{Hash, hex};

/// The only version of the header's form.
const HEADER_VERSION: u32 = 1;
/// Most attempts that a deal may take.
const MAX_ATTEMPTS: usize = 3;
/// Most seats of a match: the scheme counts them in one byte.
const MAX_SEATS: usize = 255;

/// The facts that all attempts of a room have in common.
struct Deal<'a> {
    room: [u8; 16],
    rules: &'a str,
    seats: usize,
}

/// Checks the deal and returns the key that follows from it.
pub(super) fn check(record: &Record) -> Result<MatchKey, RecordRefusal> {
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
    let pointers = ["/header/commitment", "/server_secret"];
    let (commitment, secret) = deal.server(header.attempt, texts, pointers)?;
    if secrets.contains(&secret) {
        return Err(Fault::SecretReused.at("/server_secret"));
    }
    let seats: Vec<SeatEntropy> = (0..=u8::MAX)
        .zip(&header.seats)
        .map(|(index, seat)| deal.seat(header.attempt, index, seat))
        .collect::<Result<_, _>>()?;
    Ok(MatchKey::derive(&secret, &commitment, &seats))
}

/// Checks scheme, version, game and rules.
fn names(record: &Record) -> Result<(), RecordRefusal> {
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
    /// Checks that `C` and `S` fit; texts and pointers are in this order.
    fn server(
        &self,
        attempt: u32,
        (commitment, secret): (&str, &str),
        [committed, revealed]: [&str; 2],
    ) -> Result<(Hash, [u8; 32]), RecordRefusal> {
        let commitment = bytes(commitment, committed)?;
        let secret = bytes(secret, revealed)?;
        if server_commitment(&self.room, self.rules, attempt, &secret) != commitment {
            return Err(Fault::ServerCommitment.at(committed));
        }
        Ok((commitment, secret))
    }

    /// Checks a seat of the match: both parts, which must fit, or neither.
    fn seat(
        &self,
        attempt: u32,
        index: u8,
        seat: &HeaderSeat,
    ) -> Result<SeatEntropy, RecordRefusal> {
        let pointer = format!("/header/seats/{index}");
        let parts = self.brought(attempt, index, (&seat.commitment, &seat.entropy), &pointer)?;
        if parts.commitment.is_some() != parts.entropy.is_some() {
            return Err(Fault::SeatParts.at(pointer));
        }
        Ok(parts)
    }

    /// Checks an attempt that was given up and returns its secret.
    fn voided(&self, index: usize, voided: &Voided) -> Result<[u8; 32], RecordRefusal> {
        let pointer = format!("/voided/{index}");
        if voided.attempt as usize != index {
            return Err(Fault::Attempts.at(format!("{pointer}/attempt")));
        }
        let texts = (voided.commitment.as_str(), voided.server_secret.as_str());
        let pointers = [format!("{pointer}/commitment"), format!("{pointer}/server_secret")];
        let (_, secret) = self.server(voided.attempt, texts, [&pointers[0], &pointers[1]])?;
        if voided.seats.len() != self.seats {
            return Err(Fault::Seats.at(format!("{pointer}/seats")));
        }
        let mut missing = Vec::new();
        for (index, seat) in (0..=u8::MAX).zip(&voided.seats) {
            let pointer = format!("{pointer}/seats/{index}");
            let parts = (&seat.commitment, &seat.entropy);
            let parts = self.brought(voided.attempt, index, parts, &pointer)?;
            match (parts.commitment, parts.entropy) {
                (Some(_), None) => missing.push(index),
                (None, Some(_)) => return Err(Fault::SeatParts.at(pointer)),
                (Some(_), Some(_)) | (None, None) => {}
            }
        }
        if missing.is_empty() || missing != voided.missing {
            return Err(Fault::Missing.at(format!("{pointer}/missing")));
        }
        Ok(secret)
    }

    fn brought(
        &self,
        attempt: u32,
        index: u8,
        (commitment, entropy): (&Option<String>, &Option<String>),
        pointer: &str,
    ) -> Result<SeatEntropy, RecordRefusal> {
        let read = |text: &Option<String>, name: &str| {
            text.as_deref().map(|text| bytes(text, &format!("{pointer}/{name}"))).transpose()
        };
        let parts = SeatEntropy {
            commitment: read(commitment, "commitment")?,
            entropy: read(entropy, "entropy")?,
        };
        if let SeatEntropy { commitment: Some(bound), entropy: Some(entropy) } = &parts
            && seat_commitment(&self.room, attempt, index, entropy) != *bound
        {
            return Err(Fault::SeatCommitment.at(format!("{pointer}/commitment")));
        }
        Ok(parts)
    }
}

/// Reads 32 bytes from their only spelling.
pub(super) fn bytes(text: &str, pointer: &str) -> Result<[u8; 32], RecordRefusal> {
    hex::decode_32(text).ok_or_else(|| Fault::Hex.at(pointer))
}

/// Reads the bytes of a hyphenated UUID in lower case.
fn room(text: &str) -> Option<[u8; 16]> {
    let hyphens = [8, 13, 18, 23];
    let hyphenated = text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| (byte == b'-') == hyphens.contains(&at));
    let digits = text.replace('-', "");
    // Padded to the 64 digits that the strict reader of hexadecimal text requires.
    let bytes = hex::decode_32(&(digits + &"0".repeat(32)))?;
    let (room, _) = bytes.split_first_chunk()?;
    hyphenated.then_some(*room)
}

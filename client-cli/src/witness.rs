//! What a client saw of a deal: whom it bound to what, attempt by attempt.
//!
//! Here because promises are worth something only to someone who wrote them down. The facts go into
//! the same file as the heads, a line each, and are compared with what the server shows later, and
//! in the end with the record. It must not know a file or a socket.

use std::collections::BTreeMap;
use std::fmt;

use fairness::{Hash, hex, vd1};
use protocol::room::{Room, RoomState};

/// Something about a deal that cannot change afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// C of an attempt.
    Commitment(u32),
    /// K of an attempt and a seat, as the room was sealing.
    Seat(u32, u8),
    /// E of an attempt and a seat: our own before it is sent, others' once they are shown.
    Entropy(u32, u8),
    /// S of an attempt that was given up.
    Void(u32),
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Commitment(attempt) => write!(f, "commitment {attempt}"),
            Self::Seat(attempt, seat) => write!(f, "seat {attempt} {seat}"),
            Self::Entropy(attempt, seat) => write!(f, "entropy {attempt} {seat}"),
            Self::Void(attempt) => write!(f, "void {attempt}"),
        }
    }
}

/// The line that a fact is kept as.
pub fn line(about: About, value: &Hash) -> String {
    format!("{about} {}", hex::encode(value))
}

/// The fact that a line keeps; nothing if it is another kind of note.
pub fn read(line: &str) -> Option<(About, Hash)> {
    let mut words = line.split(' ');
    let kind = words.next()?;
    let attempt = words.next()?.parse().ok()?;
    let mut seat = || words.next()?.parse().ok();
    let about = match kind {
        "commitment" => About::Commitment(attempt),
        "seat" => About::Seat(attempt, seat()?),
        "entropy" => About::Entropy(attempt, seat()?),
        "void" => About::Void(attempt),
        _ => return None,
    };
    let value = hex::decode_32(words.next()?)?;
    words.next().is_none().then_some((about, value))
}

/// All facts about the deal of one room.
#[derive(Clone, Debug, Default)]
pub struct Witness {
    facts: BTreeMap<About, Hash>,
}

impl Witness {
    /// Takes a fact in: `Ok(true)` if it is new, and what was seen before if that was another.
    pub fn learn(&mut self, about: About, value: Hash) -> Result<bool, Hash> {
        match self.facts.get(&about) {
            Some(before) if *before == value => Ok(false),
            Some(before) => Err(*before),
            None => {
                self.facts.insert(about, value);
                Ok(true)
            }
        }
    }

    /// All facts.
    pub fn facts(&self) -> impl Iterator<Item = (About, Hash)> {
        self.facts.iter().map(|(about, value)| (*about, *value))
    }

    /// What is known about something.
    pub fn of(&self, about: About) -> Option<&Hash> {
        self.facts.get(&about)
    }
}

/// What a room shows; an error names what is no hash.
pub fn shown(room: &Room) -> Result<Vec<(About, Hash)>, String> {
    let fairness = &room.fairness;
    let hash = |text: &str, what: About| {
        hex::decode_32(text).ok_or_else(|| format!("its {what} is no hash: {text:?}"))
    };
    let mut facts = Vec::new();
    let mut see = |about: About, text: &str| {
        facts.push((about, hash(text, about)?));
        Ok::<(), String>(())
    };
    for void in &fairness.voided {
        see(About::Commitment(void.attempt), &void.commitment)?;
        see(About::Void(void.attempt), &void.server_secret)?;
    }
    let attempt = fairness.attempt;
    see(About::Commitment(attempt), &fairness.commitment)?;
    // In the lobby a seat may still change its mind.
    let bound = matches!(room.state, RoomState::Sealing | RoomState::Running | RoomState::Finished);
    for (seat, brought) in (0..).zip(&fairness.seats).filter(|_| bound) {
        if let Some(commitment) = &brought.commitment {
            see(About::Seat(attempt, seat), commitment)?;
        }
        if let Some(entropy) = &brought.entropy {
            see(About::Entropy(attempt, seat), entropy)?;
        }
    }
    Ok(facts)
}

/// Whether a fact that opens a commitment opens the one that is known.
pub fn opens(witness: &Witness, room: &Room, about: About, value: &Hash) -> bool {
    let id = room.id.as_bytes();
    let (bound, opened) = match about {
        About::Commitment(_) | About::Seat(..) => return true,
        About::Entropy(attempt, seat) => {
            (About::Seat(attempt, seat), vd1::seat_commitment(id, attempt, seat, value))
        }
        About::Void(attempt) => {
            let opened = vd1::server_commitment(id, &room.fairness.rules, attempt, value);
            (About::Commitment(attempt), opened)
        }
    };
    witness.of(bound) == Some(&opened)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::room;

    #[test]
    fn facts_survive_as_lines() {
        for about in [About::Commitment(0), About::Seat(1, 2), About::Entropy(0, 1), About::Void(2)]
        {
            assert_eq!(read(&line(about, &[7; 32])), Some((about, [7; 32])));
        }
        let good = line(About::Seat(0, 1), &[7; 32]);
        for other in
            ["", "rolled back to 3", "commitment 0 c0ffee", &format!("{good} x"), &good[2..]]
        {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn the_first_word_counts() {
        let mut witness = Witness::default();
        assert_eq!(witness.learn(About::Void(0), [1; 32]), Ok(true));
        assert_eq!(witness.learn(About::Void(0), [1; 32]), Ok(false));
        assert_eq!(witness.learn(About::Void(0), [2; 32]), Err([1; 32]));
        assert_eq!(witness.of(About::Void(0)), Some(&[1; 32]));
    }

    #[test]
    fn commitments_of_seats_are_final_once_the_room_is_sealing() {
        let mut room = room(RoomState::Lobby);
        room.fairness.seats[1].commitment = Some("07".repeat(32));
        assert_eq!(shown(&room).unwrap().len(), 1);
        room.state = RoomState::Sealing;
        assert_eq!(shown(&room).unwrap()[1], (About::Seat(0, 1), [7; 32]));
        room.fairness.commitment = "c0".to_owned();
        assert!(shown(&room).is_err());
    }

    #[test]
    fn what_is_opened_must_be_what_was_bound() {
        let room = room(RoomState::Running);
        let mut witness = Witness::default();
        let about = About::Entropy(0, 1);
        assert!(!opens(&witness, &room, about, &[1; 32]), "nothing was bound");
        let bound = vd1::seat_commitment(room.id.as_bytes(), 0, 1, &[1; 32]);
        witness.learn(About::Seat(0, 1), bound).unwrap();
        assert!(opens(&witness, &room, about, &[1; 32]));
        assert!(!opens(&witness, &room, about, &[2; 32]));
        let bound = vd1::server_commitment(room.id.as_bytes(), "europe-divided/1", 0, &[3; 32]);
        witness.learn(About::Commitment(0), bound).unwrap();
        assert!(opens(&witness, &room, About::Void(0), &[3; 32]));
        assert!(!opens(&witness, &room, About::Void(0), &[1; 32]));
    }
}

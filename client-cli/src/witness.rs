//! The client's record of a deal: who was bound to what, and who to nothing, attempt by attempt.
//!
//! Here because someone who knows what all others bring can still choose what the last one brings: so
//! it must be written down, before this client reveals anything, that a seat brings nothing. The
//! facts go into the same file as the heads and are compared with what the server shows later, and in
//! the end with the record. It must not know a file or a socket.

use std::collections::BTreeMap;

use fairness::verify::{About, Contradiction, Fact};
use fairness::{Hash, hex, vd1};
use protocol::room::{Entropy, Room, RoomState, SeatFairness, SeatKind, VoidedAttempt};

/// Greatest number of attempts at a deal.
const ATTEMPTS_MAX: u32 = 3;

/// A contradiction of the server, and its description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DealFault {
    /// The word that is kept.
    pub how: Contradiction,
    /// Its description.
    pub what: String,
}

impl DealFault {
    fn new(how: Contradiction, what: impl Into<String>) -> Self {
        Self { how, what: what.into() }
    }

    /// Creates the fault of a deal whose proof is withdrawn.
    pub(crate) fn withdrawn() -> Self {
        let what = "it says now that nothing proves this deal, which it was bound to before";
        Self::new(Contradiction::Unproven, what)
    }

    /// Creates the fault of a fact that is another one than before.
    pub(crate) fn changed(about: About) -> Self {
        Self::new(about.contradiction(), format!("{about} is another one than before"))
    }
}

/// All facts about the deal of one room.
#[derive(Clone, Debug, Default)]
pub struct Witness {
    facts: BTreeMap<About, Fact>,
}

impl Witness {
    /// Takes a fact in: `Ok(true)` if it is new, and what was seen before if that was another.
    pub fn learn(&mut self, fact: Fact) -> Result<bool, Fact> {
        match self.facts.get(&fact.about()) {
            Some(before) if *before == fact => Ok(false),
            Some(before) => Err(*before),
            None => {
                self.facts.insert(fact.about(), fact);
                Ok(true)
            }
        }
    }

    /// Returns all facts.
    pub fn facts(&self) -> impl Iterator<Item = Fact> {
        self.facts.values().copied()
    }

    /// Returns the fact known about something.
    pub fn of(&self, about: About) -> Option<&Fact> {
        self.facts.get(&about)
    }

    /// Returns the entropy known of an attempt and a seat.
    pub fn entropy(&self, attempt: u32, seat: u8) -> Option<&Hash> {
        match self.of(About::Entropy(attempt, seat)) {
            Some(Fact::Entropy(.., value)) => Some(value),
            _ => None,
        }
    }
}

/// Checks whether nobody may change any more what they bring.
pub(crate) fn bound(room: &Room) -> bool {
    matches!(room.state, RoomState::Sealing | RoomState::Running | RoomState::Finished)
}

/// Returns the facts that a room shows, in the order in which they are written down; an error is a
/// fault of its form.
pub(crate) fn shown(room: &Room) -> Result<Vec<Fact>, DealFault> {
    let fairness = &room.fairness;
    course(room)?;
    let options = fairness::canonical::digest(&room.options.clone().into())
        .map_err(|error| DealFault::new(Contradiction::Options, error.to_string()))?;
    let mut facts = vec![
        Fact::Required(room.entropy == Entropy::Required),
        Fact::Data(hash(&fairness.data, Contradiction::Data, "digest of its data")?),
        Fact::Options(options),
    ];
    for void in &fairness.voided {
        let attempt = void.attempt;
        facts.push(Fact::Commitment(attempt, server(&void.commitment)?));
        seats(room, attempt, &void.seats, &mut facts)?;
        facts.push(Fact::Void(attempt, server(&void.server_secret)?));
    }
    let attempt = fairness.attempt;
    facts.push(Fact::Commitment(attempt, server(&fairness.commitment)?));
    // In the lobby a seat may still change its mind.
    if bound(room) {
        seats(room, attempt, &fairness.seats, &mut facts)?;
    }
    if matches!(room.state, RoomState::Running | RoomState::Finished) {
        facts.push(Fact::Dealt(attempt));
    }
    Ok(facts)
}

/// Attempts count from 0, and each but the last was given up.
fn course(room: &Room) -> Result<(), DealFault> {
    let fairness = &room.fairness;
    let in_order = (0..).zip(&fairness.voided).all(|(number, void)| void.attempt == number);
    let given_up = u32::try_from(fairness.voided.len()).unwrap_or(u32::MAX);
    let lasts = given_up == fairness.attempt;
    let ended =
        room.state == RoomState::Abandoned && given_up == fairness.attempt.saturating_add(1);
    if in_order && (lasts || ended) && fairness.attempt < ATTEMPTS_MAX {
        return Ok(());
    }
    let what = format!("attempt {} does not follow those that were void", fairness.attempt);
    Err(DealFault::new(Contradiction::Attempt, what))
}

/// Collects what every seat brings to an attempt; bringing nothing is a fact, too.
fn seats(
    room: &Room,
    attempt: u32,
    seats: &[SeatFairness],
    facts: &mut Vec<Fact>,
) -> Result<(), DealFault> {
    let count = u8::try_from(seats.len()).ok().filter(|_| seats.len() == room.seats.len());
    let Some(count) = count else {
        let what = format!("attempt {attempt} has {} seats, not the room's", seats.len());
        return Err(DealFault::new(Contradiction::Seat, what));
    };
    facts.push(Fact::Sealed(attempt, count));
    let read = |text: &Option<String>| {
        let read = |text: &String| hash(text, Contradiction::Seat, "part of a seat");
        text.as_ref().map(read).transpose()
    };
    for (seat, brought) in (0..count).zip(seats) {
        facts.push(Fact::Seat(attempt, seat, read(&brought.commitment)?));
    }
    for (seat, brought) in (0..count).zip(seats) {
        facts.extend(read(&brought.entropy)?.map(|value| Fact::Entropy(attempt, seat, value)));
    }
    Ok(())
}

fn server(text: &str) -> Result<Hash, DealFault> {
    hash(text, Contradiction::Server, "commitment or secret")
}

fn hash(text: &str, how: Contradiction, what: &str) -> Result<Hash, DealFault> {
    hex::decode_32(text)
        .ok_or_else(|| DealFault::new(how, format!("its {what} is no hash: {text:?}")))
}

/// Returns the first way in which what a room shows contradicts itself or what was seen before, once
/// all its facts are known.
pub(crate) fn contradiction(witness: &Witness, room: &Room, facts: &[Fact]) -> Option<DealFault> {
    let closed = facts.iter().find(|fact| !opens(witness, room, fact));
    if let Some(fact) = closed {
        let about = fact.about();
        let what = format!("{about} is not what was committed to");
        return Some(DealFault::new(about.contradiction(), what));
    }
    if let Some(void) = room.fairness.voided.iter().find(|void| !accuses_rightly(void)) {
        let what = format!("attempt {} is void, and not for the seats named", void.attempt);
        return Some(DealFault::new(Contradiction::Void, what));
    }
    if goes_back(witness, room) {
        let what = format!("attempt {} comes again", room.fairness.attempt);
        return Some(DealFault::new(Contradiction::Attempt, what));
    }
    lacking(witness, room).map(|seat| {
        let what = format!("the room requires entropy, and seat {seat} brings none");
        DealFault::new(Contradiction::Required, what)
    })
}

/// Checks whether a fact that opens a commitment opens the known one.
fn opens(witness: &Witness, room: &Room, fact: &Fact) -> bool {
    let id = room.id.as_bytes();
    let bound = if let Fact::Entropy(attempt, seat, value) = *fact {
        Fact::Seat(attempt, seat, Some(vd1::seat_commitment(id, attempt, seat, &value)))
    } else if let Fact::Void(attempt, value) = *fact {
        let opened = vd1::server_commitment(id, &room.fairness.rules, attempt, &value);
        Fact::Commitment(attempt, opened)
    } else {
        return true;
    };
    witness.of(bound.about()) == Some(&bound)
}

/// Checks whether the seats named are exactly those that were bound and did not reveal, and at least
/// one.
fn accuses_rightly(void: &VoidedAttempt) -> bool {
    let silent = (0..)
        .zip(&void.seats)
        .filter(|(_, seat)| seat.commitment.is_some() && seat.entropy.is_none())
        .map(|(seat, _): (u32, _)| seat);
    !void.missing.is_empty() && silent.eq(void.missing.iter().copied().map(u32::from))
}

/// Checks whether the deal had come further than the room says.
fn goes_back(witness: &Witness, room: &Room) -> bool {
    let attempt = room.fairness.attempt;
    let later = |fact: Fact| matches!(fact, Fact::Commitment(known, _) if known > attempt);
    let open = |state| matches!(state, RoomState::Lobby | RoomState::Sealing);
    let again = match witness.of(About::Dealt) {
        Some(Fact::Dealt(dealt)) => *dealt != attempt || open(room.state),
        _ => false,
    };
    let unsealed = room.state == RoomState::Lobby && witness.of(About::Sealed(attempt)).is_some();
    again || unsealed || witness.facts().any(later)
}

/// Returns the first person's seat that brings nothing although the room requires it.
fn lacking(witness: &Witness, room: &Room) -> Option<u8> {
    let required = room.entropy == Entropy::Required
        || witness.of(About::Required) == Some(&Fact::Required(true));
    if !required || !bound(room) {
        return None;
    }
    // The server's own bots bring none. Who is a bot is the server's word, for all to see.
    let bot = |number: u8| {
        room.seats.iter().any(|seat| seat.seat == number && seat.kind == SeatKind::Bot)
    };
    let brought = (0..).zip(&room.fairness.seats);
    let mut without = brought.filter(|(_, seat)| seat.commitment.is_none());
    without.find(|(seat, _)| !bot(*seat)).map(|(seat, _)| seat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::room;

    #[test]
    fn the_first_word_counts() {
        let mut witness = Witness::default();
        let fact = |byte| Fact::Void(0, [byte; 32]);
        assert_eq!(witness.learn(fact(1)), Ok(true));
        assert_eq!(witness.learn(fact(1)), Ok(false));
        assert_eq!(witness.learn(fact(2)), Err(fact(1)));
        assert_eq!(witness.of(About::Void(0)), Some(&fact(1)));
    }

    #[test]
    fn what_seats_bring_is_final_once_the_room_is_sealing_nothing_too() {
        let mut room = room(RoomState::Lobby);
        room.fairness.seats[1].commitment = Some("07".repeat(32));
        assert_eq!(shown(&room).unwrap().len(), 4, "required, data, options, commitment");
        room.state = RoomState::Sealing;
        let bound = [Fact::Sealed(0, 2), Fact::Seat(0, 0, None), Fact::Seat(0, 1, Some([7; 32]))];
        assert_eq!(shown(&room).unwrap()[4..], bound);
        room.state = RoomState::Running;
        assert_eq!(shown(&room).unwrap().last(), Some(&Fact::Dealt(0)));
    }

    #[test]
    fn what_has_no_form_is_a_contradiction() {
        type Touch = fn(&mut Room);
        let faults: [(Touch, Contradiction); 8] = [
            (|room| room.fairness.commitment = "c0".to_owned(), Contradiction::Server),
            (|room| room.fairness.data = String::new(), Contradiction::Data),
            (|room| room.options["edition"] = serde_json::json!(0.5), Contradiction::Options),
            (|room| room.fairness.seats[0].commitment = Some("7".to_owned()), Contradiction::Seat),
            (|room| drop(room.fairness.seats.pop()), Contradiction::Seat),
            (|room| room.fairness.seats = vec![SeatFairness::default(); 300], Contradiction::Seat),
            (|room| room.fairness.attempt = 1, Contradiction::Attempt),
            (|room| room.fairness.attempt = u32::MAX, Contradiction::Attempt),
        ];
        for (fault, how) in faults {
            let mut room = room(RoomState::Sealing);
            fault(&mut room);
            assert_eq!(shown(&room).unwrap_err().how, how);
        }
    }

    #[test]
    fn what_is_opened_must_be_what_was_bound() {
        let room = room(RoomState::Running);
        let mut witness = Witness::default();
        let entropy = |byte| Fact::Entropy(0, 1, [byte; 32]);
        assert!(!opens(&witness, &room, &entropy(1)), "nothing was bound");
        let bound = vd1::seat_commitment(room.id.as_bytes(), 0, 1, &[1; 32]);
        witness.learn(Fact::Seat(0, 1, Some(bound))).unwrap();
        assert!(opens(&witness, &room, &entropy(1)));
        assert!(!opens(&witness, &room, &entropy(2)));
        let bound = vd1::server_commitment(room.id.as_bytes(), "europe-divided/1", 0, &[3; 32]);
        witness.learn(Fact::Commitment(0, bound)).unwrap();
        assert!(opens(&witness, &room, &Fact::Void(0, [3; 32])));
        assert!(!opens(&witness, &room, &Fact::Void(0, [1; 32])));
    }
}

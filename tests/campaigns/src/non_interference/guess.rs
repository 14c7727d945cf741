//! The attack on salted hashes: can a seat find out by trying, from all that it was sent, which
//! cards the other has locked?
//!
//! Two cards of at most 25 are few enough to try all. The attacker is given more than it has: the
//! other's id, the time of the entry, and the form of the log. What it lacks is the salt. That the
//! same attack finds every pair once it has the salt shows that it is an attack.

use std::collections::BTreeMap;

use engine::catalogue::Catalogue;
use engine::matches::{Beginning, Begun, Input};
use engine::{Entry, GameEntry, Match, REGISTRY};
use fairness::chain::Chain;
use fairness::vd1::{MatchKey, Salts, SeatEntropy, server_commitment};
use fairness::{Hash, canonical};
use protocol::games::europe_divided::{ActionCard, ID};
use protocol::offer;
use serde_json::{Map, Value, json};

use super::chance::Chance;

/// The most entries of a match.
const MOST_ENTRIES: usize = 20_000;

/// The result of the attack.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Guessed {
    /// Locked pairs that were guessed at.
    pub(super) hands: u64,
    /// Pairs that were found.
    pub(super) found: u64,
    /// Pairs that are found with the salt.
    pub(super) with_salt: u64,
}

/// Attacks this many locked pairs.
pub(super) fn attack(hands: u64, seed: u64) -> Guessed {
    let game = REGISTRY.iter().find(|game| game.id == ID).expect("registered");
    let catalogue = game.catalogue(&BTreeMap::new()).expect("the shipped data");
    let (mut guessed, mut chance) = (Guessed::default(), Chance::new(seed));
    while guessed.hands < hands {
        Attacked::begin(game, &catalogue, &mut chance).play(hands, &mut guessed, &mut chance);
    }
    guessed
}

/// A match, its log, and its salts, which nobody outside has.
struct Attacked {
    live: Match,
    /// The chain, and the last entry with the chain before it.
    chain: Chain,
    last: Option<(Chain, Entry)>,
    salts: Salts,
    /// Those of keys that the attacker can think of.
    thinkable: Vec<Salts>,
}

impl Attacked {
    fn begin(game: &GameEntry, catalogue: &Catalogue, chance: &mut Chance) -> Self {
        let room = chance.id();
        let secret = bytes(chance);
        let commitment = server_commitment(room.as_bytes(), &game.rules(), 0, &secret);
        let seats = ["Ada", "Bo"].map(|name| (name.to_owned(), SeatEntropy::default()));
        let brought = [SeatEntropy::default(); 2];
        let options = game.resolve_options(&Map::new()).expect("defaults");
        let beginning = Beginning {
            room,
            attempt: 0,
            secret,
            commitment,
            options,
            seats: seats.to_vec(),
            bots: BTreeMap::new(),
            fork: None,
        };
        let Begun { live, header, .. } =
            Match::begin(game, catalogue, &beginning).expect("a set-up");
        let chain = Chain::begin(header.as_bytes());
        let thinkable = [[0; 32], commitment, chain.head()];
        let mut thinkable: Vec<MatchKey> = thinkable.map(MatchKey::from_bytes).to_vec();
        thinkable.push(MatchKey::derive(&[0; 32], &commitment, &brought));
        thinkable.push(MatchKey::derive(&commitment, &commitment, &brought));
        let thinkable = thinkable.iter().map(MatchKey::salts).collect();
        let salts = MatchKey::derive(&secret, &commitment, &brought).salts();
        Self { live, chain, last: None, salts, thinkable }
    }

    fn play(mut self, hands: u64, guessed: &mut Guessed, chance: &mut Chance) {
        for _ in 0..MOST_ENTRIES {
            let Some(input) = self.next(chance) else { return };
            let seq = self.live.seq() + 1;
            let at = self.live.at() + chance.below(5_000);
            let Ok(prepared) = self.live.prepare(at, input.clone()) else { continue };
            let before = self.chain;
            self.chain = before.append(&self.salts, prepared.bytes().as_bytes());
            self.live.commit(prepared);
            let entry = Entry { at, input, seq };
            if let Some((earlier, locked)) = self.last.replace((before, entry.clone()))
                && let (Some(whose), Some(attacker)) = (locks(&locked), locks(&entry))
                && whose != attacker
            {
                let head = self.live.position().head;
                assert_eq!(head, self.chain.head(), "the attacker is at this entry");
                guessed.hands += 1;
                let tries = |salts| self::tries(earlier, salts, &locked, &entry, head);
                guessed.found += u64::from(self.thinkable.iter().any(tries));
                guessed.with_salt += u64::from(tries(&self.salts));
                if guessed.hands == hands {
                    return;
                }
            }
        }
    }

    fn next(&self, chance: &mut Chance) -> Option<Input> {
        let awaiting: Vec<_> = self.live.awaiting().iter().collect();
        let seat = *awaiting.get(chance.index(awaiting.len()))?;
        let offers = self.live.offers(seat);
        let chosen = offers.get(chance.index(offers.len()))?;
        let command = offer::fill(&chosen.command, &mut |n| chance.below(n));
        Some(Input::Command { seat: seat.0, id: chance.id(), command })
    }
}

fn bytes(chance: &mut Chance) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes.fill_with(|| chance.below(256) as u8);
    bytes
}

/// Returns the seat whose lock an entry is.
fn locks(entry: &Entry) -> Option<u8> {
    let Input::Command { seat, command, .. } = &entry.input else { return None };
    (command["type"] == "lock_initiative").then_some(*seat)
}

/// Tries every pair of cards, in both orders, as what the other has locked before the attacker's
/// own entry: `true` if one of them gives the head that the attacker received.
fn tries(earlier: Chain, salts: &Salts, locked: &Entry, own: &Entry, head: Hash) -> bool {
    let own = canonical::serialize(own).expect("plain data");
    let Input::Command { seat, id, .. } = &locked.input else { return false };
    let theirs = if *seat == 0 { "europe-" } else { "russia-" };
    let cards: Vec<&ActionCard> =
        ActionCard::ALL.iter().filter(|card| card.as_str().starts_with(theirs)).collect();
    let pairs = cards.iter().flat_map(|one| cards.iter().map(move |two| [one, two]));
    pairs.filter(|[one, two]| one != two).any(|pair| {
        let command: Value = json!({"type": "lock_initiative", "cards": pair});
        let input = Input::Command { seat: *seat, id: *id, command };
        let guess = canonical::serialize(&Entry { input, ..locked.clone() }).expect("plain data");
        earlier.append(salts, guess.as_bytes()).append(salts, own.as_bytes()).head() == head
    })
}

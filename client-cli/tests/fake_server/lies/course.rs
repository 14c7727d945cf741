//! A whole deal as an honest server shows it, step by step, for lies to be inserted: a first attempt
//! is void because the other seat did not reveal, the second one is dealt.

use fairness::chain::Chain;
use fairness::vd1::{MatchKey, SeatEntropy, seat_commitment, server_commitment};
use fairness::{canonical, hex};
use protocol::room::RoomState;
use serde_json::{Value, json};

const RULES: &str = "fake-game/1";
/// The entropy that the other seat is bound to in the first attempt, and never opens.
const OTHER: [u8; 32] = [0x0b; 32];

/// A message of the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    Welcome,
    Sealing,
    Void,
    SealingAgain,
    Running,
    Update,
    Record,
}

/// The secrets and what the client brought.
pub(crate) struct Course {
    room: Value,
    id: [u8; 16],
    /// This client's commitments and entropy, attempt by attempt.
    pub(crate) commitments: Vec<String>,
    pub(crate) entropy: Vec<String>,
}

fn secret(attempt: u32) -> [u8; 32] {
    [0x50 + attempt as u8; 32]
}

impl Course {
    pub(crate) fn new(code: &str) -> Self {
        let room = crate::fake::room(code);
        let id = *room.id.as_bytes();
        let mut room = serde_json::to_value(room).unwrap();
        room["entropy"] = json!("required");
        room["options"] = json!({"pace": 2});
        // Required of people; the other seat is the server's.
        room["seats"][1]["kind"] = json!("bot");
        Self { room, id, commitments: Vec::new(), entropy: Vec::new() }
    }

    pub(crate) fn commitment(&self, attempt: u32) -> String {
        hex::encode(&server_commitment(&self.id, RULES, attempt, &secret(attempt)))
    }

    pub(crate) fn bound(&self, attempt: u32, seat: u8, entropy: &[u8; 32]) -> String {
        hex::encode(&seat_commitment(&self.id, attempt, seat, entropy))
    }

    /// The room at a step.
    pub(crate) fn room(&self, step: Step) -> Value {
        let mut room = self.room.clone();
        let attempt = u32::from(step > Step::Sealing);
        let other = self.bound(0, 1, &OTHER);
        room["fairness"]["attempt"] = json!(attempt);
        room["fairness"]["commitment"] = json!(self.commitment(attempt));
        let own = |number: usize| self.commitments.get(number);
        let (state, seats) = match step {
            Step::Sealing => {
                (RoomState::Sealing, json!([{"commitment": own(0)}, {"commitment": other}]))
            }
            Step::SealingAgain => (RoomState::Sealing, json!([{"commitment": own(1)}, {}])),
            Step::Running | Step::Update | Step::Record => (
                RoomState::Running,
                json!([{"commitment": own(1), "entropy": self.entropy.get(1)}, {}]),
            ),
            Step::Welcome | Step::Void => (RoomState::Lobby, json!([{}, {}])),
        };
        room["state"] = json!(state);
        room["fairness"]["seats"] = seats;
        if attempt > 0 {
            room["fairness"]["voided"] = json!([self.voided()]);
        }
        room
    }

    fn voided(&self) -> Value {
        json!({
            "attempt": 0,
            "commitment": self.commitment(0),
            "server_secret": hex::encode(&secret(0)),
            "seats": [
                {"commitment": self.commitments[0], "entropy": self.entropy[0]},
                {"commitment": self.bound(0, 1, &OTHER)},
            ],
            "missing": [1],
        })
    }

    /// The record, once both attempts are over.
    pub(crate) fn record(&self) -> Value {
        let entry = |seq: u64| json!({"at": seq, "seq": seq, "input": {"type": "deadline"}});
        let mut record = json!({
            "scheme": "vd1",
            "header": {
                "v": 1, "scheme": "vd1", "rules": RULES, "game": "fake-game", "attempt": 1,
                "room": self.room["id"], "commitment": self.commitment(1),
                "data": self.room["fairness"]["data"], "options": self.room["options"],
                "seats": [
                    {"name": "Ada", "commitment": self.commitments[1], "entropy": self.entropy[1]},
                    {"name": "Boris"},
                ],
            },
            "server_secret": hex::encode(&secret(1)),
            "voided": [self.voided()],
            "entries": [entry(1), entry(2)],
            "draws": [],
            "head": "",
            "result": {"winners": [0], "scores": [3, 1], "reason": "prestige"},
        });
        rebuild_chain(&mut record);
        record
    }
}

/// Rebuilds the chain as a forger with all secrets would: heads that fit what the record says now.
pub(crate) fn rebuild_chain(record: &mut Value) -> Vec<String> {
    let bytes = |value: &Value| value.as_str().and_then(hex::decode_32);
    let header = &record["header"];
    let seats = header["seats"].as_array().unwrap().iter().map(|seat| SeatEntropy {
        commitment: bytes(&seat["commitment"]),
        entropy: bytes(&seat["entropy"]),
    });
    let (secret, commitment) = (bytes(&record["server_secret"]), bytes(&header["commitment"]));
    let seats: Vec<SeatEntropy> = seats.collect();
    let salts = MatchKey::derive(&secret.unwrap(), &commitment.unwrap(), &seats).salts();
    let text = |value: &Value| canonical::to_string(value).unwrap();
    let mut chain = Chain::begin(text(header).as_bytes());
    let mut heads = vec![hex::encode(&chain.head())];
    for entry in record["entries"].as_array().unwrap() {
        chain = chain.append(&salts, text(entry).as_bytes());
        heads.push(hex::encode(&chain.head()));
    }
    record["head"] = json!(heads.last());
    heads
}

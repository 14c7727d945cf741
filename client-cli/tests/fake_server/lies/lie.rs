//! The lies: each message of the deal forged once, and the word under which it is noticed.
//!
//! docs/FAIRNESS.md has the same table for people; a test holds the two together.

use serde_json::{Value, json};

use super::course::{Course, Step, rebuild_chain};

/// A lie.
pub(crate) struct Lie {
    pub(crate) name: &'static str,
    pub(crate) step: Step,
    /// The word of the contradiction, and of the refusal with `kept_` before it.
    pub(crate) word: &'static str,
    /// The forgery of the room, or of the record.
    pub(crate) forge: fn(&mut Value, &Course),
}

const fn lie(
    name: &'static str,
    step: Step,
    word: &'static str,
    forge: fn(&mut Value, &Course),
) -> Lie {
    Lie { name, step, word, forge }
}

const WRONG: [u8; 32] = [0xee; 32];

fn wrong() -> Value {
    json!(fairness::hex::encode(&WRONG))
}

/// A seat that showed nothing brings something after all.
fn late(seat: &mut Value, course: &Course) {
    seat["commitment"] = json!(course.bound(1, 1, &WRONG));
    seat["entropy"] = wrong();
}

/// A match that was to be provably dealt is called practice.
fn practice(room: &mut Value) {
    room["unproven"] = json!({"kind": "practice", "from": "K7P2XR", "seq": 3});
}

pub(crate) const LIES: &[Lie] = &[
    lie("an attempt without the one before", Step::Welcome, "attempt", |room, _| {
        room["fairness"]["attempt"] = json!(1);
    }),
    lie("a commitment that is no hash", Step::Welcome, "server", |room, _| {
        room["fairness"]["commitment"] = json!("c0ffee");
    }),
    lie("another commitment of the server", Step::Sealing, "server", |room, _| {
        room["fairness"]["commitment"] = wrong();
    }),
    lie("other component data", Step::Sealing, "data", |room, _| {
        room["fairness"]["data"] = wrong();
    }),
    lie("other options", Step::Sealing, "options", |room, _| room["options"] = json!({"pace": 3})),
    lie("entropy is no longer required", Step::Sealing, "required", |room, _| {
        room["entropy"] = json!("optional");
    }),
    lie("our commitment left out", Step::Sealing, "seat", |room, _| {
        room["fairness"]["seats"][0] = json!({});
        room["seats"][0]["kind"] = json!("bot");
    }),
    lie("a seat more", Step::Sealing, "seat", |room, _| {
        room["fairness"]["seats"] = json!([room["fairness"]["seats"][0], {}, {}]);
    }),
    lie("nothing proves the deal any more", Step::Sealing, "unproven", |room, _| practice(room)),
    lie("a void attempt is left out", Step::Void, "attempt", |room, _| {
        room["fairness"]["voided"] = json!([]);
    }),
    lie("the same attempt again", Step::Void, "attempt", |room, course| {
        room["fairness"]["voided"] = json!([]);
        room["fairness"]["attempt"] = json!(0);
        room["fairness"]["commitment"] = json!(course.commitment(0));
    }),
    lie("a void attempt without its secret", Step::Void, "server", |room, _| {
        room["fairness"]["voided"][0]["server_secret"] = json!("");
    }),
    lie("a void attempt with another secret", Step::Void, "server", |room, _| {
        room["fairness"]["voided"][0]["server_secret"] = wrong();
    }),
    lie("a void attempt with another commitment of a seat", Step::Void, "seat", |room, _| {
        room["fairness"]["voided"][0]["seats"][1]["commitment"] = wrong();
    }),
    lie("a void attempt for our seat, which revealed", Step::Void, "void", |room, _| {
        let void = &mut room["fairness"]["voided"][0];
        void["seats"][0]["entropy"] = Value::Null;
        void["missing"] = json!([0, 1]);
    }),
    lie("a void attempt for nobody", Step::Void, "void", |room, _| {
        room["fairness"]["voided"][0]["missing"] = json!([]);
    }),
    lie("a person without the required entropy", Step::SealingAgain, "required", |room, _| {
        room["seats"][1]["kind"] = json!("person");
    }),
    lie("a late commitment", Step::Running, "seat", |room, course| {
        late(&mut room["fairness"]["seats"][1], course);
    }),
    lie("other entropy of ours", Step::Running, "seat", |room, _| {
        room["fairness"]["seats"][0]["entropy"] = wrong();
    }),
    lie("a deal of the attempt before", Step::Running, "attempt", |room, course| {
        *room = course.room(Step::Sealing);
        room["state"] = json!("running");
    }),
    lie("nothing proves the match any more", Step::Running, "unproven", |room, _| practice(room)),
    lie("another past", Step::Update, "head", |head, _| *head = wrong()),
    lie("a head that is no hash", Step::Update, "head", |head, _| *head = json!("soup")),
    lie("a record with a late commitment", Step::Record, "seat", |record, course| {
        late(&mut record["header"]["seats"][1], course);
    }),
    lie("a record with another void attempt", Step::Record, "seat", |record, course| {
        record["voided"][0]["seats"][1]["commitment"] = json!(course.bound(0, 1, &WRONG));
    }),
    lie("a record with other component data", Step::Record, "data", |record, _| {
        record["header"]["data"] = wrong();
    }),
    lie("a record with other options", Step::Record, "options", |record, _| {
        record["header"]["options"] = json!({"pace": 3});
    }),
    lie("a record with another name", Step::Record, "head", |record, _| {
        record["header"]["seats"][1]["name"] = json!("Mallory");
    }),
    lie("a record with another entry", Step::Record, "head", |record, _| {
        record["entries"][0]["input"] = json!({"type": "resign", "seat": 0});
    }),
    lie("a record without the last entry", Step::Record, "head", |record, _| {
        record["entries"] = json!([record["entries"][0]]);
    }),
];

/// The record is refused, as if the match were one that nothing proves: null stands for it. It is no
/// word of a contradiction, so it is not in the table.
pub(crate) const REFUSED: Lie =
    lie("a record that is refused", Step::Record, "", |record, _| *record = Value::Null);

impl Lie {
    /// The record as this server publishes it.
    pub(crate) fn record(&self, course: &Course) -> Value {
        let mut record = course.record();
        if self.step == Step::Record {
            (self.forge)(&mut record, course);
            if record.is_object() {
                rebuild_chain(&mut record);
            }
        }
        record
    }
}

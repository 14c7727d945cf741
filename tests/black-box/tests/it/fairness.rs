//! Verifiable dealing from outside: what seats bring, what is published, and that the one proves the
//! other.

mod archive;
mod sealing;

use black_box::{Player, Server};
use fairness::record::Record;
use fairness::verify::{Fact, Kept, Report, read, verify};

/// Fetches the record of a match that is over; it must be read without loss.
async fn record(server: &Server, code: &str) -> Record {
    let answer = server.http.get(&format!("{}/{code}/record", black_box::http::ROOMS)).await;
    assert_eq!((answer.status, &*answer.kind), (200, "application/json"), "{:?}", answer.body);
    read(answer.body.to_string().as_bytes()).expect("the form of a record")
}

/// Checks a record against all that these viewers saw.
fn holds<'a>(record: &Record, viewers: impl Iterator<Item = &'a Player>) -> Report {
    let mut kept = Kept::default();
    let hash = |text: &String| fairness::hex::decode_32(text).expect("a hash");
    for viewer in viewers {
        kept.heads.extend(viewer.heads.iter().map(|(seq, head)| (*seq, hash(head))));
        let room = viewer.room();
        let deal = &room.fairness;
        let options =
            fairness::canonical::digest(&room.options.clone().into()).expect("canonical options");
        kept.facts.extend([
            Fact::Data(hash(&deal.data)),
            Fact::Options(options),
            Fact::Commitment(deal.attempt, hash(&deal.commitment)),
        ]);
        for (seat, brought) in (0..).zip(&deal.seats) {
            let bound = brought.commitment.as_ref().map(hash);
            kept.facts.push(Fact::Seat(deal.attempt, seat, bound));
        }
    }
    assert!(!kept.heads.is_empty());
    verify(record, &kept).unwrap_or_else(|refusal| panic!("{refusal}"))
}

//! The cost of a move of a match in the engine, part by part: carried out, folded from a log, and shown.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use engine::{Match, REGISTRY, Seat};

use crate::played;

/// Prints the time of each part, of all moves of so many matches of each game.
pub(crate) fn run(matches: u64, seed: u64) -> anyhow::Result<()> {
    for game in REGISTRY {
        let catalogue = game.catalogue(&BTreeMap::new())?;
        let mut shown = Parts::default();
        let (mut folded, mut entries) = (Duration::ZERO, 0);
        for number in seed..seed + matches {
            let beginning = played::beginning(game, number)?;
            let seats = u8::try_from(beginning.seats.len())?;
            let rows = played::play(game, &catalogue, &beginning, number, |live, _| {
                shown.time(live, seats);
                Ok(())
            })?;
            let start = Instant::now();
            let rows_again = rows.iter().map(String::as_str);
            let again = Match::replay(game, &catalogue, &beginning, rows_again, |event| {
                black_box(event);
            })?;
            folded += start.elapsed();
            entries += again.seq();
        }
        let each = |time: Duration| time.as_secs_f64() * 1e6 / entries as f64;
        println!(
            "{}: an entry takes {:.1} us to fold; after it the public view {:.1}, all private views \
             {:.1}, all offers {:.1} us ({entries} entries)",
            game.id,
            each(folded),
            each(shown.public),
            each(shown.private),
            each(shown.offers),
        );
    }
    Ok(())
}

/// The time that the parts of all updates took.
#[derive(Default)]
struct Parts {
    public: Duration,
    private: Duration,
    offers: Duration,
}

impl Parts {
    fn time(&mut self, live: &Match, seats: u8) {
        let start = Instant::now();
        black_box(live.public());
        let public = Instant::now();
        (0..seats).for_each(|seat| drop(black_box(live.private(Seat(seat)))));
        let private = Instant::now();
        (0..seats).for_each(|seat| drop(black_box(live.written_offers(Seat(seat)))));
        self.public += public - start;
        self.private += private - public;
        self.offers += private.elapsed();
    }
}

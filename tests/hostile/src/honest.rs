//! Messages of an honest server in real matches, as material to damage.

use std::sync::LazyLock;

use engine::{GameEntry, Match, REGISTRY, Seat, Viewer};
use fairness::hex;
use laws::wire_match::{Seen, play};
use protocol::envelope::Welcome;
use protocol::room::{Fairness, Room, SeatFairness};
use protocol::{Event, ServerMessage, Update, You, examples};
use serde_json::{Map, Value};

/// The number of moments that are kept of a match.
const MOMENTS: u64 = 10;

/// The messages that one viewer of a match receives.
#[derive(Debug)]
pub(crate) struct Conversation {
    /// The answer to the viewer's `hello`.
    pub(crate) welcome: Value,
    /// Some updates, in order.
    pub(crate) updates: Vec<Value>,
    /// The component data of the match.
    pub(crate) catalogue: Value,
}

/// Two matches of each game, as one seat and the public receive it.
pub(crate) static CONVERSATIONS: LazyLock<Vec<Conversation>> = LazyLock::new(|| {
    // The first and the last trial: the fewest seats and the most, a short rule and a long one.
    let chosen = |game: &'static GameEntry| {
        let trials = game.trials();
        [trials.first().cloned(), trials.last().cloned()].map(|trial| (game.id, trial))
    };
    let chosen = REGISTRY.iter().flat_map(chosen);
    let chosen = chosen.filter_map(|(game, trial)| Some((game, trial?)));
    chosen
        .zip(1..)
        .flat_map(|((game, options), seed)| conversations(game, &options, seed))
        .collect()
});

/// Returns a match as one seat and the public receive it.
pub(crate) fn conversations(game: &str, options: &Value, seed: u64) -> [Conversation; 2] {
    let (_, played) = play(game, options, seed, |_, _| {});
    let every = (played.rows.len() as u64 / MOMENTS).max(1);
    let catalogue = laws::wire_match::entry(game).catalogue(&std::collections::BTreeMap::new());
    let catalogue = catalogue.expect("shipped data");
    [Viewer::Seat(Seat(0)), Viewer::Public].map(|viewer| {
        let mut updates = Vec::new();
        let (beginning, _) = play(game, options, seed, |seen, _| {
            let Seen::After(live, _, events) = seen else { return };
            if live.seq() % every == 0 || live.outcome().is_some() {
                let visible = events.iter().filter(|event| event.audience.includes(viewer));
                let visible =
                    visible.filter_map(|event| serde_json::from_str(event.json.get()).ok());
                updates.push(plain(&ServerMessage::Update(update(
                    live,
                    viewer,
                    visible.collect(),
                ))));
            }
        });
        let room = room(game, &beginning.options, beginning.seats.len() as u8);
        let catalogue = serde_json::from_str(catalogue.canonical()).expect("canonical JSON");
        Conversation { welcome: plain(&welcome(viewer, room)), updates, catalogue }
    })
}

fn plain(message: &ServerMessage) -> Value {
    serde_json::to_value(message).expect("messages are plain data")
}

fn update(live: &Match, viewer: Viewer, events: Vec<Event>) -> Update {
    let tree = |json: engine::Json| serde_json::from_str(json.get()).expect("JSON");
    let seat = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
    let position = live.position();
    Update {
        seq: position.seq,
        head: hex::encode(&position.head),
        events,
        events_from: None,
        public: tree(live.public()),
        private: seat.map(|seat| tree(live.private(seat))),
        decision: seat.and_then(|seat| live.decision(seat)),
        standing: false,
        offers: seat.map(|seat| live.offers(seat)),
        undo: seat.and_then(|seat| live.undoable(seat)),
        awaiting: live.awaiting().iter().map(|seat| seat.0).collect(),
        now_ms: live.at(),
        deadline_ms: live.next_deadline(),
        paused: live.paused(),
        outcome: live.outcome(),
    }
}

fn welcome(viewer: Viewer, room: Room) -> ServerMessage {
    let you = match viewer {
        Viewer::Seat(seat) => You::Seat(seat.0),
        Viewer::Public => You::Spectator(true),
    };
    ServerMessage::Welcome(Welcome { you, room, ..examples::welcome() })
}

fn room(game: &str, options: &Map<String, Value>, seats: u8) -> Room {
    Room {
        game: game.to_owned(),
        options: options.clone(),
        seats: (0..seats).map(|seat| examples::seat(seat, &format!("Player {seat}"))).collect(),
        fairness: Fairness {
            rules: format!("{game}/1"),
            seats: vec![SeatFairness::default(); usize::from(seats)],
            ..examples::room().fairness
        },
        ..examples::room()
    }
}

//! Messages of an honest server in real matches, as material to damage.

use std::sync::LazyLock;

use engine::{GameEntry, Match, REGISTRY, Seat, Viewer};
use fairness::hex;
use laws::wire_match::{Seen, play};
use protocol::envelope::Welcome;
use protocol::room::{Fairness, Room, RoomState, SeatFairness, SeatKind};
use protocol::{Event, Limits, ServerMessage, Update, You};
use serde_json::{Map, Value};
use uuid::Uuid;

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
    let position = live.position(viewer);
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
    let limits = Limits {
        message_bytes: 16_384,
        message_burst: 30,
        messages_per_second: 10,
        name_chars: 32,
        chat_chars: 500,
        spectators: 32,
        absence_ms: 259_200_000,
    };
    let server = "0.1.0".to_owned();
    ServerMessage::Welcome(Welcome {
        protocol: protocol::PROTOCOL_VERSION,
        server,
        you,
        room,
        limits,
        features: Vec::new(),
        away_ms: Vec::new(),
    })
}

fn room(game: &str, options: &Map<String, Value>, seats: u8) -> Room {
    let seat = |seat| protocol::room::Seat {
        seat,
        name: Some(format!("Player {seat}")),
        kind: SeatKind::Person.into(),
        level: None,
        program: None,
        ready: true,
        connected: true,
        hints: 0,
        coach: None,
        bot_from: None,
    };
    Room {
        id: Uuid::from_u128(7),
        code: "K7P2XR".to_owned(),
        game: game.to_owned(),
        options: options.clone(),
        state: RoomState::Running,
        host: Some(0),
        seats: (0..seats).map(seat).collect(),
        spectators: 0,
        may_watch: true,
        awaiting: Vec::new(),
        winners: None,
        requests: Vec::new(),
        fairness: Fairness {
            scheme: "vd1".to_owned(),
            rules: format!("{game}/1"),
            attempt: 0,
            commitment: "c0".to_owned(),
            seats: vec![SeatFairness::default(); usize::from(seats)],
            reveal_by_ms: None,
            voided: Vec::new(),
            data: "d0".to_owned(),
        },
        listed: false,
        absence_ms: 259_200_000,
        entropy: protocol::room::Entropy::Optional,
        hints: protocol::room::Hints::Alone,
        rematch: None,
        unproven: None,
        dev: false,
    }
}

//! An example of every message and of every body of a request or an answer, as values of the types:
//! the examples in the specification cannot fall behind them.
//!
//! They come from one match, between Ada and Bo. The parts that belong to a game are kept short,
//! because each game has a page of its own.

mod learning;

use serde::Serialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use self::learning::{analysis, hint, lesson_info, lesson_step, puzzle_info, reason};
use crate::archive::Replay;
use crate::envelope::{
    ChatLine, ClaimOutcome, ClientMessage, Event, Limits, Outcome, Re, ServerMessage, Update,
    Welcome, You,
};
use crate::feature::Feature;
use crate::games::europe_divided;
use crate::hint::{AnalysisProgress, Preview};
use crate::lesson::{LessonGo, Lessons, OpenLesson, Puzzles};
use crate::notice::{AddDevice, Notice, NoticeType, Notify, Push, SetNotify, Way};
use crate::offer::Offer;
use crate::open::Open;
use crate::program::{
    AddProgram, AnnounceProgram, AnnouncedProgram, GivenSeat, GivenSeats, ProgramGame, ProgramInfo,
    Programs,
};
use crate::reference::{PromptReason, Reference, ReferenceBlock, ReferenceSection};
use crate::rejection::Code;
use crate::room::{
    AddBot, AwaitedSeat, BotLevel, CreateRoom, Entropy, Fairness, GameInfo, Games, Hints, NewCoach,
    NewToken, OpenPractice, OptionGroup, Program, RandomSeat, Room, RoomState, Rooms, Seat,
    SeatFairness, SeatKind, SeatPreference, SeatRange, SeatSides, Seated, Spectators, TakeSeat,
};
use crate::schema;
use crate::undo::TakeBack;

/// The id of the game.
pub const GAME: &str = europe_divided::ID;

/// The code of the room.
pub const CODE: &str = "K7P2XR";

/// The token that opens Ada's seat.
const TOKEN: &str = "nfBfFWyoXhKjZO27FVoytsw_mLowNei0YBAXqmBtAwo";

/// The digest of the component data, and of whatever else has one.
pub const DIGEST: &str = "e0d07508b62638b70a4bd402d7d07b5ffdf1a4e398620834330e9db2e3905fa7";

/// The commitment to 32 bytes of `01`.
const COMMITMENT: &str = "2ab34d279a54600a8301cd1f40c6272101406b5687a549f8c17092a549775900";

/// The address for Ada's notices.
const WEBHOOK: &str = "https://hooks.example.org/entente/2f9c1d";

/// The id of a device.
pub const DEVICE: &str = "854dfb08d95d788580fe32e8bb4b928e";

/// The device's address, and the keys of the example of RFC 8291.
const ENDPOINT: &str = "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV";
const P256DH: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// The id of Ada's command.
const COMMAND: Uuid = Uuid::from_u128(0x5e0c_1b5e_6d6f_4b0e_9f5c_0c8f_1c1d_2e3f);

/// The id of an announced program.
pub const PROGRAM: Uuid = Uuid::from_u128(0x9f0c_2a51_7d3e_4b68_8a1f_5c6d_7e8f_9a0b);

/// The id of other messages.
const ACT: Uuid = Uuid::from_u128(0x3b5a_b1f0_0f68_4f60_b0d8_1d2b_3ad4_c9e0);

/// Returns an example of the body that has this definition in the schema; `None` if the definition
/// is not a body.
pub fn body(definition: &str) -> Option<Value> {
    program_body(definition).or_else(|| room_body(definition))
}

fn some(example: impl Serialize) -> Option<Value> {
    serde_json::to_value(example).ok()
}

/// Returns an example of a body about programs that announce themselves.
fn program_body(definition: &str) -> Option<Value> {
    match definition {
        "Programs" => some(Programs { programs: vec![program()], next: None }),
        "AnnounceProgram" => {
            let ProgramInfo { name, contact, level, games, free: rooms, .. } = program();
            some(AnnounceProgram { name, contact, level, games, rooms })
        }
        "AnnouncedProgram" => some(AnnouncedProgram {
            program: program(),
            token: TOKEN.to_owned(),
            silence_ms: 15_000,
            seat_ms: 15_000,
        }),
        "GivenSeats" => some(GivenSeats {
            seats: vec![GivenSeat {
                number: 1,
                room: CODE.to_owned(),
                game: GAME.to_owned(),
                seat: 1,
                token: TOKEN.to_owned(),
            }],
        }),
        "AddProgram" => some(AddProgram { program: PROGRAM }),
        _ => None,
    }
}

/// Returns an example of a body about games, rooms, their matches and notices.
fn room_body(definition: &str) -> Option<Value> {
    match definition {
        "CreateRoom" => some(create_room()),
        "OpenPractice" => some(OpenPractice {
            seq: 0,
            name: "Ada".to_owned(),
            seat: Some(SeatPreference::Number(0)),
            listed: false,
            spectators: Spectators::Open,
            absence_ms: None,
            hints: Hints::Alone,
        }),
        "OpenLesson" => some(OpenLesson { name: "Ada".to_owned() }),
        "Lessons" => some(Lessons { lessons: vec![lesson_info()] }),
        "Puzzles" => some(Puzzles { today: Some(puzzle_info()), puzzles: vec![puzzle_info()] }),
        "TakeSeat" => {
            let seat = Some(SeatPreference::Random(RandomSeat::Random));
            let contact = "https://bots.example.org/bo".to_owned();
            some(TakeSeat {
                name: "Bo".to_owned(),
                seat,
                program: Some(Program { contact, level: None }),
            })
        }
        "AddBot" => some(AddBot::default()),
        "SetNotify" => some(SetNotify { webhook: Some(WEBHOOK.to_owned()), email: None }),
        "AddDevice" => some(AddDevice {
            endpoint: ENDPOINT.to_owned(),
            p256dh: P256DH.to_owned(),
            auth: AUTH.to_owned(),
        }),
        "Room" => some(room()),
        "Rooms" => some(Rooms { rooms: vec![room()], next: None }),
        "Seated" => some(Seated { room: room(), seat: 0, token: TOKEN.to_owned() }),
        "NewCoach" => some(NewCoach { token: TOKEN.to_owned() }),
        "NewToken" => some(NewToken { token: TOKEN.to_owned() }),
        "Notify" => some(Notify {
            ways: vec![Way::Webhook.into()],
            webhook: Some(WEBHOOK.to_owned()),
            email: None,
            confirmed: None,
            push: Some(Push { key: P256DH.to_owned(), devices: vec![DEVICE.to_owned()] }),
        }),
        "Games" => some(Games { games: vec![game()], features: vec![Feature::View.into()] }),
        "Reference" => some(reference()),
        "Replay" => some(Replay {
            updates: vec![Open::Known(ServerMessage::Update(update()))],
            next: Some(201),
        }),
        "Analysis" => some(analysis()),
        "AnalysisProgress" => {
            some(AnalysisProgress { done: 40, entries: 312, retry_after_ms: 1_000 })
        }
        "Notice" => some(notice()),
        "CommandRequest" => some(ClientMessage::Command {
            id: COMMAND,
            decision: 8,
            command: json!({"type": "play", "card": "europe-italy"}),
        }),
        "CommandAnswer" => some(ServerMessage::<Value>::Accepted { id: COMMAND, seq: 9 }),
        "Update" => some(ServerMessage::Update(update())),
        _ => None,
    }
}

/// Returns an example of every client message.
pub fn client_messages() -> Vec<ClientMessage> {
    vec![
        ClientMessage::Hello { token: Some(TOKEN.to_owned()), after: Some(17) },
        ClientMessage::Ready { id: Some(ACT), commitment: Some(COMMITMENT.to_owned()) },
        ClientMessage::Reveal { id: Some(ACT), entropy: "01".repeat(32) },
        ClientMessage::Command {
            id: COMMAND,
            decision: 8,
            command: json!({"type": "play", "card": "europe-italy"}),
        },
        ClientMessage::Undo { id: ACT, to: 7 },
        ClientMessage::Resign { id: ACT },
        ClientMessage::Claim { id: ACT, outcome: ClaimOutcome::Win },
        ClientMessage::Pause { id: ACT, want: true },
        ClientMessage::Consent { id: COMMAND, request: ACT, agree: true },
        ClientMessage::Hint { id: ACT, decision: 8 },
        ClientMessage::Preview {
            id: ACT,
            decision: 8,
            command: json!({"type": "play", "card": "europe-italy"}),
        },
        ClientMessage::Lesson { id: ACT, step: 4, go: LessonGo::Next },
        ClientMessage::Coach { id: ACT, want: true },
        ClientMessage::Point {
            at: vec!["ukraine".to_owned()],
            text: Some("They need two more armies there.".to_owned()),
        },
        ClientMessage::Chat { text: "Good luck!".to_owned() },
        ClientMessage::Ping { nonce: 7 },
    ]
}

/// Returns an example of every server message.
pub fn server_messages() -> Vec<ServerMessage> {
    let detail = |text: &str| text.to_owned();
    vec![
        ServerMessage::Welcome(welcome()),
        ServerMessage::Room { room: room() },
        ServerMessage::Update(update()),
        ServerMessage::Accepted { id: COMMAND, seq: 9 },
        ServerMessage::Rejected {
            id: COMMAND,
            code: Code::Illegal.into(),
            detail: detail("that costs 2 money and you have 1"),
            rule: Some("Money".to_owned()),
            retry_after_ms: None,
            raced: false,
        },
        ServerMessage::Hint(hint()),
        ServerMessage::Preview(Preview { id: ACT, decision: 8, reasons: vec![reason()] }),
        ServerMessage::Lesson(lesson_step()),
        ServerMessage::Point {
            at: vec!["ukraine".to_owned()],
            text: Some("They need two more armies there.".to_owned()),
        },
        ServerMessage::Chat(ChatLine {
            from: You::Seat(1),
            name: "Bo".to_owned(),
            text: "Good luck!".to_owned(),
        }),
        ServerMessage::Pong { nonce: 7 },
        ServerMessage::Error {
            re: Some(Re { kind: "command".to_owned(), id: Some(COMMAND) }),
            code: Code::Malformed.into(),
            detail: detail("missing field `decision`"),
            retry_after_ms: None,
        },
        ServerMessage::Closing {
            reason: "the server is restarting".to_owned(),
            retry_after_ms: Some(1_200),
            reconnect: Some("https://two.example.org".to_owned()),
        },
    ]
}

fn program() -> ProgramInfo {
    ProgramInfo {
        id: PROGRAM,
        name: "Greedy".to_owned(),
        contact: "https://bots.example.org/greedy".to_owned(),
        level: Some("beats normal, loses to hard".to_owned()),
        games: vec![ProgramGame {
            game: GAME.to_owned(),
            options: fields([("edition", json!("revised"))]),
        }],
        free: 4,
    }
}

fn create_room() -> CreateRoom {
    CreateRoom {
        game: GAME.to_owned(),
        options: fields([("edition", json!("revised"))]),
        name: "Ada".to_owned(),
        seat: Some(SeatPreference::Number(0)),
        listed: true,
        spectators: Spectators::Open,
        absence_ms: Some(259_200_000),
        entropy: Entropy::Optional,
        hints: Hints::Alone,
        program: None,
    }
}

fn game() -> GameInfo {
    GameInfo {
        id: GAME.to_owned(),
        name: "Europe Divided".to_owned(),
        description: "Europe against Russia, 1992 to 2019.".to_owned(),
        seats: SeatRange { min: 2, max: 2 },
        roles: Some(vec!["Europe".to_owned(), "Russia".to_owned()]),
        sides: vec![SeatSides {
            when: Map::new(),
            seats: vec!["Europe".to_owned(), "Russia".to_owned()],
        }],
        types: Some(schema::types_of(GAME)),
        options: json!({"type": "object", "properties": {
            "edition": {"title": "Edition", "default": "revised", "enum": ["first", "revised"]}
        }}),
        option_groups: vec![OptionGroup::new("The rules", &["edition"])],
        bot_levels: vec![BotLevel::Normal.into(), BotLevel::Hard.into()],
        hints: true,
        licence: "A game by David Thompson and Chris Marling.".to_owned(),
        dev: false,
    }
}

fn reference() -> Reference {
    let text = "The marker moves on. A [headline](#headlines) is worth :prestige:.".to_owned();
    Reference {
        game: GAME.to_owned(),
        name: "Europe Divided".to_owned(),
        sections: vec![ReferenceSection {
            id: "turn-marker".to_owned(),
            part: "The turn".to_owned(),
            title: "The turn begins".to_owned(),
            cites: vec!["Advance turn marker".to_owned()],
            blocks: vec![ReferenceBlock::Text { text }],
        }],
        prompts: vec![PromptReason {
            commands: vec!["lock_initiative".to_owned()],
            kinds: Vec::new(),
            section: "initiative".to_owned(),
            text: "Lock two cards: each gives one action.".to_owned(),
            more: "Look at the current headlines first: what do they need?".to_owned(),
        }],
    }
}

/// Returns a seat on which a person is ready.
pub fn seat(seat: u8, name: &str) -> Seat {
    Seat {
        seat,
        name: Some(name.to_owned()),
        kind: SeatKind::Person.into(),
        level: None,
        program: None,
        ready: true,
        connected: true,
        hints: 0,
        coach: None,
        bot_from: None,
    }
}

/// Returns a room of Europe Divided in which a match runs.
pub fn room() -> Room {
    Room {
        id: Uuid::from_u128(0xc66b_fc55_b3bd_487f_97c4_9aac_64f1_0523),
        code: CODE.to_owned(),
        game: GAME.to_owned(),
        options: fields([("edition", json!("revised")), ("undo", json!("free"))]),
        state: RoomState::Running,
        host: Some(0),
        seats: vec![seat(0, "Ada"), seat(1, "Bo")],
        spectators: 3,
        may_watch: true,
        awaiting: vec![AwaitedSeat { seat: 1, for_ms: 90_000 }],
        winners: None,
        requests: Vec::new(),
        fairness: Fairness {
            scheme: "vd1".to_owned(),
            rules: format!("{}/1", europe_divided::ID),
            attempt: 0,
            commitment: COMMITMENT.to_owned(),
            seats: vec![SeatFairness::default(), SeatFairness::default()],
            reveal_by_ms: None,
            voided: Vec::new(),
            data: DIGEST.to_owned(),
        },
        listed: true,
        absence_ms: 259_200_000,
        rematch: None,
        entropy: Entropy::Optional,
        hints: Hints::Alone,
        unproven: None,
        dev: false,
    }
}

/// Returns what the first seat of [`room`] is welcomed with.
pub fn welcome() -> Welcome {
    Welcome {
        protocol: crate::PROTOCOL_VERSION,
        server: env!("CARGO_PKG_VERSION").to_owned(),
        you: You::Seat(0),
        room: room(),
        limits: Limits {
            message_bytes: crate::MAX_MESSAGE_BYTES as u64,
            message_burst: 30,
            messages_per_second: 10,
            name_chars: 32,
            chat_chars: 500,
            spectators: 32,
            absence_ms: 259_200_000,
        },
        features: vec![Feature::Answers.into(), Feature::View.into()],
        away_ms: Vec::new(),
    }
}

/// Returns an update in which the first seat of [`room`] is asked.
pub fn update() -> Update {
    let text = |text: &str| text.to_owned();
    Update {
        seq: 8,
        head: text(DIGEST),
        events: vec![Event {
            seq: 8,
            kind: text("influence_placed"),
            text: text("Europe places a NATO die in Georgia for 2 money"),
            rule: Some(text("Place influence")),
            fields: fields([("power", json!("nato")), ("region", json!("georgia"))]),
        }],
        events_from: None,
        public: json!({"turn": 1}),
        private: Some(json!({"hand": ["europe-benelux", "europe-germany"]})),
        decision: Some(8),
        standing: false,
        offers: Some(vec![Offer {
            command: json!({"type": "play", "card": "europe-italy"}),
            text: text("Play Italy: place EU, +2 EU, +2 NATO, 3 money, build, move"),
            rule: text("Actions"),
            loose: false,
            is_final: false,
        }]),
        undo: Some(TakeBack { to: 7, free: true }),
        awaiting: vec![0],
        now_ms: 81_234,
        deadline_ms: None,
        paused: false,
        outcome: None::<Outcome>,
    }
}

fn notice() -> Notice {
    let link = format!("https://play.example.org/r/{CODE}");
    let text = format!("It is your turn in Europe Divided, room {CODE}: {link}");
    Notice {
        kind: NoticeType::YourTurn.into(),
        id: Uuid::from_u128(0x5d6a_1b2c_0f3e_8a4b_9c5d_6e7f_8a9b_0c1d),
        room: CODE.to_owned(),
        game: GAME.to_owned(),
        seat: 0,
        decision: Some(8),
        link: Some(link),
        content: text.clone(),
        text,
    }
}

fn fields<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

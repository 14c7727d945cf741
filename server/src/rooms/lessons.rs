//! Lessons: rooms for one learner, with a fixed deal, that are forgotten when the lesson is over.

use protocol::Code;
use protocol::lesson::{LessonInfo, OpenLesson};
use protocol::room::{BotLevel, Entropy, Hints, Spectators};

use super::directory::Rooms;
use crate::room::{
    DealAttempt, Holding, Refusal, RoomRecord, SeatRecord, Seated, StoredUnproven, Terms,
    TokenHash, checked_name, draw_token,
};

/// The name of whoever the script plays for.
const PARTNER: &str = "Teacher";

impl Rooms {
    /// Lists the lessons of all games. They were read once before the start.
    pub fn lessons(&self) -> Vec<LessonInfo> {
        let of = |game: &engine::GameEntry| {
            let lessons = game.lessons().unwrap_or_default();
            lessons.iter().map(|lesson| lesson.info(game.id)).collect::<Vec<_>>()
        };
        self.0.games().flat_map(|game| of(game.entry)).collect()
    }

    /// Founds a room in which a lesson is given to whoever asks; `holding` is kept until it is over.
    pub async fn open_lesson(
        &self,
        (game, name): (&str, &str),
        wanted: OpenLesson,
        holding: Option<Holding>,
    ) -> Result<Seated, Refusal> {
        let learner = checked_name(&wanted.name)?;
        let hub = &self.0;
        let game = &hub.offered(game)?.game;
        let lessons = game.entry.lessons().unwrap_or_default();
        let unknown = || Refusal::new(Code::LessonUnknown, "the game has no such lesson");
        let lesson = lessons.into_iter().find(|one| one.name == name).ok_or_else(unknown)?;
        let options = game.entry.resolve_options(&lesson.options)?;
        let count = game.entry.seats(&options)?;
        let terms = Terms {
            game: game.entry.id.to_owned(),
            rules_version: game.entry.rules_version,
            options,
            spectators: Spectators::Off,
            listed: false,
            absence_ms: self.absence_ms(None)?,
            entropy: Entropy::Optional,
            hints: Hints::Off,
            data: game.catalogue.digest(),
        };
        let token = draw_token(&hub.random);
        let held = SeatRecord::held(learner, Some(TokenHash::of(&token)));
        let partner = |seat: u8| {
            let name = if count > 2 { format!("{PARTNER} {seat}") } else { PARTNER.to_owned() };
            SeatRecord::bot(name, BotLevel::Easy)
        };
        let mut seats: Vec<SeatRecord> = (0..count).map(partner).collect();
        let own = seats.get_mut(usize::from(lesson.seat)).ok_or_else(unknown)?;
        // Everybody is ready: the match begins as soon as the room is there.
        *own = SeatRecord { ready: true, ..held };
        let mut record = RoomRecord::new(terms, seats, &hub.random);
        record.attempt = DealAttempt::fixed(&lesson.secret());
        record.unproven = Some(StoredUnproven::Lesson { lesson: lesson.name, step: 0 });
        hub.keep_data(hub.offered(&record.game)?).await?;
        let (_, record) = hub.found_with(record, None, holding).await?;
        Ok(Seated { room: record.object(|_| false, 0), seat: lesson.seat, token })
    }
}

//! Lessons and puzzles: rooms for one learner, with a fixed deal, that are forgotten when the lesson is over.

use std::sync::Arc;

use engine::Match;
use engine::lesson::{Lesson, ScriptedCommand};
use engine::matches::{Begun, Input as Entry};
use protocol::Code;
use protocol::lesson::{LessonInfo, LessonKind, OpenLesson, PuzzleInfo, Puzzles};
use protocol::room::{BotLevel, Entropy, Hints, Spectators};
use tracing::error;

use super::directory::Rooms;
use super::hub::Hub;
use crate::room::{
    DealAttempt, Holding, LoadedGame, Refusal, RoomRecord, SeatRecord, Seated, StoredUnproven,
    Terms, TokenHash, checked_name, draw_token,
};
use crate::time::DAY_MS;

/// Returns the name of whoever the script plays for.
fn partner(kind: LessonKind) -> &'static str {
    match kind {
        LessonKind::Lesson => "Teacher",
        LessonKind::Puzzle => "Opponent",
    }
}

impl Rooms {
    /// Lists the lessons of all games. They were read once before the start.
    pub fn lessons(&self) -> Vec<LessonInfo> {
        let of = |game: &engine::GameEntry| {
            let lessons = game.lessons().unwrap_or_default();
            lessons.iter().map(|lesson| lesson.info(game.id)).collect::<Vec<_>>()
        };
        self.0.games().flat_map(|game| of(game.entry)).collect()
    }

    /// Lists the puzzles of all games, and that of the day on which this time lies, in milliseconds since
    /// 1970.
    pub fn puzzles(&self, at_ms: u64) -> Puzzles {
        let puzzles = self.0.puzzles();
        Puzzles { today: of_the_day(puzzles, at_ms / DAY_MS).cloned(), puzzles: puzzles.to_vec() }
    }

    /// Founds a room in which a lesson or a puzzle is given to whoever asks; `holding` is kept until it is
    /// over. The match begins where its first step does.
    pub async fn open_lesson(
        &self,
        (game, name): (&str, &str),
        wanted: OpenLesson,
        holding: Option<Holding>,
    ) -> Result<Seated, Refusal> {
        let learner = checked_name(&wanted.name)?;
        let hub = &self.0;
        let game = &hub.offered(game)?.game;
        let unknown = || Refusal::new(Code::LessonUnknown, "the game has no such lesson");
        let lesson = game.entry.lesson(name).ok().flatten().ok_or_else(unknown)?;
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
        let partner = partner(lesson.kind);
        let partner = |seat: u8| {
            let name = if count > 2 { format!("{partner} {seat}") } else { partner.to_owned() };
            SeatRecord::bot(name, BotLevel::Easy)
        };
        let mut seats: Vec<SeatRecord> = (0..count).map(partner).collect();
        let own = seats.get_mut(usize::from(lesson.seat)).ok_or_else(unknown)?;
        // Everybody is ready: the match begins as soon as the room is there.
        *own = SeatRecord { ready: true, ..held };
        let mut record = RoomRecord::new(terms, seats, &hub.random);
        record.attempt = DealAttempt::fixed(&lesson.secret());
        record.unproven = Some(StoredUnproven::Lesson { lesson: lesson.name.clone(), step: 0 });
        let seat = lesson.seat;
        let (record, rows) = hub.first_step(game.clone(), record, lesson).await?;
        let data = (game.catalogue.digest(), game.catalogue.canonical().to_string());
        let founding = hub.found_with(record, Some((data, rows)), holding);
        let (_, record) = hub.with_place(None, founding).await?;
        Ok(Seated { room: record.object(|_| false, 0), seat, token })
    }
}

impl Hub {
    /// Plays a lesson up to its first step; returns the rows of the log that leads there.
    async fn first_step(
        &self,
        game: Arc<LoadedGame>,
        record: RoomRecord,
        lesson: Lesson,
    ) -> Result<(RoomRecord, Vec<String>), Refusal> {
        let random = self.random.clone();
        let made = self.aside(move || {
            let beginning = record.beginning()?;
            let Begun { mut live, header, .. } =
                Match::begin(game.entry, &game.catalogue, &beginning).ok()?;
            let mut rows = vec![header];
            for ScriptedCommand { seat, command } in &lesson.before {
                let id = random.uuid();
                let entry = Entry::Command { seat: *seat, id, command: command.clone() };
                let prepared = live.prepare(0, entry).ok()?;
                rows.push(prepared.bytes().to_owned());
                live.commit(prepared);
            }
            Some((record, rows))
        });
        made.await.ok().flatten().ok_or_else(|| {
            // The test of all lessons was not run.
            error!("a lesson cannot be played up to its first step");
            Refusal::unavailable()
        })
    }
}

/// Returns the puzzle of a day since 1970: each day of another game, and of that game the next one.
fn of_the_day(puzzles: &[PuzzleInfo], day: u64) -> Option<&PuzzleInfo> {
    let games: Vec<&[PuzzleInfo]> = puzzles.chunk_by(|one, other| one.game == other.game).collect();
    let turn =
        |count: usize, at: u64| usize::try_from(at % count.max(1) as u64).unwrap_or_default();
    let of_game = games.get(turn(games.len(), day))?;
    of_game.get(turn(of_game.len(), day / games.len() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_day_has_another_puzzle_and_the_games_take_turns() {
        let puzzle = |game: &str, puzzle: &str| PuzzleInfo {
            game: game.to_owned(),
            puzzle: puzzle.to_owned(),
            title: String::new(),
        };
        let all = [puzzle("a", "one"), puzzle("a", "two"), puzzle("b", "one")];
        let days: Vec<String> = (20_001..20_007)
            .filter_map(|day| of_the_day(&all, day))
            .map(|today| format!("{} {}", today.game, today.puzzle))
            .collect();
        assert_eq!(days, ["b one", "a two", "b one", "a one", "b one", "a two"]);
        assert_eq!(of_the_day(&[], 20_001), None);
    }
}

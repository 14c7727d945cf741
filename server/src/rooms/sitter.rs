//! Player of a bot's seat: a task beside the room, with a connection like a socket's.
//!
//! It reads the messages that the room puts into its outbox, the very texts that a socket would send,
//! and hands commands in through the room's handle, with ids and decision numbers. A mind says what to
//! do, from guesses that the room hands out; or `bots`, from the updates. It keeps a pace that people can
//! follow. Whatever panics is replaced by something simpler; the room never notices.

use std::future::pending;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bots::{Assignment, Bot, Choice};
use engine::think::Guesses;
use protocol::room::{BotLevel, Room};
use protocol::{ClientMessage, Code, ServerMessage, Update};
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::Value;
use tokio::time::{Instant, sleep_until};
use tracing::{debug, error, warn};
use uuid::Uuid;

use super::handle::Handle;
use super::hub::Hub;
use super::outbox::{Outbox, Outgoing};
use super::thinkers::{THOUGHT_MS, Thinking, answer_by, glance};
use crate::metrics::ThoughtFailure;
use crate::room::{BUSY_RETRY_MS, ConnectionId, Randomness, Refusal, guarded};
use crate::time::millis;

/// The shortest time between two acts of a bot where a clock runs, in milliseconds: it must not be
/// quicker than people.
pub const TIMED_PACE_MS: u64 = 400;

/// Time for which a bot that waits where a clock runs leaves things alone, in milliseconds.
const RETHINK_MS: u64 = 1_000;

/// The longest that a bot waits for a thought, in milliseconds: one may have to wait for a thread.
const PATIENCE_MS: u64 = 2 * THOUGHT_MS;

/// Number of refusals of one question after which a bot waits for something new.
const TRIES_MOST: u32 = 16;

/// A connection: the room, its number there, and what the room says to it.
type BotConnection = (Arc<Handle>, ConnectionId, Arc<Outbox>);

/// A bot on its seat.
pub(crate) struct Sitter {
    room: Arc<Handle>,
    connection: ConnectionId,
    outbox: Arc<Outbox>,
    seat: u8,
    bot: Bot,
    /// The threads on which it thinks, and its level; none if `bots` plays the game.
    thinker: Option<(Arc<Hub>, BotLevel)>,
    /// The thought about the open question.
    thought: Option<BotThought>,
    random: Randomness,
    /// Between two acts where no clock runs.
    pace_ms: u64,
    /// The newest update, and when it came.
    view: Option<(Update, Instant)>,
    /// The command that has no answer yet.
    pending: Option<(Uuid, Value)>,
    /// Time of the next act, if there is anything to do.
    act_at: Option<Instant>,
    acted_at: Instant,
    /// Refusals since the newest update.
    refusals: u32,
    requests: Vec<SeenRequest>,
    /// Time at which to send again what the room was too busy to take.
    agree_at: Option<Instant>,
}

/// Guesses that the room was asked for.
type Imagining = Pin<Box<dyn Future<Output = Result<Guesses, Refusal>> + Send>>;

/// A thought about a question.
struct BotThought {
    /// The update in which the question was open.
    seq: u64,
    state: BotThoughtState,
}

/// Progress of a thought.
enum BotThoughtState {
    /// The room is asked for guesses.
    Imagining(Imagining),
    /// No thread has the time: the room is asked for guesses again, for the first sight of them.
    Glancing(Imagining),
    /// It goes on; the bot waits for it until then.
    Going(Thinking<Option<Value>>, Instant),
    /// The command; `None` if there is none, or if it was refused.
    Done(Option<Value>),
}

/// A request of another seat's.
struct SeenRequest {
    request: Uuid,
    /// The message that agreed to it, once the room has it.
    consent: Option<Uuid>,
}

impl Sitter {
    pub(crate) fn new(
        (room, connection, outbox): BotConnection,
        assignment: &Assignment<'_>,
        (random, pace_ms): (&Randomness, u64),
    ) -> Self {
        let coins = StdRng::from_seed(random.bytes_32());
        Self {
            room,
            connection,
            outbox,
            seat: assignment.seat,
            bot: Bot::new(assignment, coins),
            thinker: None,
            thought: None,
            random: random.clone(),
            pace_ms,
            view: None,
            pending: None,
            act_at: None,
            acted_at: Instant::now(),
            refusals: 0,
            requests: Vec::new(),
            agree_at: None,
        }
    }

    /// Has the bot think before it acts, on the threads that all rooms share.
    pub(crate) fn think_with(&mut self, hub: Arc<Hub>, level: BotLevel) {
        self.thinker = Some((hub, level));
    }

    /// Plays until the match is over, the seat is freed or the room ends.
    pub(crate) async fn run(mut self) {
        loop {
            let wake = self.act_at.into_iter().chain(self.agree_at).min();
            tokio::select! {
                biased;
                outgoing = self.outbox.next() => match outgoing {
                    Outgoing::Text(text) | Outgoing::Update(text) => self.handle(&text),
                    Outgoing::Close(_) => break,
                },
                () = sleep_until(wake.unwrap_or(self.acted_at)), if wake.is_some() => self.tick(),
                next = further(&mut self.thought) => self.thought_further(next),
            }
            if self.view.as_ref().is_some_and(|(update, _)| update.outcome.is_some()) {
                break;
            }
        }
        // Nobody waits for it while the room lets go.
        self.thought = None;
        self.room.leave(self.connection).await;
    }

    fn tick(&mut self) {
        let now = Instant::now();
        if self.agree_at.take_if(|at| *at <= now).is_some() {
            self.agree();
        }
        if self.act_at.take_if(|at| *at <= now).is_some() {
            self.act();
        }
    }

    fn handle(&mut self, text: &str) {
        match serde_json::from_str::<ServerMessage>(text) {
            Ok(ServerMessage::Update(update)) => {
                self.view = Some((update, Instant::now()));
                self.refusals = 0;
                self.plan();
            }
            Ok(ServerMessage::Accepted { id, .. }) => {
                if self.answers(id).is_some() {
                    self.plan();
                }
            }
            Ok(ServerMessage::Rejected { id, code, retry_after_ms, .. }) => {
                let code = code.known_or(Code::Internal);
                if let Some(command) = self.answers(id) {
                    self.rejected(command, code, retry_after_ms);
                } else if passing(code) {
                    self.agree_again(id, retry_after_ms);
                }
            }
            Ok(ServerMessage::Welcome(welcome)) => self.asked(&welcome.room),
            Ok(ServerMessage::Room { room }) => self.asked(&room),
            Ok(
                ServerMessage::Point { .. }
                | ServerMessage::Chat(_)
                | ServerMessage::Hint(_)
                | ServerMessage::Preview(_)
                | ServerMessage::Lesson(_)
                | ServerMessage::Pong { .. }
                | ServerMessage::Error { .. }
                | ServerMessage::Closing { .. },
            ) => {}
            Err(error) => {
                warn!(room = %self.room.id(), seat = self.seat, %error, "a bot cannot read this");
            }
        }
    }

    /// Takes the command that was waiting for this answer.
    fn answers(&mut self, id: Uuid) -> Option<Value> {
        self.pending.take_if(|(pending, _)| *pending == id).map(|(_, command)| command)
    }

    /// Plans when to act after a change, if this seat is asked.
    fn plan(&mut self) {
        let Some((update, _)) = &self.view else { return };
        let asked = update.decision.is_some() && !update.paused && self.pending.is_none();
        if !asked {
            self.act_at = None;
            self.thought = None;
            return;
        }
        let (seq, timed) = (update.seq, update.deadline_ms.is_some());
        self.begin_thought(seq);
        // Where a clock runs, much happens while one waits: it counts from the last act.
        let at = if timed {
            self.acted_at + Duration::from_millis(self.pace_ms.max(TIMED_PACE_MS))
        } else {
            after_ms(self.pace_ms)
        };
        let at = at.max(Instant::now());
        self.act_at = Some(self.act_at.map_or(at, |before| before.min(at)));
    }

    fn act(&mut self) {
        let Some((update, came)) = &self.view else { return };
        let Some(decision) = update.decision.filter(|_| !update.paused) else { return };
        let (seq, now_ms) = (update.seq, update.now_ms + millis(came.elapsed()));
        match &mut self.thought {
            // It stays what the mind would do until it is refused for good: a room that has no time for
            // it now, or a disk that is full, must not make the bot play anything else.
            Some(BotThought { state: BotThoughtState::Done(Some(command)), .. }) => {
                let command = command.clone();
                return self.command(decision, command);
            }
            Some(BotThought { state: BotThoughtState::Done(None), .. }) => {}
            // It acts as soon as the thought is done.
            Some(_) => return,
            None if self.thinker.is_some() => return self.begin_thought(seq),
            None => {}
        }
        let bot = &mut self.bot;
        let choice = guarded(|| bot.choose(update, now_ms)).or_else(|_| {
            error!(room = %self.room.id(), seat = self.seat, "a bot's policy panicked");
            guarded(|| {
                bot.simplify();
                bot.choose(update, now_ms)
            })
        });
        let Ok(Choice::Act(command)) = choice else {
            self.act_at = bot.looks_again(update).then(|| after_ms(RETHINK_MS));
            return;
        };
        self.command(decision, command);
    }

    fn command(&mut self, decision: u64, command: Value) {
        let id = self.random.uuid();
        self.acted_at = Instant::now();
        match self.say(ClientMessage::Command { id, decision, command: command.clone() }) {
            Ok(()) => self.pending = Some((id, command)),
            Err(busy) => self.again(busy.retry_after_ms),
        }
    }

    /// Begins to think about the open question, if there is no thought about it yet: the pause that
    /// people need is time enough.
    fn begin_thought(&mut self, seq: u64) {
        let begun = self.thought.as_ref().is_some_and(|thought| thought.seq == seq);
        if self.thinker.is_none() || begun {
            return;
        }
        self.thought = Some(BotThought { seq, state: BotThoughtState::Imagining(self.imagine()) });
    }

    fn imagine(&self) -> Imagining {
        let (room, connection) = (self.room.clone(), self.connection);
        Box::pin(async move { room.imagine(connection).await })
    }

    fn thought_further(&mut self, next: NextThought) {
        let Some((hub, level)) = &self.thinker else { return };
        let state = match next {
            NextThought::Guesses(guesses) => {
                let founder = self.room.payer();
                let repeats = self.random.repeats();
                let thinking = hub.thinkers.think(founder, guesses, *level, repeats);
                BotThoughtState::Going(thinking, after_ms(PATIENCE_MS))
            }
            NextThought::Glance(guesses) => BotThoughtState::Done(glance(&guesses, *level)),
            NextThought::Command(command) => BotThoughtState::Done(command),
            NextThought::Refused => {
                self.thought = None;
                return self.again(None);
            }
            NextThought::Failed(failure) => {
                hub.metrics.unthought(failure);
                match failure {
                    // `bots` plays.
                    ThoughtFailure::Panicked => BotThoughtState::Done(None),
                    ThoughtFailure::Full | ThoughtFailure::Late => {
                        BotThoughtState::Glancing(self.imagine())
                    }
                }
            }
        };
        let done = matches!(state, BotThoughtState::Done(_));
        if let Some(thought) = &mut self.thought {
            thought.state = state;
        }
        if done && self.act_at.is_none() {
            self.act();
        }
    }

    fn rejected(&mut self, command: Value, code: Code, retry_after_ms: Option<u64>) {
        debug!(room = %self.room.id(), seat = self.seat, code = code.as_str(), "a bot was refused");
        if passing(code) {
            self.again(retry_after_ms);
        } else if code == Code::Stale {
            // Something newer is on its way, or here.
            self.again(None);
        } else if self.refusals < TRIES_MOST {
            self.refusals += 1;
            self.bot.refused(command);
            if let Some(BotThought { state: BotThoughtState::Done(command), .. }) =
                &mut self.thought
            {
                *command = None;
            }
            self.plan();
        } else {
            warn!(room = %self.room.id(), seat = self.seat, "a bot finds nothing to do");
        }
    }

    /// Tries again later, with what is best by then.
    fn again(&mut self, retry_after_ms: Option<u64>) {
        self.act_at = Some(after_ms(retry_after_ms.unwrap_or(BUSY_RETRY_MS)));
    }

    /// Takes note of the requests that the room shows.
    fn asked(&mut self, room: &Room) {
        let open = room.requests.iter();
        let others = open.filter(|one| one.by != self.seat && !one.agreed.contains(&self.seat));
        let known = std::mem::take(&mut self.requests);
        self.requests = others
            .map(|open| {
                let before = known.iter().find(|asked| asked.request == open.id);
                SeenRequest { request: open.id, consent: before.and_then(|asked| asked.consent) }
            })
            .collect();
        self.agree();
    }

    /// Agrees to whatever another seat asks for, once: a bot has no hurry and bears no grudge.
    fn agree(&mut self) {
        let Self { requests, random, room, connection, .. } = self;
        for asked in requests.iter_mut().filter(|asked| asked.consent.is_none()) {
            let id = random.uuid();
            let consent = ClientMessage::Consent { id, request: asked.request, agree: true };
            if room.act(*connection, consent).is_ok() {
                asked.consent = Some(id);
            } else {
                self.agree_at = Some(after_ms(BUSY_RETRY_MS));
            }
        }
    }

    /// Plans to repeat a consent that was not taken for now.
    fn agree_again(&mut self, consent: Uuid, retry_after_ms: Option<u64>) {
        for asked in self.requests.iter_mut().filter(|asked| asked.consent == Some(consent)) {
            asked.consent = None;
            self.agree_at = Some(after_ms(retry_after_ms.unwrap_or(BUSY_RETRY_MS)));
        }
    }

    fn say(&self, message: ClientMessage) -> Result<(), Refusal> {
        self.room.act(self.connection, message)
    }
}

/// The next step of a thought.
enum NextThought {
    /// The guesses to think about.
    Guesses(Guesses),
    /// The guesses to look at once.
    Glance(Guesses),
    /// The command; `None` if there is none.
    Command(Option<Value>),
    Failed(ThoughtFailure),
    /// The room had no time for guesses.
    Refused,
}

/// Waits for a thought to go further; forever, if there is none.
async fn further(thought: &mut Option<BotThought>) -> NextThought {
    match thought.as_mut().map(|thought| &mut thought.state) {
        Some(BotThoughtState::Imagining(guesses)) => {
            guesses.await.map_or(NextThought::Refused, NextThought::Guesses)
        }
        Some(BotThoughtState::Glancing(guesses)) => {
            guesses.await.map_or(NextThought::Refused, NextThought::Glance)
        }
        Some(BotThoughtState::Going(thinking, until)) => {
            answer_by(thinking, *until).await.map_or_else(NextThought::Failed, NextThought::Command)
        }
        Some(BotThoughtState::Done(_)) | None => pending().await,
    }
}

/// Returns the moment this many milliseconds from now.
fn after_ms(ms: u64) -> Instant {
    Instant::now() + Duration::from_millis(ms)
}

/// Checks whether the same message may succeed later.
fn passing(code: Code) -> bool {
    matches!(code, Code::Busy | Code::StorageUnavailable | Code::Draining)
}

#[cfg(test)]
mod tests;

//! `entente bot`: random legal moves, through the public protocol alone.
//!
//! It sees what a player sees and answers with what it is offered; so a match of bots is a test of
//! the whole road. A refusal of a strict offer is a fault of the server, and ends it, unless somebody
//! else was faster. It must not know the rules of any game; `policy` picks.

use std::collections::BTreeSet;
use std::time::Duration;

use protocol::ClientMessage;
use protocol::room::{CreateRoom, Program, RoomState, Seated, TakeSeat};
use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::json;
use tokio::time::{Instant, sleep, sleep_until};
use uuid::Uuid;

use self::answer::{ChosenOffer, Doubt};
use self::policy::Policy;
use self::report::{MatchReport, report};
use crate::api::Api;
use crate::args::BotArgs;
use crate::connection::{Config, Connection};
use crate::error::Error;
use crate::heads::Heads;
use crate::link::{RoomRef, Server};
use crate::paper::{Paper, complain};
use crate::play::start::{create, seat_bots};
use crate::record;
use crate::seal::Duty;
use crate::session::{Change, Session};

mod answer;
pub mod policy;
mod report;

/// After failing to connect for this long the bot gives up.
const GIVE_UP: Duration = Duration::from_mins(2);

/// Time that a peer may take to open a rematch or to join it.
const REMATCH_PATIENCE: Duration = Duration::from_mins(1);

/// The wait before asking for a rematch again.
const REMATCH_WAIT: Duration = Duration::from_millis(250);

/// The reason of an outcome that is no proper end.
const ABANDONED: &str = "abandoned";

/// Plays the matches asked for.
pub async fn run(server: &Server, args: &BotArgs, paper: &mut Paper) -> Result<(), Error> {
    let seed = args.seed.unwrap_or_else(|| rand::rng().random());
    let (api, mut seated) = sit_down(server, args).await?;
    if args.room.create.is_some() {
        let code = &seated.room.code;
        if args.json {
            paper.json(&json!({"code": code}).to_string())?;
        } else {
            paper.unwrapped(&format!("code: {code}"))?;
        }
    }
    if args.seed.is_none() && !args.json {
        paper.unwrapped(&format!("seed: {seed}"))?;
    }
    let mut rng = StdRng::seed_from_u64(seed);
    for number in 1..=args.games {
        let mut game = BotMatch::new(&api, &seated, args, number);
        let result = game.play(&mut rng).await;
        let next = match &result {
            Ok(_) if number < args.games => game.rematch().await.map(Some),
            Ok(_) | Err(_) => Ok(None),
        };
        game.connection.close().await;
        report(&result?, args, number, &seated, seed, paper)?;
        if let Some(next) = next? {
            seated = next;
        }
    }
    Ok(())
}

async fn sit_down(server: &Server, args: &BotArgs) -> Result<(Api, Seated), Error> {
    let program = args.contact.clone().map(|contact| Program { contact, level: None });
    if let Some(game) = &args.room.create {
        let api = Api::new(server.clone())?;
        let wanted = CreateRoom { program, ..create(game, &args.room, &args.name) };
        let seated = api.create(&wanted).await?;
        seat_bots(&api, &seated, &args.room).await?;
        return Ok((api, seated));
    }
    let room = RoomRef::parse(args.room.join.as_deref().unwrap_or_default())?;
    if room.token.is_some() {
        return Err(Error::Usage(
            "a bot joins with a code, not with another one's seat".to_owned(),
        ));
    }
    let api = Api::new(room.server.unwrap_or_else(|| server.clone()))?;
    let request = TakeSeat { name: args.name.clone(), seat: args.room.seat, program };
    let seated = api.take_seat(&room.code, &request).await?;
    Ok((api, seated))
}

/// One match as the bot plays it.
struct BotMatch<'a> {
    api: &'a Api,
    seated: &'a Seated,
    entropy: bool,
    /// `true` if this bot opens the rematch; the others follow.
    opens: bool,
    /// Limit for waiting in the lobby of a rematch: a peer may be gone for good.
    lobby_limit: Option<Duration>,
    connection: Connection,
    session: Session,
    commands: u64,
    /// Among whom, and at which attempt, this bot said that it is ready.
    said_ready: Option<Vec<String>>,
    policy: Policy,
    /// The offer answered last.
    chosen: ChosenOffer,
    doubt: Option<Doubt>,
    /// Loose offers refused for the open question.
    refused: BTreeSet<usize>,
    /// The update that a refusal as stale was answered from: wait for a newer one.
    stale_at: Option<u64>,
    /// Requests that were agreed to.
    agreed: BTreeSet<Uuid>,
    /// The moment at which to be ready again, for the server had no room for it.
    ready_at: Option<Instant>,
}

impl<'a> BotMatch<'a> {
    fn new(api: &'a Api, seated: &'a Seated, args: &BotArgs, number: u32) -> Self {
        let config = Config {
            give_up: Some(GIVE_UP),
            ..Config::new(api.server().socket(&seated.room.code), Some(seated.token.clone()))
        };
        Self {
            api,
            seated,
            entropy: !args.no_entropy,
            opens: args.room.create.is_some(),
            lobby_limit: (number > 1).then_some(REMATCH_PATIENCE),
            connection: Connection::open(config),
            session: Session::new(Heads::memory()),
            commands: 0,
            said_ready: None,
            policy: Policy::default(),
            chosen: ChosenOffer::default(),
            doubt: None,
            refused: BTreeSet::new(),
            stale_at: None,
            agreed: BTreeSet::new(),
            ready_at: None,
        }
    }

    /// Plays to the end.
    async fn play(&mut self, rng: &mut StdRng) -> Result<MatchReport, Error> {
        let opened = Instant::now();
        let mut began: Option<Instant> = None;
        loop {
            let lobby = self.lobby_limit.filter(|_| began.is_none()).map(|limit| opened + limit);
            let doubt = self.doubt.as_ref().map(|doubt| doubt.until);
            let change = tokio::select! {
                signal = self.connection.next() => match signal {
                    Some(signal) => self.session.apply(signal),
                    None => return Err(Error::Failed("the connection ended".to_owned())),
                },
                () = sleep_until(self.ready_at.unwrap_or(opened)), if self.ready_at.is_some() => {
                    (self.ready_at, self.said_ready) = (None, None);
                    self.attend()?;
                    continue;
                }
                () = sleep_until(doubt.unwrap_or(opened)), if doubt.is_some() => {
                    let fault = self.doubt.take().map(|doubt| doubt.fault).unwrap_or_default();
                    return Err(Error::Failed(fault));
                }
                () = sleep_until(lobby.unwrap_or(opened)), if lobby.is_some() => {
                    return Err(Error::Failed("nobody came to the rematch".to_owned()));
                }
            };
            for note in self.session.take_notes() {
                complain(note);
            }
            if matches!(change, Change::Updated { .. }) {
                began.get_or_insert_with(Instant::now);
            }
            self.react(change, rng)?;
            if let Some(outcome) = self.session.outcome() {
                if outcome.reason == ABANDONED {
                    return Err(Error::Failed("the match was abandoned".to_owned()));
                }
                let seconds = began.map_or(0.0, |began| began.elapsed().as_secs_f64());
                let public = self.session.update().map(|update| &update.public);
                let rounds = public.and_then(|public| public.get("round")?.as_u64());
                let (outcome, commands) = (outcome.clone(), self.commands);
                let (room, heads) = (&self.seated.room, self.session.heads());
                let record = record::verdict(self.api, &room.code, room.id, heads).await?;
                return Ok(MatchReport { outcome, seconds, commands, rounds, record });
            }
        }
    }

    fn react(&mut self, change: Change, rng: &mut StdRng) -> Result<(), Error> {
        match change {
            Change::Welcomed { .. } => {
                (self.ready_at, self.said_ready) = (None, None);
                self.agree()?;
                self.attend()
            }
            Change::Room { .. } => {
                self.agree()?;
                self.attend()
            }
            Change::Updated { .. } => {
                self.refused.clear();
                let seq = self.position();
                self.doubt.take_if(|doubt| doubt.seq < seq);
                self.answer(rng)
            }
            Change::Accepted { act } => {
                if let Some(ClientMessage::Command { decision, command, .. }) =
                    act.map(|act| act.message)
                {
                    self.commands += 1;
                    self.policy.accepted(decision, &command);
                }
                self.answer(rng)
            }
            Change::Rejected { act, answer } => self.rejected(act, &answer, rng),
            Change::Ended(end) => Err(end.into_error(&self.api.server().to_string())),
            Change::Lost { why, .. } => {
                complain(format!("the connection is lost ({why}); trying again"));
                Ok(())
            }
            Change::PartRefused { message, answer } => self.part_refused(message, &answer),
            Change::ServerError { answer } => {
                complain(format!("the server says: {} ({})", answer.detail, answer.code.word()));
                Ok(())
            }
            Change::Hint(_)
            | Change::Preview(_)
            | Change::Lesson { .. }
            | Change::Point { .. }
            | Change::Chat(_)
            | Change::Closing { .. }
            // It keeps heads in memory only: it has seen nothing before it began.
            | Change::Behind { .. }
            | Change::Unknown => Ok(()),
        }
    }

    /// Attends the lobby: is ready as soon as everybody is there, and reveals when it is due.
    fn attend(&mut self) -> Result<(), Error> {
        match self.session.duty() {
            Duty::Reveal(entropy) => {
                let message = self.session.reveal(entropy);
                self.connection.send(message)?;
            }
            Duty::Lost => {
                return Err(Error::Failed("the entropy of this seat is another's".to_owned()));
            }
            Duty::Distrust | Duty::Nothing => {}
        }
        let Some(room) = self.session.room() else { return Ok(()) };
        if room.state == RoomState::Abandoned {
            return Err(Error::Failed("the room was abandoned".to_owned()));
        }
        // Nothing is dealt yet: a bot has nothing to lose by leaving such a table.
        let open = matches!(room.state, RoomState::Lobby | RoomState::Sealing);
        if open && self.session.distrusts() {
            let why = "the server contradicts itself about the deal; nothing was revealed since";
            return Err(Error::Failed(why.to_owned()));
        }
        // Someone who comes or goes clears what was said, and so does a new attempt at the deal.
        let mut names: Vec<String> =
            room.seats.iter().filter_map(|seat| seat.name.clone()).collect();
        let full = names.len() == room.seats.len();
        names.push(room.fairness.attempt.to_string());
        let ready = self.session.own_seat().is_none_or(|seat| seat.ready);
        let said = full && self.said_ready.as_ref() == Some(&names);
        let lobby = room.state == RoomState::Lobby;
        self.said_ready = full.then_some(names);
        if lobby && full && !ready && !said {
            let message = self.session.ready(self.entropy)?;
            self.connection.send(message)?;
        }
        Ok(())
    }

    /// Agrees to every request of another seat's, once: a bot has no hurry and bears no grudge.
    fn agree(&mut self) -> Result<(), Error> {
        let asked: Vec<_> = self.session.asked_of_us().map(|request| request.id).collect();
        for request in asked {
            if self.agreed.insert(request) {
                let message = self.session.consent(request, true);
                self.connection.send(message)?;
            }
        }
        Ok(())
    }

    /// Takes the seat in the next room: opened by the bot that opened this one, joined by the others.
    async fn rematch(&mut self) -> Result<Seated, Error> {
        let until = Instant::now() + REMATCH_PATIENCE;
        while !self.opens && self.session.room().is_none_or(|room| room.rematch.is_none()) {
            let signal = tokio::select! {
                signal = self.connection.next() => signal,
                () = sleep_until(until) => None,
            };
            let Some(signal) = signal else {
                return Err(Error::Failed("nobody opened a rematch".to_owned()));
            };
            if let Change::Ended(end) = self.session.apply(signal) {
                return Err(end.into_error(&self.api.server().to_string()));
            }
        }
        loop {
            match self.api.rematch(&self.seated.room.code, &self.seated.token).await {
                // The room may learn of its own end a moment after we did.
                Err(error) if error.is_refusal("not_over") && Instant::now() < until => {
                    sleep(REMATCH_WAIT).await;
                }
                result => return result,
            }
        }
    }
}

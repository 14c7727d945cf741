//! Relays: a session's way to its room, wherever the room is, for as long as the socket lives.
//!
//! When the room goes to another server, the relay finds it again and says `hello` for the client, with
//! the last entry that the client has; what the client has said and nobody has answered it says again,
//! under the same ids, which the room takes once. The client sees a pause and no second `welcome`. It does
//! not come anew: a connection of the same seat that came later has it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use bytestring::ByteString;
use protocol::{ClientMessage, Re, Room, ServerMessage};
use serde::Deserialize;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};
use tracing::debug;
use uuid::Uuid;

use super::Cluster;
use super::host::ASKED;
use super::link::{self, Arrival, Hello, NoWay, RoomWay, WayIn};
use crate::rooms::limits::INBOX_MESSAGES;
use crate::rooms::{Outbox, Outgoing, Refusal, Rooms, Whereabouts, reach_changed};

/// The most messages for a client that wait here; more wait in the room's outbox.
const AHEAD: usize = 4;

/// Pause before a room is looked for again: the first one, and the longest.
const PAUSE: Duration = Duration::from_millis(20);
const PAUSE_MAX: Duration = Duration::from_millis(250);

/// Time for which a newcomer's room is looked for.
const NEWCOMER: Duration = Duration::from_secs(8);

/// Time for which a room is looked for that was there before.
const FOUND_AGAIN: Duration = Duration::from_mins(1);

/// About when to come back to a server that stops, in milliseconds: another one has the room already.
const COMEBACK_MS: u64 = 300;

/// The most lines of chat that a relay knows again.
const LINES_KNOWN: usize = 50;

/// The way from a session to its room. Dropped, it leaves the room.
#[derive(Debug)]
pub(crate) struct SocketRelay(mpsc::Sender<ClientMessage>);

impl SocketRelay {
    /// Begins to look for a room on whatever server, to join it; what the room sends comes into the outbox.
    /// Returns the way there, and what says, once it was found, how many entries were read for that and not
    /// known of here. Dropped before that, nobody joins.
    pub(crate) fn begin(
        cluster: &Arc<Cluster>,
        hello: Hello,
        outbox: Arc<Outbox>,
    ) -> (Self, oneshot::Receiver<Result<u32, Refusal>>) {
        let (sender, said) = mpsc::channel(INBOX_MESSAGES);
        let (cluster, rooms) = (cluster.clone(), cluster.rooms.clone());
        let mut relaying = Relaying {
            cluster,
            rooms,
            hello,
            outbox,
            said,
            unheard: VecDeque::new(),
            greeted: false,
            again: false,
            lines: VecDeque::new(),
            now_ms: 0,
        };
        let (found, finding) = oneshot::channel();
        tokio::spawn(async move {
            let way_in = relaying.find(NEWCOMER).await;
            // A session that waits no longer has dropped the way to its room too.
            let _ =
                found.send(way_in.as_ref().map(|way_in| way_in.unforeseen).map_err(Refusal::clone));
            if let Ok(WayIn { way, .. }) = way_in {
                relaying.run(way).await;
            }
        });
        (Self(sender), finding)
    }

    /// Hands a message in; refused at once when there is too much to do.
    pub(crate) fn act(&self, message: ClientMessage) -> Result<(), Refusal> {
        self.0.try_send(message).map_err(|_| Refusal::busy())
    }
}

/// A message of the client that may have to be said again.
struct Unheard {
    message: ClientMessage,
    /// Its number on the way that it was said on; none if it was not said yet.
    number: Option<u64>,
    /// `true` once the room has got it: only an answer is missing.
    got: bool,
}

impl Unheard {
    /// Checks whether the room answers it.
    fn awaits(&self) -> bool {
        self.message.id().is_some() || matches!(self.message, ClientMessage::Ping { .. })
    }
}

struct Relaying {
    cluster: Arc<Cluster>,
    rooms: Rooms,
    hello: Hello,
    outbox: Arc<Outbox>,
    said: mpsc::Receiver<ClientMessage>,
    unheard: VecDeque<Unheard>,
    /// `true` once the client has its `welcome`.
    greeted: bool,
    /// `true` from a `hello` that was said for the client until it is shown the match.
    again: bool,
    /// The last lines of chat that the client was sent.
    lines: VecDeque<ByteString>,
    /// Match time as the client was sent it last.
    now_ms: u64,
}

/// End of a way.
enum WayEnd {
    /// It is lost.
    Lost,
    /// The socket needs none any more.
    Over,
}

impl Relaying {
    async fn run(mut self, mut way: RoomWay) {
        loop {
            match self.carry(&mut way).await {
                WayEnd::Over => return way.leave().await,
                WayEnd::Lost => {}
            }
            way.leave().await;
            debug!("the way to a room is lost; it is looked for");
            (self.again, way) = match self.find(FOUND_AGAIN).await {
                Ok(WayIn { way, .. }) => (true, way),
                // Also if it stops while the room is looked for, which may come from a server that stopped first.
                Err(_) if self.rooms.draining() => {
                    self.rooms.parted().await;
                    return self.say_goodbye();
                }
                Err(refusal) => {
                    let hello = Re { kind: "hello".to_owned(), id: None };
                    self.outbox.error(&refusal, Some(hello));
                    return self.outbox.close(refusal.close_code());
                }
            };
        }
    }

    /// Sends the client away from a server that stops: others have its rooms already.
    fn say_goodbye(&self) {
        self.outbox.goodbye(COMEBACK_MS, self.rooms.elsewhere(&self.hello.code));
    }

    /// Finds the room and joins it, for so long; refused as the room refuses.
    async fn find(&mut self, patience: Duration) -> Result<WayIn, Refusal> {
        let (until, mut pause) = (Instant::now() + patience, PAUSE);
        let (cluster, hello) = (self.cluster.clone(), self.hello.clone());
        loop {
            if self.rooms.draining() {
                return Err(Refusal::draining());
            }
            let found = match self.rooms.locate(&hello.code).await {
                Ok(Whereabouts::Here(room)) => self.unless_left(link::join(room, &hello)).await,
                Ok(Whereabouts::Away(server)) => {
                    self.unless_left(link::open(&cluster, server, &hello)).await
                }
                Ok(Whereabouts::Nowhere) => return Err(Refusal::room_unknown()),
                Err(refusal) => Err(NoWay::Refused(refusal)),
            };
            let refusal = match found {
                Ok(way_in) => {
                    debug!(away = way_in.way.away(), "a room is found");
                    self.hello.came = Some(way_in.came);
                    return Ok(way_in);
                }
                Err(NoWay::Moved) => Refusal::storage(),
                Err(NoWay::Refused(refusal)) => refusal,
            };
            let hopeless = !refusal.passing() || self.said.is_closed();
            debug!(code = refusal.code.as_str(), hopeless, "a room is not to be had now");
            if hopeless || Instant::now() >= until {
                return Err(refusal);
            }
            sleep(pause).await;
            pause = (pause * 2).min(PAUSE_MAX);
        }
    }

    /// Waits until a room has let the client in; gives up if the client leaves meanwhile, for a client that
    /// comes in counts as newer than its seat's others, wherever these are.
    async fn unless_left<T>(
        &mut self,
        coming: impl Future<Output = Result<T, NoWay>>,
    ) -> Result<T, NoWay> {
        tokio::pin!(coming);
        loop {
            let full = self.full();
            tokio::select! {
                biased;
                said = self.said.recv(), if !full => match said {
                    Some(message) => self.hear(message),
                    None => return Err(NoWay::Moved),
                },
                came = &mut coming => return came,
            }
        }
    }

    /// Checks whether the client has said as much as may wait until the room has got it.
    fn full(&self) -> bool {
        self.unheard.iter().filter(|it| !it.got).count() >= INBOX_MESSAGES
    }

    /// Takes a message that the client has said. One that says again what has no answer yet gets one answer.
    fn hear(&mut self, message: ClientMessage) {
        if !self.waits(&message) {
            self.unheard.push_back(Unheard { message, number: None, got: false });
        }
    }

    /// Carries messages both ways until the way ends.
    async fn carry(&mut self, way: &mut RoomWay) -> WayEnd {
        if !self.say_again(way).await {
            return WayEnd::Lost;
        }
        let (rooms, outbox) = (self.rooms.clone(), self.outbox.clone());
        let parted = rooms.parted();
        tokio::pin!(parted);
        let (mut ticks, mut tick) = (interval(ASKED), 0);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut answering, away) = (rooms.answering(), way.away());
        let _counted = away.then(|| rooms.metrics().relayed_socket());
        loop {
            let full = self.full();
            let event = async {
                outbox.until_fewer(AHEAD).await;
                way.next().await
            };
            tokio::select! {
                biased;
                () = &mut parted => {
                    self.say_goodbye();
                    return WayEnd::Over;
                }
                said = self.said.recv(), if !full => match said {
                    Some(message) => {
                        self.hear(message);
                        if !self.say_again(way).await {
                            return WayEnd::Lost;
                        }
                    }
                    None => return WayEnd::Over,
                },
                event = event => match event {
                    Arrival::Message(Outgoing::Close(code)) => {
                        self.outbox.close(code);
                        return WayEnd::Over;
                    }
                    Arrival::Message(outgoing) => {
                        self.deliver(outgoing);
                        way.acknowledge().await;
                    }
                    Arrival::Got(number) => self.got(number),
                    Arrival::Asked => way.acknowledge().await,
                    Arrival::Lost => return self.lost(),
                },
                // A room that is here says so itself.
                answers = reach_changed(&mut answering), if away => if !answers {
                    self.outbox.error(&Refusal::out_of_reach(), None);
                },
                _ = ticks.tick() => {
                    tick += 1;
                    way.ask(tick).await;
                }
            }
        }
    }

    /// Says what was not said on this way yet; `false` if the room has gone.
    async fn say_again(&mut self, way: &mut RoomWay) -> bool {
        for unheard in self.unheard.iter_mut().filter(|it| it.number.is_none()) {
            unheard.number = way.say(&unheard.message).await;
            if unheard.number.is_none() {
                return self.lose();
            }
        }
        if let RoomWay::Here { said, .. } = way {
            let said = *said;
            self.got(said);
        }
        true
    }

    fn lost(&mut self) -> WayEnd {
        self.lose();
        WayEnd::Lost
    }

    /// Takes note that the way is lost: what has no answer is said again on the next one.
    fn lose(&mut self) -> bool {
        for unheard in &mut self.unheard {
            (unheard.number, unheard.got) = (None, false);
        }
        false
    }

    /// Takes note of what the room has got. What has an id waits for its answer.
    fn got(&mut self, number: u64) {
        for unheard in &mut self.unheard {
            unheard.got |= unheard.number.is_some_and(|own| own <= number);
        }
        self.unheard.retain(|it| !it.got || it.awaits());
        // An answer that never comes is not waited for forever.
        while self.unheard.len() > 2 * INBOX_MESSAGES {
            self.unheard.pop_front();
        }
    }

    /// Passes on what the room sends, as far as the client does not have it.
    fn deliver(&mut self, outgoing: Outgoing) {
        let text = match &outgoing {
            Outgoing::Text(text) | Outgoing::Update(text) => text,
            Outgoing::Close(_) => return,
        };
        let seen: Seen = serde_json::from_str(text).unwrap_or_default();
        match seen.kind {
            "welcome" if self.greeted => return self.show_room(&text.clone()),
            "welcome" => self.greeted = true,
            "chat" => {
                let known = self.lines.contains(text);
                if self.again && known {
                    return;
                }
                if self.lines.len() == LINES_KNOWN {
                    self.lines.pop_front();
                }
                self.lines.push_back(text.clone());
            }
            "update" => {
                self.again = false;
                self.hello.after = seen.seq.or(self.hello.after);
                let now_ms = seen.now_ms.unwrap_or_default();
                if now_ms < self.now_ms {
                    let later = with_time(text, now_ms, self.now_ms);
                    return self.outbox.relay(Outgoing::Update(later));
                }
                self.now_ms = now_ms;
            }
            "accepted" | "rejected" | "hint" | "preview" => self.answered(seen.id),
            "error" => self.answered(seen.re.and_then(|re| re.id)),
            "pong" => {
                let ping = seen.nonce.map(|nonce| ClientMessage::Ping { nonce });
                self.unheard.retain(|it| ping.as_ref() != Some(&it.message));
            }
            _ => self.again = false,
        }
        self.outbox.relay(outgoing);
    }

    /// Checks whether a message with an id waits for its answer already.
    fn waits(&self, message: &ClientMessage) -> bool {
        message.id().is_some() && self.unheard.iter().any(|it| it.message == *message)
    }

    fn answered(&mut self, id: Option<Uuid>) {
        self.unheard.retain(|it| id.is_none() || it.message.id() != id);
    }

    /// Shows the room of a second `welcome`: who is there may have changed meanwhile.
    fn show_room(&self, welcome: &str) {
        #[derive(Deserialize)]
        struct Welcomed {
            room: Room,
        }
        if let Ok(Welcomed { room }) = serde_json::from_str(welcome) {
            self.outbox.send(&ServerMessage::Room { room });
        }
    }
}

/// Returns an update at a later time: a server that takes a match over has its time as it was stored last,
/// and no client sees it go back.
fn with_time(update: &str, shown: u64, later: u64) -> ByteString {
    let field = format!("\"now_ms\":{shown}");
    // The update's own comes after everything that is a game's.
    match update.rsplit_once(&field) {
        Some((before, after)) => format!("{before}\"now_ms\":{later}{after}").into(),
        None => update.into(),
    }
}

/// As much of a message as a relay has to know.
#[derive(Default, Deserialize)]
struct Seen<'a> {
    #[serde(rename = "type", borrow)]
    kind: &'a str,
    seq: Option<u64>,
    id: Option<Uuid>,
    nonce: Option<u64>,
    now_ms: Option<u64>,
    re: Option<Re>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_updates_own_time_is_changed() {
        let update = r#"{"type":"update","public":{"now_ms":5},"now_ms":5,"deadline_ms":null}"#;
        let later = r#"{"type":"update","public":{"now_ms":5},"now_ms":9,"deadline_ms":null}"#;
        assert_eq!(with_time(update, 5, 9), later);
        assert_eq!(with_time("{}", 5, 9), "{}");
    }
}

//! One socket, from its `hello` to its close.
//!
//! The session reads frames at the pace that its bucket allows, hands messages to the room's inbox
//! and sends what the outbox holds. It knows who it speaks for only as a number that the room gave
//! it; what a message may do is the room's business.

mod greeting;

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use protocol::envelope::Malformed;
use protocol::{ClientMessage, Code, MAX_MESSAGE_BYTES};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::budget::Cost;
use super::client::Client;
use super::deflate::LEAST_COMPRESSED;
use super::fragments::FRAGMENTS_MAX;
use super::frames::{End, Frames, POLICY, Received, Sending, TOO_BIG};
use super::limits::{Bucket, MALFORMED_MAX, MalformedCount};
use super::line::Line;
use super::progress::ASLEEP;
use super::{Gateway, spent};
use crate::metrics;
use crate::rooms::{Handle, Outbox, Outgoing, Refusal, close, refuse_message};

/// Messages are sent together until they have so many bytes: a peer that does not read keeps them in
/// memory.
const TOGETHER_BYTES: usize = 16 * 1024;

/// Result of looking up the code of an upgrade.
pub(super) enum Found {
    /// A room of this server, which shares its store with none.
    Room(Arc<Handle>),
    /// A room of any server that shares the store: its code.
    Shared(String),
    /// No room.
    Nothing,
    /// The address has spent its budget: whether there is a room, only its seats learn.
    OnlyForSeats(String, Duration),
}

/// A socket's place among those that its client has open, and among those that a server that stops waits for.
pub(super) struct SocketShare {
    /// The client, whose address is charged for what costs more than a message.
    pub client: Client,
    pub _running: watch::Receiver<()>,
}

struct SocketSession {
    gateway: Arc<Gateway>,
    open: SocketShare,
    /// Among those that the metrics count.
    _counted: metrics::Socket,
    frames: Frames,
    outbox: Arc<Outbox>,
    bucket: Bucket,
    malformed: MalformedCount,
    last_received: Instant,
    ping_at: Instant,
    /// Messages that came before the room had let their sender in.
    early: VecDeque<Received>,
}

/// Speaks with one client until either side has enough.
///
/// No `async fn`: that would keep room for what it is given beside what it makes of it, in each of ten thousand
/// sockets.
pub(super) fn run(
    gateway: Arc<Gateway>,
    found: Found,
    open: SocketShare,
    frames: Frames,
) -> impl Future<Output = ()> + Send {
    let settings = gateway.rooms.settings();
    let now = Instant::now();
    let session = Box::new(SocketSession {
        _counted: gateway.rooms.metrics().socket(),
        bucket: Bucket::new(settings.message_burst, settings.messages_per_second),
        malformed: MalformedCount::default(),
        last_received: now,
        ping_at: now + Duration::from_millis(settings.ping_ms),
        outbox: Arc::default(),
        early: VecDeque::new(),
        frames,
        gateway,
        open,
    });
    session.live(found)
}

impl SocketSession {
    fn ms(&self, period: impl Fn(&crate::Settings) -> u64) -> Duration {
        Duration::from_millis(period(self.gateway.rooms.settings()))
    }

    /// Lives from its `hello` to its close. What is seldom waited for is in a box while it is.
    async fn live(mut self: Box<Self>, found: Found) {
        let end = match Box::pin(self.greet(found)).await {
            Ok(line) => {
                let end = self.speak(&line).await;
                Box::pin(line.leave()).await;
                end
            }
            Err(end) => end,
        };
        Box::pin(self.frames.finish(end)).await;
    }

    /// Reads and writes until either side has enough.
    async fn speak(&mut self, line: &Line) -> End {
        let idle = self.ms(|settings| settings.idle_ms);
        let ping = self.ms(|settings| settings.ping_ms);
        let mut sent = false;
        // Set anew only when it has run out: whatever comes meanwhile moves the tick away, never nearer.
        let mut timer = pin!(sleep_until(self.ping_at.min(self.last_received + idle)));
        while let Some(early) = self.early.pop_front() {
            if let Err(end) = self.handle(early, line).await {
                return end;
            }
        }
        loop {
            let readable = self.bucket.wait_until();
            let Self { frames, outbox, .. } = self;
            let frame = paced(frames, readable);
            let step = tokio::select! {
                biased;
                () = timer.as_mut() => SessionEvent::Tick,
                // Sending and reading take turns, so that neither can starve the other.
                outgoing = outbox.next(), if !sent => SessionEvent::Send(outgoing),
                frame = frame => SessionEvent::Read(frame),
                outgoing = outbox.next(), if sent => SessionEvent::Send(outgoing),
            };
            sent = matches!(step, SessionEvent::Send(_));
            let done = match step {
                SessionEvent::Send(Outgoing::Close(code)) => Err(End::Close(code)),
                SessionEvent::Send(outgoing) => self.send(outgoing).await,
                SessionEvent::Read(frame) => {
                    self.draw();
                    match frame {
                        Ok(received) => self.handle(received, line).await,
                        Err(end) => Err(Box::pin(self.ended(end)).await),
                    }
                }
                SessionEvent::Tick => {
                    let done = self.tick(idle, ping).await;
                    timer.as_mut().reset(self.ping_at.min(self.last_received + idle));
                    done
                }
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    /// Asks a peer that says nothing for a sign of life, and leaves one that gives none; unless it is too early
    /// for either.
    async fn tick(&mut self, idle: Duration, ping: Duration) -> Result<(), End> {
        let now = Instant::now();
        let gone_at = self.last_received + idle;
        if now < self.ping_at.min(gone_at) {
            return Ok(());
        }
        if gone_at <= now {
            // If it was the server that did not run, what was said meanwhile is unread.
            if now - self.ping_at.min(gone_at) < ASLEEP {
                return Err(End::Close(close::TOO_SLOW));
            }
            self.last_received = now;
        }
        self.ping_at = now + ping;
        self.frames.ping().await
    }

    async fn handle(&mut self, received: Received, line: &Line) -> Result<(), End> {
        self.last_received = Instant::now();
        match received {
            Received::Text(text) => match ClientMessage::parse(&text) {
                Ok(message) => {
                    let re = message.re();
                    let done = if let ClientMessage::Ping { nonce } = message {
                        line.ping(nonce, &self.outbox)
                    } else {
                        self.pay(&message).and_then(|()| line.act(message))
                    };
                    if let Err(refusal) = done {
                        self.gateway.rooms.metrics().refused(refusal.code);
                        refuse_message(&self.outbox, re, refusal);
                    }
                }
                Err(malformed) => return Box::pin(self.malformed(malformed)).await,
            },
            Received::Binary(_) => {
                let detail = "messages are text frames".to_owned();
                let malformed = Malformed { code: Code::Malformed, detail, re: None };
                return Box::pin(self.malformed(malformed)).await;
            }
            Received::Life => {}
        }
        Ok(())
    }

    /// Says why nothing more is read, if that is for a message; returns the end.
    async fn ended(&mut self, end: End) -> End {
        let why = match end {
            End::Unreadable(TOO_BIG) => {
                let detail = format!("a message has at most {MAX_MESSAGE_BYTES} bytes");
                Some((TOO_BIG, Code::TooBig, detail))
            }
            End::Unreadable(POLICY) => {
                let detail = format!("a message comes in at most {} frames", FRAGMENTS_MAX + 1);
                Some((POLICY, Code::Malformed, detail))
            }
            End::Gone | End::Close(_) | End::Unreadable(_) => None,
        };
        if let Some((close, code, detail)) = why {
            self.outbox.complain(code, detail, None);
            self.outbox.close(close);
            self.drain().await;
        }
        end
    }

    /// Draws one from the bucket for every frame, also for those that end no message.
    fn draw(&mut self) {
        for _ in 0..=self.frames.fragments() {
            self.bucket.draw();
        }
    }

    /// Charges the client for a message that costs more than others.
    fn pay(&self, message: &ClientMessage) -> Result<(), Refusal> {
        let cost = if let ClientMessage::Hint { .. } = message {
            Cost::Think
        } else if let ClientMessage::Preview { .. } = message {
            Cost::Look
        } else {
            return Ok(());
        };
        self.gateway.budget.pay(self.open.client.address, cost).map_err(spent)
    }

    async fn malformed(&mut self, malformed: Malformed) -> Result<(), End> {
        let Malformed { code, detail, re } = malformed;
        self.gateway.rooms.metrics().refused(code);
        self.outbox.complain(code, detail, re);
        if self.malformed.count() {
            let detail = format!("more than {MALFORMED_MAX} malformed messages in 10 s");
            self.outbox.complain(Code::TooFast, detail, None);
            self.outbox.close(close::TOO_FAST);
            return Err(self.drain().await);
        }
        Ok(())
    }

    /// Sends what waits, without reading on, up to the close.
    async fn drain(&mut self) -> End {
        loop {
            match self.outbox.next().await {
                Outgoing::Close(code) => return End::Close(code),
                outgoing @ (Outgoing::Text(_) | Outgoing::Update(_)) => {
                    if let Err(end) = self.send(outgoing).await {
                        return end;
                    }
                }
            }
        }
    }

    /// Sends a message and what waits behind it, unless the room cuts the peer off meanwhile. Together
    /// they cost the system what one of them does, and an answer often waits behind its update.
    async fn send(&mut self, first: Outgoing) -> Result<(), End> {
        let (mut bytes, mut messages) = (0, Vec::new());
        let mut next = Some(first);
        while let Some(message) = next.and_then(sending) {
            bytes += message.bytes();
            messages.push(message);
            next = if bytes < TOGETHER_BYTES { self.outbox.waiting() } else { None };
        }
        tokio::select! {
            biased;
            sent = self.frames.send(&messages) => sent,
            () = self.outbox.cut() => Err(End::Close(close::TOO_SLOW)),
        }
    }
}

/// Returns what is sent for something that leaves an outbox; `None` for the close.
fn sending(outgoing: Outgoing) -> Option<Sending> {
    match outgoing {
        Outgoing::Text(text) => Some(Sending::text(text)),
        Outgoing::Update(text) => Some(Sending::text(text).compressed_from(LEAST_COMPRESSED)),
        Outgoing::Close(_) => None,
    }
}

/// Returns the next message from the peer, not read before `readable`.
async fn paced(frames: &mut Frames, readable: Option<Instant>) -> Result<Received, End> {
    if let Some(at) = readable {
        sleep_until(at).await;
    }
    frames.next().await
}

enum SessionEvent {
    Send(Outgoing),
    Read(Result<Received, End>),
    Tick,
}

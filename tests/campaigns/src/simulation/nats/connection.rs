//! A server's connection to the model.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::{BoxStream, unfold};
use rand::Rng;
use server::log::{
    Attempt, Broker, BrokerFailure, LogError, NatsError, SentMessage, StreamMessage, StreamPlace,
    StreamWrite, Which,
};
use tokio::sync::mpsc;
use tokio::time::sleep;
use tracing::debug;
use uuid::Uuid;

use super::{ACK, CUT_SEEN_MS, Nats, Subscription, Way, index};

/// Time that each way takes where all take as long.
const EVEN: Duration = Duration::from_millis(3);

/// Pause between two looks whether a server stands still no more.
const LOOK: Duration = Duration::from_millis(20);

/// The connection of a server, from its start to its end.
#[derive(Debug)]
pub(in crate::simulation) struct Connection {
    nats: Arc<Nats>,
    /// The server; one beyond the last for somebody who looks at what is left.
    node: usize,
    /// The writer that this connection's rows are by.
    writer: u64,
}

/// Course of a request, as it was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    Answered,
    /// Carried out; the answer is lost.
    Forgotten,
    /// Carried out once it was given up.
    Late,
    /// Carried out, and sent once more on the way.
    Twice,
    /// Lost on the way.
    Lost,
    /// Refused for want of room.
    Full,
    /// There is no leader, and somebody says so.
    NotSent,
}

fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

fn silent<T>() -> Result<T, BrokerFailure> {
    Err(BrokerFailure::Failed("no server answers".to_owned()))
}

impl Nats {
    /// Connects a server, as it does when it starts; one beyond the last has no faults.
    pub(in crate::simulation) fn connect(self: &Arc<Self>, node: usize) -> Connection {
        let mut state = self.state.lock();
        state.connections += 1;
        let writer = state.connections;
        if let Some(now) = state.writers.get_mut(node) {
            *now = writer;
        }
        debug!(at_ms = state.now_ms, node, writer, "connects to NATS");
        Connection { nats: self.clone(), node, writer }
    }
}

impl Connection {
    fn way(&self) -> Way {
        self.nats.state.lock().ways.get(self.node).copied().unwrap_or_default()
    }

    /// Waits as long as the server stands still, and as long as the way takes; returns how the way is.
    async fn pass(&self) -> Way {
        if self.node >= self.nats.state.lock().ways.len() {
            return Way::Open;
        }
        let wait = {
            let mut state = self.nats.state.lock();
            let slow = !state.healthy && state.chance.random_ratio(1, 40);
            let even = state.even.then_some(EVEN);
            even.unwrap_or_else(|| state.ms(0..if slow { 1_200 } else { 8 }))
        };
        sleep(wait).await;
        while self.way() == Way::Still {
            sleep(LOOK).await;
        }
        self.way()
    }

    /// Draws the course of a write.
    fn course(&self, which: Which) -> Course {
        let mut state = self.nats.state.lock();
        if state.sealed && which == Which::Log {
            return Course::Full;
        }
        let drawn = state.chance.random_range(0..200);
        if state.leaderless[index(which)] {
            return match drawn {
                0..60 => Course::Late,
                60..100 => Course::Lost,
                _ => Course::NotSent,
            };
        }
        match drawn {
            _ if state.healthy => Course::Answered,
            0..4 => Course::Forgotten,
            4..8 => Course::Late,
            8..12 => Course::Twice,
            12..15 => Course::Lost,
            15..17 => Course::Full,
            _ => Course::Answered,
        }
    }

    /// Gives a write up that no answer comes to.
    async fn unknown(&self) -> Attempt {
        count(&self.nats.counts.unknown);
        sleep(ACK).await;
        Attempt::Unknown("no answer in time".to_owned())
    }

    /// Asks for something that changes nothing, of a stream as far as the server at the other end has it.
    async fn ask<T>(
        &self,
        which: Which,
        answer: impl FnOnce(&super::Kept, u64) -> T + Send,
    ) -> Result<T, BrokerFailure> {
        let way = self.pass().await;
        let silence = {
            let state = self.nats.state.lock();
            matches!(way, Way::Cut(_)) || way == Way::Open && state.leaderless[index(which)]
        };
        if silence {
            sleep(ACK).await;
            return silent();
        }
        let state = self.nats.state.lock();
        let to = if way == Way::Minority {
            count(&self.nats.counts.stale);
            state.known[self.node][index(which)]
        } else {
            u64::MAX
        };
        Ok(answer(&state.streams[index(which)], to))
    }

    async fn carry(&self, which: Which, write: &StreamWrite, course: Course) -> Attempt {
        let apply = || self.nats.state.lock().apply(which, write, self.writer);
        let later = || {
            count(&self.nats.counts.late);
            self.nats.state.lock().later(which, write, self.writer);
        };
        match course {
            Course::Answered => {}
            Course::Forgotten => {
                apply();
                return self.unknown().await;
            }
            Course::Late => {
                later();
                return self.unknown().await;
            }
            Course::Twice => later(),
            Course::Lost => return self.unknown().await,
            Course::Full => return Attempt::Refused(LogError::Full),
            Course::NotSent => return Attempt::NotSent("no leader".to_owned()),
        }
        let applied = apply();
        if applied == Attempt::Overtaken {
            count(&self.nats.counts.overtaken);
        }
        match self.pass().await {
            Way::Open | Way::Still => applied,
            Way::Cut(_) | Way::Minority => self.unknown().await,
        }
    }
}

#[async_trait]
impl Broker for Connection {
    fn id(&self) -> Uuid {
        self.nats.state.lock().id()
    }

    fn check(&self) -> Result<(), NatsError> {
        Ok(())
    }

    async fn store(&self, which: Which, write: &StreamWrite) -> Attempt {
        match self.pass().await {
            Way::Open | Way::Still => self.carry(which, write, self.course(which)).await,
            Way::Cut(since) => {
                let (seen, late) = {
                    let mut state = self.nats.state.lock();
                    (state.now_ms >= since + CUT_SEEN_MS, state.chance.random_ratio(1, 3))
                };
                if seen {
                    return Attempt::NotSent("there is no connection".to_owned());
                }
                // What the client has put by goes out once it is connected again.
                let course = if late { Course::Late } else { Course::Lost };
                self.carry(which, write, course).await
            }
            Way::Minority => self.unknown().await,
        }
    }

    async fn find(
        &self,
        which: Which,
        subject: &str,
        place: StreamPlace,
    ) -> Result<Option<StreamMessage>, BrokerFailure> {
        self.ask(which, |kept, to| kept.find(subject, place, to)).await
    }

    async fn subjects(&self, which: Which, begins: &str) -> Result<Vec<String>, BrokerFailure> {
        self.ask(which, |kept, _| kept.subjects(begins)).await
    }

    async fn purge(&self, which: Which, subject: &str, below: u64) -> Result<(), BrokerFailure> {
        match self.pass().await {
            Way::Open | Way::Still => {}
            Way::Cut(_) | Way::Minority => return silent(),
        }
        let course = self.course(which);
        if matches!(course, Course::Answered | Course::Forgotten | Course::Late | Course::Twice) {
            self.nats.state.lock().streams[index(which)].purge(subject, below);
        }
        if matches!(course, Course::Answered | Course::Twice) { Ok(()) } else { silent() }
    }

    async fn count(&self, which: Which) -> Result<u64, BrokerFailure> {
        self.ask(which, |kept, to| kept.last().min(to)).await
    }

    async fn publish(
        &self,
        subject: String,
        reply: Option<String>,
        payload: Bytes,
    ) -> Result<(), BrokerFailure> {
        let mut state = self.nats.state.lock();
        let taken = state.subscriptions.iter().any(|it| it.subject == subject);
        if let Some(reply) = reply.clone().filter(|_| !taken) {
            let message = SentMessage { payload: Bytes::new(), reply: None, untaken: true };
            state.send(self.node, reply, message, 20);
            return Ok(());
        }
        let drawn = if state.healthy { 100 } else { state.chance.random_range(0..100) };
        let message = SentMessage { payload, reply, untaken: false };
        let within_ms = if drawn == 2 { 1_500 } else { 1 };
        match drawn {
            0 => {
                count(&self.nats.counts.lost);
                return Ok(());
            }
            1 => {
                count(&self.nats.counts.repeated);
                state.send(self.node, subject.clone(), message.clone(), 500);
            }
            _ => {}
        }
        state.send(self.node, subject, message, within_ms);
        Ok(())
    }

    async fn subscribe(
        &self,
        subject: String,
    ) -> Result<BoxStream<'static, SentMessage>, BrokerFailure> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let node = self.node;
        self.nats.state.lock().subscriptions.push(Subscription { node, subject, sender });
        let coming = unfold(receiver, async |mut receiver| {
            receiver.recv().await.map(|message| (message, receiver))
        });
        Ok(coming.boxed())
    }

    fn inbox(&self) -> String {
        format!("_INBOX.{}", self.id().simple())
    }
}

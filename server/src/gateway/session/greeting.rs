//! The beginning of a session: its `hello`, and the room that it attaches to.

use std::sync::Arc;
use std::time::Duration;

use protocol::{ClientMessage, Code, Re};
use tokio::time::{Instant, sleep_until, timeout_at};

use super::{Found, SocketSession, paced};
use crate::cluster::{Hello, SocketRelay};
use crate::gateway::budget::Cost;
use crate::gateway::frames::{End, POLICY, Received};
use crate::gateway::line::Line;
use crate::gateway::{SPENT_ANSWER, spent};
use crate::rooms::{Handle, Refusal, TokenHash};

/// Messages that are read before the room has let their sender in; with more, reading waits for that.
const EARLY_MAX: usize = 8;

/// Reason why a session does not get past its greeting.
enum Refused {
    With(Refusal),
    Ended(End),
}

impl SocketSession {
    /// Waits for `hello` and attaches to the room.
    pub(super) async fn greet(&mut self, found: Found) -> Result<Line, End> {
        if let Found::Nothing = found {
            return Err(self.refuse(&Refusal::room_unknown()).await);
        }
        let rooms = self.gateway.rooms.clone();
        let hello = tokio::select! {
            biased;
            hello = self.hello() => hello,
            () = rooms.drained() => Err(Refused::With(Refusal::draining())),
        };
        let (token, after) = match hello {
            Ok(hello) => hello,
            Err(Refused::With(refusal)) => return Err(self.refuse(&refusal).await),
            Err(Refused::Ended(end)) => return Err(end),
        };
        let let_in = match found {
            Found::Room(room) => self.join(room, token, after).await.map_err(Refused::With),
            Found::Nothing => return Err(End::Gone),
            Found::Shared(code) => {
                self.relay(Hello { code, token, after, seats_only: false, came: None }).await
            }
            Found::OnlyForSeats(code, wait) => self.join_by_seat((code, wait), token, after).await,
        };
        match let_in {
            Ok((line, read)) => {
                self.gateway.budget.spend_reading(self.open.client.address, read);
                if after.is_some() {
                    rooms.metrics().resynced();
                }
                Ok(line)
            }
            Err(Refused::With(refusal)) => Err(self.refuse(&refusal).await),
            Err(Refused::Ended(end)) => Err(end),
        }
    }

    /// Joins a room of this server. Returns the number of entries that were read of its match and that could
    /// not be charged when the room was looked up, too.
    async fn join(
        &mut self,
        room: Arc<Handle>,
        token: Option<TokenHash>,
        after: Option<u64>,
    ) -> Result<(Line, u32), Refusal> {
        let joined = room.join(token, after, self.outbox.clone()).await?;
        Ok((Line::Room(room, joined.connection), joined.unforeseen))
    }

    /// Joins a room of any server that shares the store. It may have to be found for seconds, in which a
    /// socket that ends is let in no more. Returns what [`SocketSession::join`] returns.
    async fn relay(&mut self, hello: Hello) -> Result<(Line, u32), Refused> {
        let Some(cluster) = &self.gateway.cluster else {
            return Err(Refused::With(Refusal::room_unknown()));
        };
        let (relay, mut finding) = SocketRelay::begin(cluster, hello, self.outbox.clone());
        let found = loop {
            let next = paced(&mut self.frames, self.bucket.wait_until());
            tokio::select! {
                biased;
                found = &mut finding => break found,
                frame = next, if self.early.len() < EARLY_MAX => {
                    self.draw();
                    match frame {
                        Ok(Received::Life) => {}
                        Ok(early @ (Received::Text(_) | Received::Binary(_))) => {
                            self.early.push_back(early);
                        }
                        Err(end) => return Err(Refused::Ended(self.ended(end).await)),
                    }
                }
            }
        };
        // Without an answer the relay has failed.
        let found = found.unwrap_or_else(|_| Err(Refusal::unavailable()));
        found.map(|unforeseen| (Line::Relay(relay), unforeseen)).map_err(Refused::With)
    }

    /// Joins a room at the seat's cost, as the address has spent its budget.
    async fn join_by_seat(
        &mut self,
        (code, wait): (String, Duration),
        token: Option<TokenHash>,
        after: Option<u64>,
    ) -> Result<(Line, u32), Refused> {
        let refused = || Refused::With(spent(wait));
        let address = self.open.client.address;
        if self.gateway.cluster.is_none() {
            let room =
                self.gateway.find_by_seat(address, &code, token, Cost::Join).ok_or_else(refused)?;
            return self.join(room, token, after).await.map_err(Refused::With);
        }
        // However long it takes to find a room or none: whether there is one is not to be seen.
        let until = Instant::now() + SPENT_ANSWER;
        let seat = token.ok_or_else(refused)?;
        self.gateway.budget.pay_by_seat(address, seat, Cost::Join).map_err(|_| refused())?;
        let hello = Hello { code, token, after, seats_only: true, came: None };
        let let_in = self.relay(hello).await;
        sleep_until(until).await;
        let_in.map_err(|why| match why {
            Refused::With(_) => refused(),
            ended @ Refused::Ended(_) => ended,
        })
    }

    /// Waits for the first message, which must be `hello`.
    async fn hello(&mut self) -> Result<(Option<TokenHash>, Option<u64>), Refused> {
        let expected =
            |detail: String| Err(Refused::With(Refusal::new(Code::HelloExpected, detail)));
        let limit = Instant::now() + self.ms(|settings| settings.hello_ms);
        loop {
            let next = paced(&mut self.frames, self.bucket.wait_until());
            let Ok(frame) = timeout_at(limit, next).await else {
                return expected("no `hello` came in time".to_owned());
            };
            self.draw();
            let text = match frame.map_err(Refused::Ended)? {
                Received::Text(text) => text,
                Received::Life => continue,
                Received::Binary(_) => {
                    return expected("the first message must be `hello`".to_owned());
                }
            };
            self.last_received = Instant::now();
            return match ClientMessage::parse(&text) {
                Ok(ClientMessage::Hello { token, after }) => {
                    Ok((token.as_deref().map(TokenHash::of), after))
                }
                Ok(_) => expected("the first message must be `hello`".to_owned()),
                Err(malformed) => {
                    expected(format!("the first message must be `hello`: {}", malformed.detail))
                }
            };
        }
    }

    /// Says why not, and closes.
    async fn refuse(&mut self, refusal: &Refusal) -> End {
        let re = Re { kind: "hello".to_owned(), id: None };
        self.outbox.error(refusal, Some(re));
        let close = if refusal.code == Code::HelloExpected { POLICY } else { refusal.close_code() };
        self.outbox.close(close);
        self.drain().await
    }
}

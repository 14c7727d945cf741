//! How an actor does what its room says: sockets, answers and counters, none of which it waits for.

use std::sync::Arc;

use tracing::debug;

use super::actor::Actor;
use super::handle::{Answering, Ask};
use super::outbox::Outbox;
use crate::notices::Delivery;
use crate::room::{ConnectionId, Effect, Input, Joining};

impl Actor {
    /// Takes note of connections that come and go with an input. Returns the one that joins, if one does:
    /// for [`Actor::dismiss`] once the room has answered.
    pub(super) fn attend(
        &mut self,
        input: &Input,
        outbox: Option<Arc<Outbox>>,
    ) -> Option<ConnectionId> {
        #[allow(clippy::wildcard_enum_match_arm)]
        match (input, outbox) {
            (Input::Join(Joining { id, .. }), Some(outbox)) => {
                self.outboxes.insert(*id, outbox);
                return Some(*id);
            }
            (Input::Leave(id), _) => drop(self.outboxes.remove(id)),
            (Input::Sent(sent), _) if sent.1 != Delivery::Busy => {
                let (notice, delivery) = &**sent;
                self.hub.metrics.noticed(notice.target.way(), *delivery);
                debug!(room = %notice.room, seat = notice.seat, matter = ?notice.matter, ?delivery,
                    "a notice was sent");
            }
            _ => {}
        }
        None
    }

    /// Forgets a connection that wanted in and was not let in.
    pub(super) fn dismiss(&mut self, joining: Option<ConnectionId>) {
        if let Some(id) = joining.filter(|id| !self.room.connections().any(|here| here == *id)) {
            self.outboxes.remove(&id);
        }
    }

    /// Answers at once what needs neither the match to stand still nor the store; the rest has its
    /// turn when the entry is written. What a connection says is heard in its order.
    pub(super) fn meanwhile(&mut self, ask: Ask) {
        let waits = |from: ConnectionId| self.later.iter().any(|ask| ask.input.acts_for(from));
        let behind = ask.input.connection().is_some_and(waits);
        if behind || !self.room.is_light(&ask.input) {
            return self.later.push_back(ask);
        }
        let Ask { input, mut reply, outbox } = ask;
        let joining = self.attend(&input, outbox);
        let env = self.hub.env();
        let effects = match self.room.prepare(&env, input) {
            Ok(step) => self.room.commit(&env, step, Ok(())),
            Err(refusal) => vec![Effect::Reply(Err(refusal))],
        };
        for effect in effects {
            #[allow(clippy::wildcard_enum_match_arm)]
            match effect {
                Effect::Then(_) | Effect::Read(_) | Effect::Continue { .. } => {
                    self.deferred.push(effect);
                }
                other => self.perform(other, &mut reply),
            }
        }
        self.dismiss(joining);
    }

    /// Does what needs no waiting.
    pub(super) fn perform(&mut self, effect: Effect, reply: &mut Option<Answering>) {
        match effect {
            Effect::Publish(shown) => self.handle.publish(*shown, self.hub.opened()),
            Effect::Reply(answer) => {
                if let Some(reply) = reply.take() {
                    // An asker who has gone needs none.
                    let _ = reply.send(answer);
                }
            }
            Effect::Send(id, text) => {
                if let Some(outbox) = self.outboxes.get(&id) {
                    outbox.text(text);
                }
            }
            Effect::Update(id, update) => {
                if let Some(outbox) = self.outboxes.get(&id) {
                    outbox.update(*update);
                }
            }
            Effect::Close { id, code, reason } => {
                if let Some(outbox) = self.outboxes.remove(&id) {
                    outbox.closing(code, reason, None);
                }
            }
            Effect::Acted(Ok(())) => self.hub.metrics.accepted(),
            Effect::Acted(Err(code)) => self.hub.metrics.refused(code),
            Effect::Deliver(notice) => {
                let (notifier, handle) = (self.hub.notifier.clone(), self.handle.clone());
                tokio::spawn(async move {
                    let delivery = notifier.deliver(&notice).await;
                    handle.sent(*notice, delivery).await;
                });
            }
            Effect::End(end) => self.end = Some(end),
            Effect::Then(_) | Effect::Read(_) | Effect::Continue { .. } => {}
        }
    }
}

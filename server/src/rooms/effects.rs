//! Effects of a room as its actor performs them: sockets, answers and counters, none of which it waits
//! for.

use std::sync::Arc;

use engine::Seat;
use tracing::debug;

use super::actor::Actor;
use super::handle::{Answering, Ask};
use super::outbox::{Outbox, refuse_message};
use crate::notices::Delivery;
use crate::room::{ConnectionId, Joining, Refusal, RoomEffect, RoomInput, RoomOutput};

impl Actor {
    /// Refuses what is asked from outside while another server may have taken the room over: what is known
    /// here may be old, and no answer by it may count. Drops a connection that was given up before its turn:
    /// it would be newer than those that came meanwhile. Returns anything else.
    pub(super) fn worth_answering(&self, ask: Ask) -> Option<Ask> {
        let left = ask.reply.as_ref().is_some_and(Answering::is_closed);
        if left && matches!(ask.input, RoomInput::Join(..)) {
            return None;
        }
        let by_connection = matches!(ask.input, RoomInput::Act(..));
        let by_server = matches!(ask.input, RoomInput::Look | RoomInput::Imagine(_));
        let from_outside = by_connection || ask.reply.is_some() && !by_server;
        if !from_outside || self.hub.certain() {
            return Some(ask);
        }
        let (Ask { input, reply, .. }, refusal) = (ask, Refusal::out_of_reach());
        if let RoomInput::Act(id, message) = input {
            if let Some(outbox) = self.outboxes.get(&id) {
                refuse_message(outbox, message.re(), refusal);
            }
        } else if let Some(reply) = reply {
            // An asker who has gone needs none.
            let _ = reply.send(Err(refusal));
        }
        None
    }

    /// Takes note of connections that come and go with an input. Returns the one that joins, if one
    /// does: for [`Actor::dismiss`] once the room has answered.
    pub(super) fn attend(
        &mut self,
        input: &RoomInput,
        outbox: Option<Arc<Outbox>>,
    ) -> Option<ConnectionId> {
        if let RoomInput::Leave(id) = input {
            self.outboxes.remove(id);
        }
        if let RoomInput::Sent(sent) = input
            && sent.1 != Delivery::Busy
        {
            let (notice, delivery) = &**sent;
            self.hub.metrics.noticed(notice.target.way(), *delivery);
            debug!(room = %notice.room, seat = notice.seat, kind = ?notice.kind, ?delivery,
                "a notice was sent");
        }
        let (RoomInput::Join(Joining { id, .. }), Some(outbox)) = (input, outbox) else {
            return None;
        };
        self.outboxes.insert(*id, outbox);
        Some(*id)
    }

    /// Forgets a connection that wanted in and was not let in.
    pub(super) fn dismiss(&mut self, joining: Option<ConnectionId>) {
        if let Some(id) = joining.filter(|id| !self.room.knows(*id)) {
            self.outboxes.remove(&id);
        }
    }

    /// Answers at once what needs neither the match to stand still nor the store; the rest has its
    /// turn when the entry of `author` is written. Messages of a connection are handled in their order.
    pub(super) fn meanwhile(&mut self, ask: Box<Ask>, author: Option<Seat>) {
        let acts = |ask: &Ask, from| matches!(ask.input, RoomInput::Act(by, _) if by == from);
        let waits = |from| self.later.iter().any(|ask| acts(ask, from));
        let behind = ask.input.connection().is_some_and(waits);
        if behind || !self.room.goes_beside(&self.hub.env(), &ask.input, author) {
            return self.later.push_back(ask);
        }
        let Some(Ask { input, mut reply, outbox }) = self.worth_answering(*ask) else { return };
        let joining = self.attend(&input, outbox);
        let env = self.hub.env();
        let outputs = match self.room.prepare(&env, input) {
            Ok(step) => self.room.commit(&env, step, Ok(())),
            Err(refusal) => vec![RoomEffect::Reply(Err(refusal)).into()],
        };
        for output in outputs {
            match output {
                RoomOutput::Effect(effect) => self.perform(effect, &mut reply),
                // What may write or wait has its turn when the entry is written.
                later @ (RoomOutput::Input(_) | RoomOutput::Errand(_)) => self.deferred.push(later),
            }
        }
        self.dismiss(joining);
    }

    /// Does what needs no waiting.
    pub(super) fn perform(&mut self, effect: RoomEffect, reply: &mut Option<Answering>) {
        match effect {
            RoomEffect::Publish(shown) => self.handle.publish(*shown, self.hub.opened()),
            RoomEffect::PublishAsked(asked) => self.handle.publish_asked(asked),
            RoomEffect::Reply(answer) => {
                if let Some(reply) = reply.take() {
                    // An asker who has gone needs no answer; one that was just let in leaves by itself.
                    let _ = reply.send(answer);
                }
            }
            RoomEffect::Send(id, text) => {
                if let Some(outbox) = self.outboxes.get(&id) {
                    outbox.text(text);
                }
            }
            RoomEffect::Update(id, update) => {
                if let Some(outbox) = self.outboxes.get(&id) {
                    outbox.update(*update);
                }
            }
            RoomEffect::Close { id, code, reason } => {
                if let Some(outbox) = self.outboxes.remove(&id) {
                    outbox.closing(code, reason, None);
                }
            }
            RoomEffect::Program(end) => self.hub.metrics.program(end),
            RoomEffect::Acted(Ok(())) => self.hub.metrics.accepted(),
            RoomEffect::Acted(Err(code)) => self.hub.metrics.refused(code),
            RoomEffect::Advise(wanted) => self.advise(*wanted),
            RoomEffect::Deliver(notice) => {
                let (notifier, handle) = (self.hub.notifier.clone(), self.handle.clone());
                tokio::spawn(async move {
                    let delivery = notifier.deliver(&notice).await;
                    handle.sent(*notice, delivery).await;
                });
            }
            RoomEffect::End(end) => self.end = Some(end),
        }
    }
}

//! Questions and messages to a room, one method each, and the connections that are let in by them.

use std::sync::Arc;

use engine::think::Guesses;
use protocol::envelope::ClientMessage;
use protocol::notice::{AddDevice, Notify, SetNotify};
use protocol::room::{BotLevel, Room, TakeSeat};

use super::handle::{Ask, Handle};
use super::outbox::Outbox;
use crate::notices::{Delivery, Notice};
use crate::payer::Payer;
use crate::room::{
    Advised, Closed, ConnectionId, GuestErrand, Holding, JoinAs, Joining, Parting, Precedence,
    Refusal, RoomInput, Seated, TokenHash,
};

impl Handle {
    /// Takes a free seat; `holding` is kept until it is left or the match begins.
    pub async fn take_seat(
        &self,
        wanted: TakeSeat,
        holding: Option<Holding>,
    ) -> Result<Seated, Refusal> {
        let seated: Box<Seated> = self.ask(RoomInput::TakeSeat { wanted, holding }).await?;
        Ok(*seated)
    }

    /// Has the server play for a free seat, as the host.
    pub async fn add_bot(
        &self,
        bearer: TokenHash,
        seat: u8,
        level: BotLevel,
    ) -> Result<Room, Refusal> {
        let room: Box<Room> = self.ask(RoomInput::AddBot { bearer, seat, level }).await?;
        Ok(*room)
    }

    /// Returns the match as the seat of a bot's connection may imagine it.
    pub(crate) async fn imagine(&self, connection: ConnectionId) -> Result<Guesses, Refusal> {
        let guesses: Box<Guesses> = self.ask(RoomInput::Imagine(connection)).await?;
        Ok(*guesses)
    }

    /// Gives up a seat, or frees it as the host.
    pub async fn leave_seat(&self, bearer: TokenHash, seat: u8) -> Result<(), Refusal> {
        self.ask(RoomInput::LeaveSeat { bearer, seat }).await
    }

    /// Draws a new token for a seat; the old one is dead.
    pub async fn new_token(&self, bearer: TokenHash, seat: u8) -> Result<String, Refusal> {
        self.ask(RoomInput::NewToken { bearer, seat }).await
    }

    /// Draws the token of a seat's coach; one given out before is dead.
    pub async fn new_coach(&self, bearer: TokenHash, seat: u8) -> Result<String, Refusal> {
        self.ask(RoomInput::NewCoach { bearer, seat }).await
    }

    /// Sets where a seat has its notices, for its holder, who asks from there.
    pub async fn set_notify(
        &self,
        bearer: TokenHash,
        seat: u8,
        wanted: SetNotify,
        asker: Payer,
    ) -> Result<Notify, Refusal> {
        let wanted = Box::new(wanted);
        self.ask(RoomInput::SetNotify { bearer, seat, wanted, asker }).await
    }

    /// Adds a device that has a seat's notices, for its holder.
    pub async fn add_device(
        &self,
        bearer: TokenHash,
        seat: u8,
        device: AddDevice,
    ) -> Result<Notify, Refusal> {
        let device = Box::new(device);
        self.ask(RoomInput::AddDevice { bearer, seat, device }).await
    }

    /// Removes a device again, for the seat's holder.
    pub async fn remove_device(
        &self,
        bearer: TokenHash,
        seat: u8,
        device: String,
    ) -> Result<Notify, Refusal> {
        self.ask(RoomInput::RemoveDevice { bearer, seat, device }).await
    }

    /// Returns the seat's settings for notices, for its holder.
    pub async fn notify(&self, bearer: TokenHash, seat: u8) -> Result<Notify, Refusal> {
        self.ask(RoomInput::Notify { bearer, seat }).await
    }

    /// Lets the owner of an address agree to the mails of a seat, or stop them.
    pub async fn answer_mail(&self, seat: u8, key: String, agree: bool) -> Result<(), Refusal> {
        self.ask(RoomInput::AnswerMail { seat, key, agree }).await
    }

    /// Returns the code of the room that continues this one, and the asker's seat in it; it is founded
    /// if it does not exist yet.
    pub(crate) async fn rematch(
        &self,
        bearer: TokenHash,
        holding: Option<Holding>,
    ) -> Result<(String, u8), Refusal> {
        self.ask(RoomInput::Rematch { bearer, holding }).await
    }

    /// Fetches the token of a seat that was set aside for a rematch.
    pub(crate) async fn fetch(&self, seat: u8) -> Result<Seated, Refusal> {
        let seated: Box<Seated> = self.ask(RoomInput::Fetch(seat)).await?;
        Ok(*seated)
    }

    /// Returns the match, if it is over.
    pub(crate) async fn closed(&self) -> Result<Box<Closed>, Refusal> {
        self.ask(RoomInput::Closed).await
    }

    /// Ends the room for good, for the operator.
    pub async fn part(&self, parting: Parting) -> Result<(), Refusal> {
        self.ask(RoomInput::Part(parting)).await
    }

    /// Attaches a connection: with a seat's token, or without one to watch.
    pub async fn join(
        self: &Arc<Self>,
        token: Option<TokenHash>,
        after: Option<u64>,
        outbox: Arc<Outbox>,
    ) -> Result<Joined, Refusal> {
        self.join_again(token, after, None, outbox).await
    }

    /// Attaches a connection like [`Handle::join`], of a socket with this place in the order of coming, a new
    /// one if it has none. Closed at once if a newer one has had its seat.
    pub(crate) async fn join_again(
        self: &Arc<Self>,
        token: Option<TokenHash>,
        after: Option<u64>,
        came: Option<Precedence>,
        outbox: Arc<Outbox>,
    ) -> Result<Joined, Refusal> {
        let id = self.next_connection();
        let came = came.unwrap_or_else(|| self.came(id));
        let door = token.map_or(JoinAs::Gallery, JoinAs::Token);
        let presence = self.attach(Joining { id, came, door, after }, outbox).await?;
        let Presence { read, unforeseen, .. } = presence;
        Ok(Joined { connection: presence.kept(), came, read, unforeseen })
    }

    /// Lets a request in, with a seat's token or as a spectator: what it is shown and answered comes into
    /// its outbox, until it drops what is returned.
    pub(crate) async fn receive(
        self: &Arc<Self>,
        token: Option<TokenHash>,
        errand: GuestErrand,
        after: Option<u64>,
        outbox: Arc<Outbox>,
    ) -> Result<Presence, Refusal> {
        let id = self.next_connection();
        let (came, door) = (self.came(id), JoinAs::Guest(token, errand));
        self.attach(Joining { id, came, door, after }, outbox).await
    }

    async fn attach(
        self: &Arc<Self>,
        joining: Joining,
        outbox: Arc<Outbox>,
    ) -> Result<Presence, Refusal> {
        // From here on: whoever asks may give up at any moment, also once the room has answered.
        let (rested, known) = (!self.in_memory(), self.entries());
        let room = self.clone();
        let mut presence = Presence { room, id: joining.id, leaves: true, read: 0, unforeseen: 0 };
        let let_in = self.ask_with::<ConnectionId>(RoomInput::Join(joining), Some(outbox)).await;
        match let_in {
            Ok(_) => {
                presence.read = if rested { self.entries() } else { 0 };
                presence.unforeseen = presence.read.saturating_sub(known);
                Ok(presence)
            }
            Err(refusal) => {
                presence.kept();
                Err(refusal)
            }
        }
    }

    /// Hands a connection's message in; refused at once when the room has too much to do.
    pub fn act(&self, connection: ConnectionId, message: ClientMessage) -> Result<(), Refusal> {
        let input = RoomInput::Act(connection, Box::new(message));
        self.put(Ask { input, reply: None, outbox: None })
    }

    /// Reports the result of an attempt to deliver a notice.
    pub(crate) async fn sent(&self, notice: Notice, delivery: Delivery) {
        // A room that has ended will send it again once it is loaded.
        self.post(RoomInput::Sent(Box::new((notice, delivery)))).await;
    }

    /// Brings a hint that was worked out.
    pub(crate) async fn advised(&self, advised: Advised) {
        self.post(RoomInput::Advised(Box::new(advised))).await;
    }

    /// Says that a connection is gone.
    pub async fn leave(&self, connection: ConnectionId) {
        self.post(RoomInput::Leave(connection)).await;
    }
}

/// A connection that was let into a room.
#[derive(Debug)]
pub struct Joined {
    /// The connection, by which the room knows it.
    pub connection: ConnectionId,
    /// Its place in the order of coming.
    pub(crate) came: Precedence,
    /// Number of entries that were read of the match for it.
    pub(crate) read: u32,
    /// As many of them as nobody here knew of before.
    pub(crate) unforeseen: u32,
}

/// A connection in a room, which leaves when it is dropped.
#[derive(Debug)]
pub(crate) struct Presence {
    room: Arc<Handle>,
    id: ConnectionId,
    leaves: bool,
    /// Number of entries that were read of the match for it.
    read: u32,
    /// As many of them as nobody here knew of before.
    pub(crate) unforeseen: u32,
}

impl Presence {
    /// Hands its message in, as [`Handle::act`] does.
    pub(crate) fn act(&self, message: ClientMessage) -> Result<(), Refusal> {
        self.room.act(self.id, message)
    }

    /// Returns the connection's number, for whoever has it leave at another time.
    fn kept(mut self) -> ConnectionId {
        self.leaves = false;
        self.id
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        if self.leaves {
            let (room, id) = (self.room.clone(), self.id);
            tokio::spawn(async move { room.leave(id).await });
        }
    }
}

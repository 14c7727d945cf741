//! Inputs and outputs of the application: messages and effects.
//!
//! Here, apart from the state, because both faces and the outside read them. Plain values.

use std::time::Duration;

use crossterm::event::{KeyEvent, MouseEvent};
use protocol::notice::{Notify, SetNotify};
use protocol::program::ProgramInfo;
use protocol::room::{BotLevel, Seated};
use protocol::{ClientMessage, Reference, Update};
use ratatui::layout::Size;
use serde_json::Value;
use uuid::Uuid;

use crate::connection::{ConnectionEnd, Signal};
use crate::heads::Heads;
use crate::record::RecordCheck;
use crate::saved::SavedGame;

/// Something that the application should know.
#[derive(Debug)]
pub enum AppMessage {
    /// The connection reports.
    Signal(Signal),
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was used.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// A line was typed, where there are lines and no screen.
    Line(String),
    /// The terminal has this size (now).
    Resized(Size),
    /// Time has passed.
    Tick,
    /// Something that an effect asked for is here.
    Done(Done),
    /// A step of a replay is here; nothing behind the last one.
    Step(usize, Result<Option<Box<Update>>, String>),
    /// This is the last step of the replay.
    Steps(usize),
}

/// The result of an effect.
#[derive(Debug)]
pub enum Done {
    /// The seat is saved, and its heads are kept there.
    Kept(Result<Heads, String>),
    /// Component data by their digest.
    Data(String, Result<Value, String>),
    /// The rules in words.
    Rules(Result<Box<Reference>, String>),
    /// The record of the match was checked.
    Record(Result<RecordCheck, String>),
    /// A bot was asked for.
    Bot(Result<(), String>),
    /// The programs that wait for hosts, as far as they play this game.
    Programs(Result<Vec<ProgramInfo>, String>),
    /// A seat was to be freed.
    Freed(u8, Result<(), String>),
    /// The token of this seat's coach was asked for.
    Coach(Result<String, String>),
    /// A rematch was asked for.
    Rematch(Result<Box<Seated>, String>),
    /// The seat's ways of notice: `true` if they were just set, and their present state.
    Notices(bool, Result<Notify, String>),
}

/// Something to be done outside.
#[derive(Debug, PartialEq)]
pub enum Effect {
    /// Send a message.
    Send(ClientMessage),
    /// Send a message again after a wait.
    SendLater(ClientMessage, Duration),
    /// Take another connection that asks for what comes after this entry.
    Reconnect(u64),
    /// Save the seat, and open the file of its heads.
    Keep(SavedGame, Uuid),
    /// Forget the saved seat.
    Forget(SavedGame),
    /// Ask the server's HTTP interface; the answer is a [`Done`].
    Ask(ApiRequest),
    /// Fetch a step of a replay.
    Step(usize),
    /// Fetch the last step of a replay.
    LastStep,
    /// Ring, for it is this person's turn.
    Bell,
    /// Hand a text to the terminal for its clipboard.
    Copy(String),
    /// Take the mouse, or leave it to the terminal.
    Mouse(bool),
    /// Keep whether this person wants advice on what is asked.
    Advice(bool),
    /// Leave the match.
    Leave(Exit),
}

/// A request to the server's HTTP interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiRequest {
    /// Component data.
    Data(String),
    /// The rules of a game in words.
    Rules(String),
    /// The record of the match, to be kept and checked.
    Record,
    /// A bot of the server on a seat; without a level of the server's choice.
    Bot(u8, Option<BotLevel>),
    /// The programs that play a game.
    Programs(String),
    /// The program of this name that plays this game, on a seat.
    Program(u8, String, String),
    /// A seat to be free: one's own, or as the host another.
    Free(u8),
    /// A token for this seat's coach.
    Coach(u8),
    /// A rematch.
    Rematch,
    /// Read or set the seat's ways of notice.
    Notices(u8, Option<SetNotify>),
}

/// The reason for leaving the match.
#[derive(Debug, PartialEq)]
pub enum Exit {
    /// The person quits.
    Quit,
    /// There is nothing more to do in this room.
    Home,
    /// The connection ended for good.
    Ended(ConnectionEnd),
    /// On to the next room.
    Rematch(Box<Seated>),
}

//! A match over HTTP, for programs that hold no socket: its view, and commands.
//!
//! Both are guests of the room for as long as the request takes, so that whatever a socket is shown, asked
//! or refused they are too, byte for byte and at the same moment. This module knows requests and their
//! headers, and nothing of a match.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use bytestring::ByteString;
use fairness::hex;
use protocol::{ClientMessage, Code, ServerMessage};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use tokio::time::{Instant, timeout, timeout_at};
use uuid::Uuid;

use super::budget::Cost;
use super::http::json_text;
use super::packed::says;
use super::problem::HttpResult;
use super::request::{AboutRoom, JSON, json_body, needed};
use crate::rooms::{
    GuestErrand, Handle, Outbox, Outgoing, Presence, Refusal, ViewUpdate, absorb, close, text,
};

/// The longest that a request waits for a view to change, in milliseconds.
pub const WAIT_MAX_MS: u64 = 25_000;

/// The longest that a request waits for the answer to its command, in milliseconds.
pub const ANSWER_MS: u64 = 10_000;

/// About when to send a command again that has no answer yet, in milliseconds.
const ASK_AGAIN_MS: u64 = 2_000;

/// Number of characters of a digest that stand for a view.
const TAG_CHARS: usize = 32;

/// A request that is a guest of a room until it is dropped.
struct Visit {
    presence: Presence,
    outbox: Arc<Outbox>,
}

impl Visit {
    async fn begin(
        about: &AboutRoom,
        room: Arc<Handle>,
        errand: GuestErrand,
        after: Option<u64>,
    ) -> Result<Self, Refusal> {
        let outbox = Arc::<Outbox>::default();
        let presence = room.receive(about.bearer, errand, after, outbox.clone()).await?;
        // What nobody knew of when the room was looked up is charged now.
        about.gateway.budget.spend_reading(about.client.address, presence.unforeseen);
        Ok(Self { presence, outbox })
    }
}

/// Query of a request for a view.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ViewQuery {
    /// The last entry that the client has.
    after: Option<u64>,
    /// For how long to wait for another view, in milliseconds.
    #[serde(default)]
    wait_ms: u64,
}

pub(super) async fn view(
    about: AboutRoom,
    headers: HeaderMap,
    query: Result<Query<ViewQuery>, QueryRejection>,
) -> HttpResult<Response> {
    let room = about.room(Cost::View)?;
    let Query(ViewQuery { after, wait_ms }) =
        query.map_err(|why| Refusal::new(Code::Malformed, why.body_text()))?;
    if wait_ms > WAIT_MAX_MS {
        let detail = format!("`wait_ms` is at most {WAIT_MAX_MS}");
        return Err(Refusal::new(Code::Malformed, detail).into());
    }
    let until = Instant::now() + Duration::from_millis(wait_ms);
    let known = |tag: &str| says(&headers, IF_NONE_MATCH, |given| given == tag);
    let conditional = headers.contains_key(IF_NONE_MATCH);
    let visit = Visit::begin(&about, room, GuestErrand::Read, after).await?;
    let mut shown = visit.outbox.take_view().transpose().map_err(closed)?;
    let first = shown.as_deref().map(tag_of);
    let mut tag = first.clone();
    // With neither a tag nor a position to compare with, any view is another one.
    let mut other = shown.as_ref().is_some_and(|view| match (conditional, after) {
        (true, _) => !tag.as_deref().is_some_and(known),
        // One from before it is news as well: the server was restored from older data.
        (false, Some(after)) => view.seq != after,
        (false, None) => true,
    });
    while !other {
        let next = tokio::select! {
            biased;
            next = timeout_at(until, visit.outbox.next_view()) => next,
            () = about.gateway.rooms.drained() => return Err(Refusal::draining().into()),
        };
        let next = match next {
            Ok(Err(close::REPLACED)) | Err(_) => break,
            Ok(next) => next.map_err(closed)?,
        };
        match &mut shown {
            Some(shown) => absorb(shown, *next),
            None => shown = Some(next),
        }
        tag = shown.as_deref().map(tag_of);
        other = if conditional { !tag.as_deref().is_some_and(known) } else { tag != first };
    }
    let (shown, tag) = shown.zip(tag).ok_or_else(Refusal::not_started)?;
    let kept = [(CACHE_CONTROL, "private, no-cache"), (VARY, "authorization")];
    if known(&tag) {
        return Ok((StatusCode::NOT_MODIFIED, kept, [(ETAG, tag)]).into_response());
    }
    let body = text(&ServerMessage::Update(*shown)).to_string();
    Ok((kept, [(ETAG, tag)], [(CONTENT_TYPE, JSON)], body).into_response())
}

/// Returns the tag of a view: of all that it shows but the time and the events that led to it.
fn tag_of(view: &ViewUpdate) -> String {
    let bare = ViewUpdate { events: Vec::new(), events_from: None, now_ms: 0, ..view.clone() };
    let digest: [u8; 32] = Sha256::digest(text(&ServerMessage::Update(bare)).as_bytes()).into();
    format!("W/\"{}\"", &hex::encode(&digest)[..TAG_CHARS])
}

/// Returns why a visit was ended.
fn closed(code: u16) -> Refusal {
    match code {
        close::TOKEN_UNKNOWN => {
            Refusal::new(Code::TokenUnknown, "the token opens no seat of this room any more")
        }
        close::ROOM_UNKNOWN => Refusal::room_unknown(),
        // It goes on at another server, which takes a message with an id that it has taken for done.
        close::RESTART | close::MOVED => Refusal::draining(),
        _ => Refusal::busy(),
    }
}

pub(super) async fn command(about: AboutRoom, request: Request) -> HttpResult<Response> {
    let frame = json_body(&about.gateway, request).await?;
    let message = ClientMessage::parse(&frame)
        .map_err(|malformed| Refusal::new(malformed.code, malformed.detail))?;
    let id = speakable(&message)?;
    needed(about.bearer)?;
    let room = about.room(Cost::Act)?;
    let visit = Visit::begin(&about, room, GuestErrand::Speak, None).await?;
    visit.presence.act(message)?;
    let answer = timeout(Duration::from_millis(ANSWER_MS), answer(&visit.outbox, id));
    let answer = tokio::select! {
        biased;
        answer = answer => answer,
        () = about.gateway.rooms.drained() => return Err(Refusal::draining().into()),
    };
    let Ok(answer) = answer else {
        let detail = "there is no answer yet; send the same message again, with its id";
        return Err(Refusal::new(Code::Busy, detail).after_about(ASK_AGAIN_MS).into());
    };
    Ok(json_text(answer.map_err(closed)?.to_string()))
}

/// Returns the id of a message that may be said over HTTP: one that has its answer as soon as it is done.
fn speakable(message: &ClientMessage) -> Result<Uuid, Refusal> {
    let refused = |detail: String| Refusal::new(Code::Malformed, detail);
    match message {
        ClientMessage::Command { .. }
        | ClientMessage::Ready { .. }
        | ClientMessage::Reveal { .. }
        | ClientMessage::Undo { .. }
        | ClientMessage::Resign { .. }
        | ClientMessage::Claim { .. }
        | ClientMessage::Pause { .. }
        | ClientMessage::Consent { .. } => {
            let without = || refused(format!("`{}` needs an `id` here", message.kind()));
            message.id().ok_or_else(without)
        }
        ClientMessage::Hello { .. }
        | ClientMessage::Hint { .. }
        | ClientMessage::Preview { .. }
        | ClientMessage::Lesson { .. }
        | ClientMessage::Coach { .. }
        | ClientMessage::Point { .. }
        | ClientMessage::Chat { .. }
        | ClientMessage::Ping { .. } => {
            Err(refused(format!("`{}` is said over a socket only", message.kind())))
        }
    }
}

/// Waits for the answer to the message with this id; an error is the code with which the room closes.
async fn answer(outbox: &Outbox, id: Uuid) -> Result<ByteString, u16> {
    #[derive(Deserialize)]
    struct AnswerId {
        id: Option<Uuid>,
    }
    loop {
        let text = match outbox.next().await {
            Outgoing::Text(text) => text,
            Outgoing::Update(_) => continue,
            Outgoing::Close(code) => return Err(code),
        };
        if serde_json::from_str(&text).is_ok_and(|answer: AnswerId| answer.id == Some(id)) {
            return Ok(text);
        }
    }
}

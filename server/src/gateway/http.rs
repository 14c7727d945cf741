//! The HTTP routes: each reads its request strictly, asks a room, and answers JSON or a problem.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Extension, Query, RawQuery, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::DataLicence;
use fairness::hex;
use protocol::Code;
use protocol::lesson::{Lessons, OpenLesson};
use protocol::notice::{AddDevice, SetNotify};
use protocol::room::{
    AddBot, CreateRoom, NewCoach, NewToken, OpenPractice, Room, Seated, TakeSeat,
};
use serde::Deserialize;
use serde_json::json;

use super::budget::Cost;
use super::client::PassedOn;
use super::neighbours::{fetch_seat, list_of_all};
use super::packed::{ASK_AGAIN, FOREVER, Fixed, same};
use super::problem::{HttpResult, ProblemResponse};
use super::request::{AboutRoom, FromClient, JSON, Parts, SharedGateway, needed, parts, read};
use crate::rooms::{AnalysisAnswer, Refusal, RoomFilter};
use crate::time::wall_ms;

/// Caching of texts that only another version of the server changes.
const A_DAY: &str = "public, max-age=86400";

pub(super) async fn alive() -> &'static str {
    "alive\n"
}

pub(super) async fn ready(State(gateway): SharedGateway) -> HttpResult<&'static str> {
    gateway.rooms.ready().await?;
    Ok("ready\n")
}

pub(super) async fn games(State(gateway): SharedGateway, headers: HeaderMap) -> Response {
    let made = || Fixed::of(json!(gateway.rooms.games_page()).to_string());
    let games = gateway.games.get_or_init(made).clone();
    gateway.packed.answer(&headers, JSON, ASK_AGAIN, games).await
}

pub(super) async fn schema(State(gateway): SharedGateway, headers: HeaderMap) -> Response {
    let schema = gateway.specification.schema();
    gateway.packed.answer(&headers, "application/schema+json", ASK_AGAIN, schema).await
}

pub(super) async fn openapi(State(gateway): SharedGateway, headers: HeaderMap) -> Response {
    let document = gateway.specification.openapi(gateway.rooms.settings());
    gateway.packed.answer(&headers, JSON, ASK_AGAIN, document).await
}

pub(super) async fn asyncapi(State(gateway): SharedGateway, headers: HeaderMap) -> Response {
    let document = gateway.specification.asyncapi(gateway.rooms.settings());
    gateway.packed.answer(&headers, JSON, ASK_AGAIN, document).await
}

pub(super) async fn data(
    State(gateway): SharedGateway,
    Extension(client): FromClient,
    headers: HeaderMap,
    path: Parts<String>,
) -> HttpResult<Response> {
    let unknown = || Refusal::new(Code::NotFound, "no component data have this digest");
    let digest = hex::decode_32(&parts(path)).ok_or_else(unknown)?;
    let canonical = if let Some(today) = gateway.rooms.data(digest) {
        today
    } else {
        if let Some(answer) = same(&headers, FOREVER, &digest) {
            return Ok(answer);
        }
        gateway.charge(&client, Cost::Look)?;
        gateway.rooms.older_data(digest).await?.ok_or_else(unknown)?
    };
    let licence = licence_link(gateway.rooms.data_licence(&canonical));
    let data = Fixed { text: Bytes::from_owner(Arc::<[u8]>::from(canonical)), digest };
    let answer = gateway.packed.answer(&headers, JSON, FOREVER, data).await;
    Ok((licence, answer).into_response())
}

/// Returns a `Link` to the licence of somebody else's data: in a header it changes no byte that the
/// digest is of.
fn licence_link(licence: Option<DataLicence>) -> Option<[(header::HeaderName, String); 1]> {
    let DataLicence { uri, notice, .. } = licence?;
    Some([(header::LINK, format!("<{uri}>; rel=\"license\"; title=\"{notice}\""))])
}

pub(super) async fn reference(
    State(gateway): SharedGateway,
    headers: HeaderMap,
    path: Parts<String>,
) -> HttpResult<Response> {
    let game = parts(path);
    let made = || {
        let all = gateway.rooms.references().into_iter();
        all.map(|one| (one.game.clone(), Fixed::of(json!(one).to_string()))).collect()
    };
    let unknown = || Refusal::new(Code::NotFound, "this server has no such game");
    let text = gateway.references.get_or_init(made).get(&game).cloned().ok_or_else(unknown)?;
    let licence = licence_link(gateway.rooms.game_licence(&game));
    let answer = gateway.packed.answer(&headers, JSON, ASK_AGAIN, text).await;
    Ok((licence, answer).into_response())
}

pub(super) async fn licences(State(gateway): SharedGateway, headers: HeaderMap) -> Response {
    let made = || Fixed::of(gateway.rooms.licences().to_string());
    let licences = gateway.licences.get_or_init(made).clone();
    gateway.packed.answer(&headers, "text/plain; charset=utf-8", A_DAY, licences).await
}

pub(super) async fn list(
    State(gateway): SharedGateway,
    client: Option<FromClient>,
    passed_on: Option<Extension<PassedOn>>,
    RawQuery(asked): RawQuery,
    query: Result<Query<RoomFilter>, QueryRejection>,
) -> HttpResult<Response> {
    if let Some(Extension(client)) = client {
        gateway.charge(&client, Cost::List)?;
    }
    let Query(filter) = query.map_err(|why| Refusal::new(Code::Malformed, why.body_text()))?;
    let (own, most) = gateway.rooms.list(&filter)?;
    if passed_on.is_some() {
        return Ok(json_text(own));
    }
    Ok(json_text(list_of_all(&gateway, own, asked.as_deref(), most).await))
}

pub(super) async fn create(
    State(gateway): SharedGateway,
    Extension(client): FromClient,
    request: Request,
) -> HttpResult<Response> {
    let wanted: CreateRoom = read(&gateway, request).await?;
    gateway.charge(&client, Cost::Found)?;
    let holding = gateway.founds(&client)?;
    Ok(seated(gateway.rooms.create(wanted, holding).await?))
}

fn seated(seated: Seated) -> Response {
    (StatusCode::CREATED, Json(seated)).into_response()
}

pub(super) async fn look(about: AboutRoom) -> HttpResult<Json<Room>> {
    let room = about.room(Cost::Look)?;
    Ok(Json(room.look().await?))
}

pub(super) async fn take_seat(about: AboutRoom, request: Request) -> HttpResult<Response> {
    let wanted: TakeSeat = read(&about.gateway, request).await?;
    let room = about.room(Cost::Change)?;
    let holding = about.gateway.sits(&about.client, &room)?;
    Ok(seated(room.take_seat(wanted, holding).await?))
}

pub(super) async fn add_bot(about: AboutRoom, request: Request) -> HttpResult<Response> {
    let AddBot { level } = read(&about.gateway, request).await?;
    let (room, bearer, seat) = about.seat(Cost::Change)?;
    let room = room.add_bot(bearer, seat, level).await?;
    Ok((StatusCode::CREATED, Json(room)).into_response())
}

pub(super) async fn leave_seat(about: AboutRoom) -> HttpResult<StatusCode> {
    let (room, bearer, seat) = about.seat(Cost::Change)?;
    room.leave_seat(bearer, seat).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn new_token(about: AboutRoom) -> HttpResult<Response> {
    let (room, bearer, seat) = about.seat(Cost::Change)?;
    let token = room.new_token(bearer, seat).await?;
    Ok(Json(NewToken { token }).into_response())
}

pub(super) async fn new_coach(about: AboutRoom) -> HttpResult<Response> {
    let (room, bearer, seat) = about.seat(Cost::Change)?;
    let token = room.new_coach(bearer, seat).await?;
    Ok(Json(NewCoach { token }).into_response())
}

pub(super) async fn set_notify(about: AboutRoom, request: Request) -> HttpResult<Response> {
    let wanted: SetNotify = read(&about.gateway, request).await?;
    let (room, bearer, seat) = about.seat(Cost::Change)?;
    let asker = about.client.address.into();
    let notify = room.set_notify(bearer, seat, wanted, asker).await?;
    Ok(Json(notify).into_response())
}

pub(super) async fn add_device(about: AboutRoom, request: Request) -> HttpResult<Response> {
    let device: AddDevice = read(&about.gateway, request).await?;
    let (room, bearer, seat) = about.seat(Cost::Change)?;
    let notify = room.add_device(bearer, seat, device).await?;
    Ok(Json(notify).into_response())
}

pub(super) async fn remove_device(about: AboutRoom) -> HttpResult<Response> {
    let (room, bearer, seat) = about.seat(Cost::Change)?;
    let notify = room.remove_device(bearer, seat, about.path.device).await?;
    Ok(Json(notify).into_response())
}

pub(super) async fn notify(about: AboutRoom) -> HttpResult<Response> {
    let (room, bearer, seat) = about.seat(Cost::Look)?;
    let notify = room.notify(bearer, seat).await?;
    Ok(Json(notify).into_response())
}

pub(super) async fn rematch(about: AboutRoom) -> HttpResult<Response> {
    let room = about.room(Cost::Change)?;
    let (bearer, AboutRoom { gateway, client, .. }) = (needed(about.bearer)?, about);
    let mut holding = None;
    if gateway.rooms.rematch_is_new(&room).await? {
        // Never at the seat's cost: the new room's seat would have a budget of its own for the next.
        gateway.charge(&client, Cost::Found)?;
        holding = gateway.founds(&client)?;
    }
    let (code, seat) = gateway.rooms.rematch(&room, bearer, holding).await?;
    Ok(seated(fetch_seat(&gateway, &code, seat).await?))
}

pub(super) async fn practice(about: AboutRoom, request: Request) -> HttpResult<Response> {
    let wanted: OpenPractice = read(&about.gateway, request).await?;
    let room = about.room(Cost::Read)?;
    let AboutRoom { gateway, client, .. } = about;
    let copied = u32::try_from(wanted.seq).unwrap_or(u32::MAX);
    let known = copied.min(room.entries());
    // Never at a seat's cost, as with a rematch.
    gateway.charge(&client, Cost::Found.reading(known))?;
    let holding = gateway.founds(&client)?;
    let _reads = gateway.reads(&client)?;
    let founded = gateway.rooms.practice(&room, wanted, holding).await?;
    // A match that was not in memory since the start had an unknown length until now.
    gateway.budget.spend_reading(client.address, copied - known);
    Ok(seated(founded))
}

pub(super) async fn lessons(State(gateway): SharedGateway, headers: HeaderMap) -> Response {
    let made = || Fixed::of(json!(Lessons { lessons: gateway.rooms.lessons() }).to_string());
    let lessons = gateway.lessons.get_or_init(made).clone();
    gateway.packed.answer(&headers, JSON, ASK_AGAIN, lessons).await
}

pub(super) async fn puzzles(State(gateway): SharedGateway, headers: HeaderMap) -> Response {
    // The same for a whole day: nearly always a text that is compressed already.
    let puzzles = json!(gateway.rooms.puzzles(wall_ms())).to_string();
    gateway.packed.answer(&headers, JSON, ASK_AGAIN, Fixed::of(puzzles)).await
}

pub(super) async fn open_lesson(
    State(gateway): SharedGateway,
    Extension(client): FromClient,
    path: Parts<(String, String)>,
    request: Request,
) -> HttpResult<Response> {
    let wanted: OpenLesson = read(&gateway, request).await?;
    let (game, lesson) = parts(path);
    gateway.charge(&client, Cost::Found)?;
    let holding = gateway.founds(&client)?;
    Ok(seated(gateway.rooms.open_lesson((&game, &lesson), wanted, holding).await?))
}

pub(super) async fn record(about: AboutRoom) -> HttpResult<Response> {
    let room = about.room(Cost::Read)?;
    let _reads = about.gateway.reads(&about.client)?;
    Ok(json_text(about.gateway.rooms.record(&room).await?.to_string()))
}

pub(super) async fn analysis(about: AboutRoom) -> HttpResult<Response> {
    // Cheap, for it is asked for again and again until it is there.
    let room = about.room(Cost::Look)?;
    let AboutRoom { gateway, client, .. } = about;
    let _reads = gateway.reads(&client)?;
    let asker = client.address.into();
    match gateway.rooms.analysis(&room, asker, || gateway.charge(&client, Cost::Think)).await? {
        AnalysisAnswer::Ready(analysis) => {
            gateway.charge(&client, Cost::Read)?;
            Ok(json_text(analysis.to_string()))
        }
        AnalysisAnswer::Making(progress) => {
            let seconds = HeaderValue::from(progress.retry_after_ms.div_ceil(1_000));
            let later = [(header::RETRY_AFTER, seconds)];
            Ok((StatusCode::ACCEPTED, later, Json(progress)).into_response())
        }
    }
}

/// Query of a request for a replay.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReplayQuery {
    /// `public`, or a seat's number.
    view: Option<String>,
    #[serde(default)]
    from: u64,
}

pub(super) async fn replay(
    about: AboutRoom,
    query: Result<Query<ReplayQuery>, QueryRejection>,
) -> HttpResult<Response> {
    let room = about.room(Cost::Read)?;
    let Query(ReplayQuery { view, from }) =
        query.map_err(|why| Refusal::new(Code::Malformed, why.body_text()))?;
    let seat = match view.as_deref() {
        None | Some("public") => None,
        Some(seat) => Some(seat.parse().map_err(|_| {
            Refusal::new(Code::Malformed, "`view` is `public` or the number of a seat")
        })?),
    };
    let _reads = about.gateway.reads(&about.client)?;
    Ok(json_text(about.gateway.rooms.replay(&room, seat, from).await?.to_string()))
}

/// Answers JSON that is a text already.
pub(super) fn json_text(text: String) -> Response {
    ([(header::CONTENT_TYPE, JSON)], text).into_response()
}

pub(super) async fn wrong_method() -> ProblemResponse {
    Refusal::new(Code::MethodNotAllowed, "this address does not support the method").into()
}

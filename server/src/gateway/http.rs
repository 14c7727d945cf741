//! The HTTP routes: each reads its request strictly, asks a room, and answers JSON or a problem.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::rejection::{ExtensionRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequestParts, Path, Query, RawQuery, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header, request};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use engine::DataLicence;
use fairness::hex;
use futures_util::StreamExt;
use protocol::lesson::{Lessons, OpenLesson};
use protocol::notice::{AddDevice, SetNotify};
use protocol::room::{
    AddBot, CreateRoom, NewCoach, NewToken, OpenPractice, Room, Seated, TakeSeat,
};
use protocol::{Code, MAX_MESSAGE_BYTES, scan};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio::time::timeout;

use super::Gateway;
use super::budget::Cost;
use super::client::{Client, PassedOn};
use super::neighbours::{fetch_seat, list_of_all};
use super::packed::{ASK_AGAIN, FOREVER, Fixed};
use super::problem::ProblemResponse;
use crate::rooms::{AnalysisAnswer, Handle, Refusal, RoomFilter, TokenHash};
use crate::time::wall_ms;

/// Media type of JSON.
pub(super) const JSON: &str = "application/json";

/// Caching of texts that only another version of the server changes.
const A_DAY: &str = "public, max-age=86400";

pub(super) type SharedGateway = State<Arc<Gateway>>;
pub(super) type FromClient = Extension<Client>;
pub(super) type HttpResult<T> = Result<T, ProblemResponse>;
/// A path whose parts may not even be UTF-8.
type Parts<T> = Result<Path<T>, PathRejection>;

/// Returns the parts of a path; one that cannot be read names nothing.
fn parts<T: Default>(path: Parts<T>) -> T {
    path.map(|Path(parts)| parts).unwrap_or_default()
}

/// Returns the token that a request carries, or that it carried at another server.
pub(super) fn bearer<B>(request: &axum::http::Request<B>) -> Option<TokenHash> {
    match request.extensions().get() {
        Some(PassedOn(bearer)) => *bearer,
        None => authorised(request.headers()),
    }
}

/// Returns the token that the headers of a request carry.
fn authorised(headers: &HeaderMap) -> Option<TokenHash> {
    let given = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = given.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| TokenHash::of(token.trim()))
}

/// Returns the token that a request must carry.
pub(super) fn needed(bearer: Option<TokenHash>) -> HttpResult<TokenHash> {
    let missing = || Refusal::new(Code::TokenUnknown, "this needs `Authorization: Bearer` a token");
    Ok(bearer.ok_or_else(missing)?)
}

/// Parses a seat's number in a path.
pub(super) fn seat_number(text: &str) -> HttpResult<u8> {
    Ok(text.parse().map_err(|_| Refusal::seat_unknown())?)
}

/// Reads a request's body, in its time.
pub(super) async fn in_time(gateway: &Gateway, body: Body) -> HttpResult<Vec<u8>> {
    let time = Duration::from_millis(gateway.rooms.settings().body_ms);
    timeout(time, limited(body)).await.unwrap_or_else(|_| {
        let late = Refusal::new(Code::Malformed, "the request's body did not come in time");
        Err(ProblemResponse::from(late).with_status(StatusCode::REQUEST_TIMEOUT))
    })
}

/// Reads a request's body as text, in its time.
pub(super) async fn text(gateway: &Gateway, body: Body) -> HttpResult<String> {
    let bytes = in_time(gateway, body).await?;
    Ok(String::from_utf8(bytes).map_err(|_| Refusal::new(Code::Malformed, "this is not UTF-8"))?)
}

/// Parts of a path that names a room.
#[derive(Default, Deserialize)]
struct RoomPath {
    code: String,
    #[serde(default)]
    seat: String,
    /// Empty where the path has none.
    #[serde(default)]
    device: String,
}

/// A request about a room, or about a seat of it.
pub(super) struct AboutRoom {
    pub(super) gateway: Arc<Gateway>,
    client: Client,
    pub(super) bearer: Option<TokenHash>,
    path: RoomPath,
}

impl FromRequestParts<Arc<Gateway>> for AboutRoom {
    type Rejection = ExtensionRejection;

    async fn from_request_parts(
        request: &mut request::Parts,
        gateway: &Arc<Gateway>,
    ) -> Result<Self, ExtensionRejection> {
        let Extension(client) = Extension::from_request_parts(request, gateway).await?;
        let path = parts(Path::from_request_parts(request, gateway).await);
        let bearer = match request.extensions.get() {
            Some(PassedOn(bearer)) => *bearer,
            None => authorised(&request.headers),
        };
        Ok(Self { gateway: gateway.clone(), client, bearer, path })
    }
}

impl AboutRoom {
    /// Finds the room, at this cost.
    pub(super) fn room(&self, cost: Cost) -> HttpResult<Arc<Handle>> {
        self.gateway.find(&self.client, &self.path.code, self.bearer, cost)
    }

    /// Finds the room, at this cost, for something that needs a seat's token.
    pub(super) fn seat(&self, cost: Cost) -> HttpResult<(Arc<Handle>, TokenHash, u8)> {
        let room = self.room(cost)?;
        Ok((room, needed(self.bearer)?, seat_number(&self.path.seat)?))
    }
}

/// Reads a request's body as a text of JSON. What a form of any page could send as well is none.
pub(super) async fn json_body(gateway: &Gateway, request: Request) -> HttpResult<String> {
    if request.headers().get(header::CONTENT_TYPE).is_some_and(|media| !is_json(media)) {
        let refused = Refusal::new(Code::Malformed, "a request's body is `application/json`");
        let refused = ProblemResponse::from(refused);
        return Err(refused.with_status(StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
    text(gateway, request.into_body()).await
}

/// Reads a request's body strictly.
pub(super) async fn read<T: DeserializeOwned>(
    gateway: &Gateway,
    request: Request,
) -> HttpResult<T> {
    let malformed = |why: String| ProblemResponse::from(Refusal::new(Code::Malformed, why));
    let text = json_body(gateway, request).await?;
    scan::check(&text).map_err(|error| malformed(error.to_string()))?;
    // Serde would also take an array of an object's fields.
    if !text.trim_start().starts_with('{') {
        return Err(malformed("a request's body is an object".to_owned()));
    }
    serde_json::from_str(&text).map_err(|error| malformed(error.to_string()))
}

/// Checks whether this is JSON's media type, whatever its parameters.
fn is_json(media: &HeaderValue) -> bool {
    let media = media.to_str().unwrap_or_default().split(';').next().unwrap_or_default();
    media.trim().eq_ignore_ascii_case(JSON)
}

async fn limited(body: Body) -> HttpResult<Vec<u8>> {
    let mut stream = body.into_data_stream();
    let mut bytes = Vec::new();
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|error| Refusal::new(Code::Malformed, error.to_string()))?;
        if bytes.len() + chunk.len() > MAX_MESSAGE_BYTES {
            let detail = format!("a request's body has at most {MAX_MESSAGE_BYTES} bytes");
            return Err(Refusal::new(Code::TooBig, detail).into());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

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
    headers: HeaderMap,
    path: Parts<String>,
) -> HttpResult<Response> {
    let unknown = || Refusal::new(Code::NotFound, "no component data have this digest");
    let digest = hex::decode_32(&parts(path)).ok_or_else(unknown)?;
    let canonical = gateway.rooms.data(digest).await?.ok_or_else(unknown)?;
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
    let entries = wanted.seq.min(room.entries().into()).try_into().unwrap_or(u32::MAX);
    // Never at a seat's cost, as with a rematch.
    gateway.charge(&client, Cost::Found.reading(entries))?;
    let holding = gateway.founds(&client)?;
    let _reads = gateway.reads(&client)?;
    Ok(seated(gateway.rooms.practice(&room, wanted, holding).await?))
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
    match gateway.rooms.analysis(&room, || gateway.charge(&client, Cost::Think)).await? {
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

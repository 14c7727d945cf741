//! The parts of a request: its token, the room and the seat in its path, and a body that is read strictly and
//! in time.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use axum::extract::rejection::{ExtensionRejection, PathRejection};
use axum::extract::{FromRequestParts, Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header, request};
use futures_util::StreamExt;
use protocol::{Code, MAX_MESSAGE_BYTES, scan};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::Gateway;
use super::budget::Cost;
use super::client::{Client, PassedOn};
use super::problem::{HttpResult, ProblemResponse};
use crate::rooms::{Handle, Refusal, TokenHash};

/// Media type of JSON.
pub(super) const JSON: &str = "application/json";

/// The gateway, for whoever answers.
pub(super) type SharedGateway = State<Arc<Gateway>>;

/// The client that asks.
pub(super) type FromClient = Extension<Client>;

/// A path whose parts may not even be UTF-8.
pub(super) type Parts<T> = Result<Path<T>, PathRejection>;

/// Returns the parts of a path; one that cannot be read names nothing.
pub(super) fn parts<T: Default>(path: Parts<T>) -> T {
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
pub(super) struct RoomPath {
    code: String,
    #[serde(default)]
    seat: String,
    /// Empty where the path has none.
    #[serde(default)]
    pub(super) device: String,
}

/// A request about a room, or about a seat of it.
pub(super) struct AboutRoom {
    pub(super) gateway: Arc<Gateway>,
    pub(super) client: Client,
    pub(super) bearer: Option<TokenHash>,
    pub(super) path: RoomPath,
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

/// Bytes of a body beyond its limit that are read and thrown away: to close while they are unread would tear down the
/// answer that says why, which whoever sends all at once has not read yet.
const BEYOND_BYTES: usize = 64 * 1024;

async fn limited(body: Body) -> HttpResult<Vec<u8>> {
    let mut stream = body.into_data_stream();
    let (mut bytes, mut came) = (Vec::new(), 0);
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|error| Refusal::new(Code::Malformed, error.to_string()))?;
        came += chunk.len();
        if came <= MAX_MESSAGE_BYTES {
            bytes.extend_from_slice(&chunk);
        } else if came > MAX_MESSAGE_BYTES + BEYOND_BYTES {
            break;
        }
    }
    if came > MAX_MESSAGE_BYTES {
        let detail = format!("a request's body has at most {MAX_MESSAGE_BYTES} bytes");
        return Err(Refusal::new(Code::TooBig, detail).into());
    }
    Ok(bytes)
}

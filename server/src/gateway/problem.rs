//! Errors over HTTP: RFC 9457 problems with one of the protocol's codes.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::Code;
use protocol::room::Problem;

use crate::rooms::Refusal;

/// The media type of a problem.
const PROBLEM_JSON: HeaderValue = HeaderValue::from_static("application/problem+json");

/// An answer, or the problem that is answered instead.
pub(super) type HttpResult<T> = Result<T, ProblemResponse>;

/// A refusal as an HTTP answer; `?` makes one of a [`Refusal`].
#[derive(Debug)]
pub(super) struct ProblemResponse {
    status: StatusCode,
    refusal: Refusal,
}

/// Mark of an answer that nothing was done, because the room is not here, or it or the whole server ends here
/// just now.
#[derive(Clone, Copy, Debug)]
pub(super) struct NothingDone;

impl From<Refusal> for ProblemResponse {
    fn from(refusal: Refusal) -> Self {
        Self { status: status(refusal.code), refusal }
    }
}

impl ProblemResponse {
    /// Sets a status that is not the usual one of the code.
    pub(super) fn with_status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }
}

impl IntoResponse for ProblemResponse {
    fn into_response(self) -> Response {
        let Self { status, refusal: Refusal { code, detail, retry_after_ms, .. } } = self;
        let problem = Problem {
            kind: "about:blank".to_owned(),
            status: status.as_u16(),
            title: status.canonical_reason().unwrap_or("Error").to_owned(),
            code: code.into(),
            detail,
            retry_after_ms,
        };
        // A problem is a plain struct with string keys, for which serialisation cannot fail.
        let body = serde_json::to_string(&problem).unwrap_or_default();
        let mut response = (status, [(header::CONTENT_TYPE, PROBLEM_JSON)], body).into_response();
        if matches!(code, Code::Draining | Code::RoomUnknown) {
            response.extensions_mut().insert(NothingDone);
        }
        let headers = response.headers_mut();
        if let Some(ms) = retry_after_ms {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(ms.div_ceil(1_000)));
        }
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// Returns the HTTP status of a code.
pub(super) fn status(code: Code) -> StatusCode {
    match code {
        Code::Malformed | Code::UnknownType | Code::HelloExpected => StatusCode::BAD_REQUEST,
        Code::TokenUnknown => StatusCode::UNAUTHORIZED,
        Code::Forbidden
        | Code::OriginForbidden
        | Code::GalleryFull
        | Code::HintsOff
        | Code::NotSeated => StatusCode::FORBIDDEN,
        Code::RoomUnknown
        | Code::SeatUnknown
        | Code::EntryUnknown
        | Code::LessonUnknown
        | Code::ProgramUnknown
        | Code::NotFound => StatusCode::NOT_FOUND,
        Code::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        Code::NotStarted
        | Code::NotAgreed
        | Code::Stale
        | Code::IdReused
        | Code::Over
        | Code::RolledBack
        | Code::RoomFull
        | Code::ProgramFull
        | Code::ProgramAbsent
        | Code::SeatTaken
        | Code::Started
        | Code::NotOver
        | Code::DataUnknown
        | Code::Unproven => StatusCode::CONFLICT,
        Code::TooBig => StatusCode::PAYLOAD_TOO_LARGE,
        Code::Illegal
        | Code::EntropyRequired
        | Code::EntropyMismatch
        | Code::GameUnknown
        | Code::OptionInvalid
        | Code::NameInvalid
        | Code::NoMind
        | Code::NotifyInvalid => StatusCode::UNPROCESSABLE_ENTITY,
        Code::TooFast | Code::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
        Code::Busy | Code::StorageUnavailable | Code::Draining | Code::RoomUnavailable => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        // Codes that later versions add are the server's affair until they have a line here.
        Code::Internal | _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

//! Headers that browsers get with every answer, and requests that pages of other sites may make.
//!
//! A page cannot forge its `Origin`, and a browser asks before it lets a page of another site send
//! JSON or a token. Programs that are no browsers send no `Origin` and see nothing of this.

use std::sync::Arc;
use std::time::Duration;

use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, RETRY_AFTER,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, Method, request};
use axum::response::Response;
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::Gateway;

/// Pages of other sites get at an answer through CORS or not at all.
const CORP: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// For how long a browser that came by TLS comes by nothing else: a year.
const BY_TLS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// For how long a browser may remember what pages of another site may ask.
const ASKED: Duration = Duration::from_hours(2);

/// Lets the pages of allowed origins ask everything.
pub(super) fn cors(gateway: &Arc<Gateway>) -> CorsLayer {
    let gateway = gateway.clone();
    let allowed =
        move |origin: &HeaderValue, _: &request::Parts| gateway.origins.lists(origin.as_bytes());
    CorsLayer::new()
        .allow_origin(AllowOrigin::predicate(allowed))
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([AUTHORIZATION, CONTENT_TYPE, IF_NONE_MATCH])
        .expose_headers([ETAG, RETRY_AFTER])
        .max_age(ASKED)
}

/// Adds the headers that browsers get with every answer, unless the answer has its own.
pub(super) fn careful(mut response: Response, by_tls: bool) -> Response {
    let headers = response.headers_mut();
    let mut add = |name: HeaderName, value: HeaderValue| {
        headers.entry(name).or_insert(value);
    };
    add(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    add(CORP, HeaderValue::from_static("same-origin"));
    add(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if by_tls {
        add(STRICT_TRANSPORT_SECURITY, BY_TLS_ONLY);
    }
    response
}

//! What a browser sees that follows an invitation: how to join from a terminal.
//!
//! There is no browser client yet, and a link that answers with an error would be a poor welcome.
//! The page says nothing about rooms: it is the same whether a room with the code exists or not.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST};
use axum::response::{IntoResponse, Response};

use super::Gateway;
use super::problem::Failure;
use crate::rooms::{Refusal, normalise_code};

/// Nothing but this page's own style.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; \
                      base-uri 'none'; form-action 'none'";

/// `GET /`.
pub(super) async fn home(State(gateway): State<Arc<Gateway>>, headers: HeaderMap) -> Response {
    let server = address(&gateway, &headers);
    page(
        &[
            "This server hosts board games for people far away from each other.",
            "Open a room from a terminal, and send your friend the link that it prints:",
        ],
        &format!("entente --server {server} play --create GAME"),
    )
}

/// `GET /r/{code}`.
pub(super) async fn invitation(
    State(gateway): State<Arc<Gateway>>,
    Path(given): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let code = normalise_code(&given).ok_or_else(Refusal::room_unknown)?;
    let server = address(&gateway, &headers);
    let lines = ["You are invited to a match.", "Join it from a terminal:"];
    Ok(page(&lines, &format!("entente play --join {server}/r/{code}")))
}

/// Where this server is reached: what the operator says, or what the browser asked for.
fn address(gateway: &Gateway, headers: &HeaderMap) -> String {
    let settings = gateway.rooms.settings();
    if let Some(url) = &settings.public_url {
        return url.trim_end_matches('/').to_owned();
    }
    let plain = |host: &&str| {
        host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte))
    };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).filter(plain);
    format!("http://{}{}", host.unwrap_or("localhost"), settings.base_path.trim_end_matches('/'))
}

/// `command` holds only signs that HTML leaves alone.
fn page(lines: &[&str], command: &str) -> Response {
    let text = lines.join("</p>\n<p>");
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Entente</title>\n<style>\n\
         body {{ font: 18px/1.6 system-ui, sans-serif; max-width: 42rem; margin: 12vh auto; \
         padding: 0 1rem; color: #222; background: #fdfcf8 }}\n\
         pre {{ background: #eee8d8; padding: 1rem; border-radius: .4rem; white-space: pre-wrap; \
         overflow-wrap: anywhere }}\n\
         @media (prefers-color-scheme: dark) {{ body {{ color: #ddd; background: #181818 }} \
         pre {{ background: #2a2a2a }} }}\n\
         </style>\n<h1>Entente</h1>\n<p>{text}</p>\n<pre>{command}</pre>\n\
         <p>Playing in the browser is not possible yet.</p>\n</html>\n"
    );
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, POLICY),
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, html).into_response()
}

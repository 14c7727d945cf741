//! The page behind the link in every mail: the address's owner agrees to mails, or stops them.
//!
//! Opening it changes nothing and looks nothing up, for mail programs open links by themselves. Its
//! buttons send the answer; whatever else is sent stops the mails, as mail programs do it for people
//! who want no more (RFC 8058).

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY};
use axum::response::{IntoResponse, Response};

use super::Gateway;
use super::budget::Cost;
use super::client::Client;
use super::problem::ProblemResponse;
use super::request::{seat_number, text};

/// Nothing but this page's own style and form.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; \
                      base-uri 'none'; form-action 'self'";

/// Body that the button of consent sends.
const YES: &str = "answer=yes";

const QUESTION: &str = "<p>May this server email you when it is your turn?</p>\n\
    <form method=\"post\">\n\
    <p><button name=\"answer\" value=\"yes\">Yes, tell me when it is my turn</button></p>\n\
    <p><button name=\"answer\" value=\"no\">No, do not email me</button></p>\n</form>";

const AGREED: &str = "<p>From now on you get an email when it is your turn and you are away. \
                      Every email has a link to stop them.</p>";

const STOPPED: &str = "<p>You will get no more emails for this seat.</p>";

/// Answers `GET /mail/{code}/{seat}/{key}`.
pub(super) async fn ask(
    Path((_, seat, _)): Path<(String, String, String)>,
) -> Result<Response, ProblemResponse> {
    seat_number(&seat)?;
    Ok(page(QUESTION))
}

/// Answers `POST /mail/{code}/{seat}/{key}`.
pub(super) async fn answer(
    State(gateway): State<Arc<Gateway>>,
    Extension(client): Extension<Client>,
    Path((code, seat, key)): Path<(String, String, String)>,
    body: Body,
) -> Result<Response, ProblemResponse> {
    let agree = text(&gateway, body).await? == YES;
    let room = gateway.find(&client, &code, None, Cost::Change)?;
    room.answer_mail(seat_number(&seat)?, key, agree).await?;
    Ok(page(if agree { AGREED } else { STOPPED }))
}

fn page(said: &str) -> Response {
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Entente: mails</title>\n<style>\n\
         body {{ font: 18px/1.6 system-ui, sans-serif; max-width: 42rem; margin: 12vh auto; \
         padding: 0 1rem }}\n\
         button {{ font: inherit; padding: .5rem 1rem }}\n\
         :root {{ color-scheme: light dark }}\n\
         </style>\n<h1>Entente</h1>\n{said}\n</html>\n"
    );
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, POLICY),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, html).into_response()
}

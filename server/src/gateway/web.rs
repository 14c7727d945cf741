//! The browser client: files that are part of the program, and the one page that loads them.
//!
//! The page is the same for every path and says nothing about rooms, whether they exist or not. Its
//! files have addresses with the digest of all of them, so a browser keeps them forever and a new
//! version never meets files of an old one. A debug build reads them from the folder `web/` at each
//! request.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{ACCEPT, CONTENT_SECURITY_POLICY, HOST, LOCATION, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use fairness::hex;
use protocol::Code;
use rust_embed::{Embed, EmbeddedFile};
use sha2::{Digest, Sha256};

use super::packed::{ASK_AGAIN, FOREVER, Fixed, says};
use super::preload::FirstFiles;
use super::problem::ProblemResponse;
use super::route::{Route, mount};
use super::{Gateway, packed, preload};
use crate::rooms::{Refusal, normalise_code};

/// The files of `web/`, without what only tools read.
#[derive(Embed)]
#[folder = "../web"]
#[exclude = "*.d.ts"]
#[exclude = "package.json"]
struct WebFiles;

/// The modules that a page begins with: the client, and what it shows there.
const HOME: FirstFiles = FirstFiles { modules: &["main.js"], games: Vec::new };
const RULES: FirstFiles = FirstFiles { modules: &["main.js", "ui/rules-page.js"], games: Vec::new };
const ROOM: FirstFiles = FirstFiles { modules: &["main.js", "ui/room.js"], games };

/// The folder of the games' own modules, and the one that each begins with.
const GAMES: (&str, &str) = ("games/", "/index.js");

/// The page that loads the client.
const INDEX: &str = "index.html";

/// Only what this server sends runs, is shown or is asked, and no text becomes markup.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'self'; \
                      form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
                      trusted-types lit-html entente entente-push";

/// The worker that shows notices. It has an address of its own, for a worker answers for the folder that
/// it comes from.
const PUSH_WORKER: &str = "push-worker.js";

/// The worker asks nobody.
const WORKER_POLICY: &str = "default-src 'none'";

/// A link holds a room's code, which no other site need know.
pub(super) const NO_REFERRER: (HeaderName, &str) = (REFERRER_POLICY, "no-referrer");

/// Number of characters of the files' digest that represent it.
const VERSION_CHARS: usize = 16;

/// Builds the routes of pages and files, under this base path.
pub(super) fn router(pages: &[Route], base: &str) -> Router<Arc<Gateway>> {
    let pages = mount(pages, base);
    if base.is_empty() { pages } else { pages.route(base, get(slash)) }
}

/// Returns the digest of all files, by which their addresses change when any of them does.
fn version() -> String {
    let mut names: Vec<_> = WebFiles::iter().collect();
    names.sort_unstable();
    let mut all = Sha256::new();
    for name in names {
        let digest = WebFiles::get(&name).map(|file| file.metadata.sha256_hash());
        all.update(name.as_bytes());
        all.update(digest.unwrap_or_default());
    }
    let mut version = hex::encode(&all.finalize());
    version.truncate(VERSION_CHARS);
    version
}

/// Returns the version of the files: in a debug build, of what the folder holds now.
pub(super) fn current() -> String {
    static VERSION: LazyLock<String> = LazyLock::new(version);
    if cfg!(debug_assertions) { version() } else { VERSION.clone() }
}

/// Checks whether the files have this version; in a debug build, they have every one.
fn has(asked: &str) -> bool {
    cfg!(debug_assertions) || asked == current()
}

/// Answers `GET /`.
pub(super) async fn home(State(gateway): State<Arc<Gateway>>, headers: HeaderMap) -> Response {
    let server = address(&gateway, &headers);
    page(&headers, "./", HOME, &format!("entente --server {server} play"))
}

/// Answers `GET /rules/{game}`: also for a game that nobody knows, which the page explains.
pub(super) async fn rules(State(gateway): State<Arc<Gateway>>, headers: HeaderMap) -> Response {
    let server = address(&gateway, &headers);
    page(&headers, "../", RULES, &format!("entente --server {server} games"))
}

/// Answers `GET /r/{code}`: also for what is no code, which the page explains better than a problem
/// would.
pub(super) async fn invitation(
    State(gateway): State<Arc<Gateway>>,
    Path(given): Path<String>,
    headers: HeaderMap,
) -> Response {
    let server = address(&gateway, &headers);
    let Some(code) = normalise_code(&given) else {
        let page = page(&headers, "../", HOME, &format!("entente --server {server} play"));
        return (StatusCode::NOT_FOUND, page).into_response();
    };
    page(&headers, "../", ROOM, &format!("entente play --join {server}/r/{code}"))
}

/// Answers a request for what is not there: whoever looks for a page gets one that says so, everybody else
/// a problem.
pub(super) async fn nowhere(
    State(gateway): State<Arc<Gateway>>,
    asked: Uri,
    headers: HeaderMap,
) -> Response {
    missing(&gateway, &asked, &headers, "there is nothing at this address")
}

/// Answers like [`nowhere`], with what a problem says.
pub(super) fn missing(
    gateway: &Gateway,
    asked: &Uri,
    headers: &HeaderMap,
    detail: &'static str,
) -> Response {
    let base = gateway.rooms.settings().base_path.trim_end_matches('/');
    let inside = asked.path().strip_prefix(base).and_then(|path| path.strip_prefix('/'));
    let wants_page = says(headers, ACCEPT, |media| media.starts_with("text/html"));
    let Some(inside) = inside.filter(|path| wants_page && !path.starts_with("api/")) else {
        return ProblemResponse::from(Refusal::new(Code::NotFound, detail)).into_response();
    };
    let root = match inside.matches('/').count() {
        0 => "./".to_owned(),
        deep => "../".repeat(deep),
    };
    let command = format!("entente --server {} play", address(gateway, headers));
    (StatusCode::NOT_FOUND, page(headers, &root, HOME, &command)).into_response()
}

/// Redirects the base path without its slash: what is relative to the page begins with the slash.
async fn slash(State(gateway): State<Arc<Gateway>>) -> Response {
    let base = gateway.rooms.settings().base_path.trim_end_matches('/');
    (StatusCode::PERMANENT_REDIRECT, [(LOCATION, format!("{base}/"))]).into_response()
}

/// Answers `GET /web/{version}/{path}`: a file as it was in this version.
pub(super) async fn file(
    State(gateway): State<Arc<Gateway>>,
    headers: HeaderMap,
    Path((asked, path)): Path<(String, String)>,
) -> Result<Response, ProblemResponse> {
    let missing = || Refusal::new(Code::NotFound, "there is no such file in this version");
    let versioned = path != INDEX && path != PUSH_WORKER && has(&asked);
    let file = WebFiles::get(&path).filter(|_| versioned).ok_or_else(missing)?;
    let answer = gateway.packed.answer(&headers, media_type(&path), FOREVER, fixed(file)).await;
    Ok(([NO_REFERRER], answer).into_response())
}

/// Answers `GET /push-worker.js`: the same address in every version, so browsers ask for it again.
pub(super) async fn push_worker(
    State(gateway): State<Arc<Gateway>>,
    headers: HeaderMap,
) -> Result<Response, ProblemResponse> {
    let missing = || Refusal::new(Code::NotFound, "there is no such file");
    let file = fixed(WebFiles::get(PUSH_WORKER).ok_or_else(missing)?);
    let media = media_type(PUSH_WORKER);
    let answer = gateway.packed.answer(&headers, media, ASK_AGAIN, file).await;
    Ok(([NO_REFERRER], [(CONTENT_SECURITY_POLICY, WORKER_POLICY)], answer).into_response())
}

/// Returns a file of the browser client.
pub(super) fn text_of(path: &str) -> Option<Cow<'static, [u8]>> {
    WebFiles::get(path).map(|file| file.data)
}

fn fixed(EmbeddedFile { data, metadata }: EmbeddedFile) -> Fixed {
    let text = match data {
        Cow::Borrowed(text) => Bytes::from_static(text),
        Cow::Owned(text) => text.into(),
    };
    Fixed { text, digest: metadata.sha256_hash() }
}

pub(super) fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("html") => "text/html; charset=utf-8",
        Some(_) | None => "text/plain; charset=utf-8",
    }
}

/// Returns the address of this server: the operator's public URL, or the host that the browser asked
/// for.
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

/// Returns the games with a module of their own, and that module.
fn games() -> Vec<(String, String)> {
    let game = |path: &str| {
        let name = path.strip_prefix(GAMES.0)?.strip_suffix(GAMES.1)?;
        Some((name.to_owned(), path.to_owned()))
    };
    WebFiles::iter().filter_map(|path| game(&path)).collect()
}

/// Answers with the page, `root` being the way from it to the server's root, `first` what it shows. `command`
/// does the same in a terminal and holds only signs that HTML leaves alone.
fn page(asked: &HeaderMap, root: &str, first: FirstFiles, command: &str) -> Response {
    let index = WebFiles::get(INDEX).map(|file| file.data).unwrap_or_default();
    let files = format!("web/{}", current());
    let html = String::from_utf8_lossy(&index)
        .replace("{{root}}", root)
        .replace("{{first}}", &preload::links(text_of, first, &files))
        .replace("{{files}}", &files)
        .replace("{{command}}", command);
    ([(CONTENT_SECURITY_POLICY, POLICY)], [NO_REFERRER], packed::page(asked, html)).into_response()
}

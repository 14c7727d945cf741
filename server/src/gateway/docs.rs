//! The documents as pages: the crate `site` makes them, of the texts in it and of this server's own
//! specification. They are the same for everybody, and made when somebody opens one first.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, LOCATION};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use site::{Places, SiteFile, WireDocuments};
use tokio::sync::OnceCell;
use tokio::task::spawn_blocking;

use super::Gateway;
use super::packed::{ASK_AGAIN, Fixed};
use super::web::{self, NO_REFERRER, media_type};
use super::{asyncapi, openapi};
use crate::settings::Settings;

/// The first page.
const FIRST: &str = "index.html";

/// Nothing but this server's own files is loaded, and nothing becomes markup.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
                      require-trusted-types-for 'script'; trusted-types 'none'";

/// The browser client's files that pages refer to.
const FILES: [&str; 7] = [
    "icon.svg",
    "styles/base.css",
    "styles/docs.css",
    "docs/main.js",
    "docs/find.js",
    "core/theme.js",
    "core/storage.js",
];

/// The pages and files of the documents, by name.
#[derive(Debug, Default)]
pub(super) struct Docs(OnceCell<BTreeMap<&'static str, Fixed>>);

impl Docs {
    /// Returns the page or file with this name.
    async fn get(&self, gateway: &Gateway, name: &str) -> Option<Fixed> {
        let make = async || {
            let settings = gateway.rooms.settings().clone();
            let made = spawn_blocking(move || {
                let files = format!("../web/{}", web::current());
                let places = Places { files: &files, home: Some("../") };
                let fixed = |SiteFile { name, text }| (name, Fixed::of(text));
                documents(&settings, places).into_iter().map(fixed).collect()
            });
            // It fails when the runtime ends: then nobody waits for the answer.
            made.await
        };
        self.0.get_or_try_init(make).await.ok()?.get(name).cloned()
    }
}

/// Builds the documents of a server with these settings: pages, the files that they refer to, the search's
/// index.
pub fn documents(settings: &Settings, places: Places<'_>) -> Vec<SiteFile> {
    let specification = WireDocuments {
        schema: protocol::schema::document(),
        openapi: openapi(settings),
        asyncapi: asyncapi(settings),
    };
    site::build(&specification, places)
}

/// Returns the files of the browser client that the documents refer to, by their paths in its folder.
pub fn site_files() -> Vec<(&'static str, Cow<'static, [u8]>)> {
    FILES.iter().filter_map(|path| Some((*path, web::text_of(path)?))).collect()
}

/// Answers `GET /docs`: what is relative to a page begins with the slash.
pub(super) async fn slash(State(gateway): State<Arc<Gateway>>) -> Response {
    let base = gateway.rooms.settings().base_path.trim_end_matches('/');
    (StatusCode::PERMANENT_REDIRECT, [(LOCATION, format!("{base}/docs/"))]).into_response()
}

/// Answers `GET /docs/`.
pub(super) async fn first(
    State(gateway): State<Arc<Gateway>>,
    asked: Uri,
    headers: HeaderMap,
) -> Response {
    answer(&gateway, &asked, &headers, FIRST).await
}

/// Answers `GET /docs/{document}`.
pub(super) async fn document(
    State(gateway): State<Arc<Gateway>>,
    asked: Uri,
    headers: HeaderMap,
    name: Result<Path<String>, PathRejection>,
) -> Response {
    let name = name.map(|Path(name)| name).unwrap_or_default();
    answer(&gateway, &asked, &headers, &name).await
}

async fn answer(gateway: &Gateway, asked: &Uri, headers: &HeaderMap, name: &str) -> Response {
    let Some(file) = gateway.docs.get(gateway, name).await else {
        return web::missing(gateway, asked, headers, "there is no such document");
    };
    let answer = gateway.packed.answer(headers, media_type(name), ASK_AGAIN, file).await;
    ([NO_REFERRER], [(CONTENT_SECURITY_POLICY, POLICY)], answer).into_response()
}

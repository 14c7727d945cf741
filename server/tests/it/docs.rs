//! The documents as pages: every link leads somewhere, nothing of the specification is left out, and a
//! server hands them out as it does the rest for browsers.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use server::gateway::{asyncapi, documents, openapi, site_files};
use server::{Settings, gateway};
use site::{Places, SiteFile};

use crate::support::{Server, quiet};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn site() -> Vec<SiteFile> {
    documents(&Settings::default(), Places { files: "files", home: Some("../") })
}

/// The values of an attribute in a page, in order; what looks like one in a text is none.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let begin = format!(" {attribute}=\"");
    let in_tag =
        |at: usize| page[..at].rfind(['<', '>']).is_some_and(|sign| page[sign..].starts_with('<'));
    let found = page.match_indices(begin.as_str()).filter(|(at, _)| in_tag(*at));
    found.map(|(at, _)| page[at + begin.len()..].split('"').next().unwrap()).collect()
}

/// Checks whether a file's name ends with a dot and this.
fn has_extension(name: &str, extension: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found == extension)
}

/// The anchors of each page.
fn anchors(files: &[SiteFile]) -> BTreeMap<&str, BTreeSet<&str>> {
    let pages = files.iter().filter(|file| has_extension(file.name, "html"));
    pages.map(|file| (file.name, values(&file.text, "id").into_iter().collect())).collect()
}

#[test]
fn every_link_leads_to_a_page_and_a_place_in_it() {
    let files = site();
    let names: BTreeSet<&str> = files.iter().map(|file| file.name).collect();
    let shared: BTreeSet<String> =
        site_files().iter().map(|(path, _)| format!("files/{path}")).collect();
    let anchors = anchors(&files);
    let mut followed = 0;
    for (page, own) in &anchors {
        let text = &files.iter().find(|file| file.name == *page).unwrap().text;
        assert_eq!(values(text, "id").len(), own.len(), "{page}: an anchor stands for one place");
        for link in values(text, "href").into_iter().chain(values(text, "src")) {
            let (name, anchor) = link.split_once('#').map_or((link, None), |(a, b)| (a, Some(b)));
            let there = if name.is_empty() { page } else { name };
            let known = name.contains("://") || name == "../" || shared.contains(name);
            assert!(known || names.contains(there), "{page}: {link} leads nowhere");
            if let (Some(anchor), false) = (anchor, known) {
                assert!(anchors[there].contains(anchor), "{page}: {link} leads to no place");
            }
            followed += 1;
        }
        for said in
            values(text, "title").iter().filter_map(|it| it.strip_suffix(" in the repository"))
        {
            assert!(root().join(said).exists(), "{page}: the repository has no {said}");
        }
    }
    assert!(followed > 3_000, "{followed} links: the pages were not read");
}

#[test]
fn links_out_of_the_site_are_few_and_known() {
    let known = [
        "https://example.org",
        "https://play.example.org",
        "http://127.0.0.1",
        "http://localhost",
        "https://creativecommons.org",
        "https://spdx.org",
        "https://www.rfc-editor.org",
    ];
    for file in site().iter().filter(|file| has_extension(file.name, "html")) {
        for link in values(&file.text, "href").iter().filter(|link| link.contains("://")) {
            assert!(known.iter().any(|one| link.starts_with(one)), "{}: {link}", file.name);
        }
    }
}

#[test]
fn every_document_is_a_page() {
    let sources = site::sources();
    for folder in ["docs", "docs/protocol", "docs/rulings"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let path = format!("{folder}/{name}");
            // Pictures for those who look at the project; a server shows the real thing.
            let shown = path != "docs/SCREENS.md" && has_extension(&path, "md");
            assert!(
                !shown || sources.contains(&path.as_str()),
                "{path} is in no table of contents"
            );
        }
    }
}

#[test]
fn the_image_is_built_with_every_document() {
    let patterns = fs::read_to_string(root().join(".dockerignore")).unwrap();
    let left_out = |path: &str| {
        let parts: Vec<&str> = path.split('/').collect();
        let fits = |pattern: &str| {
            let wanted: Vec<&str> = pattern.split('/').collect();
            let one = |(part, wanted): (&&str, &&str)| part == wanted || *wanted == "*";
            wanted.len() <= parts.len() && parts.iter().zip(&wanted).all(one)
        };
        patterns.lines().any(fits)
    };
    assert!(left_out("sdk/python/src/entente/types.py") && left_out("docs/images/home.png"));
    for path in site::sources() {
        assert!(!left_out(path), "{path} is left out of the image");
    }
}

/// The keys of an object.
fn keys(value: &Value) -> impl Iterator<Item = &str> {
    value.as_object().unwrap().keys().map(String::as_str)
}

#[test]
fn the_reference_leaves_nothing_out() {
    let files = site();
    let anchors = anchors(&files);
    let all = |pages: &[&str]| -> BTreeSet<&str> {
        pages.iter().flat_map(|page| anchors[page].iter().copied()).collect()
    };
    let settings = Settings::default();
    let schema = protocol::schema::document();
    let types = all(&[
        "types.html",
        "types-europe-divided.html",
        "types-balance-of-power.html",
        "types-europe.html",
    ]);
    for name in keys(&schema["$defs"]) {
        assert!(types.contains(name), "the type {name}");
    }
    let codes = all(&["codes.html"]);
    for code in schema["$defs"]["KnownCode"]["oneOf"].as_array().unwrap() {
        assert!(codes.contains(code["const"].as_str().unwrap()), "the code {code}");
    }
    let asyncapi = asyncapi(&settings);
    let messages = all(&["messages.html"]);
    for name in keys(&asyncapi["components"]["messages"]) {
        assert!(messages.contains(name), "the message {name}");
    }
    let openapi = openapi(&settings);
    let requests = all(&["requests.html"]);
    for path in openapi["paths"].as_object().unwrap().values() {
        for operation in path.as_object().unwrap().values() {
            let id = operation["operationId"].as_str().unwrap();
            assert!(requests.contains(id), "the request {id}");
        }
    }
}

#[test]
fn the_search_knows_every_section() {
    let files = site();
    let index = files.iter().find(|file| file.name == site::INDEX).unwrap();
    let index: Vec<[String; 4]> = serde_json::from_str(&index.text).unwrap();
    let anchors = anchors(&files);
    for [_, address, title, _] in &index {
        let (page, anchor) = address.split_once('#').unwrap_or((address, ""));
        assert!(anchor.is_empty() || anchors[page].contains(anchor), "{address}");
        assert!(!title.is_empty(), "{address}");
    }
    let finds = |word: &str, address: &str| {
        let found = |one: &&[String; 4]| one[3].contains(word) || one[2].contains(word);
        index.iter().filter(found).any(|one| one[1] == address)
    };
    assert!(finds("ENTENTE_MAX_ROOMS", "protocol.html#limits"));
    assert!(finds("rolled_back", "codes.html"));
    assert!(finds("createRoom", "requests.html#createRoom"));
}

#[tokio::test]
async fn a_server_shows_them_under_its_base_path() {
    let base_path = "/games".to_owned();
    let server = Server::under(Settings { base_path, ..quiet() }).await;
    let moved = server.get("/games/docs").await;
    assert_eq!((moved.status, moved.headers["location"].as_str()), (308, "/games/docs/"));
    let first = server.get("/games/docs/").await;
    assert_eq!(first.status, 200);
    assert_eq!(first.headers["content-type"], "text/html; charset=utf-8");
    assert_eq!(first.headers["cache-control"], "no-cache");
    assert_eq!(first.headers["referrer-policy"], "no-referrer");
    let policy = &first.headers["content-security-policy"];
    for part in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    assert_eq!(first.body, server.get("/games/docs/index.html").await.body);

    // What the page refers to is there, as relative addresses lead to it.
    let page = first.body.as_str().unwrap();
    let (mut pages, mut files) = (0, 0);
    for link in values(page, "href").into_iter().chain(values(page, "src")) {
        let path = match link.strip_prefix("../") {
            Some(way) => format!("/games/{way}"),
            None if link.starts_with('#') => continue,
            None => format!("/games/docs/{}", link.split('#').next().unwrap()),
        };
        let answer = server.get(&path).await;
        assert_eq!(answer.status, 200, "{link}");
        *(if link.starts_with("../web/") { &mut files } else { &mut pages }) += 1;
    }
    assert!(pages > 30 && files >= 4, "{pages} pages, {files} files");
    let missing = server.get("/games/docs/nothing.html").await;
    assert_eq!((missing.status, missing.code()), (404, "not_found"));
    let browser = [("Accept", "text/html")];
    let page = server.request("GET", "/games/docs/nothing.html", &browser, "").await;
    assert_eq!(
        (page.status, page.headers["content-type"].as_str()),
        (404, "text/html; charset=utf-8")
    );
    assert_eq!(
        server.get("/games/docs/env.example").await.headers["content-type"],
        "text/plain; charset=utf-8"
    );

    let tag = first.headers["etag"].clone();
    let again = server.request("GET", "/games/docs/", &[("If-None-Match", &tag)], "").await;
    assert_eq!(again.status, 304);
}

#[test]
fn what_the_pages_need_of_the_client_is_there() {
    let files = gateway::site_files();
    let names: Vec<&str> = files.iter().map(|(path, _)| *path).collect();
    // Every import of their scripts is among them.
    for (path, text) in &files {
        let text = String::from_utf8_lossy(text);
        for line in text.lines().filter(|line| line.starts_with("import ")) {
            let from = line.rsplit('\'').nth(1).unwrap();
            let name = from.rsplit('/').next().unwrap();
            assert!(names.iter().any(|one| one.ends_with(name)), "{path} imports {from}");
        }
    }
    assert!(names.contains(&"docs/main.js") && names.contains(&"styles/docs.css"), "{names:?}");
}

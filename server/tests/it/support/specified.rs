//! Holds every answer that a test is given against the OpenAPI document: its status, its kind and its code
//! are there, or the route is not and the answer says so.

use std::sync::OnceLock;

use serde_json::Value;
use server::{Settings, gateway};

use super::Answer;

fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| gateway::openapi(&Settings::default()))
}

/// Checks whether a path is one of those that a template stands for.
fn fits(template: &str, path: &str) -> bool {
    let (mut template, mut path) = (template.split('/'), path.split('/'));
    loop {
        match (template.next(), path.next()) {
            // The rest of a path may have slashes.
            (None, None) | (Some("{path}"), Some(_)) => return true,
            (Some(part), Some(given)) if part.starts_with('{') && !given.is_empty() => {}
            (Some(part), Some(given)) if part == given => {}
            _ => return false,
        }
    }
}

/// Asserts that the document knows of such an answer; `path` is without the base path.
pub(super) fn holds(method: &str, path: &str, answer: &Answer) {
    let path = path.split('?').next().unwrap_or_default();
    let paths = document()["paths"].as_object().unwrap();
    let found = paths.iter().find(|(template, _)| fits(template, path));
    let operation = found.and_then(|(_, methods)| methods.get(method.to_ascii_lowercase()));
    let kind = answer.headers.get("content-type").and_then(|kind| kind.split(';').next());
    let problem = kind == Some("application/problem+json");
    let code = problem.then(|| answer.body["code"].as_str().unwrap());
    let Some(operation) = operation else {
        let elsewhere = ["not_found", "method_not_allowed", "malformed", "busy"];
        // Whoever looks for a page is told by one.
        let page = kind == Some("text/html");
        let known = code.is_some_and(|code| elsewhere.contains(&code))
            || answer.status == 308
            || answer.status == 404 && page;
        assert!(known, "{method} {path} is in no specification: {answer:?}");
        return;
    };
    let response = &operation["responses"][answer.status.to_string()];
    assert!(response.is_object(), "{method} {path} answers otherwise than specified: {answer:?}");
    let kinds = response["content"].as_object();
    let specified =
        |kind| kinds.is_some_and(|all| all.contains_key(kind) || all.contains_key("*/*"));
    assert!(
        kind.is_none_or(specified),
        "{method} {path} answers with what is not specified: {answer:?}"
    );
    let Some(code) = code else { return };
    let codes = &response["content"]["application/problem+json"]["schema"]["properties"]["code"];
    let codes = codes["enum"].as_array().unwrap();
    assert!(codes.iter().any(|one| one == code), "{method} {path}: {code} is not specified");
}

//! Links of the documents: they are written for the repository, and lead to pages here.

use crate::contents;

/// The thing that a link leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LinkTarget {
    /// An address: of a page or a file of the site, with its anchor, or of another site.
    Address(String),
    /// A file, by its path, that only the repository has.
    Repository(String),
}

/// Follows a link of the document with this path.
pub(crate) fn follow(document: &str, link: &str) -> LinkTarget {
    if link.starts_with('#') || link.contains("://") || link.starts_with("mailto:") {
        return LinkTarget::Address(link.to_owned());
    }
    let (way, anchor) =
        link.split_once('#').map_or((link, None), |(way, anchor)| (way, Some(anchor)));
    let path = joined(document, way);
    match contents::name_of(&path) {
        Some(name) => {
            let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
            LinkTarget::Address(format!("{name}{anchor}"))
        }
        None => LinkTarget::Repository(path),
    }
}

/// Returns the path, from the root, of what a document calls `way`.
fn joined(document: &str, way: &str) -> String {
    let mut parts: Vec<&str> = document.split('/').collect();
    parts.pop();
    for part in way.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_the_repository_lead_to_pages() {
        let address = |to: &str| LinkTarget::Address(to.to_owned());
        for (document, link, target) in [
            ("docs/HTTP.md", "PROTOCOL.md#limits", address("protocol.html#limits")),
            ("docs/protocol/europe.md", "../PROTOCOL.md", address("protocol.html")),
            ("docs/HTTP.md", "#the-view", address("#the-view")),
            ("docs/HTTP.md", "https://example.org/#x", address("https://example.org/#x")),
            ("docs/SELF-HOSTING.md", "ops/alerts.yml", address("alerts.yml")),
            ("docs/README.md", "../Makefile", LinkTarget::Repository("Makefile".to_owned())),
        ] {
            assert_eq!(follow(document, link), target, "{link} in {document}");
        }
    }
}

//! The content of a page while it is written: markup, its headings, and the words below each.

use std::collections::BTreeMap;

use crate::html::escape;

/// A heading, and the text until the next one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heading {
    /// 1 for the page's title.
    pub(crate) level: u8,
    /// Anchor within the page.
    pub(crate) id: String,
    /// Its words.
    pub(crate) title: String,
    /// The words of the text below, for the search.
    pub(crate) words: String,
}

/// The content of a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct PageBody {
    /// Markup.
    pub(crate) html: String,
    /// All headings, in order.
    pub(crate) headings: Vec<Heading>,
    taken: BTreeMap<String, u32>,
}

impl PageBody {
    /// Takes an anchor for this title, as sites of repositories name them: so a link to a heading leads to it
    /// here and there.
    pub(crate) fn anchor(&mut self, title: &str) -> String {
        let plain = title.trim().to_lowercase();
        let kept = plain.chars().filter_map(|sign| match sign {
            ' ' => Some('-'),
            '-' | '_' => Some(sign),
            sign => sign.is_alphanumeric().then_some(sign),
        });
        let name: String = kept.collect();
        let count = self.taken.entry(name.clone()).or_default();
        *count += 1;
        if *count == 1 { name } else { format!("{name}-{}", *count - 1) }
    }

    /// Begins a section: notes its heading, whose words are `title`, and returns its markup. `shown` is the
    /// markup within it.
    pub(crate) fn heading(&mut self, level: u8, id: String, title: &str, shown: &str) -> String {
        let label = escape(title);
        let link = if level == 1 {
            String::new()
        } else {
            format!(
                " <a class=\"anchor\" href=\"#{id}\" aria-label=\"Link to: {label}\">#</a>",
                id = escape(&id)
            )
        };
        let markup =
            format!("<h{level} id=\"{}\" tabindex=\"-1\">{shown}{link}</h{level}>\n", escape(&id));
        self.headings.push(Heading {
            level,
            id,
            title: title.trim().to_owned(),
            words: String::new(),
        });
        markup
    }

    /// Begins a section with a heading of plain text.
    pub(crate) fn section(&mut self, level: u8, id: String, title: &str) {
        let markup = self.heading(level, id, title, &escape(title));
        self.html.push_str(&markup);
    }

    /// Begins a section whose heading is code.
    pub(crate) fn code_section(&mut self, level: u8, id: String, title: &str) {
        let shown = format!("<code>{}</code>", escape(title));
        let markup = self.heading(level, id, title, &shown);
        self.html.push_str(&markup);
    }

    /// Adds words of the text, for the search.
    pub(crate) fn words(&mut self, text: &str) {
        if let Some(heading) = self.headings.last_mut() {
            heading.words.push_str(text);
            heading.words.push(' ');
        }
    }

    /// Adds markup.
    pub(crate) fn push(&mut self, html: &str) {
        self.html.push_str(html);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_those_of_sites_of_repositories() {
        let mut body = PageBody::default();
        for (title, anchor) in [
            ("Versions and reading", "versions-and-reading"),
            ("The server's bots", "the-servers-bots"),
            ("`GET /api/v1/games`, now", "get-apiv1games-now"),
            ("Limits", "limits"),
            ("Limits", "limits-1"),
            ("Größe: A_b-c", "größe-a_b-c"),
        ] {
            assert_eq!(body.anchor(title), anchor);
        }
    }
}

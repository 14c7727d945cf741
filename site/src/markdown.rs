//! Documents in Markdown, as the repository's site reads them. Markup of their own they have none: what looks
//! like it is shown as text.

#![allow(clippy::wildcard_enum_match_arm, reason = "most of what Markdown has needs nothing here")]

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::body::PageBody;
use crate::html::{TABLE, escape};
use crate::links::{LinkTarget, follow};

/// Renders the document with this path in the repository.
pub(crate) fn render(path: &str, text: &str) -> PageBody {
    let mut writer =
        DocumentWriter { path, body: PageBody::default(), out: Vec::new(), links: Vec::new() };
    let mut events = Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
    while let Some(event) = events.next() {
        if let Event::Start(Tag::Heading { level, .. }) = event {
            writer.heading(level, &mut events);
        } else {
            writer.event(event);
        }
    }
    let mut body = writer.body;
    html::push_html(&mut body.html, writer.out.into_iter());
    body
}

/// Renders a sentence or two, such as a description of the schema, without a paragraph around them.
pub(crate) fn inline(text: &str) -> String {
    let events = Parser::new(text).filter_map(|event| match event {
        Event::Start(Tag::Paragraph) => None,
        Event::End(TagEnd::Paragraph) => Some(Event::Text(" ".into())),
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        event => Some(event),
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    out.trim_end().to_owned()
}

struct DocumentWriter<'a> {
    path: &'a str,
    body: PageBody,
    out: Vec<Event<'a>>,
    /// The end of each link that is open.
    links: Vec<&'static str>,
}

impl<'a> DocumentWriter<'a> {
    fn raw(&mut self, markup: String) {
        self.out.push(Event::Html(markup.into()));
    }

    /// Writes a heading, whose anchor follows from all of its words.
    fn heading(&mut self, level: HeadingLevel, events: &mut impl Iterator<Item = Event<'a>>) {
        let mut title = String::new();
        let mut within = Vec::new();
        for event in events {
            match event {
                Event::End(TagEnd::Heading(_)) => break,
                Event::Text(ref text) | Event::Code(ref text) => title.push_str(text),
                _ => {}
            }
            within.push(event);
        }
        let mut shown = String::new();
        html::push_html(&mut shown, within.into_iter());
        let id = self.body.anchor(&title);
        let markup = self.body.heading(level as u8, id, &title, &shown);
        self.raw(markup);
    }

    fn event(&mut self, event: Event<'a>) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => self.link(&dest_url),
            Event::End(TagEnd::Link) => {
                let end = self.links.pop().unwrap_or_default();
                self.raw(end.to_owned());
            }
            Event::Start(Tag::Table(_)) => {
                self.raw(TABLE.to_owned());
                self.out.push(event);
            }
            Event::End(TagEnd::Table) => {
                self.out.push(event);
                self.raw("</div>\n".to_owned());
            }
            Event::Start(Tag::CodeBlock(kind)) => self.code_block(&kind),
            Event::End(TagEnd::CodeBlock) => self.raw("</code></pre>\n".to_owned()),
            // A picture is what it shows, in words: the site carries none.
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            Event::Html(text) | Event::InlineHtml(text) => self.out.push(Event::Text(text)),
            Event::Text(ref text) | Event::Code(ref text) => {
                self.body.words(text);
                self.out.push(event);
            }
            event => self.out.push(event),
        }
    }

    fn link(&mut self, to: &str) {
        let (markup, end) = match follow(self.path, to) {
            LinkTarget::Address(address) => (format!("<a href=\"{}\">", escape(&address)), "</a>"),
            LinkTarget::Repository(path) => {
                let title = format!("{path} in the repository");
                (format!("<span class=\"elsewhere\" title=\"{}\">", escape(&title)), "</span>")
            }
        };
        self.raw(markup);
        self.links.push(end);
    }

    /// Begins an example. Its mark says what it is of: the language, and to whom it is said.
    fn code_block(&mut self, kind: &CodeBlockKind<'_>) {
        let mark = match kind {
            CodeBlockKind::Fenced(mark) => mark.to_string(),
            CodeBlockKind::Indented => String::new(),
        };
        let shown = match mark.split_once(' ') {
            Some(("json", said)) => {
                format!("<p class=\"said\">{}</p>\n", escape(&said.replace('-', " ")))
            }
            _ => String::new(),
        };
        self.raw(format!("{shown}<pre tabindex=\"0\"><code>"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_keeps_its_form() {
        let text = "# The `x` page\n\nSee [here](PROTOCOL.md#rooms), [there](../Makefile).\n\n\
                    ## Part <b>\n\n| a | b |\n|---|---|\n| 1 | `|` |\n\n```json server-message\n{\"a\": \"<\"}\n```\n";
        let body = render("docs/HTTP.md", text);
        for part in [
            "<h1 id=\"the-x-page\" tabindex=\"-1\">The <code>x</code> page</h1>",
            "<a href=\"protocol.html#rooms\">here</a>",
            "<span class=\"elsewhere\" title=\"Makefile in the repository\">there</span>",
            "<div class=\"docs-table\" tabindex=\"0\"><table>",
            "</table>\n</div>",
            "<p class=\"said\">server message</p>\n<pre tabindex=\"0\"><code>{\"a\": \"&lt;\"}\n</code></pre>",
        ] {
            assert!(body.html.contains(part), "{part} in\n{}", body.html);
        }
        let titles: Vec<_> = body.headings.iter().map(|one| one.title.as_str()).collect();
        assert_eq!(titles, ["The x page", "Part "].map(str::trim));
        assert!(body.headings[0].words.contains("here"), "{:?}", body.headings);
    }

    #[test]
    fn markup_in_a_text_is_shown() {
        let body = render("docs/HTTP.md", "a <script>alert(1)</script> b\n\n<img src=x>\n");
        assert!(!body.html.contains("<script") && !body.html.contains("<img"), "{}", body.html);
        assert_eq!(inline("one `x`\n\n<i>two</i>"), "one <code>x</code> &lt;i&gt;two&lt;/i&gt;");
    }
}

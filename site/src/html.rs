//! Small pieces of markup.

/// Escapes text for markup and for attributes in quotes.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            sign => escaped.push(sign),
        }
    }
    escaped
}

/// Marks text as code.
pub(crate) fn code(text: &str) -> String {
    format!("<code>{}</code>", escape(text))
}

/// Builds a link.
pub(crate) fn link(href: &str, shown: &str) -> String {
    format!("<a href=\"{}\">{shown}</a>", escape(href))
}

/// Builds an example of this text, which can be scrolled by keyboard where it is wider than the page.
pub(crate) fn example(text: &str) -> String {
    format!("<pre tabindex=\"0\"><code>{}</code></pre>\n", escape(text))
}

/// Builds a table of rows of markup, which can be scrolled where it is wider than the page.
pub(crate) fn table(heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let heads: Vec<String> = heads.iter().map(|head| format!("<th>{head}</th>")).collect();
    let row = |cells: Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        format!("<tr>{}</tr>\n", cells.concat())
    };
    let rows: Vec<String> = rows.into_iter().map(row).collect();
    format!(
        "{TABLE}<table><thead><tr>{}</tr></thead><tbody>\n{}</tbody></table></div>\n",
        heads.concat(),
        rows.concat()
    )
}

/// Builds a list of links to anchors of the page, each with its markup.
pub(crate) fn list<'a>(anchors: impl Iterator<Item = (&'a str, String)>) -> String {
    let links: Vec<String> = anchors
        .map(|(id, shown)| format!("<li>{}</li>\n", link(&format!("#{id}"), &shown)))
        .collect();
    format!("<ul class=\"docs-list\">\n{}</ul>\n", links.concat())
}

/// The beginning of what holds a table.
pub(crate) const TABLE: &str = "<div class=\"docs-table\" tabindex=\"0\">";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_never_becomes_markup() {
        assert_eq!(escape("<a href=\"x\">&amp;"), "&lt;a href=&quot;x&quot;&gt;&amp;amp;");
        assert_eq!(code("<b>"), "<code>&lt;b&gt;</code>");
    }
}

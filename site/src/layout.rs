//! The frame of each page: the bar, the contents, the way to the neighbours.

use crate::Places;
use crate::body::PageBody;
use crate::contents::{GROUPS, PageEntry};
use crate::html::escape;

/// The deepest headings that the contents show of the page that is open.
const DEEPEST: u8 = 2;

/// The most sections that the contents show of it: with more, the page has a list of its own.
const SECTIONS_MAX: usize = 40;

/// Builds the page at this place among all.
pub(crate) fn page(entries: &[(&PageEntry, PageBody)], at: usize, places: Places<'_>) -> String {
    let Some((entry, body)) = entries.get(at) else { return String::new() };
    let Places { files, home } = places;
    let title = escape(entry.title);
    let brand = escape(home.unwrap_or("index.html"));
    let play = home.map(|home| format!("<a class=\"button\" href=\"{}\">Play</a>", escape(home)));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"description\" content=\"{about}\">\n\
         <title>{title} · Entente</title>\n\
         <link rel=\"icon\" href=\"{files}/icon.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"{files}/styles/base.css\">\n\
         <link rel=\"stylesheet\" href=\"{files}/styles/docs.css\">\n\
         <script type=\"module\" src=\"{files}/docs/main.js\"></script>\n\
         </head>\n<body>\n<a class=\"skip\" href=\"#content\">Skip to the content</a>\n\
         <header class=\"docs-bar\"><a class=\"docs-brand\" href=\"{brand}\">Entente</a>\
         <a class=\"docs-title\" href=\"index.html\">Documents</a>\
         <button class=\"docs-open\" popovertarget=\"contents\">Contents</button>\
         <div class=\"docs-search\" hidden></div>{play}</header>\n\
         <div class=\"docs-frame\">\n{contents}<main id=\"content\" tabindex=\"-1\">\n<article>\n{html}</article>\n\
         {neighbours}</main>\n</div>\n</body>\n</html>\n",
        about = escape(entry.about),
        play = play.unwrap_or_default(),
        contents = contents(entry, body),
        html = body.html,
        neighbours = neighbours(entries, at),
    )
}

/// Builds the list of all pages, with the sections of the one that is open.
fn contents(open: &PageEntry, body: &PageBody) -> String {
    let mut list =
        "<nav id=\"contents\" class=\"docs-contents\" popover aria-label=\"Contents\">\n"
            .to_owned();
    for group in GROUPS {
        list.push_str(&["<p>", &escape(group.title), "</p>\n<ul>\n"].concat());
        for entry in group.entries {
            let here = entry.name == open.name;
            let current = if here { " aria-current=\"page\"" } else { "" };
            let (name, title) = (entry.name, escape(entry.title));
            let sections = if here { sections(body) } else { String::new() };
            let link = format!("<li><a href=\"{name}\"{current}>{title}</a>{sections}</li>\n");
            list.push_str(&link);
        }
        list.push_str("</ul>\n");
    }
    list.push_str("</nav>\n");
    list
}

fn sections(body: &PageBody) -> String {
    let shown = body.headings.iter().filter(|heading| (2..=DEEPEST).contains(&heading.level));
    if shown.clone().count() > SECTIONS_MAX {
        return String::new();
    }
    let links: Vec<String> = shown
        .map(|heading| {
            let (id, title) = (escape(&heading.id), escape(&heading.title));
            format!("<li><a href=\"#{id}\">{title}</a></li>\n")
        })
        .collect();
    if links.is_empty() { String::new() } else { format!("\n<ul>\n{}</ul>\n", links.concat()) }
}

fn neighbours(entries: &[(&PageEntry, PageBody)], at: usize) -> String {
    let link = |at: Option<usize>, rel: &str, word: &str| {
        let Some((entry, _)) = at.and_then(|at| entries.get(at)) else { return String::new() };
        let (name, title) = (entry.name, escape(entry.title));
        format!("<a rel=\"{rel}\" href=\"{name}\"><small>{word}</small> {title}</a>")
    };
    let before = link(at.checked_sub(1), "prev", "Before");
    let after = link(at.checked_add(1), "next", "Next");
    format!("<nav class=\"docs-neighbours\" aria-label=\"Neighbours\">{before}{after}</nav>\n")
}

//! The table of contents: every page with its address, its title and what it is made of.

/// A part of the table of contents.
#[derive(Debug)]
pub(crate) struct PageGroup {
    /// Its heading.
    pub(crate) title: &'static str,
    /// Its pages.
    pub(crate) entries: &'static [PageEntry],
}

/// A page.
#[derive(Debug)]
pub(crate) struct PageEntry {
    /// The name of its file.
    pub(crate) name: &'static str,
    /// Its title in the contents.
    pub(crate) title: &'static str,
    /// Its subject, in a sentence.
    pub(crate) about: &'static str,
    /// The origin of its content.
    pub(crate) source: PageSource,
}

/// Origin of a page's content.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PageSource {
    /// A document.
    Document {
        /// Its path in the repository.
        path: &'static str,
        /// Its text.
        text: &'static str,
    },
    /// The requests over HTTP.
    Requests,
    /// The messages of the socket.
    Messages,
    /// The codes of refusals.
    Codes,
    /// The types whose names begin with this game's; for the empty one, those of no game.
    Types(&'static str),
}

/// A file that documents refer to, handed out as it is.
#[derive(Debug)]
pub(crate) struct Attached {
    /// Its name on the site.
    pub(crate) name: &'static str,
    /// Its path in the repository.
    pub(crate) path: &'static str,
    /// Its text.
    pub(crate) text: &'static str,
}

/// A page that a document is, by its path in the repository.
macro_rules! document {
    ($name:literal, $title:literal, $about:literal, $path:literal) => {
        PageEntry {
            name: $name,
            title: $title,
            about: $about,
            source: PageSource::Document {
                path: $path,
                text: include_str!(concat!("../../", $path)),
            },
        }
    };
}

/// A page of the reference.
macro_rules! made {
    ($name:literal, $title:literal, $about:literal, $source:expr) => {
        PageEntry { name: $name, title: $title, about: $about, source: $source }
    };
}

macro_rules! attached {
    ($($name:literal: $path:literal),+ $(,)?) => {
        &[$(Attached { name: $name, path: $path, text: include_str!(concat!("../../", $path)) }),+]
    };
}

/// All pages, in the order of reading.
pub(crate) const GROUPS: &[PageGroup] = &[
    PageGroup {
        title: "Begin",
        entries: &[
            document!(
                "index.html",
                "Where to begin",
                "Entente's documents: where authors of bots and clients, and operators of servers begin.",
                "docs/README.md"
            ),
            document!(
                "first-bot.html",
                "Your first bot",
                "Your first bot in five minutes, in Python and in TypeScript.",
                "docs/FIRST-BOT.md"
            ),
            document!(
                "own-board.html",
                "A board of your own",
                "A board of your own in the browser, in an evening.",
                "docs/OWN-BOARD.md"
            ),
            document!(
                "examples.html",
                "Examples",
                "Small programs to begin from.",
                "examples/README.md"
            ),
            document!(
                "template-bot.html",
                "A repository to copy",
                "A bot as a repository of its own: one class, its test, a workflow.",
                "examples/template-bot/README.md"
            ),
        ],
    },
    PageGroup {
        title: "Packages",
        entries: &[
            document!(
                "python.html",
                "Python",
                "The package for Python: bots, clients, the conformance kit.",
                "sdk/python/README.md"
            ),
            document!(
                "typescript.html",
                "TypeScript",
                "The package for TypeScript and JavaScript: bots and clients.",
                "sdk/ts/README.md"
            ),
            document!(
                "engine.html",
                "The rules in Python",
                "The package of the rules for research: states, environments, numbers of commands.",
                "sdk/engine/README.md"
            ),
            document!(
                "programs.html",
                "Programs that wait for hosts",
                "Programs that announce themselves, and the seats that hosts give them.",
                "docs/PROGRAMS.md"
            ),
            document!(
                "development.html",
                "A server for authors",
                "A server whose matches repeat themselves, and begin at any moment.",
                "docs/DEVELOPMENT.md"
            ),
        ],
    },
    PageGroup {
        title: "Protocol",
        entries: &[
            document!(
                "protocol.html",
                "Protocol",
                "The protocol of clients and bots: rooms, the socket, updates, offers, limits.",
                "docs/PROTOCOL.md"
            ),
            document!("http.html", "Without a socket", "A match over HTTP alone.", "docs/HTTP.md"),
            document!(
                "protocol-changes.html",
                "Changes",
                "What may change within version 1 of the protocol, and what has.",
                "docs/PROTOCOL-CHANGES.md"
            ),
            document!(
                "lessons.html",
                "Lessons and puzzles",
                "Lessons and puzzles, for clients and for authors.",
                "docs/LESSONS.md"
            ),
            document!(
                "protocol-europe-divided.html",
                "Europe Divided",
                "Commands, events and views of Europe Divided.",
                "docs/protocol/europe-divided.md"
            ),
            document!(
                "protocol-balance-of-power.html",
                "Balance of Power",
                "Commands, events and views of Balance of Power.",
                "docs/protocol/balance-of-power.md"
            ),
            document!(
                "protocol-europe.html",
                "Europe",
                "Commands, events and views of Europe.",
                "docs/protocol/europe.md"
            ),
        ],
    },
    PageGroup {
        title: "Reference",
        entries: &[
            made!(
                "requests.html",
                "Requests",
                "Every request over HTTP, from the OpenAPI document.",
                PageSource::Requests
            ),
            made!(
                "messages.html",
                "Messages",
                "Every message of the socket, from the AsyncAPI document.",
                PageSource::Messages
            ),
            made!(
                "codes.html",
                "Codes",
                "Every code that something is refused with.",
                PageSource::Codes
            ),
            made!(
                "types.html",
                "Types",
                "Every type on the wire that is of no single game.",
                PageSource::Types("")
            ),
            made!(
                "types-europe-divided.html",
                "Types: Europe Divided",
                "The types of Europe Divided.",
                PageSource::Types("EuropeDivided")
            ),
            made!(
                "types-balance-of-power.html",
                "Types: Balance of Power",
                "The types of Balance of Power.",
                PageSource::Types("BalanceOfPower")
            ),
            made!(
                "types-europe.html",
                "Types: Europe",
                "The types of Europe.",
                PageSource::Types("Europe")
            ),
        ],
    },
    PageGroup {
        title: "Fairness and rules",
        entries: &[
            document!(
                "fairness.html",
                "Fair dealing",
                "How deals are committed to, and how anyone can check them.",
                "docs/FAIRNESS.md"
            ),
            document!(
                "rulings.html",
                "Rulings",
                "What the printed rules leave open, and how it was decided.",
                "docs/RULINGS.md"
            ),
            document!(
                "rulings-europe-divided.html",
                "Rulings: Europe Divided",
                "Rulings of Europe Divided.",
                "docs/rulings/europe-divided.md"
            ),
            document!(
                "rulings-balance-of-power.html",
                "Rulings: Balance of Power",
                "Rulings of Balance of Power.",
                "docs/rulings/balance-of-power.md"
            ),
            document!(
                "rulings-europe.html",
                "Rulings: Europe",
                "Rulings of Europe.",
                "docs/rulings/europe.md"
            ),
            document!(
                "glossary.html",
                "Glossary",
                "The words of the code, the protocol and the documents.",
                "docs/GLOSSARY.md"
            ),
        ],
    },
    PageGroup {
        title: "For operators",
        entries: &[
            document!(
                "self-hosting.html",
                "Running a server",
                "Settings, TLS, proxies, backups, notices.",
                "docs/SELF-HOSTING.md"
            ),
            document!(
                "reliability.html",
                "Reliability",
                "What is promised, and how it was tried.",
                "docs/RELIABILITY.md"
            ),
            document!(
                "performance.html",
                "Performance",
                "Speed and size, measured.",
                "docs/PERFORMANCE.md"
            ),
            document!(
                "security.html",
                "Security",
                "How to report a weakness, and what is defended against.",
                "SECURITY.md"
            ),
        ],
    },
    PageGroup {
        title: "The project",
        entries: &[
            document!(
                "architecture.html",
                "Architecture",
                "How the project fits together.",
                "ARCHITECTURE.md"
            ),
            document!(
                "contributing.html",
                "Contributing",
                "Tests, style, adding a game.",
                "CONTRIBUTING.md"
            ),
            document!(
                "bots.html",
                "The server's bots",
                "How the server's bots choose, and how strong they are.",
                "docs/BOTS.md"
            ),
            document!(
                "terminal.html",
                "The terminal client",
                "Keys and commands of the terminal client.",
                "docs/TERMINAL.md"
            ),
            document!(
                "newcomers.html",
                "Newcomers",
                "What newcomers ask, and where it is answered.",
                "docs/NEWCOMERS.md"
            ),
        ],
    },
];

/// The files that documents refer to.
pub(crate) const ATTACHED: &[Attached] = attached! {
    "env.example": ".env.example",
    "entente.service": "docs/ops/entente.service",
    "alerts.yml": "docs/ops/alerts.yml",
    "grafana.json": "docs/ops/grafana.json",
    "verify.py": "docs/verify.py",
    "random_bot.py": "examples/python/random_bot.py",
    "greedy_bot.py": "examples/python/greedy_bot.py",
    "viewer.py": "examples/python/viewer.py",
    "notifier.py": "examples/python/notifier.py",
    "random-bot.ts": "examples/typescript/random-bot.ts",
    "greedy-bot.ts": "examples/typescript/greedy-bot.ts",
    "board.ts": "examples/own-board/board.ts",
    "board.css": "examples/own-board/board.css",
    "own-board.html.txt": "examples/own-board/index.html",
};

/// Returns all pages, in the order of reading.
pub(crate) fn entries() -> impl Iterator<Item = &'static PageEntry> {
    GROUPS.iter().flat_map(|group| group.entries)
}

/// Returns the name, on the site, of the file with this path in the repository; `None` if it is not there.
pub(crate) fn name_of(path: &str) -> Option<&'static str> {
    let page = entries().find(
        |entry| matches!(entry.source, PageSource::Document { path: own, .. } if own == path),
    );
    let attached = || ATTACHED.iter().find(|file| file.path == path).map(|file| file.name);
    page.map(|entry| entry.name).or_else(attached)
}

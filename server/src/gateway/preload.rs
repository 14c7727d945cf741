//! Links to all that a page of the browser client begins with, read off its modules.
//!
//! A module names its imports in itself, so a browser asks for each layer of them only when the layer before
//! has come: a dozen journeys there and back for a page of a hundred modules. The page therefore names all of
//! them, and what they wait for, before any has come. Which game is played in a room it does not know: it names
//! what each of them needs in a template, which the client takes once it knows.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use parking_lot::Mutex;
use url::Url;

/// An address for the folder of the client, against which those in its modules are resolved.
const CLIENT: &str = "web://client/";

/// Reads a file of the client by its path; `None` where there is none.
type ReadFile = fn(&str) -> Option<Cow<'static, [u8]>>;

/// Beginnings of the lines that end in a module's address: statements of one line, and the last line of those
/// that the formatter breaks.
const IMPORTS: [&str; 3] = ["import ", "export ", "} from "];

/// The signs around an address: those of the client, and of the libraries that it has copies of.
const QUOTES: [char; 2] = ['\'', '"'];

/// A style sheet that a module awaits, as the client's modules name it.
const STYLE: &str = "style(new URL('";

/// Links to a style sheet that is used at once, and to one that is used some time later: browsers complain of the
/// former if it is not.
const PRELOAD: &str = "preload\" as=\"style";
const PREFETCH: &str = "prefetch\" as=\"style";

/// Modules that a page begins with.
type Modules = &'static [&'static str];

/// The files that a page begins with, and those that it goes on to.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstFiles {
    /// The modules that run at once.
    pub(super) modules: Modules,
    /// Returns the games of which it shows one later, each with its module.
    pub(super) games: fn() -> Vec<(String, String)>,
}

/// The links that were asked for before, by the folder of the addresses, which changes with any file.
static KNOWN: Mutex<BTreeMap<(String, Modules), Arc<str>>> = Mutex::new(BTreeMap::new());

/// Returns links to everything that the first modules of a page import or await, themselves included, except
/// for what they load later by `import(...)`; then a template for each game, with links to what it needs beside.
/// `files` is the folder of the addresses. The files are read once.
pub(super) fn links(read: ReadFile, first: FirstFiles, files: &str) -> Arc<str> {
    let key = (files.to_owned(), first.modules);
    let known = KNOWN.lock().get(&key).cloned();
    known.unwrap_or_else(|| {
        let links: Arc<str> = read_off(read, first, files).into();
        KNOWN.lock().insert(key, links.clone());
        links
    })
}

fn read_off(read: ReadFile, FirstFiles { modules, games }: FirstFiles, files: &str) -> String {
    let first = all_for(read, modules.iter().map(|module| (*module).to_owned()).collect());
    games().into_iter().fold(written(&first, PRELOAD, files), |mut links, (game, module)| {
        let beside = written(all_for(read, vec![module]).difference(&first), PREFETCH, files);
        // Writing to a text cannot fail.
        let _ = write!(links, "<template data-game=\"{game}\">{beside}</template>");
        links
    })
}

/// Returns the paths of everything that these modules need, themselves included.
fn all_for(read: ReadFile, mut ahead: Vec<String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    while let Some(path) = ahead.pop() {
        if !found.contains(&path) {
            ahead.extend(needs(read, &path));
            found.insert(path);
        }
    }
    found
}

/// Writes the links to these files; `styles` is the link to a style sheet.
fn written<'a>(paths: impl IntoIterator<Item = &'a String>, styles: &str, files: &str) -> String {
    paths.into_iter().fold(String::new(), |mut links, path| {
        let kind = if is(path, "css") { styles } else { "modulepreload" };
        // Writing to a text cannot fail.
        let _ = write!(links, "<link rel=\"{kind}\" href=\"{files}/{path}\" />");
        links
    })
}

/// Returns the paths of what a file needs before it runs; none for a style sheet.
fn needs(read: ReadFile, path: &str) -> Vec<String> {
    let text = read(path).filter(|_| is(path, "js")).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    text.lines().filter_map(address).filter_map(|address| beside(path, address)).collect()
}

/// Returns the relative address that a line of a module needs.
fn address(line: &str) -> Option<&str> {
    let imports = IMPORTS.iter().any(|begin| line.starts_with(begin));
    let (_, quoted) = match line.split_once(STYLE) {
        Some(style) => style,
        None if imports => line.split_once(QUOTES)?,
        None => return None,
    };
    let (address, _) = quoted.split_once(QUOTES)?;
    (imports || is(address, "css")).then_some(address).filter(|one| one.starts_with('.'))
}

/// Checks whether a path's ending is this one.
fn is(path: &str, ending: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, found)| found == ending)
}

/// Returns the path that a relative address means in a file, as a browser understands it.
fn beside(path: &str, address: &str) -> Option<String> {
    let file = Url::parse(CLIENT).ok()?.join(path).ok()?;
    let meant = file.join(address).ok()?;
    meant.as_str().strip_prefix(CLIENT).map(str::to_owned)
}

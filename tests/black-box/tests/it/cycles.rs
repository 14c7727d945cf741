//! No import cycle within a crate: whoever reads a file can read what it rests on first.
//!
//! An import of the module that a file belongs to does not count: parts know their whole. Tests may look
//! everywhere.

use std::collections::{BTreeMap, BTreeSet};

use crate::tidy::{files, sources_under};

/// A module's path within its crate.
type Module = Vec<String>;

/// Returns the module that a file holds; `None` for a test.
fn module(file: &str) -> Option<(String, Module)> {
    let (krate, path) = file.split_once("/src/")?;
    let mut parts: Module = path.strip_suffix(".rs")?.split('/').map(str::to_owned).collect();
    if parts.iter().any(|part| part == "tests") {
        return None;
    }
    if matches!(parts.last()?.as_str(), "mod" | "lib" | "main") {
        parts.pop();
    }
    Some((krate.to_owned(), parts))
}

/// Returns the source without comments and without what follows the first module of tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Collects the paths of a use declaration's tree.
fn leaves(prefix: &str, tree: &str, found: &mut Vec<String>) {
    let (mut depth, mut start) = (0, 0);
    let mut parts = Vec::new();
    for (at, sign) in tree.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&tree[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&tree[start..]);
    for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
        match part.split_once('{') {
            Some((before, inner)) => {
                let inner = inner.rsplit_once('}').map_or(inner, |(inner, _)| inner);
                leaves(&format!("{prefix}{before}"), inner, found);
            }
            None => found.push(format!("{prefix}{}", part.split(" as ").next().unwrap_or(part))),
        }
    }
}

/// Lists every path that the source names, in `use` or on the spot.
fn paths(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = String::new();
    for statement in code.split_inclusive(';') {
        let at = statement.rfind("use ").filter(|at| {
            let before = &statement[..*at];
            before.rsplit('\n').next().is_some_and(|line| {
                let line = line.trim();
                line.is_empty() || line == "pub" || line.starts_with("pub(")
            })
        });
        match at {
            Some(at) => leaves("", statement[at + 4..].trim_end_matches(';'), &mut found),
            None => rest.push_str(statement),
        }
    }
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let named = rest.split(|c: char| !word(c));
    let named = named.filter(|path| path.starts_with("crate::") || path.starts_with("super::"));
    found.extend(named.map(str::to_owned));
    found
}

/// Returns the module that a path in `from` leads to, if it is one of these.
fn target<'a>(from: &Module, path: &str, all: &'a BTreeSet<Module>) -> Option<&'a Module> {
    let mut parts: Vec<&str> = path.trim().split("::").collect();
    let mut whole = match parts[0] {
        "crate" => Vec::new(),
        "self" | "super" => from.clone(),
        child => {
            let own: Module = from.iter().cloned().chain([child.to_owned()]).collect();
            all.get(&own)?;
            parts.insert(0, "self");
            from.clone()
        }
    };
    for part in parts {
        match part {
            "crate" | "self" => {}
            "super" => drop(whole.pop()),
            name => whole.push(name.to_owned()),
        }
    }
    let found = (0..=whole.len()).rev().find_map(|length| all.get(&whole[..length]))?;
    (!from.starts_with(found)).then_some(found)
}

/// Finds the modules on a way from one back to itself.
fn cycle(arrows: &BTreeMap<Module, BTreeSet<Module>>) -> Option<Vec<Module>> {
    fn walk<'a>(
        at: &'a Module,
        way: &mut Vec<&'a Module>,
        done: &mut BTreeSet<&'a Module>,
        arrows: &'a BTreeMap<Module, BTreeSet<Module>>,
    ) -> bool {
        if let Some(begin) = way.iter().position(|seen| *seen == at) {
            way.drain(..begin);
            return true;
        }
        if !done.insert(at) {
            return false;
        }
        way.push(at);
        let found =
            arrows.get(at).is_some_and(|next| next.iter().any(|to| walk(to, way, done, arrows)));
        if !found {
            way.pop();
        }
        found
    }
    let mut done = BTreeSet::new();
    arrows.keys().find_map(|at| {
        let mut way = Vec::new();
        walk(at, &mut way, &mut done, arrows).then(|| way.into_iter().cloned().collect())
    })
}

#[test]
fn no_module_imports_what_imports_it() {
    let mut crates: BTreeMap<String, Vec<(Module, String)>> = BTreeMap::new();
    for (file, text) in sources_under("") {
        if let Some((krate, module)) = module(&file) {
            crates.entry(krate).or_default().push((module, code(&text)));
        }
    }
    assert!(
        crates["engine"].len() > 50 && crates["server"].len() > 50,
        "the sources were not found"
    );
    for (krate, files) in crates {
        let all: BTreeSet<Module> = files.iter().map(|(module, _)| module.clone()).collect();
        let arrows = files.iter().map(|(from, code)| {
            let to = paths(code).into_iter().filter_map(|path| target(from, &path, &all).cloned());
            (from.clone(), to.collect())
        });
        let way = cycle(&arrows.collect());
        let way = way.map(|way| way.iter().map(|module| module.join("::")).collect::<Vec<_>>());
        assert!(way.is_none(), "{krate}: {}", way.unwrap_or_default().join(" -> "));
    }
}

/// The files that a module of the browser imports when it is loaded, as paths from the top.
fn imports(file: &str, text: &str) -> BTreeSet<Module> {
    let folder: Module = file.split('/').map(str::to_owned).collect();
    let from = text.lines().filter_map(|line| {
        let statement = line.starts_with("import ")
            || line.starts_with("} from ")
            || line.starts_with("export ");
        let (_, rest) = line.rsplit_once('\'').filter(|_| statement)?.0.split_once('\'')?;
        rest.starts_with('.').then_some(rest)
    });
    let resolved = from.map(|path| {
        let mut parts = folder[..folder.len() - 1].to_vec();
        for part in path.split('/') {
            match part {
                "." => {}
                ".." => drop(parts.pop()),
                name => parts.push(name.to_owned()),
            }
        }
        parts
    });
    resolved.collect()
}

#[test]
fn no_module_of_the_browser_imports_what_imports_it() {
    let ours = |name: &str| {
        let script = name.rsplit_once('.').is_some_and(|(_, end)| end == "js");
        script && name.starts_with("web/") && !name.starts_with("web/vendor/")
    };
    let arrows: BTreeMap<Module, BTreeSet<Module>> = files()
        .into_iter()
        .filter(|(name, _)| ours(name))
        .map(|(name, text)| (name.split('/').map(str::to_owned).collect(), imports(&name, &text)))
        .collect();
    let all: usize = arrows.values().map(BTreeSet::len).sum();
    assert!(all > 300, "{all} imports: the modules were not read");
    let way = cycle(&arrows).map(|way| way.iter().map(|file| file.join("/")).collect::<Vec<_>>());
    assert!(way.is_none(), "{}", way.unwrap_or_default().join(" -> "));
}

#[test]
fn a_cycle_is_found() {
    let module = |name: &str| vec![name.to_owned()];
    let arrows = |of: &[(&str, &str)]| -> BTreeMap<Module, BTreeSet<Module>> {
        of.iter().map(|(from, to)| (module(from), BTreeSet::from([module(to)]))).collect()
    };
    assert_eq!(cycle(&arrows(&[("a", "b"), ("b", "c")])), None);
    let found = cycle(&arrows(&[("a", "b"), ("b", "c"), ("c", "b")]));
    assert_eq!(found, Some(vec![module("b"), module("c")]));
    let all = BTreeSet::from([module("a"), module("b"), vec!["b".to_owned(), "c".to_owned()]]);
    let code =
        code("use crate::{a::X, b::{self, c::Y}}; // crate::z\nfn f() { super::b::c::g(); }");
    let to: Vec<_> =
        paths(&code).iter().filter_map(|path| target(&module("a"), path, &all)).collect();
    let (b, c) = (module("b"), vec!["b".to_owned(), "c".to_owned()]);
    assert_eq!(to, [&b, &c, &c]);
}

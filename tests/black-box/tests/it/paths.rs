//! The documents name files that exist, so that a stranger finds each place from them.

use crate::tidy::files;

/// The documents that lead through the source.
const DOCUMENTS: [&str; 4] =
    ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/RELIABILITY.md", "docs/RULINGS.md"];

/// The parts of a page that stand in backticks, outside of examples.
fn quoted(page: &str) -> Vec<&str> {
    let mut example = false;
    let lines = page.lines().filter(|line| {
        example ^= line.starts_with("```");
        !example
    });
    lines.flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

/// The paths that a pattern stands for: `a/{b,c}.rs` for two, and `<game>` for each game's folder.
fn expanded(pattern: &str) -> Vec<String> {
    if let Some((before, rest)) = pattern.split_once('{')
        && let Some((among, after)) = rest.split_once('}')
    {
        return among
            .split(',')
            .flat_map(|one| expanded(&format!("{before}{}{after}", one.trim())))
            .collect();
    }
    if pattern.contains("<game>") {
        let ids = engine::REGISTRY.iter().map(|game| game.id);
        return ids.flat_map(|id| expanded(&pattern.replace("<game>", id))).collect();
    }
    // Names that the reader chooses, or all: their folder is there.
    vec![pattern.split(['<', '*']).next().unwrap_or_default().to_owned()]
}

/// A path as it stands, and with a game's id as modules spell it.
fn spelled(path: &str) -> Vec<String> {
    let module =
        |path: String, game: &engine::GameEntry| path.replace(game.id, &game.id.replace('-', "_"));
    vec![path.to_owned(), engine::REGISTRY.iter().fold(path.to_owned(), module)]
}

#[test]
fn documents_name_files_that_exist() {
    let root = black_box::root();
    let tops: Vec<String> = files()
        .into_iter()
        .filter_map(|(name, _)| Some(name.split_once('/')?.0.to_owned() + "/"))
        .collect();
    let mut found = 0;
    for document in DOCUMENTS {
        let page = std::fs::read_to_string(root.join(document)).expect(document);
        for name in quoted(&page) {
            let name = name.split_whitespace().next().unwrap_or_default();
            let path = name.split("::").next().unwrap_or_default();
            let ours = tops.iter().any(|top| path.starts_with(top.as_str()));
            // What a program makes is not in the tree.
            if !ours || path.contains("...") || path.ends_with("/grown/") {
                continue;
            }
            for path in expanded(path) {
                let there = spelled(&path).iter().any(|path| root.join(path).exists());
                assert!(there, "{document}: {path} does not exist");
                found += 1;
            }
        }
    }
    assert!(found > 60, "{found} paths: the pages were not read");
}

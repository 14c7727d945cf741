//! `docs/RULINGS.md` names tests that exist.

/// The page.
const PAGE: &str = include_str!("../../../docs/RULINGS.md");

macro_rules! sources {
    ($($crate_name:literal: $($module:ident)+;)+) => {
        &[$($((
            concat!($crate_name, "::", stringify!($module)),
            include_str!(concat!("../", $crate_name, "/", stringify!($module), ".rs")),
        )),+),+]
    };
}

/// The modules that the page may name, and their text.
const SOURCES: &[(&str, &str)] = sources! {
    "examples": balance_of_power first_a first_b revised;
    "rulings": actions advantages armies balance_attack balance_beginning balance_turn before_initiative editions europe_cards fracture headlines
        hidden initiative russia_cards scoring seas set_up windows;
};

/// Whether the module named by the path's head has a test of the path's last name.
fn exists(path: &str) -> bool {
    let Some((module, test)) = path.rsplit_once("::") else { return false };
    let head = format!("#[test]\nfn {test}() {{");
    SOURCES.iter().any(|(name, text)| *name == module && text.contains(&head))
}

/// What stands between backquotes and is a path below `examples` or `rulings`.
fn named() -> Vec<&'static str> {
    let quoted = PAGE.split('`').skip(1).step_by(2);
    let path = |text: &&str| text.starts_with("rulings::") || text.starts_with("examples::");
    quoted.filter(path).collect()
}

#[test]
fn every_test_that_the_page_names_exists() {
    let module = |path: &&str| SOURCES.iter().any(|(name, _)| name == path);
    let missing = named().into_iter().filter(|path| !exists(path) && !module(path));
    let missing: Vec<&str> = missing.collect();
    assert!(missing.is_empty(), "docs/RULINGS.md names {missing:#?}");
    assert!(named().len() > 80, "the page is read");
}

#[test]
fn every_row_of_the_page_names_a_test() {
    let rows =
        PAGE.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| question"));
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        assert_eq!(cells.len(), 4, "{row}");
        assert!(cells[3].contains("::"), "{row}");
    }
}

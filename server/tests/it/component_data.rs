//! An operator's component data: used where they are right, refused with a reason where they are not.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use engine::catalogue::DataFault;
use engine::dealer::Dealer;
use engine::game::{Below, EventText};
use engine::offer::WrittenOffer;
use engine::{EventSink, Game, GameEntry, MatchMillis, Seat, SeatSet, Viewer};
use protocol::room::{GameInfo, SeatRange};
use protocol::{Outcome, Rejection};
use serde_json::Value;
use server::component_data::load_catalogues;
use tempfile::TempDir;

/// A game of component data and nothing else, twice, so that each can have its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Toy<const BLUE: bool>;

static GAMES: &[GameEntry] = &[GameEntry::of::<Toy<false>>(), GameEntry::of::<Toy<true>>()];

impl<const BLUE: bool> Game for Toy<BLUE> {
    const ID: &'static str = if BLUE { "blue-game" } else { "red-game" };
    const RULES_VERSION: u32 = 1;
    type Options = ();
    type Data = ();
    type Command = u8;
    type Choice = u8;
    type Event = u8;
    type Public = ();
    type Private = ();

    fn info() -> GameInfo {
        GameInfo {
            id: Self::ID.to_owned(),
            name: String::new(),
            description: String::new(),
            seats: SeatRange { min: 1, max: 1 },
            roles: None,
            sides: Vec::new(),
            types: None,
            options: Value::Null,
            option_groups: Vec::new(),
            bot_levels: Vec::new(),
            hints: false,
            licence: String::new(),
            dev: false,
        }
    }

    fn files() -> &'static [(&'static str, &'static str)] {
        &[("map", "regions = 3"), ("cards", "count = 50")]
    }

    fn load(files: &Value) -> Result<(), DataFault> {
        match files["map"]["regions"].as_u64() {
            Some(1..) => Ok(()),
            _ => Err(DataFault::new("map", "regions", "there must be one")),
        }
    }

    fn setup((): &(), _: Arc<()>, _: Dealer, _: &mut impl EventSink<Self::Event>) -> Self {
        Self
    }

    fn awaiting(&self) -> SeatSet {
        SeatSet::EMPTY
    }

    fn question(&self, _: Seat) -> u32 {
        0
    }

    fn veiled(&self) -> bool {
        false
    }

    fn choices(&self, _: Seat, _: &mut Vec<u8>) {}

    fn admits(&self, _: &u8, _: &u8) -> bool {
        false
    }

    fn sample(&self, choice: &u8, _: Below<'_>) -> u8 {
        *choice
    }

    fn written_offer(&self, _: Seat, _: &u8) -> WrittenOffer {
        unreachable!("nobody is ever awaited")
    }

    fn apply(
        &mut self,
        _: MatchMillis,
        _: Seat,
        _: &u8,
        _: &mut impl EventSink<u8>,
    ) -> Result<(), Rejection> {
        Ok(())
    }

    fn resign(&mut self, _: MatchMillis, _: Seat, _: &mut impl EventSink<u8>) {}

    fn describe(&self, _: &u8) -> EventText {
        EventText { text: String::new(), rule: "" }
    }

    fn public(&self) {}

    fn private(&self, _: Seat) {}

    fn scores(&self) -> Vec<i64> {
        Vec::new()
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn epoch(&self) -> u32 {
        0
    }

    fn redeal(&mut self, _: Viewer, _: Below<'_>) {}

    fn redeal_unseen(&mut self, _: Below<'_>) {}
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn refusal(folder: &Path) -> String {
    load_catalogues(GAMES, Some(folder)).expect_err("it should be refused").to_string()
}

#[test]
fn the_shipped_data_are_used_where_nothing_replaces_them() {
    let shipped = load_catalogues(GAMES, None).unwrap();
    assert_eq!(shipped.keys().copied().collect::<Vec<_>>(), ["blue-game", "red-game"]);
    assert_eq!(&**shipped["red-game"].canonical(), r#"{"cards":{"count":50},"map":{"regions":3}}"#);
    let folder =
        folder(&[("red-game/map.toml", "regions = 4"), ("red-game/.keep", ""), (".git", "")]);
    let replaced = load_catalogues(GAMES, Some(folder.path())).unwrap();
    assert_eq!(
        &**replaced["red-game"].canonical(),
        r#"{"cards":{"count":50},"map":{"regions":4}}"#
    );
    assert_eq!(replaced["blue-game"].digest(), shipped["blue-game"].digest());
}

#[test]
fn a_broken_file_is_named_with_its_row() {
    let broken = folder(&[("blue-game/map.toml", "regions = 0")]);
    let folder_path = broken.path().join("blue-game");
    let expected = format!("{}/map.toml: regions: there must be one", folder_path.display());
    assert_eq!(refusal(broken.path()), expected);
    let broken = folder(&[("red-game/cards.toml", "count = = 3")]);
    let said = refusal(broken.path());
    assert!(said.contains("red-game/cards.toml: syntax:") && said.contains("line 1"), "{said}");
    let broken = folder(&[("red-game/cards.toml", "count = 1.5")]);
    let said = refusal(broken.path());
    assert!(said.contains("integers and texts only"), "{said}");
}

#[test]
fn what_nobody_would_read_is_an_error() {
    let cases = [
        ("reed-game/map.toml", "no such game, did you mean \"red-game\"?"),
        ("red-game/maps.toml", "red-game has no such data file, did you mean \"map.toml\"?"),
        ("red-game/cards", "did you mean \"cards.toml\"?"),
        ("red-game/map.toml/deeper.toml", "red-game/map.toml: "),
        ("blue-game.toml", "only folders named after games belong here, such as \"blue-game\""),
    ];
    for (file, expected) in cases {
        let stray = folder(&[(file, "regions = 3")]);
        let said = refusal(stray.path());
        assert!(said.contains(expected), "{file}: {said}");
        assert!(said.contains(stray.path().to_str().unwrap()), "{file}: {said}");
    }
    let nowhere = folder(&[]).path().join("nowhere");
    assert!(refusal(&nowhere).contains("nowhere"));
}

//! Broken component data of Balance of Power are refused, with the file, the row and the reason.
//!
//! Each test edits the shipped text as an owner of the game might, and reads the fault.

use protocol::games::balance_of_power::ID;

use crate::shipped::{Edit, Shipped};

/// Asserts that the edited file is refused at this row for this reason.
#[track_caller]
fn refused(file: &str, edits: &[Edit<'_>], row: &str, reason: &str) {
    Shipped::of(ID).refused(file, edits, row, reason);
}

#[test]
fn the_shipped_data_hold_together() {
    Shipped::of(ID).holds_together();
}

#[test]
fn unknown_keys_and_identifiers() {
    let italy = ("id = \"italy\"", "rough =", "hilly = true\nrough =");
    refused("map", &[italy], "territory \"italy\"", "unknown field `hilly`");
    let italy = ("id = \"italy\"", "\"italy\"", "\"itally\"");
    refused("map", &[italy], "territory \"itally\"", "unknown variant `itally`");
    let setup = ("id = 1\n", "germany = 4", "utopia = 4");
    refused("setups", &[setup], "setup number 1", "utopia");
    let condition = ("id = \"rough_6\"", "hold = \"rough\", ", "hold = \"rough\", site = \"x\", ");
    refused("objectives", &[condition], "objective \"rough_6\"", "unknown field `site`");
}

#[test]
fn thirty_territories_each_once() {
    let twice = ("id = \"italy\"", "id = \"italy\"", "id = \"austria\"");
    refused("map", &[twice], "territory \"austria\"", "twice");
    let missing = Shipped::of(ID).row_of("map", "id = \"italy\"");
    refused("map", &[(&missing, &missing, "")], "territory \"italy\"", "is missing");
}

#[test]
fn eleven_rough_territories_and_four_sites() {
    let rough = ("id = \"italy\"", "rough = true", "rough = false");
    refused("map", &[rough], "rough", "10 territories are rough, not 11");
    let site = ("id = \"denmark\"", "site = \"naval_base\"", "site = \"swiss_vault\"");
    refused("map", &[site], "site", "2 territories have the site swiss_vault, not 1");
    let source = ("id = \"denmark\"", "site_source = \"printed\"\n", "");
    refused("map", &[source], "territory \"denmark\"", "go together");
}

#[test]
fn borders_make_one_map() {
    let first = "a = \"norway\"\nb = \"sweden\"";
    refused(
        "map",
        &[(first, "b = \"sweden\"", "b = \"norway\"")],
        "edge norway - norway",
        "itself",
    );
    let twice = [(first, "a = \"norway\"\nb = \"sweden\"", "a = \"finland\"\nb = \"sweden\"")];
    refused("map", &twice, "edge sweden - finland", "twice");
    let alone = Shipped::of(ID).row_of("map", "a = \"denmark\"\nb = \"germany\"");
    refused("map", &[(&alone, &alone, "")], "territory \"denmark\"", "no way leads here");
    let sea = ("a = \"united_kingdom\"\nb = \"norway\"", "\"sea\"", "\"land\"");
    refused("map", &[sea], "[[edge]]", "sea-lines touch 5 territories, not 6");
}

#[test]
fn a_region_has_territories_and_a_bonus() {
    let bonus = ("id = \"orange\"", "bonus = 5", "bonus = 13");
    refused("map", &[bonus], "region \"orange\"", "bonus is 1 to 12");
    let none = ("id = \"orange\"", "bonus = 5", "bonus = 0");
    refused("map", &[none], "region \"orange\"", "bonus is 1 to 12");
    let blue = ["prussia", "lithuania", "latvia", "estonia"];
    let ids = blue.map(|territory| format!("id = \"{territory}\""));
    let edits: Vec<Edit<'_>> =
        ids.iter().map(|id| (id.as_str(), "region = \"blue\"", "region = \"brown\"")).collect();
    refused("map", &edits, "region \"blue\"", "has no territory");
}

#[test]
fn an_objective_asks_for_what_there_is() {
    let cities = ("id = \"cities_6\"", "count = 6", "count = 10");
    refused("objectives", &[cities], "objective \"cities_6\"", "count is 1 to 9");
    let rough = ("id = \"rough_6\"", "count = 6", "count = 0");
    refused("objectives", &[rough], "objective \"rough_6\"", "count is 1 to 11");
}

#[test]
fn a_set_up_is_complete() {
    let one = |old, new| ("id = 1\n", old, new);
    let row = "setup number 1";
    refused("setups", &[("id = 4\n", "id = 4", "id = 5")], "setup number 4", "run from 1 to 4");
    let missing = Shipped::of(ID).row_of("setups", "id = 4\n");
    refused("setups", &[(&missing, &missing, "")], "[[setup]]", "3 set-ups, not 4");
    refused("setups", &[one("  \"germany\",\n", "")], row, "9 different cities");
    refused("setups", &[one("  \"germany\"", "  \"sweden\"")], row, "9 different cities");
    refused("setups", &[one("  \"rough_6\",\n", "")], row, "8 different objectives");
    let alone = ("id = 2\n", "first = \"blue\"\n", "");
    refused("setups", &[alone], "setup number 2", "first and first_source go together");
    refused("setups", &[one("germany = 4", "germany = 3")], row, "red has 26 troops, not 27");
    refused("setups", &[one("belarus = 5", "belarus = 6")], row, "blue has 28 troops, not 27");
    refused("setups", &[one("denmark = 8", "denmark = 9")], row, "neutral has 61 troops, not 60");
    let twice = one("latvia = 3, austria = 2", "germany = 3, austria = 2");
    refused("setups", &[twice], row, "germany is held by 2 armies");
    let empty = one("latvia = 3, austria = 2", "austria = 5");
    refused("setups", &[empty], row, "latvia is held by 0 armies");
    let capital = one("red_capital = \"germany\"", "red_capital = \"belarus\"");
    refused("setups", &[capital], row, "the capital of red stands in belarus, which is not red");
}

#[test]
fn a_card_shows_what_its_id_says() {
    let territory = ("id = \"card-italy\"", "territory = \"italy\"", "territory = \"austria\"");
    refused("cards", &[territory], "card \"card-italy\"", "another territory");
    let stars = ("id = \"card-italy\"", "stars = 2", "stars = 3");
    refused("cards", &[stars], "card \"card-italy\"", "1 or 2");
    let missing = Shipped::of(ID).row_of("cards", "id = \"plain-2\"");
    refused("cards", &[(&missing, &missing, "")], "card \"plain-2\"", "is missing");
}

#[test]
fn the_star_table_rises() {
    let falls = ("stars = 5\ntroops", "troops = 10", "troops = 7");
    refused("cards", &[falls], "stars 5", "rise from row to row");
    let missing = Shipped::of(ID).row_of("cards", "stars = 10\ntroops");
    refused("cards", &[(&missing, &missing, "")], "[[stars]]", "2 to 10 stars");
}

#[test]
fn charts_and_support_fit_each_other() {
    let capacity = ("id = \"neutral\"", "capacity = 11", "capacity = 12");
    refused("command_room", &[capacity], "[[resistance]]", "1 to 12 troops");
    let none = ("id = \"red\"", "capacity = 12", "capacity = 0");
    refused("command_room", &[none], "chart \"red\"", "capacity is 1 to 30");
    let rises = ("troops = 7\nneeded", "needed = 6", "needed = 8");
    refused("command_room", &[rises], "resistance 7", "never rises");
    let price = ("id = \"special_unit\"", "price = 8", "price = 13");
    refused("command_room", &[price], "support \"special_unit\"", "price is 1 to 12");
    let missing = Shipped::of(ID).row_of("command_room", "id = \"special_unit\"");
    let row = "support \"special_unit\"";
    refused("command_room", &[(&missing, &missing, "")], row, "is missing");
}

#[test]
fn no_source_can_be_left_out() {
    Shipped::of(ID).no_source_can_be_left_out(100);
}

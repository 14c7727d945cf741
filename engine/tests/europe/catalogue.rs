//! Broken component data are refused, with the file, the row and the reason.
//!
//! Each test edits the shipped text as somebody might, and reads the fault.

use protocol::games::europe::ID;

use crate::shipped::{Edit, Shipped};

/// Edits a file: after `row`, the first `old` becomes `new`; asserts that it is refused at this row
/// for this reason.
#[track_caller]
fn refused(file: &str, edit: Edit<'_>, at: &str, reason: &str) {
    Shipped::of(ID).refused(file, &[edit], at, reason);
}

#[test]
fn the_shipped_data_hold_together() {
    Shipped::of(ID).holds_together();
}

#[test]
fn resource_cards() {
    let grain = "copies = [\"grain-4-4-a\"";
    let twice = (grain, "grain-4-4-b", "grain-4-4-a");
    refused("resources", twice, "resource number 1", "grain-4-4-a is listed twice");
    let unknown = (grain, "grain-4-4-b", "grain-4-4-c");
    refused("resources", unknown, "resource number 1", "unknown variant `grain-4-4-c`");
    let missing = (grain, ", \"grain-4-4-b\"", "");
    refused("resources", missing, "[[resource]]", "grain-4-4-b is missing");
    let fuel = "copies = [\"fuel-1-0-a\"";
    let starting = (fuel, "source = \"printed\"", "source = \"guessed\"");
    refused("resources", starting, "resource number 22", "unknown variant `guessed`");
}

#[test]
fn citizens() {
    let coats = "id = \"c9\"";
    refused("citizens", (coats, "cloth = 1", "wool = 1"), "citizen \"c9\"", "wool");
    let idle = (coats, "{ cloth = 1, livestock = 2 }", "{ }");
    refused("citizens", idle, "citizen \"c9\"", "needs from 1 to 12 cubes");
    let many = (coats, "gentle = 2", "gentle = 3");
    refused("citizens", many, "citizen \"c9\"", "at most 2 copies");
    let rich = (coats, "coin = 2", "coin = 13");
    refused("citizens", rich, "citizen \"c9\"", "at most 12 coin");
    let again = (coats, "\"c9\"", "\"c8\"");
    refused("citizens", again, "citizen \"c8\"", "twice");
    let thick = ("id = \"c2\"", "standard = 1", "standard = 2");
    refused("citizens", thick, "copies", "the standard deck has 39 cards");
}

#[test]
fn crises() {
    let plague = "id = \"livestock_plague\"";
    let kind = (plague, "kind = \"disaster\"", "kind = \"directive\"");
    refused("crises", kind, "crisis \"livestock_plague\"", "belongs to a disaster");
    let effect = (plague, "do = \"half\"", "do = \"all\"");
    refused("crises", effect, "crisis \"livestock_plague\"", "unknown variant `all`");
    let stockpile = ("id = \"stockpile\"", "kind = \"directive\"", "kind = \"disaster\"");
    refused("crises", stockpile, "crisis \"stockpile\"", "belongs to a directive");
    let nothing = ("id = \"drought\"", "water = 2", "water = 13");
    refused("crises", nothing, "crisis \"drought\"", "from 1 to 12");
    let keep = ("id = \"open_borders\"", "at_least = 2", "at_least = 4");
    refused("crises", keep, "crisis \"open_borders\"", "three citizens are dealt");
}

#[test]
fn counts_and_countries() {
    refused(
        "counts",
        ("id = \"cubes_each\"", "value = 25", "value = 0"),
        "count \"cubes_each\"",
        "from 1",
    );
    refused(
        "counts",
        ("id = \"coin_total\"", "value = 100", "value = 20"),
        "count \"coin_total\"",
        "40",
    );
    let cards = ("id = \"starting_cards_4\"", "value = 2", "value = 3");
    refused("counts", cards, "count \"starting_cards_4\"", "8 cards must do for 4 players");
    let twice = ("id = \"BE\"", "\"BE\"", "\"AT\"");
    refused("countries", twice, "country \"AT\"", "twice");
}

#[test]
fn no_source_can_be_left_out() {
    Shipped::of(ID).no_source_can_be_left_out(110);
}

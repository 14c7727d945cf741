//! Broken component data are refused, with the file, the row and the reason.
//!
//! Each test edits the shipped text as an owner of the game might, and reads the fault.

use protocol::games::europe_divided::ID;

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
fn a_file_that_the_game_does_not_have() {
    let fault = Shipped::of(ID).load("card", String::new()).expect_err("a fault");
    assert_eq!((fault.file.as_str(), fault.row.as_str()), ("card.toml", "file"));
    for known in ["cards", "editions", "headlines", "map", "turns"] {
        assert!(fault.reason.contains(known), "{fault}");
    }
}

#[test]
fn a_file_that_is_no_toml() {
    let fault = Shipped::of(ID).load("map", "[[space".to_owned()).expect_err("a fault");
    assert_eq!((fault.file.as_str(), fault.row.as_str()), ("map.toml", "syntax"));
}

#[test]
fn a_number_that_is_not_whole() {
    let text =
        Shipped::of(ID).edited("turns", &[("turn = 4\n", "draw_each = 1", "draw_each = 1.5")]);
    let fault = Shipped::of(ID).load("turns", text).expect_err("a fault");
    assert!(fault.reason.contains("integers"), "{fault}");
}

#[test]
fn a_file_without_its_rows() {
    let fault = Shipped::of(ID).load("editions", String::new()).expect_err("a fault");
    assert_eq!((fault.file.as_str(), fault.row.as_str()), ("editions.toml", "[[edition]]"));
}

#[test]
fn an_unknown_key() {
    let armenia = ("id = \"armenia\"", "kind", "colour = \"grey\"\nkind");
    refused("map", &[armenia], "space \"armenia\"", "unknown field `colour`");
    let symbol = ("id = \"europe-austria\"", "power = \"eu\"", "power = \"eu\", price = 2");
    refused("cards", &[symbol], "action \"europe-austria\"", "unknown field `price`");
}

#[test]
fn an_unknown_identifier() {
    let armenia = ("id = \"armenia\"", "id = \"armenia\"", "id = \"armenai\"");
    refused("map", &[armenia], "space \"armenai\"", "unknown variant `armenai`");
    let edge = ("a = \"georgia\"\nb = \"black_sea\"", "black_sea", "red_sea");
    refused("map", &[edge], "edge number 1", "unknown variant `red_sea`");
    let stream = ("id = \"nord-stream\"", "\"poland\"", "\"ploand\"");
    refused("headlines", &[stream], "headline \"nord-stream\"", "unknown variant `ploand`");
}

#[test]
fn an_edge_that_stands_twice_or_leads_nowhere() {
    let first = "a = \"georgia\"\nb = \"black_sea\"";
    let twice = (first, "a = \"georgia\"\nb = \"black_sea\"", "a = \"ukraine\"\nb = \"black_sea\"");
    refused("map", &[twice], "edge black_sea - ukraine", "twice");
    let itself = (first, "b = \"black_sea\"", "b = \"georgia\"");
    refused("map", &[itself], "edge georgia - georgia", "border itself");
}

#[test]
fn spaces_of_a_kind_are_counted() {
    let austria = ("id = \"austria\"", "kind = \"europe\"", "kind = \"russia\"");
    refused("map", &[austria], "[[space]]", "12 spaces of kind Europe, not 13");
    let france = ("id = \"france\"", "start_army = false", "start_army = true");
    refused("map", &[france], "start_army", "10 Europe spaces have a start army, not 9");
    let moscow = ("id = \"moscow\"", "start_army = true", "start_army = false");
    refused("map", &[moscow], "start_army", "4 Russia spaces have a start army, not 5");
}

#[test]
fn a_space_says_what_its_kind_says_and_no_more() {
    let swapped = [
        ("id = \"armenia\"", "kind = \"contested\"", "kind = \"sea\""),
        ("id = \"north_sea\"", "kind = \"sea\"", "kind = \"contested\""),
    ];
    refused("map", &swapped, "space \"armenia\"", "the contested ones");
    let austria = ("id = \"austria\"", "start_army = false\n", "");
    refused("map", &[austria], "space \"austria\"", "says start_army");
    let sea = ("id = \"north_sea\"", "kind", "start_army = false\nkind");
    refused("map", &[sea], "space \"north_sea\"", "only home spaces");
    let armenia = ("id = \"armenia\"", "borders_russia = false\n", "");
    refused("map", &[armenia], "space \"armenia\"", "says borders_russia");
    let sea = ("id = \"north_sea\"", "kind", "borders_russia = false\nkind");
    refused("map", &[sea], "space \"north_sea\"", "says borders_russia");
}

#[test]
fn borders_and_edges_agree() {
    let hungary = ("id = \"hungary\"", "borders_russia = false", "borders_russia = true");
    refused("map", &[hungary], "space \"hungary\"", "no edge leads");
    let first = "a = \"georgia\"\nb = \"black_sea\"";
    let money = (first, "b = \"black_sea\"", "b = \"energy_sector\"");
    refused("map", &[money], "space \"energy_sector\"", "but the one for money tokens");
    let alone = [
        ("a = \"turkey\"\nb = \"armenia\"", "b = \"armenia\"", "b = \"azerbaijan\""),
        ("a = \"georgia\"\nb = \"armenia\"", "b = \"armenia\"", "b = \"moldova\""),
        ("a = \"armenia\"\nb = \"azerbaijan\"", "a = \"armenia\"", "a = \"moldova\""),
    ];
    refused("map", &alone, "space \"armenia\"", "has a neighbour");
}

#[test]
fn a_row_that_stands_twice_or_is_missing() {
    let twice = ("id = \"benelux\"", "id = \"benelux\"", "id = \"denmark\"");
    refused("map", &[twice], "space \"denmark\"", "twice");
    let missing = Shipped::of(ID).row_of("cards", "id = \"europe-austria\"");
    refused("cards", &[(&missing, &missing, "")], "action \"europe-austria\"", "is missing");
    let missing = Shipped::of(ID).row_of("cards", "id = \"snap-exercise\"");
    refused("cards", &[(&missing, &missing, "")], "advantage \"snap-exercise\"", "is missing");
    let twice = ("id = \"black_sea\"\nno", "id = \"black_sea\"", "id = \"baltic_sea\"");
    refused("cards", &[twice], "sea \"baltic_sea\"", "twice");
    let twice = ("id = \"kosovo-war\"", "id = \"kosovo-war\"", "id = \"rose-revolution\"");
    refused("headlines", &[twice], "headline \"rose-revolution\"", "twice");
}

#[test]
fn a_number_that_stands_twice() {
    let action = ("id = \"europe-austria\"", "no = 1\n", "no = 60\n");
    refused("cards", &[action], "no = 60", "twice");
    let headline = ("id = \"bosnian-war\"", "no = 3\n", "no = 4\n");
    refused("headlines", &[headline], "no = 4", "twice");
}

#[test]
fn an_action_card_belongs_where_it_is_printed() {
    let armenia = "id = \"europe-armenia\"";
    let row = "action \"europe-armenia\"";
    let side = (armenia, "side = \"europe\"", "side = \"russia\"");
    refused("cards", &[side], row, "belongs to the other side");
    let group = (armenia, "group = \"contested\"", "group = \"home\"");
    refused("cards", &[group], row, "wrong group");
    let region = (armenia, "region = \"armenia\"", "region = \"georgia\"");
    refused("cards", &[region], row, "named after");
    let colour = (armenia, "power = \"eu\"", "power = \"russia\"");
    refused("cards", &[colour], row, "the other side's colour");
}

#[test]
fn an_action_cards_parts_go_together() {
    let text = ("id = \"europe-armenia\"", "text_source = \"printed\"\n", "");
    refused("cards", &[text], "action \"europe-armenia\"", "text and text_source");
    let build = ("id = \"europe-benelux\"", "build_in = \"benelux\"\n", "");
    refused("cards", &[build], "action \"europe-benelux\"", "build_in");
    let build = ("id = \"europe-austria\"", "actions =", "build_in = \"austria\"\nactions =");
    refused("cards", &[build], "action \"europe-austria\"", "build_in");
    let amount = ("id = \"europe-austria\"", "amount = 2, ", "");
    refused("cards", &[amount], "action \"europe-austria\"", "amount goes with");
    let place = "action = \"place_influence\", power = \"eu\"";
    let amount = ("id = \"europe-austria\"", place, &format!("{place}, amount = 1") as &str);
    refused("cards", &[amount], "action \"europe-austria\"", "amount goes with");
}

#[test]
fn a_window_can_be_played() {
    let baltics = "id = \"europe-baltics\"";
    let row = "window of action \"europe-baltics\"";
    let part = "  { do = \"build\", space = \"kaliningrad\" },\n";
    refused("cards", &[(baltics, part, "")], row, "has no parts");
    let orphan = (baltics, "when = \"build_here\"", "when = \"effect_used\"");
    refused("cards", &[orphan], row, "follows an effect");
    let side = (baltics, "powers = [\"nato\"]", "powers = [\"russia\"]");
    refused("cards", &[side], row, "does not decide");
    for (old, new) in [
        ("powers = [\"nato\"]", "powers = []"),
        ("regions = [\"poland\"]", "regions = []"),
        ("add = 1", "add = 0"),
        ("cap = 6", "cap = 7"),
    ] {
        refused("cards", &[(baltics, old, new)], row, "needs powers, regions");
    }
    let armenia = ("id = \"europe-armenia\"", "when = \"any_use\"", "when = \"build_here\"");
    refused("cards", &[armenia], "window of action \"europe-armenia\"", "builds nothing");
    let window = "special = \"propaganda\"\n\n[[action.window]]\nkind = \"effect\"\n\
                  when = \"any_use\"\nsix = [\"russia\"]\nparts = [{ do = \"gain_money\", amount = 1 }]\n";
    let media = ("id = \"russia-news-media\"", "special = \"propaganda\"\n", window);
    refused("cards", &[media], "window of action \"russia-news-media\"", "six");
}

#[test]
fn an_advantage_card_is_complete() {
    let card = "id = \"us-sanctions\"";
    let row = "advantage \"us-sanctions\"";
    let side = (card, "side = \"europe\"", "side = \"russia\"");
    refused("cards", &[side], row, "belongs to the other side");
    let money = (card, "money = { first = 3, revised = 3 }", "money = { first = 3 }");
    refused("cards", &[money], row, "both editions");
    let time = (card, "when = \"own_turn\"", "when = \"always\"");
    refused("cards", &[time], row, "unknown variant `always`");
}

#[test]
fn a_sea_card_is_complete() {
    let card = "id = \"baltic_sea\"\nno";
    let row = "sea \"baltic_sea\"";
    let ties = (card, "[\"nato\", \"eu\", \"russia\"]", "[\"nato\", \"eu\", \"eu\"]");
    refused("cards", &[ties], row, "each power once");
    let regions = (card, "regions = [\"baltics\", \"poland\"]", "regions = []");
    refused("cards", &[regions], row, "no regions");
    let from = (card, "russia_from = \"western_fd\"\n", "");
    refused("cards", &[from], row, "go together");
}

#[test]
fn there_are_eleven_conditions() {
    let row = Shipped::of(ID).row_of("headlines", "id = \"nato_dominance\"");
    refused("headlines", &[(&row, &row, "")], "[[condition]]", "10 conditions, not 11");
    let twice = ("id = \"nato_dominance\"", "nato_dominance", "eu_dominance");
    refused("headlines", &[twice], "condition EuDominance", "twice");
}

#[test]
fn a_headline_is_complete() {
    let card = "id = \"kosovo-war\"";
    let period = (card, "period = 1", "period = 3");
    refused("headlines", &[period], "headline \"kosovo-war\"", "period is 1 or 2");
    let regions = (card, "regions = [\"western_balkans\"]", "regions = []");
    refused("headlines", &[regions], "headline \"kosovo-war\"", "no region");
    let banner = (card, "banner = \"europe\"", "banner = \"russia\"");
    refused("headlines", &[banner], "period 1, banner europe", "10 headlines");
}

#[test]
fn the_turn_track_is_twenty_turns_in_order() {
    let row = Shipped::of(ID).row_of("turns", "turn = 20");
    refused("turns", &[(&row, &row, "")], "[[turn]]", "19 turns, not 20");
    let order = ("turn = 3\n", "turn = 3", "turn = 4");
    refused("turns", &[order], "turn number 4", "1 to 20");
    let period = ("turn = 11\n", "period = 2", "period = 1");
    refused("turns", &[period], "turn number 11", "1 to 20");
    let steps = ("turn = 4\n", "\"resolve\", \"shift\"", "\"shift\", \"resolve\"");
    refused("turns", &[steps], "turn number 4", "in the order");
}

#[test]
fn the_turn_track_can_be_played() {
    let shift = ("turn = 4\n", "\"resolve\", \"shift\", \"place\"", "\"resolve\", \"place\"");
    refused("turns", &[shift], "turn number 4", "only after a shift");
    let discard = ("turn = 8\n", "discard_each = 2", "discard_each = 1");
    refused("turns", &[discard], "turn number 8", "exactly the headlines left");
    let deck = ("turn = 14\n", "draw_each = 1", "draw_each = 2");
    refused("turns", &[deck], "turn number 14", "too few cards");
    let hand = [
        ("turn = 2\n", ", \"new\"", ""),
        ("turn = 2\n", "draw_each = 1", "draw_each = 0"),
        ("turn = 4\n", ", \"new\"", ""),
        ("turn = 4\n", "draw_each = 1", "draw_each = 0"),
        ("turn = 6\n", ", \"new\"", ""),
        ("turn = 6\n", "draw_each = 1", "draw_each = 0"),
    ];
    refused("turns", &hand, "turn number 8", "no headline is left");
}

#[test]
fn the_turn_track_ends_once_and_loses_nothing() {
    let last = "turn = 20";
    let end = (last, ", \"game_end\"]", "]");
    refused("turns", &[end], "turn number 20", "game_end is the last step of turn 20");
    let first = (last, "\"advantage_score\", \"game_end\"", "\"game_end\", \"advantage_score\"");
    refused("turns", &[first], "turn number 20", "game_end is the last step");
    let early = ("turn = 5\n", "end_of_turn = []", "end_of_turn = [\"game_end\"]");
    refused("turns", &[early], "turn number 5", "of no other turn");
    let again = ("turn = 15\n", "end_of_turn = []", "end_of_turn = [\"advantage_reset\"]");
    refused("turns", &[again], "turn number 15", "no cards for another");
    let twice = (last, "\"score_dominance\", ", "\"score_dominance\", \"score_dominance\", ");
    refused("turns", &[twice], "turn number 20", "twice");
    let draw = ("turn = 3\n", "draw_each = 0", "draw_each = 1");
    refused("turns", &[draw], "turn number 3", "goes with the step new");
    let discard = ("turn = 3\n", "discard_each = 0", "discard_each = 2");
    refused("turns", &[discard], "turn number 3", "goes with the step discard");
    let skipped = ("turn = 4\n", "\"resolve\", \"shift\"", "\"shift\"");
    refused("turns", &[skipped], "turn number 4", "resolved before others become current");
}

#[test]
fn every_number_is_one_that_a_match_can_bear() {
    let austria = "id = \"europe-austria\"";
    let row = "action \"europe-austria\"";
    for (old, new, reason) in [
        ("initiative = 3", "initiative = 255", "initiative is 1 to 12"),
        ("initiative = 3", "initiative = 0", "initiative is 1 to 12"),
        ("amount = 2", "amount = 200", "amount is at most 12"),
    ] {
        refused("cards", &[(austria, old, new)], row, reason);
    }
    let no = (austria, "no = 1\n", "no = 0\n");
    refused("cards", &[no], "no = 0", "numbers are 1 to 60");
    let money = ("id = \"us-sanctions\"", "first = 3", "first = 99");
    refused("cards", &[money], "advantage \"us-sanctions\"", "money is at most 12");
    let sea = "id = \"black_sea\"\nno";
    for (old, new, reason) in [
        ("minimum = 5", "minimum = 0", "minimum is 1 to 18"),
        ("minimum = 5", "minimum = 19", "minimum is 1 to 18"),
        ("eu_money = 2", "eu_money = 13", "money is at most 12"),
        ("russia_build_cost = 3", "russia_build_cost = 13", "money is at most 12"),
    ] {
        refused("cards", &[(sea, old, new)], "sea \"black_sea\"", reason);
    }
    let prestige = ("id = \"kosovo-war\"", "prestige = 2", "prestige = 0");
    refused("headlines", &[prestige], "headline \"kosovo-war\"", "prestige is 1 to 12");
    let money = ("id = \"first\"", "europe = 6", "europe = 101");
    refused("editions", &[money], "edition First", "at most 100");
    let hungary = (
        "id = \"russia-hungary\"",
        "do = \"gain_money\", amount = 1",
        "do = \"gain_money\", amount = 0",
    );
    refused("cards", &[hungary], "window of action \"russia-hungary\"", "amount is 1 to 12");
}

#[test]
fn armies_stand_only_where_they_may() {
    let benelux = "id = \"europe-benelux\"";
    for space in ["energy_sector", "moscow"] {
        let build = (benelux, "build_in = \"benelux\"", &format!("build_in = \"{space}\"") as &str);
        refused("cards", &[build], "action \"europe-benelux\"", "build_in is a space");
    }
    let part = ("id = \"europe-ukraine\"", "space = \"moscow\"", "space = \"energy_sector\"");
    refused("cards", &[part], "window of action \"europe-ukraine\"", "may not stand");
    let part = (
        "id = \"russia-ukraine\"",
        "do = \"move_to\", space = \"poland\"",
        "do = \"move_to\", space = \"moscow\"",
    );
    refused("cards", &[part], "window of action \"russia-ukraine\"", "may not stand");
    let build = (
        "id = \"black_sea\"\nno",
        "russia_build_in = \"black_sea\"",
        "russia_build_in = \"turkey\"",
    );
    refused("cards", &[build], "sea \"black_sea\"", "may not stand");
    let other =
        ("id = \"baltic_sea\"\nno", "eu_money = 2", "nato_build_in = \"turkey\"\neu_money = 2");
    refused("cards", &[other], "sea \"baltic_sea\"", "moves armies");
}

#[test]
fn nothing_is_said_twice_or_in_vain() {
    let austria = "id = \"europe-austria\"";
    let place = "{ action = \"place_influence\", power = \"eu\", source = \"reconstructed\" },\n";
    let again = (austria, place, &format!("{place}  {place}") as &str);
    refused("cards", &[again], "action \"europe-austria\"", "two actions of one kind and colour");
    let benelux =
        ("id = \"europe-benelux\"", "move_army\", power = \"nato\"", "move_army\", power = \"eu\"");
    refused("cards", &[benelux], "action \"europe-benelux\"", "armies are NATO's");
    let time = "only Council Meeting and Cyber Attack";
    for card in ["council-meeting", "cyber-attack"] {
        let row = format!("id = \"{card}\"");
        let when = (&row as &str, "before_initiative", "own_turn");
        refused("cards", &[when], &format!("advantage \"{card}\""), time);
    }
    let when = ("id = \"economic-aid\"", "own_turn", "before_initiative");
    refused("cards", &[when], "advantage \"economic-aid\"", time);
    let region = (austria, "region = \"austria\"", "region = \"benelux\"");
    refused("cards", &[region], "action \"europe-benelux\"", "another card has this region");
    let region = (austria, "region = \"austria\"", "region = \"moscow\"");
    refused("cards", &[region], "action \"europe-austria\"", "one of its side's own");
    let special =
        ("id = \"russia-news-media\"", "special = \"propaganda\"", "special = \"visegrad_group\"");
    refused("cards", &[special], "action \"russia-news-media\"", "the other side's special action");
    let twice = (
        "id = \"kosovo-war\"",
        "regions = [\"western_balkans\"]",
        "regions = [\"western_balkans\", \"western_balkans\"]",
    );
    refused("headlines", &[twice], "headline \"kosovo-war\"", "twice");
}

/// A border with Russia is derived only from one that is printed or derived itself.
#[test]
fn what_rests_on_a_reconstructed_edge_is_reconstructed() {
    let map: toml::Table = Shipped::of(ID).text("map").parse().expect("TOML");
    let rows = |kind: &str| map[kind].as_array().expect("rows").clone();
    let of = |row: &toml::Value, key: &str| {
        row.get(key).and_then(toml::Value::as_str).map(str::to_owned)
    };
    let spaces = rows("space");
    let russian = |id: &Option<String>| {
        spaces
            .iter()
            .any(|row| of(row, "id") == *id && of(row, "kind").as_deref() == Some("russia"))
    };
    for row in &spaces {
        if row.get("borders_russia").and_then(toml::Value::as_bool) != Some(true) {
            continue;
        }
        let id = of(row, "id");
        let borders = rows("edge").into_iter().filter(|edge| {
            let (a, b) = (of(edge, "a"), of(edge, "b"));
            (a == id && russian(&b)) || (b == id && russian(&a))
        });
        let known = borders.filter(|edge| of(edge, "source").as_deref() != Some("reconstructed"));
        let derived = of(row, "borders_russia_source").as_deref() == Some("derived");
        assert!(!derived || known.count() > 0, "{id:?}");
    }
}

#[test]
fn there_are_two_editions() {
    let twice = ("id = \"first\"", "first", "revised");
    refused("editions", &[twice], "[[edition]]", "first, then revised");
    let money = ("id = \"first\"", "{ europe = 6, russia = 3 }", "{ europe = 6 }");
    refused("editions", &[money], "edition First", "both sides");
}

#[test]
fn no_source_can_be_left_out() {
    Shipped::of(ID).no_source_can_be_left_out(700);
}

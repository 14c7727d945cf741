//! The first edition, first text: sixteen marked examples. A seventeenth, Poland's +3 for Hungary,
//! is unmarked there and is tested in `first_b`.

use crate::examples::{cards, table};
use crate::support::*;

/// The sums are announced and the higher one acts first (p. 4, Initiative).
#[test]
fn the_initiative_of_greece_and_poland_is_7_against_9() {
    table::initiative_of_greece_and_poland(Edition::First);
}

/// Placing costs 2 money (Place influence).
#[test]
fn germany_places_an_eu_die_in_poland() {
    cards::germany_places_an_eu_die_in_poland(Edition::First);
}

/// Gain money is an EU action (Gain money).
#[test]
fn hungary_gains_1_money() {
    cards::hungary_gains_1_money(Edition::First);
}

/// Russia builds where its card says (Build army).
#[test]
fn the_president_builds_in_moscow() {
    cards::the_president_builds_in_moscow(Edition::First);
}

/// A contested card builds in its own region (Build army).
#[test]
fn ukraine_builds_in_ukraine() {
    cards::ukraine_builds_in_ukraine(Edition::First);
}

/// The first step is free, three further ones cost 3 (Move army).
#[test]
fn hungary_moves_an_army_from_georgia_to_the_baltics() {
    cards::hungary_moves_an_army_from_georgia_to_the_baltics(Edition::First);
}

/// Three +1 steps in three regions, and no other action (Special actions).
#[test]
fn news_media_adds_in_three_regions() {
    cards::news_media_adds(Edition::First, [R::CzechiaSlovakia, R::Hungary, R::Moldova]);
}

/// The Effect places a die for 2 money (Effects and Reactions).
#[test]
fn belarus_places_a_die_in_the_baltics() {
    cards::belarus_builds_and_places_in_the_baltics(Edition::First);
}

/// Each side loses one army; an army bars the way (p. 10, Army vs. army).
#[test]
fn one_army_meets_two_in_poland() {
    cards::one_army_meets_two_in_poland(Edition::First);
}

/// A built army meets an opposing one (p. 10, Army vs. army).
#[test]
fn poland_builds_into_a_russian_army() {
    cards::poland_builds_into_a_russian_army(Edition::First);
}

/// An army is lost to a 6, which drops to 5 (p. 10, Army vs. influence dice).
#[test]
fn armies_meet_sixes_in_ukraine() {
    cards::armies_meet_sixes_in_ukraine(Edition::First);
}

/// The highest sum of one power, NATO before the others (p. 11, Baltic Sea).
#[test]
fn the_baltic_sea_card_goes_from_russia_to_nato_to_the_eu() {
    table::the_baltic_sea_card_changes_hands(Edition::First);
    table::the_eu_takes_the_baltic_sea_card(Edition::First);
}

/// Only if Europe goes first; or 3 money; or 1 prestige (p. 12, Advantage Cards).
#[test]
fn us_sanctions_keep_russia_from_spending() {
    table::us_sanctions(Edition::First);
}

/// The card keeps its NATO actions (p. 12, Advantage Cards).
#[test]
fn the_fracture_marker_on_uk_and_ireland() {
    table::fracture_of_uk_and_ireland(Edition::First, 3);
}

/// Prestige, and money tokens that count from then on (p. 13, Headlines).
#[test]
fn nord_stream_is_awarded() {
    table::nord_stream(Edition::First);
}

/// Resolve, shift, place and draw, after the actions (example of turn 4).
#[test]
fn the_steps_of_turn_4() {
    table::turn_4(Edition::First);
}

//! The revised edition: seventeen marked examples.

use crate::examples::{cards, table};
use crate::support::*;

/// The sums are announced and the higher one acts first (p. 5, Initiative).
#[test]
fn the_initiative_of_greece_and_poland_is_7_against_9() {
    table::initiative_of_greece_and_poland(Edition::Revised);
}

/// Placing costs 2 money (p. 7, Place influence).
#[test]
fn germany_places_an_eu_die_in_poland() {
    cards::germany_places_an_eu_die_in_poland(Edition::Revised);
}

/// The contested card is taken; a cap wastes the rest (p. 7-8, Increase influence).
#[test]
fn polands_eu_3_raises_hungary_from_3_to_6() {
    cards::poland_raises_hungary(Edition::Revised);
}

/// Gain money is an EU action (p. 8, Gain money).
#[test]
fn hungary_gains_1_money() {
    cards::hungary_gains_1_money(Edition::Revised);
}

/// Russia builds where its card says (p. 8, Build army).
#[test]
fn the_president_builds_in_moscow() {
    cards::the_president_builds_in_moscow(Edition::Revised);
}

/// A contested card builds in its own region (p. 9, Build army).
#[test]
fn ukraine_builds_in_ukraine() {
    cards::ukraine_builds_in_ukraine(Edition::Revised);
}

/// The first step is free, three further ones cost 3 (p. 9, Move army).
#[test]
fn hungary_moves_an_army_from_georgia_to_the_baltics() {
    cards::hungary_moves_an_army_from_georgia_to_the_baltics(Edition::Revised);
}

/// Three +1 steps, two of them on the same die (p. 10, Special actions).
#[test]
fn news_media_adds_one_in_czechia_and_slovakia_and_two_in_hungary() {
    cards::news_media_adds(Edition::Revised, [R::CzechiaSlovakia, R::Hungary, R::Hungary]);
}

/// The Effect places a die for 2 money, the Reaction moves two spaces for 1 (p. 10-11, Effects and
/// Reactions).
#[test]
fn belarus_places_a_die_and_europe_moves_from_germany() {
    cards::europe_answers_from_germany(Edition::Revised);
}

/// Each side loses one army; an army bars the way (p. 11, Army vs. army).
#[test]
fn one_army_meets_two_in_poland() {
    cards::one_army_meets_two_in_poland(Edition::Revised);
}

/// A built army meets an opposing one (p. 11, Army vs. army).
#[test]
fn poland_builds_into_a_russian_army() {
    cards::poland_builds_into_a_russian_army(Edition::Revised);
}

/// An army is lost to a 6, which drops to 5 (p. 12, Army vs. influence dice).
#[test]
fn armies_meet_sixes_in_ukraine() {
    cards::armies_meet_sixes_in_ukraine(Edition::Revised);
}

/// The highest sum of one power, NATO before the others (p. 13, Baltic Sea).
#[test]
fn the_baltic_sea_card_goes_from_russia_to_nato_to_the_eu() {
    table::the_baltic_sea_card_changes_hands(Edition::Revised);
    table::the_eu_takes_the_baltic_sea_card(Edition::Revised);
}

/// Only if Europe goes first; or 3 money; or 1 prestige (p. 14, Advantage Cards).
#[test]
fn us_sanctions_keep_russia_from_spending() {
    table::us_sanctions(Edition::Revised);
}

/// The card keeps its NATO actions (p. 14, Advantage Cards).
#[test]
fn the_fracture_marker_on_uk_and_ireland() {
    table::fracture_of_uk_and_ireland(Edition::Revised, 2);
}

/// Prestige, and money tokens that count from then on (p. 15, Headlines).
#[test]
fn nord_stream_is_awarded() {
    table::nord_stream(Edition::Revised);
}

/// Resolve, shift, place and draw, after the actions (p. 16, example of turn 4).
#[test]
fn the_steps_of_turn_4() {
    table::turn_4(Edition::Revised);
}

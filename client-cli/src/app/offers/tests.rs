//! Numbered lines, with offers that come and go.

use protocol::offer::Item;
use serde_json::json;

use super::*;
use crate::testing::offer;

fn numbered(offers: &[Offer]) -> NumberedOffers {
    let mut numbered = NumberedOffers::default();
    numbered.begin(offers);
    numbered
}

/// An offer to accept or decline trade `id`.
fn answer(kind: &str, id: u32) -> Offer {
    let mut one = offer(&format!("{kind} {id}"));
    one.command = json!({"type": format!("offer_{kind}"), "offer_id": id});
    one
}

/// A trade in which at most `most` grain may be given.
fn trade(most: u64) -> Offer {
    let bag = Placeholder::Bag {
        max: BTreeMap::from([("grain".to_owned(), most)]),
        min_total: 1,
        max_total: most,
    };
    let mut one = offer("Trade");
    one.command = json!({"type": "trade", "give": bag.to_value()});
    one
}

#[test]
fn numbers_stay_when_a_filter_hides_others() {
    let numbered =
        numbered(&[offer("Place an EU die in Poland"), offer("Pass"), offer("Move to Poland")]);
    assert_eq!(
        numbered.lines("poland MOVE", false),
        ["   3  Move to Poland [Actions]", "1 of 3 offers contain \"poland MOVE\"; a shows all."]
    );
    assert_eq!(numbered.lines("x", false), ["No offer contains \"x\"; a shows all."]);
    assert_eq!(numbered.lines("", false).len(), 3);
}

#[test]
fn a_rule_is_said_where_it_changes() {
    let mut end = offer("End");
    end.rule = "Turn".to_owned();
    assert_eq!(
        numbered(&[offer("Move"), offer("Build"), end]).lines("", false),
        ["   1  Move [Actions]", "   2  Build", "   3  End [Turn]"]
    );
}

#[test]
fn many_offers_are_cut_and_can_be_asked_for() {
    let offers: Vec<Offer> = (0..100).map(|n| offer(&format!("Move {n}"))).collect();
    let numbered = numbered(&offers);
    let cut = numbered.lines("", false);
    assert_eq!(cut.len(), SHOWN + 1);
    assert!(cut[SHOWN].contains("60 more"), "{}", cut[SHOWN]);
    // What ends a step comes last and is always there.
    assert_eq!(cut[SHOWN - 2..SHOWN], ["  39  Move 38", " 100  Move 99"]);
    assert_eq!(numbered.lines("", true).len(), 100);
}

#[test]
fn choices_and_looseness_show() {
    let mut one = trade(2);
    one.loose = true;
    assert_eq!(
        numbered(&[one]).lines("", false),
        ["   1  Trade ... [Actions] (the game may still refuse it)"]
    );
}

#[test]
fn numbers_stay_while_offers_come_and_go() {
    let mut numbered = numbered(&[trade(1), answer("accept", 7), answer("accept", 8)]);
    // 7 is gone, 9 is new, and there is more to give.
    let offers = [answer("accept", 9), trade(3), answer("accept", 8)];
    assert_eq!(numbered.follow(&offers), ["4  accept 9"]);
    assert_eq!(numbered.get(1), Some(&trade(3)));
    assert_eq!((numbered.get(2), numbered.gone(2)), (None, Some("accept 7")));
    assert_eq!(numbered.get(3), Some(&answer("accept", 8)));
    assert_eq!(numbered.get(4), Some(&answer("accept", 9)));
    // What comes back has its number again and is nothing new; no other offer ever has it.
    assert_eq!(numbered.follow(&[trade(3)]), Vec::<String>::new());
    assert_eq!(numbered.follow(&[answer("accept", 5), answer("accept", 8)]), ["5  accept 5"]);
    assert_eq!((numbered.gone(1), numbered.get(3)), (Some("Trade"), Some(&answer("accept", 8))));
    numbered.begin(&[answer("accept", 8)]);
    assert_eq!((numbered.last(), numbered.gone(2)), (1, None));
}

/// A choice among trades.
fn among(kind: &str, ids: &[u32]) -> Offer {
    let from = ids.iter().map(|id| Item::new(*id, format!("France gives {id} grain"))).collect();
    let mut one = offer(&format!("{kind} an offer"));
    let id = Placeholder::One { from }.to_value();
    one.command = json!({"type": format!("offer_{}", kind.to_lowercase()), "offer_id": id});
    one
}

#[test]
fn a_new_item_is_announced_once_with_all_that_may_be_typed() {
    let mut numbered = numbered(&[offer("Pass"), among("Accept", &[7]), among("Decline", &[7])]);
    let offers = [offer("Pass"), among("Accept", &[7, 9]), among("Decline", &[7, 9])];
    assert_eq!(
        numbered.follow(&offers),
        ["France gives 9 grain: type 2 9 (Accept an offer) or 3 9 (Decline an offer)"]
    );
    assert_eq!(
        numbered.short_lines()[1],
        "   2  Accept an offer: (7) France gives 7 grain; (9) France gives 9 grain"
    );
    // The last item goes away and another one comes: the number is the same, the item is new.
    numbered.follow(&[offer("Pass")]);
    assert_eq!(
        numbered.follow(&[among("Accept", &[10])]),
        ["France gives 10 grain: type 2 10 (Accept an offer)"]
    );
}

#[test]
fn words_mean_one_offer_or_none() {
    let numbered =
        numbered(&[offer("Offer grain"), offer("Answer an offer with grain"), offer("Pass")]);
    assert_eq!(numbered.only("offer grain"), Some(1));
    assert_eq!(numbered.only("with"), Some(2));
    assert_eq!(numbered.only("grain"), None);
    assert_eq!(numbered.only("fuel"), None);
}

#[test]
fn the_short_list_has_the_newest_of_each_type() {
    let mut offers = vec![trade(1)];
    offers.extend((1..=6).map(|id| answer("accept", id)));
    offers.push(offer("Pass"));
    assert_eq!(numbered(&offers).short_lines().len(), 8);
    offers.extend((7..=20).map(|id| answer("accept", id)));
    assert_eq!(
        numbered(&offers).short_lines(),
        [
            "   1  Trade",
            "      16 more like these: type offer accept",
            "  19  accept 17",
            "  20  accept 18",
            "  21  accept 19",
            "  22  accept 20",
            "   8  Pass",
        ]
    );
    assert_eq!(numbered(&offers).find("offer accept").len(), 20);
}

#[test]
fn what_was_offered_before_is_remembered_once_it_is_not() {
    let mut numbered = numbered(&[offer("Place an EU die in Poland (2 money)"), offer("Pass")]);
    assert_eq!(numbered.earlier("poland"), None, "it is offered now");
    numbered.begin(&[offer("Pass")]);
    assert_eq!(numbered.earlier("EU poland"), Some("Place an EU die in Poland (2 money)"));
    assert_eq!(
        (numbered.earlier("pass"), numbered.earlier("utopia"), numbered.earlier(" ")),
        (None, None, None)
    );
}

#[test]
fn every_command_without_a_choice_is_known_to_end_a_step_or_not_to() {
    let others = [
        "auto",
        "cyber_attack",
        "develop_blind",
        "draw_citizens",
        "gain_money",
        "propaganda",
        "resist",
        "reveal_resource",
        "sea_build",
    ];
    let schema = protocol::schema::document();
    let types = schema["$defs"].as_object().unwrap();
    let commands = types.iter().filter(|(name, _)| name.ends_with("Command"));
    let links = commands.filter_map(|(_, of)| of["oneOf"].as_array()).flatten();
    let variants = links.filter_map(|link| types.get(link["$ref"].as_str()?.rsplit('/').next()?));
    let mut plain: Vec<&str> = variants
        .filter(|one| one["properties"].as_object().is_some_and(|fields| fields.len() == 1))
        .filter_map(|one| one["properties"]["type"]["const"].as_str())
        .chain(["ready"])
        .filter(|kind| !others.contains(kind))
        .collect();
    plain.sort_unstable();
    plain.dedup();
    assert_eq!(plain, ENDINGS);
}

#[test]
fn an_end_is_asked_for_by_its_words_and_by_no_others() {
    for typed in ["end", "End the turn", "done", "pass", "no more", "ski"] {
        assert!(asks_for_end(typed), "{typed}");
    }
    for typed in ["", "e", "endless", "poland end", "st", "no", "more"] {
        assert!(!asks_for_end(typed), "{typed}");
    }
    let mut stop = offer("Leave this step out");
    stop.command = json!({"type": "skip"});
    let numbered = numbered(&[offer("Fight to the end"), stop.clone()]);
    assert_eq!(numbered.only("end"), Some(2));
    assert_eq!(numbered.find("end")[0].0, 2);
    assert_eq!(with_way_out("Move", [&stop]), "Move, or leave this step out");
    assert_eq!(with_way_out("Move", [&stop, &stop]), "Move", "which of the two?");
}

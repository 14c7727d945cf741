//! Reasons for a command: what it has changed for a side, in words.

use engine::explain::Explain;

use crate::support::*;

/// The reasons for what a side did between two positions.
fn reasons(before: &Play, after: &Play, side: Side) -> Vec<String> {
    let reasons = after.game.reasons(&before.game, seat(side));
    assert!(reasons.iter().all(|reason| !reason.rule.is_empty()));
    reasons.into_iter().map(|reason| reason.text).collect()
}

fn holds(reasons: &[String], wanted: &[&str]) {
    for text in wanted {
        assert!(reasons.iter().any(|one| one == text), "{text}: {reasons:?}");
    }
}

fn hungary() -> Play {
    let dice = Scene::revised().die(EU, R::Poland, 5).die(EU, R::Hungary, 3).die(RU, R::Hungary, 4);
    dice.hand(EUROPE, &[C::EuropePoland, C::Norway]).start(EUROPE)
}

#[test]
fn a_six_dominates_and_takes_the_contested_card() {
    let before = hungary();
    let mut after = before.clone();
    after.play(C::EuropePoland, increase(EU, R::Hungary, 3));
    let own = [
        "You dominate Hungary: 1 prestige when dominance is scored",
        "You lead in Hungary, 6 to 4",
        "You take a contested Action Card",
    ];
    holds(&reasons(&before, &after, EUROPE), &own);
    let other = ["Europe dominates Hungary", "Europe leads in Hungary, 6 to 4"];
    holds(&reasons(&before, &after, RUSSIA), &other);
}

#[test]
fn a_headline_that_comes_true_says_who_scores_and_why() {
    let scene = Scene::revised().turn(4).forthcoming(&[H::DynasticSuccession]);
    let scene = scene.die(EU, R::Azerbaijan, 1).die(RU, R::Azerbaijan, 1).die(EU, R::Poland, 5);
    let before = scene.hand(EUROPE, &[C::EuropePoland, C::Norway]).start(EUROPE);
    let mut after = before.clone();
    after.game = {
        let mut lowered = Scene::revised().turn(4).forthcoming(&[H::DynasticSuccession]);
        lowered = lowered.die(RU, R::Azerbaijan, 1).die(EU, R::Poland, 5);
        lowered.hand(EUROPE, &[C::EuropePoland, C::Norway]).start(EUROPE).game
    };
    let said = reasons(&before, &after, EUROPE);
    let found = said.iter().find(|one| one.contains("is true now")).expect("a headline");
    assert!(
        found.contains("prestige for Russia): Russia has more influence than the EU"),
        "{found}"
    );
    let back = reasons(&after, &before, RUSSIA);
    let found = back.iter().find(|one| one.contains("is no longer true")).expect("a headline");
    assert!(found.contains("prestige for you)"), "{found}");
}

#[test]
fn a_headline_that_comes_nearer_says_what_it_lacks() {
    let with = |die| {
        let scene = Scene::revised().turn(4).forthcoming(&[H::OrangeRevolution]);
        let scene = scene.die(RU, R::Ukraine, 4).die(EU, R::Ukraine, die).die(EU, R::Poland, 5);
        scene.hand(EUROPE, &[C::EuropePoland, C::Norway]).start(EUROPE)
    };
    let said = reasons(&with(1), &with(3), EUROPE);
    holds(&said, &["Orange Revolution comes nearer (1 prestige for you): lacks 2 influence"]);
    let said = reasons(&with(3), &with(1), RUSSIA);
    let away = "Orange Revolution goes further away (1 prestige for Europe): lacks 4 influence";
    holds(&said, &[away]);
}

#[test]
fn what_bars_a_headline_takes_it_further_away() {
    let with = |die| {
        let scene = Scene::revised().turn(4).forthcoming(&[H::OrangeRevolution]);
        scene.die(RU, R::Ukraine, die).die(EU, R::Ukraine, 3).start(EUROPE)
    };
    let away = "Orange Revolution goes further away (1 prestige for you): lacks 3 influence, where an army or a \
                6 is in the way";
    holds(&reasons(&with(5), &with(6), EUROPE), &[away]);
    let near = "Orange Revolution comes nearer (1 prestige for Europe): lacks 3 influence";
    holds(&reasons(&with(6), &with(5), RUSSIA), &[near]);
}

#[test]
fn a_card_that_is_kept_says_when_it_scores() {
    for (turn, when) in [(3, 10), (13, 20)] {
        let held = [A::NatoSummit, A::EconomicAid];
        let before = Scene::revised().turn(turn).holds(EUROPE, &held).start(EUROPE);
        let mut after = before.clone();
        after.act(EUROPE, sell(A::EconomicAid));
        let kept = format!(
            "You keep 1 Advantage Card instead of 2; each scores 1 prestige after turn {when}"
        );
        holds(&reasons(&before, &after, EUROPE), &[kept.as_str()]);
    }
}

#[test]
fn a_card_that_has_just_scored_is_not_said_to_be_spent() {
    for turn in [10, 20] {
        let mut play = Scene::revised().turn(turn).holds(EUROPE, &[A::NatoSummit]).start(EUROPE);
        let prestige = play.side(EUROPE).prestige;
        while play.side(EUROPE).advantages > 0 {
            let before = play.clone();
            play.idle();
            let said = reasons(&before, &play, EUROPE);
            assert!(!said.iter().any(|one| one.starts_with("You keep")), "{turn}: {said:?}");
        }
        assert_eq!(play.side(EUROPE).prestige, prestige + 1, "it has scored after turn {turn}");
    }
}

#[test]
fn money_and_armies_are_counted_for_both() {
    let scene = Scene::revised().money(EUROPE, 6).hand(EUROPE, &[C::Germany, C::Norway]);
    let before = scene.start(EUROPE);
    let mut after = before.clone();
    after.play(C::Germany, build(S::Germany));
    let said = reasons(&before, &after, EUROPE);
    let counted = |text: &String| text.contains("armies on the board instead of");
    assert!(said.iter().any(counted), "{said:?}");
    holds(&said, &["You have 4 money instead of 6"]);
    holds(&reasons(&before, &after, RUSSIA), &["Europe has 4 money instead of 6"]);
}

#[test]
fn the_other_sides_secret_choice_is_no_reason() {
    let before = Scene::revised().open();
    let mut after = before.clone();
    let cards = before.private(RUSSIA).hand;
    after.act(RUSSIA, lock([cards[0], cards[1]]));
    assert_eq!(reasons(&before, &after, EUROPE), [""; 0], "nothing shows");
    let said = reasons(&before, &after, RUSSIA);
    assert!(said.iter().any(|one| one.starts_with("Your initiative is ")), "{said:?}");
}

/// Arranges one army of Europe in Germany, ready to move, and one of Russia's far away.
fn mover(scene: Scene) -> Play {
    let scene =
        scene.hand(EUROPE, &[C::Norway]).money(EUROPE, 3).armies(EUROPE, &[(S::Germany, 1)]);
    let mut play = scene.start(EUROPE);
    play.reveal(C::Norway);
    play
}

/// The rule of the first reason with this text.
#[track_caller]
fn rule(before: &Play, after: &Play, side: Side, text: &str) -> &'static str {
    let reasons = after.game.reasons(&before.game, seat(side));
    let found = reasons.iter().find(|one| one.text == text);
    found.unwrap_or_else(|| panic!("{text}: {reasons:?}")).rule
}

#[test]
fn an_army_that_moves_says_where_it_stands() {
    let before = mover(Scene::revised().armies(RUSSIA, &[(S::VolgaFd, 1)]));
    let mut after = before.clone();
    after.act(EUROPE, march(S::Germany, S::Poland));
    holds(&reasons(&before, &after, EUROPE), &["Your army stands in Poland"]);
    holds(&reasons(&before, &after, RUSSIA), &["Europe's army stands in Poland"]);
}

#[test]
fn a_lost_army_cites_what_took_it() {
    let lost = "You have 0 armies on the board instead of 1";
    let scene = || Scene::revised().armies(RUSSIA, &[(S::VolgaFd, 1)]);
    let before = mover(scene().die(RU, R::Poland, 6));
    let mut after = before.clone();
    after.act(EUROPE, march(S::Germany, S::Poland));
    assert_eq!(rule(&before, &after, EUROPE, lost), "Army vs. influence dice");
    let led = "Russia leads in Poland, 5 to 0";
    assert!(!reasons(&before, &after, EUROPE).iter().any(|one| one == led), "it led before");
    let die = "The Russian die in Poland is 5 instead of 6";
    assert_eq!(rule(&before, &after, EUROPE, die), "Military presence");
    let before = mover(scene().armies(RUSSIA, &[(S::Poland, 2)]));
    let mut after = before.clone();
    after.act(EUROPE, march(S::Germany, S::Poland));
    assert_eq!(rule(&before, &after, EUROPE, lost), "Army vs. army");
    let other = "Russia has 1 army on the board instead of 2";
    assert_eq!(rule(&before, &after, EUROPE, other), "Army vs. army");
}

#[test]
fn a_six_of_its_own_side_bars_a_die_when_the_army_is_gone() {
    let with = |armies, six: u8| {
        let scene = Scene::revised().die(RU, R::Poland, 5).die(EU, R::Poland, six);
        scene.armies(EUROPE, &[(S::Poland, armies), (S::Germany, 2 - armies)]).start(EUROPE)
    };
    let free = "No army of Europe's keeps your 5 in Poland from a 6 any more";
    holds(&reasons(&with(1, 5), &with(0, 5), RUSSIA), &[free]);
    let said = reasons(&with(1, 6), &with(0, 6), RUSSIA);
    assert!(!said.iter().any(|one| one == free), "{said:?}");
    holds(
        &reasons(&with(0, 5), &with(1, 5), EUROPE),
        &["Your army keeps Russia's 5 in Poland from a 6"],
    );
}

#[test]
fn a_move_and_an_increase_are_sentences() {
    let play = mover(Scene::revised().armies(RUSSIA, &[(S::VolgaFd, 1)]));
    let words = |play: &Play, command| play.game.command_words(seat(EUROPE), &command).0;
    let moves = [(S::Poland, "free"), (S::Belarus, "1 money")];
    for (to, cost) in moves {
        let text = words(&play, march(S::Germany, to));
        assert!(
            text.starts_with("Move an army from Germany to ")
                && text.ends_with(&format!("({cost})")),
            "{text}"
        );
    }
    let mut play = hungary();
    play.reveal(C::EuropePoland);
    let text = words(&play, increase(EU, R::Hungary, 3));
    assert_eq!(text, "Increase the EU die in Hungary from 3 to 6");
}

#[test]
fn a_command_in_words_names_what_was_picked() {
    let play = hungary();
    let (text, rule) =
        play.game.command_words(seat(EUROPE), &Command::Play { card: C::EuropePoland });
    assert!(text.starts_with("Play Poland") && !rule.is_empty(), "{text}");
}

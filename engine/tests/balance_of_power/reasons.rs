//! Reasons for a command: what it has changed for a colour, in words.

use engine::Seat;
use engine::explain::Explain;

use crate::support::*;

/// The reasons of a seat for what was done between two positions.
fn reasons(before: &Play, after: &Play, seat: u8) -> Vec<String> {
    let reasons = after.game.reasons(&before.game, Seat(seat));
    assert!(reasons.iter().all(|reason| !reason.rule.is_empty()));
    reasons.into_iter().map(|reason| reason.text).collect()
}

fn holds(reasons: &[String], wanted: &[&str]) {
    for text in wanted {
        assert!(reasons.iter().any(|one| one == text), "{text}: {reasons:?}");
    }
}

/// Red in every territory but one, which is Blue's capital.
fn last_stand() -> Arrangement {
    let red = T::ALL.iter().map(|at| (*at, Owner::Red, 3));
    let capital = Play::new(&training()).public();
    let at = T::ALL.iter().find(|at| capital.territories[*at].capital == Some(BLUE));
    let garrisons = red.chain([(*at.expect("a capital"), Owner::Blue, 1)]).collect();
    Arrangement { garrisons, ..training() }
}

#[test]
fn a_conquest_names_the_land_the_regions_and_the_next_draft() {
    let arranged = last_stand();
    let before = Play::new(&arranged);
    let capital = T::ALL.iter().find(|at| before.at(**at).owner == Owner::Blue).expect("Blue's");
    let mut after = before.clone();
    let mut lost = arranged.clone();
    lost.garrisons.push((*capital, Owner::Red, 1));
    after.game = Play::new(&lost).game;
    let said = reasons(&before, &after, 0);
    let taken = said.iter().find(|one| one.starts_with("You take ")).expect("a conquest");
    assert!(taken.ends_with(" from Blue"), "{taken}");
    holds(&said, &["Blue loses its own capital"]);
    assert!(said.iter().any(|one| one.starts_with("You hold the whole ")), "{said:?}");
    assert!(said.iter().any(|one| one.starts_with("You draft ")), "{said:?}");
    let other = reasons(&before, &after, 1);
    holds(&other, &["You lose your own capital"]);
    assert!(other.iter().any(|one| one.starts_with("You lose ")), "{other:?}");
}

#[test]
fn a_card_that_is_earned_is_not_promised_to_whoever_collects() {
    let garrisons = only(&[
        (T::Austria, Owner::Red, 20),
        (T::CzechRepublic, Owner::Blue, 1),
        (T::Poland, Owner::Blue, 3),
    ]);
    let drafted = |play: &mut Play| play.draft_on(T::Austria);
    let arranged = Arrangement { garrisons, ..training() };
    let mut before = Play::new(&arranged);
    drafted(&mut before);
    let after = lucky(&arranged, |play| {
        drafted(play);
        play.act(attack_until(T::Austria, T::CzechRepublic, 1));
        play.at(T::CzechRepublic).owner == Owner::Red
    });
    let earned = "You will draw a card at the end of the turn, unless you collect an objective";
    holds(&reasons(&before, &after, 0), &[earned]);
}

#[test]
fn a_collected_objective_says_how_many_are_missing() {
    let arranged = last_stand();
    let before = Play::new(&arranged);
    let mut won = arranged.clone();
    let first = before.public().objectives[0];
    won.red.collected.push(first);
    let after = Play::new(&won);
    let said = reasons(&before, &after, 0);
    let found = said.iter().find(|one| one.starts_with("You collect ")).expect("an objective");
    assert!(found.ends_with(": 1 of 3 to win"), "{found}");
    let other = reasons(&before, &after, 1);
    assert!(other.iter().any(|one| one.starts_with("Red collects ")), "{other:?}");
}

#[test]
fn troops_that_are_placed_end_a_threat() {
    let with = |troops: u16| {
        let mut arranged = last_stand();
        for (_, owner, count) in &mut arranged.garrisons {
            *count = if *owner == Owner::Blue { 10 } else { troops };
        }
        Play::new(&arranged)
    };
    let said = reasons(&with(3), &with(30), 0);
    let ended =
        |text: &String| text.starts_with("Your ") && text.ends_with("no longer outnumbered");
    assert!(said.iter().any(ended), "{said:?}");
    let threatened = |text: &String| text.starts_with("The enemy capital ");
    assert!(said.iter().any(threatened), "{said:?}");
    let counted =
        |text: &String| text.starts_with("You have ") && text.contains("troops on the map");
    assert!(said.iter().any(counted), "{said:?}");
}

#[test]
fn an_attack_that_has_become_likely_says_its_chance() {
    let with = |troops: u16| {
        let mut arranged = last_stand();
        for (_, owner, count) in &mut arranged.garrisons {
            *count = if *owner == Owner::Blue { 5 } else { troops };
        }
        Play::new(&arranged)
    };
    let said = reasons(&with(3), &with(9), 0);
    let likely = |text: &String| text.starts_with("You could take ");
    let found = said.iter().find(|one| likely(one)).expect("a better attack");
    assert!(found.ends_with("\u{a0}% instead of 5\u{a0}%"), "{found}");
    assert!(!reasons(&with(3), &with(4), 0).iter().any(likely), "still unlikely");
}

#[test]
fn a_command_in_words_names_what_was_picked() {
    let game = Play::new(&training()).game;
    let (text, rule) = game.command_words(Seat(0), &place(&[(T::Hungary, 2), (T::Austria, 1)]));
    assert_eq!(
        (text.as_str(), rule.as_str()),
        ("Place 1 in Austria, 2 in Hungary", "Draft troops")
    );
    let until = |stop_at| {
        let (from, to) = (T::Austria, T::Germany);
        game.sentence(&Command::AttackUntil { from, to, stop_at }).expect("a sentence")
    };
    let chosen = |colour, first| game.sentence(&Command::Choose { colour, first });
    assert_eq!(chosen(RED, RED).as_deref(), Some("Play Red and go first"));
    assert_eq!(chosen(RED, BLUE).as_deref(), Some("Play Red; Blue goes first"));
    // One stays behind in any case: only who keeps more has said so.
    assert!(until(1).contains(": to the end, chance "), "{}", until(1));
    assert!(until(2).contains(": stop at 2, chance "), "{}", until(2));
}

#[test]
fn combat_support_is_a_sentence() {
    let garrisons = only(&[
        (T::Ireland, Owner::Red, 5),
        (T::UnitedKingdom, Owner::Red, 1),
        (T::Austria, Owner::Neutral, 6),
        (T::Germany, Owner::Blue, 2),
    ]);
    let red = ArrangedSide { chart: 12, ..ArrangedSide::default() };
    let game = Play::new(&Arrangement { garrisons, red, ..command_room() }).game;
    let words = |command| game.sentence(&command).expect("a sentence");
    let moved = words(buy_manoeuvre(T::Ireland, T::UnitedKingdom, 2));
    assert!(moved.ends_with(": move 2 troops from Ireland to United Kingdom"), "{moved}");
    let attack = words(buy_neutral_attack(T::Austria, T::Germany, 1));
    assert!(
        attack.contains(": Austria attacks Germany, chance ") && attack.ends_with(" %"),
        "{attack}"
    );
    let guarded = words(buy_neutral_attack(T::Austria, T::Germany, 3));
    assert!(guarded.contains(": Austria attacks Germany, stop at 3, chance "), "{guarded}");
    assert_eq!(game.sentence(&buy(Support::Reconnaissance)), None);
}

/// The chance in a sentence, in ten-thousandths as the view has it.
fn chance_in(sentence: &str) -> u16 {
    let percent = sentence.rsplit_once("chance ").and_then(|(_, rest)| rest.strip_suffix(" %"));
    let (whole, tenth) = percent.and_then(|text| text.split_once('.')).expect("a chance");
    100 * whole.parse::<u16>().expect("a number") + 10 * tenth.parse::<u16>().expect("a digit")
}

#[test]
fn an_attack_that_stops_early_says_the_chance_of_those_that_fight() {
    let garrisons = only(&[
        (T::Germany, Owner::Red, 12),
        (T::Austria, Owner::Blue, 6),
        (T::CzechRepublic, Owner::Neutral, 12),
    ]);
    let mut play = Play::new(&Arrangement { garrisons: garrisons.clone(), ..training() });
    play.draft_on(T::Germany);
    let red = ArrangedSide { chart: 12, ..ArrangedSide::default() };
    let bought = Play::new(&Arrangement { garrisons, red, ..command_room() });
    for (play, from) in [(&play, T::Germany), (&bought, T::CzechRepublic)] {
        let attacks = play.public().attacks;
        let attack = attacks.iter().find(|one| (one.from, one.to) == (from, T::Austria));
        let chances = &attack.expect("an attack").chances;
        assert!(chances.len() > 6 && chances[5] + 1_000 < chances[0], "{chances:?}");
        for (stop_at, chance) in (1..).zip(chances) {
            let to = T::Austria;
            let command = match from {
                T::Germany => attack_until(from, to, stop_at),
                _ => buy_neutral_attack(from, to, stop_at),
            };
            let words = play.game.sentence(&command).expect("a sentence");
            assert!(chance_in(&words).abs_diff(*chance) <= 5, "{words}: {chance}");
            let stops = words.contains(&format!("stop at {stop_at}, chance "));
            assert!(stops == (stop_at > 1) && !(stops && words.contains("to the end")), "{words}");
        }
    }
}

#[test]
fn troops_that_fall_cite_the_attack() {
    let with = |troops| {
        let garrisons = only(&[(T::Austria, Owner::Red, troops), (T::Poland, Owner::Blue, 1)]);
        Play::new(&Arrangement { garrisons, ..training() })
    };
    for (then, now, rule) in [(5, 3, "Attacking"), (3, 5, "Draft troops")] {
        let reasons = with(now).game.reasons(&with(then).game, Seat(0));
        let text = format!("You have {now} troops on the map instead of {then}");
        let found = reasons.iter().find(|one| one.text == text);
        assert_eq!(found.map(|one| one.rule), Some(rule), "{reasons:?}");
    }
}

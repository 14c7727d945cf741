//! Balance of Power: attacks, dice, combat support (rulings 4, 5, 6, 8, 9 and 10).

use crate::support::{
    ArrangedSide, Arrangement, BLUE, Command, Dice, Event, LastRoll, Owner, Play, PromptKind, RED,
    Stage, Support, T, attack, attack_until, buy, buy_manoeuvre, buy_neutral_attack, command_room,
    dealer, fights, lucky, occupy, only, place, training,
};

/// Arranges Sweden with this many troops of Red's against this many of Blue's in Finland.
fn north(red: u16, blue: u16) -> Arrangement {
    let garrisons = vec![(T::Sweden, Owner::Red, red), (T::Finland, Owner::Blue, blue)];
    Arrangement { garrisons, ..training() }
}

/// Comes to Red's attack step, the draft placed far away.
fn attacking(arranged: &Arrangement, deal: u32) -> Play {
    let mut play = Play::dealt(arranged, deal);
    play.idle_until(PromptKind::Draft);
    play.draft_on(T::Austria);
    play
}

/// Arranges the Command Room with this many troops on Red's chart.
fn chart(troops: u8) -> Arrangement {
    let red = ArrangedSide { chart: troops, ..ArrangedSide::default() };
    Arrangement { red, ..command_room() }
}

/// Attack, ruling 4.
#[test]
fn one_to_three_dice_and_one_troop_stays() {
    let play = attacking(&north(3, 5), 0);
    for dice in [0, 3] {
        let why = play.refuse(attack(T::Sweden, T::Finland, dice));
        let wanted = format!("you may throw 1 to 2 dice, not {dice}");
        assert!(why.contains(&wanted), "{why}");
    }
    assert!(play.may(&attack(T::Sweden, T::Finland, 2)));
    let play = attacking(&north(9, 5), 0);
    assert!(play.may(&attack(T::Sweden, T::Finland, 3)));
    play.refuse(attack(T::Sweden, T::Finland, 4));
    let why = attacking(&north(1, 5), 0).refuse(attack(T::Sweden, T::Finland, 1));
    assert_eq!(why, "the one troop in Sweden must stay");
}

#[test]
fn at_most_two_dice_into_rough_terrain() {
    let play = attacking(&north(9, 5), 0);
    let why = play.refuse(attack(T::Sweden, T::Norway, 3));
    assert!(why.contains("1 to 2 dice"), "{why}");
    assert!(play.may(&attack(T::Sweden, T::Norway, 2)));
}

#[test]
fn attacks_go_from_an_own_territory_into_an_adjacent_one_of_another_owner() {
    let play = attacking(&north(9, 5), 0);
    let why = play.refuse(attack(T::Sweden, T::Denmark, 1));
    assert_eq!(why, "Sweden and Denmark are not adjacent");
    let why = play.refuse(attack(T::Finland, T::Sweden, 1));
    assert_eq!(why, "Finland is not yours");
    let why = play.refuse(attack(T::Austria, T::Italy, 1));
    assert_eq!(why, "Italy is yours already");
    assert!(play.may(&attack(T::Sweden, T::Poland, 3)), "along the sea-line");
}

#[test]
fn a_defender_throws_the_most_dice_it_may() {
    for (defenders, dice) in [(1, 1), (2, 2), (7, 2)] {
        let mut play = attacking(&north(9, defenders), 0);
        let events = play.act(attack(T::Sweden, T::Finland, 1));
        assert_eq!(fights(&events)[0].1.count(), dice, "{defenders} defenders");
    }
}

#[test]
fn attack_until_throws_the_most_dice_and_stops_at_the_troops_named() {
    for deal in 0..30 {
        let mut play = attacking(&north(12, 9), deal);
        let events = play.act(attack_until(T::Sweden, T::Finland, 4));
        let mut troops = (12, 9);
        let rolls = fights(&events);
        for (attack, defence, [attacker, defender]) in &rolls {
            assert_eq!(u16::from(attack.count()), 3.min(troops.0 - 4));
            assert_eq!(u16::from(defence.count()), 2.min(troops.1));
            troops.0 -= u16::from(*attacker);
            troops.1 -= u16::from(*defender);
        }
        assert!(troops.1 == 0 || troops.0 == 4, "{troops:?}");
        assert!(troops.1 == 0 || play.troops(T::Sweden) == 4);
        assert!(!rolls.is_empty());
    }
}

#[test]
fn stop_at_is_at_least_one_and_below_the_troops() {
    let play = attacking(&north(5, 5), 0);
    for stop_at in [0, 5, 6] {
        let why = play.refuse(attack_until(T::Sweden, T::Finland, stop_at));
        assert!(why.contains("stop_at is at least 1 and below the 5 troops"), "{why}");
    }
    assert!(play.may(&attack_until(T::Sweden, T::Finland, 4)));
}

/// Occupy, ruling 5.
#[test]
fn occupy_is_asked_from_the_dice_of_the_last_roll_to_all_but_one() {
    let mut play = lucky(&north(9, 1), |play| {
        play.draft_on(T::Austria);
        play.act(attack(T::Sweden, T::Finland, 2));
        play.kind() == PromptKind::Occupy
    });
    let prompt = play.public().prompt;
    assert_eq!((prompt.from, prompt.to), (Some(T::Sweden), Some(T::Finland)));
    assert_eq!((prompt.least, prompt.most), (Some(2), Some(8)));
    let why = play.refuse(occupy(1));
    assert_eq!(why, "2 to 8 troops move in, not 1");
    play.refuse(occupy(9));
    play.refuse(Command::EndAttack {});
    play.act(occupy(8));
    assert_eq!((play.troops(T::Sweden), play.troops(T::Finland)), (1, 8));
}

#[test]
fn the_troops_that_attacked_stand_there_while_occupy_is_asked() {
    let play = lucky(&north(9, 1), |play| {
        play.draft_on(T::Austria);
        play.act(attack(T::Sweden, T::Finland, 3));
        play.kind() == PromptKind::Occupy
    });
    assert_eq!((play.troops(T::Sweden), play.troops(T::Finland)), (6, 3));
}

#[test]
fn occupy_is_settled_when_only_one_number_is_possible() {
    let play = lucky(&north(4, 1), |play| {
        play.draft_on(T::Austria);
        play.act(attack(T::Sweden, T::Finland, 3));
        play.at(T::Finland).owner == Owner::Red
    });
    assert_eq!(play.kind(), PromptKind::Attack);
    assert_eq!((play.troops(T::Sweden), play.troops(T::Finland)), (1, 3));
}

/// Dice order, ruling 6.
#[test]
fn attack_dice_are_drawn_before_defence_dice_from_the_combat_stream() {
    use engine::dealer::Label;
    let combat = Label { slot: 0, name: "combat" };
    let mut play = attacking(&north(9, 5), 11);
    let events = play.act(attack(T::Sweden, T::Finland, 3));
    let mut stream = dealer(11);
    let drawn: Vec<u8> = (0..5).map(|_| 1 + stream.below(combat, 6) as u8).collect();
    let (attack, defence, _) = fights(&events)[0];
    assert_eq!(attack.values(), &drawn[..3]);
    assert_eq!(defence.values(), &drawn[3..]);
}

/// Combat support, ruling 8.
#[test]
fn support_is_paid_from_the_own_chart_each_kind_once_until_done() {
    let mut play = Play::new(&chart(12));
    assert_eq!((play.public().stage, play.kind()), (Stage::Support, PromptKind::Support));
    play.act(buy(Support::Reconnaissance));
    assert_eq!(play.charts()[0], 10, "what remains moves left");
    let why = play.refuse(buy(Support::Reconnaissance));
    assert_eq!(why, "Reconnaissance was bought this turn already");
    play.act(buy(Support::SpecialUnit));
    assert_eq!(play.charts()[0], 2);
    assert_eq!(play.kind(), PromptKind::Draft, "nothing is left to buy");
    let mut play = Play::new(&chart(12));
    play.act(Command::Done {});
    assert_eq!((play.kind(), play.charts()[0]), (PromptKind::Draft, 12));
}

#[test]
fn the_support_step_is_skipped_when_nothing_can_be_bought() {
    assert_eq!(Play::new(&chart(1)).kind(), PromptKind::Draft);
    assert_eq!(Play::new(&chart(2)).kind(), PromptKind::Support);
    let why = Play::new(&chart(2)).refuse(buy(Support::SpecialUnit));
    assert_eq!(why, "Special unit costs 8 troops; 2 are on your chart");
}

#[test]
fn a_start_manoeuvre_comes_before_the_draft_and_besides_the_turns_own() {
    let mut play = Play::new(&chart(3));
    let why = play.refuse(buy(Support::StartManoeuvre));
    assert_eq!(why, "start_manoeuvre takes from, to and troops");
    play.refuse(buy_manoeuvre(T::Austria, T::Poland, 1));
    play.act(buy_manoeuvre(T::Austria, T::Hungary, 4));
    assert_eq!((play.troops(T::Austria), play.troops(T::Hungary)), (1, 9));
    assert_eq!(play.kind(), PromptKind::Draft);
    play.idle_until(PromptKind::Manoeuvre);
}

#[test]
fn a_special_unit_lets_three_dice_into_rough_terrain_for_the_turn() {
    let arranged = Arrangement { garrisons: north(9, 5).garrisons, ..chart(8) };
    let mut play = Play::new(&arranged);
    play.act(buy(Support::SpecialUnit));
    play.draft_on(T::Austria);
    assert!(play.may(&attack(T::Sweden, T::Norway, 3)));
    play.end_turn();
    play.end_turn();
    play.idle_until(PromptKind::Attack);
    assert!(!play.may(&attack(T::Sweden, T::Norway, 3)), "only in that turn");
}

#[test]
fn defeated_troops_fill_the_charts_up_to_their_capacity() {
    let mut arranged = north(60, 60);
    arranged.options = command_room().options;
    let mut play = attacking(&arranged, 0);
    play.act(attack_until(T::Sweden, T::Finland, 1));
    assert_eq!(play.charts(), [12, 12, 0]);
    let mut play = attacking(&north(60, 60), 0);
    play.act(attack_until(T::Sweden, T::Finland, 1));
    assert_eq!(play.public().command_room, None, "Basic Training has no charts");
}

/// Reconnaissance, ruling 9.
fn scouting(deal: u32) -> Play {
    let mut play =
        Play::dealt(&Arrangement { garrisons: north(20, 20).garrisons, ..chart(2) }, deal);
    play.act(buy(Support::Reconnaissance));
    play.draft_on(T::Austria);
    play
}

#[test]
fn reconnaissance_asks_after_each_single_roll_before_losses_until_it_is_used() {
    let mut play = scouting(0);
    for _ in 0..2 {
        let troops = (play.troops(T::Sweden), play.troops(T::Finland));
        let events = play.act(attack(T::Sweden, T::Finland, 3));
        assert!(fights(&events).is_empty());
        assert_eq!((play.troops(T::Sweden), play.troops(T::Finland)), troops);
        assert_eq!(play.kind(), PromptKind::Reroll);
        assert_eq!(fights(&play.act(Command::Keep {})).len(), 1);
    }
    play.act(attack(T::Sweden, T::Finland, 3));
    let Some(LastRoll::Combat { attack: before, attacker_lost: None, .. }) =
        play.public().last_roll
    else {
        panic!("a roll without losses");
    };
    let why = play.refuse(Command::Reroll { die: 3 });
    assert_eq!(why, "the attack dice are numbered 0 to 2");
    let events = play.act(Command::Reroll { die: 1 });
    let again = events.iter().find_map(|event| match event {
        Event::Rerolled { die: 1, was, now } => Some((*was, *now)),
        _ => None,
    });
    let (was, now) = again.expect("a die thrown again");
    assert_eq!(was, before.values()[1]);
    let after: Dice = fights(&events)[0].0;
    assert_eq!(after, before.with(1, now), "the new value stands");
    play.act(attack(T::Sweden, T::Finland, 3));
    assert_eq!(play.kind(), PromptKind::Attack, "it is used");
}

#[test]
fn reconnaissance_never_asks_in_an_attack_series() {
    let mut play = scouting(0);
    let events = play.act(attack_until(T::Sweden, T::Finland, 10));
    assert!(fights(&events).len() > 1);
    assert_ne!(play.kind(), PromptKind::Reroll);
}

/// Arranges a neutral attack, ruling 10: Norway against Blue's Finland.
fn neutral_north(neutral: u16, blue: u16) -> Arrangement {
    let garrisons = vec![(T::Norway, Owner::Neutral, neutral), (T::Finland, Owner::Blue, blue)];
    Arrangement { garrisons, ..chart(5) }
}

#[test]
fn a_neutral_attack_takes_a_territory_for_the_neutral_army() {
    let mut play = lucky(&neutral_north(12, 1), |play| {
        play.act(buy_neutral_attack(T::Norway, T::Finland, 2));
        play.kind() == PromptKind::Occupy
    });
    assert_eq!((play.public().stage, play.charts()[0]), (Stage::Support, 0));
    assert_eq!(play.awaited().0, 0, "the buyer occupies");
    let most = play.public().prompt.most.expect("a number");
    play.act(occupy(most));
    assert_eq!(play.at(T::Finland).owner, Owner::Neutral);
    assert_eq!((play.troops(T::Norway), play.charts()[1]), (1, 1));
    assert!(!play.public().conquered);
    play.end_turn();
    assert_eq!(play.side(RED).hand, 0, "it is no conquest of the buyer's");
}

#[test]
fn neutral_losses_go_to_the_neutral_chart_and_at_most_two_dice_into_rough_terrain() {
    let garrisons = vec![(T::WesternUkraine, Owner::Neutral, 30), (T::Belarus, Owner::Blue, 30)];
    let mut play = Play::new(&Arrangement { garrisons, ..chart(5) });
    let events = play.act(buy_neutral_attack(T::WesternUkraine, T::Belarus, 1));
    assert!(fights(&events).iter().all(|(attack, _, _)| attack.count() <= 2));
    assert!(play.charts()[2] > 0);
}

#[test]
fn a_neutral_attack_needs_two_neutral_troops_next_to_the_opponents() {
    let play = Play::new(&neutral_north(12, 1));
    let why = play.refuse(buy_neutral_attack(T::Norway, T::Sweden, 1));
    assert_eq!(why, "Sweden is not your opponent's");
    let why = play.refuse(buy_neutral_attack(T::Austria, T::Finland, 1));
    assert_eq!(why, "Austria is not neutral");
    let why = play.refuse(buy_neutral_attack(T::Denmark, T::Finland, 1));
    assert_eq!(why, "Denmark and Finland are not adjacent");
    play.refuse(buy_neutral_attack(T::Norway, T::Finland, 12));
    let lonely = only(&[(T::Austria, Owner::Red, 5), (T::Poland, Owner::Blue, 5)]);
    let play = Play::new(&Arrangement { garrisons: lonely, ..chart(5) });
    let all = play.offers();
    assert!(all.iter().all(|text| !text.starts_with("Neutral attack")), "{all:?}");
}

#[test]
fn a_capital_that_neutrals_take_is_held_by_nobody() {
    let garrisons = vec![(T::Slovakia, Owner::Neutral, 40), (T::Poland, Owner::Blue, 1)];
    let play = lucky(&Arrangement { garrisons, ..chart(5) }, |play| {
        play.act(buy_neutral_attack(T::Slovakia, T::Poland, 1));
        play.at(T::Poland).owner == Owner::Neutral
    });
    assert_eq!(play.at(T::Poland).capital, Some(BLUE));
    assert!(play.side(BLUE).capitals.is_empty());
    assert_eq!(play.side(RED).capitals, [RED]);
}

#[test]
fn an_opponent_left_without_territory_by_neutrals_is_eliminated() {
    let garrisons = only(&[
        (T::Austria, Owner::Red, 5),
        (T::Norway, Owner::Neutral, 40),
        (T::Finland, Owner::Blue, 1),
    ]);
    let play = lucky(&Arrangement { garrisons, ..chart(5) }, |play| {
        play.act(buy_neutral_attack(T::Norway, T::Finland, 1));
        play.is_over()
    });
    assert_eq!(play.result(), (vec![0], "elimination".to_owned()));
}

#[test]
fn no_chance_is_shown_where_more_than_two_hundred_troops_stand() {
    let chances = |red: u16| {
        let play = attacking(&north(red, 3), 0);
        let all = play.public().attacks;
        let found = all.into_iter().find(|one| one.to == T::Finland).expect("an attack");
        found.chances.len()
    };
    assert_eq!((chances(200), chances(201)), (199, 0));
    let mut play = Play::new(&north(201, 3));
    let left = play.public().prompt.most.expect("a draft") as u8;
    play.act(place(&[(T::Austria, left)]));
    assert!(play.may(&attack_until(T::Sweden, T::Finland, 1)));
}

//! The examples that the reference cards print, and the numbers that follow from the rules alone.

use crate::support::{
    ArrangedSide, Arrangement, BLUE, Card, Chances, Command, Event, LastRoll, OUTCOMES, Objective,
    Options, Owner, Play, PromptKind, RED, T, attack, attack_until, command_room, fights, holding,
    lucky, manoeuvre, occupy, only, resolve, training, troops,
};

/// Chances are compared to three decimals.
const CLOSE: f64 = 0.000_5;

#[test]
fn draft_nineteen_territories_and_cities_give_six_and_five_give_three() {
    let red = [
        T::SouthernFrance,
        T::NorthernFrance,
        T::Belgium,
        T::Ireland,
        T::UnitedKingdom,
        T::Sweden,
        T::Italy,
        T::Austria,
        T::CzechRepublic,
        T::Slovakia,
        T::Hungary,
        T::EasternUkraine,
        T::SouthernRussia,
        T::Prussia,
    ];
    let blue = [T::Poland, T::Belarus, T::NorthernRussia, T::Latvia, T::Lithuania];
    let mut garrisons: Vec<_> = red.iter().map(|at| (*at, Owner::Red, 1)).collect();
    garrisons.extend(blue.iter().map(|at| (*at, Owner::Blue, 1)));
    let mut cities = red[..5].to_vec();
    cities.extend([T::Denmark, T::Switzerland, T::Norway, T::Netherlands]);
    let play = Play::new(&Arrangement { garrisons: only(&garrisons), cities, ..training() });
    let (red, blue) = (play.side(RED), play.side(BLUE));
    assert_eq!((red.territories + red.cities, red.draft.base), (19, 6));
    assert_eq!((blue.territories, blue.cities, blue.draft.base), (5, 0, 3));
    // One more for the own capital; no region is held whole.
    assert_eq!(play.public().prompt.most, Some(7));
}

#[test]
fn draft_the_bonus_of_whole_regions() {
    let bonus = |regions: &[&[T]]| {
        let mut garrisons = vec![(T::Austria, Owner::Red, 1), (T::Poland, Owner::Blue, 1)];
        garrisons.extend(regions.iter().copied().flatten().map(|at| (*at, Owner::Red, 1)));
        garrisons.push((T::Ireland, Owner::Blue, 1));
        let play = Play::new(&Arrangement { garrisons: only(&garrisons), ..training() });
        play.side(RED).draft.regions.iter().map(|one| one.bonus).sum::<u8>()
    };
    let orange =
        [T::Belarus, T::WesternUkraine, T::EasternUkraine, T::NorthernRussia, T::SouthernRussia];
    let blue = [T::Prussia, T::Lithuania, T::Latvia, T::Estonia];
    let brown = [T::Poland, T::CzechRepublic, T::Slovakia, T::Hungary, T::Romania, T::Moldova];
    let yellow = [T::Switzerland, T::Italy, T::Austria, T::Slovenia];
    assert_eq!(bonus(&[&orange]), 5);
    assert_eq!(bonus(&[&blue]), 2);
    assert_eq!(bonus(&[&brown, &yellow]), 8);
    assert_eq!(bonus(&[&blue[..3]]), 0);
}

#[test]
fn attacking_sweden_takes_finland_and_four_more_follow() {
    let garrisons = vec![(T::Sweden, Owner::Red, 8), (T::Finland, Owner::Blue, 1)];
    let arranged = Arrangement { garrisons, ..training() };
    let mut play = lucky(&arranged, |play| {
        play.draft_on(T::Austria);
        play.act(attack(T::Sweden, T::Finland, 3));
        play.kind() == PromptKind::Occupy
    });
    let prompt = play.public().prompt;
    assert_eq!((prompt.least, prompt.most), (Some(3), Some(7)));
    play.act(occupy(3 + 4));
    assert_eq!((play.troops(T::Sweden), play.troops(T::Finland)), (1, 7));
    assert_eq!(play.at(T::Finland).owner, Owner::Red);
}

#[test]
fn manoeuvre_from_germany_to_southern_russia_through_poland_and_belarus() {
    let way = [T::Germany, T::Poland, T::Belarus, T::SouthernRussia];
    let mut garrisons: Vec<_> = way.iter().map(|at| (*at, Owner::Red, 6)).collect();
    let blue = ArrangedSide { capital: Some(T::Lithuania), ..ArrangedSide::default() };
    let arranged = Arrangement { garrisons: garrisons.clone(), blue: blue.clone(), ..training() };
    let mut play = Play::new(&arranged);
    play.idle_until(PromptKind::Manoeuvre);
    play.act(manoeuvre(T::Germany, T::SouthernRussia, 5));
    assert_eq!((play.troops(T::Germany), play.troops(T::SouthernRussia)), (1, 11));
    // Without Belarus no way of own territories is left.
    garrisons[2] = (T::Belarus, Owner::Blue, 6);
    let mut play = Play::new(&Arrangement { garrisons, blue, ..training() });
    play.idle_until(PromptKind::Manoeuvre);
    let why = play.refuse(manoeuvre(T::Germany, T::SouthernRussia, 5));
    assert!(why.contains("no way"), "{why}");
}

/// Begins Blue's turn with seven troops on the neutral chart and dice that show this sum.
fn resistance(sum: u8) -> (Play, Vec<Event>) {
    let arranged = Arrangement { active: Some(BLUE), neutral_chart: 7, ..command_room() };
    let mut play = lucky(&arranged, |play| {
        play.act(Command::Resist {});
        matches!(play.public().last_roll,
            Some(LastRoll::Resistance { dice, needed: 6 })
                if dice.values().iter().sum::<u8>() == sum)
    });
    let events = play.events.drain(..).map(|(_, event)| event).collect();
    (play, events)
}

#[test]
fn neutral_resistance_a_nine_brings_four_of_seven_troops_back() {
    let (mut play, events) = resistance(9);
    let returning = |event: &Event| {
        matches!(event, Event::ResistanceRolled { chart: 7, returning: 4, needed: 6, .. })
    };
    assert!(events.iter().any(returning), "{events:?}");
    assert_eq!(play.charts(), [0, 0, 0]);
    let before = play.public().neutral.troops;
    let troops = troops(&[(T::Denmark, 3), (T::Norway, 1)]);
    play.act(Command::ReturnTroops { troops });
    assert_eq!(play.public().neutral.troops, before + 4);
}

#[test]
fn neutral_resistance_a_five_sends_all_away() {
    let (play, events) = resistance(5);
    let leaving =
        |event: &Event| matches!(event, Event::ResistanceRolled { chart: 7, returning: 0, .. });
    assert!(events.iter().any(leaving), "{events:?}");
    assert_eq!((play.charts()[2], play.kind()), (0, PromptKind::Draft));
}

#[test]
fn the_star_table_from_two_to_ten_stars() {
    // Five cards of two stars and one of one star.
    let cards = [
        Card::SouthernFrance,
        Card::Netherlands,
        Card::UnitedKingdom,
        Card::Finland,
        Card::Italy,
        Card::NorthernFrance,
    ];
    for (stars, earned) in [2, 4, 7, 10, 13, 17, 21, 25, 30].into_iter().enumerate() {
        let stars = stars + 2;
        let mut set = cards[..stars / 2].to_vec();
        if stars % 2 == 1 {
            set.push(cards[5]);
        }
        let mut play = Play::new(&Arrangement { red: holding(&cards), ..training() });
        let before = play.public().prompt.most.expect("a draft");
        play.act(Command::HandIn { cards: set });
        assert_eq!(play.public().prompt.most, Some(before + earned), "{stars} stars");
    }
}

/// Counts the outcomes of every roll of this many dice: defender loses all at stake, one each,
/// attacker.
fn enumerated(attack: usize, defence: usize) -> [u16; 3] {
    let mut outcomes = [0; 3];
    for number in 0..6u32.pow((attack + defence) as u32) {
        let faces = (0..attack + defence).map(|die| 1 + (number / 6u32.pow(die as u32) % 6) as u8);
        let dice: Vec<u8> = faces.collect();
        let losses = resolve(&dice[..attack], &dice[attack..]);
        assert_eq!(usize::from(losses.attacker + losses.defender), attack.min(defence));
        let outcome = match (losses.defender, losses.attacker) {
            (_, 0) => 0,
            (0, _) => 2,
            _ => 1,
        };
        outcomes[outcome] += 1;
    }
    outcomes
}

#[test]
fn the_six_dice_tables_by_counting_every_roll() {
    assert_eq!(enumerated(3, 2), [2890, 2611, 2275]);
    assert_eq!(enumerated(2, 2), [295, 420, 581]);
    assert_eq!(enumerated(3, 1), [855, 0, 441]);
    assert_eq!(enumerated(2, 1), [125, 0, 91]);
    assert_eq!(enumerated(1, 2), [55, 0, 161]);
    assert_eq!(enumerated(1, 1), [15, 0, 21]);
    for (attack, by_defence) in OUTCOMES.iter().enumerate() {
        for (defence, outcomes) in by_defence.iter().enumerate() {
            assert_eq!(enumerated(attack + 1, defence + 1), *outcomes);
        }
    }
}

#[test]
fn highest_against_highest_and_ties_are_the_defenders() {
    let losses = |attack: &[u8], defence: &[u8]| {
        let losses = resolve(attack, defence);
        (losses.attacker, losses.defender)
    };
    assert_eq!(losses(&[2, 6, 5], &[4, 6]), (1, 1));
    assert_eq!(losses(&[6, 6, 6], &[6, 6]), (2, 0));
    assert_eq!(losses(&[1, 3], &[2]), (0, 1));
    assert_eq!(losses(&[3], &[2, 3]), (1, 0));
}

/// Computes the sum of (observed - expected)^2 / expected.
fn chi_square(observed: &[u32], shares: &[u32]) -> f64 {
    let all = f64::from(observed.iter().sum::<u32>());
    let whole = f64::from(shares.iter().sum::<u32>());
    let term = |(count, share): (&u32, &u32)| {
        let expected = all * f64::from(*share) / whole;
        (f64::from(*count) - expected).powi(2) / expected
    };
    observed.iter().zip(shares).map(term).sum()
}

/// The deals are fixed, so the test is deterministic; the limits are the 99.9 % points.
#[test]
fn dealt_dice_fall_as_they_should() {
    let garrisons = vec![(T::Sweden, Owner::Red, 20_000), (T::Finland, Owner::Blue, 20_000)];
    let arranged = Arrangement { garrisons, ..training() };
    let (mut outcomes, mut faces) = ([0; 3], [0; 6]);
    for deal in 1..=3 {
        let mut play = Play::dealt(&arranged, deal);
        play.draft_on(T::Austria);
        let events = play.act(attack_until(T::Sweden, T::Finland, 1));
        for (attack, defence, lost) in fights(&events) {
            for face in attack.values().iter().chain(defence.values()) {
                faces[usize::from(*face) - 1] += 1;
            }
            if (attack.count(), defence.count()) == (3, 2) {
                outcomes[usize::from(lost[0])] += 1;
            }
        }
    }
    let fought = chi_square(&outcomes, &[2890, 2611, 2275]);
    let fair = chi_square(&faces, &[1; 6]);
    println!("deals 1 to 3: {outcomes:?} of 3v2: {fought:.2}; faces {faces:?}: {fair:.2}");
    assert!(outcomes.iter().sum::<u32>() > 40_000);
    assert!(fought < 13.82, "chi-square with 2 degrees of freedom: {fought}");
    assert!(fair < 20.52, "chi-square with 5 degrees of freedom: {fair}");
}

#[track_caller]
fn chance(attackers: u16, defenders: u16, limit: u8, wanted: f64) {
    let found = Chances::against(defenders, attackers, limit).of(attackers);
    assert!((found - wanted).abs() < CLOSE, "{attackers}v{defenders}, {limit} dice: {found}");
}

#[test]
fn the_chance_of_a_conquest_to_three_decimals() {
    for (attackers, defenders, wanted) in [
        (1, 1, 0.417),
        (2, 1, 0.754),
        (3, 1, 0.916),
        (3, 2, 0.656),
        (3, 3, 0.470),
        (5, 3, 0.769),
        (5, 5, 0.506),
        (7, 5, 0.736),
        (10, 8, 0.724),
        (10, 10, 0.568),
    ] {
        chance(attackers, defenders, 3, wanted);
    }
}

#[test]
fn the_chance_of_a_conquest_of_rough_terrain_to_three_decimals() {
    for (attackers, defenders, wanted) in [
        (3, 2, 0.520),
        (3, 3, 0.334),
        (4, 2, 0.681),
        (5, 3, 0.594),
        (5, 5, 0.281),
        (6, 4, 0.522),
        (8, 5, 0.556),
        (10, 8, 0.362),
        (10, 10, 0.200),
        (3, 1, 0.896),
        (4, 1, 0.956),
    ] {
        chance(attackers, defenders, 2, wanted);
    }
}

#[test]
fn the_view_tells_the_chance_of_every_attack_series() {
    let garrisons = vec![(T::Sweden, Owner::Red, 4), (T::Finland, Owner::Blue, 2)];
    let mut play = Play::new(&Arrangement { garrisons, ..training() });
    assert!(play.public().attacks.is_empty(), "the draft is no time to attack");
    play.draft_on(T::Austria);
    let public = play.public();
    let view = |from, to| {
        public.attacks.iter().find(|one| (one.from, one.to) == (from, to)).expect("an attack")
    };
    let plain = view(T::Sweden, T::Finland);
    let close = [6_560, 3_630, 1_060];
    assert_eq!((plain.dice, plain.chances.len()), (3, 3));
    for (chance, wanted) in plain.chances.iter().zip(close) {
        assert!(chance.abs_diff(wanted) < 15, "{:?}", plain.chances);
    }
    assert_eq!(view(T::Sweden, T::Norway).dice, 2, "Norway is rough");
}

#[test]
fn poland_has_the_eight_neighbours_that_the_card_names() {
    let garrisons = only(&[(T::Poland, Owner::Red, 9), (T::Ireland, Owner::Blue, 1)]);
    let mut play = Play::new(&Arrangement { garrisons, ..training() });
    play.draft_on(T::Poland);
    let targets: Vec<T> = play.public().attacks.iter().map(|one| one.to).collect();
    let mut named = [
        T::Prussia,
        T::Lithuania,
        T::Belarus,
        T::WesternUkraine,
        T::Slovakia,
        T::CzechRepublic,
        T::Germany,
        T::Sweden,
    ];
    named.sort_unstable();
    assert_eq!(targets, named);
}

/// Asserts the objectives and the cities of a set-up.
#[track_caller]
fn shows(setup: u8, mut objectives: [Objective; 8], mut cities: [T; 9]) {
    let options = Options { setup, ..Options::default() };
    let public = Play::set_up(options, 0).public();
    objectives.sort_unstable();
    assert_eq!(public.objectives, objectives);
    let seen: Vec<T> =
        public.territories.iter().filter(|(_, view)| view.city).map(|(at, _)| *at).collect();
    cities.sort_unstable();
    assert_eq!(seen, cities);
}

#[test]
fn the_set_ups_show_the_objectives_and_cities_that_the_cards_print() {
    shows(
        3,
        [
            Objective::CitiesSix,
            Objective::NavalBase,
            Objective::EliminateNeutral,
            Objective::Satellites,
            Objective::RoughSix,
            Objective::GreenRegion,
            Objective::SeaLineSix,
            Objective::YellowRegion,
        ],
        [
            T::UnitedKingdom,
            T::Belgium,
            T::Finland,
            T::Lithuania,
            T::Poland,
            T::Switzerland,
            T::Austria,
            T::Italy,
            T::Romania,
        ],
    );
    shows(
        4,
        [
            Objective::NavalBase,
            Objective::EliminateNeutral,
            Objective::RoughSix,
            Objective::GreenRegion,
            Objective::SeaLineSix,
            Objective::PurpleRegion,
            Objective::SwissVault,
            Objective::TwoRegions,
        ],
        [
            T::Ireland,
            T::Norway,
            T::Sweden,
            T::Denmark,
            T::Estonia,
            T::CzechRepublic,
            T::Hungary,
            T::Moldova,
            T::EasternUkraine,
        ],
    );
}

//! The components and the set-up.

use engine::Viewer;

use crate::support::*;

/// Seeds with which the set-up is examined.
const SEEDS: std::ops::RangeInclusive<u8> = 1..=20;

#[test]
fn armies_stand_on_the_start_symbols() {
    let play = Play::set_up(Edition::Revised, 1);
    let armies = play.public().armies;
    assert_eq!((armies.nato.len(), armies.russia.len()), (9, 5));
    assert!(armies.nato.values().chain(armies.russia.values()).all(|count| *count == 1));
    assert_eq!((play.side(EUROPE).supply, play.side(RUSSIA).supply), (6, 10));
}

#[test]
fn the_board_begins_without_dice_tokens_prestige_and_sea_control() {
    let public = Play::set_up(Edition::Revised, 1).public();
    assert!(public.dice.is_empty() && public.money_tokens.is_empty());
    assert_eq!((public.seas.baltic_sea, public.seas.black_sea), (None, None));
    assert!(public.sides.iter().all(|side| side.prestige == 0 && side.contested_taken == 0));
}

#[test]
fn four_action_cards_are_dealt_and_contested_ones_lie_open() {
    let play = Play::set_up(Edition::First, 1);
    for (side, deck) in [(EUROPE, 9), (RUSSIA, 3)] {
        let view = play.side(side);
        assert_eq!((view.hand, view.deck, view.contested_open.len()), (4, deck, 12));
    }
}

#[test]
fn one_headline_of_each_banner_lies_open_and_three_are_dealt() {
    const RUSSIAN: [H; 11] = [
        H::MilitaryBase102,
        H::BosnianWar,
        H::CaspianAgreement,
        H::CyberwarfareWagedOnEstonia,
        H::DynasticSuccession,
        H::GeorgianCivilWar,
        H::NagornoKarabakhWar,
        H::RussiaUkraineGasDisputes,
        H::RussoGeorgianWar,
        H::TransnistriaWar,
        H::UnionStateOfRussiaAndBelarus,
    ];
    for seed in SEEDS {
        let play = Play::set_up(Edition::Revised, seed);
        let open = play.public().headlines.forthcoming;
        assert_eq!(open.iter().filter(|one| RUSSIAN.contains(one)).count(), 1, "seed {seed}");
        assert_eq!(open.len(), 2);
        assert_eq!((play.side(EUROPE).headlines, play.side(RUSSIA).headlines), (3, 3));
        assert_eq!(play.public().headlines.deck, 18, "14 have left unseen");
    }
}

#[test]
fn the_period_2_headlines_lie_under_those_of_period_1() {
    for seed in SEEDS {
        let mut play = Play::set_up(Edition::Revised, seed);
        play.idle_until(|play| play.public().turn == 9);
        let drawn = |(_, event): &(_, Event)| match event {
            Event::HeadlineDrawn { headline } => Some(*headline >= H::AccessionOfCrimeaIntoRussia),
            _ => None,
        };
        let second: Vec<bool> = play.events.iter().filter_map(drawn).collect();
        // Six are dealt, six drawn on turns 2, 4 and 6, and six more on turn 8; those dealt in the
        // set-up count too.
        assert_eq!(second, [vec![false; 12], vec![true; 6]].concat(), "seed {seed}");
    }
}

#[test]
fn two_of_three_advantage_cards_are_kept_secretly() {
    let mut play = Play::set_up(Edition::Revised, 3);
    let before = (play.public(), play.private(RUSSIA));
    let drawn = play.private(EUROPE).drawn;
    play.refuse(EUROPE, Command::KeepAdvantages { keep: [drawn[0], drawn[0]] });
    let foreign = A::ALL.iter().copied().find(|card| !drawn.contains(card)).unwrap();
    play.refuse(EUROPE, Command::KeepAdvantages { keep: [drawn[0], foreign] });
    let keep = Command::KeepAdvantages { keep: [drawn[2], drawn[0]] };
    let events = play.act(EUROPE, keep);
    assert!(events.is_empty() && play.private(EUROPE).chosen);
    assert_eq!((play.public(), play.private(RUSSIA)), before);
    play.refuse(EUROPE, keep);

    let drawn = play.private(RUSSIA).drawn;
    let events = play.act(RUSSIA, Command::KeepAdvantages { keep: [drawn[0], drawn[1]] });
    assert!(events.contains(&Event::AdvantagesKept {}));
    assert_eq!(play.private(EUROPE).advantages.len(), 2);
    assert_eq!(play.public().turn, 1);
    let named = |event: &Event| serde_json::to_string(event).unwrap().contains(drawn[0].as_str());
    assert!(!play.events_for(Viewer::Public).iter().any(named));
}

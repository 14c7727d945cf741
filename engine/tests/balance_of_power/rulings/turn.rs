//! Balance of Power: resistance, hand-in, optional steps, the end (rulings 2, 3, 7, 13 and 14).

use std::path::Path;

use crate::support::{
    ArrangedSide, Arrangement, BLUE, Card, Command, Event, Objective, Options, Owner, Play,
    PromptKind, RED, T, attack_until, command_room, holding, lucky, manoeuvre, occupy, only, place,
    training, troops,
};

/// Arranges a map on which Red takes Blue's Finland with near certainty, and no objective is fulfilled.
fn conquest() -> Arrangement {
    let garrisons = vec![(T::Sweden, Owner::Red, 12), (T::Finland, Owner::Blue, 1)];
    Arrangement { garrisons, ..training() }
}

/// Plays until Red has conquered Finland and is about to take the next step.
fn conquered(arranged: &Arrangement) -> Play {
    lucky(arranged, |play| {
        play.idle_until(PromptKind::Draft);
        play.draft_on(T::Sweden);
        play.act(attack_until(T::Sweden, T::Finland, 1));
        if play.kind() == PromptKind::Occupy {
            play.act(occupy(play.public().prompt.least.expect("a number")));
        }
        play.at(T::Finland).owner == Owner::Red
    })
}

/// Neutral resistance, ruling 2.
#[test]
fn resistance_is_asked_only_with_troops_on_the_chart_and_neutrals_on_the_map() {
    assert_ne!(Play::new(&command_room()).kind(), PromptKind::Resist);
    let arranged = Arrangement { neutral_chart: 3, ..command_room() };
    assert_eq!(Play::new(&arranged).kind(), PromptKind::Resist);
    let all: Vec<_> = T::ALL.iter().map(|at| (*at, Owner::Red, 2)).collect();
    let mut garrisons = all;
    garrisons.push((T::Poland, Owner::Blue, 2));
    let play = Play::new(&Arrangement { garrisons, ..arranged });
    assert_ne!(play.kind(), PromptKind::Resist);
    assert_eq!(play.charts()[2], 0, "the chart is emptied all the same");
}

#[test]
fn declining_resistance_empties_the_chart() {
    let mut play = Play::new(&Arrangement { neutral_chart: 9, ..command_room() });
    let neutral = play.public().neutral.troops;
    play.act(Command::Decline {});
    assert_eq!((play.charts()[2], play.public().neutral.troops), (0, neutral));
}

#[test]
fn returning_troops_are_the_exact_sum_on_neutral_territories() {
    let arranged = Arrangement { neutral_chart: 5, ..command_room() };
    let mut play = lucky(&arranged, |play| {
        play.act(Command::Resist {});
        play.kind() == PromptKind::ReturnTroops
    });
    assert_eq!(play.public().prompt.most, Some(3), "half of five, rounded up");
    let back = |pairs: &[(T, u8)]| Command::ReturnTroops { troops: troops(pairs) };
    let why = play.refuse(back(&[(T::Denmark, 2)]));
    assert_eq!(why, "you returned 2 troops; return exactly 3");
    let why = play.refuse(back(&[(T::Denmark, 2), (T::Austria, 1)]));
    assert_eq!(why, "Austria is not neutral");
    play.act(back(&[(T::Denmark, 2), (T::Ireland, 1)]));
    assert_ne!(play.kind(), PromptKind::ReturnTroops);
}

#[test]
fn neutrals_killed_in_a_turn_wait_for_the_next_players_start() {
    let garrisons = vec![(T::Austria, Owner::Red, 30), (T::Slovenia, Owner::Neutral, 2)];
    let arranged = Arrangement { garrisons, ..command_room() };
    let mut play = lucky(&arranged, |play| {
        play.idle_until(PromptKind::Draft);
        play.draft_on(T::Austria);
        play.act(attack_until(T::Austria, T::Slovenia, 1));
        play.at(T::Slovenia).owner == Owner::Red
    });
    assert_eq!(play.charts()[2], 2);
    play.end_turn();
    assert_eq!((play.kind(), play.public().active), (PromptKind::Resist, Some(BLUE)));
}

/// Hand-in, ruling 3.
#[test]
fn a_set_has_two_to_ten_stars() {
    let strong = [
        Card::SouthernFrance,
        Card::Netherlands,
        Card::UnitedKingdom,
        Card::Finland,
        Card::Italy,
        Card::Prussia,
    ];
    let mut play = Play::new(&Arrangement { red: holding(&strong), ..training() });
    let hand_in = |cards: &[Card]| Command::HandIn { cards: cards.to_vec() };
    let why = play.refuse(hand_in(&strong));
    assert_eq!(why, "these cards have 12 stars; a set has 2 to 10");
    let why = play.refuse(hand_in(&[Card::Poland, Card::Italy]));
    assert_eq!(why, "you do not hold card-poland");
    let why = play.refuse(hand_in(&[Card::Italy, Card::Italy]));
    assert_eq!(why, "a card is listed twice");
    play.act(hand_in(&strong[..1]));
    assert_eq!(play.public().discards, [Card::SouthernFrance]);
}

#[test]
fn a_single_card_of_one_star_is_no_set() {
    let play = Play::new(&Arrangement { red: holding(&[Card::Poland]), ..training() });
    let why = play.refuse(Command::HandIn { cards: vec![Card::Poland] });
    assert_eq!(why, "these cards have 1 stars; a set has 2 to 10");
}

#[test]
fn ten_weak_cards_are_a_set_and_eleven_are_not() {
    let weak: Vec<Card> = Card::ALL
        .iter()
        .copied()
        .filter(|card| {
            let one = Play::new(&Arrangement { red: holding(&[*card]), ..training() });
            !one.may(&Command::HandIn { cards: vec![*card] })
        })
        .take(11)
        .collect();
    let mut play = Play::new(&Arrangement { red: holding(&weak), ..training() });
    let why = play.refuse(Command::HandIn { cards: weak.clone() });
    assert!(why.contains("11 stars"), "{why}");
    let before = play.public().prompt.most.expect("a draft");
    play.act(Command::HandIn { cards: weak[..10].to_vec() });
    assert_eq!(play.public().prompt.most, Some(before + 30));
}

#[test]
fn one_hand_in_a_turn_and_before_the_first_troop() {
    let cards = [Card::SouthernFrance, Card::Netherlands, Card::Italy];
    let arranged = Arrangement { red: holding(&cards), ..training() };
    let one = |card| Command::HandIn { cards: vec![card] };
    let mut play = Play::new(&arranged);
    play.act(one(cards[0]));
    let why = play.refuse(one(cards[1]));
    assert_eq!(why, "you have handed cards in this turn");
    let mut play = Play::new(&arranged);
    play.act(place(&[(T::Austria, 1)]));
    let why = play.refuse(one(cards[0]));
    assert_eq!(why, "cards are handed in before the first troop is placed");
}

#[test]
fn the_draft_ends_by_itself_with_the_last_troop_and_never_before() {
    let mut play = Play::new(&training());
    let left = play.public().prompt.most.expect("a draft");
    assert_eq!(left, 4);
    let why = play.refuse(place(&[(T::Austria, 5)]));
    assert_eq!(why, "you placed 5 troops; place 1 to 4");
    let why = play.refuse(place(&[(T::Poland, 1)]));
    assert_eq!(why, "Poland is not yours");
    play.act(place(&[(T::Austria, 2), (T::Italy, 1)]));
    play.refuse(Command::EndAttack {});
    play.refuse(Command::Done {});
    play.act(place(&[(T::Hungary, 1)]));
    assert_eq!(play.kind(), PromptKind::Attack);
}

#[test]
fn a_hand_has_no_limit_and_nobody_must_hand_in() {
    let hand = Card::ALL[..25].to_vec();
    let mut play = conquered(&Arrangement { red: holding(&hand), ..conquest() });
    play.end_turn();
    assert_eq!(play.side(RED).hand, 26, "troops were placed without a hand-in, and a card drawn");
}

/// Eliminating the neutral player: it counts that no neutral troops are left, whoever defeated them
/// and whenever.
#[test]
fn eliminate_the_neutral_player_is_for_either_player_whoever_defeated_it() {
    let mut garrisons: Vec<_> = T::ALL.iter().map(|at| (*at, Owner::Red, 2)).collect();
    garrisons.push((T::Poland, Owner::Blue, 2));
    let arranged = Arrangement { garrisons, ..training() };
    let objective = Objective::EliminateNeutral;
    let mut play = Play::new(&arranged);
    assert!(play.public().objectives.contains(&objective));
    play.idle_until(PromptKind::Collect);
    assert_eq!(play.public().active, Some(RED));
    play.idle();
    play.end_turn();
    play.idle_until(PromptKind::Collect);
    assert_eq!(play.public().active, Some(BLUE), "with one territory, in a turn without an attack");
    play.act(Command::Collect { objective });
    assert_eq!(play.side(BLUE).collected, [objective]);
}

/// Optional steps, ruling 7.
#[test]
fn collecting_is_asked_only_if_an_objective_is_fulfilled_at_that_step() {
    let mut play = Play::new(&training());
    play.draft_on(T::Austria);
    play.act(Command::EndAttack {});
    assert_eq!(play.kind(), PromptKind::Manoeuvre);
    let garrisons = vec![(T::Denmark, Owner::Red, 2)];
    let mut play = Play::new(&Arrangement { garrisons, ..training() });
    play.draft_on(T::Austria);
    play.act(Command::EndAttack {});
    assert_eq!(play.kind(), PromptKind::Collect);
    let why = play.refuse(Command::Collect { objective: Objective::Satellites });
    assert_eq!(why, "Satellite Centres is not fulfilled");
    let why = play.refuse(Command::Collect { objective: Objective::SwissVault });
    assert_eq!(why, "Swiss Vault does not lie face up");
    play.act(Command::Collect { objective: Objective::NavalBase });
    assert_eq!(play.side(RED).collected, [Objective::NavalBase]);
    assert!(!play.public().objectives.contains(&Objective::NavalBase), "it is not replaced");
    assert_eq!(play.kind(), PromptKind::Manoeuvre, "one objective a turn");
}

#[test]
fn a_conquest_of_the_opponents_earns_a_card() {
    let mut play = conquered(&conquest());
    assert!(play.public().conquered);
    play.end_turn();
    assert_eq!((play.side(RED).hand, play.public().deck), (1, 31));
    assert_eq!(play.hand(RED).len(), 1);
}

#[test]
fn a_conquest_of_neutrals_earns_no_card() {
    let mut arranged = conquest();
    arranged.garrisons[1] = (T::Finland, Owner::Neutral, 1);
    let mut play = conquered(&arranged);
    assert!(!play.public().conquered);
    play.end_turn();
    assert_eq!(play.side(RED).hand, 0);
}

#[test]
fn who_collects_draws_no_card() {
    let mut arranged = conquest();
    arranged.garrisons.push((T::Denmark, Owner::Red, 2));
    let mut play = conquered(&arranged);
    play.act(Command::EndAttack {});
    play.act(Command::Collect { objective: Objective::NavalBase });
    play.end_turn();
    assert_eq!(play.side(RED).hand, 0);
}

#[test]
fn the_discards_are_shuffled_when_a_draw_finds_the_deck_empty() {
    let mut play = conquered(&Arrangement { short_deck: true, ..conquest() });
    assert_eq!((play.public().deck, play.public().discards.len()), (0, 32));
    play.end_turn();
    assert!(play.events.iter().any(|(_, event)| *event == Event::DeckShuffled { cards: 32 }));
    assert_eq!((play.public().deck, play.public().discards.len()), (31, 0));
}

#[test]
fn with_deck_and_discards_empty_no_card_is_drawn() {
    let arranged = Arrangement { short_deck: true, blue: holding(Card::ALL), ..conquest() };
    let mut play = conquered(&arranged);
    play.end_turn();
    assert_eq!((play.side(RED).hand, play.public().deck), (0, 0));
}

#[test]
fn a_manoeuvre_leaves_one_troop_and_is_made_once() {
    let mut play = Play::new(&training());
    play.idle_until(PromptKind::Manoeuvre);
    let why = play.refuse(manoeuvre(T::Austria, T::Hungary, play.troops(T::Austria)));
    assert!(why.ends_with("one stays"), "{why}");
    play.act(manoeuvre(T::Austria, T::Hungary, 4));
    assert_eq!(play.public().active, Some(BLUE), "nothing follows in this turn");
}

#[test]
fn the_manoeuvre_is_asked_even_if_none_is_possible() {
    let garrisons = only(&[(T::Ireland, Owner::Red, 1), (T::Poland, Owner::Blue, 3)]);
    let mut play = Play::new(&Arrangement { garrisons, ..training() });
    play.draft_on(T::Ireland);
    play.act(Command::EndAttack {});
    play.act(Command::Skip {});
    assert_eq!(play.public().active, Some(BLUE));
}

/// The end, rules page 4 and ruling 13.
#[test]
fn three_objectives_and_the_own_capital_win_at_the_end_of_the_own_turn() {
    let three = vec![Objective::NavalBase, Objective::RoughSix, Objective::GreenRegion];
    let red = ArrangedSide { collected: three.clone(), ..ArrangedSide::default() };
    let mut play = Play::new(&Arrangement { red: red.clone(), ..training() });
    play.idle_until(PromptKind::Manoeuvre);
    assert!(!play.is_over());
    play.act(Command::Skip {});
    assert_eq!(play.result(), (vec![0], "objectives".to_owned()));
    // Without the own capital the match goes on, and Blue's turn decides nothing for Red.
    let garrisons = vec![(T::Austria, Owner::Neutral, 2)];
    let mut play = Play::new(&Arrangement { red, garrisons, ..training() });
    play.end_turn();
    play.end_turn();
    assert!(!play.is_over());
}

#[test]
fn a_retaken_capital_wins_at_the_end_of_a_later_own_turn() {
    let three = vec![Objective::NavalBase, Objective::RoughSix, Objective::GreenRegion];
    let red = ArrangedSide { collected: three, ..ArrangedSide::default() };
    let garrisons = vec![(T::Austria, Owner::Blue, 1), (T::Italy, Owner::Red, 20)];
    let arranged = Arrangement { red, garrisons, ..training() };
    let mut play = lucky(&arranged, |play| {
        play.draft_on(T::Italy);
        play.act(attack_until(T::Italy, T::Austria, 1));
        play.at(T::Austria).owner == Owner::Red
    });
    play.end_turn();
    assert_eq!(play.result(), (vec![0], "objectives".to_owned()));
}

#[test]
fn who_has_no_territory_left_loses_at_once_without_occupy() {
    let garrisons = only(&[(T::Sweden, Owner::Red, 20), (T::Finland, Owner::Blue, 1)]);
    let arranged = Arrangement { garrisons, ..training() };
    let play = lucky(&arranged, |play| {
        play.draft_on(T::Sweden);
        play.act(attack_until(T::Sweden, T::Finland, 1));
        play.is_over()
    });
    assert_eq!(play.result(), (vec![0], "elimination".to_owned()));
    assert_eq!(play.troops(T::Finland), 3, "the three that attacked moved in");
}

#[test]
fn without_its_capital_a_side_wins_by_elimination_and_at_the_limit() {
    let garrisons = only(&[(T::Sweden, Owner::Red, 20), (T::Finland, Owner::Blue, 1)]);
    let won = lucky(&Arrangement { garrisons, ..training() }, |play| {
        play.draft_on(T::Sweden);
        play.act(attack_until(T::Sweden, T::Finland, 1));
        play.is_over()
    });
    assert!(won.side(RED).capitals.is_empty());
    assert_eq!(won.result(), (vec![0], "elimination".to_owned()));
    let garrisons = vec![(T::Austria, Owner::Neutral, 1)];
    let red = ArrangedSide { collected: vec![Objective::NavalBase], ..ArrangedSide::default() };
    let most = at_the_limit(Arrangement { garrisons, red, ..training() });
    assert_eq!(most, (vec![0], "limit_objectives".to_owned()));
}

/// A lost capital forbids to win by objectives, and nothing else: the texts say so in the same words.
#[test]
fn texts_say_what_a_lost_capital_forbids() {
    for (place, text) in texts_for_people() {
        for after in text.split("cannot win").skip(1) {
            let said = after.starts_with(" by objectives");
            assert!(said, "{place}: cannot win{}", after.lines().next().unwrap_or_default());
        }
    }
}

/// Returns the texts of the game in words, with their places: rules, lessons, puzzles, and those of the browser.
fn texts_for_people() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let data = root.join("data/balance-of-power");
    let inside = [data.clone(), data.join("lessons"), data.join("puzzles")].into_iter();
    let files = inside.flat_map(|folder| std::fs::read_dir(folder).expect("a folder"));
    let files = files.map(|file| file.expect("a file").path());
    let words = files.filter(|file| file.to_string_lossy().ends_with(".en.toml"));
    let web = root.join("web/text/balance-of-power.en.js");
    let texts = words.chain([web]).map(|file| {
        let text = std::fs::read_to_string(&file).expect("text");
        (file.display().to_string(), text)
    });
    texts.collect()
}

fn at_the_limit(arranged: Arrangement) -> (Vec<u8>, String) {
    let options = Options { max_turns: 10, ..Options::default() };
    let mut play = Play::new(&Arrangement { options, turn: 10, active: Some(BLUE), ..arranged });
    play.end_turn();
    play.result()
}

#[test]
fn the_turn_limit_counts_objectives_then_territories_then_troops_then_nothing() {
    let won = |seat: u8, reason: &str| (vec![seat], reason.to_owned());
    let side = |objective| ArrangedSide { collected: vec![objective], ..ArrangedSide::default() };
    let more = Arrangement { red: side(Objective::NavalBase), ..training() };
    assert_eq!(at_the_limit(more), won(0, "limit_objectives"));
    let garrisons = vec![(T::Ireland, Owner::Red, 1)];
    let more = Arrangement { garrisons: garrisons.clone(), ..training() };
    assert_eq!(at_the_limit(more), won(0, "limit_territories"));
    let more = Arrangement { garrisons, blue: side(Objective::NavalBase), ..training() };
    assert_eq!(at_the_limit(more), won(1, "limit_objectives"));
    // Blue drafts four troops in the turn that is played.
    assert_eq!(at_the_limit(training()), won(1, "limit_troops"));
    let garrisons = vec![(T::Austria, Owner::Red, 9)];
    let even = Arrangement { garrisons, ..training() };
    assert_eq!(at_the_limit(even), (Vec::new(), "draw".to_owned()));
}

/// Ruling 14.
#[test]
fn a_city_counts_for_whoever_holds_its_territory_and_never_moves() {
    let mut play = conquered(&conquest());
    assert_eq!((play.side(RED).cities, play.side(BLUE).cities), (4, 2));
    assert!(play.at(T::Finland).city);
    play.end_turn();
    assert!(play.at(T::Finland).city);
}

#[test]
fn a_taken_capital_stays_and_earns_a_troop() {
    let garrisons = vec![(T::Germany, Owner::Red, 30), (T::Poland, Owner::Blue, 1)];
    let play = lucky(&Arrangement { garrisons, ..training() }, |play| {
        play.draft_on(T::Germany);
        play.act(attack_until(T::Germany, T::Poland, 1));
        play.at(T::Poland).owner == Owner::Red
    });
    assert_eq!(play.at(T::Poland).capital, Some(BLUE));
    assert_eq!(play.side(RED).capitals, [RED, BLUE]);
    assert_eq!((play.side(RED).draft.capitals, play.side(BLUE).draft.capitals), (2, 0));
}

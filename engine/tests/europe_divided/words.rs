//! The texts for players: events name their cause, offers promise nothing that cannot be done,
//! refusals name the rule that refuses, and all of it is English.

use engine::games::europe_divided::EuropeDivided;
use engine::{Game, Seat};
use laws::rng::seeds;
use laws::rules::{Moment, Next, choices, go_on, play, seats, shipped};
use laws::words::slip;
use serde_json::{Value, json};

use crate::support::*;

/// Number of matches that are read, of each edition.
const MATCHES: u64 = 60;
/// Names that have an article in a sentence.
const ARTICLED: [&str; 13] = [
    "Baltics",
    "Eastern Balkans",
    "Western Balkans",
    "United Kingdom",
    "Central Federal District",
    "Western Federal District",
    "Southern Federal District",
    "North Caucasian Federal District",
    "Volga Federal District",
    "Baltic Sea",
    "Black Sea",
    "North Sea",
    "Energy Sector",
];
/// Slips that were made once.
const NEVER: [&str; 3] = ["Russia die", "Russia 6 in", "the The"];

#[track_caller]
fn read(text: &str) {
    let slip = slip(text, &ARTICLED);
    assert_eq!(slip, None, "{text:?}");
    assert!(!text.starts_with("EU ") && !text.contains(" by EU "), "{text:?}");
    let never = NEVER.iter().find(|never| text.contains(**never));
    assert_eq!(never, None, "{text:?}");
}

/// Reads every text inside an offer's command.
fn read_items(value: &Value) {
    match value {
        Value::Object(object) => {
            if let Some(text) = object.get("text").and_then(Value::as_str) {
                read(text);
            }
            object.values().for_each(read_items);
        }
        Value::Array(list) => list.iter().for_each(read_items),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Reads the offers of a seat; what a card is offered for is what it can be used for then.
fn read_offers(game: &EuropeDivided, seat: Seat) {
    for choice in choices(game, seat) {
        let offer = game.offer(seat, &choice);
        read(&offer.text);
        read_items(&offer.command);
        let Ok(command @ Command::Play { .. }) = serde_json::from_value(offer.command) else {
            continue;
        };
        let (after, events) = go_on(game, 0, Next::Command(seat, &command));
        assert!(events.is_ok());
        let nothing = choices(&after, seat).len() == 1;
        assert_eq!(offer.text.contains("no action is possible"), nothing, "{}", offer.text);
    }
}

#[test]
fn every_text_of_a_match_is_english() {
    for edition in ["revised", "first"] {
        let data = shipped::<EuropeDivided>();
        let options = json!({"edition": edition});
        for seed in seeds(MATCHES) {
            let mut seen: Vec<Command> = Vec::new();
            play::<EuropeDivided>(data.clone(), &options, seed, |moment, rng| {
                let &Moment { game, now, next } = moment;
                let (after, events) = go_on(game, now, next);
                for (_, event) in events.into_iter().flatten() {
                    read(&after.describe(&event).text);
                }
                if rng.below(4) == 0 {
                    seats(game).for_each(|seat| read_offers(game, seat));
                }
                let Next::Command(seat, command) = next else { return };
                seen.push(*command);
                let other = seen[rng.below(seen.len() as u64) as usize];
                if let (_, Err(why)) = go_on(game, now, Next::Command(seat, &other)) {
                    read(&why.detail);
                }
            });
        }
    }
}

#[test]
fn an_effect_and_a_reaction_are_named() {
    let scene = Scene::revised().hand(EUROPE, &[C::EuropeUkraine]).die(NATO, R::Ukraine, 5);
    let mut play = scene.money(RUSSIA, 9).start(EUROPE);
    play.play(C::EuropeUkraine, march(S::Germany, S::Poland));
    let events = play.act(RUSSIA, build(S::Moscow));
    let words = play.words(&events);
    assert_eq!(
        words,
        [
            "Russia builds an army in Moscow for 2 money (Reaction of Ukraine) [Effects and Reactions]"
        ]
    );

    let scene = Scene::revised().hand(RUSSIA, &[C::RussiaHungary]).die(RU, R::Hungary, 6);
    let mut play = scene.die(RU, R::Moldova, 1).start(RUSSIA);
    play.play(C::RussiaHungary, increase(RU, R::Moldova, 2));
    let events = play.act(RUSSIA, MONEY);
    let words = play.words(&events);
    assert_eq!(words, ["Russia gains 1 money (Effect of Hungary) [Effects and Reactions]"]);
}

#[test]
fn a_sea_card_is_named() {
    let mut play = Scene::revised().die(RU, R::Poland, 4).start(RUSSIA);
    let events = play.act(RUSSIA, sea_move(S::WesternFd, S::Baltics));
    let move_ = "Russia moves an army from the Western Federal District to the Baltics";
    assert_eq!(play.words(&events), [format!("{move_} (Baltic Sea Card) [Sea Cards]")]);
}

#[test]
fn an_advantage_card_is_named_with_what_it_does() {
    let scene = Scene::revised().holds(EUROPE, &[A::WesternIntelligence]).die(RU, R::Poland, 6);
    let mut play = scene.start(EUROPE);
    play.act(EUROPE, advantage(A::WesternIntelligence));
    let events = play.act(EUROPE, lower(RU, R::Poland));
    let lowered = "The Russian die in Poland goes from 6 to 5 (Western Intelligence)";
    assert_eq!(play.words(&events)[0], format!("{lowered} [Advantage Cards]"));

    // A die that falls because an army came has met that army.
    let scene = Scene::revised().holds(EUROPE, &[A::RapidReactionForce]).die(RU, R::Poland, 6);
    let mut play = scene.start(EUROPE);
    play.act(EUROPE, advantage(A::RapidReactionForce));
    let events = play.act(EUROPE, march(S::Germany, S::Poland));
    let words = play.words(&events);
    assert_eq!(
        words[0],
        "Europe moves an army from Germany to Poland (Rapid Reaction Force) [Advantage Cards]"
    );
    assert_eq!(
        words[1],
        "Europe's army in Poland meets a 6 and goes back to its supply [Army vs. influence dice]"
    );
    assert_eq!(words[2], "The Russian die in Poland goes from 6 to 5 [Military presence]");

    let scene = Scene::revised().holds(EUROPE, &[A::UsSanctions]);
    let mut play = scene.hand(EUROPE, &[C::Norway, C::Turkey]).start(EUROPE);
    let events = play.act(EUROPE, advantage(A::UsSanctions));
    let words = "Europe uses US Sanctions: Russia spends no money this turn";
    assert_eq!(play.words(&events), [format!("{words} [Advantage Cards: US Sanctions]")]);
}

#[test]
fn money_tokens_that_a_headline_places_are_described() {
    let scene = Scene::revised().turn(4).current(&[H::NordStream]);
    let mut play = scene.die(RU, R::Poland, 1).die(RU, R::Baltics, 1).start(EUROPE);
    play.end_turn();
    let all: Vec<Event> = play.events.iter().map(|(_, event)| *event).collect();
    let award = "Nord Stream goes to Russia: 3 prestige; a money token each is placed on Germany; \
                 the Energy Sector [Resolve headlines]";
    assert!(play.words(&all).contains(&award.to_owned()), "{:?}", play.words(&all));
}

#[test]
fn a_card_is_played_for_what_it_can_do() {
    let scene = Scene::revised().hand(EUROPE, &[C::Germany, C::Norway]).tokens(S::Germany, 2);
    let mut play = scene.die(EU, R::Poland, 1).holds(RUSSIA, &[A::FractureInTheEu]).start(EUROPE);
    let offers = play.offers(EUROPE);
    assert_eq!(offers[0], "Play Germany: place EU, +3 EU, 6 money, build, move");
    play.segment(RUSSIA);
    play.act(RUSSIA, advantage(A::FractureInTheEu));
    play.act(RUSSIA, Command::Fracture { space: S::Germany });

    let scene = Scene::revised().hand(EUROPE, &[C::Germany, C::Norway]).money(EUROPE, 2);
    let scene = scene.hand(RUSSIA, &[C::ThePresident]).holds(RUSSIA, &[A::FractureInTheEu]);
    let mut play = scene.start(RUSSIA);
    play.act(RUSSIA, advantage(A::FractureInTheEu));
    play.act(RUSSIA, Command::Fracture { space: S::Germany });
    play.segment(EUROPE);
    assert_eq!(play.offers(EUROPE)[0], "Play Germany: build, move");
    play.reveal(C::Germany);
    let offers = play.offers(EUROPE);
    assert_eq!(offers.last().expect("a pass"), "Pass with Germany: take no action");
    let events = play.act(EUROPE, PASS);
    assert_eq!(play.words(&events), ["Europe passes with Germany [Actions]"]);
}

#[test]
fn refusals_name_what_stands_in_the_way() {
    let scene = Scene::revised().holds(EUROPE, &[A::CouncilMeeting]);
    let scene = scene.hand(EUROPE, &[C::EuropeHungary, C::Norway, C::Italy]);
    let play = scene.die(EU, R::Hungary, 6).start(EUROPE);
    let why = play.why(EUROPE, advantage(A::CouncilMeeting));
    assert_eq!(why, "that card is used before the initiative [Advantage Cards]");
    let why = play.why(EUROPE, Command::Play { card: C::Italy });
    assert_eq!(why, "you have not locked that card for this turn [Initiative]");
    let why = play.why(EUROPE, Command::Play { card: C::Greece });
    assert_eq!(why, "you do not hold that card [Hidden information]");

    let mut play = Scene::revised().hand(RUSSIA, &[C::NewsMedia]).start(RUSSIA);
    play.reveal(C::NewsMedia);
    let why = play.why(RUSSIA, PROPAGANDA);
    assert_eq!(why, "it would have no effect now [Special actions]");
}

#[test]
fn a_headline_to_place_says_what_it_asks_for() {
    let cards = [H::KosovoWar, H::NordStream, H::RoseRevolution];
    let mut play = Scene::revised().turn(4).headlines(EUROPE, cards).open();
    play.idle_until(|play| play.public().stage == Stage::PlaceHeadlines);
    let mut choices = Vec::new();
    Game::choices(&play.game, seat(EUROPE), &mut choices);
    let offer = play.game.offer(seat(EUROPE), &choices[0]).command.to_string();
    let kosovo = "Kosovo War: 2 prestige for Europe if NATO has more influence than Russia and an \
                  army in the Western Balkans";
    assert!(offer.contains(kosovo), "{offer}");
    assert!(offer.contains("(money tokens: "), "{offer}");
}

//! Snapshot-like checks of the rendering, from hand-made typed views.

use litemap::LiteMap;
use protocol::Source;
use protocol::games::europe_divided::data::{Data, EndStep};
use protocol::games::europe_divided::*;
use serde_json::{Value, json};

use super::*;
use crate::testing::has;

fn side() -> SideView {
    SideView {
        money: 8,
        prestige: 1,
        prestige_pending: 0,
        supply: 6,
        hand: 2,
        locked: 1,
        played: vec![],
        deck: 9,
        discards: vec![],
        discards_face_down: 0,
        contested_open: vec![],
        contested_taken: 0,
        removed: vec![],
        advantages: 2,
        advantages_shown: vec![],
        headlines: 3,
        awarded: vec![],
        baltic_used: false,
        black_used: false,
    }
}

fn public() -> Public {
    let played = PlayedCard { card: ActionCard::Germany, passed: false };
    Public {
        handicap: None,
        edition: Edition::Revised,
        turn: 4,
        period: 1,
        stage: Stage::Actions,
        prompt: Prompt {
            kind: PromptKind::Action,
            side: Some(Side::Europe),
            card: Some(ActionCard::Germany),
            advantage: None,
        },
        sides: [
            SideView {
                played: vec![played],
                contested_open: vec![
                    ActionCard::EuropeCzechiaAndSlovakia,
                    ActionCard::EuropePoland,
                ],
                baltic_used: true,
                ..side()
            },
            SideView {
                money: 2,
                contested_open: vec![ActionCard::RussiaCzechiaAndSlovakia],
                ..side()
            },
        ],
        dice: LiteMap::from_iter([
            (Region::Poland, Dice { eu: 3, nato: 0, russia: 0 }),
            (Region::Ukraine, Dice { eu: 0, nato: 1, russia: 6 }),
        ]),
        armies: Armies {
            nato: LiteMap::from_iter([(Space::Germany, 2), (Space::Poland, 1)]),
            russia: LiteMap::from_iter([(Space::Moscow, 1)]),
        },
        money_tokens: LiteMap::from_iter([(Space::EnergySector, 1), (Space::Poland, 2)]),
        seas: SeaControl { baltic_sea: Some(Power::Nato), black_sea: None },
        initiative: Some(InitiativeView { europe: 7, russia: 9, first: Side::Russia }),
        sanctions: true,
        fracture: None,
        headlines: HeadlinesView {
            forthcoming: vec![Headline::OrangeRevolution],
            current: vec![],
            failed: vec![Headline::KosovoWar],
            deck: 6,
            conditions: LiteMap::from_iter([(Headline::OrangeRevolution, lacking())]),
        },
        projection: Projection {
            sides: [
                SideProjection { scored: 1, headlines: 2, dominance: 0, advantages: 2, total: 5 },
                SideProjection { scored: 1, headlines: 0, dominance: 1, advantages: 2, total: 4 },
            ],
            winner: Side::Europe,
            reason: EndReason::Prestige.into(),
        },
    }
}

fn lacking() -> ConditionState {
    let lack = RegionLack { power: Power::Nato, influence: 6, armies: 1, barred: true };
    ConditionState { holds: false, lacks: LiteMap::from_iter([(Region::Ukraine, lack)]) }
}

fn holding() -> ConditionState {
    ConditionState { holds: true, lacks: LiteMap::new() }
}

fn private() -> Private {
    Private {
        side: Side::Europe,
        hand: vec![ActionCard::Germany],
        locked: vec![ActionCard::EuropeHungary],
        chosen: false,
        discards_face_down: vec![],
        deck: None,
        advantages: vec![AdvantageCard::UsSanctions],
        drawn: vec![],
        advantages_returned: vec![],
        advantages_scored: vec![],
        headlines: vec![Headline::OrangeRevolution],
        conditions: LiteMap::from_iter([(Headline::OrangeRevolution, holding())]),
        keeping: Vec::new(),
        placing: None,
        headlines_discarded: vec![],
        intelligence: None,
    }
}

/// Recorded data in which some values are reconstructed, and others not.
fn catalogue() -> Value {
    let mut data: Data = crate::testing::catalogue(ID);
    for row in data.cards.advantage.iter_mut().filter(|row| row.id == AdvantageCard::UsSanctions) {
        row.money_source.insert(Edition::Revised, Source::Reconstructed);
    }
    let headlines = data.headlines.headline.iter_mut();
    for row in headlines.filter(|row| row.id == Headline::OrangeRevolution) {
        row.money_tokens = vec![Space::Poland];
    }
    for row in data.turns.turn.iter_mut().filter(|row| row.turn == 6) {
        (row.end_of_turn, row.source) = (vec![EndStep::ScoreDominance], Source::Reconstructed);
    }
    json!(data)
}

fn text(private: Option<&Private>, catalogue: Option<&Value>) -> String {
    let public = serde_json::to_value(public()).unwrap();
    let private = private.map(|private| serde_json::to_value(private).unwrap());
    let scene = Scene { private: private.as_ref(), catalogue, ..Scene::new(&public) };
    crate::testing::shown(&EuropeDivided, &scene)
}

#[test]
fn each_region_is_a_line_and_the_rest_sentences() {
    let text = text(None, Some(&catalogue()));
    has(
        &text,
        &[
            "Europe: money 8, prestige 1, hand 2  Russia: money 2, prestige 1, hand 2",
            "Period 1, revised edition",
            "Initiative: Europe 7, Russia 9; Russia goes first",
            "US Sanctions: Russia may pay for nothing this turn",
            "Headline steps at the end of this turn: resolve, shift, place, new 1 each",
            "Headline steps at the end of turn 6: resolve, shift, place, new 1 each, score dominance~",
            "Poland         $2 E EU3 NA. RU. N1",
            "Ukraine             EU. NA1 RU6",
            "Czechia/Slovakia ER EU. NA. RU.",
            "NATO armies elsewhere: Germany 2",
            "Russia armies elsewhere: Moscow 1",
            "Money tokens elsewhere: Energy Sector 1",
            "Baltic Sea Card: NATO, used this turn - once a turn, in its own turn: move one army that stands in Germany, Denmark, Norway, Sweden or Poland one space, without an action",
            "Black Sea Card: nobody (needs dice of 5 together in Eastern Balkans, Georgia, Ukraine)",
            "Money                                    8        2",
            "If nothing changed: Europe 5, Russia 4 prestige; Europe wins",
            "Prestige if nothing changed              5        4",
            "    now: NATO lacks 6 influence and 1 army in Ukraine, where an army or a 6 is in the way",
            "Europe, played this turn: Germany",
        ],
    );
    assert!(!text.contains("Your cards"));
}

#[test]
fn reconstructed_values_are_marked_and_the_mark_is_explained() {
    let text = text(Some(&private()), Some(&catalogue()));
    has(
        &text,
        &[
            "Your cards (Europe; only you see them)",
            "  Germany, initiative 1~: place EU; EU +3~; NATO +1~; money 4~; build NATO army in Germany~; move NATO army~",
            "  Hungary (Europe), initiative 2~: EU +2~; money 1; NATO +1~; move NATO army",
            "  US Sanctions (in your own segment, or discard for 3~ money): only if Europe goes first this turn: Russia cannot spend money this turn",
            "    true now",
            "  Orange Revolution (Europe, prestige 1~): Ukraine - The EU has more influence than Russia in each region~; money token on Poland",
            "Headlines in the deck: 6; failed: Kosovo War",
            "~ reconstructed, not read from the printed game",
        ],
    );
}

#[test]
fn without_data_everything_has_its_identifier_and_nothing_is_marked() {
    for data in [None, Some(json!({})), Some(json!({"cards": 3, "map": {"space": {}}}))] {
        let text = text(Some(&private()), data.as_ref());
        has(
            &text,
            &[
                "  Europe germany",
                "  Europe hungary",
                "  Us sanctions",
                "Current headlines: none",
                "  Orange revolution",
                "Baltic sea Card: NATO, used this turn",
            ],
        );
        assert!(!text.contains('~'), "{text}");
    }
}

#[test]
fn seats_are_called_by_their_side() {
    assert_eq!(EuropeDivided.role(0, None).as_deref(), Some("Europe"));
    assert_eq!(EuropeDivided.role(1, None).as_deref(), Some("Russia"));
    assert_eq!(EuropeDivided.role(2, None), None);
}

#[test]
fn every_contested_card_is_found_in_its_region() {
    let mut public = public();
    let of = |prefix: &str| {
        let cards = ActionCard::ALL.iter().filter(|card| card.as_str().starts_with(prefix));
        cards.copied().collect::<Vec<_>>()
    };
    public.sides[0].contested_open = of("europe-");
    public.sides[1].contested_open = of("russia-");
    let public = serde_json::to_value(public).unwrap();
    let text = crate::testing::shown(&EuropeDivided, &Scene::new(&public));
    assert_eq!(text.matches("ER EU").count(), Region::COUNT, "{text}");
}

#[test]
fn the_question_alone_says_who_is_asked_what_and_what_they_can_pay() {
    let public = serde_json::to_value(public()).unwrap();
    let catalogue = catalogue();
    let scene = Scene { catalogue: Some(&catalogue), ..Scene::new(&public) };
    assert_eq!(EuropeDivided.stage(&scene).as_deref(), Some("Turn 4 of 20: actions"));
    let question = EuropeDivided.question(&scene).unwrap();
    assert!(question.starts_with("Money: Europe "), "{question}");
    assert!(question.ends_with("Asked: Europe: choose an action of the card [Germany]"));
}

//! Checks of the rendering, from hand-made typed views.

use protocol::games::europe::*;
use serde_json::{Value, json};

use ratatui::layout::Size;

use super::*;
use crate::testing::has;

fn card(id: ResourceCard, resource: Resource, first: u8, later: u8) -> ResourceView {
    ResourceView { id, resource, first, later }
}

fn bread() -> CitizenView {
    let needs = [(Resource::Grain, 1), (Resource::Water, 1)].into_iter().collect();
    CitizenView { id: Citizen::C2x1, needs, coin: 2 }
}

fn player(country: Country) -> PlayerView {
    PlayerView {
        country: Some(country),
        happiness: 2,
        coin: 4,
        cubes: Cubes::only(Resource::Grain, 3),
        locked: Cubes::NONE,
        cards: vec![card(ResourceCard::Grain44A, Resource::Grain, 4, 4)],
        hidden_resource: false,
        citizens: vec![],
        hidden_citizens: 0,
        dealt: 0,
        drawing: false,
        answered: false,
        ready: false,
        resigned: false,
        debts: vec![],
        missing: vec![],
    }
}

fn trade(id: u32, from: u8, to: &[u8], counter_to: Option<u32>) -> TradeOffer {
    TradeOffer {
        id,
        from,
        to: to.to_vec(),
        give: [(Good::Grain, 2), (Good::Coin, 1)].into_iter().collect(),
        want: Goods::only(Good::Fuel, 1),
        counter_to,
        expires_ms: Some(75_000),
    }
}

fn clean_up() -> CleanUp {
    let one =
        |cubes, outcome| CitizenResult { id: Citizen::C2x1, needs: bread().needs, cubes, outcome };
    let grain = Cubes::only(Resource::Grain, 1);
    let citizens = vec![
        one(bread().needs, CitizenOutcome::Met { reward: Reward::Coin }),
        one(grain, CitizenOutcome::Placated { dice: [6, 3], target: 8 }),
        one(grain, CitizenOutcome::Failed { dice: [1, 3], target: 8 }),
    ];
    let mut first =
        PlayerResult { happiness_before: 2, happiness: 1, citizens, ..PlayerResult::default() };
    first.rewards = 2;
    first.bonus = 3;
    let second = PlayerResult { crisis_failed: true, ..PlayerResult::default() };
    CleanUp { round: 1, players: vec![first, second, PlayerResult::default()] }
}

fn public() -> Public {
    let mut france = player(Country::Fr);
    france.locked = Cubes::only(Resource::Grain, 2);
    france.hidden_citizens = 1;
    france.citizens = vec![bread()];
    france.debts = vec![Debt { crisis: Crisis::Emigration, owed: Owed::Neighbour { count: 4 } }];
    let mut poland = player(Country::Pl);
    poland.ready = true;
    poland.hidden_resource = true;
    let mut malta = player(Country::Mt);
    malta.drawing = true;
    Public {
        handicap: None,
        phase: Phase::Play,
        round: 2,
        start_seat: 1,
        phase_ends_ms: Some(200_000),
        next_crisis_ms: Some(80_000),
        crises_ahead: None,
        placate_at: 7,
        players: vec![france, poland, malta],
        supply: Cubes::only(Resource::Cloth, 25),
        bank: Some(BankView {
            cards: vec![card(ResourceCard::Water44A, Resource::Water, 4, 4)],
            stock: Cubes::only(Resource::Water, 4),
            price: 2,
            open: false,
        }),
        bank_coin: 88,
        market: [Some(card(ResourceCard::Fuel21A, Resource::Fuel, 2, 1)), None, None],
        decks: DecksView {
            resources: 40,
            resource_discards: 3,
            citizens: 20,
            citizen_discards: 9,
            crises: 12,
            crisis_discards: 1,
        },
        offers: vec![
            trade(7, 1, &[0], Some(5)),
            trade(8, 0, &[1, 2], None),
            trade(9, 1, &[2], None),
        ],
        crises: vec![CrisisView {
            id: Crisis::Emigration,
            directive: false,
            bonus: 3,
            this_round: true,
        }],
        last_clean_up: Some(clean_up()),
    }
}

fn private() -> Private {
    Private {
        seat: 0,
        hidden_resource: Some(card(ResourceCard::Dyes21A, Resource::Dyes, 2, 1)),
        hidden_citizen: Some(bread()),
        dealt: vec![],
        keep_at_least: 0,
        chosen: None,
        drawn: vec![],
        allocation: None,
        missing: vec![MissingView { id: Citizen::C2x1, cubes: Cubes::only(Resource::Water, 1) }],
    }
}

fn catalogue() -> Value {
    crate::testing::catalogue(ID)
}

fn shown(public: &Public, private: Option<&Private>, catalogue: Option<&Value>) -> String {
    let public = serde_json::to_value(public).unwrap();
    let private = private.map(|private| serde_json::to_value(private).unwrap());
    let options = json!({"win_happiness": 8});
    let scene = Scene {
        private: private.as_ref(),
        catalogue,
        options: options.as_object(),
        now_ms: 50_000,
        ..Scene::new(&public)
    };
    crate::testing::shown(&Europe, &scene)
}

#[test]
fn goods_are_a_table_and_the_rest_sentences() {
    let text = shown(&public(), Some(&private()), Some(&catalogue()));
    has(
        &text,
        &[
            "(* is you)    hap/8  coin cloth  dyes grain lives  fuel water mater",
            "*France           2     4     .     .   3+2     .     .     .     .",
            "Malta             2     4     .     .     3     .     .     .     .",
            "bank                   88     .     .     .     .     .     4     .",
            "supply                       25     .     .     .     .     .     .  + locked",
            "France (you)",
            "  citizens: Bread~ [1 grain 1 water; 2 coin], 1 face down",
            "  owes: 4 cubes to the player on the left (Emigration)",
            "Poland: ready, is first when something is short",
            "  cards: grain 4/4, 1 face down",
            "Malta: is choosing from 3 drawn citizens",
            "Bank (water 4/4): 4 water, 2 coin each, closed until the round ends",
            "Market: 1 fuel 2/1 for 3 coin; 2 empty; 3 empty",
            "Decks (and discards): resources 40 (3), citizens 20 (9), crises 12 (1)",
            "  Emigration (disaster, bonus 3 coin): Owe the player on the left 4 cubes of any kinds.",
            "~ reconstructed, not read from the printed game",
        ],
    );
    let table: Vec<&str> =
        text.lines().skip_while(|line| !line.starts_with("(*")).take(6).collect();
    assert!(table.len() == 6 && table.iter().all(|row| row.len() <= 80), "{text}");
    assert!(!text.contains("Clean-up"), "{text}");
}

#[test]
fn four_players_fit_the_width() {
    let mut public = public();
    public.players.push(player(Country::Nl));
    let text = shown(&public, Some(&private()), None);
    let table = text.lines().skip_while(|line| !line.starts_with("(*")).take(7);
    assert!(table.clone().all(|row| row.len() <= 80), "{text}");
}

#[test]
fn offers_to_the_viewer_come_first_and_counters_are_marked() {
    let text = shown(&public(), Some(&private()), Some(&catalogue()));
    let offers: Vec<&str> =
        text.lines().skip_while(|line| *line != "Offers to you:").take(6).collect();
    assert_eq!(
        offers,
        [
            "Offers to you:",
            "  #7 Poland to you: gives 2 grain 1 coin -> wants 1 fuel  (25 s left, counter to #5)",
            "Your offers:",
            "  #8 you to all: give 2 grain 1 coin -> wants 1 fuel  (25 s left)",
            "Offers among the others:",
            "  #9 Poland to Malta: gives 2 grain 1 coin -> wants 1 fuel  (25 s left)",
        ]
    );
    let watched = shown(&public(), None, None);
    has(
        &watched,
        &[
            "Offers:",
            "  #7 PL to FR: gives 2 grain 1 coin -> wants 1 fuel  (25 s left, counter to #5)",
        ],
    );
}

#[test]
fn only_the_own_seat_sees_its_hidden_cards() {
    let own = shown(&public(), Some(&private()), Some(&catalogue()));
    has(
        &own,
        &[
            "Only you see",
            "  resource card, face down: dyes 2/1",
            "  citizen, face down: Bread~ [1 grain 1 water; 2 coin]",
            "  lacking, each cube counted once: Bread~ 1 water",
        ],
    );
    let watched = shown(&public(), None, Some(&catalogue()));
    for secret in ["Only you see", "dyes 2/1", "lacking", "(you)", "(* is you)"] {
        assert!(!watched.contains(secret), "{secret}: {watched}");
    }
}

#[test]
fn what_may_be_kept_and_what_was_answered_is_shown() {
    let mut public = public();
    public.phase = Phase::Choose;
    public.players[0].dealt = 3;
    let mut own = Private { dealt: vec![bread()], keep_at_least: 2, ..private() };
    has(
        &shown(&public, Some(&own), Some(&catalogue())),
        &[
            "France (you): was dealt 3 citizens, has not answered",
            "  dealt to you, keep at least 2:",
            "    Bread~ [1 grain 1 water; 2 coin]",
        ],
    );
    own.chosen = Some(ChosenView {
        keep: vec![Citizen::C2x1],
        hidden: Some(Citizen::C2x1),
        reveal_resource: false,
    });
    let line = "  your choice, final: keep Bread~ face down; resource card kept face down";
    has(&shown(&public, Some(&own), Some(&catalogue())), &[line]);
    public.phase = Phase::Allocate;
    own.allocation = Some(vec![Allotment {
        id: Citizen::C2x1,
        cubes: Cubes::only(Resource::Grain, 1),
        reward: Reward::Coin,
    }]);
    let text = shown(&public, Some(&own), None);
    let asked = "    c2-1 C2 [1 grain 1 water; 2 coin]";
    has(&text, &[asked, "  your allocation, final:", "    C2: 1 grain, for coin"]);
}

#[test]
fn after_a_round_its_results_come_with_the_dice() {
    let mut public = public();
    public.phase = Phase::Choose;
    has(
        &shown(&public, None, Some(&catalogue())),
        &[
            "Clean-up of round 1",
            "  France: happiness 2 -> 1, 2 coin of rewards, 3 coin of bonus",
            "    Bread~: met, for coin",
            "    Bread~: given 1 grain of 1 grain 1 water; dice 6+3 = 9, 8 needed: placated",
            "    Bread~: given 1 grain of 1 grain 1 water; dice 1+3 = 4, 8 needed: failed, 1 happiness",
            "  Poland: happiness 0 -> 0, failed a crisis",
        ],
    );
}

#[test]
fn the_question_says_what_one_holds_and_lacks_and_nothing_of_the_time() {
    let public = serde_json::to_value(public()).unwrap();
    let private = serde_json::to_value(private()).unwrap();
    let catalogue = catalogue();
    let scene = |now_ms| Scene {
        private: Some(&private),
        catalogue: Some(&catalogue),
        now_ms,
        ..Scene::new(&public)
    };
    let question = Europe.question(&scene(0)).unwrap();
    assert_eq!(
        question,
        "You: 2 happiness, 4 coin, 3 grain; locked 2 grain; lacking: Bread~ 1 water"
    );
    assert_eq!(Europe.question(&scene(9_000)), Some(question));
    assert_eq!(Europe.question(&Scene::new(&public)), None);
    assert_eq!(Europe.role(0, Some(&scene(0))).as_deref(), Some("France"));
    assert_eq!(Europe.role(0, None), None);
}

#[test]
fn whoever_has_no_country_yet_is_called_by_name() {
    let mut public = public();
    public.players[0].country = None;
    let view = serde_json::to_value(&public).unwrap();
    let scene = Scene::new(&view);
    let text = crate::testing::shown(&Europe, &scene);
    assert!(text.contains("Seat 0"), "{text}");
    let seats = crate::testing::room(protocol::room::RoomState::Running).seats;
    let named = Scene { seats: &seats, ..scene };
    let text = crate::testing::shown(&Europe, &named);
    assert!(text.contains("Ada") && !text.contains("Seat 0") && !text.contains("Boris"), "{text}");
    let pages = Europe.pages(&named, Face::Screen(Size::new(80, 24)));
    let shown: String =
        pages.iter().flat_map(|page| &page.lines).map(ToString::to_string).collect();
    assert!(shown.contains("Ada") && !shown.contains("Seat 0"), "{shown}");
}

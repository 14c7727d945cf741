//! Snapshot-like checks of the rendering, from hand-made typed views.

use std::collections::BTreeMap;

use protocol::Source;
use protocol::games::balance_of_power::data::{Data, EdgeKind, EdgeRow};
use protocol::games::balance_of_power::*;
use protocol::room::RoomState;
use serde_json::{Value, json};

use super::*;
use crate::testing::has;

fn at(owner: Owner, troops: u16, region: Region) -> TerritoryView {
    TerritoryView { owner, troops, region, city: false, capital: None, rough: false, site: None }
}

fn side(colour: Colour) -> SideView {
    SideView {
        colour,
        seat: Some(colour as u8),
        territories: 2,
        troops: 9,
        cities: 1,
        capitals: vec![colour],
        hand: 3,
        collected: vec![],
        fulfilled: vec![],
        draft: DraftView {
            base: 3,
            regions: vec![RegionBonus { region: Region::Yellow, bonus: 3 }],
            capitals: 1,
            total: 7,
        },
    }
}

fn territories() -> BTreeMap<Territory, TerritoryView> {
    let mut territories = BTreeMap::new();
    territories.insert(
        Territory::Germany,
        TerritoryView {
            city: true,
            capital: Some(Colour::Red),
            ..at(Owner::Red, 5, Region::Green)
        },
    );
    territories.insert(
        Territory::Switzerland,
        TerritoryView {
            rough: true,
            site: Some(Site::SwissVault),
            ..at(Owner::Neutral, 8, Region::Yellow)
        },
    );
    territories.insert(
        Territory::Poland,
        TerritoryView { capital: Some(Colour::Blue), ..at(Owner::Red, 4, Region::Brown) },
    );
    territories.insert(Territory::Sweden, at(Owner::Blue, 1, Region::Purple));
    territories
}

fn public() -> Public {
    Public {
        version: Version::BasicTraining,
        setup: Some(3),
        turn: 5,
        max_turns: 100,
        stage: Stage::Attack,
        prompt: Prompt {
            kind: PromptKind::Attack,
            seat: Some(0),
            from: None,
            to: None,
            least: None,
            most: None,
        },
        colours: [Some(Colour::Red), Some(Colour::Blue)],
        active: Some(Colour::Red),
        territories: territories(),
        sides: [
            SideView {
                collected: vec![Objective::NavalBase],
                fulfilled: vec![Objective::SwissVault],
                ..side(Colour::Red)
            },
            side(Colour::Blue),
        ],
        neutral: NeutralView { territories: 1, troops: 8 },
        objectives: vec![Objective::SwissVault],
        deck: 26,
        discards: vec![Card::PlainOne],
        attacks: vec![AttackView {
            from: Territory::Germany,
            to: Territory::Switzerland,
            dice: 2,
            chances: vec![281, 9, 0, 0],
        }],
        last_roll: Some(LastRoll::Combat {
            from: Territory::Germany,
            to: Territory::Switzerland,
            attack: Dice::new(&[2, 6]),
            defence: Dice::new(&[5, 1]),
            attacker_lost: Some(0),
            defender_lost: Some(2),
        }),
        handed_in: false,
        conquered: true,
        collected: None,
        command_room: None,
        handicap: None,
    }
}

fn command_room() -> CommandRoom {
    let chart = |troops, capacity| ChartView { troops, capacity };
    let kind = |kind, price, bought, active| SupportView { kind, price, bought, active };
    CommandRoom {
        placer: 1,
        charts: Charts { red: chart(4, 12), blue: chart(0, 12), neutral: chart(7, 11) },
        resistance: Some(6),
        support: vec![
            kind(Support::Reconnaissance, 2, true, true),
            kind(Support::SpecialUnit, 8, true, false),
        ],
    }
}

/// Recorded data with three borders, and one of each kind of value reconstructed or not.
fn catalogue() -> Value {
    let edge = |a, b, kind, source| EdgeRow { a, b, kind, source };
    let mut data: Data = crate::testing::catalogue(ID);
    data.map.edge = vec![
        edge(Territory::Germany, Territory::Switzerland, EdgeKind::Land, Source::Reconstructed),
        edge(Territory::Poland, Territory::Germany, EdgeKind::Land, Source::Printed),
        edge(Territory::Sweden, Territory::Poland, EdgeKind::Sea, Source::Printed),
    ];
    for row in data.map.territory.iter_mut().filter(|row| row.id == Territory::Switzerland) {
        row.name_source = Source::Reconstructed;
    }
    for row in &mut data.objectives.objective {
        row.source = Source::Reconstructed;
    }
    for row in data.cards.card.iter_mut().filter(|row| row.id == Card::Germany) {
        (row.stars, row.stars_source, row.territory_source) = (2, Source::Printed, Source::Printed);
    }
    for row in data.cards.stars.iter_mut().filter(|row| row.stars == 3) {
        row.source = Source::Printed;
    }
    json!(data)
}

fn scene<'a>(public: &'a Value, catalogue: Option<&'a Value>) -> Scene<'a> {
    Scene { catalogue, ..Scene::new(public) }
}

fn text(public: &Public, private: Option<&Private>, catalogue: Option<&Value>) -> String {
    let public = serde_json::to_value(public).unwrap();
    let private = private.map(|private| serde_json::to_value(private).unwrap());
    let scene = Scene { private: private.as_ref(), ..scene(&public, catalogue) };
    crate::testing::shown(&BalanceOfPower, &scene)
}

fn question(public: &Public) -> Option<String> {
    BalanceOfPower.question(&scene(&serde_json::to_value(public).unwrap(), Some(&catalogue())))
}

#[test]
fn the_map_is_a_table_with_signs_and_borders() {
    let text = text(&public(), None, Some(&catalogue()));
    has(
        &text,
        &[
            "Last roll, Germany into Switzerland: attack [2] [6] against [5] [1]; lost: attacker 0, defender 2",
            "The opponent has lost a territory this turn: a card is earned",
            "Basic Training, set-up 3: troops and capitals~",
            "  Territory        holder  troops signs  next to",
            "Green, bonus 4~: Red holds it whole",
            "  Germany          Red          5 cR     Switzerland, Poland~",
            "Yellow~, bonus 3: neutral 1",
            "  Switzerland~     neutral      8 V^~    Germany~",
            "  Poland           Red          4 B      Germany, sea: Sweden",
            "Capitals: Red Germany; Blue Poland, held by Red",
            "~ reconstructed, not read from the printed game",
        ],
    );
    let table = text.lines().skip_while(|line| !line.starts_with("  Territory")).take(14);
    assert!(table.clone().count() == 14 && table.clone().all(|row| row.chars().count() <= 80));
    assert!(!text.contains("Your cards"));
}

#[test]
fn many_neighbours_take_more_lines_within_the_width() {
    let near = ["northern_france", "southern_france", "netherlands", "western_ukraine", "belgium"];
    let mut data = catalogue();
    data["map"]["edge"] = near
        .iter()
        .map(|b| json!({"a": "germany", "b": b, "kind": "land", "source": "printed"}))
        .collect();
    let text = text(&public(), None, Some(&data));
    has(
        &text,
        &[
            "  Germany          Red          5 cR     Southern France, Northern France,",
            "                                         Belgium, Netherlands, Western Ukraine",
        ],
    );
}

#[test]
fn sides_objectives_and_attacks_are_described() {
    has(
        &text(&public(), None, Some(&catalogue())),
        &[
            "                              Red     Blue  neutral",
            "Territories                     2        2        1",
            "Cities                          1        1        0",
            "Objectives collected            1        0",
            "Red drafts 7: territories and cities 3, Yellow 3, capitals 1",
            "  Swiss Vault: Hold the Swiss Vault~ [fulfilled by Red]",
            "Collected by Red: Naval Base",
            "  Germany (5)          into Switzerland (neutral 8)      2 dice   2.81%",
            "Cards in the deck: 26; handed in: a card without territory (1 star~)",
        ],
    );
}

#[test]
fn the_own_hand_says_what_its_sets_earn() {
    let hand = vec![Card::Germany, Card::Poland];
    let private = Private { colour: Some(Colour::Red), hand };
    let text = text(&public(), Some(&private), Some(&catalogue()));
    has(
        &text,
        &[
            "Your cards (Red; only you see them): Germany (2 stars), Poland~ (1 star~)",
            "Sets you could hand in: 2 stars earn 2~, 3 stars earn 4",
        ],
    );
}

#[test]
fn the_command_room_has_charts_and_prices() {
    let mut public = public();
    public.version = Version::CommandRoom;
    public.setup = None;
    public.command_room = Some(command_room());
    has(
        &text(&public, None, Some(&catalogue())),
        &[
            "Command Room",
            "Charts of defeated troops: Red 4 of 12~, Blue 0 of 12~, neutral 7 of 11~",
            "Neutral resistance at the start of the next turn needs 6 with two dice",
            "  Reconnaissance, 2: throw one attack die again, once this turn~ [bought, in force]",
            "  Special unit, 8: attack rough terrain with three troops this turn [bought this turn]",
        ],
    );
    let mut asked = |kind, most| {
        public.prompt.kind = kind;
        public.prompt.most = most;
        question(&public).unwrap()
    };
    assert_eq!(
        asked(PromptKind::Resist, None),
        "Asked: Red: roll two dice for neutral resistance (6 or more returns 4 of 7 troops to the map)"
    );
    assert_eq!(
        asked(PromptKind::Support, None),
        "Asked: Red: buy combat support; the own chart holds 4"
    );
    assert_eq!(asked(PromptKind::Draft, Some(5)), "Asked: Red: place drafted troops, 5 left");
}

#[test]
fn before_the_colours_are_chosen_seats_are_asked() {
    let mut public = public();
    public.version = Version::CommandRoom;
    public.stage = Stage::PlaceMap;
    public.colours = [None, None];
    public.active = None;
    public.turn = 0;
    public.last_roll = None;
    public.prompt.kind = PromptKind::PlaceMap;
    public.prompt.seat = Some(1);
    for view in public.territories.values_mut() {
        view.troops = 0;
    }
    let text = text(&public, Some(&Private { colour: None, hand: vec![] }), None);
    has(&text, &["  Germany          .            . cR"]);
    assert!(!text.contains("Your cards") && !text.contains('~'), "{text}");
    let asked = "Asked: seat 1: place the whole map for both colours and the neutral army";
    assert_eq!(question(&public).as_deref(), Some(asked));
}

#[test]
fn the_question_names_the_conquest() {
    let mut public = public();
    public.prompt = Prompt {
        kind: PromptKind::Occupy,
        seat: Some(0),
        from: Some(Territory::Germany),
        to: Some(Territory::Poland),
        least: Some(3),
        most: Some(5),
    };
    assert_eq!(
        question(&public).unwrap(),
        "Asked: Red: move 3 to 5 troops into the conquered territory [Germany into Poland]"
    );
    public.prompt.kind = PromptKind::Nothing;
    assert_eq!(question(&public), None);
}

#[test]
fn an_attack_in_the_making_shows_all_chances() {
    let public = serde_json::to_value(public()).unwrap();
    let remarks = |command: Value| BalanceOfPower.remarks(&command, &scene(&public, None));
    let attack = |stop_at: Value| json!({"type": "attack_until", "from": "germany", "to": "switzerland", "stop_at": stop_at});
    assert_eq!(
        remarks(attack(Value::Null)),
        [
            "Chance that Germany conquers Switzerland, by the troops it stops at: 1=2.81%, 2=0.09%, 3=0.00%, 4=0.00%"
        ]
    );
    assert!(remarks(attack(json!(1))).is_empty());
    assert!(remarks(json!({"type": "end_attack"})).is_empty());
}

#[test]
fn a_map_in_the_making_shows_sums_and_faults() {
    let public = serde_json::to_value(public()).unwrap();
    let data = catalogue();
    let map = json!({"type": "place_map",
        "territories": {
            "germany": {"owner": "red", "troops": 28}, "poland": {"owner": "blue", "troops": null},
            "switzerland": {"owner": "red", "troops": null}},
        "capitals": {"red": "poland", "blue": null}});
    assert_eq!(
        BalanceOfPower.remarks(&map, &scene(&public, Some(&data))),
        [
            "Troops: Red 28 of 27 in 2, Blue 0 of 27 in 1, neutral 0 of 60 in 0; 1 of 30 territories are filled",
            "Capitals: Red Poland, Blue -",
            "Not yet right: Red has 1 too many; the capital of Red is in Poland, which is not its own; Switzerland is a site and must be neutral",
        ]
    );
}

#[test]
fn roles_are_colours_where_they_are_settled() {
    let mut room = crate::testing::room(RoomState::Lobby);
    let lobby = |room: &protocol::room::Room| {
        let scene = Scene { options: Some(&room.options), ..Scene::new(&Value::Null) };
        [0, 1, 2].map(|seat| BalanceOfPower.role(seat, Some(&scene)))
    };
    room.options.clear();
    assert_eq!(lobby(&room), [Some("Red".to_owned()), Some("Blue".to_owned()), None]);
    room.options.insert("version".to_owned(), json!("command_room"));
    assert_eq!(lobby(&room), [None, None, None]);
    let mut public = public();
    public.colours = [Some(Colour::Blue), Some(Colour::Red)];
    let view = serde_json::to_value(&public).unwrap();
    let role = |seat| BalanceOfPower.role(seat, Some(&scene(&view, None)));
    assert_eq!([role(0), role(1)], [Some("Blue".to_owned()), Some("Red".to_owned())]);
    let view = json!({"colours": [null, null]});
    assert_eq!(BalanceOfPower.role(0, Some(&scene(&view, None))), None);
}

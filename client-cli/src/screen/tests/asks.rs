//! The screen's own reactions to questions, and what it keeps.

use protocol::notice::{Notify, SetNotify};
use protocol::program::ProgramInfo;
use protocol::room::{BotLevel, Seat, SeatKind};
use protocol::{Feature, Offer};
use serde_json::json;
use uuid::Uuid;

use super::*;

const SIZE: Size = Size::new(80, 24);

fn offer(text: &str, command: Value) -> Offer {
    Offer { command, text: text.to_owned(), rule: "Rule".to_owned(), loose: false, is_final: false }
}

/// A later question to seat 0 of a recorded match.
fn asks(line: usize, later: u64, offers: Vec<Offer>) -> Update {
    let mut update = recorded(line).views.remove(1).unwrap();
    update.seq += later;
    update.decision = Some(update.seq);
    update.awaiting = vec![0];
    update.offers = Some(offers);
    update
}

fn two_of_three() -> Value {
    let from: Vec<Value> =
        (1..=3).map(|n| json!({"value": n, "text": format!("Card {n}")})).collect();
    json!({"type": "keep", "cards": {"$pick": {"from": from, "min": 2, "max": 2}}})
}

#[test]
fn one_offer_alone_asks_at_once_and_several_wait() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    let keep = offer("Keep two", two_of_three());
    app.update(signal(ServerMessage::Update(asks(EUROPE_DIVIDED, 1, vec![keep.clone()]))));
    assert!(picture(&app).contains("2 of these, 0 marked"), "{}", picture(&app));
    press(&mut app, KeyCode::Esc);
    assert!(picture(&app).contains("Keep two ..."), "{}", picture(&app));
    let pass = offer("Pass", json!({"type": "pass"}));
    app.update(signal(ServerMessage::Update(asks(EUROPE_DIVIDED, 2, vec![keep, pass.clone()]))));
    assert!(!picture(&app).contains("of these"));
    // Nothing is sent by itself.
    let update = asks(EUROPE_DIVIDED, 3, vec![pass]);
    assert_eq!(app.update(signal(ServerMessage::Update(update))), []);
}

#[test]
fn the_page_turns_to_what_is_asked_about_and_back() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    let mut locks = asks(EUROPE_DIVIDED, 1, Vec::new());
    locks.public["stage"] = json!("initiative");
    app.update(signal(ServerMessage::Update(locks.clone())));
    assert!(picture(&app).contains("[Hand]"));
    // Whoever turns elsewhere stays there while the same is asked.
    press(&mut app, KeyCode::Tab);
    locks.seq += 1;
    app.update(signal(ServerMessage::Update(locks)));
    assert!(picture(&app).contains("[Headlines]"));
    app.update(signal(ServerMessage::Update(asks(EUROPE_DIVIDED, 3, Vec::new()))));
    assert!(picture(&app).contains("[Map]"));
}

#[test]
fn what_was_offered_before_and_is_not_now_is_reported() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    let pass = offer("Pass", json!({"type": "pass"}));
    app.update(signal(ServerMessage::Update(asks(EUROPE_DIVIDED, 1, vec![pass]))));
    types(&mut app, "nato armenia");
    let text = picture(&app);
    let earlier = "Not offered now, as it was before: Place a NATO die in Armenia (2 money)";
    assert!(text.contains(earlier), "{text}");
    assert!(text.contains("Money: Europe 14"), "{text}");
}

#[test]
fn a_sheet_is_kept_when_one_leaves_it() {
    let mut app = seated(BALANCE_OF_POWER, 0, Size::new(160, 50));
    let filled = json!({"owner": {"$one": {"from": [{"value": "red", "text": "Red"}]}},
        "troops": {"$int": {"min": 1, "max": 9}}});
    let places: serde_json::Map<String, Value> = [
        "italy", "poland", "germany", "austria", "hungary", "ireland", "norway", "sweden", "latvia",
    ]
    .map(|id| (id.to_owned(), filled.clone()))
    .into_iter()
    .collect();
    let sheet = offer("Place the map", json!({"type": "place_map", "territories": places}));
    let other = offer("Have it placed", json!({"type": "deal"}));
    let update = asks(BALANCE_OF_POWER, 1, vec![sheet, other]);
    app.update(signal(ServerMessage::Update(update)));
    press(&mut app, KeyCode::Enter);
    types(&mut app, "7");
    press(&mut app, KeyCode::Enter);
    assert!(picture(&app).contains("austria: 7"), "{}", picture(&app));
    assert!(picture(&app).contains("R  7"), "the draft stands on the map: {}", picture(&app));
    press(&mut app, KeyCode::Esc);
    assert!(!picture(&app).contains("austria: 7"));
    press(&mut app, KeyCode::Enter);
    assert!(picture(&app).contains("austria: 7"), "{}", picture(&app));
}

#[test]
fn whoever_waits_for_a_friend_hears_them_come() {
    let mut app = seated(LOBBY, 0, SIZE);
    let mut room = recorded(LOBBY).room;
    let mut rings = |room: &Room| {
        app.update(signal(ServerMessage::Room { room: room.clone() })).contains(&Effect::Bell)
    };
    assert!(!rings(&room));
    let friend = |seat: &mut Seat| seat.name = Some("Bo".to_owned());
    room.seats.iter_mut().filter(|seat| seat.name.is_none()).for_each(friend);
    assert!(rings(&room));
}

#[test]
fn the_link_is_copied_and_the_mouse_let_go_only_when_asked_for() {
    let mut app = seated(LOBBY, 0, SIZE);
    let link = format!("http://entente.example/r/{}", app.code());
    assert_eq!(control(&mut app, 'y'), [Effect::Copy(link.clone())]);
    let text = picture(&app);
    assert!(text.contains("for its clipboard") && text.contains(&link), "{text}");
    for wanted in [false, true] {
        types(&mut app, "/mouse");
        assert_eq!(press(&mut app, KeyCode::Enter), [Effect::Mouse(wanted)]);
    }
}

/// The text typed to choose a bot must not choose to send it away with the next Enter.
#[test]
fn in_the_lobby_a_choice_takes_what_was_typed_with_it() {
    let mut app = seated(LOBBY, 0, SIZE);
    types(&mut app, "bot");
    assert_eq!(press(&mut app, KeyCode::Enter), [Effect::Ask(ApiRequest::Bot(1, None))]);
    let mut room = recorded(LOBBY).room;
    room.seats[1].name = Some("Bot 1".to_owned());
    app.update(signal(ServerMessage::Room { room }));
    let marked = app.marked().expect("something is marked");
    assert_eq!(marked.text, "I am ready");
    // The word means one bot more, whatever the seats are called.
    types(&mut app, "bot");
    assert_eq!(press(&mut app, KeyCode::Enter), [], "{}", picture(&app));
    press(&mut app, KeyCode::Esc);
    types(&mut app, "free seat 1");
    assert_eq!(press(&mut app, KeyCode::Enter), [Effect::Ask(ApiRequest::Free(1))]);
}

/// A lobby whose game has bots of these levels.
fn lobby(levels: &[BotLevel]) -> App {
    let mut app = seated(LOBBY, 0, SIZE);
    app.games = serde_json::from_value(json!([{
        "id": recorded(LOBBY).room.game, "name": "", "description": "", "options": {},
        "seats": {"min": 2, "max": 2}, "licence": "", "bot_levels": levels,
    }]))
    .unwrap();
    app
}

#[test]
fn the_host_chooses_a_bots_level_and_reads_it_beside_its_name() {
    let mut app = lobby(&[BotLevel::Easy, BotLevel::Normal, BotLevel::Hard]);
    let text = picture(&app);
    assert!(text.contains("A bot is normal unless you say: bot easy, bot hard."), "{text}");
    assert!(text.contains("take seat 1 (normal: plays soundly)"), "{text}");
    types(&mut app, "bot");
    assert_eq!(press(&mut app, KeyCode::Enter), [Effect::Ask(ApiRequest::Bot(1, None))]);
    for typed in ["bot hard", "bot 1 hard", "/bot hard", "/bot 1 hard"] {
        types(&mut app, typed);
        let hard = Effect::Ask(ApiRequest::Bot(1, Some(BotLevel::Hard)));
        assert_eq!(press(&mut app, KeyCode::Enter), [hard], "{typed}");
    }
    let mut room = recorded(LOBBY).room;
    room.seats[1] = Seat {
        name: Some("Bot 1".to_owned()),
        kind: SeatKind::Bot.into(),
        level: Some(BotLevel::Hard.into()),
        ..room.seats[1].clone()
    };
    app.update(signal(ServerMessage::Room { room }));
    let text = picture(&app);
    assert!(text.contains("Bot 1 (hard), bot of the server, "), "{text}");
    assert!(!text.contains("unless you say"), "{text}");
}

#[test]
fn whoever_was_ready_stays_so_when_a_bot_of_theirs_comes() {
    let says_ready = |effects: &[Effect]| {
        let ready = |one: &Effect| matches!(one, Effect::Send(ClientMessage::Ready { .. }));
        effects.iter().any(ready)
    };
    for was_ready in [true, false] {
        let mut app = lobby(&[BotLevel::Normal]);
        let mut room = recorded(LOBBY).room;
        room.seats[0].ready = was_ready;
        app.update(signal(ServerMessage::Room { room: room.clone() }));
        types(&mut app, "bot");
        press(&mut app, KeyCode::Enter);
        // Anything else that happens in the room meanwhile is not the bot.
        room.spectators += 1;
        let effects = app.update(signal(ServerMessage::Room { room: room.clone() }));
        assert!(!says_ready(&effects), "{effects:?}");
        room.seats[0].ready = false;
        let empty = room.seats[1].clone();
        let bot =
            Seat { name: Some("Bot 1".to_owned()), kind: SeatKind::Bot.into(), ..empty.clone() };
        room.seats[1] = bot;
        let effects = app.update(signal(ServerMessage::Room { room: room.clone() }));
        assert_eq!(says_ready(&effects), was_ready, "{effects:?}");
        // Another change of seats is nobody's wish here.
        room.seats[1] = empty;
        let effects = app.update(signal(ServerMessage::Room { room }));
        assert!(!says_ready(&effects), "{effects:?}");
    }
}

#[test]
fn the_host_finds_the_programs_of_others_in_the_menu() {
    let mut app = lobby(&[BotLevel::Normal]);
    let program = ProgramInfo {
        id: Uuid::nil(),
        name: "Greedy".to_owned(),
        contact: "greedy@example.org".to_owned(),
        level: Some("beats normal".to_owned()),
        games: Vec::new(),
        free: 1,
    };
    let full = ProgramInfo { name: "Busy".to_owned(), free: 0, ..program.clone() };
    let ask = "Show the programs of others";
    assert!(!picture(&app).contains(ask), "no server that has not said it can");
    let ServerMessage::Welcome(mut again) = welcome(You::Seat(0), recorded(LOBBY).room) else {
        panic!("no welcome")
    };
    again.features = vec![Feature::Announcements.into()];
    app.update(signal(ServerMessage::Welcome(again)));
    types(&mut app, ask);
    let game = recorded(LOBBY).room.game;
    let wanted = Effect::Ask(ApiRequest::Programs(game.clone()));
    assert_eq!(press(&mut app, KeyCode::Enter), [wanted], "{}", picture(&app));
    app.update(AppMessage::Done(Done::Programs(Ok(vec![program, full]))));
    let text = picture(&app);
    assert!(
        text.contains("Let Greedy (beats normal), by greedy@example.org take seat 1"),
        "{text}"
    );
    types(&mut app, "let busy");
    assert_eq!(press(&mut app, KeyCode::Enter), [], "it plays in enough rooms");
    press(&mut app, KeyCode::Esc);
    types(&mut app, "let greedy");
    let wanted = Effect::Ask(ApiRequest::Program(1, game, "Greedy".to_owned()));
    assert_eq!(press(&mut app, KeyCode::Enter), [wanted], "{}", picture(&app));
}

#[test]
fn a_level_that_the_game_does_not_know_is_not_asked_for() {
    let mut app = lobby(&[BotLevel::Normal]);
    let text = picture(&app);
    assert!(!text.contains("unless you say") && !text.contains("plays soundly"), "{text}");
    types(&mut app, "/bot expert");
    assert_eq!(press(&mut app, KeyCode::Enter), []);
    assert!(picture(&app).contains("The bots of this game play: normal."), "{}", picture(&app));
    // An older server names no levels: its own answer says what is wrong.
    let mut app = lobby(&[]);
    types(&mut app, "/bot expert");
    let expert = Effect::Ask(ApiRequest::Bot(1, Some(BotLevel::Expert)));
    assert_eq!(press(&mut app, KeyCode::Enter), [expert]);
}

/// A recorded match, over.
fn over(app: &mut App) -> Vec<Effect> {
    let mut update = asks(EUROPE_DIVIDED, 9, Vec::new());
    (update.decision, update.awaiting) = (None, Vec::new());
    update.outcome = Some(protocol::Outcome {
        winners: vec![1],
        scores: vec![3, 20],
        reason: "resigned".to_owned(),
    });
    app.update(signal(ServerMessage::Update(update)))
}

#[test]
fn the_end_says_who_won_that_the_deal_holds_and_what_comes_next() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    press(&mut app, KeyCode::Enter);
    // What was marked before means nothing any more.
    press(&mut app, KeyCode::Down);
    assert!(over(&mut app).contains(&Effect::Ask(ApiRequest::Record)));
    let (holds, location) = (true, "Kept in a file".to_owned());
    let text = crate::record::RecordCheck {
        holds,
        verdict: "The deal was as promised.".to_owned(),
        location,
    };
    app.update(AppMessage::Done(Done::Record(Ok(text))));
    let shown = picture(&app);
    for text in
        ["The match is over: ", "(by resignation)", "Scores: ", "as promised", "> Play again"]
    {
        assert!(shown.contains(text), "{text}: {shown}");
    }
    assert!(!shown.contains("Sent") && !shown.contains("way"), "{shown}");
}

#[test]
fn a_rematch_is_asked_for_once() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    over(&mut app);
    assert_eq!(press(&mut app, KeyCode::Enter), [Effect::Ask(ApiRequest::Rematch)]);
    assert_eq!(press(&mut app, KeyCode::Enter), []);
    app.update(AppMessage::Done(Done::Rematch(Err("busy".to_owned()))));
    assert_eq!(press(&mut app, KeyCode::Enter), [Effect::Ask(ApiRequest::Rematch)]);
}

#[test]
fn what_was_sent_moves_nothing_on_the_screen() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Up);
    let before = picture(&app);
    press(&mut app, KeyCode::Enter);
    let sent = picture(&app);
    let changed: Vec<_> =
        before.lines().zip(sent.lines()).filter(|(old, new)| old != new).collect();
    let [(_, text)] = changed[..] else { panic!("{sent}") };
    assert!(text.starts_with("> On its way: "), "{text}");
}

#[test]
fn a_list_that_goes_on_says_so() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    let count = app.items().len();
    let page = |nth: usize| format!("{nth} of {count}\n");
    assert!(picture(&app).contains(&page(1)), "{}", picture(&app));
    press(&mut app, KeyCode::Down);
    assert!(picture(&app).contains(&page(2)), "{}", picture(&app));
    types(&mut app, "xyzzy");
    assert!(picture(&app).contains("> xyzzy\n"), "{}", picture(&app));
}

#[test]
fn the_ways_of_notice_are_asked_and_set() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    types(&mut app, "/notify");
    assert_eq!(press(&mut app, KeyCode::Enter), [Effect::Ask(ApiRequest::Notices(0, None))]);
    let known = Notify {
        ways: vec![protocol::notice::Way::Email.into()],
        webhook: None,
        email: Some("ada@example.org".to_owned()),
        confirmed: Some(false),
        push: None,
    };
    app.update(AppMessage::Done(Done::Notices(false, Ok(known.clone()))));
    let shown = picture(&app);
    assert!(shown.contains("Tell me at: ada@example.org"), "{shown}");
    assert!(shown.contains("A mail was sent to ada@example.org."), "{shown}");
    control(&mut app, 'u');
    types(&mut app, "bo");
    assert_eq!(press(&mut app, KeyCode::Enter), []);
    assert!(picture(&app).contains("notify ADDRESS"), "{}", picture(&app));
    app.update(AppMessage::Done(Done::Notices(false, Ok(known.clone()))));
    control(&mut app, 'u');
    let nowhere = SetNotify::default();
    assert_eq!(
        press(&mut app, KeyCode::Enter),
        [Effect::Ask(ApiRequest::Notices(0, Some(nowhere)))]
    );
    app.update(AppMessage::Done(Done::Notices(true, Ok(Notify { email: None, ..known }))));
    assert!(picture(&app).contains("you are not notified of your turn"), "{}", picture(&app));
}

/// Numbers start again with another question: the same number is another offer.
#[test]
fn what_is_half_chosen_does_not_become_part_of_another_question() {
    let mut app = seated(EUROPE, 0, SIZE);
    let walking = app.offers.find("Offer grain").first().map(|(number, _)| *number).unwrap();
    types(&mut app, &walking.to_string());
    press(&mut app, KeyCode::Enter);
    assert!(picture(&app).contains(&format!("{walking} Offer grain")), "{}", picture(&app));
    let choice = json!({"type": "allocate", "cubes": {"$int": {"min": 0, "max": 9}}});
    let others = (0..9).map(|n| offer(&format!("Allocate {n}"), choice.clone())).collect();
    let mut update = asks(EUROPE, 1, others);
    update.paused = true;
    app.update(signal(ServerMessage::Update(update)));
    let shown = picture(&app);
    assert!(!shown.contains("Offer grain (you have 4) for something else\n"), "{shown}");
    assert!(shown.contains("no longer possible"), "{shown}");
}

/// A list whose first offer is sent by one Enter, with others below it.
fn at_once(decision: u64) -> Update {
    let offers = (1..4).map(|n| offer(&format!("Roll {n}"), json!({"type": "roll", "n": n})));
    asks(EUROPE_DIVIDED, decision, offers.collect())
}

#[test]
fn an_enter_too_many_sends_nothing_that_nobody_pointed_at() {
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    app.update(signal(ServerMessage::Update(at_once(90))));
    assert_eq!(press(&mut app, KeyCode::Enter), []);
    assert!(picture(&app).contains("Enter once more sends it: Roll 1."), "{}", picture(&app));
    let effects = press(&mut app, KeyCode::Enter);
    assert!(matches!(effects[..], [Effect::Send(_)]), "{effects:?}");
    let mut app = seated(EUROPE_DIVIDED, 0, SIZE);
    app.update(signal(ServerMessage::Update(at_once(90))));
    press(&mut app, KeyCode::Down);
    let effects = press(&mut app, KeyCode::Enter);
    assert!(matches!(effects[..], [Effect::Send(_)]), "{effects:?}");
}

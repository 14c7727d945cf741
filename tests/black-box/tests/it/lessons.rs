//! Lessons and puzzles over real sockets: the server says what is asked, gates what is done, and plays the
//! script.

use black_box::{Player, Seed, Server};
use protocol::games::{balance_of_power, europe, europe_divided};
use protocol::lesson::{LessonAwaits, LessonGo, LessonKind, LessonStep, Lessons, Puzzles};
use protocol::room::{Seated, Unproven};
use protocol::{ClientMessage, Code, ServerMessage};
use serde_json::json;

/// Opens the first lesson, and waits for its first step.
async fn learns(server: &Server) -> (Seated, Player) {
    opens(server, europe_divided::ID, "first").await
}

/// Opens a lesson or a puzzle, and waits for its first step.
async fn opens(server: &Server, game: &str, name: &str) -> (Seated, Player) {
    let path = format!("/api/v1/lessons/{game}/{name}");
    let seated: Seated = server.http.post(&path, &json!({"name": "Ada"})).await.as_a();
    let mut ada = Player::seat(server, &seated, None).await;
    waiting(&mut ada).await;
    (seated, ada)
}

fn step(player: &Player) -> Option<LessonStep> {
    let last = player.frames.iter().rev().find(|frame| frame.contains("\"type\":\"lesson\""))?;
    match serde_json::from_str::<ServerMessage>(last) {
        Ok(ServerMessage::Lesson(step)) => Some(step),
        other => panic!("no lesson: {other:?}"),
    }
}

/// Waits until the lesson waits for the learner.
async fn waiting(player: &mut Player) -> LessonStep {
    let of_the_learner =
        |own: &Player| step(own).is_some_and(|step| step.awaits != LessonAwaits::Script);
    player.until(of_the_learner).await;
    let first = |of: &str| player.frames.iter().position(|frame| frame.contains(of));
    let [update, lesson] = ["\"type\":\"update\"", "\"type\":\"lesson\""].map(first);
    assert!(
        update < lesson && update.is_some(),
        "no step comes before the position that it is about"
    );
    step(player).expect("a step")
}

async fn go(player: &mut Player, seed: &mut Seed, go: LessonGo) -> Result<LessonStep, Code> {
    let at = step(player).expect("a step").step;
    let message = ClientMessage::Lesson { id: seed.id(), step: at, go };
    player.act(&message).await.map_err(|refused| refused.code)?;
    Ok(waiting(player).await)
}

/// Goes on, by doing what is taught where something is asked.
async fn on(player: &mut Player, seed: &mut Seed) -> LessonStep {
    let asks = step(player).is_some_and(|step| step.awaits == LessonAwaits::Command);
    let way = if asks { LessonGo::Skip } else { LessonGo::Next };
    go(player, seed, way).await.expect("the way is open")
}

#[tokio::test]
async fn a_lesson_is_listed_and_goes_to_its_end() {
    let server = Server::and(&["--bot-pace-ms", "0"]);
    let mut seed = Seed::or(171);
    let lessons: Lessons = server.http.get("/api/v1/lessons").await.as_a();
    assert!(lessons.lessons.iter().any(|one| one.game == europe_divided::ID), "{lessons:?}");
    let (seated, mut ada) = learns(&server).await;
    assert_eq!(seated.room.unproven, Some(Unproven::Lesson { lesson: "first".to_owned() }.into()));
    assert!(!seated.room.listed);
    let mut now = step(&ada).expect("a step");
    assert_eq!((now.step, now.back), (0, false));
    while now.awaits != LessonAwaits::Nothing {
        let before = now.step;
        now = on(&mut ada, &mut seed).await;
        assert_eq!(now.step, before + 1, "{now:?}");
    }
    assert_eq!(now.step, now.steps);
    let unknown = "/api/v1/lessons/europe-divided/none";
    let unknown = server.http.post(unknown, &json!({"name": "Ada"})).await;
    assert_eq!(unknown.code(), Code::LessonUnknown);
}

#[tokio::test]
async fn whoever_wanders_is_led_back_and_a_kill_loses_nothing() {
    let server = Server::and(&["--bot-pace-ms", "0"]);
    let mut seed = Seed::or(172);
    let (_, mut ada) = learns(&server).await;
    while step(&ada).expect("a step").id != "play-benelux" {
        on(&mut ada, &mut seed).await;
    }
    let decision = ada.now().decision.expect("something is asked");
    let other = json!({"type": "play", "card": "europe-france"});
    let refused = ada.command(seed.id(), decision, other).await.expect_err("not this card");
    assert_eq!(refused.code, Code::NotNow, "{refused:?}");
    assert_eq!(refused.detail, "First Benelux: France has nothing to raise yet.");
    assert_eq!(go(&mut ada, &mut seed, LessonGo::Next).await.err(), Some(Code::NotNow));
    let undo = ClientMessage::Undo { id: seed.id(), to: 0 };
    assert_eq!(ada.act(&undo).await.map_err(|refused| refused.code), Err(Code::NotNow));
    let public = ada.now().public.clone();
    // Back beyond the secret choice, and on to the same position.
    while step(&ada).expect("a step").id != "lock" {
        go(&mut ada, &mut seed, LessonGo::Back).await.expect("every step can be gone back to");
    }
    while step(&ada).expect("a step").id != "play-benelux" {
        on(&mut ada, &mut seed).await;
    }
    assert_eq!(ada.now().public, public);
    let before = step(&ada);
    let server = server.kill().await.start();
    ada.come_back(&server).await;
    waiting(&mut ada).await;
    assert_eq!(step(&ada), before);
    let decision = ada.now().decision.expect("something is asked");
    let taught = json!({"type": "play", "card": "europe-benelux"});
    ada.command(seed.id(), decision, taught).await.expect("allowed");
    assert_eq!(waiting(&mut ada).await.id, "goal");
}

#[tokio::test]
async fn puzzles_are_listed_by_titles_alone_with_one_of_the_day() {
    let server = Server::start();
    let listed = server.http.get("/api/v1/puzzles").await;
    let text = listed.body.to_string();
    let Puzzles { today, puzzles } = listed.as_a();
    for game in [europe_divided::ID, balance_of_power::ID, europe::ID] {
        assert!(puzzles.iter().any(|one| one.game == game), "{game}: {text}");
    }
    assert!(today.is_some_and(|today| puzzles.contains(&today)), "{text}");
    let most = puzzles.len() * 100;
    assert!(text.len() < most, "{} bytes for {} puzzles", text.len(), puzzles.len());
}

#[tokio::test]
async fn a_puzzle_refuses_what_is_wrong_in_its_words_and_explains_the_answer() {
    let server = Server::and(&["--bot-pace-ms", "0"]);
    let mut seed = Seed::or(173);
    let (seated, mut ada) = opens(&server, balance_of_power::ID, "strike-first").await;
    assert_eq!(
        seated.room.unproven,
        Some(Unproven::Lesson { lesson: "strike-first".to_owned() }.into())
    );
    let asked = step(&ada).expect("a question");
    assert_eq!(
        (asked.kind.known(), asked.awaits),
        (Some(&LessonKind::Puzzle), LessonAwaits::Command)
    );
    assert!(!asked.back && asked.rule.is_none(), "{asked:?}");
    let decision = ada.now().decision.expect("something is asked");
    let before = ada.now().seq;
    let wrong = json!({"type": "end_attack"});
    let refused = ada.command(seed.id(), decision, wrong).await.expect_err("not the answer");
    assert_eq!(refused.code, Code::NotNow, "{refused:?}");
    assert!(refused.detail.starts_with("Safe, but it leaves Red its capital"), "{refused:?}");
    assert_eq!(ada.now().seq, before, "nothing has happened");
    let right = json!({
        "type": "attack_until", "from": "poland", "to": "germany", "stop_at": 2,
    });
    ada.command(seed.id(), decision, right).await.expect("the answer");
    let over = waiting(&mut ada).await;
    assert_eq!((over.awaits, over.rule.as_deref()), (LessonAwaits::Nothing, Some("winning")));
    assert!(over.say.starts_with("Attack Germany"), "{over:?}");
    let again = go(&mut ada, &mut seed, LessonGo::Back).await.expect("the question again");
    assert_eq!(again, asked);
    let shown = go(&mut ada, &mut seed, LessonGo::Skip).await.expect("the answer is shown");
    assert_eq!(shown, over);
}

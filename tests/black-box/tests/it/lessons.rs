//! Lessons over real sockets: the server says what is asked, gates what is done, and plays the script.

use black_box::{Player, Seed, Server};
use protocol::games::europe_divided;
use protocol::lesson::{LessonAwaits, LessonGo, LessonStep, Lessons};
use protocol::room::{Seated, Unproven};
use protocol::{ClientMessage, Code, ServerMessage};
use serde_json::json;

/// Opens the first lesson, and waits for its first step.
async fn learns(server: &Server) -> (Seated, Player) {
    let path = format!("/api/v1/lessons/{}/first", europe_divided::ID);
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
    assert_eq!(seated.room.unproven, Some(Unproven::Lesson { lesson: "first".to_owned() }));
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

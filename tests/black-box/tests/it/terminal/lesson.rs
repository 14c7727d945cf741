//! Lessons and a puzzle on the screen, from the list to their end.

use black_box::Server;
use protocol::lesson::Lessons;

use super::Person;

/// A key.
const CONTROL_S: &str = "\u{13}";

#[tokio::test]
async fn every_lesson_is_learned_to_its_end_on_the_screen() {
    let server = Server::and(&["--bot-pace-ms", "0"]);
    let all: Lessons = server.http.get("/api/v1/lessons").await.as_a();
    for lesson in all.lessons {
        let person = Person::at(&server);
        let mut ada = person.opens(&["learn", &lesson.game, &lesson.lesson, "--name", "Ada"]);
        for step in 1..=lesson.steps {
            let title = format!("Lesson, {step} of {}:", lesson.steps);
            // While the script plays, a step is to be read, and nothing goes on yet.
            ada.until(&title, |screen| {
                let shown = screen.contents();
                let ways = ["^N next", "^S skip"];
                shown.contains(&title) && ways.iter().any(|way| shown.contains(way))
            })
            .await;
            // Where nothing is asked, it only turns the page.
            ada.types(CONTROL_S).await;
        }
        ada.shows("Lesson, the end:").await;
        ada.shows("entente play --create").await;
    }
}

#[tokio::test]
async fn a_puzzle_is_answered_on_the_screen_wrong_and_then_right() {
    let server = Server::and(&["--bot-pace-ms", "0"]);
    let person = Person::at(&server);
    let mut ada = person.opens(&["puzzle", "balance-of-power", "strike-first"]);
    ada.shows("Puzzle, Strike first:").await;
    ada.types("attack no more\r").await;
    ada.shows("Safe, but it leaves Red its capital").await;
    ada.types("germany").await;
    ada.shows("Attack Germany").await;
    ada.types(CONTROL_S).await;
    ada.shows("The answer: Attack Germany").await;
}

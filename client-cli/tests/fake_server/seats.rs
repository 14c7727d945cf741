//! Several seats of one person in one room, on the full screen.

use client_cli::error::Error;
use client_cli::paper::Paper;
use client_cli::play::start::Start;
use client_cli::saved::{SavedGame, SavedGames};
use client_cli::screen;

use crate::fake::Fake;
use crate::person::play_args;

fn seat(fake: &Fake, seat: u8) -> SavedGame {
    SavedGame {
        server: fake.server.to_string(),
        code: "CCCCCC".to_owned(),
        seat,
        token: format!("token-{seat}"),
        game: "tic-tac-toe".to_owned(),
        name: ["Ada", "Bo"][usize::from(seat)].to_owned(),
        played_ms: None,
        lesson: false,
    }
}

#[tokio::test]
async fn a_screen_names_the_seats_that_a_code_may_mean() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    let store = SavedGames::new(folder.path());
    for number in [0, 1] {
        store.keep(&seat(&fake, number)).unwrap();
    }
    let mut paper = Paper::memory().0;
    let args = play_args("entente play --continue CCCCCC");
    let failed = screen::play(&fake.server, &args, &store, &mut paper).await;
    let Err(Error::Usage(why)) = failed else { panic!("{failed:?}") };
    assert!(why.contains("seat 0 as Ada") && why.contains("seat 1 as Bo"), "{why}");
}

#[tokio::test]
async fn whoever_points_at_one_of_several_seats_of_a_room_gets_that_one() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    let store = SavedGames::new(folder.path());
    for number in [0, 1] {
        store.keep(&seat(&fake, number)).unwrap();
    }
    let mut paper = Paper::memory().0;
    let mut start = Start { server: &fake.server, store: &store, paper: &mut paper, lines: None };
    for number in [0, 1] {
        let (_, held) = start.go_on(seat(&fake, number)).await.unwrap();
        assert_eq!(held.token, format!("token-{number}"));
        assert_eq!(held.saved, Some(seat(&fake, number)));
    }
}

#[tokio::test]
async fn ones_own_room_is_known_by_every_address_of_its_server() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    let store = SavedGames::new(folder.path());
    store.keep(&seat(&fake, 0)).unwrap();
    let stranger = Fake::start().await;
    stranger.state.lock().unwrap().id = Some(uuid::Uuid::from_u128(7));
    let own = fake.server.to_string();
    for (server, token) in [
        (own.replace("127.0.0.1", "localhost"), "token-0"),
        // A room of another server that has the same code.
        (stranger.server.to_string(), "token-CCCCCC"),
    ] {
        let mut paper = Paper::memory().0;
        let mut start =
            Start { server: &fake.server, store: &store, paper: &mut paper, lines: None };
        let args = play_args(&format!("entente play --join {server}/r/CCCCCC --name Ada"));
        let (api, held) = start.seat(&args).await.unwrap().unwrap();
        assert_eq!(held.token, token, "{server}");
        let expected = if token == "token-0" { &own } else { &server };
        assert_eq!(api.server().to_string(), *expected);
    }
}

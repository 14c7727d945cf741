//! The matches in which this person holds a seat, as their servers show them now: who the opponents are,
//! whose turn it is and since when, how one ended.
//!
//! Here because the list before a match and `entente rooms --mine` say the same. It must not know how
//! either is shown, nor a game.

use std::time::Duration;

use futures_util::stream::FuturesUnordered;
use futures_util::{Stream, StreamExt};
use protocol::room::{Room, RoomState};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::api::Api;
use crate::app::say::state;
use crate::duration::roughly;
use crate::error::Error;
use crate::link::Server;
use crate::paper::Paper;
use crate::render::text::name;
use crate::saved::{SavedGame, now_ms};

/// Number of matches, the newest, whose rooms are looked at.
const LOOKED_AT: usize = 20;

/// Time after which a server that says nothing is not waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// The last look at a room.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Look {
    /// There was none, or its answer is yet to come.
    #[default]
    None,
    /// The room.
    Room(Box<Room>),
    /// The server has no such room any more.
    Gone,
    /// The server could not be asked.
    Unreachable,
}

/// A match in which this person holds a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldMatch {
    /// The seat.
    pub game: SavedGame,
    /// Its room.
    pub look: Look,
}

/// The order in which matches are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchStanding {
    /// It waits for this person.
    Mine,
    /// It goes on.
    Open,
    /// It is over, or nobody can tell.
    Over,
}

impl HeldMatch {
    /// Creates a match whose room was not looked at.
    pub fn new(game: SavedGame) -> Self {
        Self { game, look: Look::None }
    }

    /// Checks whether its room, as it was seen, is the one with this id.
    pub(crate) fn is_in(&self, id: Uuid) -> bool {
        matches!(&self.look, Look::Room(room) if room.id == id)
    }

    /// Returns where it stands.
    pub fn standing(&self) -> MatchStanding {
        match &self.look {
            Look::None => MatchStanding::Open,
            Look::Gone | Look::Unreachable => MatchStanding::Over,
            Look::Room(room) => match room.state {
                RoomState::Running if self.asked(room).is_some() => MatchStanding::Mine,
                RoomState::Lobby | RoomState::Sealing | RoomState::Running => MatchStanding::Open,
                RoomState::Finished | RoomState::Abandoned => MatchStanding::Over,
            },
        }
    }

    /// Checks whether nobody can play it any more.
    pub fn is_done(&self) -> bool {
        self.standing() == MatchStanding::Over && self.look != Look::Unreachable
    }

    /// Returns for how long this person is asked something; `None` if they are not.
    fn asked(&self, room: &Room) -> Option<u64> {
        let own = room.awaiting.iter().find(|one| one.seat == self.game.seat);
        own.map(|one| one.for_ms)
    }

    /// Returns it in a line, without its token; `here` is the server that goes without saying.
    pub fn line(&self, here: &str, now_ms: u64) -> String {
        let SavedGame { code, server, game, name: me, played_ms, .. } = &self.game;
        let others = self.others();
        let who = if others.is_empty() {
            format!("as {me}")
        } else {
            format!("against {}", others.join(", "))
        };
        let there = played_ms.map(|at| roughly(now_ms.saturating_sub(at)));
        let there = there.map(|span| format!("; last there {span} ago")).unwrap_or_default();
        let elsewhere = if server == here { String::new() } else { format!("; at {server}") };
        format!("{code}: {} {who}: {}{there}{elsewhere}", name(game), self.words())
    }

    /// Returns the names of the others.
    fn others(&self) -> Vec<&str> {
        let Look::Room(room) = &self.look else { return Vec::new() };
        let others = room.seats.iter().filter(|seat| seat.seat != self.game.seat);
        others.filter_map(|seat| seat.name.as_deref()).collect()
    }

    fn words(&self) -> String {
        let room = match &self.look {
            Look::None => return "go on".to_owned(),
            Look::Gone => return "the room is no more".to_owned(),
            Look::Unreachable => return "its server cannot be reached".to_owned(),
            Look::Room(room) => room,
        };
        if let Some(for_ms) = self.asked(room) {
            return format!("your turn for {}", roughly(for_ms));
        }
        if let Some(longest) = room.awaiting.iter().map(|one| one.for_ms).max() {
            let asked = room.awaiting.iter().filter_map(|one| {
                let seat = room.seats.get(usize::from(one.seat))?;
                seat.name.as_deref()
            });
            let asked: Vec<&str> = asked.collect();
            return format!("waiting for {} for {}", asked.join(", "), roughly(longest));
        }
        match &room.winners {
            Some(winners) if winners.contains(&self.game.seat) => "you have won".to_owned(),
            Some(winners) if !winners.is_empty() => "you have lost".to_owned(),
            Some(_) => "over, nobody has won".to_owned(),
            None => state(room.state).to_owned(),
        }
    }

    /// Returns it as `--json` prints it: without the token.
    pub fn json(&self) -> Value {
        let SavedGame { server, code, seat, game, name, played_ms, token: _, lesson: _ } =
            &self.game;
        let room = match &self.look {
            Look::Room(room) => Some(room),
            Look::None | Look::Gone | Look::Unreachable => None,
        };
        json!({
            "server": server,
            "code": code,
            "seat": seat,
            "game": game,
            "name": name,
            "played_ms": played_ms,
            "gone": self.look == Look::Gone,
            "room": room,
        })
    }
}

/// Orders matches: those that wait for this person, those that go on, those that are over; the newest
/// first among equals. `saved` has the newest last.
pub(crate) fn ordered(saved: &[HeldMatch]) -> Vec<&HeldMatch> {
    let mut all: Vec<&HeldMatch> = saved.iter().rev().collect();
    all.sort_by_key(|held| held.standing());
    all
}

/// Looks at the rooms of the newest of these games, all at once; the answers come as they do.
pub(crate) fn looks(saved: &[SavedGame]) -> impl Stream<Item = HeldMatch> + Unpin + use<> {
    let newest = saved.iter().rev().take(LOOKED_AT).cloned();
    newest.map(|game| Box::pin(look(game))).collect::<FuturesUnordered<_>>()
}

async fn look(game: SavedGame) -> HeldMatch {
    let room = async { Api::new(Server::parse(&game.server)?)?.room(&game.code).await };
    let look = match tokio::time::timeout(PATIENCE, room).await {
        Ok(Ok(room)) => Look::Room(Box::new(room)),
        Ok(Err(error)) if error.is_refusal("room_unknown") => Look::Gone,
        Ok(Err(_)) | Err(_) => Look::Unreachable,
    };
    HeldMatch { game, look }
}

/// Finds the newest seat that is held in a room, by whatever address of its server it was taken.
pub(crate) async fn in_room(api: &Api, code: &str, saved: &[SavedGame]) -> Option<SavedGame> {
    let address = api.server().to_string();
    let seats = saved.iter().rev().filter(|game| game.code == code).cloned();
    let (here, elsewhere): (Vec<_>, Vec<_>) = seats.partition(|game| game.server == address);
    if !here.is_empty() || elsewhere.is_empty() {
        return here.into_iter().next();
    }
    let id = api.room(code).await.ok()?.id;
    for game in elsewhere {
        let held = look(game).await;
        if held.is_in(id) {
            return Some(held.game);
        }
    }
    None
}

/// Returns every one of these games with a look at its room, where there was one.
pub(crate) async fn all(saved: Vec<SavedGame>) -> Vec<HeldMatch> {
    let looks: Vec<HeldMatch> = looks(&saved).collect().await;
    let held = |game: SavedGame| {
        let seen = looks.iter().find(|held| held.game == game);
        seen.cloned().unwrap_or_else(|| HeldMatch::new(game))
    };
    saved.into_iter().map(held).collect()
}

/// Prints all matches of this person; as JSON, each in a line.
pub(crate) async fn list(
    saved: Vec<SavedGame>,
    here: &str,
    json: bool,
    paper: &mut Paper,
) -> Result<(), Error> {
    let (matches, now) = (all(saved).await, now_ms());
    if matches.is_empty() && !json {
        paper.line("No running match of yours is kept here.")?;
    }
    for held in ordered(&matches) {
        if json {
            paper.json(&held.json().to_string())?;
        } else {
            paper.line(held.line(here, now))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::room;
    use protocol::room::AwaitedSeat;

    const MINUTE_MS: u64 = 60_000;

    fn held(look: Look) -> HeldMatch {
        let game = SavedGame {
            server: "http://entente.example".to_owned(),
            code: "K7P2XR".to_owned(),
            seat: 0,
            token: "secret".to_owned(),
            game: "europe-divided".to_owned(),
            name: "Ada".to_owned(),
            played_ms: Some(0),
            lesson: false,
        };
        HeldMatch { game, look }
    }

    fn running(awaiting: &[(u8, u64)]) -> HeldMatch {
        let mut room = room(RoomState::Running);
        room.awaiting = awaiting
            .iter()
            .map(|(seat, for_ms)| AwaitedSeat { seat: *seat, for_ms: *for_ms })
            .collect();
        held(Look::Room(Box::new(room)))
    }

    fn over(winners: &[u8]) -> HeldMatch {
        let mut room = room(RoomState::Finished);
        room.winners = Some(winners.to_vec());
        held(Look::Room(Box::new(room)))
    }

    #[test]
    fn a_line_has_opponents_turn_its_length_and_the_result() {
        let here = "http://entente.example";
        for (held, words) in [
            (running(&[(0, 3 * MINUTE_MS)]), "your turn for 3 minutes"),
            (running(&[(1, 61 * MINUTE_MS)]), "waiting for Boris for 1 hour"),
            (running(&[(0, MINUTE_MS), (1, 9 * MINUTE_MS)]), "your turn for 1 minute"),
            (over(&[0]), "you have won"),
            (over(&[1]), "you have lost"),
            (over(&[]), "over, nobody has won"),
        ] {
            let line = held.line(here, 2 * MINUTE_MS);
            let wanted =
                format!("K7P2XR: Europe Divided against Boris: {words}; last there 2 minutes ago");
            assert_eq!(line, wanted);
        }
        let gone = held(Look::Gone);
        assert_eq!(
            gone.line("http://elsewhere", 3 * 1_440 * MINUTE_MS),
            "K7P2XR: Europe Divided as Ada: the room is no more; last there 3 days ago; at \
             http://entente.example"
        );
    }

    #[test]
    fn those_that_wait_for_me_come_first_and_those_that_are_over_last() {
        let all = [over(&[1]), running(&[(0, 1)]), held(Look::None), running(&[(1, 1)])];
        let order: Vec<MatchStanding> = ordered(&all).iter().map(|held| held.standing()).collect();
        assert_eq!(
            order,
            [MatchStanding::Mine, MatchStanding::Open, MatchStanding::Open, MatchStanding::Over]
        );
        assert_eq!(ordered(&all)[1], &all[3], "the newest first");
    }

    #[test]
    fn json_has_no_token() {
        let json = running(&[(0, 5)]).json();
        assert!(!json.to_string().contains("secret"), "{json}");
        assert_eq!(json["room"]["awaiting"][0]["for_ms"], 5);
    }
}

//! A server on an older copy, and its answers to those who know more.

use std::path::PathBuf;

use black_box::{Player, Server, Setup, Stopped, Store};
use protocol::{Code, ServerMessage};

use crate::crowd::{Crowd, Sitter};
use crate::stored::{Stored, StoredMatch};

/// The totals over all seats that came back.
#[derive(Debug, Default)]
pub(super) struct Sum {
    pub(super) seats: u64,
    pub(super) rolled_back: u64,
    pub(super) wrongly_answered: u64,
    pub(super) forked: u64,
    pub(super) refused: u64,
}

/// Has everybody whose room is in the copy come to a server on the database restored from it.
pub(super) async fn take_up(
    crowd: &Crowd,
    database: PathBuf,
    past: &Stored,
    sum: &mut Sum,
) -> anyhow::Result<()> {
    let setup = Setup { store: Some(Store::File(database)), ..Setup::unlimited() };
    let server = Stopped::of(setup).start();
    for company in &crowd.companies {
        let Some(log) = past.matches.get(&company.id) else { continue };
        for sitter in &company.sitters {
            one(&server, sitter, log, sum).await;
        }
    }
    server.kill().await;
    Ok(())
}

async fn one(server: &Server, sitter: &Sitter, log: &StoredMatch, sum: &mut Sum) {
    // A seat that was not ready yet when the copy was made has the token that it has today.
    let Ok(mut player) = Player::try_seat(server.at, sitter.key(), sitter.last()).await else {
        sum.refused += 1;
        return;
    };
    let messages = player.sync().await;
    sum.seats += 1;
    let rolled_back = messages.iter().any(
        |message| matches!(message, ServerMessage::Error { code, .. } if *code == Code::RolledBack),
    );
    let Some(view) = &player.view else { return };
    let beyond = sitter.last().is_some_and(|after| after > view.seq);
    // A timed match may go on at once, and its update take the place of the snapshot's: then what
    // the end of the copy shows whether `rolled_back` was right.
    let known = sitter.last().is_none_or(|after| after < log.heads.len() as u64);
    sum.rolled_back += u64::from(rolled_back);
    sum.wrongly_answered += u64::from(if rolled_back { known && !beyond } else { beyond });
    // A timed match that was loaded goes on with entries of its own.
    let seq = usize::try_from(view.seq).unwrap_or(usize::MAX);
    let forked = log.heads.get(seq).is_some_and(|head| *head != view.head)
        || (seq < log.heads.len())
            && sitter.heads.get(&view.seq).is_some_and(|known| *known != view.head);
    sum.forked += u64::from(forked);
}

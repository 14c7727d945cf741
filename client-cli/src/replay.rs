//! The steps of a match that is over, as one of its viewers saw it.
//!
//! The server sends the updates in pages; one page is kept at a time. It must not know how a step is
//! shown.

use protocol::archive::Replay;
use protocol::{Open, ServerMessage, Update};

use crate::api::Api;
use crate::error::Error;

/// The steps of a match: where each page begins, and one page.
#[derive(Debug)]
pub struct Steps {
    api: Api,
    code: String,
    seat: Option<u8>,
    /// For each page known of, its first step and its `from`.
    pages: Vec<(usize, u64)>,
    /// Which of them is here.
    at: usize,
    page: Replay,
}

impl Steps {
    /// Begins at the first page.
    pub(crate) async fn begin(api: Api, code: String, seat: Option<u8>) -> Result<Self, Error> {
        let page = api.replay(&code, seat, 0).await?;
        Ok(Self { api, code, seat, pages: vec![(0, 0)], at: 0, page })
    }

    /// Returns the update of a step; nothing behind the last one.
    pub(crate) async fn get(&mut self, step: usize) -> Result<Option<&Update>, Error> {
        while step < self.pages[self.at].0 {
            self.open(self.at - 1).await?;
        }
        loop {
            let end = self.pages[self.at].0 + self.page.updates.len();
            let Some(next) = self.page.next.filter(|_| step >= end) else { break };
            // A server that turns in circles must not keep us.
            if next <= self.pages[self.at].1 {
                return Err(Error::Failed("the server's pages do not come to an end".to_owned()));
            }
            if self.pages.len() == self.at + 1 {
                self.pages.push((end, next));
            }
            self.open(self.at + 1).await?;
        }
        let message = self.page.updates.get(step - self.pages[self.at].0);
        Ok(match message {
            Some(Open::Known(ServerMessage::Update(update))) => Some(update),
            Some(_) | None => None,
        })
    }

    /// Returns the last step, which only the last page contains.
    pub(crate) async fn last(&mut self) -> Result<usize, Error> {
        self.get(usize::MAX).await?;
        Ok(self.known_last().unwrap_or_default())
    }

    /// Returns the last step, if its page is here.
    pub(crate) fn known_last(&self) -> Option<usize> {
        let end = self.pages[self.at].0 + self.page.updates.len();
        self.page.next.is_none().then(|| end.saturating_sub(1))
    }

    async fn open(&mut self, at: usize) -> Result<(), Error> {
        let (_, from) = self.pages[at];
        self.page = self.api.replay(&self.code, self.seat, from).await?;
        self.at = at;
        Ok(())
    }
}

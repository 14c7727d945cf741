//! A bot agrees to whatever another seat asks for: it has no hurry and bears no grudge.

use super::BotMatch;
use crate::error::Error;

impl BotMatch<'_> {
    /// Agrees to every request of another seat's, once.
    pub(super) fn agree(&mut self) -> Result<(), Error> {
        let asked: Vec<_> = self.session.asked_of_us().map(|request| request.id).collect();
        for request in asked {
            if self.agreed.insert(request) {
                let message = self.session.consent(request, true);
                self.connection.send(message)?;
            }
        }
        Ok(())
    }
}

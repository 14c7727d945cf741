//! The last words about a match that one leaves.

use super::{App, AppConfig};

impl App {
    /// Returns how to come back to the match: by its code if its seat is kept here, else by a link.
    pub(crate) fn good_bye(&self, kept: bool) -> String {
        let AppConfig { code, link, token, .. } = &self.config;
        let Some(token) = token else { return "Good-bye.".to_owned() };
        if kept {
            return format!(
                "Good-bye. The game is kept: entente play --continue {code} resumes it."
            );
        }
        let whose = if self.session.pupil().is_some() { "coach" } else { "seat" };
        format!("Good-bye. The seat is not kept here; this link resumes it: {link}#{whose}={token}")
    }
}

//! The licences of all that the program is made of: the project's, those of the component data, of the
//! browser client's libraries and of the crates linked in.
//!
//! They are part of the program, so that whoever has the binary, the image or a page of the server has
//! them. `licences/third-party.txt` is made by `licences/collect.py`.

use std::fmt::{self, Display, Formatter};

use engine::{DataLicence, GameEntry};

/// The project's own.
const OWN: &str = include_str!("../../LICENSE");

/// Texts of the browser client's libraries as published, and of the crates linked in.
const OTHERS: [(&str, &str); 3] = [
    ("Browser client: Lit", include_str!("../../web/vendor/lit/LICENSE")),
    ("Browser client: @noble/hashes", include_str!("../../web/vendor/noble-hashes/LICENSE")),
    ("Crates linked in", include_str!("../../licences/third-party.txt")),
];

/// Every licence text, one after the other, for people.
#[derive(Clone, Debug)]
pub struct Licences(Vec<(&'static str, &'static str)>);

impl Licences {
    /// Those of a program that plays these games.
    pub fn of(games: impl IntoIterator<Item = &'static GameEntry>) -> Self {
        let data = games.into_iter().filter_map(GameEntry::data_licence);
        let data = data.map(|DataLicence { title, text, .. }| (title, text));
        Self([("Entente", OWN)].into_iter().chain(data).chain(OTHERS).collect())
    }
}

impl Display for Licences {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, (title, text)) in self.0.iter().enumerate() {
            let gap = if index == 0 { "" } else { "\n\n" };
            let line = "=".repeat(title.len());
            write!(f, "{gap}{title}\n{line}\n\n{}\n", text.trim_end())?;
        }
        Ok(())
    }
}

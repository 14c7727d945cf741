//! Observations: what a seat sees, as numbers in fixed places.
//!
//! They are made of the two views and of nothing else, so they hold exactly what a server would send. One
//! function a game lays them out: with [`Numbers`] it writes them, with [`Names`] it says what each one is.

mod balance_of_power;
mod europe;
mod europe_divided;

use engine::factored::Factored;
use protocol::ids::Id;

/// A group and a name in it; the group may be empty.
pub(crate) type Name<'a> = [&'a str; 2];

/// A game whose views can be observed.
pub(crate) trait Observed: Factored {
    /// Lays out what a seat sees at a match time.
    fn observe(public: &Self::Public, private: &Self::Private, now_ms: u64, sheet: &mut impl Sheet);
}

/// Takes the entries of an observation, in order.
pub(crate) trait Sheet {
    /// Adds an entry.
    fn number(&mut self, name: Name<'_>, value: f32);

    /// Adds an entry for each value, 1 for one of them.
    fn one(&mut self, name: Name<'_>, values: &[&str], place: Option<usize>);

    /// Adds an entry for each identifier of a set, with the size of those given.
    fn sizes<K: Id>(&mut self, name: Name<'_>, of: impl IntoIterator<Item = (K, f32)>);

    /// Adds an entry for each identifier of a set, 1 for those given.
    fn marks<K: Id>(&mut self, name: Name<'_>, of: impl IntoIterator<Item = K>) {
        self.sizes(name, of.into_iter().map(|id| (id, 1.0)));
    }

    /// Adds an entry that is 0 or 1.
    fn flag(&mut self, name: Name<'_>, holds: bool) {
        self.number(name, f32::from(u8::from(holds)));
    }
}

/// Writes the entries into zeros.
#[derive(Debug)]
pub(crate) struct Numbers<'a> {
    out: &'a mut [f32],
    at: usize,
}

impl<'a> Numbers<'a> {
    pub(crate) fn new(out: &'a mut [f32]) -> Self {
        Self { out, at: 0 }
    }
}

impl Sheet for Numbers<'_> {
    fn number(&mut self, _: Name<'_>, value: f32) {
        self.out[self.at] = value;
        self.at += 1;
    }

    fn one(&mut self, _: Name<'_>, values: &[&str], place: Option<usize>) {
        if let Some(place) = place.filter(|place| *place < values.len()) {
            self.out[self.at + place] = 1.0;
        }
        self.at += values.len();
    }

    fn sizes<K: Id>(&mut self, _: Name<'_>, of: impl IntoIterator<Item = (K, f32)>) {
        for (id, size) in of {
            self.out[self.at + id.index()] = size;
        }
        self.at += K::ALL.len();
    }
}

/// Notes the name of each entry.
#[derive(Debug, Default)]
pub(crate) struct Names(pub(crate) Vec<String>);

impl Names {
    fn add(&mut self, [group, name]: Name<'_>, value: &str) {
        let point = if group.is_empty() { "" } else { "." };
        let is = if value.is_empty() { "" } else { "=" };
        self.0.push(format!("{group}{point}{name}{is}{value}"));
    }
}

impl Sheet for Names {
    fn number(&mut self, name: Name<'_>, _: f32) {
        self.add(name, "");
    }

    fn one(&mut self, name: Name<'_>, values: &[&str], _: Option<usize>) {
        for value in values {
            self.add(name, value);
        }
    }

    fn sizes<K: Id>(&mut self, name: Name<'_>, _: impl IntoIterator<Item = (K, f32)>) {
        for id in K::ALL {
            self.add(name, id.as_str());
        }
    }
}

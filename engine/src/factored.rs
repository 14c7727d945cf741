//! Commands taken apart: a choice as a family with slots, without JSON.
//!
//! Whoever numbers commands, for a search or for learning, gets from here what may stand in each field of
//! one, and gives back what was chosen. A family is a kind of command with its fields in order; a form is
//! a family as one choice leaves it open, with a slot for each field. How they are numbered, and how a
//! number is found, is no concern of the rules.

use protocol::ids::Id;

use crate::by_id::IdSet;
use crate::game::{Game, Seat};

/// The most kinds of things that a bag counts.
pub const MOST_KINDS: usize = 30;

/// A closed list of values of a field. Its name is the same wherever the list is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    /// The name: `space`, `card`.
    pub name: &'static str,
    /// The values.
    pub values: Values,
}

/// The values of a domain; each is known by its place, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Identifiers, in canonical order.
    Ids(Vec<&'static str>),
    /// Whole numbers, from the first to the last.
    Range(u32, u32),
    /// `false`, then `true`.
    Bool,
    /// The numbers of the things that [`Factored::listed`] returns, so many at most.
    Listed(usize),
}

impl Values {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        match self {
            Self::Ids(ids) => ids.len(),
            Self::Range(first, last) => (last - first) as usize + 1,
            Self::Bool => 2,
            Self::Listed(most) => *most,
        }
    }

    /// Checks whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The kind of value that a field takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One value.
    One(Domain),
    /// One value, or none: then the field is absent. None is the place after the last.
    Maybe(Domain),
    /// One value that every form fixes: there is nothing to choose.
    Given(Domain),
    /// A whole number from 0.
    Number,
    /// Different values; exactly so many, where that is the same in every choice.
    Pick(Domain, Option<u8>),
    /// Counts of values.
    Bag(Domain),
    /// Counts of values of which the field with this index counts none.
    BagWithout(Domain, usize),
}

/// A field of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandField {
    /// Its place in the command: keys and indices, with points between.
    pub path: String,
    /// The kind of its value.
    pub kind: Kind,
}

impl CommandField {
    /// Builds a field.
    pub fn new(path: impl Into<String>, kind: Kind) -> Self {
        Self { path: path.into(), kind }
    }
}

/// A kind of command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandFamily {
    /// Its name: the type of the command, and what sets it apart from others of the same type.
    pub name: &'static str,
    /// The fields, in the order in which they are chosen. A form may leave out the last ones.
    pub fields: Vec<CommandField>,
    /// The number of first fields, each [`Kind::One`], that are chosen together with the family. Where it
    /// is 1 and the first field is a pick or a bag, the first value of that is.
    pub together: usize,
}

impl CommandFamily {
    /// Builds a family of one command.
    pub fn bare(name: &'static str) -> Self {
        Self { name, fields: Vec::new(), together: 0 }
    }

    /// Returns the family with one more field, which is chosen together with those before.
    #[must_use]
    pub fn with(mut self, path: &str, kind: Kind) -> Self {
        self.together += 1;
        self.then(path, kind)
    }

    /// Returns the family with one more field, which is chosen after those before.
    #[must_use]
    pub fn then(mut self, path: &str, kind: Kind) -> Self {
        self.fields.push(CommandField::new(path, kind));
        self
    }

    /// Returns the `type` of its commands.
    pub fn command(&self) -> &'static str {
        self.name.split_once(':').map_or(self.name, |(command, _)| command)
    }
}

/// Lists the families of a game: a constant for the place of each in the list, and `families_in_order`,
/// which returns the list. Both are made of the same lines, so that a place leads to its family wherever
/// another one is put in.
macro_rules! families {
    ($($place:ident => $family:expr,)+) => {
        $crate::factored::families! { @places 0, $($place)+ }

        fn families_in_order() -> Vec<CommandFamily> {
            vec![$($family),+]
        }
    };
    (@places $at:expr, $place:ident $($after:ident)*) => {
        const $place: usize = $at;
        $crate::factored::families! { @places $place + 1, $($after)* }
    };
    (@places $at:expr,) => {};
}
pub(crate) use families;

/// The values that a field may have in one choice; values are bits, by their place in the domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// One of these ([`Kind::One`], [`Kind::Maybe`], [`Kind::Given`]).
    One(u128),
    /// A number from the first to the second.
    Number(u32, u32),
    /// So many of these, from the fewest to the most.
    Pick(u128, u8, u8),
    /// Up to so many of each, with a sum from the smallest to the largest.
    Bag([u8; MOST_KINDS], u16, u16),
}

impl Slot {
    /// Builds the slot that takes this value only.
    pub const fn only(place: usize) -> Self {
        Self::One(1 << place)
    }

    /// Builds the slot that takes one of a set.
    pub fn one_of<K: Id>(of: IdSet<K>) -> Self {
        Self::One(u128::from(of.bits()))
    }

    /// Builds the slot that takes from `least` to `most` of a set.
    pub fn some_of<K: Id>(of: IdSet<K>, least: u8, most: u8) -> Self {
        Self::Pick(u128::from(of.bits()), least, most)
    }

    /// Builds the slot that takes counts up to these, with a sum from `least` to `most`.
    pub fn counts<K: Id>(of: impl IntoIterator<Item = (K, u8)>, least: u32, most: u32) -> Self {
        let mut counts = [0; MOST_KINDS];
        for (kind, count) in of {
            counts[kind.index()] = count;
        }
        Self::Bag(counts, least as u16, most as u16)
    }
}

/// A choice as a family with slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandForm<'a> {
    /// The index of the family.
    pub family: usize,
    /// `true` if the game may still refuse what fits.
    pub loose: bool,
    /// A slot for each field, perhaps not for the last ones.
    pub slots: &'a [Slot],
}

#[derive(Clone, Copy, Debug)]
struct FormHead {
    family: u8,
    loose: bool,
    end: u32,
}

/// The forms of the choices of a seat, in plain memory that is used again.
#[derive(Clone, Debug, Default)]
pub struct CommandForms {
    heads: Vec<FormHead>,
    slots: Vec<Slot>,
}

impl CommandForms {
    /// Forgets all forms.
    pub fn clear(&mut self) {
        self.heads.clear();
        self.slots.clear();
    }

    /// Adds a form.
    pub fn push(&mut self, family: usize, loose: bool, slots: &[Slot]) {
        self.slots.extend_from_slice(slots);
        self.heads.push(FormHead { family: family as u8, loose, end: self.slots.len() as u32 });
    }

    /// Forgets the forms that are loose.
    pub fn retain_strict(&mut self) {
        if self.heads.iter().any(|head| head.loose) {
            let all = std::mem::take(self);
            all.iter().filter(|form| !form.loose).for_each(|form| {
                self.push(form.family, false, form.slots);
            });
        }
    }

    /// Checks whether there is no form.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Returns the forms, in order.
    pub fn iter(&self) -> impl Iterator<Item = CommandForm<'_>> {
        let mut begin = 0;
        self.heads.iter().map(move |head| {
            let slots = &self.slots[begin..head.end as usize];
            begin = head.end as usize;
            CommandForm { family: usize::from(head.family), loose: head.loose, slots }
        })
    }
}

/// A value that was chosen for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// The place of a value in its domain.
    One(usize),
    /// A number.
    Number(u32),
    /// The places of values.
    Pick(u128),
    /// A count for each place.
    Bag([u8; MOST_KINDS]),
}

/// The chosen values of a command, read by their fields.
#[derive(Clone, Copy, Debug)]
pub struct Filled<'a> {
    /// A value for each slot of the form.
    pub values: &'a [Chosen],
    /// The numbers of listed things: [`Factored::listed`].
    pub listed: &'a [u32],
}

impl Filled<'_> {
    /// Returns the place of the value of a field.
    pub fn place(&self, field: usize) -> Option<usize> {
        match self.values.get(field)? {
            Chosen::One(place) => Some(*place),
            Chosen::Number(_) | Chosen::Pick(_) | Chosen::Bag(_) => None,
        }
    }

    /// Returns the identifier in a field.
    pub fn id<K: Id>(&self, field: usize) -> Option<K> {
        K::ALL.get(self.place(field)?).copied()
    }

    /// Returns the number of the listed thing in a field.
    pub fn number_of_listed(&self, field: usize) -> Option<u32> {
        self.listed.get(self.place(field)?).copied()
    }

    /// Returns the number in a field.
    pub fn number<T: TryFrom<u32>>(&self, field: usize) -> Option<T> {
        match self.values.get(field)? {
            Chosen::Number(number) => T::try_from(*number).ok(),
            Chosen::One(_) | Chosen::Pick(_) | Chosen::Bag(_) => None,
        }
    }

    /// Returns the places of the values in a field, ascending.
    pub fn places(&self, field: usize) -> Option<impl Iterator<Item = usize> + use<>> {
        let Some(Chosen::Pick(bits)) = self.values.get(field).copied() else { return None };
        Some((0..128).filter(move |place| bits & 1 << place != 0))
    }

    /// Returns the identifiers in a field, ascending.
    pub fn ids<K: Id>(&self, field: usize) -> Option<Vec<K>> {
        self.places(field)?.map(|place| K::ALL.get(place).copied()).collect()
    }

    /// Returns the two identifiers in a field.
    pub fn two<K: Id>(&self, field: usize) -> Option<[K; 2]> {
        let mut places = self.places(field)?;
        let mut next = || K::ALL.get(places.next()?).copied();
        Some([next()?, next()?])
    }

    /// Returns the counts in a field, of those of which there is at least one.
    pub fn counts<K: Id, T: FromIterator<(K, u8)>>(&self, field: usize) -> Option<T> {
        let Chosen::Bag(counts) = self.values.get(field)? else { return None };
        Some(K::ALL.iter().copied().zip(*counts).filter(|(_, count)| *count > 0).collect())
    }
}

/// A game whose commands can be taken apart.
pub trait Factored: Game {
    /// Returns the families, in an order that stays.
    fn families() -> Vec<CommandFamily>;

    /// Appends the form of a choice of a seat.
    fn factor(&self, seat: Seat, choice: &Self::Choice, out: &mut CommandForms);

    /// Returns the numbers of what commands name by its place in a list that everybody sees.
    fn listed(view: &Self::Public) -> Vec<u32> {
        let _ = view;
        Vec::new()
    }

    /// Makes the command of a family with these values; `None` if they are not of its fields.
    fn assemble(family: usize, filled: Filled<'_>) -> Option<Self::Command>;
}

/// Builds the domain of all identifiers of a set.
pub(crate) fn ids<K: Id>(name: &'static str) -> Domain {
    Domain { name, values: Values::Ids(K::ALL.iter().map(|id| id.as_str()).collect()) }
}

//! Commands as numbers: the numbering of a game's actions, made of its families.
//!
//! An action is a number. Action 0 waits. Then each family has a block of its own, its head: an action for
//! each value of the fields that are chosen with it. What remains of a command is chosen by further
//! actions, of blocks that families share: a block for each list of values, one for the end of a list, and
//! three for the digits of a number. `walk` says which of them may follow.

mod tail;
mod walk;

use engine::factored::{CommandFamily, CommandField, Domain, Factored, Kind, Values};

pub(crate) use walk::{Bits, Walk};

/// The version of the numbering and of the observations; raised when a number changes its meaning.
pub(crate) const VERSION: u32 = 2;
/// The action of whoever does nothing now.
pub(crate) const WAIT: u16 = 0;
/// The values of a digit: numbers are written with three of them.
pub(crate) const DIGIT: u32 = 64;
/// The number of digits of a number.
pub(crate) const DIGITS: usize = 3;

/// A block of actions.
#[derive(Debug)]
pub(crate) struct Block {
    /// Its name: that of the family, of the list, or of the digit.
    pub(crate) name: String,
    /// The first action.
    pub(crate) first: u16,
    /// The name of each action.
    pub(crate) actions: Vec<String>,
}

/// The place of a field's values.
#[derive(Clone, Copy, Debug)]
struct Placed {
    /// The first action of its values.
    first: u16,
    /// The first entry in the part of an observation that shows an unfinished command; `None` if the field is
    /// never unfinished, nor followed by another choice.
    entry: Option<usize>,
}

/// The numbering of a game.
#[derive(Debug)]
pub(crate) struct Encoding {
    families: Vec<CommandFamily>,
    /// The first action of each family's head.
    heads: Vec<u16>,
    /// For each family, by how much a value of each field that is chosen with it moves the action.
    strides: Vec<Vec<usize>>,
    /// For each family, its fields.
    placed: Vec<Vec<Placed>>,
    end: u16,
    digits: [u16; DIGITS],
    blocks: Vec<Block>,
    actions: usize,
    has_lists: bool,
    /// The entries of an observation that show an unfinished command.
    entries: Vec<String>,
}

impl Encoding {
    /// Numbers the actions of a game.
    pub(crate) fn of<G: Factored>() -> Self {
        Self::new(G::families())
    }

    fn new(families: Vec<CommandFamily>) -> Self {
        let mut made = Self {
            heads: Vec::new(),
            strides: Vec::new(),
            placed: Vec::new(),
            end: 0,
            digits: [0; DIGITS],
            blocks: Vec::new(),
            actions: 0,
            has_lists: false,
            entries: Vec::new(),
            families: Vec::new(),
        };
        let domains =
            families.iter().flat_map(|family| &family.fields).filter_map(|field| list(&field.kind));
        made.has_lists =
            domains.into_iter().any(|domain| matches!(domain.values, Values::Listed(_)));
        made.block("wait", vec!["wait".to_owned()]);
        for family in &families {
            let first = made.block(family.name, head(family));
            made.heads.push(first);
            made.strides.push(strides(family));
        }
        made.number_what_ends_and_counts(&families);
        for (family, head) in families.iter().zip(made.heads.clone()) {
            let placed = family.fields.iter().enumerate().map(|(at, field)| {
                let merged = at == 0 && is_merged(family);
                let together = at < family.together && !merged;
                match list(&field.kind) {
                    Some(domain) if !merged && !together => made.shared(&field.kind, domain),
                    _ => head,
                }
            });
            let placed: Vec<u16> = placed.collect();
            made.placed
                .push(placed.into_iter().map(|first| Placed { first, entry: None }).collect());
        }
        made.families = families;
        made.lay_out_entries();
        made
    }

    /// Adds the end of lists and the digits of numbers, where a command has some.
    fn number_what_ends_and_counts(&mut self, families: &[CommandFamily]) {
        let has = |test: fn(&Kind) -> bool| {
            families.iter().flat_map(|family| &family.fields).any(|field| test(&field.kind))
        };
        if has(|kind| matches!(kind, Kind::Pick(_, None) | Kind::Bag(_) | Kind::BagWithout(..))) {
            self.end = self.block("end", vec!["end".to_owned()]);
        }
        if has(|kind| matches!(kind, Kind::Number | Kind::Bag(_) | Kind::BagWithout(..))) {
            for at in 0..DIGITS {
                let unit = DIGIT.pow((DIGITS - 1 - at) as u32);
                let name = format!("number:{unit}");
                let actions = (0..DIGIT).map(|digit| format!("{name}*{digit}")).collect();
                self.digits[at] = self.block(&name, actions);
            }
        }
    }

    /// Adds a block; returns its first action.
    fn block(&mut self, name: &str, actions: Vec<String>) -> u16 {
        let first = self.actions as u16;
        self.actions += actions.len();
        self.blocks.push(Block { name: name.to_owned(), first, actions });
        first
    }

    /// Returns the first action of the block for a list of values, which it adds when it is first needed.
    fn shared(&mut self, kind: &Kind, domain: &Domain) -> u16 {
        let maybe = matches!(kind, Kind::Maybe(_));
        let name = if maybe { format!("{}?", domain.name) } else { domain.name.to_owned() };
        if let Some(block) = self.blocks.iter().find(|block| block.name == name) {
            return block.first;
        }
        let mut actions: Vec<String> =
            names(domain).iter().map(|value| format!("{name}={value}")).collect();
        if maybe {
            actions.push(format!("{name}=none"));
        }
        self.block(&name, actions)
    }

    /// Returns the number of actions.
    pub(crate) fn actions(&self) -> usize {
        self.actions
    }

    /// Returns the blocks, in order.
    pub(crate) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Returns the families, in order.
    pub(crate) fn families(&self) -> &[CommandFamily] {
        &self.families
    }

    /// Checks whether commands name things by their place in a list that everybody sees.
    pub(crate) fn has_lists(&self) -> bool {
        self.has_lists
    }

    /// Returns the name of an action; `None` if there is no such action.
    pub(crate) fn name(&self, action: usize) -> Option<&str> {
        let block = self.blocks.iter().rfind(|block| usize::from(block.first) <= action)?;
        block.actions.get(action - usize::from(block.first)).map(String::as_str)
    }
}

/// Checks whether the first value of a family's pick or bag is chosen with the family.
fn is_merged(family: &CommandFamily) -> bool {
    let first = family.fields.first().map(|field| &field.kind);
    family.together == 1
        && matches!(first, Some(Kind::Pick(..) | Kind::Bag(_) | Kind::BagWithout(..)))
}

/// Returns by how much a value of each field that is chosen with a family moves the action.
fn strides(family: &CommandFamily) -> Vec<usize> {
    let sizes = family.fields[..family.together].iter().map(|field| list(&field.kind));
    let sizes: Vec<usize> = sizes.map(|list| list.map_or(1, |list| list.values.len())).collect();
    (0..sizes.len()).map(|at| sizes[at + 1..].iter().product()).collect()
}

/// Returns the list that a field's values are of; `None` for numbers, and where nothing is chosen.
fn list(kind: &Kind) -> Option<&Domain> {
    match kind {
        Kind::One(domain)
        | Kind::Maybe(domain)
        | Kind::Pick(domain, _)
        | Kind::Bag(domain)
        | Kind::BagWithout(domain, _) => Some(domain),
        Kind::Number | Kind::Given(_) => None,
    }
}

/// Returns the names of the actions of a family's head.
fn head(family: &CommandFamily) -> Vec<String> {
    let fields = family.fields[..family.together].iter();
    fields.fold(vec![family.name.to_owned()], |names_so_far, CommandField { path, kind }| {
        let values = list(kind).map(names).unwrap_or_default();
        let longer = |name: &String| {
            let name = name.clone();
            values.iter().map(move |value| format!("{name} {path}={value}")).collect::<Vec<_>>()
        };
        names_so_far.iter().flat_map(longer).collect()
    })
}

/// Returns the names of the values of a list.
fn names(domain: &Domain) -> Vec<String> {
    match &domain.values {
        Values::Ids(ids) => ids.iter().map(|id| (*id).to_owned()).collect(),
        Values::Range(first, last) => (*first..=*last).map(|value| value.to_string()).collect(),
        Values::Bool => vec!["false".to_owned(), "true".to_owned()],
        Values::Listed(most) => (0..*most).map(|place| format!("#{place}")).collect(),
    }
}

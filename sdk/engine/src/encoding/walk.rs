//! The way through a command: which actions may follow those that were taken.

use engine::factored::{Chosen, CommandForm, Kind, MOST_KINDS, Slot};

use super::{DIGIT, DIGITS, Encoding, is_merged};

/// Bits of a word of [`Bits`].
const WORD: usize = 64;

/// A set of actions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// Empties the set, which is to hold numbers below `size`.
    pub(crate) fn clear(&mut self, size: usize) {
        self.0.clear();
        self.0.resize(size.div_ceil(WORD), 0);
    }

    /// Adds an action.
    pub(crate) fn insert(&mut self, action: u16) {
        if let Some(word) = self.0.get_mut(usize::from(action) / WORD) {
            *word |= 1 << (usize::from(action) % WORD);
        }
    }

    /// Checks whether an action is in the set.
    pub(crate) fn contains(&self, action: u16) -> bool {
        let word = self.0.get(usize::from(action) / WORD);
        word.is_some_and(|word| word & 1 << (usize::from(action) % WORD) != 0)
    }

    /// Checks whether the set has no action.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Returns the number of actions.
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the only action of the set; `None` if it has none, or several.
    pub(crate) fn only(&self) -> Option<u16> {
        let mut actions = self.iter();
        let first = actions.next()?;
        actions.next().is_none().then_some(first)
    }

    /// Returns the actions, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u16> {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                (bit < u64::BITS).then_some((at * WORD) as u16 + bit as u16)
            })
        })
    }
}

/// The values chosen for the field that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    /// Nothing yet.
    Nothing,
    /// So many first digits of a number.
    Digits(usize, u32),
    /// Some values; the next ones come after this place.
    Pick { bits: u128, next: u32 },
    /// Some counts; the next kinds come after this place. The count of a kind that has none yet is written in
    /// so many first digits.
    Bag { counts: [u8; MOST_KINDS], next: usize, counting: Option<(usize, usize, u32)> },
}

/// The way through one form: what was chosen, and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Walk<'a> {
    encoding: &'a Encoding,
    form: CommandForm<'a>,
    begun: bool,
    values: Vec<Chosen>,
    open: Open,
}

impl<'a> Walk<'a> {
    /// Begins a way through a form.
    pub(crate) fn new(encoding: &'a Encoding, form: CommandForm<'a>) -> Self {
        Self { encoding, form, begun: false, values: Vec::new(), open: Open::Nothing }
    }

    /// Goes the way of these actions; `None` if the form has no such way.
    pub(crate) fn along(
        encoding: &'a Encoding,
        form: CommandForm<'a>,
        path: &[u16],
    ) -> Option<Self> {
        let mut walk = Self::new(encoding, form);
        path.iter().all(|action| walk.take(*action)).then_some(walk)
    }

    /// Returns the form.
    pub(crate) fn form(&self) -> CommandForm<'a> {
        self.form
    }

    /// Returns the values of the fields that are chosen, and what is chosen of the next one.
    pub(super) fn chosen(&self) -> (&[Chosen], Open) {
        (&self.values, self.open)
    }

    /// Returns the values of all fields; `None` if some are missing.
    pub(crate) fn complete(&self) -> Option<&[Chosen]> {
        (self.begun && self.values.len() == self.form.slots.len()).then_some(&self.values)
    }

    /// Takes an action; returns whether it may be taken. If not, the way is of no more use.
    pub(crate) fn take(&mut self, action: u16) -> bool {
        let legal = if self.begun || is_merged(&self.encoding.families[self.form.family]) {
            self.take_next(action)
        } else {
            self.take_head(action)
        };
        if legal {
            self.begun = true;
            self.fill_given();
        }
        legal
    }

    fn take_next(&mut self, action: u16) -> bool {
        let mut legal = false;
        self.each(&mut |one| legal |= one == action);
        if legal {
            self.advance(self.values.len(), action);
        }
        legal
    }

    /// Takes the action that chooses a family, and the fields that are chosen with it. It is taken apart instead
    /// of sought among all that may come first: most forms are of other families.
    fn take_head(&mut self, action: u16) -> bool {
        let Some(rest) = action.checked_sub(self.encoding.heads[self.form.family]) else {
            return false;
        };
        let mut rest = usize::from(rest);
        for (at, stride) in self.encoding.strides[self.form.family].iter().enumerate() {
            let place = rest / stride;
            rest %= stride;
            let Some(Slot::One(bits)) = self.form.slots.get(at) else { return false };
            if place >= u128::BITS as usize || bits >> place & 1 == 0 {
                return false;
            }
            self.values.push(Chosen::One(place));
        }
        rest == 0
    }

    /// Calls `found` with each action that may follow.
    pub(crate) fn each(&self, found: &mut impl FnMut(u16)) {
        if !self.begun {
            return self.each_head(found);
        }
        let at = self.values.len();
        if let Some(slot) = self.form.slots.get(at) {
            self.each_of(at, slot, self.placed(at), found);
        }
    }

    fn each_head(&self, found: &mut impl FnMut(u16)) {
        let family = &self.encoding.families[self.form.family];
        let head = self.encoding.heads[self.form.family];
        if is_merged(family) {
            return self.each_of(0, &self.form.slots[0], head, found);
        }
        self.each_together(0, usize::from(head), family.together, found);
    }

    /// Calls `found` with each value of the fields from `at` on that are chosen together, after those before.
    fn each_together(&self, at: usize, head: usize, together: usize, found: &mut impl FnMut(u16)) {
        if at == together {
            return found(head as u16);
        }
        let Some(Slot::One(bits)) = self.form.slots.get(at) else { return };
        let after = self.encoding.strides[self.form.family][at];
        for place in places(*bits) {
            self.each_together(at + 1, head + place as usize * after, together, found);
        }
    }

    /// Calls `found` with each action that may follow in an open field, whose values begin at `first`.
    fn each_of(&self, at: usize, slot: &Slot, first: u16, found: &mut impl FnMut(u16)) {
        match (*slot, self.open) {
            (Slot::One(bits), _) => places(bits).for_each(|place| found(first + place as u16)),
            (Slot::Number(least, most), open) => {
                let (digit, so_far) =
                    if let Open::Digits(digit, n) = open { (digit, n) } else { (0, 0) };
                self.each_digit(digit, so_far, (least, most), found);
            }
            (Slot::Pick(of, least, most), open) => {
                let (bits, next) =
                    if let Open::Pick { bits, next } = open { (bits, next) } else { (0, 0) };
                let count = bits.count_ones();
                if count < u32::from(most) {
                    let left = of & (u128::MAX.checked_shl(next).unwrap_or(0));
                    for place in places(left) {
                        let after = (left >> place).count_ones() - 1;
                        if count + 1 + after >= u32::from(least) {
                            found(first + place as u16);
                        }
                    }
                }
                if count >= u32::from(least) {
                    found(self.encoding.end);
                }
            }
            (Slot::Bag(most, least, total), open) => {
                let (counts, next, counting) = match open {
                    Open::Bag { counts, next, counting } => (counts, next, counting),
                    Open::Nothing | Open::Digits(..) | Open::Pick { .. } => {
                        ([0; MOST_KINDS], 0, None)
                    }
                };
                let most = self.allowed(at, most, &counts);
                let sum = counts.iter().map(|n| u32::from(*n)).sum();
                let bounds = Bounds { most: &most, least: least.into(), total: total.into(), sum };
                if let Some((kind, digit, so_far)) = counting {
                    return self.each_digit(digit, so_far, bounds.of(kind), found);
                }
                (next..MOST_KINDS)
                    .filter(|kind| bounds.fits(*kind))
                    .for_each(|kind| found(first + kind as u16));
                if sum >= bounds.least {
                    found(self.encoding.end);
                }
            }
        }
    }

    /// Returns the most of each kind that a bag may count beside the field that it excludes, and so that the
    /// bag that excludes it keeps a kind.
    fn allowed(
        &self,
        at: usize,
        mut most: [u8; MOST_KINDS],
        counts: &[u8; MOST_KINDS],
    ) -> [u8; MOST_KINDS] {
        let fields = &self.encoding.families[self.form.family].fields;
        if let Kind::BagWithout(_, other) = fields[at].kind
            && let Some(Chosen::Bag(given)) = self.values.get(other)
        {
            (0..MOST_KINDS).filter(|kind| given[*kind] > 0).for_each(|kind| most[kind] = 0);
        }
        let follows = fields.get(at + 1).map(|field| &field.kind);
        if let (Some(Kind::BagWithout(_, _)), Some(Slot::Bag(wanted, 1.., _))) =
            (follows, self.form.slots.get(at + 1))
        {
            let mut left = (0..MOST_KINDS).filter(|kind| wanted[*kind] > 0 && counts[*kind] == 0);
            if let (Some(last), None) = (left.next(), left.next()) {
                most[last] = 0;
            }
        }
        most
    }

    fn each_digit(
        &self,
        digit: usize,
        so_far: u32,
        (least, most): (u32, u32),
        found: &mut impl FnMut(u16),
    ) {
        let unit = DIGIT.pow((DIGITS - 1 - digit) as u32);
        let first = self.encoding.digits[digit];
        let low = (least / unit).saturating_sub(so_far * DIGIT);
        let high = (most / unit).saturating_sub(so_far * DIGIT).min(DIGIT - 1);
        (low..=high).for_each(|value| found(first + value as u16));
    }

    /// Returns the first action of the values of a field.
    fn placed(&self, at: usize) -> u16 {
        self.encoding.placed[self.form.family][at].first
    }

    /// Takes an action that may be taken in the open field.
    fn advance(&mut self, at: usize, action: u16) {
        let place = usize::from(action.wrapping_sub(self.placed(at)));
        let ends = action == self.encoding.end;
        let number = |digit: usize, so_far: u32| {
            so_far * DIGIT + u32::from(action - self.encoding.digits[digit])
        };
        let kind = &self.encoding.families[self.form.family].fields[at].kind;
        let value = match (self.form.slots[at], self.open) {
            (Slot::One(_), _) => Some(Chosen::One(place)),
            (Slot::Number(..), open) => {
                let (digit, so_far) =
                    if let Open::Digits(digit, n) = open { (digit, n) } else { (0, 0) };
                let number = number(digit, so_far);
                self.open = Open::Digits(digit + 1, number);
                (digit + 1 == DIGITS).then_some(Chosen::Number(number))
            }
            (Slot::Pick(..), open) => {
                let bits = if let Open::Pick { bits, .. } = open { bits } else { 0 };
                let bits = if ends { bits } else { bits | 1 << place };
                self.open = Open::Pick { bits, next: place as u32 + 1 };
                let whole =
                    matches!(kind, Kind::Pick(_, Some(n)) if bits.count_ones() == u32::from(*n));
                (ends || whole).then_some(Chosen::Pick(bits))
            }
            (Slot::Bag(..), open) => {
                let (mut counts, mut next, counting) = match open {
                    Open::Bag { counts, next, counting } => (counts, next, counting),
                    Open::Nothing | Open::Digits(..) | Open::Pick { .. } => {
                        ([0; MOST_KINDS], 0, None)
                    }
                };
                let counting = match counting {
                    None if ends => None,
                    None => {
                        next = place + 1;
                        Some((place, 0, 0))
                    }
                    Some((kind, digit, so_far)) => {
                        let number = number(digit, so_far);
                        if digit + 1 == DIGITS {
                            counts[kind] = number as u8;
                        }
                        (digit + 1 < DIGITS).then_some((kind, digit + 1, number))
                    }
                };
                self.open = Open::Bag { counts, next, counting };
                ends.then_some(Chosen::Bag(counts))
            }
        };
        if let Some(value) = value {
            self.values.push(value);
            self.open = Open::Nothing;
        }
    }

    /// Fills the fields in which nothing is to be chosen.
    fn fill_given(&mut self) {
        let fields = &self.encoding.families[self.form.family].fields;
        while self.open == Open::Nothing
            && let Some(Slot::One(bits)) = self.form.slots.get(self.values.len())
            && matches!(fields[self.values.len()].kind, Kind::Given(_))
        {
            self.values.push(Chosen::One(bits.trailing_zeros() as usize));
        }
    }
}

/// The bounds of a bag of which some is counted.
struct Bounds<'a> {
    most: &'a [u8; MOST_KINDS],
    least: u32,
    total: u32,
    sum: u32,
}

impl Bounds<'_> {
    /// Returns the most that can come of the kinds after this one.
    fn after(&self, kind: usize) -> u32 {
        self.most[kind + 1..].iter().map(|n| u32::from(*n)).sum()
    }

    /// Returns the fewest and the most of a kind.
    fn of(&self, kind: usize) -> (u32, u32) {
        let least = self.least.saturating_sub(self.sum + self.after(kind)).max(1);
        let most = u32::from(self.most[kind]).min(self.total - self.sum);
        (least, most)
    }

    fn fits(&self, kind: usize) -> bool {
        let (least, most) = self.of(kind);
        least <= most
    }
}

/// Returns the places of the bits, ascending.
fn places(bits: u128) -> impl Iterator<Item = u32> {
    let mut left = bits;
    std::iter::from_fn(move || {
        let place = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (place < u128::BITS).then_some(place)
    })
}

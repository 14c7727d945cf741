//! Bytes as a sequence of choices, so that a fuzzer steers what a structured target does.

/// The rest of the input.
#[derive(Debug)]
pub(crate) struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Returns `true` if nothing is left: from here on every choice is the first.
    pub(crate) fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the next byte; 0 once nothing is left.
    pub(crate) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// Takes all that is left, as it is.
    pub(crate) fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.0)
    }

    /// Chooses a number from 0 to `n - 1`: of one byte where that is enough, else of four.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        let bytes = if n <= 256 { 1 } else { 4 };
        let number = (0..bytes).fold(0, |number, _| number << 8 | u64::from(self.byte()));
        number % n.max(1)
    }

    /// Chooses one of several.
    pub(crate) fn of<'b, T>(&mut self, all: &'b [T]) -> Option<&'b T> {
        all.get(self.below(all.len() as u64) as usize)
    }
}

//! The decision stack: waiting is data.
//!
//! A frame is a plain value that says who is asked and what. The top frame is the question that
//! stands; below it lies what goes on once it is answered.

/// A stack of at most `DEPTH` frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stack<F, const DEPTH: usize> {
    frames: [Option<F>; DEPTH],
    len: u8,
}

impl<F: Copy, const DEPTH: usize> Default for Stack<F, DEPTH> {
    fn default() -> Self {
        Self { frames: [None; DEPTH], len: 0 }
    }
}

impl<F: Copy, const DEPTH: usize> Stack<F, DEPTH> {
    /// The frame that stands.
    pub fn top(&self) -> Option<&F> {
        self.frames[..self.len as usize].last()?.as_ref()
    }

    /// Puts a frame on top; what was there goes on when it finishes.
    ///
    /// # Panics
    /// If the rules nest deeper than `DEPTH`, which is a fault in them.
    pub fn call(&mut self, frame: F) {
        assert!((self.len as usize) < DEPTH, "decisions nest at most {DEPTH} deep");
        self.frames[self.len as usize] = Some(frame);
        self.len += 1;
    }

    /// Puts a frame in the place of the top one.
    pub fn replace(&mut self, frame: F) {
        self.finish();
        self.call(frame);
    }

    /// Takes the top frame away.
    pub fn finish(&mut self) -> Option<F> {
        self.len = self.len.checked_sub(1)?;
        self.frames[self.len as usize].take()
    }
}

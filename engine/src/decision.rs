//! The decision stack: waiting is data.
//!
//! A frame is a plain value that says who is asked and what. The top frame is the open question;
//! the frames below it continue once it is answered.

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
    /// Returns the top frame.
    pub fn top(&self) -> Option<&F> {
        self.frames[..self.len as usize].last()?.as_ref()
    }

    /// Returns the bottom frame: what continues when everything above has finished.
    pub fn bottom(&self) -> Option<&F> {
        self.frames[..self.len as usize].first()?.as_ref()
    }

    /// Pushes a frame; the one below continues when it finishes.
    ///
    /// # Panics
    /// If the rules nest deeper than `DEPTH`, which is a fault in them.
    pub fn call(&mut self, frame: F) {
        assert!((self.len as usize) < DEPTH, "decisions nest at most {DEPTH} deep");
        self.frames[self.len as usize] = Some(frame);
        self.len += 1;
    }

    /// Replaces the top frame.
    pub fn replace(&mut self, frame: F) {
        self.finish();
        self.call(frame);
    }

    /// Pops the top frame.
    pub fn finish(&mut self) -> Option<F> {
        self.len = self.len.checked_sub(1)?;
        self.frames[self.len as usize].take()
    }
}

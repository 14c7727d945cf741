//! A seeded generator for tests: `SplitMix64`.

/// Deterministic numbers from a seed.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Creates a generator that starts from `seed`.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next 64 bits.
    // Unlike an iterator it never ends.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 to `n - 1`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// Returns 32 bytes.
    pub fn key(&mut self) -> [u8; 32] {
        let mut key = [0; 32];
        key.fill_with(|| self.below(256) as u8);
        key
    }
}

/// Returns the seeds of a run: `ENTENTE_MATCHES` (or `default`) of them from `ENTENTE_SEED` (or 1) on.
pub fn seeds(default: u64) -> impl Iterator<Item = u64> {
    let number = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
    };
    let first = number("ENTENTE_SEED", 1);
    let matches = number("ENTENTE_MATCHES", default);
    println!("seeds {first} to {}", first + matches - 1);
    first..first + matches
}

//! Kept inputs, changed by chance: what a fuzzer does first, without its instruments.
//!
//! A run from nothing cannot afford to build everything once more with a fuzzer's instruments, so
//! each target gets a counted number of changed inputs here, the same for the same seed;
//! `make fuzz-ci` and `make fuzz` search on, led by what they cover. `ENTENTE_SEED` is the seed,
//! `ENTENTE_INPUTS` how many inputs a target gets.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hostile::{TARGETS, Target};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use super::{corpus, fuzz};

/// Inputs of a target that reads a text.
const TEXTS: u64 = 5_000;
/// Inputs of a target that plays or builds something: each takes milliseconds.
const STRUCTURED: u64 = 100;
/// Inputs of the target that plays every game.
const MATCHES: u64 = STRUCTURED * engine::REGISTRY.len() as u64;
/// The longest input, in bytes: a longer one is only slower.
const LONGEST: usize = 4096;
/// The most changes to one input: with more it is noise, which every reader refuses at once.
const MOST_CHANGES: usize = 4;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Reads the words of the fuzzer's dictionary.
fn words() -> Vec<Vec<u8>> {
    let text = std::fs::read_to_string(fuzz().join("json.dict")).expect("the dictionary");
    let quoted = text.lines().filter_map(|line| line.strip_prefix('"')?.strip_suffix('"'));
    quoted.map(|word| word.replace("\\\"", "\"").replace("\\\\", "\\").into_bytes()).collect()
}

/// Returns a random part of `length` bytes.
fn part(rng: &mut StdRng, length: usize) -> std::ops::Range<usize> {
    let (one, other) = (rng.random_range(0..=length), rng.random_range(0..=length));
    one.min(other)..one.max(other)
}

/// Makes one change: a bit, a byte, a part left out, a part of a kept input or a word put in.
fn change(bytes: &mut Vec<u8>, kept: &[Vec<u8>], words: &[Vec<u8>], rng: &mut StdRng) {
    let at = rng.random_range(0..=bytes.len());
    match rng.random_range(0..5) {
        0 if at < bytes.len() => bytes[at] ^= 1 << rng.random_range(0..8),
        1 if at < bytes.len() => bytes[at] = rng.random(),
        2 => drop(bytes.drain(part(rng, bytes.len()))),
        3 => {
            let other = kept.choose(rng).expect("a kept input");
            let piece = other[part(rng, other.len())].to_vec();
            bytes.splice(at..at, piece);
        }
        _ => {
            let word = words.choose(rng).expect("a word");
            bytes.splice(at..at, word.iter().copied());
        }
    }
    bytes.truncate(LONGEST);
}

/// Lets changed inputs loose on a target; the first that breaks a promise is shown.
fn let_loose(name: &str, target: Target, inputs: u64) {
    let seed = number("ENTENTE_SEED").unwrap_or(1);
    let inputs = number("ENTENTE_INPUTS").unwrap_or(inputs);
    println!("{name}: {inputs} inputs of ENTENTE_SEED={seed}");
    let kept: Vec<Vec<u8>> =
        corpus(name).iter().map(|file| std::fs::read(file).expect("bytes")).collect();
    let words = words();
    let mut rng = StdRng::seed_from_u64(seed);
    for number in 0..inputs {
        let mut bytes = kept.choose(&mut rng).expect("a kept input").clone();
        for _ in 0..rng.random_range(1..=MOST_CHANGES) {
            change(&mut bytes, &kept, &words, &mut rng);
        }
        let held = catch_unwind(AssertUnwindSafe(|| target(&bytes)));
        assert!(held.is_ok(), "{name}, input {number}: {:?}", String::from_utf8_lossy(&bytes));
    }
}

/// A test for each target: they run side by side, and a failure says which.
macro_rules! mutated {
    ($($target:ident: $inputs:ident,)*) => {
        $(
            #[test]
            fn $target() {
                let_loose(stringify!($target), hostile::$target, $inputs);
            }
        )*

        #[test]
        fn every_target_is_here() {
            let here = [$(stringify!($target)),*];
            assert_eq!(here.to_vec(), TARGETS.map(|(name, _)| name).to_vec());
        }
    };
}

mutated! {
    any_match: MATCHES,
    canonical: TEXTS,
    catalogue: STRUCTURED,
    client_message: TEXTS,
    entry: TEXTS,
    name: TEXTS,
    options: TEXTS,
    record: TEXTS,
    room_code: TEXTS,
    server_message: STRUCTURED,
}

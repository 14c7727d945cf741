//! Cases that rotate: a run tries a part of many alike, and `make campaigns` tries all. The commit says which part, so
//! that the same commit is always tried alike. Browser tests do the same.

use std::process::Command;

use crate::Rng;

/// Returns the cases of a family that this run tries: one of `parts` equal parts, in order, each of which takes its
/// cases from everywhere. Prints the number that chose; `ENTENTE_ROTATION=n` repeats a run, `ENTENTE_ROTATION=all`
/// tries all.
///
/// # Panics
/// If the variable is neither, or there are fewer cases than parts.
pub fn rotated<T>(
    family: &str,
    parts: usize,
    cases: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
) -> Vec<T> {
    let said = std::env::var("ENTENTE_ROTATION").ok();
    let cases = cases.into_iter();
    if said.as_deref() == Some("all") {
        return cases.collect();
    }
    assert!(parts <= cases.len(), "{parts} parts of {} cases", cases.len());
    let number = said.map(|said| said.parse().expect("ENTENTE_ROTATION is a number or `all`"));
    let number: u64 = number.unwrap_or_else(commit);
    let part = part(number, family, parts);
    println!("rotation {number}: part {part} of {parts} of {family}");
    cases.enumerate().filter(|(at, _)| at % parts == part).map(|(_, case)| case).collect()
}

/// Returns the part of a family that a number chooses: what it chooses of one family says nothing of another.
fn part(number: u64, family: &str, parts: usize) -> usize {
    let add = |hash: u64, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte));
    let family = family.bytes().fold(0, add);
    Rng::new(number ^ family).below(parts as u64) as usize
}

/// Returns the number of the commit that is tried; without a repository, as in an archive, 1.
fn commit() -> u64 {
    let git = Command::new("git")
        .args(["rev-parse", "HEAD"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    let hash = git.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    let number = hash.and_then(|hash| u64::from_str_radix(hash.get(..8)?, 16).ok());
    number.unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_its_turn_and_together_they_are_all() {
        let mut seen: Vec<usize> = (0..40).map(|number| part(number, "puzzles", 3)).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, [0, 1, 2]);
    }

    #[test]
    fn families_do_not_rotate_together() {
        let differ = (0..40).filter(|number| part(*number, "one", 3) != part(*number, "two", 3));
        assert!(differ.count() > 10);
    }
}

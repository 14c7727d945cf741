//! Founders of rooms: when the server is full, whoever holds the most rooms gives one up, so that nobody's
//! matches have to go for those of somebody who plays a thousand.
//!
//! A founder is known while the process runs that the room was founded in: no store says who it was.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::payer::Payer;

/// All rooms whose founder is not known give way like those of one founder who has one in this many of the
/// rooms that there may be: first for whoever founds more, not for each who founds two.
const UNKNOWN_SHARE: usize = 100;

/// Numbers of rooms by their founders.
#[derive(Debug)]
pub(super) struct Founders {
    by_founder: HashMap<u128, usize>,
    by_site: HashMap<u128, usize>,
    unknown: usize,
}

/// Place of a room's founder among all, those with the most rooms first: the rooms of its wider network, and
/// its own.
pub(super) type FounderRank = Reverse<(usize, usize)>;

impl Founders {
    /// Counts rooms by who founded them, `None` where that is not known; there may be `most` of them.
    pub(super) fn count(rooms: impl Iterator<Item = Option<Payer>>, most: usize) -> Self {
        let unknown = (most / UNKNOWN_SHARE).max(1);
        let mut counts = Self { by_founder: HashMap::new(), by_site: HashMap::new(), unknown };
        for founder in rooms.flatten() {
            *counts.by_founder.entry(founder.own).or_default() += 1;
            *counts.by_site.entry(founder.site).or_default() += 1;
        }
        counts
    }

    /// Returns the place of a founder.
    pub(super) fn rank(&self, founder: Option<Payer>) -> FounderRank {
        let Some(founder) = founder else { return Reverse((self.unknown, self.unknown)) };
        let of = |counts: &HashMap<u128, usize>, founder| counts.get(founder).copied().unwrap_or(0);
        Reverse((of(&self.by_site, &founder.site), of(&self.by_founder, &founder.own)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn payer(own: u128, site: u128) -> Option<Payer> {
        Some(Payer { own, site })
    }

    /// Returns the founder who gives a room up first.
    fn first(rooms: &[Option<Payer>], most: usize) -> Option<Payer> {
        let founders = Founders::count(rooms.iter().copied(), most);
        rooms.iter().copied().min_by_key(|founder| founders.rank(*founder)).unwrap()
    }

    #[test]
    fn whoever_has_the_most_rooms_is_first() {
        let (ada, bo) = (payer(1, 1), payer(2, 2));
        assert_eq!(first(&[ada, bo, bo], 3), bo);
        assert_eq!(first(&[ada, bo, ada], 3), ada);
        assert_eq!(first(&[bo, ada], 2), bo, "the order decides among equals");
    }

    #[test]
    fn a_site_is_one_founder_and_its_largest_network_is_first() {
        let (ada, site) = (payer(1, 1), [payer(20, 2), payer(21, 2), payer(22, 2)]);
        let [one, two, three] = site;
        assert_eq!(first(&[ada, ada, one, two, three, two], 6), two);
        assert_eq!(first(&[ada, ada, ada, one, two], 5), ada);
    }

    #[test]
    fn rooms_of_unknown_founders_go_before_those_of_whoever_has_a_few() {
        let (ada, most) = (payer(1, 1), 5 * UNKNOWN_SHARE);
        let with = |own: usize| [vec![ada; own], vec![None; most - own]].concat();
        assert_eq!(first(&with(4), most), None);
        assert_eq!(first(&with(6), most), ada);
        assert_eq!(
            first(&[None, ada, ada], 3),
            ada,
            "of a small server one room is more than its part"
        );
    }
}

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

    const ADA: Option<Payer> = Some(Payer { own: 1, site: 1 });
    const BO: Option<Payer> = Some(Payer { own: 2, site: 2 });

    /// Returns the founder who gives a room up first.
    fn first(rooms: &[Option<Payer>], most: usize) -> Option<Payer> {
        let founders = Founders::count(rooms.iter().copied(), most);
        rooms.iter().copied().min_by_key(|founder| founders.rank(*founder)).unwrap()
    }

    #[test]
    fn whoever_has_the_most_rooms_is_first() {
        assert_eq!(first(&[ADA, BO, BO], 3), BO);
        assert_eq!(first(&[ADA, BO, ADA], 3), ADA);
        assert_eq!(first(&[BO, ADA], 2), BO, "the order decides among equals");
    }

    #[test]
    fn a_site_is_one_founder_and_its_largest_network_is_first() {
        let [one, two, three] = [20, 21, 22].map(|own| Some(Payer { own, site: 3 }));
        assert_eq!(first(&[ADA, ADA, one, two, three, two], 6), two);
        assert_eq!(first(&[ADA, ADA, ADA, one, two], 5), ADA);
    }

    #[test]
    fn rooms_of_unknown_founders_go_before_those_of_whoever_has_a_few() {
        let most = 5 * UNKNOWN_SHARE;
        let with = |own: usize| [vec![ADA; own], vec![None; most - own]].concat();
        assert_eq!(first(&with(4), most), None);
        assert_eq!(first(&with(6), most), ADA);
        assert_eq!(first(&[None, ADA, ADA], 3), ADA, "of a few rooms one is more than a hundredth");
    }
}

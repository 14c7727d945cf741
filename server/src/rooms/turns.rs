//! Turns at what there is too little of for all who want it: everybody's first work is done before anybody's
//! second, so that nobody with a hundred rooms keeps the bots and hints of everybody else waiting.

use std::collections::VecDeque;

use crate::payer::Payer;

/// Work that waits, by who wants it. A wider network is one of them, however many addresses it has.
#[derive(Debug)]
pub(super) struct Turns<T> {
    /// Everybody who waits, with what they want, in the order of their turns.
    waiting: VecDeque<(u128, VecDeque<T>)>,
    most: usize,
}

impl<T> Turns<T> {
    /// Creates an empty queue with places for `most`.
    pub(super) fn new(most: usize) -> Self {
        Self { waiting: VecDeque::new(), most }
    }

    /// Has some work wait. Where all places are taken, it takes the last one of whoever has the most, if the
    /// payer has fewer; whatever finds no place is dropped.
    pub(super) fn push(&mut self, payer: Payer, work: T) {
        let count: usize = self.waiting.iter().map(|(_, queue)| queue.len()).sum();
        let at = self.waiting.iter().position(|(one, _)| *one == payer.site);
        let own = at.map_or(0, |at| self.waiting[at].1.len());
        if count >= self.most && !self.make_place(own) {
            return;
        }
        match at {
            Some(at) => self.waiting[at].1.push_back(work),
            None => self.waiting.push_back((payer.site, VecDeque::from([work]))),
        }
    }

    /// Drops the last work of whoever has the most, if whoever has `own` has no more then than they do.
    fn make_place(&mut self, own: usize) -> bool {
        // Of several with the most, the one whose turn comes last.
        let most = self.waiting.iter_mut().max_by_key(|(_, queue)| queue.len());
        most.filter(|(_, queue)| queue.len() > own + 1)
            .and_then(|(_, queue)| queue.pop_back())
            .is_some()
    }

    /// Takes the work whose turn it is.
    pub(super) fn pop(&mut self) -> Option<T> {
        let (payer, mut queue) = self.waiting.pop_front()?;
        let work = queue.pop_front();
        if !queue.is_empty() {
            self.waiting.push_back((payer, queue));
        }
        work
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn payer(site: u128) -> Payer {
        Payer { own: site, site }
    }

    const ADA: Payer = payer(1);
    const BO: Payer = payer(2);
    const CY: Payer = payer(3);

    /// Returns the order in which the work of these is done, each by its place among all.
    fn done(most: usize, wanted: &[Payer]) -> Vec<usize> {
        let mut turns = Turns::new(most);
        for (place, payer) in wanted.iter().enumerate() {
            turns.push(*payer, place);
        }
        std::iter::from_fn(|| turns.pop()).collect()
    }

    #[test]
    fn everybody_takes_turns() {
        assert_eq!(done(9, &[ADA, ADA, ADA, BO, CY, BO]), [0, 3, 4, 1, 5, 2]);
        let next_door = Payer { own: 7, site: ADA.site };
        assert_eq!(done(9, &[ADA, ADA, next_door, BO]), [0, 3, 1, 2], "a network is one of them");
    }

    #[test]
    fn whoever_has_the_most_makes_place() {
        assert_eq!(done(3, &[ADA, ADA, ADA, BO]), [0, 3, 1]);
        assert_eq!(done(3, &[ADA, ADA, ADA, ADA]), [0, 1, 2], "but not for more of their own");
        assert_eq!(done(2, &[ADA, BO, CY, ADA]), [0, 1], "nor whoever has one");
        assert_eq!(done(4, &[ADA, ADA, ADA, BO, BO, BO]), [0, 3, 1, 4], "nor beyond an even share");
    }

    #[test]
    fn nothing_is_left_behind() {
        let mut turns = Turns::new(2);
        for place in 0..3 {
            turns.push(ADA, place);
            assert_eq!(turns.pop(), Some(place));
        }
        assert_eq!(turns.pop(), None);
        assert!(turns.waiting.is_empty());
    }
}

//! The conserved quantities of Europe Divided: armies and cards.

use std::collections::BTreeSet;

use engine::games::europe_divided::EuropeDivided;
use engine::{Game, Seat};
use protocol::games::europe_divided::{ActionCard, Private, Public};

use super::Lawful;

/// Armies a side has, on the board and in its supply.
const ARMIES: u8 = 15;
/// Action Cards of Europe and of Russia.
const ACTION_CARDS: [usize; 2] = [25, 19];
const ADVANTAGE_CARDS: usize = 7;
/// Prestige for each step of a handicap.
const HANDICAP_PRESTIGE: u16 = 2;
const HEADLINES: usize = 40;
/// Headlines that leave the game unseen in the set-up.
const UNSEEN: usize = 14;

impl Lawful for EuropeDivided {
    /// Asserts 15 armies a side, and every card in exactly one pile, and that the prestige of a
    /// handicap stays.
    fn conserved(&self) {
        let public = Game::public(self);
        let private = [Game::private(self, Seat(0)), Game::private(self, Seat(1))];
        for (index, own) in private.iter().enumerate() {
            action_cards(&public, own, index);
            let side = &public.sides[index];
            let armies = if index == 0 { &public.armies.nato } else { &public.armies.russia };
            assert_eq!(armies.values().sum::<u8>() + side.supply, ARMIES);
            let known = own.advantages.len()
                + own.drawn.len()
                + own.advantages_returned.len()
                + own.advantages_scored.len();
            assert!(known <= ADVANTAGE_CARDS);
            let favoured = public.handicap.filter(|handicap| usize::from(handicap.seat) == index);
            let least =
                favoured.map_or(0, |handicap| HANDICAP_PRESTIGE * u16::from(handicap.steps));
            assert!(side.prestige >= least, "prestige is never lost: {side:?}");
            if public.turn == 0 {
                assert_eq!(side.prestige, least);
            }
        }
        let on_table = &public.headlines;
        let mut headlines = on_table.forthcoming.len()
            + on_table.current.len()
            + on_table.failed.len()
            + usize::from(on_table.deck)
            + UNSEEN;
        for (own, side) in private.iter().zip(&public.sides) {
            headlines += own.headlines.len() + own.headlines_discarded.len() + side.awarded.len();
        }
        assert_eq!(headlines, HEADLINES);
        for (space, nato) in &public.armies.nato {
            assert!(!public.armies.russia.contains_key(space), "{space} holds {nato} and more");
        }
    }
}

fn action_cards(public: &Public, own: &Private, index: usize) {
    let side = &public.sides[index];
    let mut seen: Vec<ActionCard> = own.hand.clone();
    seen.extend(&own.locked);
    seen.extend(&own.discards_face_down);
    seen.extend(&side.contested_open);
    seen.extend(&side.removed);
    seen.extend(side.played.iter().map(|played| played.card));
    // While the initiative step is open the public view shows the piles as they were.
    if public.stage != protocol::games::europe_divided::Stage::Initiative {
        seen.extend(&side.discards);
        assert_eq!(seen.len() + usize::from(side.deck), ACTION_CARDS[index]);
    }
    assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), seen.len(), "a card in two places");
}

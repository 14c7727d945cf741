//! Nuisances of bots in Europe to a person: they ask again for what was refused, ask too often, or ask for what is of
//! no use to them.

use std::collections::BTreeMap;

use arena::manners::{held, needed, owed_of_any_kind, stands};
use engine::Game;
use protocol::games::europe::{
    Citizen as C, ClosedBecause, Command, Event, Good as G, Goods, Options, Phase, PlayerView,
    Public, Resource as R, TradeOffer,
};
use protocol::room::BotLevel;

use crate::scene::{Scene, cubes};
use crate::{LEVELS, two};

/// The most offers that a bot makes to one seat in a round, without answers to offers of that seat.
const OFFERS_MOST: u32 = 6;
/// The seat of the person, who refuses every offer and makes none.
const PERSON: u8 = 0;
/// Time for which bots are left alone before the person looks up, in milliseconds.
const LOOK_MS: u64 = 2_000;
/// Rounds of each match that are played.
const ROUNDS: u8 = 4;
/// The seeds of the deals, the levels in turn.
const SEEDS: std::ops::Range<u64> = 40..48;

/// Returns the number of cubes that a player lacks of those asked for when it has given and got some goods.
fn lacks(player: &PlayerView, asked: &Goods, give: &Goods, get: &Goods) -> u8 {
    let held = held(player);
    let cubes = asked.iter().filter(|(good, _)| *good != G::Coin);
    cubes.map(|(good, n)| (n + give[good]).saturating_sub(held[good] + get[good])).sum()
}

/// Returns the most citizens of a player that can be met side by side when it has given and got some goods.
fn met(player: &PlayerView, give: &Goods, get: &Goods) -> u32 {
    let held = held(player);
    let fits = |set: &u32| {
        let chosen = player.citizens.iter().enumerate().filter(|(at, _)| set & 1 << at != 0);
        let mut needs = Goods::NONE;
        let all = chosen.flat_map(|(_, citizen)| citizen.needs.iter());
        all.for_each(|(kind, n)| needs[kind.good()] += n);
        needs.iter().all(|(good, n)| n + give[good] <= held[good] + get[good])
    };
    (0..1 << player.citizens.len()).filter(fits).map(u32::count_ones).max().unwrap_or_default()
}

/// A player's goods of the kinds in an offer, and those that are asked of it.
type Standing = (Vec<(u8, u8)>, u8);

fn standing(public: &Public, seat: u8, offer: &TradeOffer) -> Standing {
    stands(&public.players[usize::from(seat)], offer)
}

/// A match of bots with a person, watched.
struct Watch {
    scene: Scene,
    round: u8,
    open: BTreeMap<u32, TradeOffer>,
    refused: Vec<(TradeOffer, Standing)>,
    made: BTreeMap<(u8, u8), u32>,
    /// Offers that were looked at.
    offers: u32,
}

impl Watch {
    fn of(scene: Scene) -> Self {
        let (open, refused, made) = Default::default();
        Self { scene, round: 0, open, refused, made, offers: 0 }
    }

    /// Lets the match go on for some rounds; `check` looks at each offer with what everybody sees.
    fn run(&mut self, check: &mut dyn FnMut(&mut Self, &TradeOffer, &Public)) {
        while self.scene.game.outcome().is_none() && self.scene.game.public().round <= ROUNDS {
            let acted = self.scene.next(self.scene.now + LOOK_MS).is_some();
            self.note(check);
            let public = self.scene.game.public();
            if let Some(offer) = public.offers.iter().find(|offer| offer.to.contains(&PERSON)) {
                self.scene.act(PERSON, &Command::OfferDecline { offer_id: offer.id });
                self.note(check);
            }
            let mut others = public.players.iter().skip(1);
            if !acted && public.phase == Phase::Play && others.all(|other| other.ready) {
                self.scene.act(PERSON, &Command::Ready { ready: true });
                self.note(check);
            }
        }
    }

    fn note(&mut self, check: &mut dyn FnMut(&mut Self, &TradeOffer, &Public)) {
        let public = self.scene.game.public();
        if self.round != public.round {
            self.round = public.round;
            (self.open, self.refused, self.made) = Default::default();
        }
        for (_, event) in std::mem::take(&mut self.scene.events) {
            if let Event::OfferMade { offer } = event {
                check(self, &offer, &public);
                self.offers += 1;
                self.open.insert(offer.id, offer);
            } else if let Event::OfferClosed { offer_id, because } = event {
                let offer = self.open.remove(&offer_id).expect("an open offer");
                if matches!(because, ClosedBecause::Declined | ClosedBecause::Expired) {
                    let stood = standing(&public, offer.to[0], &offer);
                    self.refused.push((offer, stood));
                }
            }
        }
    }
}

/// Watches matches of two to four, in which all but the person are bots; the levels in turn.
fn watch(mut check: impl FnMut(&mut Watch, &TradeOffer, &Public, &str)) {
    let mut offers = 0;
    for seed in SEEDS {
        let level = LEVELS[seed as usize % LEVELS.len()];
        let players = 2 + (seed % 3) as u8;
        let name = format!("seed {seed}, {players} players, {level:?}");
        println!("{name}");
        let options = Options { players, ..Options::default() };
        let bots: Vec<u8> = (1..players).collect();
        let mut watched = Watch::of(Scene::dealt_to(&options, seed, &bots, level));
        watched.run(&mut |watch, offer, public| check(watch, offer, public, &name));
        offers += watched.offers;
    }
    assert!(offers > 100, "{offers} offers");
}

#[test]
fn nobody_is_asked_again_for_what_it_refused() {
    watch(|watch, offer, public, name| {
        let same = |(refused, stood): &&(TradeOffer, Standing)| {
            let to = offer.to[0];
            (refused.from, refused.to[0]) == (offer.from, to)
                && refused.give.covers(&offer.give)
                && offer.want.covers(&refused.want)
                && *stood == standing(public, to, refused)
        };
        let again = watch.refused.iter().find(same);
        assert!(again.is_none(), "{name}, round {}: {offer:?} after {again:?}", public.round);
    });
}

#[test]
fn nobody_is_asked_too_often() {
    watch(|watch, offer, public, name| {
        if offer.counter_to.is_none() {
            let made = watch.made.entry((offer.from, offer.to[0])).or_default();
            *made += 1;
            assert!(*made <= OFFERS_MOST, "{name}, round {}: {offer:?}", public.round);
        }
    });
}

#[test]
fn bots_ask_for_what_they_have_a_use_for() {
    watch(|_, offer, public, name| {
        let own = &public.players[usize::from(offer.from)];
        let fewer = |asked: &Goods| {
            let after = lacks(own, asked, &offer.give, &offer.want);
            after < lacks(own, asked, &Goods::NONE, &Goods::NONE)
        };
        let (all, any) = (needed(own), owed_of_any_kind(own));
        let citizens = own.citizens.iter().map(|citizen| citizen.needs);
        let mut citizens =
            citizens.map(|needs| needs.iter().map(|(kind, n)| (kind.good(), n)).collect::<Goods>());
        // Cubes of any kind serve whoever owes such.
        let useful = fewer(&all)
            || met(own, &offer.give, &offer.want) > met(own, &Goods::NONE, &Goods::NONE)
            || citizens.any(|needs| fewer(&needs))
            || offer.want[G::Coin] > 0
            || any > 0;
        assert!(useful, "{name}, round {}: {offer:?} of {own:?}", public.round);
    });
}

#[test]
fn a_seat_that_comes_to_need_something_is_asked_again() {
    let mut arrangement = two();
    arrangement.players[0].cubes = cubes(&[(R::Grain, 3)]);
    arrangement.players[1].cubes = cubes(&[(R::Livestock, 1), (R::Water, 1)]);
    arrangement.players[1].citizens.clear();
    arrangement.citizens_top = vec![C::C2x1, C::C20x1, C::C17x1];
    let mut scene = Scene::of(&arrangement, &[0], BotLevel::Expert);
    let mut refused: Vec<(Goods, Goods)> = Vec::new();
    let mut again = false;
    for (until, draws) in [(20_000, true), (100_000, false)] {
        while let Some((_, command)) = scene.next(until) {
            let Command::OfferCreate { give, want, .. } = command else { continue };
            again |= refused.iter().any(|(gave, wanted)| gave.covers(&give) && want.covers(wanted));
            refused.push((give, want));
            let offer_id = scene.game.public().offers[0].id;
            scene.act(1, &Command::OfferDecline { offer_id });
        }
        assert_eq!(again, !draws, "{refused:?}");
        if draws {
            scene.act(1, &Command::DrawCitizens {});
            scene.act(1, &Command::ChooseDrawn { keep: vec![C::C2x1], hidden: None });
        }
    }
}

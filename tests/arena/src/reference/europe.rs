//! Europe as the server's bot played it before it had prices.
//!
//! Everything is weighed in the happiness expected from the clean-up: see `plan`. A trade is
//! accepted if the result is better, offered if it might help both, and never made at a loss.

mod plan;

use protocol::Offer;
use protocol::games::europe::data::{CitizenRow, Data};
use protocol::games::europe::{
    Citizen, CitizenView, Command, Cubes, Debt, Good, Goods, Owed, Phase, PlayerView, Private,
    Public, Resource, TradeOffer,
};
use rand::Rng;
use rand::rngs::StdRng;
use serde::Deserialize;
use serde_json::{Value, json};

use self::plan::{Heap, Plan, Purse, count, heap, lacking, plan};
use super::{Mind, Sight};
use bots::Choice;

/// Least gain of a command, in happiness.
const GAIN_LEAST: f64 = 0.05;
/// Least chance that the spare cubes meet one of the citizens drawn, for which the bot draws.
const DRAW_CHANCE: f64 = 0.6;
/// Cubes of any kind that trading may bring while citizens are chosen.
const TRADED: u16 = 1;
/// Value of a cube in each later round when a card is bought, in happiness, and the number of
/// rounds that the bot looks ahead.
const LATER_CUBE: f64 = 0.06;
const ROUNDS_AHEAD: u8 = 4;
/// Most open offers of a bot at a time, and in a round.
const OPEN_MOST: usize = 2;
const ROUND_MOST: usize = 6;
/// Missing cubes beyond which a citizen is not traded for.
const MISSING_MOST: u16 = 4;
/// The most cubes of a kind in an offer.
const OFFERED_MOST: u16 = 3;

/// A bot's knowledge of the game, and what it has offered in this round.
#[derive(Debug)]
pub(super) struct Player {
    seat: u8,
    deck: Vec<CitizenRow>,
    round: u8,
    offered: Vec<(Vec<u8>, Goods, Goods)>,
}

impl Player {
    pub(super) fn new(seat: u8, data: Data) -> Self {
        Self { seat, deck: data.citizens.citizen, round: 0, offered: Vec::new() }
    }
}

impl Mind for Player {
    fn choose(&mut self, sight: &Sight<'_>, _: u64, random: &mut StdRng) -> Option<Choice> {
        let public = Public::deserialize(&sight.update.public).ok()?;
        let private = Private::deserialize(sight.update.private.as_ref()?).ok()?;
        let own = public.players.get(usize::from(self.seat))?;
        if self.round != public.round {
            self.round = public.round;
            self.offered.clear();
        }
        let situation =
            Situation { sight, seat: self.seat, public: &public, private: &private, own };
        match public.phase {
            Phase::Choose => Some(Choice::Act(json!(situation.choose_citizens()))),
            Phase::Play => Some(self.play(&situation, random)),
            Phase::Allocate => situation.allocate().map(Choice::Act),
            Phase::Country | Phase::Over => None,
        }
    }
}

impl Player {
    /// Chooses a step of open play, the most pressing first.
    fn play(&mut self, situation: &Situation<'_>, random: &mut StdRng) -> Choice {
        if !situation.private.drawn.is_empty() {
            return Choice::Act(json!(situation.keep_drawn()));
        }
        let needs = situation.needs();
        let purse = situation.purse();
        let now = plan(&purse, &needs, 0);
        let commands = [
            situation.own.hidden_resource.then_some(Command::RevealResource {}),
            situation.accept(&purse, &needs, &now),
            situation.buy_cubes(&purse, &needs, &now),
            self.draw(situation, &now),
            situation.develop(&purse, &needs, &now),
        ];
        if let Some(command) = commands.into_iter().flatten().find(|one| situation.may(one)) {
            return Choice::Act(json!(command));
        }
        if let Some(command) = self.propose(situation, &now, random) {
            return Choice::Act(command);
        }
        let declined = situation.to_me().map(|offer| Command::OfferDecline { offer_id: offer.id });
        if let Some(command) = declined.into_iter().find(|one| situation.may(one)) {
            return Choice::Act(json!(command));
        }
        let ready = Command::Ready { ready: true };
        let waits = situation.public.offers.iter().any(|offer| offer.from == self.seat);
        if waits || !situation.may(&ready) { Choice::Wait } else { Choice::Act(json!(ready)) }
    }

    /// Draws more citizens, if the spare cubes are likely to meet one of them.
    fn draw(&self, situation: &Situation<'_>, now: &Plan) -> Option<Command> {
        let all: u16 = self.deck.iter().map(|row| u16::from(row.copies.standard)).sum();
        let met =
            self.deck.iter().filter(|row| count(&lacking(&heap(&row.needs), &now.spare)) == 0);
        let met: u16 = met.map(|row| u16::from(row.copies.standard)).sum();
        let missed = 1.0 - f64::from(met) / f64::from(all.max(1));
        // Three cards are drawn; the chance that all of them are missed is the cube, nearly.
        let likely = 1.0 - missed.powi(3) >= DRAW_CHANCE;
        (likely && situation.public.decks.citizens > 3).then_some(Command::DrawCitizens {})
    }

    /// Makes an offer to those who have what is missing: equal numbers of cubes, of a kind that
    /// they need if there is one.
    fn propose(
        &mut self,
        situation: &Situation<'_>,
        now: &Plan,
        random: &mut StdRng,
    ) -> Option<Value> {
        let open = situation.public.offers.iter().filter(|offer| offer.from == self.seat).count();
        if open >= OPEN_MOST || self.offered.len() >= ROUND_MOST {
            return None;
        }
        let mut offers = Vec::new();
        let unmet = now.unmet.iter().filter(|missing| count(missing) <= MISSING_MOST);
        for (missing, want) in
            unmet.flat_map(|missing| kinds(missing).map(move |kind| (missing, kind)))
        {
            let wanted = missing[want.index()].min(OFFERED_MOST);
            for give in kinds(&now.spare).filter(|give| *give != want) {
                let given = wanted.min(now.spare[give.index()]);
                let to = situation.partners(want, wanted, give);
                if given > 0 && !to.is_empty() {
                    let goods = |kind: Resource, n: u16| {
                        Goods::only(kind.good(), u8::try_from(n).unwrap_or(u8::MAX))
                    };
                    offers.push((to, goods(give, given), goods(want, wanted)));
                }
            }
        }
        while !offers.is_empty() {
            let offer = offers.swap_remove(random.random_range(0..offers.len()));
            if self.offered.contains(&offer) {
                continue;
            }
            self.offered.push(offer.clone());
            let (to, give, want) = offer;
            let command = json!(Command::OfferCreate { to, give, want });
            if situation.sight.open(&command) {
                return Some(command);
            }
        }
        None
    }
}

/// Lists the kinds of which there is at least one.
fn kinds(heap: &Heap) -> impl Iterator<Item = Resource> {
    Resource::ALL.iter().copied().filter(|kind| heap[kind.index()] > 0)
}

fn cubes(heap: &Heap) -> Cubes {
    let mut cubes = Cubes::NONE;
    for kind in kinds(heap) {
        cubes[kind] = u8::try_from(heap[kind.index()]).unwrap_or(u8::MAX);
    }
    cubes
}

/// A moment of a match, seen from the bot's seat.
struct Situation<'a> {
    sight: &'a Sight<'a>,
    seat: u8,
    public: &'a Public,
    private: &'a Private,
    own: &'a PlayerView,
}

impl Situation<'_> {
    fn may(&self, command: &Command) -> bool {
        self.sight.open(&json!(command))
    }

    /// Returns the needs of the bot's citizens.
    fn needs(&self) -> Vec<Heap> {
        let all = self.own.citizens.iter().chain(&self.private.hidden_citizen);
        all.map(|citizen| heap(&citizen.needs)).collect()
    }

    /// Returns the bot's cubes and coin, less what will be collected for crises.
    fn purse(&self) -> Purse {
        let mut purse = Purse { cubes: heap(&self.own.cubes), coin: self.own.coin.into() };
        for Debt { owed, .. } in &self.own.debts {
            match owed {
                Owed::Cubes { cubes } => purse.cubes = lacking(&purse.cubes, &heap(cubes)),
                Owed::CubesOrCoin { cubes, coin } => {
                    let wanted = heap(cubes);
                    if count(&lacking(&wanted, &purse.cubes)) == 0 {
                        purse.cubes = lacking(&purse.cubes, &wanted);
                    } else {
                        purse.coin = purse.coin.saturating_sub((*coin).into());
                    }
                }
                Owed::Coin { coin } => purse.coin = purse.coin.saturating_sub((*coin).into()),
                // Taken from what serves nobody, as far as there is such.
                Owed::Neighbour { .. } | Owed::Stockpile { .. } => {}
            }
        }
        purse
    }

    /// Chooses the citizens that production is likely to meet; the resource card is worth most now.
    fn choose_citizens(&self) -> Command {
        let mut stock = heap(&self.own.cubes);
        let cards = self.own.cards.iter().map(|card| (card.resource, card.later));
        let hidden = self.private.hidden_resource.map(|card| (card.resource, card.first));
        for (kind, n) in cards.chain(hidden) {
            stock[kind.index()] += u16::from(n);
        }
        let purse = Purse { cubes: stock, coin: self.own.coin.into() };
        let fewest = usize::from(self.private.keep_at_least);
        let keep = self.best_of(&self.private.dealt, &purse, fewest, TRADED + self.bank_cubes());
        let reveal_resource = self.private.hidden_resource.is_some();
        Command::Choose { keep, hidden: None, reveal_resource }
    }

    fn keep_drawn(&self) -> Command {
        let keep = self.best_of(&self.private.drawn, &self.purse(), 1, 0);
        Command::ChooseDrawn { keep, hidden: None }
    }

    /// Returns the number of cubes that the bank would sell for the bot's coin.
    fn bank_cubes(&self) -> u16 {
        let bank = self.public.bank.as_ref().filter(|bank| bank.open);
        bank.map_or(0, |bank| u16::from(self.own.coin) / u16::from(bank.price.max(1)))
    }

    /// Returns the best of these citizens to keep, at least `fewest`.
    fn best_of(&self, of: &[CitizenView], purse: &Purse, fewest: usize, help: u16) -> Vec<Citizen> {
        let before = self.needs();
        let sets = (0..1_usize << of.len()).filter(|set| set.count_ones() as usize >= fewest);
        let chosen = |set: usize| of.iter().enumerate().filter(move |(at, _)| set & 1 << at != 0);
        let worth = |set: usize| {
            let kept = chosen(set).map(|(_, citizen)| heap(&citizen.needs));
            let needs: Vec<Heap> = before.iter().copied().chain(kept).collect();
            plan(purse, &needs, help).worth
        };
        let ranked = sets.map(|set| (set, worth(set))).filter(|(set, _)| self.keeps(chosen(*set)));
        let best = ranked.max_by(|(_, one), (_, other)| one.total_cmp(other));
        chosen(best.map_or(0, |(set, _)| set)).map(|(_, citizen)| citizen.id).collect()
    }

    /// Checks with the offers whether these citizens may be kept.
    fn keeps<'c>(&self, kept: impl Iterator<Item = (usize, &'c CitizenView)>) -> bool {
        let keep: Vec<Citizen> = kept.map(|(_, citizen)| citizen.id).collect();
        if self.private.drawn.is_empty() {
            let reveal_resource = self.private.hidden_resource.is_some();
            return self.may(&Command::Choose { keep, hidden: None, reveal_resource });
        }
        self.may(&Command::ChooseDrawn { keep, hidden: None })
    }

    /// Lists the open offers that this seat may answer.
    fn to_me(&self) -> impl Iterator<Item = &TradeOffer> {
        let mine = |offer: &&TradeOffer| offer.from != self.seat && offer.to.contains(&self.seat);
        self.public.offers.iter().filter(mine)
    }

    /// Accepts the offer that gains the most.
    fn accept(&self, purse: &Purse, needs: &[Heap], now: &Plan) -> Option<Command> {
        let gains = self.to_me().filter_map(|offer| {
            let after = purse.trade(&offer.want, &offer.give)?;
            Some((plan(&after, needs, 0).worth - now.worth, offer.id))
        });
        let (gain, offer_id) = gains.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
        (gain >= GAIN_LEAST).then_some(Command::OfferAccept { offer_id })
    }

    /// Buys what completes a citizen from the bank.
    fn buy_cubes(&self, purse: &Purse, needs: &[Heap], now: &Plan) -> Option<Command> {
        let bank = self.public.bank.as_ref().filter(|bank| bank.open)?;
        let stock = heap(&bank.stock);
        let buys = now.unmet.iter().filter_map(|missing| {
            let price = count(missing) * u16::from(bank.price);
            let sold = count(&lacking(missing, &stock)) == 0 && price <= purse.coin;
            let after = Purse {
                cubes: std::array::from_fn(|kind| purse.cubes[kind] + missing[kind]),
                coin: purse.coin.checked_sub(price)?,
            };
            sold.then(|| (plan(&after, needs, 0).worth - now.worth, missing))
        });
        let (gain, missing) = buys.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
        (gain >= GAIN_LEAST).then(|| Command::BankBuy { cubes: cubes(missing) })
    }

    /// Buys a card of the market that pays: now, or in the rounds to come.
    fn develop(&self, purse: &Purse, needs: &[Heap], now: &Plan) -> Option<Command> {
        let slots =
            (0..).zip(&self.public.market).filter_map(|(slot, card)| Some((slot, (*card)?)));
        let gains = slots.filter_map(|(slot, card)| {
            let mut after = *purse;
            after.coin = after.coin.checked_sub(u16::from(card.first + card.later))?;
            after.cubes[card.resource.index()] += u16::from(card.first);
            let later = f64::from(card.later) * LATER_CUBE * f64::from(ROUNDS_AHEAD);
            let gain = plan(&after, needs, 0).worth + later - now.worth;
            Some((gain, Command::Develop { slot, card_id: card.id }))
        });
        let (gain, command) = gains.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
        (gain >= GAIN_LEAST).then_some(command)
    }

    /// Lists the seats that have enough of a kind to spare: only those that need the other kind, if
    /// any do.
    fn partners(&self, want: Resource, wanted: u16, give: Resource) -> Vec<u8> {
        let lacks = |player: &PlayerView, kind: Resource| {
            let needed = player.citizens.iter().map(|citizen| u16::from(citizen.needs[kind]));
            needed.sum::<u16>() > u16::from(player.cubes[kind])
        };
        let others = (0..).zip(&self.public.players).filter(|(seat, player)| {
            *seat != self.seat && !player.resigned && u16::from(player.cubes[want]) >= wanted
        });
        let able: Vec<(u8, bool)> =
            others.map(|(seat, player)| (seat, lacks(player, give))).collect();
        let keen: Vec<u8> = able.iter().filter(|(_, keen)| *keen).map(|(seat, _)| *seat).collect();
        if keen.is_empty() { able.into_iter().map(|(seat, _)| seat).collect() } else { keen }
    }

    /// Allocates as proposed, for happiness.
    fn allocate(&self) -> Option<Value> {
        let fill = |offer: &Offer| {
            let mut command = offer.command.clone();
            for card in command.get_mut("cards")?.as_array_mut()? {
                card["reward"] = json!("happiness");
            }
            Some(command)
        };
        self.sight.offers().iter().filter_map(fill).find(|command| self.sight.open(command))
    }
}

/// Asserts that coin is the last of the goods, and not a resource.
const _: () = assert!(Good::COUNT == Resource::COUNT + 1);

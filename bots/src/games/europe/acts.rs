//! Acts of a seat alone in open play: drawing citizens, buying cubes and cards.

use protocol::games::europe::{Command, Good, Goods, TradeOffer};
use rand::rngs::StdRng;
use serde_json::json;

use super::Player;
use super::draws::best_of_three;
use super::needs::{PlanTerms, count, cubes, lacking};
use super::outlook::Outlook;
use super::plan::plan;
use super::trade::Swap;
use crate::Choice;

/// Least gain of a command, in happiness.
const GAIN_LEAST: f64 = 0.05;
/// The coin that a card of the deck costs less than one of the market.
const BLIND_DISCOUNT: u8 = 1;

/// Lists the open offers that the bot may answer.
pub(super) fn to_me<'a>(outlook: &Outlook<'a>) -> impl Iterator<Item = &'a TradeOffer> {
    let seat = outlook.seat;
    let mine = move |offer: &&TradeOffer| offer.from != seat && offer.to.contains(&seat);
    outlook.public.offers.iter().filter(mine)
}

/// Lists the seats that one may trade with.
pub(super) fn others(outlook: &Outlook<'_>) -> Vec<u8> {
    let players = (0..).zip(&outlook.public.players);
    let plays = players.filter(|(seat, player)| *seat != outlook.seat && !player.resigned);
    plays.map(|(seat, _)| seat).collect()
}

/// Returns what the bot gives and gets if all its open offers are accepted.
pub(super) fn on_the_table(outlook: &Outlook<'_>) -> (Goods, Goods) {
    let (mut give, mut get) = (Goods::NONE, Goods::NONE);
    for offer in outlook.public.offers.iter().filter(|offer| offer.from == outlook.seat) {
        offer.give.iter().for_each(|(good, n)| give[good] = give[good].saturating_add(n));
        offer.want.iter().for_each(|(good, n)| get[good] = get[good].saturating_add(n));
    }
    (give, get)
}

/// Checks whether the bot can give what a swap asks of it, though all that is on the table is accepted too.
pub(super) fn is_fundable(outlook: &Outlook<'_>, open: &(Goods, Goods), swap: &Swap) -> bool {
    let both = outlook.mine().purse.trade(&open.0, &open.1);
    both.is_some_and(|purse| purse.trade(&swap.give, &swap.want).is_some())
}

impl Player {
    /// Carries out an open play's command; takes note of what it changes at once.
    pub(super) fn act(&mut self, outlook: &Outlook<'_>, command: &Command) -> Choice {
        let seat = outlook.seat;
        if let Command::OfferAccept { offer_id } = command
            && let Some(offer) = to_me(outlook).find(|offer| offer.id == *offer_id)
        {
            self.bargain.expects(seat, &offer.want, &offer.give);
            self.bargain.expects(offer.from, &offer.give, &offer.want);
        } else if let Command::BankBuy { cubes } = command {
            let price = u32::from(outlook.mine().terms.price) * cubes.total();
            let price = Goods::only(Good::Coin, u8::try_from(price).unwrap_or(u8::MAX));
            let cubes: Goods = cubes.iter().map(|(kind, n)| (kind.good(), n)).collect();
            self.bargain.expects(seat, &price, &cubes);
        } else if let Command::Develop { slot, .. } = command
            && let Some(card) = outlook.public.market.get(usize::from(*slot)).copied().flatten()
        {
            let price = Goods::only(Good::Coin, card.first + card.later);
            self.bargain.expects(seat, &price, &Goods::only(card.resource.good(), card.first));
        }
        Choice::Act(json!(command))
    }

    /// Draws more citizens, if the best of three is likely to help.
    pub(super) fn draw(&mut self, outlook: &Outlook<'_>, random: &mut StdRng) -> Option<Command> {
        let mine = outlook.mine();
        let terms = mine.terms;
        if mine.duties.room == 0
            || outlook.public.decks.citizens + outlook.public.decks.citizen_discards < 3
        {
            return None;
        }
        let still = PlanTerms { draws: 0, ..terms };
        let now = plan(&mut self.draws, &still, &mine.duties, &mine.purse).worth;
        let then = PlanTerms { draws: self.skill.draws.saturating_sub(1), ..terms };
        let unseen = self.draws.unseen().to_vec();
        let mut gains = Vec::with_capacity(unseen.len());
        for (target, n) in unseen {
            let duties = mine.duties.serving([target]);
            gains.push((plan(&mut self.draws, &then, &duties, &mine.purse).worth - now, n));
        }
        let gain = best_of_three(&mut gains) + self.blur(random);
        (gain >= self.skill.draw_least).then_some(Command::DrawCitizens {})
    }

    /// Buys from the bank what completes a citizen, when trade has not brought it.
    pub(super) fn buy_cubes(&mut self, outlook: &Outlook<'_>) -> Option<Command> {
        let mine = outlook.mine();
        let terms = PlanTerms { price: 0, ..mine.terms };
        let price = mine.terms.price;
        if price == 0 {
            return None;
        }
        let now = plan(&mut self.draws, &terms, &mine.duties, &mine.purse).worth;
        let mut best: Option<(f64, Command)> = None;
        for missing in &mine.plan.unmet {
            let cost = count(missing) * price;
            if count(missing) == 0
                || count(&lacking(missing, &terms.bank)) > 0
                || cost > mine.purse.coin
            {
                continue;
            }
            let mut after = mine.purse;
            after.coin -= cost;
            after.cubes = super::needs::sum(&after.cubes, missing);
            let gain = plan(&mut self.draws, &terms, &mine.duties, &after).worth - now;
            if gain >= GAIN_LEAST && best.as_ref().is_none_or(|(most, _)| gain > *most) {
                best = Some((gain, Command::BankBuy { cubes: cubes(missing) }));
            }
        }
        best.map(|(_, command)| command)
    }

    /// Buys a resource card that pays: now, or in the rounds to come.
    pub(super) fn develop(
        &mut self,
        outlook: &Outlook<'_>,
        random: &mut StdRng,
    ) -> Option<Command> {
        let mine = outlook.mine();
        let slots = (0..).zip(&outlook.public.market);
        let open = |command: &Command| outlook.sight.open(&json!(command));
        let mut best: Option<(f64, Command)> = None;
        let consider = |gain: f64, command: Command, best: &mut Option<(f64, Command)>| {
            let better = best.as_ref().is_none_or(|(most, _)| gain > *most);
            // One that it may not buy must not stand in the way of another.
            if gain >= GAIN_LEAST && better && open(&command) {
                *best = Some((gain, command));
            }
        };
        for (slot, card) in slots.filter_map(|(slot, card)| Some((slot, (*card)?))) {
            let mut after = mine.purse;
            let Some(coin) = after.coin.checked_sub(u16::from(card.first + card.later)) else {
                continue;
            };
            after.coin = coin;
            after.cubes[card.resource.index()] += u16::from(card.first);
            let worth = outlook.worth(&mut self.draws, outlook.seat, &after);
            let gain = worth + outlook.later_worth(card.later) - mine.plan.worth;
            let command = Command::Develop { slot, card_id: card.id };
            consider(gain + self.blur(random), command, &mut best);
        }
        let blind = Command::DevelopBlind {};
        if self.skill.counts && open(&blind) {
            let gain = self.unseen_card(outlook);
            consider(gain, blind, &mut best);
        }
        best.map(|(_, command)| command)
    }

    /// Returns the gain to expect of the top resource card of the deck.
    fn unseen_card(&mut self, outlook: &Outlook<'_>) -> f64 {
        let mine = outlook.mine();
        let players = outlook.public.players.iter().flat_map(|player| &player.cards);
        let market = outlook.public.market.iter().flatten();
        let seen: Vec<_> = players.chain(market).map(|card| card.id).collect();
        let (mut sum, mut cards) = (0.0, 0.0);
        for row in self.resources.iter().filter(|row| !row.starting) {
            let left = row.copies.iter().filter(|card| !seen.contains(card)).count();
            let price = u16::from((row.first + row.later).saturating_sub(BLIND_DISCOUNT));
            let mut after = mine.purse;
            // Whoever may buy can pay for any card.
            after.coin = after.coin.saturating_sub(price);
            after.cubes[row.resource.index()] += u16::from(row.first);
            let worth = outlook.worth(&mut self.draws, outlook.seat, &after);
            let left = f64::from(u16::try_from(left).unwrap_or(u16::MAX));
            sum += left * (worth + outlook.later_worth(row.later) - mine.plan.worth);
            cards += left;
        }
        if cards > 0.0 { sum / cards } else { 0.0 }
    }
}

/// Asserts that coin is the last of the goods, and not a resource.
const _: () = assert!(Good::COUNT == protocol::games::europe::Resource::COUNT + 1);

//! Trades that help both sides, found by shadow prices.

use protocol::games::europe::{Good, Goods, Resource};

use super::draws::Draws;
use super::needs::{Heap, Purse, count, kinds};
use super::outlook::Outlook;
use super::plan::MISSING_MOST;
use super::trust::{Benefit, Trust};

/// Least gain of a trade, in happiness.
pub(super) const GAIN_LEAST: f64 = 0.04;
/// Least gain of the other: nobody is asked for a gift, in happiness.
const THEIRS_LEAST: f64 = 0.02;
/// Least gain to expect of an offer, in happiness.
const SCORE_LEAST: f64 = 0.02;
/// Happiness expected short of a victory that counts as one.
const WIN_MARGIN: f64 = 0.25;
/// The most cubes, and the most coin, of a kind on one side of an offer.
const AMOUNT_MOST: (u8, u8) = (3, 4);
/// Kinds that are combined with each other on one side.
const COMBINED: usize = 4;

/// A trade that the bot may offer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Swap {
    pub(super) to: u8,
    pub(super) give: Goods,
    pub(super) want: Goods,
    /// The happiness that the bot gains.
    pub(super) mine: f64,
    /// The gain of the other.
    pub(super) benefit: Benefit,
    /// The gain to expect of offering it.
    pub(super) score: f64,
}

impl Swap {
    /// Returns the bot's share of what both gain.
    pub(super) fn share(&self) -> f64 {
        share(self.mine, self.benefit.ahead)
    }
}

/// Returns the first one's share of what both gain; all, if the other loses.
pub(super) fn share(mine: f64, theirs: f64) -> f64 {
    if mine <= 0.0 { 0.0 } else { mine / (mine + theirs.max(0.0)) }
}

/// One side of a trade, with what it changes for the bot and for the other, beside nothing traded.
struct SwapSide {
    goods: Goods,
    mine: f64,
    benefit: Benefit,
}

/// Finds trades with another seat, the best first; at most as many as the bot weighs.
pub(super) fn swaps(
    outlook: &Outlook<'_>,
    draws: &mut Draws,
    trust: &Trust,
    other: u8,
) -> Vec<Swap> {
    let (mine, theirs) = (outlook.mine(), &outlook.standings[usize::from(other)]);
    let bundles = outlook.skill.bundles;
    let wants = bags(outlook, &theirs.purse, &mine.plan.unmet, bundles);
    let gives = bags(outlook, &mine.purse, &theirs.plan.unmet, bundles);
    let mut side = |goods: Goods, want: bool| {
        let (to_me, to_them) = if want { (goods, Goods::NONE) } else { (Goods::NONE, goods) };
        let (mine, benefit) = outlook.gains(draws, other, (&to_them, &to_me))?;
        Some(SwapSide { goods, mine, benefit })
    };
    let wants: Vec<SwapSide> = wants.into_iter().filter_map(|goods| side(goods, true)).collect();
    let gives: Vec<SwapSide> = gives.into_iter().filter_map(|goods| side(goods, false)).collect();
    let rivalry = outlook.rivalry(other);
    let mut swaps = Vec::new();
    for want in wants.iter().filter(|want| want.mine > GAIN_LEAST) {
        for give in gives.iter().filter(|give| give.benefit.most() > 0.0) {
            if give.goods.iter().any(|(good, _)| want.goods[good] > 0) {
                continue;
            }
            let mine = want.mine + give.mine;
            let benefit = Benefit {
                ahead: want.benefit.ahead + give.benefit.ahead,
                plain: want.benefit.plain + give.benefit.plain,
            };
            let score = trust.accepts(benefit) * (mine - rivalry * benefit.ahead);
            if mine > 0.0 && benefit.most() > 0.0 && score > 0.0 {
                let (give, want) = (give.goods, want.goods);
                swaps.push(Swap { to: other, give, want, mine, benefit, score });
            }
        }
    }
    swaps.sort_by(|one, two| two.score.total_cmp(&one.score));
    swaps.truncate(outlook.skill.weighed);
    swaps.retain_mut(|swap| {
        let gains = outlook.gains(draws, other, (&swap.give, &swap.want));
        let Some((mine, benefit)) = gains else { return false };
        (swap.mine, swap.benefit) = (mine, benefit);
        swap.score = trust.accepts(benefit) * (mine - rivalry * benefit.ahead);
        let wanted = swap.score >= SCORE_LEAST && benefit.most() >= THEIRS_LEAST;
        wanted
            && fair(outlook, other, mine, benefit.ahead)
            && outlook.is_useful(draws, (&swap.give, &swap.want), GAIN_LEAST)
    });
    swaps.sort_by(|one, two| two.score.total_cmp(&one.score));
    swaps
}

/// Checks that a trade is worth its while, makes nobody win before the bot, and gives no more to
/// whoever is about to win anyway than to the bot.
pub(super) fn fair(outlook: &Outlook<'_>, other: u8, mine: f64, theirs: f64) -> bool {
    let rival = outlook.standings[usize::from(other)].expected;
    let own = outlook.mine().expected;
    let wins = f64::from(outlook.options.win_happiness) - WIN_MARGIN;
    let ahead = rival + theirs >= wins && rival + theirs > own + mine;
    mine >= GAIN_LEAST && (!ahead || (rival >= wins && mine >= theirs))
}

/// Lists bags of goods that a purse can give: some of one good, what somebody lacks, and one each of
/// two.
fn bags(outlook: &Outlook<'_>, purse: &Purse, unmet: &[Heap], bundles: bool) -> Vec<Goods> {
    let mut bags = Vec::new();
    for kind in kinds(&purse.cubes) {
        let held = u8::try_from(purse.cubes[kind.index()]).unwrap_or(u8::MAX);
        bags.extend((1..=held.min(AMOUNT_MOST.0)).map(|n| Goods::only(kind.good(), n)));
    }
    if !outlook.coinless {
        let held = u8::try_from(purse.coin).unwrap_or(u8::MAX);
        bags.extend((1..=held.min(AMOUNT_MOST.1)).map(|n| Goods::only(Good::Coin, n)));
    }
    if !bundles {
        return bags;
    }
    for missing in unmet.iter().filter(|missing| count(missing) <= MISSING_MOST) {
        let part: Heap = std::array::from_fn(|kind| missing[kind].min(purse.cubes[kind]));
        if kinds(&part).count() > 1 {
            bags.push(goods(&part));
        }
    }
    let mut held: Vec<Resource> = kinds(&purse.cubes).collect();
    held.sort_by_key(|kind| std::cmp::Reverse(purse.cubes[kind.index()]));
    held.truncate(COMBINED);
    for (at, one) in held.iter().enumerate() {
        for other in &held[at + 1..] {
            let mut pair = Goods::only(one.good(), 1);
            pair[other.good()] = 1;
            bags.push(pair);
        }
        if !outlook.coinless && purse.coin > 0 {
            let mut pair = Goods::only(one.good(), 1);
            pair[Good::Coin] = 1;
            bags.push(pair);
        }
    }
    bags.sort_by_key(|bag| bag.iter().map(|(good, n)| (good.as_str(), n)).collect::<Vec<_>>());
    bags.dedup();
    bags
}

/// Converts plain numbers to goods.
fn goods(heap: &Heap) -> Goods {
    let amount = |kind: Resource| u8::try_from(heap[kind.index()]).unwrap_or(u8::MAX);
    kinds(heap).map(|kind| (kind.good(), amount(kind))).collect()
}

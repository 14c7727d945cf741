//! Europe: which citizens to take on, what to trade for, when to be ready.
//!
//! Everything is weighed in the happiness expected from the clean-up: see `plan`, and `draws` for the
//! citizens still to come. `trade` finds what helps both sides; `bargain` remembers what was offered
//! and yields with time, `refusals` what was turned down; `trust` learns what each seat accepts; `skill` is what
//! makes a level.

mod acts;
mod bargain;
mod draws;
mod needs;
mod outlook;
mod plan;
mod refusals;
mod skill;
#[cfg(test)]
mod tests;
mod trade;
mod trust;

use protocol::Offer;
use protocol::games::europe::data::{CrisisRow, Data, ResourceRow};
use protocol::games::europe::{
    Citizen, CitizenView, Command, Cubes, Goods, Options, Phase, Private, Public, Reward,
    TradeOffer,
};
use protocol::room::BotLevel;
use rand::Rng;
use rand::rngs::StdRng;
use serde::Deserialize;
use serde_json::{Value, json};

use self::bargain::{Bargain, Pace};
use self::draws::Draws;
use self::needs::{CitizenNeed, PlanTerms, count, heap, lacking};
use self::outlook::{Outlook, Setting, target};
use self::plan::plan;
use self::skill::Skill;
use self::trade::Swap;
use self::trust::Trust;
use super::Mind;
use crate::{Choice, Sight};

/// Most open offers of a bot at a time.
const OPEN_MOST: usize = 2;
/// Time before an offer expires in which the bot takes it on any terms that help, in milliseconds.
const EXPIRY_MS: u64 = 8_000;
/// Progress of trade from which the bank is asked, though offers are left.
const BANK_FROM: f64 = 0.5;
/// Loss at which it withdraws an offer, in happiness.
const LOSS_MOST: f64 = 0.02;

/// The pace of bots at which it acts every 1.5 to 4 seconds, in milliseconds.
const PACE_USUAL_MS: u64 = 600;
/// The quickest pace that it takes up, in milliseconds.
const PACE_LEAST_MS: u64 = 20;

/// A bot's knowledge of the game, and what it remembers of the match.
#[derive(Debug)]
pub(super) struct Player {
    seat: u8,
    skill: Skill,
    options: Options,
    crises: Vec<CrisisRow>,
    resources: Vec<ResourceRow>,
    draws: Draws,
    pace: Pace,
    /// Pace of the room's bots, in milliseconds.
    pace_ms: u64,
    bargain: Bargain,
    trust: Vec<Trust>,
    /// `true` if time alone may bring it to act.
    looks_again: bool,
}

impl Player {
    pub(super) fn new(
        seat: u8,
        data: Data,
        options: &Value,
        (level, pace_ms): (BotLevel, u64),
    ) -> Self {
        let options = Options::deserialize(options).unwrap_or_default();
        let Data { citizens, crises, resources, .. } = data;
        Self {
            seat,
            skill: Skill::of(level),
            draws: Draws::new(citizens.citizen, options.citizen_deck),
            options,
            crises: crises.crisis,
            resources: resources.resource,
            pace: Pace::default(),
            pace_ms: pace_ms.max(PACE_LEAST_MS),
            bargain: Bargain::default(),
            trust: Vec::new(),
            looks_again: true,
        }
    }
}

impl Player {
    /// Checks whether it may come to act in open play without anybody else: it yields with time, and once
    /// others are ready it waits for their answers only so long.
    fn stirs(&self, public: &Public) -> bool {
        let own = public.players.get(usize::from(self.seat)).is_some_and(|own| own.ready);
        let some = public.players.iter().any(|one| one.ready);
        !own && (self.bargain.progress() < 1.0 || some)
    }

    /// Returns a match time as the bot feels it: where bots are to be quicker than usual, its own clock
    /// runs faster, and so does everything that it waits for.
    fn felt(&self, ms: u64) -> u64 {
        ms.saturating_mul(PACE_USUAL_MS) / self.pace_ms
    }
}

impl Mind for Player {
    fn choose(&mut self, sight: &Sight<'_>, now_ms: u64, random: &mut StdRng) -> Option<Choice> {
        let mut public = Public::deserialize(&sight.update.public).ok()?;
        let now_ms = self.felt(now_ms);
        for ms in public.phase_ends_ms.iter_mut().chain(&mut public.next_crisis_ms) {
            *ms = self.felt(*ms);
        }
        for ms in public.offers.iter_mut().filter_map(|offer| offer.expires_ms.as_mut()) {
            *ms = self.felt(*ms);
        }
        self.looks_again = true;
        let end = public.phase_ends_ms.unwrap_or(now_ms);
        let again = !sight.refused.is_empty();
        if !again && !self.pace.is_due(sight.update.seq, now_ms, end, random) {
            return Some(Choice::Wait);
        }
        let private = Private::deserialize(sight.update.private.as_ref()?).ok()?;
        self.trust.resize(public.players.len(), Trust::default());
        self.draws.look(&public, &private, self.skill.counts);
        if public.phase == Phase::Play {
            let trust = &mut self.trust[..];
            let learns = if self.skill.learns { trust } else { &mut [] };
            self.bargain.look(self.seat, &public, now_ms, learns);
        }
        let Self { seat, skill, options, crises, .. } = self;
        let (options, crises) = (options.clone(), std::mem::take(crises));
        let setting = Setting { seat: *seat, skill: *skill, options: &options, crises: &crises };
        let progress = if public.phase == Phase::Play { self.bargain.progress() } else { 0.0 };
        let outlook = Outlook::new(&setting, sight, (&public, &private), &mut self.draws, progress);
        let choice = outlook.and_then(|outlook| match public.phase {
            Phase::Choose => Some(Choice::Act(json!(self.choose_citizens(&outlook, random)))),
            Phase::Play => Some(self.play(&outlook, now_ms, random)),
            Phase::Allocate => allocate(&outlook).map(Choice::Act),
            Phase::Country | Phase::Over => None,
        });
        self.crises = crises;
        if public.phase == Phase::Play && choice == Some(Choice::Wait) {
            self.looks_again = self.stirs(&public);
        }
        choice
    }

    fn is_patient(&self) -> bool {
        self.options.untimed
    }

    fn looks_again(&self) -> bool {
        self.is_patient() && self.looks_again
    }
}

impl Player {
    /// Returns an error of judgement, in happiness.
    fn blur(&self, random: &mut StdRng) -> f64 {
        if self.skill.blur == 0.0 {
            return 0.0;
        }
        let (one, two): (f64, f64) = (random.random(), random.random());
        self.skill.blur * (one + two - 1.0)
    }

    /// Chooses a step of open play, the most pressing first.
    fn play(&mut self, outlook: &Outlook<'_>, now: u64, random: &mut StdRng) -> Choice {
        if !outlook.private.drawn.is_empty() {
            return Choice::Act(json!(self.keep_drawn(outlook, random)));
        }
        let may = |command: &Command| outlook.sight.open(&json!(command));
        let reveal = outlook.own.hidden_resource.then_some(Command::RevealResource {});
        if let Some(command) = reveal.filter(may) {
            return self.act(outlook, &command);
        }
        if let Some(command) = self.accept(outlook, now, random).filter(may) {
            return self.act(outlook, &command);
        }
        if let Some(command) = self.withdraw(outlook).filter(may) {
            return self.act(outlook, &command);
        }
        if let Some(command) = self.answer(outlook, now, random).filter(may) {
            return self.act(outlook, &command);
        }
        let buys = self.develop(outlook, random);
        if let Some(command) = buys.or_else(|| self.draw(outlook, random).filter(may)) {
            return self.act(outlook, &command);
        }
        let left = self.candidates(outlook);
        if let Some(command) = self.propose(outlook, left.clone(), now, random).filter(may) {
            return self.act(outlook, &command);
        }
        let hopes = self.hopes(outlook, &left);
        if (!hopes || self.bargain.progress() >= BANK_FROM)
            && let Some(command) = self.buy_cubes(outlook).filter(may)
        {
            return self.act(outlook, &command);
        }
        let ready = Command::Ready { ready: true };
        let waits = hopes || self.bargain.waits(self.seat, outlook.public, now);
        if waits || !may(&ready) { Choice::Wait } else { self.act(outlook, &ready) }
    }

    /// Checks whether trade is not over for it: terms are left that it may yet offer.
    fn hopes(&mut self, outlook: &Outlook<'_>, left: &[Swap]) -> bool {
        let hopes = !left.is_empty() && self.bargain.progress() < 1.0 && !self.bargain.is_weary();
        // While it waits for answers it need not ask for less.
        if hopes && self.may_offer(outlook) {
            let (share, open) = (self.share(), acts::on_the_table(outlook));
            let fundable = left.iter().filter(|swap| acts::is_fundable(outlook, &open, swap));
            let best = fundable.map(Swap::share).reduce(f64::max);
            if best.is_some_and(|best| best < share) {
                self.bargain.hurry();
            }
        }
        hopes
    }

    /// Returns the share of a gain that it asks for by now.
    fn share(&self) -> f64 {
        let (first, last) = self.skill.shares;
        first + (last - first) * self.bargain.progress()
    }

    /// Accepts the offer that helps most, if its share is good enough by now.
    fn accept(&mut self, outlook: &Outlook<'_>, now: u64, random: &mut StdRng) -> Option<Command> {
        let mut best: Option<(f64, u32)> = None;
        for offer in acts::to_me(outlook) {
            let gains = outlook.gains(&mut self.draws, offer.from, (&offer.want, &offer.give));
            let Some((mine, theirs)) = gains else { continue };
            let mine = mine + self.blur(random);
            let theirs = theirs.ahead;
            let net = mine - outlook.rivalry(offer.from) * theirs;
            let expires = offer.expires_ms.is_some_and(|at| at < now + EXPIRY_MS);
            let late = expires || self.bargain.has_answered(offer.id);
            let fair = trade::fair(outlook, offer.from, mine, theirs) && net > 0.0;
            let good = late || trade::share(mine, theirs) >= self.share();
            if fair && good && best.is_none_or(|(most, _)| net > most) {
                best = Some((net, offer.id));
            }
        }
        best.map(|(_, offer_id)| Command::OfferAccept { offer_id })
    }

    /// Withdraws an offer that would hurt by now.
    fn withdraw(&mut self, outlook: &Outlook<'_>) -> Option<Command> {
        let draws = &mut self.draws;
        let mut own = outlook.public.offers.iter().filter(|offer| offer.from == outlook.seat);
        let offer = own.find(|offer| {
            let after = outlook.mine().purse.trade(&offer.give, &offer.want);
            after.is_none_or(|purse| {
                let worth = outlook.worth(draws, outlook.seat, &purse);
                worth < outlook.mine().plan.worth - LOSS_MOST
            })
        })?;
        self.bargain.withdrew(offer.id);
        Some(Command::OfferCancel { offer_id: offer.id })
    }

    /// Answers an offer that it does not accept: with a better one for both, else with a refusal.
    fn answer(&mut self, outlook: &Outlook<'_>, now: u64, random: &mut StdRng) -> Option<Command> {
        let countered =
            |id: u32| outlook.public.offers.iter().any(|other| other.counter_to == Some(id));
        // As long as a counter-offer is open, its answer is waited for.
        let offer = acts::to_me(outlook).find(|offer| !countered(offer.id))?;
        if self.bargain.answers(offer.id) && self.may_offer(outlook) {
            let alike = |swap: &Swap| {
                offer.give.iter().any(|(good, _)| swap.want[good] > 0)
                    || offer.want.iter().any(|(good, _)| swap.give[good] > 0)
            };
            let trust = self.trust[usize::from(offer.from)];
            let share = self.share();
            let mut swaps = trade::swaps(outlook, &mut self.draws, &trust, offer.from);
            swaps.retain(|swap| {
                alike(swap) && swap.share() >= share && !self.bargain.is_known(swap)
            });
            if let Some(swap) = self.pick(swaps, random) {
                let Swap { give, want, .. } = swap;
                self.bargain.answered_with(swap, now);
                return Some(Command::OfferCounter { offer_id: offer.id, give, want });
            }
        }
        Some(Command::OfferDecline { offer_id: offer.id })
    }

    /// Checks whether it may and wants to have one more open offer.
    fn may_offer(&self, outlook: &Outlook<'_>) -> bool {
        let own = |offer: &&TradeOffer| offer.from == self.seat;
        let open = outlook.public.offers.iter().filter(own).count();
        !self.bargain.is_weary() && open < OPEN_MOST.min(self.options.offer_limit.into())
    }

    /// Lists the trades that it may yet offer, the best first.
    fn candidates(&mut self, outlook: &Outlook<'_>) -> Vec<Swap> {
        let mut all = Vec::new();
        let bargain = &self.bargain;
        for other in acts::others(outlook).into_iter().filter(|other| bargain.may_ask(*other)) {
            let trust = self.trust[usize::from(other)];
            all.extend(trade::swaps(outlook, &mut self.draws, &trust, other));
        }
        let last = self.skill.shares.1;
        all.retain(|swap| swap.share() >= last && !self.bargain.is_known(swap));
        all.sort_by(|one, two| two.score.total_cmp(&one.score));
        all
    }

    /// Chooses one of the swaps.
    fn pick(&self, swaps: Vec<Swap>, random: &mut StdRng) -> Option<Swap> {
        let blurred = swaps.into_iter().map(|swap| (swap.score + self.blur(random), swap));
        let best = blurred.max_by(|(one, _), (two, _)| one.total_cmp(two));
        best.map(|(_, swap)| swap)
    }

    /// Makes the offer of these that promises most.
    fn propose(
        &mut self,
        outlook: &Outlook<'_>,
        mut swaps: Vec<Swap>,
        now: u64,
        random: &mut StdRng,
    ) -> Option<Command> {
        if !self.may_offer(outlook) {
            return None;
        }
        let share = self.share();
        let open: (Goods, Goods) = acts::on_the_table(outlook);
        swaps.retain(|swap| swap.share() >= share && acts::is_fundable(outlook, &open, swap));
        let swap = self.pick(swaps, random)?;
        let Swap { to, give, want, .. } = swap;
        self.bargain.offered(swap, now);
        Some(Command::OfferCreate { to: vec![to], give, want })
    }

    /// Chooses the citizens that production is likely to meet; the resource card is worth most now.
    fn choose_citizens(&mut self, outlook: &Outlook<'_>, random: &mut StdRng) -> Command {
        let fewest = usize::from(outlook.private.keep_at_least);
        let keep = self.best_of(outlook, &outlook.private.dealt, fewest, random);
        let reveal_resource = outlook.private.hidden_resource.is_some();
        Command::Choose { keep, hidden: None, reveal_resource }
    }

    fn keep_drawn(&mut self, outlook: &Outlook<'_>, random: &mut StdRng) -> Command {
        let keep = self.best_of(outlook, &outlook.private.drawn, 1, random);
        Command::ChooseDrawn { keep, hidden: None }
    }

    /// Returns the best of these citizens to keep, at least `fewest`.
    fn best_of(
        &mut self,
        outlook: &Outlook<'_>,
        of: &[CitizenView],
        fewest: usize,
        random: &mut StdRng,
    ) -> Vec<Citizen> {
        let chosen = |set: usize| of.iter().enumerate().filter(move |(at, _)| set & 1 << at != 0);
        let most = usize::from(outlook.mine().duties.room).max(fewest);
        let mut best: Option<(f64, usize)> = None;
        for set in 0..1_usize << of.len() {
            let kept = set.count_ones() as usize;
            if kept < fewest || kept > most {
                continue;
            }
            let more = chosen(set).map(|(_, citizen)| target(citizen));
            let worth = self.worth_serving(outlook, more) + self.blur(random);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, set));
            }
        }
        chosen(best.map_or(0, |(_, set)| set)).map(|(_, citizen)| citizen.id).collect()
    }

    /// Returns the worth of its goods with more citizens, looking ahead as far as it can.
    fn worth_serving(
        &mut self,
        outlook: &Outlook<'_>,
        more: impl Iterator<Item = CitizenNeed>,
    ) -> f64 {
        let mine = outlook.mine();
        let terms = PlanTerms { draws: self.skill.draws, ..mine.terms };
        plan(&mut self.draws, &terms, &mine.duties.serving(more), &mine.purse).worth
    }
}

/// Allocates as proposed, each for the better reward; cubes that stay are kept where giving them helps less.
fn allocate(outlook: &Outlook<'_>) -> Option<Value> {
    let terms = &outlook.mine().terms;
    let fill = |offer: &Offer| {
        let mut command = offer.command.clone();
        for card in command.get_mut("cards")?.as_array_mut()? {
            let is_it = |citizen: &&CitizenView| json!(citizen.id) == card["id"];
            let citizen = outlook.own.citizens.iter().find(is_it).map(target).unwrap_or_default();
            let pays = terms.reward(citizen.coin) > 0.0;
            card["reward"] = json!(if pays { Reward::Coin } else { Reward::Happiness });
            let Ok(given) = Cubes::deserialize(&card["cubes"]) else { continue };
            let missing = lacking(&citizen.needs, &heap(&given));
            if terms.stay > 0.0 && count(&missing) > 0 && !terms.placates(&citizen.needs, &missing)
            {
                card["cubes"] = json!(Cubes::NONE);
            }
        }
        Some(command)
    };
    let sight = outlook.sight;
    sight.offers().iter().filter_map(fill).find(|command| sight.open(command))
}

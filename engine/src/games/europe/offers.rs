//! Choices as offers: JSON template, text with the price, and the rule.

use protocol::Offer;
use protocol::games::europe::{Citizen, Goods, Owed, Reward};
use protocol::offer::{Item, Placeholder};
use serde_json::{Value, json};

use super::commands::{BagBounds, Choice, Family, Giving, goods_of, single};
use super::goods::least;
use super::state::{DEALT, Europe, Trade};
use super::text::{cubes_text, owed_text, plural};
use crate::game::Seat;

const TRADE: &str = "Actions: trade with another player";
const CHOOSE: &str = "Round order";

type Described = (Value, String, &'static str);

impl Europe {
    /// Describes a choice as an offer.
    pub(super) fn offer_of(&self, choice: Choice) -> Offer {
        let Choice { seat, family } = choice;
        let (command, text, rule) = match family {
            Family::Country => self.offer_country(),
            Family::Choose { of, hide } => self.offer_choose(seat, of, hide),
            Family::KeepDrawn { of, hide } => self.offer_keep(seat, of, hide),
            Family::Create(giving) => self.offer_create(seat, giving),
            Family::Counter(giving) => self.offer_counter(seat, giving),
            Family::Accept => {
                let from = self.acceptable(seat).map(|trade| self.trade_item(trade)).collect();
                (by_id("offer_accept", from), "Accept an offer".to_owned(), TRADE)
            }
            Family::Decline => {
                let from = self.offers_to(seat).map(|trade| self.trade_item(trade)).collect();
                (by_id("offer_decline", from), "Decline an offer".to_owned(), TRADE)
            }
            Family::Cancel => {
                let from = self.own_offers(seat).map(|trade| self.trade_item(trade)).collect();
                (by_id("offer_cancel", from), "Take an own offer back".to_owned(), TRADE)
            }
            Family::BankBuy => {
                let cubes = bag(&self.bank_bounds(seat));
                let price = self.options().bank_price;
                let text = format!("Buy cubes of the bank, {price} coin each");
                let command = json!({"type": "bank_buy", "cubes": cubes});
                (command, text, "Actions: trade with the bank")
            }
            Family::Settle { .. } => self.offer_settle(choice),
            Family::AllocateDefault => self.offer_default(seat),
            Family::AllocateFreely => self.offer_freely(seat),
            Family::RevealResource
            | Family::RevealCitizen(_)
            | Family::DrawCitizens
            | Family::Develop { .. }
            | Family::DevelopBlind
            | Family::Ready(_) => {
                let (text, rule) = self.describe(seat, family);
                (json!(single(family)), text, rule)
            }
        };
        let (rule, loose) = (rule.to_owned(), self.is_loose(choice));
        // Against the clock nobody is asked twice.
        Offer { command, text, rule, loose, is_final: false }
    }

    /// Describes a single command in words, with its rule.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the other families are not single commands"
    )]
    fn describe(&self, seat: Seat, family: Family) -> (String, &'static str) {
        match family {
            Family::RevealResource => {
                let card = self.player(seat).hidden_resource;
                let card = card.map(|card| self.card_text(card)).unwrap_or_default();
                (format!("Reveal {card}"), "Actions: reveal a face down card")
            }
            Family::RevealCitizen(card) => {
                let text = format!("Reveal {}", self.citizen_text(card));
                (text, "Actions: reveal a face down card")
            }
            Family::DrawCitizens => {
                let text = "Draw three citizens and keep at least one".to_owned();
                (text, "Actions: take citizen targets")
            }
            Family::Develop { slot, card } => {
                let price = self.tables().resources[card].price();
                let row = self.tables().resources[card];
                let text = format!(
                    "Buy {} of slot {} of the market for {price} coin ({} now, {} later)",
                    self.card_text(card),
                    slot + 1,
                    row.first,
                    row.later
                );
                (text, "Actions: Rapid Development")
            }
            Family::DevelopBlind => {
                let most = self.tables().dearest_blind;
                let text = format!("Buy the top resource card of the deck for 0 to {most} coin");
                (text, "Actions: Rapid Development")
            }
            Family::Ready(true) if self.options().untimed => {
                ("Be ready: play goes on when all are".to_owned(), "Round order")
            }
            Family::Ready(true) => {
                ("Be ready: the clock jumps when all are".to_owned(), "Round order")
            }
            _ => ("Stop being ready".to_owned(), "Round order"),
        }
    }

    fn offer_country(&self) -> Described {
        let name = |country| self.tables().countries[country].clone();
        let free = self.free_countries();
        let from = free.iter().map(|country| Item::new(country.as_str(), name(country)));
        let code = Placeholder::One { from: from.collect() }.to_value();
        let command = json!({"type": "country", "code": code});
        (command, "Take a country".to_owned(), "Setup")
    }

    fn citizen_items(&self, three: Option<[Citizen; DEALT]>, of: u8) -> Vec<Item> {
        let cards = three.into_iter().flatten().enumerate();
        let cards = cards.filter(|(at, _)| of & 1 << at != 0);
        cards.map(|(_, card)| Item::new(card.as_str(), self.citizen_text(card))).collect()
    }

    fn offer_choose(&self, seat: Seat, of: u8, hide: bool) -> Described {
        let own = self.player(seat);
        let items = self.citizen_items(own.dealt, of);
        let range = (self.fewest_kept(seat), items.len());
        let (keep, hidden, text) = keep_and_hide(items, range, hide);
        let reveal = match own.hidden_resource {
            Some(card) => {
                let text = format!("Reveal {}", self.card_text(card));
                let from = vec![Item::new(true, text), Item::new(false, "Keep it face down")];
                Placeholder::One { from }.to_value()
            }
            None => json!(false),
        };
        let mut command = json!({"type": "choose", "keep": keep, "reveal_resource": reveal});
        if let Some(hidden) = hidden {
            command["hidden"] = hidden;
        }
        (command, text, CHOOSE)
    }

    fn offer_keep(&self, seat: Seat, of: u8, hide: bool) -> Described {
        let items = self.citizen_items(self.player(seat).drawn, of);
        let range = (1, self.most_kept(seat));
        let (keep, hidden, text) = keep_and_hide(items, range, hide);
        let mut command = json!({"type": "choose_drawn", "keep": keep});
        if let Some(hidden) = hidden {
            command["hidden"] = hidden;
        }
        (command, text, "Actions: take citizen targets")
    }

    fn offer_create(&self, seat: Seat, giving: Giving) -> Described {
        let from: Vec<Item> =
            self.partners(seat).iter().map(|other| Item::new(other.0, self.name(other))).collect();
        let max = from.len();
        let to = Placeholder::Pick { from, min: 1, max }.to_value();
        let (give, want, what) = self.sides(seat, giving);
        let command = json!({"type": "offer_create", "to": to, "give": give, "want": want});
        (command, format!("Offer {what}"), TRADE)
    }

    fn offer_counter(&self, seat: Seat, giving: Giving) -> Described {
        let item = |trade: &Trade| {
            Item::new(trade.id, format!("offer {} of {}", trade.id, self.name(trade.from)))
        };
        let from = self.offers_to(seat).map(item).collect();
        let offer_id = Placeholder::One { from }.to_value();
        let (give, want, what) = self.sides(seat, giving);
        let command =
            json!({"type": "offer_counter", "offer_id": offer_id, "give": give, "want": want});
        (command, format!("Answer an offer with {what}"), TRADE)
    }

    /// Returns both sides of an offer as templates, and the giving side in words.
    fn sides(&self, seat: Seat, giving: Giving) -> (Value, Value, String) {
        let bounds = self.give_bounds(seat, giving);
        let want = bag(&self.want_bounds(giving));
        match giving {
            Giving::Only(good) => {
                let most = bounds.most[good];
                let count = Placeholder::Int { min: 1, max: i64::from(most) }.to_value();
                let text = format!("{good} (you have {most}) for something else");
                (json!({ good.as_str(): count }), want, text)
            }
            Giving::Mixed => (bag(&bounds), want, "several goods for others".to_owned()),
            Giving::Nothing => (json!({}), want, "nothing, and ask for something".to_owned()),
        }
    }

    /// Describes an open offer as an item of a list.
    fn trade_item(&self, trade: &Trade) -> Item {
        let terms = Self::terms(&trade.give, &trade.want);
        Item::new(trade.id, format!("{} gives {terms}", self.name(trade.from)))
    }

    fn offer_settle(&self, choice: Choice) -> Described {
        let Family::Settle { crisis, owed, in_coin } = choice.family else {
            return (Value::Null, String::new(), "Crisis cards");
        };
        let bounds = self.payment_bounds(choice.seat, &owed, in_coin);
        let (cubes, coin) = match (&owed, in_coin) {
            (Owed::CubesOrCoin { cubes, .. }, false) => (json!(cubes), json!(0)),
            (Owed::CubesOrCoin { coin, .. }, true) => (json!({}), json!(coin)),
            (_, false) => (bag(&bounds), json!(0)),
            (_, true) => {
                let coin = Placeholder::Int { min: 1, max: i64::from(bounds.total) };
                (json!({}), coin.to_value())
            }
        };
        let text = format!("Pay for {}: you owe {}", self.crisis_name(crisis), owed_text(&owed));
        let command =
            json!({"type": "settle_crisis", "crisis_id": crisis, "cubes": cubes, "coin": coin});
        (command, text, "Crisis cards")
    }

    fn offer_default(&self, seat: Seat) -> Described {
        let usual = self.default_allocation(seat);
        let hand = self.player(seat).citizens;
        let cards = hand
            .iter()
            .zip(usual.cubes)
            .map(|(id, cubes)| json!({"id": id, "cubes": cubes, "reward": self.reward(id)}));
        let met = hand.iter().zip(usual.cubes).filter(|(id, cubes)| self.needs(*id) == *cubes);
        let met = plural(met.count(), "citizen");
        let command = json!({"type": "allocate", "cards": cards.collect::<Vec<_>>()});
        (command, format!("Allocate as proposed: {met} met"), "Clean up")
    }

    fn offer_freely(&self, seat: Seat) -> Described {
        let own = self.player(seat);
        let card = |id| {
            let most = goods_of(&least(&self.needs(id), &own.cubes));
            let cubes = bag(&BagBounds { most, fewest: 0, total: most.total() });
            json!({"id": id, "cubes": cubes, "reward": self.reward(id)})
        };
        let cards: Vec<Value> = own.citizens.iter().map(card).collect();
        let text = format!("Allocate your cubes: {}", cubes_text(&own.cubes));
        (json!({"type": "allocate", "cards": cards}), text, "Clean up")
    }

    fn reward(&self, id: Citizen) -> Value {
        let coin = format!("{} coin", self.tables().citizen(id).coin);
        let from = vec![
            Item::new(json!(Reward::Happiness), "one happiness"),
            Item::new(json!(Reward::Coin), coin),
        ];
        Placeholder::One { from }.to_value()
    }
}

fn by_id(name: &str, from: Vec<Item>) -> Value {
    json!({"type": name, "offer_id": Placeholder::One { from }.to_value()})
}

/// Describes the kept citizens and the face-down one, as templates and in words.
fn keep_and_hide(
    items: Vec<Item>,
    (fewest, most): (usize, usize),
    hide: bool,
) -> (Value, Option<Value>, String) {
    let count = items.len();
    let (min, max) = if hide { (count, count) } else { (fewest, most.min(count)) };
    let (hidden, text) = if hide {
        let hidden = Placeholder::One { from: items.clone() }.to_value();
        let names: Vec<&str> = items.iter().map(|item| short(&item.text)).collect();
        (Some(hidden), format!("Keep {}, one face down", names.join(" and ")))
    } else if count == 0 {
        (None, "Reveal your resource card or not".to_owned())
    } else {
        (None, format!("Keep {min} to {max} citizens, all face up"))
    };
    (Placeholder::Pick { from: items, min, max }.to_value(), hidden, text)
}

/// Returns the name at the head of a citizen's text.
fn short(text: &str) -> &str {
    text.split_once(" (").map_or(text, |(name, _)| name)
}

fn bag(bounds: &BagBounds) -> Value {
    let most = |goods: &Goods| {
        goods.iter().map(|(good, n)| (good.as_str().to_owned(), u64::from(n))).collect()
    };
    Placeholder::Bag {
        max: most(&bounds.most),
        min_total: u64::from(bounds.fewest),
        max_total: u64::from(bounds.total),
    }
    .to_value()
}

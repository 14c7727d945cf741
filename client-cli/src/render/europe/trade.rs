//! The open trade offers: those that the viewer may accept, the viewer's own, and the others'.
//!
//! Here, apart from the table, because they change all the time and the viewer's part in them decides
//! their order. It must not know the cards.

use protocol::games::europe::{Public, TradeOffer};

use super::names::{CardNames, goods};
use crate::duration::as_clock;
use crate::render::page::{ASK, HEAD, PageBuilder};

/// Writes the offers in three lists, those to the viewer first.
pub(super) fn offers(
    public: &Public,
    seat: Option<u8>,
    now_ms: u64,
    names: CardNames<'_>,
    text: &mut PageBuilder,
) {
    let mine = |offer: &TradeOffer| Some(offer.from) == seat;
    let to_me = |offer: &TradeOffer| seat.is_some_and(|seat| offer.to.contains(&seat));
    let mut list = |style, head: &str, fits: &dyn Fn(&TradeOffer) -> bool| {
        let mut lines = public.offers.iter().filter(|offer| fits(offer)).peekable();
        if lines.peek().is_some() {
            text.styled(style, head);
        }
        for offer in lines {
            text.line(format!("  {}", line(offer, public, seat, now_ms, names)));
        }
    };
    list(ASK, "Offers to you:", &|offer| to_me(offer) && !mine(offer));
    list(HEAD, "Your offers:", &mine);
    let head = if seat.is_some() { "Offers among the others:" } else { "Offers:" };
    list(HEAD, head, &|offer| !to_me(offer) && !mine(offer));
    if public.offers.is_empty() {
        text.line("Offers: none");
    }
}

fn line(
    offer: &TradeOffer,
    public: &Public,
    seat: Option<u8>,
    now_ms: u64,
    names: CardNames<'_>,
) -> String {
    let name = |of: u8| {
        if Some(of) == seat { "you".to_owned() } else { names.seat(public, of) }
    };
    let everybody = offer.to.len() + 1 == public.players.len() && offer.to.len() > 1;
    let to = if everybody {
        "all".to_owned()
    } else {
        offer.to.iter().map(|to| name(*to)).collect::<Vec<_>>().join(", ")
    };
    let from = name(offer.from);
    let give = if from == "you" { "give" } else { "gives" };
    let left = offer.expires_ms.map(|at| format!("{} left", as_clock(at.saturating_sub(now_ms))));
    let counter = offer.counter_to.map(|id| format!("counter to #{id}"));
    let notes: Vec<String> = left.into_iter().chain(counter).collect();
    let notes = if notes.is_empty() { String::new() } else { format!("  ({})", notes.join(", ")) };
    format!(
        "#{} {from} to {to}: {give} {} -> wants {}{notes}",
        offer.id,
        goods(&offer.give),
        goods(&offer.want),
    )
}

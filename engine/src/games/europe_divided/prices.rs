//! Sums in words: what is paid and gained.

pub(super) fn money(amount: u8) -> String {
    if amount == 0 { "no money".to_owned() } else { amount.to_string() + " money" }
}

/// Words a price for offers.
pub(super) fn price(cost: u8) -> String {
    if cost == 0 { "free".to_owned() } else { money(cost) }
}

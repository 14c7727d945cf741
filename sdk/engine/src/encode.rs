//! From a whole command to the actions that choose it.

use engine::factored::{Chosen, CommandForm, CommandForms};
use serde_json::Value;

use crate::encoding::{Bits, Encoding, Walk};
use crate::template;

/// Returns the actions that choose a command among forms, without those that have no alternative; `None` if no
/// form admits it.
pub(crate) fn actions_of(
    encoding: &Encoding,
    forms: &CommandForms,
    command: &Value,
    listed: &[u32],
) -> Option<Vec<u16>> {
    let path = template::whole(encoding.families(), command, listed)
        .into_iter()
        .filter_map(|(family, slots)| {
            only_way(encoding, CommandForm { family, loose: false, slots: &slots })
        })
        .find(|(path, values)| {
            forms.iter().any(|form| {
                let walk = Walk::along(encoding, form, path);
                walk.is_some_and(|walk| walk.complete() == Some(values.as_slice()))
            })
        });
    let (path, _) = path?;
    let mut taken = Vec::new();
    for (at, action) in path.iter().enumerate() {
        let mut legal = Bits::default();
        legal.clear(encoding.actions());
        let ways = forms.iter().filter_map(|form| Walk::along(encoding, form, &path[..at]));
        ways.for_each(|walk| walk.each(&mut |action| legal.insert(action)));
        if at == 0 || at + 1 == path.len() || legal.only().is_none() {
            taken.push(*action);
        }
    }
    Some(taken)
}

/// Returns the way through a form that leaves nothing open, and its values.
fn only_way(encoding: &Encoding, form: CommandForm<'_>) -> Option<(Vec<u16>, Vec<Chosen>)> {
    let mut walk = Walk::new(encoding, form);
    let mut path = Vec::new();
    while walk.complete().is_none() {
        let mut next = None;
        let mut several = false;
        walk.each(&mut |action| {
            several |= next.is_some();
            next = Some(action);
        });
        let action = next.filter(|_| !several)?;
        walk.take(action);
        path.push(action);
    }
    Some((path, walk.complete()?.to_vec()))
}

//! Features of this server, as clients learn of them.

use protocol::Feature;
use protocol::notice::Way;

/// The features that every server of this version has.
const ALWAYS: [Feature; 10] = [
    Feature::Answers,
    Feature::Coach,
    Feature::Entropy,
    Feature::Filters,
    Feature::Hints,
    Feature::Lessons,
    Feature::Practice,
    Feature::Programs,
    Feature::Undo,
    Feature::View,
];

/// Returns the names of the features of a server that offers these ways of notices, in alphabetical
/// order.
pub(crate) fn features(ways: &[Way], push: bool) -> Vec<String> {
    let by_way = ways.iter().map(|way| match way {
        Way::Webhook => Feature::Webhooks,
        Way::Email => Feature::Mails,
    });
    let all = ALWAYS.into_iter().chain(by_way).chain(push.then_some(Feature::Push));
    let mut names: Vec<String> = all.map(Feature::as_str).collect();
    names.sort_unstable();
    names
}

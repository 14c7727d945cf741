//! Features of this server, as clients learn of them.

use protocol::notice::Way;
use protocol::{Feature, Open};

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

/// Returns the features of a server that offers these ways of notices, in the order of their names.
pub(crate) fn features(ways: &[Way], push: bool) -> Vec<Open<Feature>> {
    let by_way = ways.iter().map(|way| match way {
        Way::Webhook => Feature::Webhooks,
        Way::Email => Feature::Mails,
    });
    let all = ALWAYS.into_iter().chain(by_way).chain(push.then_some(Feature::Push));
    let mut all: Vec<Feature> = all.collect();
    all.sort_unstable_by_key(|feature| feature.as_str());
    all.into_iter().map(Open::Known).collect()
}

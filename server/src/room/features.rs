//! Features of this server, as clients learn of them.

use protocol::notice::Way;

use super::env::Env;
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

/// Returns the features of a server, in the order of their names.
pub(crate) fn features(env: &Env<'_>) -> Vec<Open<Feature>> {
    let by_way = env.notifier.ways().into_iter().map(|way| match way {
        Way::Webhook => Feature::Webhooks,
        Way::Email => Feature::Mails,
    });
    let all =
        ALWAYS.into_iter().chain(by_way).chain(env.notifier.push_key().map(|_| Feature::Push));
    let all = all.chain(env.settings.programs.then_some(Feature::Announcements));
    let mut all: Vec<Feature> = all.collect();
    all.sort_unstable_by_key(|feature| feature.as_str());
    all.into_iter().map(Open::Known).collect()
}

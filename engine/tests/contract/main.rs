//! The contract that every game keeps, on thousands of random matches.
//!
//! One macro, no special cases: a game adds one line. Every run prints its seed; set `ENTENTE_SEED`
//! to repeat one, `ENTENTE_MATCHES` for more or fewer.

mod altered;
mod endless;
mod forks;
mod laws;
mod undo;
mod wire;

mod balance_of_power;
mod europe;
mod europe_divided;

/// The contract of one game with one set of options.
#[macro_export]
macro_rules! contract {
    ($module:ident, $game:ty, $options:tt, $secrets:path, $declassified:path) => {
        mod $module {
            use serde_json::json;

            #[test]
            fn offers_are_what_is_accepted_and_matches_end() {
                $crate::laws::offers_and_endings::<$game>(&json!($options));
            }

            #[test]
            fn a_viewer_learns_nothing_hidden() {
                $crate::laws::non_interference::<$game>(&json!($options));
            }

            #[test]
            fn a_new_deal_rests_on_what_the_viewer_knows() {
                $crate::laws::new_deal::<$game>(&json!($options));
            }

            #[test]
            fn a_new_deal_for_nobody_is_seen_by_nobody() {
                $crate::laws::unseen_deal::<$game>(&json!($options));
            }

            #[test]
            fn a_fork_goes_on_with_chance_of_its_own() {
                $crate::forks::part(<$game as engine::Game>::ID, &json!($options));
            }

            #[test]
            fn no_hidden_id_is_in_a_viewers_bytes() {
                $crate::laws::hidden_ids::<$game>(&json!($options), $secrets, $declassified);
            }

            #[test]
            fn replay_equals_the_live_match() {
                $crate::wire::replay_equals_live(<$game as engine::Game>::ID, &json!($options));
            }

            #[test]
            fn a_question_behind_the_veil_is_the_one_before_for_all_others() {
                $crate::wire::questions_keep_the_veil(
                    <$game as engine::Game>::ID,
                    &json!($options),
                );
            }

            #[test]
            fn a_late_answer_learns_why_its_question_is_closed() {
                $crate::wire::late_answers_learn_why(<$game as engine::Game>::ID, &json!($options));
            }

            #[test]
            fn a_viewer_who_may_not_know_of_an_entry_is_shown_the_same() {
                $crate::wire::who_may_not_know_sees_the_same(
                    <$game as engine::Game>::ID,
                    &json!($options),
                );
            }

            #[test]
            fn an_undo_leads_back_to_what_was() {
                $crate::undo::leads_back(<$game as engine::Game>::ID, &json!($options));
            }

            #[test]
            fn what_is_freely_taken_back_taught_nobody_anything() {
                $crate::undo::teaches_nothing::<$game>(&json!($options), engine::Game::epoch);
            }

            #[test]
            fn wire_offers_admit_exactly_what_is_accepted() {
                $crate::wire::offers_on_the_wire(<$game as engine::Game>::ID, &json!($options));
            }
        }
    };
}

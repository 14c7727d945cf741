//! A route, and a router of routes.

use std::sync::Arc;

use axum::Router;
use axum::routing::MethodRouter;

use super::specification::operation::Operation;
use super::{Gateway, http};

/// A method at a path, under the base path.
pub(super) struct Route {
    /// The method, in lower case.
    pub(super) method: &'static str,
    /// The path, with its parameters in braces.
    pub(super) path: &'static str,
    /// Constructor of the handler.
    pub(super) handler: fn() -> MethodRouter<Arc<Gateway>>,
    /// Description for the specification.
    pub(super) operation: Operation,
}

/// Builds a router of these routes under this base path.
pub(super) fn mount(routes: &[Route], base: &str) -> Router<Arc<Gateway>> {
    let add = |router: Router<_>, route: &Route| {
        router.route(&format!("{base}{}", route.path), (route.handler)())
    };
    // Before any layer, so that layers see what no method takes: browsers ask with one of their own.
    routes.iter().fold(Router::new(), add).method_not_allowed_fallback(http::wrong_method)
}

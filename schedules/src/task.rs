//! Tasks that would have a thread of their own: here they are tasks like any other.

use shuttle_tokio::task::JoinHandle;

/// Runs `act` as a task, in one step.
pub fn spawn_blocking<R: Send + 'static>(
    act: impl FnOnce() -> R + Send + 'static,
) -> JoinHandle<R> {
    shuttle_tokio::spawn(async move { act() })
}

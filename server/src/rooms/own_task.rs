//! The mark of a room's own task, which must wait for no room: two would wait for each other, or one for itself.
//!
//! For assertions alone: elsewhere tasks are not marked, for the mark takes memory.

tokio::task_local! {
    /// Set in the task of a room.
    static OF_A_ROOM: ();
}

/// Begins the task of a room.
pub(super) fn spawn(life: impl Future<Output = ()> + Send + 'static) {
    if cfg!(debug_assertions) {
        tokio::spawn(OF_A_ROOM.scope((), life));
    } else {
        tokio::spawn(life);
    }
}

/// Panics in the task of a room, where there are assertions.
pub(super) fn assert_elsewhere() {
    debug_assert!(OF_A_ROOM.try_with(|()| ()).is_err(), "a room waits for no room");
}

//! Counts running tasks, so that a shutdown can wait for the last of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Notify;

/// Counts what is running.
#[derive(Clone, Debug, Default)]
pub struct Tracker(Arc<TaskCount>);

#[derive(Debug, Default)]
struct TaskCount {
    running: AtomicUsize,
    idle: Notify,
}

/// Guard of one running task; dropping it reports that the task ended.
#[derive(Debug)]
pub struct Running(Arc<TaskCount>);

impl Tracker {
    /// Counts one more running task.
    pub fn enter(&self) -> Running {
        self.0.running.fetch_add(1, Ordering::SeqCst);
        Running(self.0.clone())
    }

    /// Waits until nothing runs.
    pub async fn idle(&self) {
        loop {
            let notified = self.0.idle.notified();
            if self.0.running.load(Ordering::SeqCst) == 0 {
                return;
            }
            notified.await;
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.0.running.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.0.idle.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn idle_comes_after_the_last_task() {
        let tracker = Tracker::default();
        tracker.idle().await;
        let (first, second) = (tracker.enter(), tracker.enter());
        let waiting = tokio::spawn({
            let tracker = tracker.clone();
            async move { tracker.idle().await }
        });
        tokio::task::yield_now().await;
        drop(first);
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(second);
        waiting.await.unwrap();
    }
}

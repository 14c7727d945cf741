//! Capture of the server's log at its most talkative, by the thread that runs it.

use std::cell::{Cell, RefCell};
use std::io;
use std::sync::Once;

use tracing_subscriber::Layer;
use tracing_subscriber::filter::dynamic_filter_fn;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;

thread_local! {
    static CAPTURING: Cell<bool> = const { Cell::new(false) };
    static CAPTURED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Captures everything that this thread logs, until it is dropped.
#[derive(Debug)]
pub(super) struct Capture(());

impl Capture {
    /// Starts to capture.
    pub(super) fn start() -> Self {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let layer = tracing_subscriber::fmt::layer()
                .without_time()
                .with_ansi(false)
                .with_writer(ThisThread)
                .with_filter(dynamic_filter_fn(|_, _| CAPTURING.get()));
            // If another subscriber is set already, nothing is captured, and the figures show it.
            let all = tracing_subscriber::registry().with(layer);
            let _ = tracing::subscriber::set_global_default(all);
        });
        CAPTURING.set(true);
        Self(())
    }
}

impl Drop for Capture {
    fn drop(&mut self) {
        CAPTURING.set(false);
        take();
    }
}

/// Takes what this thread logged since the last time.
pub(super) fn take() -> String {
    let bytes = CAPTURED.take();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[derive(Debug)]
struct ThisThread;

impl io::Write for ThisThread {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        CAPTURED.with_borrow_mut(|captured| captured.extend_from_slice(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for ThisThread {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        Self
    }
}

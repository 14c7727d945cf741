//! What the server logs at its most talkative, overheard by the thread that runs it.

use std::cell::{Cell, RefCell};
use std::io;
use std::sync::Once;

use tracing_subscriber::Layer;
use tracing_subscriber::filter::dynamic_filter_fn;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;

thread_local! {
    static LISTENING: Cell<bool> = const { Cell::new(false) };
    static HEARD: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Listens to everything that this thread logs, until it is dropped.
#[derive(Debug)]
pub(super) struct Overheard(());

impl Overheard {
    /// Begins to listen.
    pub(super) fn listen() -> Self {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let layer = tracing_subscriber::fmt::layer()
                .without_time()
                .with_ansi(false)
                .with_writer(ThisThread)
                .with_filter(dynamic_filter_fn(|_, _| LISTENING.get()));
            // Whoever has set another subscriber hears nothing here, and the figures say so.
            let all = tracing_subscriber::registry().with(layer);
            let _ = tracing::subscriber::set_global_default(all);
        });
        LISTENING.set(true);
        Self(())
    }
}

impl Drop for Overheard {
    fn drop(&mut self) {
        LISTENING.set(false);
        take();
    }
}

/// What this thread logged since the last time.
pub(super) fn take() -> String {
    let bytes = HEARD.take();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[derive(Debug)]
struct ThisThread;

impl io::Write for ThisThread {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        HEARD.with_borrow_mut(|heard| heard.extend_from_slice(bytes));
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

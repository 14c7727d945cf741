//! Typed lines, read apart from everything else.
//!
//! A thread of its own reads standard input, because such a read cannot be called off: it must hold
//! up neither the network nor the end of the program. It must not know what a line means.

use std::io::{BufRead, Read};
use std::thread;

use tokio::sync::mpsc;

/// Number of lines that may wait to be read.
const QUEUE: usize = 16;

/// The longest line that is taken, in bytes; the rest of it is read as further lines.
const MAX_LINE_BYTES: u64 = 16 * 1024;

/// Reads the lines of standard input; the channel ends with the input.
pub(crate) fn lines() -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel(QUEUE);
    thread::spawn(move || pass_on(&mut std::io::stdin().lock(), &sender));
    receiver
}

fn pass_on(input: &mut impl BufRead, sender: &mpsc::Sender<String>) {
    loop {
        let mut bytes = Vec::new();
        match input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes) {
            // The end of the input, or a terminal that is gone.
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned();
        if sender.blocking_send(line).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_one_by_one_until_the_input_ends() {
        let (sender, mut receiver) = mpsc::channel(QUEUE);
        let long = "x".repeat(MAX_LINE_BYTES as usize + 1);
        let text = format!("1\r\n\nb\u{f6}\n{long}");
        pass_on(&mut text.as_bytes(), &sender);
        drop(sender);
        let mut lines = Vec::new();
        while let Some(line) = receiver.blocking_recv() {
            lines.push(line);
        }
        assert_eq!(lines[..3], ["1", "", "b\u{f6}"]);
        assert_eq!(lines[3].len() + lines[4].len(), long.len());
    }
}

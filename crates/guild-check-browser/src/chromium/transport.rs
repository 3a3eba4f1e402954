//! Messages over a pair of pipes: JSON, each ended by a NUL.

use std::io::{self, BufRead, BufReader, Read, Write};

/// A longer message is not kept: a picture of a very long page has some 30 MB.
const LONGEST_BYTES: usize = 128 << 20;

/// Sends messages.
pub(super) trait Outgoing: Send {
    /// Sends one message whole.
    fn send(&mut self, message: &str) -> io::Result<()>;
}

/// Receives messages.
pub(super) trait Incoming: Send {
    /// Gives the next message; none when there will be no more.
    fn next(&mut self) -> io::Result<Option<Message>>;
}

/// What was received.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// A whole message.
    Whole(Vec<u8>),
    /// The beginning of one that was too long to keep.
    TooLong(Vec<u8>),
}

/// The end of a pipe that messages go into.
pub(super) struct PipeOut<W>(pub(super) W);

impl<W: Write + Send> Outgoing for PipeOut<W> {
    fn send(&mut self, message: &str) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(message.len() + 1);
        bytes.extend_from_slice(message.as_bytes());
        bytes.push(0);
        self.0.write_all(&bytes)?;
        self.0.flush()
    }
}

/// The end of a pipe that messages come out of.
pub(super) struct PipeIn<R> {
    reader: BufReader<R>,
    longest_bytes: usize,
}

impl<R: Read> PipeIn<R> {
    pub(super) fn new(reader: R) -> Self {
        Self {
            reader: BufReader::with_capacity(1 << 16, reader),
            longest_bytes: LONGEST_BYTES,
        }
    }
}

impl<R: Read + Send> Incoming for PipeIn<R> {
    fn next(&mut self) -> io::Result<Option<Message>> {
        let mut message = Vec::new();
        let limit = u64::try_from(self.longest_bytes).unwrap_or(u64::MAX);
        (&mut self.reader).take(limit).read_until(0, &mut message)?;
        match message.last() {
            None => Ok(None),
            Some(0) => {
                message.pop();
                Ok(Some(Message::Whole(message)))
            }
            // The pipe was closed in the middle of a message.
            Some(_) if message.len() < self.longest_bytes => Ok(None),
            Some(_) => {
                self.skip()?;
                message.truncate(256);
                Ok(Some(Message::TooLong(message)))
            }
        }
    }
}

impl<R: Read> PipeIn<R> {
    /// Reads to the end of the message and forgets it.
    fn skip(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.reader.fill_buf()?;
            let length = bytes.len();
            match bytes.iter().position(|byte| *byte == 0) {
                Some(at) => {
                    self.reader.consume(at + 1);
                    return Ok(());
                }
                None if length == 0 => return Ok(()),
                None => self.reader.consume(length),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(bytes: &[u8], longest_bytes: usize) -> Vec<Message> {
        let mut pipe = PipeIn::new(bytes);
        pipe.longest_bytes = longest_bytes;
        std::iter::from_fn(|| pipe.next().unwrap()).collect()
    }

    #[test]
    fn messages_end_with_a_nul_and_a_half_one_is_none() {
        let whole = |text: &str| Message::Whole(text.as_bytes().to_vec());
        assert_eq!(messages(b"{}\0[]\0{\"a", 100), [whole("{}"), whole("[]")]);
        assert_eq!(messages(b"", 100), []);
    }

    #[test]
    fn a_message_over_the_limit_is_skipped_and_the_next_one_is_read() {
        let read = messages(b"{\"id\":7,\"x\":\"aaaaaaaaaaaaaaaaaaaaaa\"}\0[]\0", 10);
        assert_eq!(
            read,
            [
                Message::TooLong(b"{\"id\":7,\"x".to_vec()),
                Message::Whole(b"[]".to_vec())
            ]
        );
    }
}

//! A connection's bytes: whether any move is noticed, and a reader who takes none is left.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

use crate::connections::Connection;

/// Whoever takes nothing of an answer for this long is taken to have gone.
const WRITE_TIME: Duration = Duration::from_secs(10);

/// A stream that notices when bytes move, and fails when a reader takes none.
pub(crate) struct MonitoredStream<S> {
    stream: S,
    connection: Arc<Connection>,
    /// Runs while the other side takes nothing.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl<S> MonitoredStream<S> {
    pub(crate) fn new(stream: S, connection: Arc<Connection>) -> Self {
        MonitoredStream {
            stream,
            connection,
            stalled: None,
        }
    }

    fn written(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.connection.touch();
            self.stalled = None;
            return written;
        }
        let stalled = self
            .stalled
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(WRITE_TIME)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for MonitoredStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, into);
        if read.is_ready() {
            self.connection.touch();
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for MonitoredStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.written(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;
    use crate::connections::Connections;

    #[tokio::test(start_paused = true)]
    async fn a_reader_who_takes_nothing_is_left_and_a_slow_one_is_not() {
        let place = Arc::new(Connections::new()).enter([127, 0, 0, 1].into());
        let (near, mut far) = tokio::io::duplex(8);
        let mut line = MonitoredStream::new(near, place.connection.clone());
        let reading = tokio::spawn(async move {
            for _ in 0..3 {
                tokio::time::sleep(WRITE_TIME * 9 / 10).await;
                far.read_exact(&mut [0; 8]).await.unwrap();
            }
            far
        });
        line.write_all(&[7; 32]).await.unwrap();
        let far = reading.await.unwrap();
        let failed = line.write_all(&[7; 32]).await.unwrap_err();
        assert_eq!(failed.kind(), io::ErrorKind::TimedOut);
        drop(far);
    }
}

//! Making what was written safe against a loss of power, beside the game.
//!
//! Owns the thread that waits for the disk, so that no key does: a disk may take a hundred milliseconds. It writes nothing itself.
//! `journal` wants it whenever the player is waited for, and hears of a failure the next time.

use std::fs::File;
use std::io;
use std::sync::mpsc::{self, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

/// What makes a file safe.
#[derive(Default)]
pub(super) struct Syncer {
    thread: Option<(SyncSender<()>, JoinHandle<()>)>,
    failed: Arc<Mutex<Option<io::Error>>>,
}

impl Syncer {
    /// What has been written to the file until now is made safe soon.
    ///
    /// # Errors
    /// The first failure since this was asked last.
    pub fn want(&mut self, file: &File) -> io::Result<()> {
        self.failure()?;
        let (wanted, _) = match &mut self.thread {
            Some(thread) => thread,
            none => none.insert(begin(file.try_clone()?, Arc::clone(&self.failed))?),
        };
        match wanted.try_send(()) {
            // One that has not begun yet makes this safe, too.
            Ok(()) | Err(TrySendError::Full(())) => Ok(()),
            Err(TrySendError::Disconnected(())) => file.sync_data(),
        }
    }

    /// Waits until all that was wanted is done.
    ///
    /// # Errors
    /// The first failure since this was asked last.
    pub fn finish(&mut self) -> io::Result<()> {
        if let Some((wanted, thread)) = self.thread.take() {
            drop(wanted);
            // It has no way to panic that would leave something undone and untold.
            let _ = thread.join();
        }
        self.failure()
    }

    fn failure(&self) -> io::Result<()> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

/// The lock on a file lasts as long as the thread has a share of it.
impl Drop for Syncer {
    fn drop(&mut self) {
        let _ = self.finish();
    }
}

fn begin(file: File, failed: Arc<Mutex<Option<io::Error>>>) -> io::Result<(SyncSender<()>, JoinHandle<()>)> {
    let (sender, wanted) = mpsc::sync_channel(1);
    let thread = Builder::new().name("journal".to_owned()).spawn(move || {
        for () in wanted {
            if let Err(error) = file.sync_data() {
                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            }
        }
    })?;
    Ok((sender, thread))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_made_safe_as_often_as_is_wanted() {
        let file = tempfile::tempfile().unwrap();
        let mut syncer = Syncer::default();
        for _ in 0..100 {
            syncer.want(&file).unwrap();
        }
        syncer.finish().unwrap();
        syncer.want(&file).unwrap();
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_cannot_be_made_safe_is_told_of_once() {
        let file = File::options().write(true).open("/dev/null").unwrap();
        let mut syncer = Syncer::default();
        syncer.want(&file).unwrap();
        assert_eq!(syncer.finish().unwrap_err().kind(), io::ErrorKind::InvalidInput);
        syncer.finish().unwrap();
    }
}

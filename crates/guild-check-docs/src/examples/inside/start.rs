//! What a helper and its supervisor say to each other until the helper has become the program.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};

/// What a supervisor heard.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// Why the helper did not become the program; nothing if it did.
    pub(super) why: String,
    /// The calls that the program leaves to the supervisor.
    pub(super) calls: Option<OwnedFd>,
}

/// Hands over the calls that the program is going to leave to the supervisor.
pub(super) fn hand_over(supervisor: &UnixStream, calls: &OwnedFd) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    let calls = [calls.as_fd()];
    control.push(SendAncillaryMessage::ScmRights(&calls));
    // A descriptor goes with a byte, or not at all (unix(7)).
    sendmsg(
        supervisor,
        &[IoSlice::new(&[0])],
        &mut control,
        SendFlags::empty(),
    )?;
    Ok(())
}

/// Listens until the helper is the program, or has given up.
pub(super) fn hear(helper: &UnixStream) -> io::Result<Heard> {
    let mut heard = Heard::default();
    let mut buffer = [0; 4096];
    loop {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let mut into = [IoSliceMut::new(&mut buffer)];
        let count = recvmsg(helper, &mut into, &mut control, RecvFlags::CMSG_CLOEXEC)?.bytes;
        for message in control.drain() {
            if let RecvAncillaryMessage::ScmRights(descriptors) = message {
                heard.calls = descriptors.last();
            }
        }
        if count == 0 {
            return Ok(heard);
        }
        let words = String::from_utf8_lossy(&buffer[..count]);
        heard.why.push_str(words.trim_start_matches('\0'));
    }
}

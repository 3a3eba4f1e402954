//! The sockets of an example that has no network of its own: they reach this machine and no other.
//!
//! Landlock knows the ports that may be connected to and no hosts, and a seccomp filter sees no address. So each call
//! of `socket` waits for the supervisor (seccomp_unotify(2)), which makes the socket, binds it to the loopback
//! (`SO_BINDTODEVICE`, socket(7)) and puts it into the example. What is asked for stands in registers: no memory of the
//! example is read, and nothing can change between look and use. On the machine itself the relay holds the documented
//! ports of every address, so that nobody else stands behind them.

use std::io;
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::thread;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use seccompy::seccomp_bpf::filter::{Filter, FilterArgs};
use seccompy::{
    AddDescriptorError, AddDescriptorOptions, FilterAction, FilterWithListenerFlags,
    add_descriptor_to_target, fail_syscall, receive_notification, send_response,
    set_filter_with_listener,
};
use socket2::{Domain, Protocol, Socket, Type};

use super::relay::LOOPBACK;

/// Lets each call of `socket` from now on wait for whoever serves what this gives.
pub(super) fn intercept() -> Result<OwnedFd, String> {
    let socket = u32::try_from(libc::SYS_socket).map_err(|error| error.to_string())?;
    let mut filter = Filter::new(FilterArgs {
        default_action: FilterAction::Allow,
        ..FilterArgs::default()
    });
    filter.add_syscall_group(&[socket], FilterAction::UserNotif);
    let program = filter.compile().map_err(|error| error.to_string())?;
    set_filter_with_listener(FilterWithListenerFlags::default(), &program)
        .map_err(|error| error.to_string())
}

/// Makes sockets for an example until it has ended with all that it started.
pub(super) fn serve(calls: OwnedFd) {
    thread::spawn(move || {
        while is_asked(&calls) {
            answer(&calls);
        }
    });
}

fn is_asked(calls: &OwnedFd) -> bool {
    let mut waiting = [PollFd::new(calls, PollFlags::IN)];
    loop {
        match poll(&mut waiting, None) {
            Err(Errno::INTR) => {}
            Err(_) => return false,
            Ok(_) => return waiting[0].revents().contains(PollFlags::IN),
        }
    }
}

fn answer(calls: &OwnedFd) {
    let calls = calls.as_raw_fd();
    // Whoever asked may be dead already.
    let Ok(call) = receive_notification(calls) else {
        return;
    };
    let error = match make(call.data.args[0], call.data.args[1]) {
        Ok((socket, options)) => {
            match add_descriptor_to_target(calls, &call, socket.as_raw_fd(), options) {
                Ok(_) | Err(AddDescriptorError::Interrupted) => return,
                Err(_) => libc::EMFILE,
            }
        }
        Err(error) => error.raw_os_error().unwrap_or(libc::EACCES),
    };
    let error = u16::try_from(error).unwrap_or_default();
    let _ = send_response(calls, fail_syscall(call, error));
}

/// Makes a socket of the two first arguments of socket(2); the filter has refused what is not TCP.
fn make(domain: u64, kind: u64) -> io::Result<(Socket, AddDescriptorOptions)> {
    // They are of 32 bits; what stands above is not looked at.
    let is = |value: u64, other: i32| value & 0xffff_ffff == u64::from(other.unsigned_abs());
    let has = |flag: i32| kind & u64::from(flag.unsigned_abs()) != 0;
    let domain = match is(domain, libc::AF_INET6) {
        true => Domain::IPV6,
        false => Domain::IPV4,
    };
    let socket = Socket::new(domain, Type::STREAM, Some(Protocol::TCP))?;
    socket.bind_device(Some(LOOPBACK))?;
    socket.set_nonblocking(has(libc::SOCK_NONBLOCK))?;
    let options = AddDescriptorOptions {
        add_and_respond: true,
        set_descriptor_close_on_exec: has(libc::SOCK_CLOEXEC),
        ..AddDescriptorOptions::default()
    };
    Ok((socket, options))
}

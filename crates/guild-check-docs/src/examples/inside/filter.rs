//! The system calls that no example has any business with, refused by seccomp.

use std::collections::BTreeMap;

use seccompiler::SeccompCmpOp::{Eq, MaskedEq, Ne};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter, sock_filter,
};

use super::confine::World;

type Error = seccompiler::BackendError;
type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Other processes, mounts, namespaces, the kernel itself, and ways around a filter.
const NEVER: [i64; 48] = [
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_mount_setattr,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_open_by_handle_at,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_fanotify_init,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_vhangup,
];

/// What is shared among the processes of a machine, beside files.
const SHARED: [i64; 11] = [
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_semget,
    libc::SYS_semctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
];

/// What changes a file by its name without opening it, which Landlock lets pass. The numbers are those of every
/// architecture: `fchmodat2`, `setxattrat`, `removexattrat`, `file_setattr`.
const BY_NAME: [i64; 10] = [
    libc::SYS_fchmodat,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    452,
    463,
    466,
    469,
];

/// The older names for the same.
#[cfg(target_arch = "x86_64")]
const BY_NAME_OF_OLD: [i64; 6] = [
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const BY_NAME_OF_OLD: [i64; 0] = [];

/// Tells whether the calls of this kind of processor are known.
pub(super) fn is_known() -> Result<(), String> {
    architecture().map(drop)
}

/// Refuses the calls from now on.
pub(super) fn apply(world: &World) -> Result<(), String> {
    let rules = rules(world).map_err(|error| error.to_string())?;
    let refused = program(rules, libc::EPERM)?;
    // Its words lie in memory, where a filter cannot look: the C library then goes back to `clone`.
    let clone3 = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    for program in [program(clone3, libc::ENOSYS)?, refused] {
        apply_filter(&program).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn architecture() -> Result<TargetArch, String> {
    let name = std::env::consts::ARCH;
    TargetArch::try_from(name).map_err(|_| format!("the system calls of {name} are not known"))
}

fn program(rules: Rules, error: i32) -> Result<BpfProgram, String> {
    let refuse = SeccompAction::Errno(error.unsigned_abs());
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, architecture()?);
    let program: Result<BpfProgram, Error> = filter.and_then(TryInto::try_into);
    let program = program.map_err(|error| error.to_string())?;
    Ok([without_x32(), program].concat())
}

/// Refuses the second names that x86-64 has for every call: numbers from 2^30 on (`__X32_SYSCALL_BIT`).
fn without_x32() -> BpfProgram {
    if !cfg!(target_arch = "x86_64") {
        return Vec::new();
    }
    let step = |code, jf, k| sock_filter { code, jt: 0, jf, k };
    vec![
        // Load the number; if it is as large, go on, else skip one; refuse.
        step(0x20, 0, 0),
        step(0x35, 1, 0x4000_0000),
        step(0x06, 0, 0x0005_0000 | libc::ENOSYS.unsigned_abs()),
    ]
}

fn rules(world: &World) -> Result<Rules, Error> {
    let mut rules: Rules = NEVER.iter().map(|call| (*call, Vec::new())).collect();
    let new_user = libc::CLONE_NEWUSER.unsigned_abs().into();
    rules.insert(
        libc::SYS_clone,
        vec![rule(0, MaskedEq(new_user), new_user)?],
    );
    let World::Machine { has_own_user, .. } = world else {
        return Ok(rules);
    };
    rules.extend(SHARED.iter().map(|call| (*call, Vec::new())));
    rules.extend(sockets()?);
    rules.insert(libc::SYS_prlimit64, vec![rule(0, Ne, 0)?]);
    if !has_own_user {
        let by_name = BY_NAME.iter().chain(&BY_NAME_OF_OLD);
        rules.extend(by_name.map(|call| (*call, Vec::new())));
        // Without a name it is about a file that is open.
        let name = SeccompCondition::new(1, SeccompCmpArgLen::Qword, Ne, 0)?;
        rules.insert(libc::SYS_utimensat, vec![SeccompRule::new(vec![name])?]);
    }
    Ok(rules)
}

/// Leaves TCP, whose ports Landlock looks after, on the loopback, to which [`super::sockets`] binds it: as a socket of
/// any other kind, or by sending before connecting, an example would get past it. A pair of connected sockets goes
/// nowhere.
fn sockets() -> Result<Rules, Error> {
    let number = |number: i32| u64::from(number.unsigned_abs());
    let mut socket = vec![SeccompRule::new(vec![
        condition(0, Ne, number(libc::AF_INET))?,
        condition(0, Ne, number(libc::AF_INET6))?,
    ])?];
    let kinds = (0..16).filter(|kind| *kind != libc::SOCK_STREAM);
    for kind in kinds {
        socket.push(rule(1, MaskedEq(0xf), number(kind))?);
    }
    socket.push(SeccompRule::new(vec![
        condition(2, Ne, 0)?,
        condition(2, Ne, number(libc::IPPROTO_TCP))?,
    ])?);
    let fast_open = number(libc::MSG_FASTOPEN);
    let sends = |flags| rule(flags, MaskedEq(fast_open), fast_open);
    let sets = |option| {
        SeccompRule::new(vec![
            condition(1, Eq, number(libc::SOL_SOCKET))?,
            condition(2, Eq, number(option))?,
        ])
    };
    let unbinds = vec![sets(libc::SO_BINDTODEVICE)?, sets(libc::SO_BINDTOIFINDEX)?];
    Ok(BTreeMap::from([
        (libc::SYS_socket, socket),
        (libc::SYS_setsockopt, unbinds),
        (libc::SYS_sendto, vec![sends(3)?]),
        (libc::SYS_sendmsg, vec![sends(2)?]),
        (libc::SYS_sendmmsg, vec![sends(3)?]),
    ]))
}

fn rule(argument: u8, compared: SeccompCmpOp, value: u64) -> Result<SeccompRule, Error> {
    SeccompRule::new(vec![condition(argument, compared, value)?])
}

fn condition(argument: u8, compared: SeccompCmpOp, value: u64) -> Result<SeccompCondition, Error> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, compared, value)
}

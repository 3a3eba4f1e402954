//! The binary `guild`. All of it is in the library.

/// A check makes and drops many small things: the system's own allocator takes a tenth of its time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    guild::run()
}

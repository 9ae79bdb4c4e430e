//! Starts the game, and nothing else: what is asked for on the command line is parsed and done in `cli`.

mod cli;

/// A key press makes and drops some thousand small things, a fight many more: the system's own allocator took a fifth of that time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::run()
}

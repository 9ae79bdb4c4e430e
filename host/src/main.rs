//! Starts the game, and nothing else: what is asked for on the command line is parsed and done in `cli`.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}

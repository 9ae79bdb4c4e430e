//! Starts the game, and nothing else.
use dungeon_mind::{content::Overrides, lab, loading::Game, log::FightLog, clock::Visits};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let game = match Game::load(&[], false) { Ok(game) => game, Err(e) => { eprintln!("{e}"); std::process::exit(2) } };
    eprintln!("{}", game.warnings);
    let seed = args.get(2).map_or(1, |s| s.parse().unwrap());
    let setup = match game.fight(&args[1], seed, &Overrides::default()) { Ok(game) => game, Err(e) => { eprintln!("{e}"); std::process::exit(2) } };
    let visits = if args.get(3).is_some_and(|a| a == "every") { Visits::Every } else { Visits::Due };
    if args.get(3).is_some_and(|a| a == "time") {
        let n = 2000; let t = std::time::Instant::now();
        for s in 0..n { let mut st = setup.clone(); st.seed = s; lab::fight::run(&st, Visits::Due).unwrap(); }
        println!("{} fights/s", n as f64 / t.elapsed().as_secs_f64()); return;
    }
    let log = FightLog::to_memory();
    let out = log.with(|| lab::fight::run(&setup, visits)).unwrap();
    println!("{}", String::from_utf8(log.finish().unwrap()).unwrap());
    eprintln!("{out:?}");
}

//! What no catch can hold, done at a function and a call of the test's choosing.
//!
//! `DEADLY="<function> <deed> <after>"` in the environment, with `-` for a blank in the function's name: in the call of that
//! function that comes after so many, and in none before. Without it the module is as harmless as any.

use std::hint::black_box;
use std::process;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

struct Plan {
    function: String,
    deed: String,
    left: AtomicU32,
}

static PLAN: LazyLock<Option<Plan>> = LazyLock::new(|| {
    let told = std::env::var("DEADLY").ok()?;
    let mut words = told.split(' ').map(str::to_owned);
    let (function, deed) = (words.next()?.replace('-', " "), words.next()?);
    let left = words.next().and_then(|after| after.parse().ok()).unwrap_or(0);
    Some(Plan { function, deed, left: AtomicU32::new(left) })
});

/// Called in every function with its name.
pub fn at(function: &str) {
    let Some(plan) = PLAN.as_ref().filter(|plan| plan.function == function) else { return };
    let counted = plan.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
    if counted.is_ok() {
        return;
    }
    match plan.deed.as_str() {
        "abort" => process::abort(),
        "exit" => process::exit(0),
        "overflow" => drop(black_box(deeper(1))),
        "write" => write_where_nothing_is(),
        "loop" => loop {
            std::hint::spin_loop();
        },
        deed => panic!("DEADLY names no deed: {deed}"),
    }
}

/// Uses up the stack: a frame of a kilobyte for each step of the way, of which there are more than any stack has room for.
fn deeper(way: u64) -> u64 {
    let frame = black_box([way; 128]);
    if frame[5] == u64::MAX { 0 } else { deeper(way + 1) + frame[7] }
}

fn write_where_nothing_is() {
    // The first page of no process is mapped; the address is no null, which the compiler would catch.
    let nowhere = black_box(std::ptr::without_provenance_mut::<u8>(8));
    // SAFETY: none. This is the mistake that the test is about.
    unsafe { nowhere.write_volatile(1) }
}

#[cfg(target_os = "linux")]
mod start {
    extern "C" fn started() {
        super::at("its start");
    }

    // What the system's loader runs while it opens a library.
    #[used]
    #[unsafe(link_section = ".init_array")]
    static STARTED: extern "C" fn() = started;
}

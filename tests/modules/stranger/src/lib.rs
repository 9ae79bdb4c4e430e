//! A library that is no module: it lacks the macro.

/// Something to export.
#[unsafe(no_mangle)]
pub extern "C" fn stranger_answers() -> u32 {
    42
}

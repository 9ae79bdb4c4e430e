//! A log as it is written, in lines that people read: for a fight that is shown while its pack is worked on.
//!
//! Owns which lines and keys are shown. It must never hold a fight up: whoever does not read is left.

use dungeon_mind::log::KEYS;
use serde_json::{Map, Value};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Events that say nothing to who looks on.
const LEFT_OUT: &[&str] = &["leaving", "intent", "learned", "reaction_queued"];
/// Keys that are shown, in the order of [`KEYS`].
const SHOWN: &[&str] = &[
    "actor",
    "action",
    "target",
    "ticks",
    "by",
    "rank",
    "kind",
    "module",
    "word",
    "chance_permille",
    "degree",
    "rung",
    "reason",
    "outcome",
    "to",
];

/// Where a log goes that is read as it is written.
pub struct Tale<W> {
    out: W,
    /// A line that has not come to its end.
    rest: Vec<u8>,
}

impl<W: Write> Tale<W> {
    /// Into this.
    pub const fn new(out: W) -> Self {
        Self { out, rest: Vec::new() }
    }
}

impl<W: Write> Write for Tale<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        let mut told = String::new();
        while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            tell(&line, &mut told);
        }
        // Who has gone away (`| head`) has read enough.
        match self.out.write_all(told.as_bytes()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
            _ => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn tell(line: &[u8], told: &mut String) {
    let Ok(record) = serde_json::from_slice::<Map<String, Value>>(line) else { return };
    let (Some(tick), Some(Value::String(event))) = (record.get("tick"), record.get("event")) else { return };
    if LEFT_OUT.contains(&event.as_str()) {
        return;
    }
    if event == "fight" {
        let _ = writeln!(told, "== seed {}, {}", plain(record.get("seed")), plain(record.get("ruleset")));
        return;
    }
    let _ = write!(told, "{:>6} {:<16}", plain(Some(tick)), event.replace('_', " "));
    for key in KEYS.iter().filter(|key| SHOWN.contains(key)) {
        // Why a rank was chosen names every word of every rank above it: the log has that.
        let is_long = event == "chose" && *key == "reason";
        if let Some(value) = record.get(*key).filter(|_| !is_long) {
            let _ = match *key {
                "actor" | "action" => write!(told, " {}", plain(Some(value))),
                key => write!(told, " {key}={}", plain(Some(value))),
            };
        }
    }
    told.push('\n');
}

fn plain(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::Tale;
    use std::io::Write;

    #[test]
    fn whole_lines_are_told_as_they_come() {
        let mut tale = Tale::new(Vec::new());
        let log = concat!(
            "{\"tick\":0,\"event\":\"fight\",\"seed\":3,\"ruleset\":\"core/dungeon-mind\"}\n",
            "{\"tick\":1,\"event\":\"leaving\",\"actor\":\"gob\"}\n",
            "{\"tick\":12,\"event\":\"prep_began\",\"actor\":\"you\",\"action\":\"sea/cut\",\"ticks\":10,\"target\":\"gob\"}\n",
            "{\"tick\":13,\"event\":\"fini",
        );
        tale.write_all(log.as_bytes()).unwrap();
        let told = "== seed 3, core/dungeon-mind\n    12 prep began       you sea/cut ticks=10 target=gob\n";
        assert_eq!(String::from_utf8_lossy(&tale.out), told);
        tale.write_all(b"shed\",\"actor\":\"you\"}\n").unwrap();
        assert!(String::from_utf8_lossy(&tale.out).ends_with("    13 finished         you\n"));
    }
}

//! How values look as JSON: text escaped, integers bare, cells as `[x,y,z]`.
//!
//! Owns the only JSON that the host writes by hand. It never allocates, and writes nothing that a
//! JSON parser would refuse; there are no floats to write (rules know integers only). The layer
//! calls it for `tick` and `event`, a line for all that follows.

use std::fmt;

/// What a field can hold where its kind is not fixed by its key: `target` may be an actor or a
/// cell, a module's own event may carry texts and integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    Text(&'a str),
    Integer(i64),
    /// An integer that may need all 64 bits, such as a seed.
    Count(u64),
    Truth(bool),
    /// x, y, z in feet.
    Cell([i32; 3]),
}

/// One module or pack, as the first line of a log names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    pub id: &'a str,
    pub version: &'a str,
    /// The hash of its content, as text.
    pub hash: &'a str,
}

/// What can stand behind a key.
pub trait Json {
    /// Writes itself as JSON; fails only where `out` does.
    fn write_json(&self, out: &mut impl fmt::Write) -> fmt::Result;
}

impl Json for &str {
    /// In quotes. JSON asks for an escape of quotes, backslashes and the control characters
    /// below a space; everything else goes through as UTF-8.
    #[inline]
    fn write_json(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str("\"")?;
        // Nearly every text of a log is an id, so the common case is one scan and one copy.
        if needs_escape(self.as_bytes()) {
            write_escaped(out, self)?;
        } else {
            out.write_str(self)?;
        }
        out.write_str("\"")
    }
}

macro_rules! json_integers {
    ($($integer:ty),*) => {
        $(impl Json for $integer {
            #[inline]
            fn write_json(&self, out: &mut impl fmt::Write) -> fmt::Result {
                out.write_str(itoa::Buffer::new().format(*self))
            }
        })*
    };
}

json_integers!(i32, i64, u64);

impl Json for [i32; 3] {
    fn write_json(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let [x, y, z] = self;
        out.write_str("[")?;
        x.write_json(out)?;
        out.write_str(",")?;
        y.write_json(out)?;
        out.write_str(",")?;
        z.write_json(out)?;
        out.write_str("]")
    }
}

impl Json for Value<'_> {
    #[inline]
    fn write_json(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Value::Text(text) => text.write_json(out),
            Value::Integer(integer) => integer.write_json(out),
            Value::Count(count) => count.write_json(out),
            Value::Truth(truth) => out.write_str(if *truth { "true" } else { "false" }),
            Value::Cell(cell) => cell.write_json(out),
        }
    }
}

/// Texts in their order.
impl Json for &[&str] {
    fn write_json(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str("[")?;
        for (index, text) in self.iter().enumerate() {
            out.write_str(if index == 0 { "" } else { "," })?;
            text.write_json(out)?;
        }
        out.write_str("]")
    }
}

/// Modules or packs: a list of objects, in the order in which they were loaded.
impl Json for &[Part<'_>] {
    fn write_json(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str("[")?;
        for (index, part) in self.iter().enumerate() {
            out.write_str(if index == 0 { "{\"id\":" } else { ",{\"id\":" })?;
            part.id.write_json(out)?;
            write_member(out, "version", &part.version)?;
            write_member(out, "hash", &part.hash)?;
            out.write_str("}")?;
        }
        out.write_str("]")
    }
}

/// Writes a comma, `"key":` and the value.
pub fn write_member(out: &mut impl fmt::Write, key: &str, value: &impl Json) -> fmt::Result {
    out.write_str(",")?;
    key.write_json(out)?;
    out.write_str(":")?;
    value.write_json(out)
}

impl<'a> From<&'a str> for Value<'a> {
    #[inline]
    fn from(text: &'a str) -> Self {
        Value::Text(text)
    }
}

impl<'a> From<&'a String> for Value<'a> {
    #[inline]
    fn from(text: &'a String) -> Self {
        Value::Text(text)
    }
}

macro_rules! value_from {
    ($($source:ty => $variant:ident),* $(,)?) => {
        $(impl From<$source> for Value<'_> {
            #[inline]
            fn from(source: $source) -> Self {
                Value::$variant(source.into())
            }
        })*
    };
}

value_from! {
    i16 => Integer, i32 => Integer, i64 => Integer,
    u8 => Count, u16 => Count, u32 => Count, u64 => Count,
    bool => Truth, [i32; 3] => Cell,
}

#[inline]
fn is_escaped(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

/// True if any byte is one that JSON writes with an escape. Eight bytes at a time, the last eight
/// overlapping with those before: byte by byte, this was a quarter of the cost of a line.
#[inline]
fn needs_escape(bytes: &[u8]) -> bool {
    let Some(last) = bytes.last_chunk() else {
        return bytes.iter().copied().any(is_escaped);
    };
    let (chunks, _) = bytes.as_chunks();
    chunks.iter().any(has_escaped) || has_escaped(last)
}

/// The same for eight bytes: subtracting borrows into the top bit of each byte that is smaller
/// than what is subtracted. A borrow may reach into the next byte, but only from one that is
/// escaped itself, so the answer for all eight is exact.
#[inline]
fn has_escaped(bytes: &[u8; 8]) -> bool {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let word = u64::from_ne_bytes(*bytes);
    let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word;
    let is_equal = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    let found = below(word, u64::from(b' ')) | is_equal(b'"') | is_equal(b'\\');
    found & (ONES * 0x80) != 0
}

#[cold]
fn write_escaped(out: &mut impl fmt::Write, text: &str) -> fmt::Result {
    // What needs no escape is written run by run; all that needs one is ASCII, so no run ends within a character.
    let mut from = 0;
    for (place, byte) in text.bytes().enumerate().filter(|(_, byte)| is_escaped(*byte)) {
        out.write_str(text.get(from..place).unwrap_or_default())?;
        from = place + 1;
        match byte {
            b'"' => out.write_str("\\\"")?,
            b'\\' => out.write_str("\\\\")?,
            b'\n' => out.write_str("\\n")?,
            b'\r' => out.write_str("\\r")?,
            b'\t' => out.write_str("\\t")?,
            control => write!(out, "\\u{control:04x}")?,
        }
    }
    out.write_str(text.get(from..).unwrap_or_default())
}

/// Gathers small pieces on the stack and hands them on together: a line is some forty pieces, and
/// each would cost a call through the formatter's table.
pub struct Gathered<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    bytes: [u8; GATHERED_BYTES],
    length: usize,
}

/// Nearly every line but the first fits.
const GATHERED_BYTES: usize = 256;

impl<'a, 'b> Gathered<'a, 'b> {
    #[inline]
    pub fn new(out: &'a mut fmt::Formatter<'b>) -> Self {
        Self { out, bytes: [0; GATHERED_BYTES], length: 0 }
    }

    /// Hands on what is gathered; without it the last pieces are lost.
    #[inline]
    pub fn hand_over(&mut self) -> fmt::Result {
        let gathered = self.bytes.get(..self.length).unwrap_or_default();
        // Only whole texts are gathered, so this is always text.
        let text = std::str::from_utf8(gathered).map_err(|_| fmt::Error)?;
        self.length = 0;
        self.out.write_str(text)
    }

    #[cold]
    fn write_beyond(&mut self, text: &str) -> fmt::Result {
        self.hand_over()?;
        self.out.write_str(text)
    }
}

impl fmt::Write for Gathered<'_, '_> {
    // Always: most pieces are literals, and a copy of known length is a few moves instead of a
    // call; it took 190 of 2,100 instructions from a line of ten fields.
    #[inline(always)]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        if let Some(room) = self.bytes.get_mut(self.length..end) {
            room.copy_from_slice(text.as_bytes());
            self.length = end;
            Ok(())
        } else {
            self.write_beyond(text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{GATHERED_BYTES, Gathered, Json, Part, Value, is_escaped, needs_escape};
    use expect_test::{Expect, expect};
    use std::fmt::{self, Write as _};

    fn written(value: &impl Json) -> String {
        let mut written = String::new();
        assert_eq!(value.write_json(&mut written), Ok(()));
        written
    }

    fn check<'a>(value: impl Into<Value<'a>>, expected: Expect) {
        let written = written(&value.into());
        expected.assert_eq(&written);
        assert!(serde_json::from_str::<serde_json::Value>(&written).is_ok());
    }

    #[test]
    fn values_are_json() {
        check("hero", expect![[r#""hero""#]]);
        check("", expect![[r#""""#]]);
        check(-7_i64, expect!["-7"]);
        check(i64::MIN, expect!["-9223372036854775808"]);
        check(u64::MAX, expect!["18446744073709551615"]);
        check(true, expect!["true"]);
        check([2, -1, 0], expect!["[2,-1,0]"]);
    }

    #[test]
    fn texts_are_escaped_where_json_asks_for_it() {
        check("say \"no\" \\ go", expect![[r#""say \"no\" \\ go""#]]);
        check("a\nb\tc\rd\u{1}e\u{1b}[0m", expect![[r#""a\nb\tc\rd\u0001e\u001b[0m""#]]);
        check("Ungeheuer: Ökü 龍 🐉", expect![[r#""Ungeheuer: Ökü 龍 🐉""#]]);
    }

    #[test]
    fn every_character_comes_back_as_it_went_in() {
        let all: String = ('\0'..='\u{2fff}').collect();
        let read = serde_json::from_str::<String>(&written(&all.as_str()));
        assert_eq!(read.ok(), Some(all));
    }

    #[test]
    fn the_scan_by_eights_sees_what_the_scan_by_bytes_sees() {
        for byte in 0..=u8::MAX {
            for neighbour in [0x20, 0x21, 0x23, 0x5b, 0x5d, 0x7f, 0x80, 0xff] {
                for place in 0..20 {
                    let mut bytes = [neighbour; 20];
                    bytes[place] = byte;
                    for end in place + 1..=bytes.len() {
                        let found = needs_escape(&bytes[..end]);
                        assert_eq!(found, is_escaped(byte), "{byte} at {place} of {end}");
                    }
                }
            }
        }
    }

    #[test]
    fn parts_keep_their_order() {
        let part = |id| Part { id, version: "0.1.0", hash: "00ff" };
        let written = written(&[part("core"), part("a\"b")].as_slice());
        expect![[r#"[{"id":"core","version":"0.1.0","hash":"00ff"},{"id":"a\"b","version":"0.1.0","hash":"00ff"}]"#]]
            .assert_eq(&written);
    }

    /// Writes its pieces gathered.
    struct Pieces(Vec<String>);

    impl fmt::Display for Pieces {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let mut out = Gathered::new(f);
            self.0.iter().try_for_each(|piece| out.write_str(piece))?;
            out.hand_over()
        }
    }

    #[test]
    fn what_is_gathered_comes_out_whole_and_in_order() {
        for length in [0, 1, 7, GATHERED_BYTES - 1, GATHERED_BYTES, GATHERED_BYTES + 1, 3000] {
            let piece = |name: char| std::iter::repeat_n(name, length).collect::<String>();
            let pieces: Vec<String> = ('a'..='z').chain(['\u{e4}']).map(piece).collect();
            assert_eq!(Pieces(pieces.clone()).to_string(), pieces.concat(), "{length}");
        }
    }
}

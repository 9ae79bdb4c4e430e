//! Texts and characters: quotes, escapes, raw texts.
//!
//! Owns the part of the grammar that stands between quotes. A wrong escape is a slip one can read on from; a quote that
//! never closes is not. Called by the parser alone.

use super::{Kind, Parsed, Parser, Span};

/// What may follow a backslash.
const ESCAPES: &str = r#"\" \' \\ \n \t \x41 \u{1F409}, and no control character"#;

impl Parser<'_> {
    /// A text between double quotes.
    pub(super) fn text(&mut self) -> Parsed<String> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let Some(sign) = self.peek() else {
                return self.unclosed(start, "\"");
            };
            match sign {
                '"' => {
                    self.at += 1;
                    return Ok(text);
                }
                '\\' => text.extend(self.escape()),
                _ => {
                    text.push(sign);
                    self.at += sign.len_utf8();
                }
            }
        }
    }

    /// `r"..."` and `r#"..."#`: no escapes, so that a pattern can be written as it is.
    pub(super) fn raw_text(&mut self) -> Parsed<Kind> {
        let start = self.at;
        self.at += 1;
        let mut close = String::from("\"");
        while self.take('#') {
            close.push('#');
        }
        if !self.take('"') {
            let found = self.seen();
            return self.lost(&found, "`\"` of a raw text");
        }
        let rest = self.rest();
        match rest.find(&close) {
            Some(end) => {
                self.at += end + close.len();
                Ok(Kind::Text(rest.get(..end).unwrap_or("").to_owned()))
            }
            None => self.unclosed(start, &close),
        }
    }

    /// One character between single quotes.
    pub(super) fn character(&mut self) -> Parsed<Kind> {
        let start = self.at;
        self.at += 1;
        let sign = match self.peek() {
            None | Some('\n') => return self.unclosed(start, "'"),
            Some('\\') => self.escape(),
            Some(sign) => {
                self.at += sign.len_utf8();
                Some(sign)
            }
        };
        if !self.take('\'') {
            let found = self.seen();
            return self.lost(&found, "`'` after one character; longer texts stand in double quotes");
        }
        // A wrong escape is noted already, and any character will do to read on.
        Ok(Kind::Char(sign.unwrap_or('\u{fffd}')))
    }

    fn unclosed<T>(&mut self, start: usize, close: &str) -> Parsed<T> {
        self.slip(Span::new(start, start + 1), "a quote that never closes", &format!("`{close}` at its end"));
        Err(super::Lost)
    }

    /// The character behind a backslash; none when it is noted as wrong.
    fn escape(&mut self) -> Option<char> {
        let start = self.at;
        self.at += 1;
        let sign = self.peek()?;
        self.at += sign.len_utf8();
        let meant = match sign {
            '"' | '\'' | '\\' => Some(sign),
            'n' => Some('\n'),
            't' => Some('\t'),
            'x' => self.code(2),
            'u' if self.take('{') => self.code(6).filter(|_| self.take('}')),
            _ => None,
        };
        let meant = meant.filter(|meant| !crate::plain_text::is_order(*meant));
        if meant.is_none() {
            let found = self.text.get(start..self.at).unwrap_or("\\").to_owned();
            self.slip(Span::new(start, self.at), &format!("the escape `{found}`"), ESCAPES);
        }
        meant
    }

    /// Up to `most` hexadecimal digits as a character; `\x` wants exactly its two.
    fn code(&mut self, most: usize) -> Option<char> {
        let digits: String = self.rest().chars().take(most).take_while(char::is_ascii_hexdigit).collect();
        self.at += digits.len();
        if most == 2 && digits.len() != 2 {
            return None;
        }
        u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)
    }
}

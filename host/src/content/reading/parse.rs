//! RON text in, a tree of values with their places out.
//!
//! Owns the grammar: what a comment, a word, a number, a text and a bracket look like. It accepts a subset of RON (no
//! floats, no byte strings, no number suffixes, no extension attributes), never more, and a test holds it against the `ron` crate. It must
//! never know a schema, and it must never recurse deeper than the limit it is given. `Source` calls it.

use super::Span;

/// One value and where it stands.
#[derive(Debug)]
pub(super) struct Node {
    /// Number of the value in the file, in the order of reading: a child's number is above its parent's.
    pub id: u32,
    pub span: Span,
    pub kind: Kind,
}

/// A name with its place: the name of a struct, a variant or a field.
#[derive(Debug)]
pub(super) struct Name {
    pub text: String,
    pub span: Span,
}

/// What a value is, as far as the text alone can tell.
#[derive(Debug)]
pub(super) enum Kind {
    Bool(bool),
    /// Wide enough for every integer type that content uses.
    Integer(i128),
    Char(char),
    Text(String),
    /// A bare name: a variant or a struct without fields.
    Word(String),
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
    /// `(a, b)` and `Name(a, b)`; `()` is the empty one without a name.
    Tuple(Option<Name>, Vec<Node>),
    /// `(a: 1)` and `Name(a: 1)`.
    Record(Option<Name>, Vec<(Name, Node)>),
}

/// Something the grammar does not allow.
#[derive(Debug)]
pub(super) struct Slip {
    pub span: Span,
    pub found: String,
    pub allowed: String,
}

/// Bounds on the tree, so that a hostile file costs neither the stack nor the memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub depth: u32,
    pub values: u32,
    pub slips: u32,
}

/// What became of a text.
#[derive(Debug)]
pub(super) struct Tree {
    /// None when the text is broken beyond reading on.
    pub root: Option<Node>,
    /// Every slip that was met.
    pub slips: Vec<Slip>,
    /// Numbers of the values that hold a slip themselves: what the tree says of them is made up.
    pub broken: Vec<u32>,
}

/// The tree of `text`, as far as it can be read.
pub(super) fn parse(text: &str, bounds: Bounds) -> Tree {
    let mut parser = Parser { text, at: 0, depth: 0, values: 0, bounds, slips: Vec::new(), broken: Vec::new() };
    let root = parser.file().ok();
    Tree { root, slips: parser.slips, broken: parser.broken }
}

/// The slip is in the parser's list and reading cannot go on.
struct Lost;

type Parsed<T> = Result<T, Lost>;

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: u32,
    values: u32,
    bounds: Bounds,
    slips: Vec<Slip>,
    broken: Vec<u32>,
}

impl<'t> Parser<'t> {
    fn file(&mut self) -> Parsed<Node> {
        self.blank()?;
        if self.peek().is_none() {
            return self.lost("an empty file", "one value, as `Name(field: value)`");
        }
        let root = self.value()?;
        self.blank()?;
        if self.peek().is_some() {
            // What stands before is whole, so its own problems are still worth saying.
            let found = self.seen();
            self.slip(Span::new(self.at, self.at + 1), &found, "the end of the file, since its one value is complete");
        }
        Ok(root)
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.at += wanted.len_utf8();
        }
        is_next
    }

    /// Notes a slip, if there is room for one more.
    fn slip(&mut self, span: Span, found: &str, allowed: &str) {
        if self.is_full() {
            return;
        }
        self.slips.push(Slip { span, found: found.to_owned(), allowed: allowed.to_owned() });
    }

    fn is_full(&self) -> bool {
        u32::try_from(self.slips.len()).is_ok_and(|slips| slips >= self.bounds.slips)
    }

    fn lost<T>(&mut self, found: &str, allowed: &str) -> Parsed<T> {
        self.slip(Span::new(self.at, self.at + 1), found, allowed);
        Err(Lost)
    }

    /// What the reader of a message sees at this place.
    fn seen(&self) -> String {
        let word = self.word_here();
        match self.peek() {
            None => "the end of the file".to_owned(),
            Some(_) if !word.is_empty() => format!("`{word}`"),
            Some(sign) => format!("`{}`", sign.escape_debug()),
        }
    }

    /// The letters, digits and underscores that start here.
    fn word_here(&self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        rest.get(..end).unwrap_or("")
    }

    /// Skips blanks and comments.
    fn blank(&mut self) -> Parsed<()> {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.block_comment()?;
            } else {
                return Ok(());
            }
        }
    }

    /// Block comments nest, as they do in Rust.
    fn block_comment(&mut self) -> Parsed<()> {
        let start = self.at;
        let mut open = 0_u32;
        loop {
            let rest = self.rest();
            if rest.starts_with("/*") {
                open += 1;
                self.at += 2;
            } else if rest.starts_with("*/") {
                open -= 1;
                self.at += 2;
                if open == 0 {
                    return Ok(());
                }
            } else if let Some(sign) = rest.chars().next() {
                self.at += sign.len_utf8();
            } else {
                self.slip(Span::new(start, start + 2), "a comment that never ends", "`*/` where the comment ends");
                return Err(Lost);
            }
        }
    }

    fn value(&mut self) -> Parsed<Node> {
        if self.is_full() {
            return Err(Lost);
        }
        let start = self.at;
        let id = self.values;
        self.values += 1;
        if self.values > self.bounds.values {
            let allowed = format!("at most {} values in one file; split it", self.bounds.values);
            return self.lost("one value too many", &allowed);
        }
        let slips_before = self.slips.len();
        let kind = self.kind()?;
        let is_single = matches!(kind, Kind::Integer(_) | Kind::Char(_) | Kind::Text(_));
        if is_single && self.slips.len() > slips_before {
            self.broken.push(id);
        }
        Ok(Node { id, span: Span::new(start, self.at), kind })
    }

    fn kind(&mut self) -> Parsed<Kind> {
        match self.peek() {
            Some('(') => self.parens(None),
            Some('[') => self.nested(Self::list),
            Some('{') => self.nested(Self::map),
            Some('"') => self.text().map(Kind::Text),
            Some('\'') => self.character(),
            Some('0'..='9' | '+' | '-') => self.number(),
            Some('r') if self.rest().starts_with("r\"") || self.rest().starts_with("r#") => self.raw_text(),
            Some(sign) if sign == '_' || sign.is_alphabetic() => self.word(),
            _ => {
                let found = self.seen();
                self.lost(&found, "a value: a number, \"text\", 'c', true, false, a name, `(`, `[` or `{`")
            }
        }
    }

    /// Runs `inside` one level deeper, if the limit has room for it.
    fn nested(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<Kind>) -> Parsed<Kind> {
        if self.depth >= self.bounds.depth {
            let found = format!("{} brackets inside one another", u64::from(self.depth) + 1);
            let allowed = format!("at most {}", self.bounds.depth);
            return self.lost(&found, &allowed);
        }
        self.depth += 1;
        let kind = inside(self);
        self.depth -= 1;
        kind
    }

    fn word(&mut self) -> Parsed<Kind> {
        let name = self.name()?;
        match name.text.as_str() {
            "true" => return Ok(Kind::Bool(true)),
            "false" => return Ok(Kind::Bool(false)),
            _ => {}
        }
        let end = self.at;
        self.blank()?;
        if self.peek() == Some('(') {
            return self.parens(Some(name));
        }
        // Blanks after a bare name belong to nobody.
        self.at = end;
        Ok(Kind::Word(name.text))
    }

    fn name(&mut self) -> Parsed<Name> {
        let start = self.at;
        let text = self.word_here();
        if text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit()) {
            let found = self.seen();
            return self.lost(&found, "a name");
        }
        self.at += text.len();
        Ok(Name { text: text.to_owned(), span: Span::new(start, self.at) })
    }

    fn list(&mut self) -> Parsed<Kind> {
        let mut items = Vec::new();
        self.sequence('[', ']', |parser| {
            items.push(parser.value()?);
            Ok(())
        })?;
        Ok(Kind::List(items))
    }

    fn map(&mut self) -> Parsed<Kind> {
        let mut entries = Vec::new();
        self.sequence('{', '}', |parser| {
            let key = parser.value()?;
            parser.colon()?;
            entries.push((key, parser.value()?));
            Ok(())
        })?;
        Ok(Kind::Map(entries))
    }

    fn parens(&mut self, name: Option<Name>) -> Parsed<Kind> {
        self.nested(|parser| {
            if parser.is_record()? {
                let mut fields = Vec::new();
                parser.sequence('(', ')', |parser| {
                    let field = parser.name()?;
                    parser.colon()?;
                    fields.push((field, parser.value()?));
                    Ok(())
                })?;
                return Ok(Kind::Record(name, fields));
            }
            let mut items = Vec::new();
            parser.sequence('(', ')', |parser| {
                items.push(parser.value()?);
                Ok(())
            })?;
            Ok(Kind::Tuple(name, items))
        })
    }

    /// Whether the parenthesis that opens here holds `name: value` pairs. Looks ahead and stays where it is.
    fn is_record(&mut self) -> Parsed<bool> {
        let start = self.at;
        self.take('(');
        self.blank()?;
        let word = self.word_here();
        self.at += word.len();
        self.blank()?;
        let is_record = !word.is_empty() && self.peek() == Some(':');
        self.at = start;
        Ok(is_record)
    }

    fn colon(&mut self) -> Parsed<()> {
        self.blank()?;
        if !self.take(':') {
            let found = self.seen();
            return self.lost(&found, "`:` and the value");
        }
        self.blank()
    }

    /// `open`, elements with commas between them and perhaps after the last, `close`.
    fn sequence(&mut self, open: char, close: char, mut element: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        let start = self.at;
        self.take(open);
        self.blank()?;
        while !self.take(close) {
            if self.peek().is_none() {
                self.slip(
                    Span::new(start, start + 1),
                    &format!("`{open}` that never closes"),
                    &format!("`{close}` at its end"),
                );
                return Err(Lost);
            }
            element(self)?;
            let end = self.at;
            self.blank()?;
            if self.take(',') {
                self.blank()?;
            } else if self.peek().is_some() && self.peek() != Some(close) {
                self.missing_comma(end, close)?;
            }
        }
        Ok(())
    }

    /// A comma that was forgotten before a name or a value is a slip one can read on from; anything else is not.
    fn missing_comma(&mut self, end: usize, close: char) -> Parsed<()> {
        let found = self.seen();
        let allowed = format!("`,` or `{close}`");
        let can_go_on = self.peek().is_some_and(|c| c.is_alphanumeric() || "_\"'([{+-".contains(c)) && self.at > end;
        if !can_go_on {
            return self.lost(&found, &allowed);
        }
        self.slip(Span::new(self.at, self.at + 1), &found, &allowed);
        Ok(())
    }

    /// Decimal, `0x`, `0o` and `0b`, with a sign and with underscores between the digits.
    fn number(&mut self) -> Parsed<Kind> {
        let start = self.at;
        let is_negative = self.peek() == Some('-');
        if is_negative || self.peek() == Some('+') {
            self.at += 1;
        }
        let word = self.word_here();
        self.at += word.len();
        if self.rest().starts_with('.') {
            self.at += 1;
            self.at += self.word_here().len();
        }
        let span = Span::new(start, self.at);
        let whole = self.text.get(start..self.at).unwrap_or("");
        match digits(word) {
            Some(value) if whole.ends_with(word) && !whole.contains('.') => {
                Ok(Kind::Integer(if is_negative { -value } else { value }))
            }
            _ => {
                // The file can be read on with any number in this place.
                self.slip(span, &format!("`{whole}`"), "a whole number (decimal, 0x, 0o or 0b) that fits 64 bits");
                Ok(Kind::Integer(0))
            }
        }
    }
}

/// The value of a number without its sign, if it is one that 64 bits could hold.
fn digits(word: &str) -> Option<i128> {
    let (radix, digits) = match word.get(..2) {
        Some("0x") => (16, word.get(2..)?),
        Some("0o") => (8, word.get(2..)?),
        Some("0b") => (2, word.get(2..)?),
        _ => (10, word),
    };
    if digits.starts_with('_') {
        return None;
    }
    let plain: String = digits.chars().filter(|&c| c != '_').collect();
    u64::from_str_radix(&plain, radix).ok().map(i128::from)
}

mod text;

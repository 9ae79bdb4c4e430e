//! Which kinds of RON value each serde type takes.
//!
//! Owns the options of the format: `implicit_some` (a value where an option is wanted is `Some`), `unwrap_newtypes` (a
//! newtype is written as what it wraps), whole numbers only. Called by serde's generated code.

use serde::de::{Deserializer, Visitor};

use super::super::parse::{Kind, Node};
use super::super::span::{Placed, SPANNED};
use super::access::{Entries, Variant};
use super::{Fail, Feed};

/// The variant of an enum that is written as a struct without a name.
const NAMELESS: &str = "(..)";

/// Gives the stand-in when this value is marked.
macro_rules! unless_marked {
    ($feed:ident, $call:ident($($argument:expr),*)) => {
        if $feed.is_marked() {
            return $feed.give_stand_in(|stand_in| stand_in.$call($($argument),*));
        }
    };
}

macro_rules! integers {
    ($($call:ident $visit:ident $type:ty),*) => {$(
        fn $call<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
            unless_marked!(self, $call(visitor));
            let value = match self.node.kind {
                Kind::Integer(value) => <$type>::try_from(value).ok(),
                _ => None,
            };
            match value {
                Some(value) => visitor.$visit(value).map_err(|fail: Fail| fail.at(self)),
                None => Err(self.wrong(&format!("a whole number from {} to {}", <$type>::MIN, <$type>::MAX))),
            }
        }
    )*};
}

impl<'t> Feed<'t> {
    fn wrong(self, allowed: &str) -> Fail {
        Fail::wrong(self.node, allowed)
    }

    /// Notes a name that is not the type's own. Reading goes on, since the rest can be right.
    fn check_name(self, name: &'static str) {
        if let Kind::Tuple(Some(written), _) | Kind::Record(Some(written), _) = &self.node.kind
            && written.text != name
        {
            self.run.note_name(self.node, written, name);
        }
    }

    /// Notes every key that stands in a map twice.
    fn check_keys(self, entries: &[(Node, Node)]) {
        let mut seen = std::collections::BTreeSet::new();
        for (key, _) in entries {
            let text = super::super::tree::describe(key);
            let is_plain =
                matches!(key.kind, Kind::Text(_) | Kind::Char(_) | Kind::Integer(_) | Kind::Word(_) | Kind::Bool(_));
            if is_plain && !seen.insert(text.clone()) {
                self.run.note_value(key.id, key.span, format!("{text} as a key again"), "each key once".to_owned(), None);
            }
        }
    }
}

impl<'de> Deserializer<'de> for Feed<'_> {
    type Error = Fail;

    integers!(
        deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16, deserialize_i32 visit_i32 i32,
        deserialize_i64 visit_i64 i64, deserialize_i128 visit_i128 i128,
        deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16, deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64, deserialize_u128 visit_u128 u128
    );

    /// A type that takes what comes: a table whose columns only its module knows.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        unless_marked!(self, deserialize_any(visitor));
        let result = match &self.node.kind {
            Kind::Bool(value) => visitor.visit_bool(*value),
            Kind::Integer(value) => match (i64::try_from(*value), u64::try_from(*value)) {
                (Ok(value), _) => visitor.visit_i64(value),
                (_, Ok(value)) => visitor.visit_u64(value),
                _ => visitor.visit_i128(*value),
            },
            Kind::Char(value) => visitor.visit_char(*value),
            Kind::Text(value) => visitor.visit_str(value),
            Kind::Word(word) if word == "None" => visitor.visit_none(),
            Kind::Word(word) => visitor.visit_str(word),
            Kind::List(items) => return self.give_items(items, visitor),
            Kind::Tuple(_, items) if items.is_empty() => visitor.visit_unit(),
            Kind::Tuple(Some(name), items) if name.text == "Some" && items.len() == 1 => {
                return self.deserialize_option(visitor);
            }
            Kind::Tuple(_, items) => return self.give_items(items, visitor),
            Kind::Map(_) => return self.deserialize_map(visitor),
            Kind::Record(_, fields) => {
                visitor.visit_map(super::access::Columns { feed: self, fields: fields.iter(), value: None })
            }
        };
        result.map_err(|fail: Fail| fail.at(self))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        unless_marked!(self, deserialize_bool(visitor));
        match self.node.kind {
            Kind::Bool(value) => visitor.visit_bool(value).map_err(|fail: Fail| fail.at(self)),
            _ => Err(self.wrong("true or false")),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        self.deserialize_f64(visitor)
    }

    /// Content has no fractions, so no schema should ask; one that does is told at its first file.
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        unless_marked!(self, deserialize_f64(visitor));
        Err(self.wrong("nothing: content has no fractions, and this schema asks for one"))
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        unless_marked!(self, deserialize_char(visitor));
        match self.node.kind {
            Kind::Char(value) => visitor.visit_char(value).map_err(|fail: Fail| fail.at(self)),
            _ => Err(self.wrong("one character in single quotes")),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        unless_marked!(self, deserialize_str(visitor));
        match &self.node.kind {
            Kind::Text(value) => visitor.visit_str(value).map_err(|fail: Fail| fail.at(self)),
            _ => Err(self.wrong("a text in double quotes")),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        unless_marked!(self, deserialize_option(visitor));
        let result = match &self.node.kind {
            Kind::Word(word) if word == "None" => visitor.visit_none(),
            Kind::Tuple(Some(name), items) if name.text == "Some" => match items.as_slice() {
                [item] => visitor.visit_some(self.part(item)),
                _ => Err(self.wrong("`Some(value)`, the value alone, or `None`")),
            },
            _ => visitor.visit_some(self),
        };
        result.map_err(|fail: Fail| fail.at(self))
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        unless_marked!(self, deserialize_unit(visitor));
        match &self.node.kind {
            Kind::Tuple(None, items) if items.is_empty() => visitor.visit_unit().map_err(|fail: Fail| fail.at(self)),
            _ => Err(self.wrong("`()`")),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Fail> {
        unless_marked!(self, deserialize_unit_struct(name, visitor));
        match &self.node.kind {
            Kind::Word(word) if word == name => visitor.visit_unit().map_err(|fail: Fail| fail.at(self)),
            Kind::Tuple(None, items) if items.is_empty() => visitor.visit_unit().map_err(|fail: Fail| fail.at(self)),
            _ => Err(self.wrong(&format!("`{name}` or `()`"))),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Fail> {
        unless_marked!(self, deserialize_newtype_struct(name, visitor));
        let result = if name == SPANNED {
            visitor.visit_seq(Placed { inner: self, span: self.node.span, given: 0 })
        } else {
            visitor.visit_newtype_struct(self)
        };
        result.map_err(|fail: Fail| fail.at(self))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        unless_marked!(self, deserialize_seq(visitor));
        match &self.node.kind {
            Kind::List(items) => self.give_items(items, visitor),
            _ => Err(self.wrong("a list `[..]`")),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Fail> {
        unless_marked!(self, deserialize_tuple(len, visitor));
        match &self.node.kind {
            Kind::Tuple(None, items) if items.len() == len => self.give_items(items, visitor),
            _ => Err(self.wrong(&format!("`(..)` with {len} values"))),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Fail> {
        unless_marked!(self, deserialize_tuple_struct(name, len, visitor));
        self.check_name(name);
        match &self.node.kind {
            Kind::Tuple(_, items) if items.len() <= len => self.give_items(items, visitor),
            _ => Err(self.wrong(&format!("`{name}(..)` with {len} values"))),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        unless_marked!(self, deserialize_map(visitor));
        match &self.node.kind {
            Kind::Map(entries) => {
                self.check_keys(entries);
                let access = Entries { feed: self, entries: entries.iter(), value: None };
                visitor.visit_map(access).map_err(|fail: Fail| fail.at(self))
            }
            _ => Err(self.wrong("a map `{key: value}`")),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fail> {
        unless_marked!(self, deserialize_struct(name, fields, visitor));
        self.check_name(name);
        match &self.node.kind {
            Kind::Record(_, written) => self.give_fields(name, written, fields, visitor),
            Kind::Tuple(_, items) if items.is_empty() => self.give_fields(name, &[], fields, visitor),
            _ => Err(self.wrong(&format!("a struct `{name}(field: value)`"))),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fail> {
        unless_marked!(self, deserialize_enum(name, variants, visitor));
        let word = match &self.node.kind {
            Kind::Word(word) => word,
            Kind::Tuple(Some(word), _) | Kind::Record(Some(word), _) => &word.text,
            // A variant of this name is one that has none in the text: `(prep: 24, exec: 20)` beside `Ground`.
            Kind::Record(None, _) if variants.contains(&NAMELESS) => NAMELESS,
            _ => return Err(self.wrong(&super::listed(variants))),
        };
        visitor.visit_enum(Variant { feed: self, name: word }).map_err(|fail: Fail| fail.at(self))
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        unless_marked!(self, deserialize_identifier(visitor));
        match &self.node.kind {
            Kind::Word(word) | Kind::Text(word) => visitor.visit_str(word).map_err(|fail: Fail| fail.at(self)),
            _ => Err(self.wrong("a name")),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_unit()
    }
}

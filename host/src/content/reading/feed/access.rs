//! The parts of a value, one after the other: elements, fields, entries, the payload of a variant.
//!
//! Owns how a compound value is walked. It must never skip an error: whatever a part raises goes out with its place. Called
//! by `values` alone.

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::super::parse::{Kind, Node};
use super::super::stand_in::StandIn;
use super::{Fail, Feed};

/// Elements of a list or a tuple.
pub(super) struct Items<'t> {
    pub feed: Feed<'t>,
    pub items: std::slice::Iter<'t, Node>,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Fail;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fail> {
        self.items.next().map(|item| self.feed.part(item).give(seed)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// Entries of a map.
pub(super) struct Entries<'t> {
    pub feed: Feed<'t>,
    pub entries: std::slice::Iter<'t, (Node, Node)>,
    pub value: Option<&'t Node>,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Fail;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fail> {
        let Some((key, value)) = self.entries.next() else {
            return Ok(None);
        };
        self.value = Some(value);
        self.feed.part(key).give(seed).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fail> {
        match self.value.take() {
            Some(value) => self.feed.part(value).give(seed),
            None => Err(Fail::stand_in()),
        }
    }
}

/// Fields of a struct; one without a value is a missing one, for which a stand-in is given.
pub(super) struct Fields<'t> {
    pub feed: Feed<'t>,
    pub fields: std::vec::IntoIter<(&'static str, Option<&'t Node>)>,
    pub value: Option<&'t Node>,
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Fail;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fail> {
        let Some((name, value)) = self.fields.next() else {
            return Ok(None);
        };
        self.value = value;
        seed.deserialize(StrDeserializer::<Fail>::new(name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fail> {
        match self.value.take() {
            Some(value) => self.feed.part(value).give(seed),
            None => seed.deserialize(StandIn::default()).map_err(|fail: Fail| fail.of_stand_in(self.feed.node)),
        }
    }
}

/// A variant and what it holds.
pub(super) struct Variant<'t> {
    pub feed: Feed<'t>,
    pub name: &'t str,
}

impl<'de, 't> EnumAccess<'de> for Variant<'t> {
    type Error = Fail;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Fail> {
        let value = seed.deserialize(StrDeserializer::<Fail>::new(self.name)).map_err(|fail: Fail| fail.at(self.feed))?;
        Ok((value, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = Fail;

    fn unit_variant(self) -> Result<(), Fail> {
        match self.feed.node.kind {
            Kind::Word(_) => Ok(()),
            _ => Err(Fail::wrong(self.feed.node, &format!("`{}` alone", self.name))),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Fail> {
        match &self.feed.node.kind {
            Kind::Tuple(_, items) if items.len() == 1 => match items.first() {
                Some(item) => self.feed.part(item).give(seed),
                None => Err(Fail::stand_in()),
            },
            _ => Err(Fail::wrong(
                self.feed.node,
                &format!("`{}(value)`; a struct inside has parentheses of its own", self.name),
            )),
        }
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Fail> {
        match &self.feed.node.kind {
            Kind::Tuple(_, items) if items.len() <= len => self.feed.give_items(items, visitor),
            _ => Err(Fail::wrong(self.feed.node, &format!("`{}(..)` with {len} values", self.name))),
        }
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Fail> {
        match &self.feed.node.kind {
            Kind::Record(_, written) => self.feed.give_fields(self.name, written, fields, visitor),
            Kind::Tuple(_, items) if items.is_empty() => self.feed.give_fields(self.name, &[], fields, visitor),
            // With one field there is nothing to confuse: `Ring(3)` is `Ring(feet: 3)`.
            Kind::Tuple(_, items) if items.len() == 1 && fields.len() == 1 => self.feed.give_items(items, visitor),
            _ => Err(Fail::wrong(self.feed.node, &format!("`{}(field: value)`", self.name))),
        }
    }
}

impl<'t> Feed<'t> {
    /// The deserializer of a value inside this one.
    pub(super) fn part(self, node: &'t Node) -> Feed<'t> {
        Feed { node, run: self.run }
    }

    /// Reads this value; an error that has no place yet, as one of a type's own check, is about it.
    pub(super) fn give<'de, S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Fail> {
        seed.deserialize(self).map_err(|fail: Fail| fail.at(self))
    }

    pub(super) fn give_items<'de, V: Visitor<'de>>(self, items: &'t [Node], visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_seq(Items { feed: self, items: items.iter() }).map_err(|fail: Fail| fail.at(self))
    }

    pub(super) fn give_fields<'de, V: Visitor<'de>>(
        self,
        name: &str,
        written: &'t [(super::Name, Node)],
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fail> {
        let id = self.node.id;
        let mut fields: Vec<(&'static str, Option<&'t Node>)> =
            self.run.known_fields(self.node, written, known).into_iter().map(|(name, node)| (name, Some(node))).collect();
        let absent = self.run.absent.range((id, "")..).take_while(|(node, _)| *node == id);
        fields.extend(absent.map(|(_, name)| (*name, None)));
        visitor
            .visit_map(Fields { feed: self, fields: fields.into_iter(), value: None })
            .map_err(|fail: Fail| fail.in_struct(name, known).at(self))
    }

    /// Reads this value as one that is stood in for.
    pub(super) fn give_stand_in<T>(self, give: impl FnOnce(StandIn) -> Result<T, Fail>) -> Result<T, Fail> {
        give(StandIn::default()).map_err(|fail: Fail| fail.of_stand_in(self.node))
    }

    /// Asks a stand-in whether this value is marked.
    pub(super) fn is_marked(self) -> bool {
        self.run.marks.contains(&self.node.id)
    }
}

/// Fields of a struct whose type knows no names.
pub(super) struct Columns<'t> {
    pub feed: Feed<'t>,
    pub fields: std::slice::Iter<'t, (super::Name, Node)>,
    pub value: Option<&'t Node>,
}

impl<'de> MapAccess<'de> for Columns<'_> {
    type Error = Fail;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fail> {
        let Some((name, value)) = self.fields.next() else {
            return Ok(None);
        };
        self.value = Some(value);
        seed.deserialize(StrDeserializer::<Fail>::new(&name.text)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fail> {
        match self.value.take() {
            Some(value) => self.feed.part(value).give(seed),
            None => Err(Fail::stand_in()),
        }
    }
}

//! A value for every type, given where the file has a wrong one, so that reading can go on and find the next problem.
//!
//! Owns nothing but smallest values: 1, an empty text, an empty list, the first variant. What it makes is never handed
//! out as content. `feed` uses it at marked values and for missing fields.

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, SeqAccess, VariantAccess, Visitor};

use super::feed::Fail;
use super::span::{Placed, SPANNED, Span};

/// From this depth on the last variant is chosen: recursive types put their leaf first or last.
const TURN_DEPTH: u32 = 4;
/// A type that still asks for more is given up.
const MOST_DEPTH: u32 = 12;

/// serde's deserializer of a value out of nothing.
#[derive(Clone, Copy, Default)]
pub(super) struct StandIn {
    depth: u32,
}

impl StandIn {
    fn deeper(self) -> Result<Self, Fail> {
        if self.depth >= MOST_DEPTH { Err(Fail::stand_in()) } else { Ok(StandIn { depth: self.depth + 1 }) }
    }

    fn parts(self, left: usize) -> Result<Parts, Fail> {
        Ok(Parts { inner: self.deeper()?, left })
    }
}

macro_rules! ones {
    ($($call:ident)*) => {$(
        fn $call<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
            visitor.visit_u8(1)
        }
    )*};
}

impl<'de> Deserializer<'de> for StandIn {
    type Error = Fail;

    ones!(
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64
    );

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_unit()
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_bool(false)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_char('a')
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_str("")
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_str("")
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_bytes(&[])
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_bytes(&[])
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_none()
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Fail> {
        if name == SPANNED {
            return visitor.visit_seq(Placed { inner: self.deeper()?, span: Span::STAND_IN, given: 0 });
        }
        visitor.visit_newtype_struct(self.deeper()?)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_seq(self.parts(0)?)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_seq(self.parts(len)?)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _: &'static str, len: usize, visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_seq(self.parts(len)?)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_map(serde::de::value::MapDeserializer::<_, Fail>::new(std::iter::empty::<(u8, u8)>()))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fail> {
        // serde's generated code takes a struct's fields in order as well as by name.
        visitor.visit_seq(self.parts(fields.len())?)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fail> {
        let chosen = if self.depth < TURN_DEPTH { variants.first() } else { variants.last() };
        let chosen = chosen.copied().ok_or_else(Fail::stand_in)?;
        visitor.visit_enum(Chosen { inner: self.deeper()?, chosen })
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_str("")
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_unit()
    }
}

struct Parts {
    inner: StandIn,
    left: usize,
}

impl<'de> SeqAccess<'de> for Parts {
    type Error = Fail;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fail> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(self.inner).map(Some)
    }
}

struct Chosen {
    inner: StandIn,
    chosen: &'static str,
}

impl<'de> EnumAccess<'de> for Chosen {
    type Error = Fail;
    type Variant = StandIn;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, StandIn), Fail> {
        Ok((seed.deserialize(StrDeserializer::<Fail>::new(self.chosen))?, self.inner))
    }
}

impl<'de> VariantAccess<'de> for StandIn {
    type Error = Fail;

    fn unit_variant(self) -> Result<(), Fail> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Fail> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_seq(self.parts(len)?)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Fail> {
        visitor.visit_seq(self.parts(fields.len())?)
    }
}

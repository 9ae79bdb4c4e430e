//! Where a value stands in its file, and how a schema asks for it.
//!
//! Owns `Span` and `Spanned`. A span is a pair of byte offsets and nothing else: lines and columns are counted only when
//! a problem is written. Schemas use them; `feed` fills them in.

use std::fmt;
use std::ops::Deref;

use serde::de::value::U32Deserializer;
use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, IntoDeserializer, SeqAccess, Visitor};

/// The name by which `feed` knows that a place is wanted.
pub(super) const SPANNED: &str = "$dungeon-mind::Spanned";

/// Byte offsets into one source, half-open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// The place of a value that stands in no file, as the default of a field that was left out.
    pub const NOWHERE: Span = Span { start: u32::MAX, end: u32::MAX };
    /// The place of what stands in for something wrong, about which a problem is told already.
    pub const STAND_IN: Span = Span { start: u32::MAX, end: u32::MAX - 1 };

    /// Offsets beyond 32 bits cannot occur below the limit on a file's size and are cut.
    pub fn new(start: usize, end: usize) -> Self {
        let cut = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX - 2);
        Span { start: cut(start), end: cut(end) }
    }

    /// First byte.
    pub fn start(self) -> usize {
        usize::try_from(self.start).unwrap_or(usize::MAX)
    }

    /// First byte behind.
    pub fn end(self) -> usize {
        usize::try_from(self.end).unwrap_or(usize::MAX)
    }

    /// Whether this is the place of a stand-in, which no check should judge.
    pub fn is_stand_in(self) -> bool {
        self == Self::STAND_IN
    }

    /// Whether nothing in a file can be pointed at.
    pub fn is_nowhere(self) -> bool {
        self == Self::STAND_IN || self == Self::NOWHERE
    }

    /// First byte and first byte behind, as `Spanned` is given them.
    pub(super) fn ends(self) -> [u32; 2] {
        [self.start, self.end]
    }
}

/// A value that remembers where it stood. It reads as `T` does, and two are equal when their values are.
#[derive(Clone, Copy, Debug)]
pub struct Spanned<T> {
    /// What was read.
    pub value: T,
    /// Where it stood.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value that stands in no file.
    pub fn placeless(value: T) -> Self {
        Spanned { value, span: Span::NOWHERE }
    }
}

impl<T: Default> Default for Spanned<T> {
    fn default() -> Self {
        Self::placeless(T::default())
    }
}

impl<T> Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T: PartialOrd> PartialOrd for Spanned<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord> Ord for Spanned<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.value.cmp(&other.value)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(SPANNED, SpannedVisitor(std::marker::PhantomData))
    }
}

struct SpannedVisitor<T>(std::marker::PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for SpannedVisitor<T> {
    type Value = Spanned<T>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value")
    }

    /// Any other deserializer knows no places.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        T::deserialize(deserializer).map(Spanned::placeless)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Self::Value, A::Error> {
        let missing = || de::Error::invalid_length(0, &"start, end and value");
        let start = parts.next_element::<u32>()?.ok_or_else(missing)?;
        let end = parts.next_element::<u32>()?.ok_or_else(missing)?;
        let value = parts.next_element::<T>()?.ok_or_else(missing)?;
        Ok(Spanned { value, span: Span { start, end } })
    }
}

/// What a deserializer of ours gives a `Spanned`: start, end and value.
pub(super) struct Placed<D> {
    pub inner: D,
    pub span: Span,
    pub given: usize,
}

impl<'de, D: Deserializer<'de> + Copy> SeqAccess<'de> for Placed<D> {
    type Error = D::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, D::Error> {
        let part = self.given;
        self.given = part.saturating_add(1);
        match self.span.ends().get(part) {
            Some(end) => {
                let end: U32Deserializer<D::Error> = (*end).into_deserializer();
                seed.deserialize(end).map(Some)
            }
            None => seed.deserialize(self.inner).map(Some),
        }
    }
}

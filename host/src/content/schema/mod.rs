//! The shapes of content files as their authors write them (formats.md), with the place of whatever a check may point at.
//!
//! Owns field names and defaults, and nothing of what they mean: ids are plain texts here. These types live from reading
//! to compiling and are never handed out. `gather` reads files into them, `compile` turns them into tables.

use super::reading::Spanned;

pub mod action;
pub mod actor;
pub mod feat;
pub mod fight;
pub mod pack;
pub mod place;
pub mod plain;
pub mod profile;
pub mod readings;
pub mod ruleset;
pub mod stimulus;

/// A text and its place.
pub type Text = Spanned<String>;

/// Enums of RON that stand for an enum of the tables, variant by variant.
macro_rules! mirrors {
    ($($(#[$doc:meta])* $Name:ident => $Target:path { $($Variant:ident),* } default $Default:ident)*) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
        pub enum $Name { $($Variant),* , #[default] #[serde(skip)] Unsaid }

        impl $Name {
            /// The value that the tables have for it.
            pub fn value(self) -> $Target {
                match self {
                    $(Self::$Variant => <$Target>::$Variant,)*
                    Self::Unsaid => <$Target>::$Default,
                }
            }
        }
    )*};
}
pub(crate) use mirrors;

/// What every file of one entity has.
pub trait Entity {
    /// Its id, as the file gives it.
    fn id(&self) -> &Text;
}

macro_rules! entities {
    ($($Type:ty),*) => {$(
        impl $crate::content::schema::Entity for $Type {
            fn id(&self) -> &$crate::content::schema::Text { &self.id }
        }
    )*};
}
pub(crate) use entities;

/// A bare word of RON (`archetype: Skirmisher`), or the same in quotes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bare(pub String);

impl<'de> serde::Deserialize<'de> for Bare {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Bare;
            fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str("a name")
            }
            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Bare, E> {
                Ok(Bare(word.to_owned()))
            }
        }
        deserializer.deserialize_identifier(Visitor)
    }
}

//! Why one run over the tree ended.
//!
//! Owns the error that serde's generated code raises: what is wrong, and the value it is about once that is known. It is
//! never shown; `Run::learn` turns it into a finding.

use std::fmt;

use serde::de;

use super::super::Span;
use super::super::parse::Node;
use super::super::tree::describe;
use super::Feed;

#[derive(Debug)]
pub(in super::super) struct Fail {
    /// Number and place of the value; none until the error has left the code that raised it.
    pub place: Option<(u32, Span)>,
    pub what: What,
}

#[derive(Debug)]
pub(in super::super) enum What {
    /// `found` is empty until the value is known.
    Value {
        found: String,
        allowed: String,
    },
    /// `owner` is the struct, empty until it is known.
    Missing {
        field: &'static str,
        owner: String,
        known: &'static [&'static str],
    },
    Variant {
        found: String,
        known: &'static [&'static str],
    },
    Custom(String),
    /// A stand-in could not be made, or did not please.
    StandIn,
}

impl Fail {
    fn placeless(what: What) -> Self {
        Fail { place: None, what }
    }

    /// What a stand-in says when its type asks for the impossible.
    pub fn stand_in() -> Self {
        Self::placeless(What::StandIn)
    }

    /// A value of the wrong kind.
    pub fn wrong(node: &Node, allowed: &str) -> Self {
        Fail { place: Some((node.id, node.span)), what: What::Value { found: describe(node), allowed: allowed.to_owned() } }
    }

    /// A failure of a stand-in, whatever it says, tells nothing of the file.
    pub fn of_stand_in(self, node: &Node) -> Self {
        Fail { place: Some((node.id, node.span)), what: What::StandIn }
    }

    /// The innermost value that an error passes on its way out is the one it is about.
    pub(super) fn at(mut self, feed: Feed<'_>) -> Self {
        if self.place.is_none() {
            self.place = Some((feed.node.id, feed.node.span));
            if let What::Value { found, .. } = &mut self.what {
                *found = describe(feed.node);
            }
        }
        self
    }

    /// A missing field is told with the struct that misses it.
    pub fn in_struct(mut self, name: &str, fields: &'static [&'static str]) -> Self {
        if let (None, What::Missing { owner, known, .. }) = (self.place, &mut self.what) {
            *owner = format!("`{name}`");
            *known = fields;
        }
        self
    }
}

impl fmt::Display for Fail {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:?}", self.what)
    }
}

impl std::error::Error for Fail {}

impl de::Error for Fail {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::placeless(What::Custom(message.to_string()))
    }

    fn invalid_type(_: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::placeless(What::Value { found: String::new(), allowed: expected.to_string() })
    }

    fn invalid_value(_: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::placeless(What::Value { found: String::new(), allowed: expected.to_string() })
    }

    fn invalid_length(_: usize, expected: &dyn de::Expected) -> Self {
        Self::placeless(What::Value { found: String::new(), allowed: expected.to_string() })
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Self::placeless(What::Variant { found: variant.to_owned(), known: expected })
    }

    fn missing_field(field: &'static str) -> Self {
        Self::placeless(What::Missing { field, owner: String::new(), known: &[] })
    }
}

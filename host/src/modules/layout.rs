//! Whether the data of a module are laid out as the host's are, told in a line.
//!
//! Owns the check in both directions: a newer module in an older game, and an older module in a newer game. Called by
//! `open`. The library's own error for one changed field is more than a thousand lines: this keeps the path to the
//! difference and the difference.

use abi::private::{
    StableAbi, abi_checking,
    type_layout::{TLFieldOrFunction, TypeLayout},
};
use abi_checking::{AbiInstability, AbiInstabilityError, AbiInstabilityErrors, CheckingGlobals};
use std::fmt::Display;

/// How many differences are told.
const MOST_DIFFERENCES: usize = 3;
/// How long the telling of one may be, in characters.
const MOST_CHARACTERS: usize = 240;

/// Checks a module's root against ours.
///
/// # Errors
/// Where the difference is, and what it is.
pub fn check(theirs: &'static TypeLayout) -> Result<(), String> {
    let ours = <abi::ModuleRootRef as StableAbi>::LAYOUT;
    // Tables of the checker's own for each question: a module that does not fit leaves nothing behind for the next one.
    let fits = |interface, implementation| {
        abi_checking::check_layout_compatibility_with_globals(interface, implementation, &CheckingGlobals::new())
    };
    match fits(ours, theirs) {
        Ok(()) => Ok(()),
        Err(newer) => fits(theirs, ours).map_err(|older| {
            // Of the two tellings the shorter is about what changed; the other one counts what is merely older or newer.
            if older.errors.len() < newer.errors.len() {
                condensed(&older, Sides::Turned)
            } else {
                condensed(&newer, Sides::Plain)
            }
        }),
    }
}

/// Which side of a telling is the module's.
#[derive(Copy, Clone)]
enum Sides {
    /// What was found is the module's.
    Plain,
    /// What was found is ours: the checker was asked the other way round.
    Turned,
}

fn condensed(errors: &AbiInstabilityErrors, sides: Sides) -> String {
    let mut found: Vec<(usize, String)> = errors
        .errors
        .iter()
        .filter(|error| !error.errs.is_empty())
        .map(|error| (error.stack_trace.len(), line(error, sides)))
        .collect();
    // The innermost first: what stands around it differs because of it.
    found.sort_by_key(|(depth, _)| std::cmp::Reverse(*depth));
    let count = found.len();
    let mut told: Vec<String> = found.into_iter().map(|(_, line)| line).take(MOST_DIFFERENCES).collect();
    if count > told.len() {
        told.push(format!("and {} more that come of it", count - told.len()));
    }
    if told.is_empty() { "the checker says no and does not say why".to_owned() } else { told.join("; ") }
}

fn line(error: &AbiInstabilityError, sides: Sides) -> String {
    let mut path = "module".to_owned();
    let mut type_name = String::new();
    for step in &error.stack_trace {
        if let TLFieldOrFunction::Field(field) = step.found {
            let name = field.name();
            if !is_plumbing(name) {
                path.push('.');
                path.push_str(name);
            }
            type_name = field.full_type().to_string();
        }
    }
    let what: Vec<String> = error.errs.iter().map(|error| difference(error, sides)).collect();
    shortened(&format!("at `{path}` (type `{type_name}`) {}", what.join(", ")))
}

/// Names of the fields of slices, pointers, tables and tuples: they say nothing about where the difference is.
fn is_plumbing(name: &str) -> bool {
    let is_word = name.chars().next().is_some_and(char::is_alphabetic);
    !is_word || name.starts_with("field_") || matches!(name, "data" | "buffer" | "functions")
}

fn difference(error: &AbiInstability, sides: Sides) -> String {
    let both = |what: &str, found: &dyn Display, expected: &dyn Display| match sides {
        Sides::Plain => format!("{what} {found} was found, {expected} expected"),
        Sides::Turned => format!("{what} {expected} was found, {found} expected"),
    };
    match error {
        AbiInstability::Size(sizes) => both("a size in bytes of", &sizes.found, &sizes.expected),
        AbiInstability::Alignment(sizes) => both("an alignment of", &sizes.found, &sizes.expected),
        AbiInstability::FieldCountMismatch(counts) => both("a count of fields of", &counts.found, &counts.expected),
        AbiInstability::TooManyVariants(counts) => both("a count of variants of", &counts.found, &counts.expected),
        AbiInstability::Name(names) => both("the type", &names.found, &names.expected),
        AbiInstability::UnexpectedField(fields) => both("the field", &fields.found.name(), &fields.expected.name()),
        AbiInstability::UnexpectedVariant(names) => both("the variant", &names.found, &names.expected),
        AbiInstability::MismatchedPrimitive(kinds) => {
            both("the number", &format!("{:?}", kinds.found), &format!("{:?}", kinds.expected))
        }
        AbiInstability::Package(names) => both("the package", &names.found, &names.expected),
        other => format!("{other:?}").split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MOST_CHARACTERS {
        return text.to_owned();
    }
    text.chars().take(MOST_CHARACTERS).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_layout_fits() {
        assert_eq!(check(<abi::ModuleRootRef as StableAbi>::LAYOUT), Ok(()));
    }

    #[test]
    fn another_type_is_told_in_a_line() {
        let told = check(<abi::World<'static> as StableAbi>::LAYOUT).unwrap_err();
        assert!(told.len() < 600 && told.contains("World"), "{told}");
    }

    #[test]
    fn a_long_telling_is_cut() {
        assert_eq!(shortened("short"), "short");
        assert_eq!(shortened(&"x".repeat(900)).chars().count(), MOST_CHARACTERS + 3);
    }
}

//! Versions of packs and what one pack may ask of another's.
//!
//! Owns their comparison: three numbers, a missing one is 0. `packs` calls it.

/// A version.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version([u32; 3]);

impl Version {
    /// That of a pack whose file says none that reads.
    pub const UNKNOWN: Version = Version([u32::MAX; 3]);

    /// `major`, `major.minor` or `major.minor.patch`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut numbers = [0; 3];
        let mut parts = text.split('.');
        let mut read = 0;
        for (number, part) in numbers.iter_mut().zip(parts.by_ref()) {
            if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            *number = part.parse().ok()?;
            read += 1;
        }
        (read > 0 && parts.next().is_none()).then_some(Version(numbers))
    }

    /// Whether nothing is known of it.
    pub fn is_unknown(self) -> bool {
        self == Self::UNKNOWN
    }

    /// Whether an interface of this version serves who was made for `wanted`: same major, while that is 0 same minor, and
    /// not older.
    pub fn serves(self, wanted: Version) -> bool {
        let ([major, minor, _], [wanted_major, wanted_minor, _]) = (self.0, wanted.0);
        major == wanted_major && (major > 0 || minor == wanted_minor) && self >= wanted
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Is {
    Any,
    AtLeast,
    Above,
    Exactly,
    Below,
    AtMost,
}

/// What a pack asks of another: `core >= 0.1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// Which pack.
    pub pack: String,
    is: Is,
    version: Version,
}

impl Requirement {
    /// A pack's id, alone or with a comparison.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let end = text.find(|c: char| c.is_whitespace() || "<>=".contains(c)).unwrap_or(text.len());
        let (pack, rest) = text.split_at(end);
        if !super::is_name(pack) {
            return None;
        }
        let rest = rest.trim();
        let (is, number) = [(">=", Is::AtLeast), ("<=", Is::AtMost), (">", Is::Above), ("<", Is::Below), ("=", Is::Exactly)]
            .into_iter()
            .find_map(|(sign, is)| rest.strip_prefix(sign).map(|number| (is, number.trim())))
            .unwrap_or((Is::Any, rest));
        let version = match is {
            Is::Any if number.is_empty() => Version([0; 3]),
            Is::Any => return None,
            _ => Version::parse(number)?,
        };
        Some(Requirement { pack: pack.to_owned(), is, version })
    }

    /// Whether a version is what was asked for.
    pub fn holds(&self, there: Version) -> bool {
        match self.is {
            Is::Any => true,
            Is::AtLeast => there >= self.version,
            Is::Above => there > self.version,
            Is::Exactly => there == self.version,
            Is::Below => there < self.version,
            Is::AtMost => there <= self.version,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(need: &str, there: &str, holds: bool) {
        let need_read = Requirement::parse(need).expect(need);
        assert_eq!(need_read.holds(Version::parse(there).expect(there)), holds, "{need} with {there}");
    }

    #[test]
    fn a_need_is_compared_number_by_number() {
        check("core", "0.0.1", true);
        check("core >= 0.1", "0.1.0", true);
        check("core>=0.10", "0.9.9", false);
        check("core < 1", "0.99.0", true);
        check("core = 0.1", "0.1.1", false);
        check("core <= 0.1.1", "0.1.1", true);
        check("core > 0.1", "0.1.0", false);
    }

    #[test]
    fn what_is_no_need_is_none() {
        for text in ["", ">= 1", "core 1", "core >=", "core >= one", "Core", "core >= 1.2.3.4", "core >= 1..2", "core >= -1"]
        {
            assert_eq!(Requirement::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_newer_interface_serves_an_older_pack_of_its_line() {
        let serves =
            |ours: &str, theirs: &str| Version::parse(ours).expect(ours).serves(Version::parse(theirs).expect(theirs));
        assert!(serves("0.1.4", "0.1") && serves("0.1.0", "0.1.0") && serves("1.3.0", "1.2"));
        assert!(!serves("0.1.0", "0.1.1") && !serves("0.2.0", "0.1") && !serves("2.0", "1.0"));
    }
}

//! The templates of new packs: plain files of `host/templates`, which are whole packs themselves, compiled into the program.
//!
//! Owns the list of their files; a test holds it against the folder. It must never write anything: `new` does.

use std::fmt;

/// What a new pack is to bring.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A class that can be played, with code.
    Class,
    /// Monsters, with code.
    Monsters,
    /// Rules: a holder of a role and a ruleset.
    Rules,
    /// Data alone.
    Data,
}

impl Kind {
    /// All of them, with the name that each is asked for by.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Class, "class"), (Self::Monsters, "monsters"), (Self::Rules, "rules"), (Self::Data, "data")];

    /// The id of its template, which stands for that of the new pack.
    pub(super) const fn template(self) -> &'static str {
        match self {
            Self::Class => "my-class",
            Self::Monsters => "my-monsters",
            Self::Rules => "my-rules",
            Self::Data => "my-data",
        }
    }

    /// The files of its template, by their paths below its folder.
    pub(super) const fn files(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Class => CLASS,
            Self::Monsters => MONSTERS,
            Self::Rules => RULES,
            Self::Data => DATA,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::ALL.iter().find(|(kind, _)| kind == self).map_or("", |(_, name)| name))
    }
}

macro_rules! files {
    ($folder:literal: $($path:literal)*) => {
        &[$(($path, include_str!(concat!("../../templates/", $folder, "/", $path)))),*]
    };
}

const CLASS: &[(&str, &str)] = files! {
    "my-class":
    "Cargo.toml"
    "README.md"
    "actions/cut.ron"
    "actions/rush.ron"
    "actions/sway.ron"
    "conditions/spent.ron"
    "fights/duel.ron"
    "fights/newcomer.ron"
    "gitignore"
    "kinds/my-class.ron"
    "pack.ron"
    "profiles/orders.ron"
    "profiles/steady.ron"
    "src/lib.rs"
    "src/rules.rs"
    "src/words.rs"
    "texts/cut.ron"
    "texts/place-newcomer.ron"
    "texts/rush.ron"
    "texts/sway.ron"
};

const MONSTERS: &[(&str, &str)] = files! {
    "my-monsters":
    "Cargo.toml"
    "README.md"
    "actions/bite.ron"
    "actions/growl.ron"
    "fights/newcomer.ron"
    "fights/pack.ron"
    "gitignore"
    "kinds/hound.ron"
    "pack.ron"
    "profiles/hound.ron"
    "src/lib.rs"
    "src/rules.rs"
    "src/words.rs"
    "texts/bite.ron"
    "texts/growl.ron"
    "texts/place-newcomer.ron"
};

const RULES: &[(&str, &str)] = files! {
    "my-rules":
    "Cargo.toml"
    "README.md"
    "actions/blow.ron"
    "actions/second-wind.ron"
    "fights/duel.ron"
    "gitignore"
    "kinds/veteran.ron"
    "pack.ron"
    "profiles/steady.ron"
    "rules/house.ron"
    "src/checks.rs"
    "src/lib.rs"
    "src/rules.rs"
    "src/words.rs"
    "texts/blow.ron"
    "texts/second-wind.ron"
};

const DATA: &[(&str, &str)] = files! {
    "my-data":
    "README.md"
    "actions/headbutt.ron"
    "actions/punch.ron"
    "conditions/dizzy.ron"
    "fights/duel.ron"
    "fights/newcomer.ron"
    "kinds/brawler.ron"
    "pack.ron"
    "profiles/steady.ron"
    "texts/headbutt.ron"
    "texts/place-newcomer.ron"
    "texts/punch.ron"
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    fn below(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let name = format!("{prefix}{}", entry.file_name().into_string().unwrap());
            if entry.path().is_dir() {
                below(&entry.path(), &format!("{name}/"), found);
            } else {
                found.insert(name);
            }
        }
    }

    #[test]
    fn no_file_of_a_template_is_left_out() {
        for (kind, _) in Kind::ALL {
            let mut there = BTreeSet::new();
            below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("templates").join(kind.template()), "", &mut there);
            let listed: BTreeSet<String> = kind.files().iter().map(|(path, _)| (*path).to_owned()).collect();
            assert_eq!(listed, there, "{kind}");
        }
    }
}

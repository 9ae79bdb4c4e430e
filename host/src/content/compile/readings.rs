//! Tables of readings (clause P3).
//!
//! Owns what is checked of one: more lore never reads worse, and whoever reads a phase reads its kind. `load` calls it.

use super::Desk;
use crate::content::known::Sort;
use crate::content::reading::{Source, Span};
use crate::content::schema::readings::{ChancesFile, ReadingsFile};
use crate::content::schema::ruleset::RulesetFile;
use abi::ReadingChance;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Tables by their ids.
pub type Tables = BTreeMap<Arc<str>, Arc<[ReadingChance]>>;

/// Compiles one table.
pub fn readings(desk: &mut Desk<'_>, id: &Arc<str>, source: &Source, file: &ReadingsFile) -> Arc<[ReadingChance]> {
    desk.name(id);
    if file.rows.value.is_empty() {
        desk.report(source, file.rows.span, "a table without rows", "one row or more");
    }
    let mut before: Option<ReadingChance> = None;
    let mut rows = Vec::new();
    for row in &file.rows.value {
        let chance = chance_of(row);
        check_row(desk, source, row.points.span, chance, before);
        before = Some(chance);
        rows.push(chance);
    }
    rows.into()
}

fn chance_of(row: &ChancesFile) -> ReadingChance {
    ReadingChance {
        points: row.points.value,
        busy_permille: row.busy,
        kind_permille: row.kind,
        phase_permille: row.phase,
        exact_permille: row.exact,
    }
}

const fn columns(row: ReadingChance) -> [i32; 4] {
    [row.busy_permille, row.kind_permille, row.phase_permille, row.exact_permille]
}

fn check_row(desk: &mut Desk<'_>, source: &Source, span: Span, row: ReadingChance, before: Option<ReadingChance>) {
    let chances = columns(row);
    if chances.iter().any(|permille| !(0..=1000).contains(permille)) {
        desk.report(source, span, &format!("the chances {chances:?}"), "0 to 1000 permille each");
    }
    if !chances.is_sorted_by(|better, worse| better >= worse) {
        let allowed = "busy, kind, phase, exact, none likelier than the one before: each counts those that are better, too";
        desk.report(source, span, &format!("the chances {chances:?}"), allowed);
    }
    let Some(before) = before else { return };
    if row.points <= before.points {
        let found = format!("a row of {} points behind one of {}", row.points, before.points);
        desk.report(source, span, &found, "rows that ascend in points");
    }
    if columns(before).iter().zip(chances).any(|(less, more)| more < *less) {
        let found = format!("the chances {chances:?} behind {:?}", columns(before));
        desk.report(source, span, &found, "chances that no more lore makes worse");
    }
}

/// The table that a ruleset goes by: the one that it names, else the usual one of its holder; none where there is neither.
pub fn of_ruleset(desk: &mut Desk<'_>, source: &Source, file: &RulesetFile, tables: &Tables) -> Arc<[ReadingChance]> {
    if let Some(text) = &file.readings {
        desk.place(Sort::Readings, text, source);
        return tables.get(text.value.as_str()).cloned().unwrap_or_default();
    }
    let holder = file.roles.value.iter().find(|(role, _)| role.value == "readability").map(|(_, holder)| &holder.value);
    holder.and_then(|holder| tables.get(format!("{holder}/usual").as_str())).cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::content::testing::{Folder, RULES};
    use expect_test::expect;

    const USUAL: &str =
        r#"Readings(id: "core/usual", rows: [(points: -20, busy: 400), (points: 20, busy: 1000, kind: 1000, phase: 700)])"#;

    #[test]
    fn a_ruleset_has_the_table_that_it_names_or_the_usual_one_of_its_holder() {
        let folder = Folder::core_and(&[("core/readings/usual.ron", USUAL)]);
        let content = folder.load().expect("it is right").content;
        let rows = &content.rulesets["core/plain"].readings;
        assert_eq!(rows.iter().map(|row| (row.points, row.phase_permille)).collect::<Vec<_>>(), [(-20, 0), (20, 700)]);
        let named = RULES.replacen("roles:", "readings: \"core/sharp\", roles:", 1);
        let sharp = r#"Readings(id: "core/sharp", rows: [(points: 0, busy: 1000, kind: 1000, phase: 1000, exact: 1000)])"#;
        let folder = Folder::core_and(&[
            ("core/rules/plain.ron", &named),
            ("core/readings/usual.ron", USUAL),
            ("core/readings/sharp.ron", sharp),
        ]);
        let content = folder.load().expect("it is right").content;
        assert_eq!(content.rulesets["core/plain"].readings.len(), 1);
        let content = Folder::core_and(&[]).load().expect("it is right").content;
        assert!(content.rulesets["core/plain"].readings.is_empty(), "without a table nothing is hidden");
    }

    #[test]
    fn a_table_that_reads_worse_with_more_lore_is_refused() {
        let rows = "[(points: 0, busy: 900, kind: 300), (points: 0, busy: 800, kind: 900), (points: 5, busy: 1200)]";
        let table = format!("Readings(id: \"core/usual\", rows: {rows})");
        let folder = Folder::core_and(&[("core/readings/usual.ron", &table)]);
        let problems = folder.load().map(|_| ()).expect_err("it is wrong").to_string();
        expect![[r#"
            error: pack core, TEMP/core/readings/usual.ron:1:79, rows[1].points
              1 | …ows: [(points: 0, busy: 900, kind: 300), (points: 0, busy: 800, kind: 900), (points: 5, busy: 1200)]…
                |                                                    ^
              found a row of 0 points behind one of 0
              allowed: rows that ascend in points

            error: pack core, TEMP/core/readings/usual.ron:1:79, rows[1].points
              1 | …ows: [(points: 0, busy: 900, kind: 300), (points: 0, busy: 800, kind: 900), (points: 5, busy: 1200)]…
                |                                                    ^
              found the chances [800, 900, 0, 0]
              allowed: busy, kind, phase, exact, none likelier than the one before: each counts those that are better, too

            error: pack core, TEMP/core/readings/usual.ron:1:79, rows[1].points
              1 | …ows: [(points: 0, busy: 900, kind: 300), (points: 0, busy: 800, kind: 900), (points: 5, busy: 1200)]…
                |                                                    ^
              found the chances [800, 900, 0, 0] behind [900, 300, 0, 0]
              allowed: chances that no more lore makes worse

            error: pack core, TEMP/core/readings/usual.ron:1:114, rows[2].points
              1 | …300), (points: 0, busy: 800, kind: 900), (points: 5, busy: 1200)])
                |                                                    ^
              found the chances [1200, 0, 0, 0]
              allowed: 0 to 1000 permille each

            error: pack core, TEMP/core/readings/usual.ron:1:114, rows[2].points
              1 | …300), (points: 0, busy: 800, kind: 900), (points: 5, busy: 1200)])
                |                                                    ^
              found the chances [1200, 0, 0, 0] behind [800, 900, 0, 0]
              allowed: chances that no more lore makes worse
        "#]]
        .assert_eq(&folder.plain(&problems));
    }
}

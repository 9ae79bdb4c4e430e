//! Scenes as linear text: what is read aloud, from top to bottom, once.
//!
//! Pure: a scene and what was shown before in, text out. It never draws a map and never says by place, colour or sign alone
//! what a word does not say. `front` calls it.

use crate::paragraph::row;
use abi::{Choice, InView, Ink, LadderView, Scene, SceneLine};
use std::collections::BTreeMap;

/// What is asked where the scene asks nothing of its own. It has no marker word of any ladder in it (doctrine F4).
pub const QUESTION: &str = "What will you do?";

/// How to answer.
const HELP: &[&str] = &[
    "Answer with a line: a key, the name of a command, or the beginning of a name.",
    "Words that are always there:",
    "  look: all that is perceived, again",
    "  tells: every sign of what somebody is about to do",
    "  history: what was told lately; history all, or history and a word to look for",
    "  ladder: the words by which things are ranked; ladder and a name explains it",
    "  quit: leave; --continue goes on with a run, unless its start said that it is not kept",
    "An attack goes on until something changes; its name with -once behind is a single blow.",
];

/// How much of the history is read where nobody asks for more.
const LATEST_LINES: usize = 40;

/// What a seat has been told, so that it is told only what changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// The scene.
    pub serial: u64,
    title: String,
    /// Who is in view, and the line of each.
    in_view: Vec<(String, String)>,
    known: String,
    yourself: String,
    /// What was last said of each choice, by its command.
    choices: BTreeMap<String, String>,
}

/// What has changed since `before`, and what is shown from here on.
pub fn changes(scene: &Scene<'_>, before: &Shown) -> (String, Shown) {
    if is_page(scene) {
        // No time has passed, and what stands around has not changed.
        let shown = Shown { serial: scene.serial, ..before.clone() };
        return (format!("{}{}{}", title(scene), lines(scene.tale.as_slice()), question(scene)), shown);
    }
    let mut shown = Shown {
        serial: scene.serial,
        title: title(scene),
        in_view: scene.in_view.iter().map(|seen| (seen.look.to_string(), seen_row(seen))).collect(),
        known: known(scene),
        yourself: block("Yourself:", scene.yourself.as_slice()),
        choices: before.choices.clone(),
    };
    let is_first = before.serial == 0;
    let mut out = String::new();
    push_if(&mut out, &shown.title, shown.title != before.title);
    push_if(&mut out, &lines(scene.tale.as_slice()), true);
    push_if(
        &mut out,
        &in_view_changes(scene, &shown.in_view, &before.in_view),
        (is_first || shown.in_view != before.in_view) && !scene.is_over,
    );
    push_if(&mut out, &shown.known, shown.known != before.known);
    push_if(&mut out, &shown.yourself, shown.yourself != before.yourself);
    out.push_str(&numbers(scene));
    // A question has few answers, and they are said each time.
    if is_first || !scene.question.is_empty() || scene.is_over {
        out.push_str(&question(scene));
    } else {
        out.push_str(&row(QUESTION));
        out.push_str(&choice_changes(scene, &before.choices));
    }
    if scene.question.is_empty() {
        let listed = scene.choices.iter().filter(|choice| choice.is_listed);
        shown.choices.extend(listed.map(|choice| (choice.command.to_string(), choice_row(choice))));
    }
    (out, shown)
}

/// Whether a scene is a page to read and choose from: it has no map, and is not the end.
fn is_page(scene: &Scene<'_>) -> bool {
    scene.map.width == 0 && scene.yourself.is_empty() && !scene.is_over && !scene.question.is_empty()
}

/// Who is in view: all of them where somebody came or went, else those of whom something else is to be said.
fn in_view_changes(scene: &Scene<'_>, now: &[(String, String)], before: &[(String, String)]) -> String {
    let is_same = now.iter().map(|seen| &seen.0).eq(before.iter().map(|seen| &seen.0));
    if !is_same || now.is_empty() {
        return in_view(scene);
    }
    let changed = now.iter().zip(before).filter(|(now, before)| now != before).map(|(now, _)| now.1.as_str());
    std::iter::once("Now in view:\n").chain(changed).collect()
}

/// What can be done that could not, or otherwise than before, and what cannot be done any more.
fn choice_changes(scene: &Scene<'_>, before: &BTreeMap<String, String>) -> String {
    let listed = scene.choices.iter().filter(|choice| choice.is_listed);
    let changed: Vec<&Choice<'_>> =
        listed.filter(|choice| before.get(choice.command.as_str()) != Some(&choice_row(choice))).collect();
    let (can, cannot): (Vec<&Choice<'_>>, Vec<&Choice<'_>>) =
        changed.into_iter().partition(|choice| choice.why_not.is_empty());
    let mut out = String::new();
    if !can.is_empty() {
        let all: Vec<String> = can.iter().map(|choice| short_choice(choice)).collect();
        out.push_str(&row(&format!("  Now: {}.", all.join("; "))));
    }
    if !cannot.is_empty() {
        let all: Vec<String> = cannot.iter().map(|choice| format!("{} ({})", choice.label, choice.why_not)).collect();
        out.push_str(&row(&format!("  Not now: {}.", all.join("; "))));
    }
    out + &row("  ?: all that can be done")
}

/// All of it, whatever was shown.
pub fn everything(scene: &Scene<'_>) -> String {
    let mut out = title(scene);
    out.push_str(&lines(scene.tale.as_slice()));
    out.push_str(&in_view(scene));
    out.push_str(&known(scene));
    out.push_str(&block("Yourself:", scene.yourself.as_slice()));
    out.push_str(&numbers(scene));
    out.push_str(&question(scene));
    out
}

/// What is asked, and the listed answers.
pub fn question(scene: &Scene<'_>) -> String {
    if scene.is_over {
        let choices = scene.choices.iter().filter(|choice| choice.is_listed).map(choice_row);
        return std::iter::once("It is over. An empty line leaves.\n".to_owned()).chain(choices).collect();
    }
    let asked = if scene.question.is_empty() { QUESTION } else { scene.question.as_str() };
    let mut out = row(asked);
    for choice in scene.choices.iter().filter(|choice| choice.is_listed) {
        out.push_str(&choice_row(choice));
    }
    out
}

/// How to answer, and everything that can be.
pub fn help(scene: &Scene<'_>) -> String {
    let mut out: String = HELP.iter().map(|text| row(text)).collect();
    if !scene.choices.is_empty() {
        out.push_str("Here and at this moment:\n");
    }
    for choice in scene.choices.iter() {
        out.push_str(&choice_row(choice));
    }
    out
}

/// Every tell that lasts.
pub fn tells(scene: &Scene<'_>) -> String {
    match scene.tells.is_empty() {
        true => row("Nobody shows what is coming."),
        false => lines(scene.tells.as_slice()),
    }
}

/// What was told: the latest of it, all of it, or what has these words in it.
pub fn history(scene: &Scene<'_>, wanted: &str) -> String {
    let told = scene.history.as_slice();
    let text = match wanted {
        "" => lines(told.get(told.len().saturating_sub(LATEST_LINES)..).unwrap_or_default()),
        "all" => lines(told),
        words => {
            let has = |line: &&SceneLine<'_>| line.text.as_str().to_lowercase().contains(words);
            told.iter().filter(has).map(|line| row(line.text.as_str())).collect()
        }
    };
    if text.is_empty() { row("Nothing of that has been told.") } else { text }
}

/// The ladders by name.
pub fn ladders(scene: &Scene<'_>) -> String {
    let of = |ladder: &LadderView<'_>| row(&format!("  {}: {}", ladder.name, ladder.about));
    let list: String = scene.ladders.iter().map(of).collect();
    if list.is_empty() { row("There are no ladders here.") } else { format!("Ladders, each from least to most:\n{list}") }
}

/// One ladder, from its least rung to its most.
pub fn ladder(ladder: &LadderView<'_>) -> String {
    let mut out = row(&format!("{}: {}, from least to most.", ladder.name, ladder.about));
    for rung in ladder.rungs.iter() {
        out.push_str(&row(&format!("  {}: {}", rung.marker, rung.meaning)));
    }
    out
}

/// Why a choice cannot be made.
pub fn not_possible(scene: &Scene<'_>, place: u32) -> String {
    let choice = usize::try_from(place).ok().and_then(|place| scene.choices.get(place));
    choice.map_or_else(String::new, |choice| row(&format!("Not possible: {}: {}.", choice.label, choice.why_not)))
}

/// Which of several was meant.
pub fn several(scene: &Scene<'_>, places: &[u32]) -> String {
    let choices = places.iter().filter_map(|place| usize::try_from(*place).ok().and_then(|place| scene.choices.get(place)));
    choices.fold(row("That may be any of these; type more of it:"), |out, choice| out + &choice_row(choice))
}

/// That a line means nothing here.
pub fn unknown(typed: &str) -> String {
    row(&format!("\"{typed}\" is no answer here. Type ? for what can be answered."))
}

/// That there is no such ladder.
pub fn no_ladder(name: &str) -> String {
    row(&format!("There is no ladder \"{name}\". Type ladder for their names."))
}

fn title(scene: &Scene<'_>) -> String {
    if scene.title.is_empty() { String::new() } else { row(&format!("Place: {}.", scene.title.trim_end_matches('.'))) }
}

/// Who is in view, nearest first, a line for each.
fn in_view(scene: &Scene<'_>) -> String {
    if scene.in_view.is_empty() {
        return row("Nobody is in view.");
    }
    scene.in_view.iter().fold(row("In view, from near to far:"), |out, seen| out + &seen_row(seen))
}

/// With nobody in view: what is known of where they are.
fn known(scene: &Scene<'_>) -> String {
    if scene.in_view.is_empty() { lines(scene.tells.as_slice()) } else { String::new() }
}

fn seen_row(seen: &InView<'_>) -> String {
    // What the map says by colour is a word here.
    let side = match seen.ink {
        Ink::Foe | Ink::Danger => "foe, ",
        Ink::Friend => "friend, ",
        _ => "",
    };
    let direction = seen.direction.as_str();
    let toward = if direction.is_empty() { String::new() } else { format!("to your {direction}") };
    let mut text = joined(", ", &[seen.look.as_str(), seen.nearness.as_str(), &toward]);
    let doing = joined(", ", &[seen.doing.as_str(), seen.imminence.as_str()]);
    if !doing.is_empty() {
        text = format!("{text}: {doing}");
    }
    let state = joined(", ", &[seen.stage.as_str(), seen.sureness.as_str(), seen.threat.as_str()]);
    row(&format!("  {side}{}", joined("; ", &[&text, &state])))
}

fn choice_row(choice: &Choice<'_>) -> String {
    let key = if choice.key.is_empty() { choice.command.as_str() } else { choice.key.as_str() };
    let time = joined(", ", &[choice.pace.as_str(), choice.in_time.as_str()]);
    let time = if time.is_empty() { String::new() } else { format!(" ({time})") };
    let bar = if choice.why_not.is_empty() { String::new() } else { format!("; not possible: {}", choice.why_not) };
    row(&format!("  {key}: {}{time}{bar}", choice.label))
}

/// The same within a sentence.
fn short_choice(choice: &Choice<'_>) -> String {
    let key = if choice.key.is_empty() { choice.command.as_str() } else { choice.key.as_str() };
    let time = joined(", ", &[choice.pace.as_str(), choice.in_time.as_str()]);
    let time = if time.is_empty() { String::new() } else { format!(" ({time})") };
    format!("{key}, {}{time}", choice.label)
}

/// The developers' overlay, where it was asked for.
fn numbers(scene: &Scene<'_>) -> String {
    scene.dev_numbers.iter().map(|text| row(&format!("  # {text}"))).collect()
}

fn block(head: &str, list: &[SceneLine<'_>]) -> String {
    if list.is_empty() { String::new() } else { format!("{}{}", row(head), indented(list)) }
}

fn indented(list: &[SceneLine<'_>]) -> String {
    list.iter().map(|line| row(&format!("  {}", line.text))).collect()
}

fn lines(list: &[SceneLine<'_>]) -> String {
    list.iter().map(|line| row(line.text.as_str())).collect()
}

fn push_if(out: &mut String, text: &str, is_new: bool) {
    if is_new {
        out.push_str(text);
    }
}

fn joined(between: &str, parts: &[&str]) -> String {
    parts.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(between)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{SceneBuilder, line};
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(text);
    }

    #[test]
    fn the_first_scene_is_told_whole() {
        check(
            &changes(&SceneBuilder::fight().scene(), &Shown::default()).0,
            expect![[r#"
                Place: the gatehouse.
                The goblin swings wide of you.
                In view, from near to far:
                  foe, hunched figure, at blade's length, to your north-east: drawing back for a
                    stab, soon; winded, legible, perilous
                  friend, old guard, a sprint away, to your south
                Yourself:
                  You are fresh.
                  A cut across the brow.
                What will you do?
                  k: a thrust (quick, first)
                  space: wait a breath
                  cast: a bolt of frost; not possible: the hand is hurt
            "#]],
        );
    }

    #[test]
    fn after_that_only_what_changes_is_told() {
        let mut builder = SceneBuilder::fight();
        let (_, shown) = changes(&builder.scene(), &Shown::default());
        builder.serial = 2;
        builder.tale = vec![line("You wait.")];
        check(
            &changes(&builder.scene(), &shown).0,
            expect![[r#"
            You wait.
            What will you do?
              ?: all that can be done
        "#]],
        );
        builder.in_view[0].nearness = "body to body".into();
        builder.choices[0].why_not = "too near".into();
        builder.choices[1].pace = "instant".into();
        check(
            &changes(&builder.scene(), &shown).0,
            expect![[r#"
            You wait.
            Now in view:
              foe, hunched figure, body to body, to your north-east: drawing back for a
                stab, soon; winded, legible, perilous
            What will you do?
              Now: space, wait a breath (instant).
              Not now: a thrust (too near).
              ?: all that can be done
        "#]],
        );
        builder.choices[0].why_not = "".into();
        builder.in_view.clear();
        builder.tells = vec![line("You last saw the goblin to the east.")];
        builder.question = "A goblin appears. Go on?";
        builder.choices.truncate(2);
        check(
            &changes(&builder.scene(), &shown).0,
            expect![[r#"
                You wait.
                Nobody is in view.
                You last saw the goblin to the east.
                A goblin appears. Go on?
                  k: a thrust (quick, first)
                  space: wait a breath (instant)
            "#]],
        );
    }

    #[test]
    fn help_lists_what_is_not_listed_too() {
        let mut builder = SceneBuilder::fight();
        builder.choices[0].is_listed = false;
        let scene = builder.scene();
        assert!(!question(&scene).contains("a thrust"));
        check(
            &help(&scene),
            expect![[r#"
                Answer with a line: a key, the name of a command, or the beginning of a name.
                Words that are always there:
                  look: all that is perceived, again
                  tells: every sign of what somebody is about to do
                  history: what was told lately; history all, or history and a word to look for
                  ladder: the words by which things are ranked; ladder and a name explains it
                  quit: leave; --continue goes on with a run, unless its start said that it is
                    not kept
                An attack goes on until something changes; its name with -once behind is a
                  single blow.
                Here and at this moment:
                  k: a thrust (quick, first)
                  space: wait a breath
                  cast: a bolt of frost; not possible: the hand is hurt
            "#]],
        );
    }

    #[test]
    fn ladders_tells_and_history_are_read_on_request() {
        let builder = SceneBuilder::fight();
        let scene = builder.scene();
        check(
            &ladders(&scene),
            expect![[r#"
            Ladders, each from least to most:
              stage: how much guard somebody has left
        "#]],
        );
        check(
            &ladder(&scene.ladders[0]),
            expect![[r#"
            stage: how much guard somebody has left, from least to most.
              fresh: All of it is there.
              guard failing: Little is left.
        "#]],
        );
        check(
            &tells(&scene),
            expect![[r#"
            The goblin draws back for a stab: soon.
        "#]],
        );
        check(
            &history(&scene, "goblin"),
            expect![[r#"
            The goblin swings wide of you.
        "#]],
        );
        check(
            &history(&scene, "dragon"),
            expect![[r#"
            Nothing of that has been told.
        "#]],
        );
        check(
            &history(&scene, ""),
            expect![[r#"
            It comes to a fight.
            The goblin swings wide of you.
        "#]],
        );
    }

    #[test]
    fn what_was_not_understood_is_said() {
        let builder = SceneBuilder::fight();
        let scene = builder.scene();
        check(
            &(unknown("xyzzy") + &no_ladder("luck") + &not_possible(&scene, 2) + &several(&scene, &[0, 1])),
            expect![[r#"
            "xyzzy" is no answer here. Type ? for what can be answered.
            There is no ladder "luck". Type ladder for their names.
            Not possible: a bolt of frost: the hand is hurt.
            That may be any of these; type more of it:
              k: a thrust (quick, first)
              space: wait a breath
        "#]],
        );
        assert_eq!(not_possible(&scene, 99), "");
    }

    #[test]
    fn a_run_that_is_over_says_so() {
        let mut builder = SceneBuilder::fight();
        builder.is_over = true;
        builder.choices.clear();
        builder.tale = vec![line("You are dead.")];
        check(
            &question(&builder.scene()),
            expect![[r#"
            It is over. An empty line leaves.
        "#]],
        );
    }
}

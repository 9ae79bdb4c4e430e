//! Scenes as linear text: what is read aloud, from top to bottom, once.
//!
//! Pure: a scene and what was shown before in, text out. It never draws a map and never says by place, colour or sign alone
//! what a word does not say. `front` calls it.

use abi::{Choice, InView, Ink, LadderView, Scene, SceneLine};

/// What is asked where the scene asks nothing of its own. It has no marker word of any ladder in it (doctrine F4).
pub const QUESTION: &str = "What will you do?";

/// How much of the history is read where nobody asks for more.
const LATEST_LINES: usize = 40;

/// What a seat has been told, so that it is told only what changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// The scene.
    pub serial: u64,
    title: String,
    in_view: String,
    yourself: String,
}

/// What has changed since `before`, and what is shown from here on.
pub fn changes(scene: &Scene<'_>, before: &Shown) -> (String, Shown) {
    let shown = Shown {
        serial: scene.serial,
        title: title(scene),
        in_view: in_view(scene),
        yourself: block("Yourself:", scene.yourself.as_slice()),
    };
    let mut out = String::new();
    push_if(&mut out, &shown.title, shown.title != before.title);
    push_if(&mut out, &lines(scene.tale.as_slice()), true);
    push_if(&mut out, &shown.in_view, shown.in_view != before.in_view);
    push_if(&mut out, &shown.yourself, shown.yourself != before.yourself);
    out.push_str(&numbers(scene));
    out.push_str(&question(scene));
    (out, shown)
}

/// All of it, whatever was shown.
pub fn everything(scene: &Scene<'_>) -> String {
    let mut out = title(scene);
    out.push_str(&lines(scene.tale.as_slice()));
    out.push_str(&in_view(scene));
    out.push_str(&block("Yourself:", scene.yourself.as_slice()));
    out.push_str(&numbers(scene));
    out.push_str(&question(scene));
    out
}

/// What is asked, and the listed answers.
pub fn question(scene: &Scene<'_>) -> String {
    if scene.is_over && scene.choices.is_empty() {
        return "It is over. An empty line leaves.\n".to_owned();
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
    let mut out = String::from(
        "Answer with a line: a key, the name of a command, or the beginning of a name.\n\
         Words that are always there:\n  \
         look: all that is perceived, again\n  \
         tells: every sign of what somebody is about to do\n  \
         history: what was told lately; history all, or history and a word to look for\n  \
         ladder: the words by which things are ranked; ladder and a name explains it\n  \
         quit: leave; nothing of the game is kept without a log\n\
         An attack goes on until something changes; its name with -once behind is a single blow.\n",
    );
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

fn seen_row(seen: &InView<'_>) -> String {
    // What the map says by colour is a word here.
    let side = match seen.ink {
        Ink::Foe | Ink::Danger => "foe, ",
        Ink::Friend => "friend, ",
        _ => "",
    };
    let mut text = joined(", ", &[seen.look.as_str(), seen.nearness.as_str(), seen.direction.as_str()]);
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

/// One line of output: nothing in a text may move a cursor, ring a bell or end the line.
fn row(text: &str) -> String {
    let mut out: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
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
              foe, hunched figure, at blade's length, north-east: drawing back for a stab, soon; winded, legible, perilous
              friend, old guard, a sprint away, south
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
              k: a thrust (quick, first)
              space: wait a breath
              cast: a bolt of frost; not possible: the hand is hurt
        "#]],
        );
        builder.in_view.clear();
        builder.question = "A goblin appears. Go on?";
        builder.choices.truncate(2);
        check(
            &changes(&builder.scene(), &shown).0,
            expect![[r#"
            You wait.
            Nobody is in view.
            A goblin appears. Go on?
              k: a thrust (quick, first)
              space: wait a breath
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
                  quit: leave; nothing of the game is kept without a log
                An attack goes on until something changes; its name with -once behind is a single blow.
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
            Weapons come out.
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
    fn no_text_can_steer_the_terminal() {
        assert_eq!(row("a\u{1b}[2Jb\n\u{7}"), "a [2Jb\n");
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

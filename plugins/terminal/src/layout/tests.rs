//! Pictures of whole screens, which the difference in a review shows.

use super::*;
use crate::{keymap::Keymap, testing::Stage};
use expect_test::{Expect, expect};

fn draw(scene: &Scene<'_>, width: usize, height: usize, change: impl Fn(&mut Ui)) -> String {
    let mut ui = Ui::new(Keymap::read("").unwrap(), false);
    ui.take_scene(scene);
    change(&mut ui);
    compose(scene, &mut ui, width, height).text()
}

/// With a bar before each row: expectations lose the blanks that all their rows begin with.
fn check_text(text: &str, expected: &Expect) {
    expected.assert_eq(&text.lines().map(|row| format!("|{row}\n")).collect::<String>());
}

fn check(stage: Stage, width: usize, height: usize, expected: &Expect) {
    check_text(&draw(&stage.scene(), width, height, |_| ()), expected);
}

fn check_panel(panel: Panel, width: usize, height: usize, expected: &Expect) {
    check_text(&draw(&Stage::fight().scene(), width, height, |ui| ui.panel = panel), expected);
}

#[test]
fn a_fight_at_80_by_24() {
    check(
        Stage::fight(),
        80,
        24,
        &expect![[r#"
            |      ############################################  │ You are winded.
            |      #..........................................#  │ Your left arm bleeds
            |      #..........................................# →│   badly; you cannot draw.
            |      #..........................................#  ├─ in view ─────────────────
            |      #..........................................#  │ h! hunched figure        ↗
            |      #..........................................#  │    a leap away, north-east
            |      #........................h∙∙∙..............#  │    a stab, any moment
            |      #..........................................#  │    winded, legible
            |      #...................@......................#  │ o! ogre in a torn hide   ↘
            |      #..........................................#  │    a sprint away
            |      #.............................oo...........#  │    gathering itself
            |      #.............................oo...........#  │    winded, legible
            |      #..........................................#  │ w+ woman with a lantern  →
            |      ############################################  │    at the edge of sight
            |                                                    │    winded, legible
            |                                                    │
            |── the lower hall ──────────────────────────────────┴───────────────── ? keys ──
            | Something drips.
            | The hunched figure lunges and you turn the blade: a graze.
            | The ogre is winding down, and its guard is failing.
            | [a] a thrust, steady, too late          [d] a jab, quick, a near thing
            | [r] back off, quick, first              [c] circle, steady, too late
            | [space] hold                            [.] wait a moment, instant
            | [f] fight on as before                  [s] a sweeping cut (no room to swing)
        "#]],
    );
}

#[test]
fn a_crowd_at_80_by_24() {
    check(
        Stage::crowd(),
        80,
        24,
        &expect![[r#"
            |      ############################################  │ You are winded.
            |      #..........................................#  │ Your left arm bleeds
            |      #..........................................# →│   badly; you cannot draw.
            |      #..........................................#  ├─ in view ─────────────────
            |      #..........................................#  │ s! spearman in grey soon ↖
            |      #..........................................#  │ s! spearman in grey soon ↖
            |      #........................h∙∙∙..............#  │ s! spearman in grey soon ↖
            |      #..........................................#  │ s! spearman in grey soon ↖
            |      #...................@......................#  │ s! spearman in grey soon ↖
            |      #..........................................#  │ s! spearman in grey soon ↖
            |      #.............................oo...........#  │ s! spearman in grey soon ↖
            |      #.............................oo...........#  │ s! spearman in grey soon ↖
            |── the lower hall ──────────────────────────────────┴───────────────── ? keys ──
            | … the history has the rest
            | The spearman in grey thrusts, and you barely get out of the way of it: a near
            |   miss again.
            | The spearman in grey thrusts, and you barely get out of the way of it: a near
            |   miss again.
            |
            | [a] a thrust, steady, too late   [d] a jab, quick, a near thing
            | [r] back off, quick, first   [c] circle, steady, too late   [space] hold
            | [.] wait a moment, instant   [f] fight on as before
            | [t] a thrust, steady, too late   [e] a jab, quick, a near thing
            | [o] back off, quick, first   [i] circle, steady, too late   [g] hold  … ? more
        "#]],
    );
}

#[test]
fn a_question_at_80_by_24() {
    check(
        Stage::question().with_numbers(),
        80,
        24,
        &expect![[r#"
            | tick 240 ########################################  │ You are winded.
            | hunched figure: 14 of 30 .......................#  │ Your left arm bleeds
            |      #..........................................# →│   badly; you cannot draw.
            |      #..........................................#  ├─ in view ─────────────────
            |      #..........................................#  │ h! hunched figure        ↗
            |      #..........................................#  │    a leap away, north-east
            |      #........................h∙∙∙..............#  │    a stab, any moment
            |      #..........................................#  │    winded, legible
            |      #...................@......................#  │
            |      #..........................................#  │ o! ogre in a torn hide   ↘
            |      #.............................oo...........#  │    a sprint away
            |      #.............................oo...........#  │    gathering itself
            |      #..........................................#  │    winded, legible
            |      ############################################  │
            |                                                    │ w+ woman with a lantern  →
            |                                                    │    at the edge of sight
            |                                                    │    winded, legible
            |── the lower hall ──────────────────────────────────┴───────────────── ? keys ──
            | Something drips.
            | The hunched figure lunges and you turn the blade: a graze.
            | The ogre is winding down, and its guard is failing.
            | The hunched figure begins a stab. Answer it?
            | [y] turn the blade, quick, first   [x] let it come
            |
        "#]],
    );
}

#[test]
fn a_fight_at_120_by_40() {
    check(
        Stage::fight(),
        120,
        40,
        &expect![[r#"
            |                                                                               │ You are winded.
            |                                                                               │ Your left arm bleeds badly; you cannot
            |                                                                               │   draw.
            |                                                                               ├─ in view ──────────────────────────────
            |                                                                               │ h! hunched figure                     ↗
            |                   ############################################                │    a leap away, north-east
            |                   #..........................................#                │    a stab, any moment
            |                   #..........................................#               →│    winded, legible
            |                   #..........................................#                │
            |                   #..........................................#                │ o! ogre in a torn hide                ↘
            |                   #..........................................#                │    a sprint away, south-east
            |                   #........................h∙∙∙..............#                │    gathering itself
            |                   #..........................................#                │    winded, legible
            |                   #...................@......................#                │
            |                   #..........................................#                │ w+ woman with a lantern               →
            |                   #.............................oo...........#                │    at the edge of sight, east
            |                   #.............................oo...........#                │    winded, legible
            |                   #..........................................#                │
            |                   ############################################                │
            |                                                                               │
            |                                                                               │
            |                                                                               │
            |                                                                               │
            |                                                                               │
            |                                                                               │
            |                                                                               │
            |── the lower hall ─────────────────────────────────────────────────────────────┴────────────────────────────── ? keys ──
            | You go on.
            | Something drips.
            | You go on.
            | Something drips.
            | You go on.
            | Something drips.
            | The hunched figure lunges and you turn the blade: a graze.
            | The ogre is winding down, and its guard is failing.
            | [a] a thrust, steady, too late          [d] a jab, quick, a near thing          [r] back off, quick, first
            | [c] circle, steady, too late            [space] hold                            [.] wait a moment, instant
            | [f] fight on as before                  [s] a sweeping cut (no room to swing)
            |
            |
        "#]],
    );
}

#[test]
fn small_screens_keep_what_matters_most() {
    check(
        Stage::fight(),
        40,
        12,
        &expect![[r#"
            |#........................h∙∙∙..........↗
            |#.......................................
            |#...................@...................
            |#.......................................
            |#.............................oo........
            |h! hunched figure           any moment ↗
            |o! ogre in a torn hide   a sprint away ↘
            |You are winded. Your left arm bleeds
            |The ogre is winding down, and its guard
            |  is failing.
            |[a] a thrust, steady, too late
            |[d] a jab, quick, a near thing  … ? more
        "#]],
    );
    check(
        Stage::fight(),
        10,
        3,
        &expect![[r#"
            |.........↗
            |.....@...↘
            |The ogre…
        "#]],
    );
    check(
        Stage::fight(),
        30,
        1,
        &expect![[r#"
            |The ogre is winding down, and…
        "#]],
    );
    check(
        Stage::fight(),
        1,
        1,
        &expect![[r#"
            |@
        "#]],
    );
}

#[test]
fn panels_at_80_by_24() {
    check_panel(
        Panel::Tells,
        80,
        24,
        &expect![[r#"
            |
            |  What is coming
            |
            |  The hunched figure draws back its knife: any moment.
            |
            |  Who is in view
            |
            |  h! hunched figure: a leap away, north-east; a stab, any moment; winded,
            |     legible
            |  o! ogre in a torn hide: a sprint away, south-east; gathering itself; winded,
            |     legible
            |  w+ woman with a lantern: at the edge of sight, east; winded, legible
            |
            |  Yourself
            |
            |  You are winded.                                                       ↓ more
            |── the lower hall ──────────────────────────────────────── escape closes this ──
            | Something drips.
            | The hunched figure lunges and you turn the blade: a graze.
            | The ogre is winding down, and its guard is failing.
            | [a] a thrust, steady, too late          [d] a jab, quick, a near thing
            | [r] back off, quick, first              [c] circle, steady, too late
            | [space] hold                            [.] wait a moment, instant
            | [f] fight on as before                  [s] a sweeping cut (no room to swing)
        "#]],
    );
    check_panel(
        Panel::Ladder(0),
        80,
        24,
        &expect![[r#"
            |
            |  stage: how much guard somebody has left
            |  from the least to the most
            |
            |  fresh          The whole guard is there.
            |  winded         Breath is short and the guard is thinning; rest would bring
            |                 it back.
            |  guard failing  A good blow more may find its way through.
            |  wounded        The body itself is damaged.
            |
            |  ← → stage pace
            |
            |
            |
            |
            |
            |── the lower hall ──────────────────────────────────────── escape closes this ──
            | Something drips.
            | The hunched figure lunges and you turn the blade: a graze.
            | The ogre is winding down, and its guard is failing.
            | [a] a thrust, steady, too late          [d] a jab, quick, a near thing
            | [r] back off, quick, first              [c] circle, steady, too late
            | [space] hold                            [.] wait a moment, instant
            | [f] fight on as before                  [s] a sweeping cut (no room to swing)
        "#]],
    );
    check_panel(
        Panel::Help,
        80,
        24,
        &expect![[r#"
            |
            |  What you can do
            |
            |  [a] a thrust, steady, too late
            |  [d] a jab, quick, a near thing
            |  [r] back off, quick, first
            |  [c] circle, steady, too late
            |  [space] hold
            |  [.] wait a moment, instant
            |  [f] fight on as before
            |  [s] a sweeping cut (no room to swing)
            |
            |  Where to
            |
            |     y   k   u
            |     h   @   l                                                          ↓ more
            |── the lower hall ──────────────────────────────────────── escape closes this ──
            | Something drips.
            | The hunched figure lunges and you turn the blade: a graze.
            | The ogre is winding down, and its guard is failing.
            | [a] a thrust, steady, too late          [d] a jab, quick, a near thing
            | [r] back off, quick, first              [c] circle, steady, too late
            | [space] hold                            [.] wait a moment, instant
            | [f] fight on as before                  [s] a sweeping cut (no room to swing)
        "#]],
    );
    check_panel(
        Panel::Leave,
        40,
        12,
        &expect![[r#"
            |
            |  Leave? Unless its start said that
            |  this run is not kept, --continue
            |  goes on with it. Q or ctrl-c once
            |  more leaves, any other key stays.
            |
            |
            |
            |
            |
            |
            |
        "#]],
    );
}

#[test]
fn the_keys_are_all_in_one_place() {
    check_panel(
        Panel::Help,
        80,
        72,
        &expect![[r#"
            |
            |  What you can do
            |
            |  [a] a thrust, steady, too late
            |  [d] a jab, quick, a near thing
            |  [r] back off, quick, first
            |  [c] circle, steady, too late
            |  [space] hold
            |  [.] wait a moment, instant
            |  [f] fight on as before
            |  [s] a sweeping cut (no room to swing)
            |
            |  Where to
            |
            |     y   k   u
            |     h   @   l
            |     b   j   n
            |  Arrows and the number pad do the same. A direction is a stride; toward the
            |  foe that you face it closes in, and within reach it strikes. With shift,
            |  with alt, or after the key of one foot it is a single foot.
            |  An attack's letter strikes again and again until something changes. For a
            |  single blow, bind a key to its command with -once behind, such as
            |  strike-once.
            |
            |  Listed or not, wherever it can be done
            |
            |  0 pad-0 insert space  hold until something changes
            |  . 5 pad-5             wait a moment
            |  , pad-. delete        wait a breath
            |  ; pad-=               wait a while
            |  + pad-+ enter         fight on as before, until something changes
            |  pad-/ backspace       back off
            |  * pad-* o             walk around the foe that you face
            |  v                     face another foe
            |  <                     look a slice up
            |  >                     look a slice down
            |  escape                look ahead again; leave what stands in place of the
            |                        map
            |  O                     your standing orders: what answers for you, unasked or
            |                        after a question
            |  A                     leave the fight to habit, and say what you mean by it
            |  t                     take the fight in hand again
            |
            |  The screen
            |
            |  T tab                 everything that tells what is coming
            |  / X                   what the marker words mean, from least to most
            |  P F4                  what has been told so far
            |  = Z z                 one or five feet in each cell of the map
            |  ' - pad--             the next direction goes one foot only
            |  ? F1                  these keys
            |  F2                    shows what a key is called and what it does
            |  ctrl-l                draws everything again
            |  ctrl-z                leaves the game waiting, and gives the terminal to the
            |                        shell
            |  Q ctrl-c              leaves the game; `--continue` goes on with a run,
            |                        unless its start said that it is not kept
            |                                                                        ↓ more
            |── the lower hall ──────────────────────────────────────── escape closes this ──
            | You go on.
            | Something drips.
            | You go on.
            | Something drips.
            | You go on.
            | Something drips.
            | The hunched figure lunges and you turn the blade: a graze.
            | The ogre is winding down, and its guard is failing.
            | [a] a thrust, steady, too late          [d] a jab, quick, a near thing
            | [r] back off, quick, first              [c] circle, steady, too late
            | [space] hold                            [.] wait a moment, instant
            | [f] fight on as before                  [s] a sweeping cut (no room to swing)
            |
        "#]],
    );
}

#[test]
fn the_end_fills_the_middle() {
    check(
        Stage::over(),
        60,
        16,
        &expect![[r#"
            |── the lower hall ──────────────────────────────────────────
            |
            |
            |
            |
            |  The knife goes in under the arm.
            |
            |  You sit down against the wall of the lower hall, and do
            |  not get up again.
            |
            |  Any key leaves.
            |
            |
            |
            |
            |
        "#]],
    );
    check(
        Stage::over(),
        1,
        1,
        &expect![[r#"
            |A
        "#]],
    );
}

#[test]
fn no_size_is_too_small_and_a_crowd_keeps_the_character_in_sight() {
    let widths = [0, 1, 2, 3, 5, 8, 13, 20, 29, 30, 40, 59, 60, 61, 80, 120];
    let heights = [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 15, 16, 17, 24, 40];
    let mut cases = Vec::new();
    for panel in [Panel::Tells, Panel::Ladder(9), Panel::History, Panel::Help, Panel::KeyTest, Panel::Leave] {
        cases.push((Stage::fight().scene(), panel));
    }
    for stage in [Stage::fight, Stage::crowd, Stage::question, Stage::over] {
        cases.push((stage().scene(), Panel::Closed));
    }
    for (scene, panel) in cases {
        for (width, height) in widths.iter().flat_map(|width| heights.iter().map(|height| (*width, *height))) {
            let text = draw(&scene, width, height, |ui| (ui.panel, ui.scroll) = (panel, 1000));
            assert_eq!(text.lines().count(), height.max(1), "{width} by {height} with {panel:?}");
            let has_map = height >= 2 && width > 0 && panel == Panel::Closed && !scene.is_over;
            assert!(!has_map || text.contains('@'), "no character at {width} by {height}:\n{text}");
        }
    }
}

#[test]
fn no_digit_stands_on_a_screen_that_was_not_asked_for_numbers() {
    for stage in [Stage::fight, Stage::crowd, Stage::question, Stage::over] {
        for (panel, size) in
            [(Panel::Closed, (80, 24)), (Panel::Tells, (120, 40)), (Panel::Ladder(0), (80, 24)), (Panel::History, (80, 24))]
        {
            let text = draw(&stage().scene(), size.0, size.1, |ui| ui.panel = panel);
            assert!(!text.chars().any(|letter| letter.is_ascii_digit()), "{text}");
        }
    }
}

//! The front end itself: scenes go out as text, lines come in as answers.
//!
//! Owns what each seat has been told. Its state is about the screen only (never about the game) and is lost when the
//! process ends. The host calls it; it calls `layout` for words, `rules` for meanings and `streams` for everything else.

use crate::{
    layout::{self, Shown},
    rules::{Meaning, meaning},
    streams::{Heard, Input, Output},
};
use abi::{Asked, FrontEnd, OpenCall, RString, Reply, Scene, Scenes};
use rustix::stdio::{stdin, stdout};
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// How long the last words may take to be read when the game ends.
const LAST_WORDS_MS: u32 = 1000;

/// Linear text on the standard streams.
#[derive(Default)]
pub struct Plain {
    screen: Mutex<Screen>,
}

#[derive(Default)]
struct Screen {
    shown: BTreeMap<u32, Shown>,
    input: Input,
    output: Output,
}

impl Plain {
    /// The screen; after a panic in an earlier call it is as good as before, since nothing in it can be half true.
    fn screen(&self) -> MutexGuard<'_, Screen> {
        self.screen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FrontEnd for Plain {
    fn open(&self, _call: &OpenCall<'_>) -> RString {
        RString::new()
    }

    fn show(&self, scenes: &Scenes<'_>) {
        let mut screen = self.screen();
        screen.show(scenes);
        screen.output.flush(stdout(), 0);
    }

    fn ask(&self, scenes: &Scenes<'_>, patience_ms: u32) -> Asked {
        let mut screen = self.screen();
        screen.show(scenes);
        let Some(scene) = asked_seat(scenes) else { return Asked::default() };
        // Who has not read the question yet cannot answer it: words go out before any come in.
        let has_all = screen.output.flush(stdout(), patience_ms);
        if screen.output.has_closed() {
            return Asked { seat: scene.seat, reply: Reply::Closed };
        }
        let heard = if has_all { screen.input.line(stdin(), patience_ms) } else { Heard::Nothing };
        let (text, reply) = answer(heard, scene);
        screen.output.push(&text);
        screen.output.flush(stdout(), 0);
        Asked { seat: scene.seat, reply }
    }

    fn close(&self) {
        self.screen().output.flush(stdout(), LAST_WORDS_MS);
    }
}

impl Screen {
    /// Tells each seat what it has not been told.
    fn show(&mut self, scenes: &Scenes<'_>) {
        for scene in scenes.seats.iter() {
            let before = self.shown.get(&scene.seat);
            if before.is_some_and(|before| before.serial == scene.serial) {
                continue;
            }
            let (text, shown) = layout::changes(scene, before.unwrap_or(&Shown::default()));
            self.output.push(&text);
            self.shown.insert(scene.seat, shown);
        }
    }
}

/// The seat whose turn it is to answer: the one that is offered something, else the one that there is.
fn asked_seat<'a>(scenes: &'a Scenes<'_>) -> Option<&'a Scene<'a>> {
    scenes.seats.iter().find(|scene| !scene.choices.is_empty()).or_else(|| scenes.seats.first())
}

/// What is said to a line, and what the host is answered. What only concerns the screen is no answer to the host.
fn answer(heard: Heard, scene: &Scene<'_>) -> (String, Reply) {
    let line = match heard {
        Heard::Line(line) => line,
        Heard::Nothing => return (String::new(), Reply::Nothing),
        Heard::Ended => return (String::new(), Reply::Closed),
    };
    let text = match meaning(&line, scene) {
        Meaning::Choice(place) => return (String::new(), Reply::Choice(place)),
        Meaning::Quit => return (String::new(), Reply::Quit),
        Meaning::Nothing if scene.is_over => return (String::new(), Reply::Quit),
        Meaning::Nothing => layout::question(scene),
        Meaning::NotNow(place) => layout::not_possible(scene, place),
        Meaning::Several(places) => layout::several(scene, &places),
        Meaning::Help => layout::help(scene),
        Meaning::Look => layout::everything(scene),
        Meaning::Tells => layout::tells(scene),
        Meaning::History(wanted) => layout::history(scene, &wanted),
        Meaning::Ladders => layout::ladders(scene),
        Meaning::Ladder(place) => scene.ladders.get(place).map(layout::ladder).unwrap_or_default(),
        Meaning::NoLadder(name) => layout::no_ladder(&name),
        Meaning::Unknown(typed) => layout::unknown(&typed),
    };
    (text, Reply::Nothing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::SceneBuilder;
    use abi::RSlice;

    fn check(heard: Heard, expected: Reply, says: &str) {
        let builder = SceneBuilder::fight();
        let (text, reply) = answer(heard, &builder.scene());
        assert_eq!(reply, expected);
        assert!(text.contains(says) && text.is_empty() == says.is_empty(), "{text}");
    }

    #[test]
    fn a_choice_a_farewell_and_an_end_are_answers() {
        check(Heard::Line("k".into()), Reply::Choice(0), "");
        check(Heard::Line("quit".into()), Reply::Quit, "");
        check(Heard::Ended, Reply::Closed, "");
        check(Heard::Nothing, Reply::Nothing, "");
    }

    #[test]
    fn whatever_concerns_the_screen_alone_is_no_answer() {
        check(Heard::Line("".into()), Reply::Nothing, layout::QUESTION);
        check(Heard::Line("?".into()), Reply::Nothing, "history");
        check(Heard::Line("look".into()), Reply::Nothing, "hunched figure");
        check(Heard::Line("cast".into()), Reply::Nothing, "the hand is hurt");
        check(Heard::Line("ladder stage".into()), Reply::Nothing, "guard failing");
        check(Heard::Line("tells".into()), Reply::Nothing, "draws back");
    }

    #[test]
    fn a_scene_is_told_once() {
        let builder = SceneBuilder::fight();
        let seats = [builder.scene()];
        let scenes = Scenes { seats: RSlice::from_slice(&seats) };
        let mut screen = Screen::default();
        screen.show(&scenes);
        let told = format!("{:?}", screen.output);
        screen.show(&scenes);
        assert_eq!(format!("{:?}", screen.output), told);
        assert!(screen.shown.contains_key(&0));
    }

    #[test]
    fn nobody_to_ask_is_nothing_to_answer() {
        let scenes = Scenes { seats: RSlice::from_slice(&[]) };
        assert!(asked_seat(&scenes).is_none());
    }
}

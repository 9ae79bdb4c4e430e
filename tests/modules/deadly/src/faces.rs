//! The roles that show a game: a few words for everything, and a front end that presses the first key that does something.

use crate::{Deadly, deeds::at};
use abi::{Asked, FrontEnd, Happening, MapLevels, Narration, OpenCall, RString, RVec, Reply, Scenes, TellCall, Told};
use std::time::Duration;

/// A hand that presses keys takes so long: longer than the terminal is left alone to draw.
const HAND_MS: u32 = 4;

impl Narration for Deadly {
    fn tell(&self, _: &TellCall<'_>) -> RVec<Told> {
        at("Narration::tell");
        RVec::new()
    }

    fn line(&self, _: &Happening<'_>, _: u64) -> Told {
        at("Narration::line");
        Told { text: "Something happens.".into(), ..Told::default() }
    }
}

impl FrontEnd for Deadly {
    fn open(&self, _: &OpenCall<'_>) -> RString {
        at("FrontEnd::open");
        RString::new()
    }

    fn show(&self, _: &Scenes<'_>) {
        at("FrontEnd::show");
    }

    fn ask(&self, scenes: &Scenes<'_>, patience_ms: u32) -> Asked {
        at("FrontEnd::ask");
        let Some(scene) = scenes.seats.first().filter(|scene| !scene.is_over) else {
            return Asked { seat: 0, reply: Reply::Quit };
        };
        std::thread::sleep(Duration::from_millis(patience_ms.min(HAND_MS).into()));
        if patience_ms < HAND_MS {
            return Asked { seat: scene.seat, reply: Reply::Nothing };
        }
        let place = scene.choices.iter().position(|choice| choice.why_not.is_empty());
        let place = place.and_then(|place| u32::try_from(place).ok());
        Asked { seat: scene.seat, reply: place.map_or(Reply::Quit, Reply::Choice) }
    }

    fn close(&self) {
        at("FrontEnd::close");
    }

    fn levels(&self, _: &MapLevels<'_>) {
        at("FrontEnd::levels");
    }
}

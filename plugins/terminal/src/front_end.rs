//! The role `FrontEnd`: shows scenes on the screen and turns keys into answers.
//!
//! Holds the screen's own state behind a lock that `close` does not need, since a panic hook may call it at any moment. Never
//! ends the process and never writes to the standard streams itself. Called by the host alone.

use crate::{
    input::{Input, Inputs, Moment},
    keymap::Keymap,
    layout,
    screen::{self, Screen},
    signals,
    ui::{Outcome, Ui},
};
use abi::{Asked, FrontEnd, MapLevels, OpenCall, RString, Reply, Scene, Scenes};
use std::sync::{Mutex, PoisonError};

/// The front end.
#[derive(Default)]
pub struct OnTheTerminal {
    open: Mutex<Option<Open>>,
}

struct Open {
    screen: Screen,
    inputs: Inputs,
    ui: Ui,
    has_colour: bool,
    /// Columns and rows; none of either where the window has none: then nothing is drawn until it has.
    size: (usize, usize),
    /// The seat and the serial of the scene on the screen.
    shown: Option<(u32, u64)>,
}

impl FrontEnd for OnTheTerminal {
    fn open(&self, call: &OpenCall<'_>) -> RString {
        match Open::new(call) {
            Ok(opened) => {
                *self.open.lock().unwrap_or_else(PoisonError::into_inner) = Some(opened);
                RString::new()
            }
            Err(why) => {
                screen::stop();
                RString::from(why)
            }
        }
    }

    fn show(&self, scenes: &Scenes<'_>) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let (Some(open), Some(scene)) = (open.as_mut(), seat(scenes)) {
            // A terminal that is gone shows itself to `ask`, which can say so.
            let _ = open.show(scene);
        }
    }

    fn ask(&self, scenes: &Scenes<'_>, patience_ms: u32) -> Asked {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (Some(open), Some(scene)) = (open.as_mut(), seat(scenes)) else {
            return Asked { seat: 0, reply: Reply::Closed };
        };
        Asked { seat: scene.seat, reply: open.ask(scene, patience_ms).unwrap_or(Reply::Closed) }
    }

    fn levels(&self, levels: &MapLevels<'_>) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        // What is on the screen already was drawn by them.
        if let Some(open) = open.as_mut().filter(|open| open.shown != Some((levels.seat, levels.serial))) {
            open.ui.levels.take(levels);
        }
    }

    fn close(&self) {
        screen::stop();
        // In a panic hook the lock may be held by this very thread; then the state stays, and knows that its screen is gone.
        if let Ok(mut open) = self.open.try_lock() {
            *open = None;
        }
        signals::obey();
    }
}

/// The seat that is to answer; with several at one terminal the first one that has something to choose.
fn seat<'a>(scenes: &Scenes<'a>) -> Option<&'a Scene<'a>> {
    let seats = scenes.seats.as_slice();
    seats.iter().find(|scene| !scene.choices.is_empty()).or_else(|| seats.first())
}

impl Open {
    fn new(call: &OpenCall<'_>) -> Result<Self, String> {
        // The keymap first: what is wrong with it is said on the shell's own screen.
        let keymap = Keymap::read(call.keymap.as_str())?;
        let mut screen = Screen::open(call.has_colour)?;
        signals::watch();
        let size = screen.refresh()?;
        let ui = Ui::new(keymap, screen.is_mono());
        Ok(Self { screen, inputs: Inputs::default(), ui, has_colour: call.has_colour, size, shown: None })
    }

    fn show(&mut self, scene: &Scene<'_>) -> Result<(), String> {
        let wanted = Some((scene.seat, scene.serial));
        if self.shown == wanted {
            return Ok(());
        }
        self.ui.take_scene(scene);
        if scene.is_over {
            // Before the picture: a key that answers it counts.
            self.inputs.forget()?;
        }
        self.draw(scene)?;
        self.shown = wanted;
        Ok(())
    }

    fn draw(&mut self, scene: &Scene<'_>) -> Result<(), String> {
        let (width, height) = self.size;
        // notcurses fails where there is no window to draw on; the next resize shows it all.
        if screen::window().is_none() {
            return Ok(());
        }
        self.screen.send(layout::compose(scene, &mut self.ui, width, height))
    }

    fn redraw(&mut self, scene: &Scene<'_>) -> Result<(), String> {
        if screen::window().is_some() {
            self.size = self.screen.refresh()?;
        }
        self.draw(scene)
    }

    /// Gives the terminal to the shell until the player brings the game back, and takes it again.
    fn suspend(&mut self, scene: &Scene<'_>) -> Result<(), String> {
        screen::stop();
        signals::stop_here();
        self.retake(scene)
    }

    /// Takes the terminal anew: whatever happened to it meanwhile, it is as the game needs it.
    fn retake(&mut self, scene: &Scene<'_>) -> Result<(), String> {
        self.screen = Screen::open(self.has_colour)?;
        signals::watch();
        self.redraw(scene)
    }

    /// Keys that concern the screen only are dealt with here, as many as come within the patience: at least one, and no more when it
    /// is over, however many are waiting.
    fn ask(&mut self, scene: &Scene<'_>, patience_ms: u32) -> Result<Reply, String> {
        let until = Moment::after_ms(patience_ms);
        self.show(scene)?;
        loop {
            if signals::came() {
                return Ok(Reply::Closed);
            }
            if signals::is_to_stop() {
                self.suspend(scene)?;
            }
            match self.inputs.next(until)? {
                Input::Nothing => return Ok(Reply::Nothing),
                Input::Ended => return Ok(Reply::Closed),
                Input::Resized => self.redraw(scene)?,
                Input::Continued => self.retake(scene)?,
                Input::Key(key) => match self.ui.press(key, scene) {
                    Outcome::Redraw => self.draw(scene)?,
                    Outcome::Refresh => self.redraw(scene)?,
                    Outcome::Choice(index) => return Ok(Reply::Choice(index)),
                    Outcome::Quit => return Ok(Reply::Quit),
                    Outcome::Suspend => self.suspend(scene)?,
                },
            }
            if until.is_past() {
                return Ok(Reply::Nothing);
            }
        }
    }
}

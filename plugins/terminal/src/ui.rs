//! What the screen itself remembers: which panel is open, how the map is zoomed, the keys of this scene, a passing word.
//!
//! Nothing here is about the game, and nothing is ever saved. Pure: `front_end` hands in keys and draws when told to.

use crate::{
    keymap::{Bound, DIRECTIONS, Keymap},
    keys::{Code, Key},
    levels::Levels,
    map::{FAR_FEET, Window},
};
use abi::Scene;
use std::collections::BTreeSet;

/// What lies over the map.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    /// Nothing.
    #[default]
    Closed,
    /// Everything that tells what is coming, and everybody in view.
    Tells,
    /// One ladder, by its place.
    Ladder(usize),
    /// All that was told.
    History,
    /// The keys.
    Help,
    /// What a key is called and what it does.
    KeyTest,
    /// Whether the player means to leave.
    Leave,
}

/// What a key came to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Only the screen changed.
    Redraw,
    /// Everything is to be sent to the terminal again.
    Refresh,
    /// One of the choices.
    Choice(u32),
    /// The player leaves.
    Quit,
    /// The terminal is the shell's for a while.
    Suspend,
}

/// The state of the screen.
#[derive(Debug, Default)]
pub struct Ui {
    /// Whether colours are to be done without.
    pub is_mono: bool,
    /// What lies over the map.
    pub panel: Panel,
    /// Rows scrolled down in a panel.
    pub scroll: usize,
    /// So many can be at the end, where more is told than the screen has room for.
    pub most_scroll: usize,
    /// Rows that a key turns over, no more than are shown.
    pub page_rows: usize,
    /// What the screen has to say, until the next key.
    pub notice: String,
    /// The part of the map that was shown last.
    pub window: Option<Window>,
    /// The keys of this scene's choices.
    pub bound: Bound,
    /// How high the parts of this scene's map lie.
    pub levels: Levels,
    /// The last key, for the key test.
    pub last_key: Option<Key>,
    keymap: Keymap,
    is_far: bool,
    is_one_foot: bool,
    /// The ladder that was looked at last, to be opened again.
    ladder: usize,
    /// The keys that answered the question of the scene before.
    asked: BTreeSet<Key>,
    /// Those keys, where the question has gone and nothing has been pressed since: they are meant for it, not for what they
    /// mean now.
    late: BTreeSet<Key>,
}

/// More than any panel has rows: the layout holds it to what there is.
const TO_THE_END: usize = usize::MAX / 2;

impl Ui {
    /// A screen with nothing open.
    pub fn new(keymap: Keymap, is_mono: bool) -> Self {
        Self { keymap, is_mono, ..Self::default() }
    }

    /// Takes up a new scene: its keys; what was said about the last one is over, and a question closes what hides it.
    pub fn take_scene(&mut self, scene: &Scene<'_>) {
        self.bound = self.keymap.bind_choices(scene.choices.as_slice());
        self.levels.settle(scene);
        self.notice.clear();
        let is_page = is_page(scene);
        if is_page || scene.is_over {
            self.scroll = 0;
        }
        let asked = if scene.question.is_empty() || is_page { BTreeSet::new() } else { self.bound.keys().collect() };
        let before = std::mem::replace(&mut self.asked, asked);
        self.late = if scene.question.is_empty() { before } else { BTreeSet::new() };
        if !scene.question.is_empty() || scene.is_over {
            self.panel = Panel::Closed;
            self.is_one_foot = false;
        }
    }

    /// Feet in a cell of the map.
    pub fn feet(&self) -> i32 {
        if self.is_far { FAR_FEET } else { 1 }
    }

    /// The names of a command's keys, for the help.
    pub fn key_names(&self, command: &str) -> Vec<String> {
        self.keymap.keys_of(command).iter().map(ToString::to_string).collect()
    }

    /// Whether a key is bound to nothing of its own, so that a scene may name it.
    pub fn is_free(&self, name: &str) -> bool {
        Key::named(name).is_some_and(|key| self.keymap.command(key).is_none())
    }

    /// What a key does here, in words.
    pub fn meaning(&self, key: Key, scene: &Scene<'_>) -> String {
        if let Some(choice) = self.bound.choice(key).and_then(|index| scene.choices.get(index as usize)) {
            return format!("{} ({})", choice.label, choice.command);
        }
        self.keymap.command(key).unwrap_or("nothing").to_owned()
    }

    /// Takes a key.
    pub fn press(&mut self, key: Key, scene: &Scene<'_>) -> Outcome {
        let key = key.settled();
        self.notice.clear();
        self.last_key = Some(key);
        if scene.is_over {
            return self.press_at_the_end(key, scene);
        }
        if self.panel != Panel::Closed {
            return self.press_in_panel(key, scene);
        }
        if std::mem::take(&mut self.is_one_foot) {
            return self.press_one_foot(key, scene);
        }
        let is_late = std::mem::take(&mut self.late).contains(&key);
        if let Some(index) = self.bound.choice(key) {
            if is_late && is_way(scene, index) {
                self.notice = "That was asked no longer; once more goes there.".into();
                return Outcome::Redraw;
            }
            return self.choose(index, scene);
        }
        if is_page(scene) && self.scroll_by(key) {
            return Outcome::Redraw;
        }
        match self.keymap.command(key).map(str::to_owned) {
            Some(command) => self.run(&command, scene),
            None => {
                if key.code != Code::Escape {
                    self.notice = format!("{key} does nothing here. {} shows the keys.", self.first_key("help"));
                }
                Outcome::Redraw
            }
        }
    }

    /// What is told at the end is read to its end before a key that reads on leaves.
    fn press_at_the_end(&mut self, key: Key, scene: &Scene<'_>) -> Outcome {
        if let Some(index) = self.bound.choice(key) {
            return self.choose(index, scene);
        }
        let before = self.scroll;
        let is_to_read = self.scroll_by(key) && (self.scroll < before || before < self.most_scroll);
        if is_to_read { Outcome::Redraw } else { Outcome::Quit }
    }

    fn first_key(&self, command: &str) -> String {
        self.keymap.keys_of(command).first().map_or_else(|| command.to_owned(), ToString::to_string)
    }

    fn choose(&mut self, index: u32, scene: &Scene<'_>) -> Outcome {
        match scene.choices.get(index as usize) {
            Some(choice) if choice.why_not.is_empty() => Outcome::Choice(index),
            Some(choice) => {
                self.notice = format!("{}: {}.", choice.label, choice.why_not);
                Outcome::Redraw
            }
            None => Outcome::Redraw,
        }
    }

    /// A command that no choice took.
    fn run(&mut self, command: &str, scene: &Scene<'_>) -> Outcome {
        match command {
            "tells" => self.open(Panel::Tells, 0),
            "ladders" => self.open(Panel::Ladder(self.ladder), 0),
            "history" => self.open(Panel::History, TO_THE_END),
            "help" => self.open(Panel::Help, 0),
            "keys" => self.open(Panel::KeyTest, 0),
            "leave" => self.open(Panel::Leave, 0),
            "zoom" => {
                self.is_far = !self.is_far;
                self.notice =
                    if self.is_far { "The map shows more, less closely." } else { "The map shows each foot." }.into();
            }
            "one-foot" => {
                self.is_one_foot = true;
                self.notice = "Only a foot: which way?".into();
            }
            "back" => {}
            "redraw" => return Outcome::Refresh,
            "suspend" => return Outcome::Suspend,
            _ if scene.question.is_empty() => self.notice = "That cannot be done now.".into(),
            _ => self.notice = "First there is something to answer.".into(),
        }
        Outcome::Redraw
    }

    fn open(&mut self, panel: Panel, scroll: usize) {
        self.panel = panel;
        self.scroll = scroll;
        self.last_key = None;
    }

    fn press_one_foot(&mut self, key: Key, scene: &Scene<'_>) -> Outcome {
        let command = self.keymap.command(key).unwrap_or("").trim_start_matches("step-");
        if !DIRECTIONS.iter().any(|(direction, ..)| *direction == command) {
            return Outcome::Redraw;
        }
        let step = format!("step-{command}");
        match (0..).zip(scene.choices.iter()).find(|(_, choice)| choice.command.as_str() == step) {
            Some((index, _)) => self.choose(index, scene),
            None => {
                self.notice = "That cannot be done now.".into();
                Outcome::Redraw
            }
        }
    }

    /// Keys of an open panel. Any that it has no use for closes it and does no more, so that nobody acts unseeing.
    fn press_in_panel(&mut self, key: Key, scene: &Scene<'_>) -> Outcome {
        let command = self.keymap.command(key).unwrap_or("").to_owned();
        let panel = self.panel;
        match panel {
            Panel::Leave if command == "leave" => return Outcome::Quit,
            Panel::KeyTest if key.code != Code::Escape => return Outcome::Redraw,
            Panel::Ladder(place) if self.turn_ladder(place, key, &command, scene.ladders.len()) => return Outcome::Redraw,
            _ => {}
        }
        if !self.scroll_by(key) {
            self.panel = Panel::Closed;
        }
        Outcome::Redraw
    }

    /// Whether a key scrolls what is read.
    fn scroll_by(&mut self, key: Key) -> bool {
        let command = self.keymap.command(key).unwrap_or("");
        match (key.code, command.trim_start_matches("step-")) {
            (Code::PageDown | Code::Char(' '), _) => self.scroll = self.scroll.saturating_add(self.page_rows.max(1)),
            (Code::PageUp, _) => self.scroll = self.scroll.saturating_sub(self.page_rows.max(1)),
            (Code::Home, _) => self.scroll = 0,
            (Code::End, _) => self.scroll = TO_THE_END,
            (Code::Down, _) | (_, "south") => self.scroll = self.scroll.saturating_add(1),
            (Code::Up, _) | (_, "north") => self.scroll = self.scroll.saturating_sub(1),
            _ => return false,
        }
        true
    }

    fn turn_ladder(&mut self, place: usize, key: Key, command: &str, count: usize) -> bool {
        if count == 0 {
            return false;
        }
        let place = match (key.code, command.trim_start_matches("step-")) {
            (Code::Right | Code::Tab, _) | (_, "east" | "ladders") => (place + 1) % count,
            (Code::Left, _) | (_, "west") => (place + count - 1) % count,
            _ => return false,
        };
        self.ladder = place;
        self.open(Panel::Ladder(place), 0);
        true
    }
}

/// Whether a scene is a page to read and choose from: it has no map, and is not the end.
pub fn is_page(scene: &Scene<'_>) -> bool {
    scene.map.width == 0 && scene.yourself.is_empty() && !scene.is_over && !scene.question.is_empty()
}

/// Whether a choice is a way to go.
fn is_way(scene: &Scene<'_>, index: u32) -> bool {
    let command = scene.choices.get(index as usize).map_or("", |choice| choice.command.as_str());
    DIRECTIONS.iter().any(|(direction, ..)| *direction == command.trim_start_matches("step-"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Stage;

    fn check(ui: &mut Ui, scene: &Scene<'_>, keys: &[&str], expected: Outcome, panel: Panel) {
        let mut outcome = Outcome::Redraw;
        for name in keys {
            outcome = ui.press(Key::named(name).unwrap(), scene);
        }
        assert_eq!((outcome, ui.panel), (expected, panel), "{keys:?}");
    }

    fn screen(scene: &Scene<'_>) -> Ui {
        let mut ui = Ui::new(Keymap::read("").unwrap(), false);
        ui.take_scene(scene);
        ui
    }

    fn place(scene: &Scene<'_>, command: &str) -> Outcome {
        let found = (0..).zip(scene.choices.iter()).find(|(_, choice)| choice.command.as_str() == command);
        Outcome::Choice(found.unwrap().0)
    }

    #[test]
    fn directions_are_strides_and_with_shift_one_foot() {
        let scene = Stage::fight().scene();
        let mut ui = screen(&scene);
        check(&mut ui, &scene, &["k"], place(&scene, "north"), Panel::Closed);
        check(&mut ui, &scene, &["shift-left"], place(&scene, "step-west"), Panel::Closed);
        check(&mut ui, &scene, &["minus", "pad-9"], place(&scene, "step-north-east"), Panel::Closed);
        check(&mut ui, &scene, &["minus", "escape", "l"], place(&scene, "east"), Panel::Closed);
    }

    #[test]
    fn what_cannot_be_done_says_why() {
        let scene = Stage::fight().scene();
        let mut ui = screen(&scene);
        check(&mut ui, &scene, &["s"], Outcome::Redraw, Panel::Closed);
        assert_eq!(ui.notice, "a sweeping cut: no room to swing.");
        check(&mut ui, &scene, &["f9"], Outcome::Redraw, Panel::Closed);
        assert_eq!(ui.notice, "F9 does nothing here. ? shows the keys.");
    }

    #[test]
    fn panels_open_close_and_never_act() {
        let scene = Stage::fight().scene();
        let mut ui = screen(&scene);
        check(&mut ui, &scene, &["tab"], Outcome::Redraw, Panel::Tells);
        check(&mut ui, &scene, &["a"], Outcome::Redraw, Panel::Closed);
        check(&mut ui, &scene, &["/", "right"], Outcome::Redraw, Panel::Ladder(1));
        check(&mut ui, &scene, &["l"], Outcome::Redraw, Panel::Ladder(0));
        check(&mut ui, &scene, &["escape", "f2", "a", "Q"], Outcome::Redraw, Panel::KeyTest);
        check(&mut ui, &scene, &["escape", "Q", "n"], Outcome::Redraw, Panel::Closed);
        check(&mut ui, &scene, &["Q", "Q"], Outcome::Quit, Panel::Leave);
    }

    #[test]
    fn a_question_closes_a_panel_and_answers_by_its_own_keys() {
        let scene = Stage::fight().scene();
        let mut ui = screen(&scene);
        check(&mut ui, &scene, &["tab"], Outcome::Redraw, Panel::Tells);
        let asked = Stage::question().scene();
        ui.take_scene(&asked);
        check(&mut ui, &asked, &["y"], Outcome::Choice(0), Panel::Closed);
        check(&mut ui, &asked, &["k"], Outcome::Redraw, Panel::Closed);
        assert_eq!(ui.notice, "First there is something to answer.");
    }

    #[test]
    fn an_answer_that_comes_too_late_goes_nowhere() {
        let (asked, scene) = (Stage::question().scene(), Stage::fight().scene());
        let mut ui = screen(&asked);
        ui.take_scene(&scene);
        check(&mut ui, &scene, &["y"], Outcome::Redraw, Panel::Closed);
        assert_eq!(ui.notice, "That was asked no longer; once more goes there.");
        check(&mut ui, &scene, &["y"], place(&scene, "north-west"), Panel::Closed);
        ui.take_scene(&asked);
        ui.take_scene(&scene);
        check(&mut ui, &scene, &["k"], place(&scene, "north"), Panel::Closed);
        check(&mut ui, &scene, &["y"], place(&scene, "north-west"), Panel::Closed);
    }

    #[test]
    fn when_all_is_over_any_key_leaves() {
        let scene = Stage::over().scene();
        let mut ui = screen(&scene);
        check(&mut ui, &scene, &["x"], Outcome::Quit, Panel::Closed);
    }
}

//! Scenes for tests: a small fight in words, to which a test adds what it is about.
//!
//! Test code only.

use abi::{Choice, InView, Ink, LadderView, MapView, RSlice, Rung, Scene, SceneLine};

/// A scene in the making. What it is made of lives as long as it does.
pub struct SceneBuilder {
    pub serial: u64,
    pub title: &'static str,
    pub in_view: Vec<InView<'static>>,
    pub yourself: Vec<SceneLine<'static>>,
    pub tale: Vec<SceneLine<'static>>,
    pub history: Vec<SceneLine<'static>>,
    pub tells: Vec<SceneLine<'static>>,
    pub question: &'static str,
    pub choices: Vec<Choice<'static>>,
    pub ladders: Vec<LadderView<'static>>,
    pub is_over: bool,
}

const STAGE: &[Rung<'static>] = &[
    Rung { marker: abi::RStr::from_str("fresh"), meaning: abi::RStr::from_str("All of it is there.") },
    Rung { marker: abi::RStr::from_str("guard failing"), meaning: abi::RStr::from_str("Little is left.") },
];

/// A line without a marker that stands out.
pub fn line(text: &'static str) -> SceneLine<'static> {
    SceneLine { text: text.into(), marker: "".into(), ink: Ink::Plain }
}

impl SceneBuilder {
    /// You, a goblin that draws back to strike, an old friend far away, and three things to do.
    pub fn fight() -> Self {
        let goblin = InView {
            glyph: u32::from('g'),
            ink: Ink::Foe,
            look: "hunched figure".into(),
            nearness: "at blade's length".into(),
            direction: "north-east".into(),
            doing: "drawing back for a stab".into(),
            imminence: "soon".into(),
            stage: "winded".into(),
            sureness: "legible".into(),
            threat: "perilous".into(),
        };
        let blank = "".into();
        let friend = InView {
            ink: Ink::Friend,
            look: "old guard".into(),
            nearness: "a sprint away".into(),
            direction: "south".into(),
            doing: blank,
            imminence: blank,
            stage: blank,
            sureness: blank,
            threat: blank,
            ..goblin
        };
        let mut made = Self {
            serial: 1,
            title: "the gatehouse",
            in_view: vec![goblin, friend],
            yourself: vec![line("You are fresh."), line("A cut across the brow.")],
            tale: vec![line("The goblin swings wide of you.")],
            history: vec![line("It comes to a fight."), line("The goblin swings wide of you.")],
            tells: vec![line("The goblin draws back for a stab: soon.")],
            question: "",
            choices: Vec::new(),
            ladders: vec![LadderView {
                name: "stage".into(),
                about: "how much guard somebody has left".into(),
                rungs: RSlice::from_slice(STAGE),
            }],
            is_over: false,
        };
        made.choice("k", "attack", "a thrust").choice("space", "hold", "wait a breath").choice(
            "",
            "cast",
            "a bolt of frost",
        );
        made.choices[0].pace = "quick".into();
        made.choices[0].in_time = "first".into();
        made.choices[2].why_not = "the hand is hurt".into();
        made
    }

    /// Adds something to do.
    pub fn choice(&mut self, key: &'static str, command: &'static str, label: &'static str) -> &mut Self {
        let (pace, in_time, why_not) = ("".into(), "".into(), "".into());
        let (command, key, label) = (command.into(), key.into(), label.into());
        self.choices.push(Choice { command, key, label, pace, in_time, why_not, is_listed: true });
        self
    }

    /// The scene.
    pub fn scene(&self) -> Scene<'_> {
        let map = MapView {
            origin: abi::Cell::default(),
            width: 0,
            height: 0,
            cells: RSlice::from_slice(&[]),
            center: abi::Cell::default(),
            bodies: RSlice::from_slice(&[]),
        };
        Scene {
            seat: 0,
            serial: self.serial,
            title: self.title.into(),
            map,
            in_view: RSlice::from_slice(&self.in_view),
            yourself: RSlice::from_slice(&self.yourself),
            tale: RSlice::from_slice(&self.tale),
            history: RSlice::from_slice(&self.history),
            tells: RSlice::from_slice(&self.tells),
            question: self.question.into(),
            choices: RSlice::from_slice(&self.choices),
            ladders: RSlice::from_slice(&self.ladders),
            is_over: self.is_over,
            dev_numbers: RSlice::from_slice(&[]),
        }
    }
}

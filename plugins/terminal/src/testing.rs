//! Scenes for tests: a room drawn in letters, the bodies in it, and a whole fight with all that a scene can hold.
//!
//! What it makes is leaked, so that scenes borrow for ever; only tests use it.

use crate::levels::Levels;
use abi::{
    Attitude, Cell, Choice, InView, Ink, LadderView, Level, MapBody, MapCell, MapLevels, MapView, Phase, RSlice, RStr, Rung,
    Scene, SceneLine,
};

/// A scene on its way.
#[derive(Default)]
pub struct Stage {
    rows: Vec<String>,
    center: (i32, i32),
    is_remembered: bool,
    bodies: Vec<MapBody<'static>>,
    in_view: Vec<InView<'static>>,
    yourself: Vec<SceneLine<'static>>,
    tale: Vec<SceneLine<'static>>,
    tells: Vec<SceneLine<'static>>,
    question: &'static str,
    choices: Vec<Choice<'static>>,
    ladders: Vec<LadderView<'static>>,
    dev_numbers: Vec<RStr<'static>>,
    is_over: bool,
    level_of_cells: Vec<((i32, i32), Level)>,
    level_of_bodies: Vec<(usize, Level)>,
}

fn kept<T>(list: Vec<T>) -> RSlice<'static, T> {
    RSlice::from_slice(Vec::leak(list))
}

fn cells(list: &[(i32, i32)]) -> RSlice<'static, Cell> {
    kept(list.iter().map(|(x, y)| Cell::new(*x, *y, 0)).collect())
}

/// A line with a marker.
pub fn line(text: &'static str, marker: &'static str, ink: Ink) -> SceneLine<'static> {
    SceneLine { text: text.into(), marker: marker.into(), ink }
}

fn creature(look: &'static str, words: [&'static str; 4], ink: Ink) -> InView<'static> {
    let [nearness, direction, doing, imminence] = words;
    InView {
        glyph: u32::from(look.chars().next().unwrap_or('?')),
        ink,
        look: look.into(),
        nearness: nearness.into(),
        direction: direction.into(),
        doing: doing.into(),
        imminence: imminence.into(),
        stage: "winded".into(),
        sureness: "legible".into(),
        threat: "".into(),
    }
}

impl Stage {
    /// A room, row by row, with the player's character somewhere in it.
    pub fn room(rows: &[&str], center: (i32, i32)) -> Self {
        let you = MapBody {
            cells: cells(&[center]),
            glyph: u32::from('@'),
            ink: Ink::You,
            attitude: Attitude::Allied,
            is_you: true,
            is_busy: false,
            posture: Phase::Prep,
            trail: cells(&[]),
            line: 0,
        };
        Self { rows: rows.iter().map(ToString::to_string).collect(), center, bodies: vec![you], ..Self::default() }
    }

    /// All of the ground is remembered only.
    pub fn remembered(self) -> Self {
        Self { is_remembered: true, ..self }
    }

    /// A foe in cells, the leading one first.
    pub fn body(mut self, glyph: char, at: &[(i32, i32)], posture: Option<Phase>) -> Self {
        let line = u32::try_from(self.bodies.len()).unwrap() - 1;
        self.bodies.push(MapBody {
            cells: cells(at),
            glyph: u32::from(glyph),
            ink: Ink::Foe,
            attitude: Attitude::Hostile,
            is_you: false,
            is_busy: posture.is_some(),
            posture: posture.unwrap_or_default(),
            trail: cells(&[]),
            line,
        });
        self
    }

    /// Cells that lie above or below.
    pub fn lying(mut self, level: Level, at: &[(i32, i32)]) -> Self {
        self.level_of_cells.extend(at.iter().map(|at| (*at, level)));
        self
    }

    /// The last body is above or below.
    pub fn body_at(mut self, level: Level) -> Self {
        self.level_of_bodies.push((self.bodies.len() - 1, level));
        self
    }

    /// How high the parts of its map lie.
    pub fn levels(&self) -> Levels {
        let width = self.width();
        let mut cells = vec![Level::Here; width * self.rows.len()];
        for ((x, y), level) in &self.level_of_cells {
            cells[usize::try_from(*y).unwrap() * width + usize::try_from(*x).unwrap()] = *level;
        }
        let mut bodies = vec![Level::Here; self.bodies.len()];
        self.level_of_bodies.iter().for_each(|(place, level)| bodies[*place] = *level);
        let mut levels = Levels::default();
        levels.take(&MapLevels { seat: 0, serial: 1, cells: kept(cells), bodies: kept(bodies) });
        levels
    }

    fn width(&self) -> usize {
        self.rows.iter().map(|row| row.chars().count()).max().unwrap_or(0)
    }

    /// Where the last body has been.
    pub fn trail(mut self, at: &[(i32, i32)]) -> Self {
        self.bodies.last_mut().unwrap().trail = cells(at);
        self
    }

    /// A room with a fight, and a line of everything.
    pub fn fight() -> Self {
        let mut stage = Self::hall()
            .body('h', &[(25, 6)], Some(Phase::Prep))
            .trail(&[(28, 6), (27, 6), (26, 6)])
            .body('o', &[(30, 10), (31, 10), (30, 11), (31, 11)], Some(Phase::Recover))
            .body('w', &[(90, 2)], None);
        stage.in_view = vec![
            creature("hunched figure", ["a leap away", "north-east", "a stab", "any moment"], Ink::Foe),
            creature("ogre in a torn hide", ["a sprint away", "south-east", "gathering itself", ""], Ink::Foe),
            creature("woman with a lantern", ["at the edge of sight", "east", "", ""], Ink::Friend),
        ];
        stage.yourself = vec![
            line("You are winded.", "winded", Ink::You),
            line("Your left arm bleeds badly; you cannot draw.", "badly", Ink::Danger),
        ];
        stage.tale = vec![
            line("The hunched figure lunges and you turn the blade: a graze.", "a graze", Ink::Plain),
            line("The ogre is winding down, and its guard is failing.", "", Ink::Plain),
        ];
        stage.tells = vec![line("The hunched figure draws back its knife: any moment.", "any moment", Ink::Foe)];
        stage.choices = fight_choices();
        stage.ladders = ladders();
        stage
    }

    /// Eight in view and choices without end.
    pub fn crowd() -> Self {
        let mut stage = Self::fight();
        let many = creature("spearman in grey", ["at blade's length", "north-west", "a thrust", "soon"], Ink::Foe);
        stage.in_view = vec![many; 9];
        stage.choices.extend(fight_choices());
        stage.tale = vec![
            line(
                "The spearman in grey thrusts, and you barely get out of the way of it: a near miss again.",
                "",
                Ink::Plain
            );
            6
        ];
        stage
    }

    /// Something asked in the middle of a fight.
    pub fn question() -> Self {
        let mut stage = Self::fight();
        stage.question = "The hunched figure begins a stab. Answer it?";
        stage.choices = vec![
            choice("parry", "y", "turn the blade", ["quick", "first"], ""),
            choice("let-be", "x", "let it come", ["", ""], ""),
        ];
        stage
    }

    /// A run that has ended.
    pub fn over() -> Self {
        let mut stage = Self::hall();
        stage.is_over = true;
        stage.tale = vec![
            line("The knife goes in under the arm.", "", Ink::Plain),
            line("You sit down against the wall of the lower hall, and do not get up again.", "", Ink::Plain),
        ];
        stage
    }

    /// The end, with more to tell than a small screen has room for.
    pub fn over_at_length() -> Self {
        let mut stage = Self::over();
        let lines =
            ["the first of it", "a goblin fled", "another came", "it bled", "you fell", "it laughed", "the last of it"];
        stage.tale = lines.map(|text| line(text, "", Ink::Plain)).to_vec();
        stage
    }

    /// With the developers' overlay.
    pub fn with_numbers(mut self) -> Self {
        self.dev_numbers = vec!["tick 240".into(), "hunched figure: 14 of 30".into()];
        self
    }

    /// With the player's character somewhere else.
    pub fn at(mut self, center: (i32, i32)) -> Self {
        self.center = center;
        self.bodies[0].cells = cells(&[center]);
        self
    }

    fn hall() -> Self {
        let wall = "#".repeat(44);
        let floor = format!("#{}#", ".".repeat(42));
        let rows: Vec<&str> =
            std::iter::once(wall.as_str()).chain([floor.as_str(); 12]).chain(std::iter::once(wall.as_str())).collect();
        Self::room(&rows, (20, 8))
    }

    /// The scene.
    pub fn scene(self) -> Scene<'static> {
        let width = self.width();
        let cell = |glyph: char| MapCell {
            glyph: u32::from(glyph),
            ink: match glyph {
                '#' => Ink::Stone,
                '~' => Ink::Fire,
                _ => Ink::Plain,
            },
            is_seen: !self.is_remembered,
        };
        let ground =
            self.rows.iter().flat_map(|row| row.chars().chain(std::iter::repeat(' ')).take(width)).map(cell).collect();
        Scene {
            seat: 0,
            serial: 1,
            title: "the lower hall".into(),
            map: MapView {
                origin: Cell::new(0, 0, 0),
                width: u32::try_from(width).unwrap(),
                height: u32::try_from(self.rows.len()).unwrap(),
                cells: kept(ground),
                center: Cell::new(self.center.0, self.center.1, 0),
                bodies: kept(self.bodies),
            },
            in_view: kept(self.in_view),
            yourself: kept(self.yourself),
            history: kept(
                // The tale of this moment is the end of the history.
                (0..40)
                    .map(|i| line(if i % 2 == 0 { "You go on." } else { "Something drips." }, "", Ink::Plain))
                    .chain(self.tale.iter().cloned())
                    .collect(),
            ),
            tale: kept(self.tale),
            tells: kept(self.tells),
            question: self.question.into(),
            choices: kept(self.choices),
            ladders: kept(self.ladders),
            is_over: self.is_over,
            dev_numbers: kept(self.dev_numbers),
        }
    }
}

fn choice(
    command: &'static str,
    key: &'static str,
    label: &'static str,
    words: [&'static str; 2],
    why_not: &'static str,
) -> Choice<'static> {
    Choice {
        command: command.into(),
        key: key.into(),
        label: label.into(),
        pace: words[0].into(),
        in_time: words[1].into(),
        why_not: why_not.into(),
        is_listed: !key.is_empty(),
    }
}

fn fight_choices() -> Vec<Choice<'static>> {
    let mut choices = vec![
        choice("thrust", "a", "a thrust", ["steady", "too late"], ""),
        choice("cut", "s", "a sweeping cut", ["slow", "too late"], "no room to swing"),
        choice("jab", "d", "a jab", ["quick", "a near thing"], ""),
        choice("back-off", "r", "back off", ["quick", "first"], ""),
        choice("circle", "c", "circle", ["steady", "too late"], ""),
        choice("hold", "space", "hold", ["", ""], ""),
        choice("moment", ".", "wait a moment", ["instant", ""], ""),
        choice("fight-on", "f", "fight on as before", ["", ""], ""),
    ];
    for (direction, ..) in crate::keymap::DIRECTIONS {
        choices.push(choice(direction, "", "a stride", ["quick", ""], ""));
        choices.push(choice(Box::leak(format!("step-{direction}").into_boxed_str()), "", "a foot", ["instant", ""], ""));
    }
    choices
}

fn ladders() -> Vec<LadderView<'static>> {
    let rungs = |words: &[(&'static str, &'static str)]| {
        kept(words.iter().map(|(marker, meaning)| Rung { marker: (*marker).into(), meaning: (*meaning).into() }).collect())
    };
    vec![
        LadderView {
            name: "stage".into(),
            about: "how much guard somebody has left".into(),
            rungs: rungs(&[
                ("fresh", "The whole guard is there."),
                ("winded", "Breath is short and the guard is thinning; rest would bring it back."),
                ("guard failing", "A good blow more may find its way through."),
                ("wounded", "The body itself is damaged."),
            ]),
        },
        LadderView {
            name: "pace".into(),
            about: "how long an action takes".into(),
            rungs: rungs(&[("instant", "With the thought of it."), ("quick", "A breath.")]),
        },
    ]
}

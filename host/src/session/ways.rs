//! Ways: what a direction does, and what bars it (doctrine F9, clause D1).
//!
//! Owns the eight strides and the eight single steps. A direction is a blow where a foe stands there within reach of one, closing
//! in where it stands farther off, and else a stride. It never begins a spell. The choices call it.

use super::choices::{Desk, Does, Offer, aimed};
use super::directions;
use super::lexicon::Slots;
use super::plans::{self, What};
use crate::clock::Refusal;
use abi::{Cell, EntityId, Intent};

impl Desk<'_> {
    /// Strides and single steps. Where the foe that is minded stands in a direction, that way leads to it, or meets it.
    pub(super) fn directions(&mut self) -> Vec<Offer> {
        let mut offers = Vec::new();
        let toward = self.cell_of(self.foe).and_then(|_| {
            let other = self.sim.world().row(self.foe)?;
            Some(directions::of(self.sim.world().body(self.you), self.sim.world().body(other)))
        });
        for (name, dx, dy) in directions::ALL {
            let offer = match toward.filter(|toward| *toward == name) {
                Some(_) => self.toward_foe(name),
                None => None,
            };
            let way = plans::beside(self.sim, self.you, dx, dy);
            let offer = offer.unwrap_or_else(|| self.stride(name, (dx, dy), way));
            offers.push(offer.unlisted());
            offers.push(self.single_step(name, (dx, dy), way));
        }
        offers
    }

    fn stride(&self, name: &str, (dx, dy): (i32, i32), way: Result<Intent, Cell>) -> Offer {
        let label = self.say("core/do-stride", &Slots { how: name, ..Slots::default() });
        let offer = self.offer(name, "", label, Does::Plan(What::Stride { dx, dy }, EntityId::NONE));
        match plans::refusal_of_way(self.sim, self.you, way) {
            None => offer,
            Some(Refusal::NoGround) => Offer { why_not: self.barred(dx, dy), ..offer },
            Some(refusal) => Offer { why_not: self.refusal(refusal), ..offer },
        }
    }

    /// A blow of the hand where one can be dealt, else nearer to where one could. Nobody casts a spell or throws a knife by walking:
    /// those are choices of their own.
    fn toward_foe(&mut self, name: &str) -> Option<Offer> {
        let about = self.name(self.foe);
        if let Some(intent) = self.hand_blow_on(self.foe) {
            let action = self.label_of(intent.action);
            let label = self.say("core/do-act-at", &Slots { about: &about, action: &action, ..Slots::default() });
            let offer = self.begin(name, "", label, intent);
            return Some(self.pressed(offer, intent));
        }
        let what = self.hand_blows().first().map(|action| What::CloseIn(aimed(action, self.foe)))?;
        let label = self.say("core/do-close-in", &Slots { about: &about, ..Slots::default() });
        let offer = self.plan("close-in", "", what, self.foe, false);
        // Where nothing leads to it, a direction is a direction.
        offer.why_not.is_empty().then_some(Offer { command: name.to_owned(), label, ..offer })
    }

    /// One foot, off an edge too.
    fn single_step(&mut self, name: &str, (dx, dy): (i32, i32), way: Result<Intent, Cell>) -> Offer {
        let label = self.say("core/do-step", &Slots { how: name, ..Slots::default() });
        let command = format!("step-{name}");
        let (intent, refusal) = match way {
            Ok(intent) => (Some(intent), None),
            Err(to) => {
                let intent = plans::step(self.sim, self.you, to);
                let refusal = intent.and_then(|intent| self.sim.check(self.you, &intent, false).err());
                (intent, refusal)
            }
        };
        match intent {
            Some(intent) => {
                let why_not = refusal.map(|refusal| match refusal {
                    Refusal::NoGround => self.barred(dx, dy),
                    refusal => self.refusal(refusal),
                });
                self.timed(self.offer(&command, "", label, Does::Begin(intent)).unlisted(), &intent, why_not)
            }
            None => {
                let why_not = self.say("core/refuse-not-able", &Slots::default());
                Offer { why_not, ..self.offer(&command, "", label, Does::Nothing).unlisted() }
            }
        }
    }

    /// What of the ground bars a step.
    pub(super) fn barred(&self, dx: i32, dy: i32) -> String {
        let (map, body) = (&self.sim.world().map, self.sim.world().body(self.you));
        let there = body.moved_to(Cell { x: body.at.x + dx, y: body.at.y + dy, z: body.at.z });
        let wall = there.cells().find(|cell| map.is_solid(*cell)).and_then(|cell| map.ground_at(cell));
        match wall.and_then(|ground| self.sim.content().grounds.get(usize::from(ground))) {
            Some(wall) => self.say("core/refuse-wall", &Slots { how: &wall.label, ..Slots::default() }),
            None => self.refusal(Refusal::NoGround),
        }
    }

    /// That there is no way to somebody, or away from all: whoever stands at hand bars it, else the ground does.
    pub(super) fn no_way(&self, target: EntityId) -> String {
        let world = self.sim.world();
        let touches = |other: &usize| self.sim.metric().within(world.body(self.you), world.body(*other), 1);
        let mut others = world.perceived_by(self.you).iter().map(|other| *other as usize).filter(touches);
        let between = others.find(|other| !target.is_none() && world.id(*other) != target && world.is_actor(*other));
        match between {
            Some(other) => self.refusal(Refusal::Occupied(world.id(other))),
            None if target.is_none() => self.refusal(Refusal::NoWay),
            None => self.say("core/refuse-no-way-to", &Slots { about: &self.name(target), ..Slots::default() }),
        }
    }
}

//! Ways: the next step to a goal as one actor sees it (clause M12), and the searches behind the host's words.

use super::outlook::{Outlook, body, foes, is_foe};
use crate::clock::Sim;
use crate::world::space::{
    Barrier, Body, Cover, Goal, Map, Mover, NextStep, Reach, Surroundings, cover, flank, flanks, next_step, places_in_reach,
    retreat, toward,
};
use abi::{Attitude, Cell, Subject};

/// How far from where it stands an actor looks for cover: a second's walk and no more, or it would never come to shoot.
const COVER_FEET: u32 = 6;

impl Sim {
    /// The bodies that an actor's plan goes round: those it perceives that are not in a step (clause M10).
    fn to_avoid<'a>(&self, outlook: &'a Outlook<'_>) -> &'a [Body] {
        let stays =
            |subject: &&Subject| subject.is_seen && self.world.row(subject.id).is_some_and(|row| !self.is_stepping(row));
        let bodies = outlook.situation.subjects.iter().filter(stays).map(body);
        outlook.avoid.get_or_init(|| bodies.chain(self.shunned_by(outlook.row)).collect())
    }

    pub(super) fn mover_of(&self, outlook: &Outlook<'_>) -> Mover {
        self.mover(outlook.row)
    }

    pub(super) fn path_feet(&self) -> u32 {
        self.derived.knobs.path_feet
    }

    /// Makes the room that searches of this fight need: whoever plays it waits for no first one.
    pub(crate) fn reserve_searches(&mut self) {
        let feet = self.path_feet();
        let mut room = self.scratch_mut().situation.take().unwrap_or_default();
        room.path.get_mut().reserve(&self.world.map, feet);
        self.scratch_mut().situation = Some(room);
    }

    /// The next step to a goal; none where it is met, or where nothing leads there (clause M12). Whoever can open doors goes by them
    /// as if they stood open.
    pub(super) fn step_to(&self, outlook: &Outlook<'_>, goal: Goal) -> Option<Cell> {
        let around = self.surroundings(outlook);
        let mut scratch = outlook.room.path.borrow_mut();
        toward(&around, &self.mover_of(outlook), goal, self.path_feet(), &mut scratch)
    }

    /// What an actor's plan goes by: the ground as it takes it to be, and the bodies that it goes round.
    pub(super) fn surroundings<'a>(&'a self, outlook: &'a Outlook<'_>) -> Surroundings<'a> {
        Surroundings { map: self.map_for(outlook.row), avoid: self.to_avoid(outlook) }
    }

    /// The ground as a plan of somebody sees it: with all doors open where its kind has a hand for them.
    fn map_for(&self, row: usize) -> &Map {
        let kind = &self.content.kinds[self.world.kind(row).index()];
        let has_hand = || kind.actions.iter().any(|ix| !self.content.actions[ix.index()].grounds.is_empty());
        self.world.with_doors_open().filter(|_| has_hand()).unwrap_or(&self.world.map)
    }

    /// The shut door that the next step to a goal would lead into: of its cells the first by x, y, z.
    pub(super) fn door_to(&self, outlook: &Outlook<'_>, goal: Goal) -> Option<Cell> {
        self.world.with_doors_open()?;
        let to = self.step_to(outlook, goal)?;
        let (here, there) = (self.world.cell(outlook.row), self.world.body(outlook.row).moved_to(to));
        // What a diagonal cuts past has to be open too (clause M4): it lies in the box around both places.
        let [width, depth, height] = there.feet();
        let span = |here: i32, to: i32, feet: i32| here.min(to)..here.max(to) + feet;
        let xs = span(here.x, to.x, width);
        let mut cells = xs.flat_map(|x| {
            span(here.y, to.y, depth).flat_map(move |y| span(here.z, to.z, height).map(move |z| Cell { x, y, z }))
        });
        cells.find(|cell| self.world.opened_at(*cell).is_some())
    }

    /// Ticks of the way to within reach of somebody; none where there is no way.
    pub(super) fn approach_ticks(&self, outlook: &Outlook<'_>, subject: &Subject) -> Option<u32> {
        let feet = u32::try_from(outlook.situation.reach_feet).unwrap_or(0);
        let goal = Goal::Within { of: body(subject), feet, metric: self.metric() };
        let around = Surroundings { map: &self.world.map, avoid: self.to_avoid(outlook) };
        let mut scratch = outlook.room.path.borrow_mut();
        match next_step(&around, &self.mover_of(outlook), goal, self.path_feet(), &mut scratch) {
            NextStep::There => Some(0),
            NextStep::Step { total_ticks, .. } => Some(total_ticks),
            NextStep::NoWay { .. } => None,
        }
    }

    /// The step that leads farthest from some bodies.
    pub(super) fn step_away(&self, outlook: &Outlook<'_>, from: &[Body]) -> Option<Cell> {
        let around = Surroundings { map: &self.world.map, avoid: self.to_avoid(outlook) };
        retreat(&around, &self.mover_of(outlook), from, self.metric())
    }

    /// The step that leads farthest from the foes that are perceived.
    pub(super) fn step_away_from_foes(&self, outlook: &Outlook<'_>) -> Option<Cell> {
        *outlook.away.get_or_init(|| self.step_away(outlook, &foes(&outlook.situation)))
    }

    /// Whether no step leads farther from the foes that are perceived.
    pub(super) fn is_cornered(&self, outlook: &Outlook<'_>) -> bool {
        let has_foe = outlook.situation.subjects.iter().any(|subject| subject.is_seen && is_foe(subject));
        has_foe && self.step_away_from_foes(outlook).is_none()
    }

    /// A place from which an actor would have somebody between itself and an ally of its own.
    pub(super) fn flank_place(&self, outlook: &Outlook<'_>, of: &Subject) -> Option<Cell> {
        let around = Surroundings { map: &self.world.map, avoid: self.to_avoid(outlook) };
        let reach = Reach { feet: u32::try_from(outlook.situation.reach_feet).unwrap_or(1), metric: self.metric() };
        let mover = self.mover_of(outlook);
        let allies = outlook.situation.subjects.iter().filter(|s| s.is_seen && s.attitude == Attitude::Allied);
        let near = allies.filter(|ally| self.metric().within(body(ally), body(of), reach.feet + 6));
        near.filter_map(|ally| flank(&around, &mover, body(of), body(ally), reach)).next()
    }

    /// Whether an actor already has somebody between itself and an ally.
    pub(super) fn is_flanking(&self, outlook: &Outlook<'_>, of: &Subject) -> bool {
        let mine = self.world.body(outlook.row);
        let allies = outlook.situation.subjects.iter().filter(|s| s.is_seen && s.attitude == Attitude::Allied);
        allies.filter(|ally| self.metric().within(body(ally), body(of), 8)).any(|ally| flanks(mine, body(of), body(ally)))
    }

    /// The nearest place, not far from here and out of its reach, at which a part of an actor is hidden from somebody who is in
    /// full view of it: where to shoot from.
    pub(super) fn cover_place(&self, outlook: &Outlook<'_>, from: &Subject) -> Option<Cell> {
        let around = Surroundings { map: &self.world.map, avoid: self.to_avoid(outlook) };
        let (mover, metric, eye) = (self.mover_of(outlook), self.metric(), body(from));
        let mut places = Vec::new();
        places_in_reach(&around, &mover, mover.body, Reach { feet: COVER_FEET, metric }, &mut places);
        let too_near = u32::try_from(from.reach_feet).unwrap_or(0) + COVER_FEET / 2;
        places.retain(|at| !metric.within(mover.body.moved_to(*at), eye, too_near));
        places.sort_unstable_by_key(|at| (metric.distance_squared(mover.body, mover.body.moved_to(*at)), *at));
        // Whether a place is one costs more than how far off it is: the nearest first, and no further than needed.
        let hides = |at: &Cell| {
            let there = mover.body.moved_to(*at);
            cover(around.map, Barrier::Solid, eye, there) == Cover::Some
                && cover(around.map, Barrier::Solid, there, eye) == Cover::None
        };
        places.into_iter().find(hides)
    }

    /// The step closer to a box that a lunge takes (clause G5).
    pub(crate) fn closer(&self, row: usize, target: Body) -> Option<Cell> {
        let mover = self.mover(row);
        let mut avoid = Vec::new();
        let mut near = Vec::new();
        self.world.near(mover.body, 2, self.metric(), &mut near);
        avoid.extend(near.into_iter().filter(|other| *other as usize != row).map(|other| self.world.body(other as usize)));
        let around = Surroundings { map: &self.world.map, avoid: &avoid };
        let metric = self.metric();
        let now = metric.distance_squared(mover.body, target);
        let steps = around.steps(&mover).map(|to| (metric.distance_squared(mover.body.moved_to(to), target), to));
        steps.filter(|(far, _)| *far < now).min().map(|(_, to)| to)
    }

    /// The nearest foe that is perceived and still fights.
    pub(super) fn nearest_foe<'a>(&self, outlook: &'a Outlook<'_>) -> Option<&'a Subject> {
        outlook.situation.subjects.iter().find(|subject| subject.is_seen && is_foe(subject))
    }
}

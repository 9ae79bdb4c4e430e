//! Selectors: who or where an intent is aimed at, as one actor sees it.

use super::outlook::{Outlook, body, is_foe};
use crate::clock::Sim;
use crate::content::tables::{ArgDef, HostSelector, Rank, SelectorDef};
use crate::world::space::{Body, Goal, gaps};
use abi::{Arg, Args, Attitude, Cell, EntityId, RSlice, Subject, Target};

impl Sim {
    /// What a selector names; nothing where there is no such one.
    pub(super) fn select(&self, outlook: &Outlook<'_>, selector: &SelectorDef) -> Target {
        match selector {
            SelectorDef::Itself => Target::Actor(outlook.situation.me),
            SelectorDef::Target => outlook.target,
            SelectorDef::Actor if outlook.situation.event_actor.is_none() => Target::None,
            SelectorDef::Actor => Target::Actor(outlook.situation.event_actor),
            SelectorDef::Host(word, args) => self.host_select(outlook, *word, args).map_or(Target::None, Target::Cell),
            SelectorDef::Word(word, args) => self.word_select(outlook, *word, args),
        }
    }

    fn word_select(&self, outlook: &Outlook<'_>, word: u32, defs: &[ArgDef]) -> Target {
        if let Some((_, target)) = outlook.named.borrow().iter().find(|(asked, _)| *asked == word && defs.is_empty()) {
            return *target;
        }
        let Some(def) = self.registry.selectors.get(word as usize) else { return Target::None };
        let args = self.mind_args(outlook, defs);
        match def.call(|word| word.select(&outlook.situation, &Args { items: RSlice::from_slice(&args) })) {
            Ok(target) => {
                if defs.is_empty() {
                    outlook.named.borrow_mut().push((word, target));
                }
                target
            }
            Err(error) => {
                let name = def.patterns.first().cloned().unwrap_or_default();
                outlook.room.faults.borrow_mut().push((def.module, name, error));
                Target::None
            }
        }
    }

    /// A selector of an effect line, for who does it.
    pub(crate) fn select_for(&self, actor: EntityId, selector: &SelectorDef) -> Target {
        // Effects act on the truth: only the plain words are left to them, and those are resolved by the caller.
        match selector {
            SelectorDef::Itself => Target::Actor(actor),
            _ => Target::None,
        }
    }

    /// Whether a rank that names nothing is aimed along a way to somebody who is there: then no way leads to it (clause M12).
    pub(super) fn leads_nowhere(&self, outlook: &Outlook<'_>, rank: &Rank) -> bool {
        let Some(SelectorDef::Host(_, defs)) = &rank.at else { return false };
        whom(outlook, &self.mind_args(outlook, defs)).is_some()
    }

    /// The cell of the next step toward what the word means (clause M12).
    fn host_select(&self, outlook: &Outlook<'_>, word: HostSelector, defs: &[ArgDef]) -> Option<Cell> {
        let args = self.mind_args(outlook, defs);
        let who = whom(outlook, &args);
        match word {
            HostSelector::Toward => self.step_to(outlook, self.nearness(outlook, who?)),
            HostSelector::DoorToward => self.door_to(outlook, self.nearness(outlook, who?)),
            HostSelector::AwayFrom => match who {
                Some(who) => self.step_away(outlook, &[body(who)]),
                None if args.is_empty() || args.first() == Some(&Arg::Absent) => self.step_away_from_foes(outlook),
                None => None,
            },
            HostSelector::FlankOf => {
                let place = self.flank_place(outlook, who?)?;
                self.step_to(outlook, Goal::At(place))
            }
            HostSelector::Behind => self.step_behind(outlook, who?),
            HostSelector::Beside => self.step_to(outlook, Goal::Within { of: body(who?), feet: 2, metric: self.metric() }),
            HostSelector::Around => self.step_around(outlook, body(who?)),
            HostSelector::Before => self.step_before(outlook, who?),
            HostSelector::CoverFrom => self.step_to(outlook, Goal::At(self.cover_place(outlook, who?)?)),
            HostSelector::TowardTrouble => {
                let of = Body::of_cell(self.most_aware(outlook.row)?.cell);
                self.step_to(outlook, Goal::Within { of, feet: 2, metric: self.metric() })
            }
        }
    }

    /// How near one goes to somebody.
    fn nearness(&self, outlook: &Outlook<'_>, who: &Subject) -> Goal {
        let feet = if who.attitude == Attitude::Allied { 2 } else { outlook.situation.reach_feet.max(1) };
        // Where it was last seen one goes all the way, to look.
        let feet = if who.is_seen { u32::try_from(feet).unwrap_or(1) } else { 1 };
        Goal::Within { of: body(who), feet, metric: self.metric() }
    }

    /// A step so that somebody stands between an actor and the foe nearest to it.
    fn step_behind(&self, outlook: &Outlook<'_>, who: &Subject) -> Option<Cell> {
        let foe = body(self.nearest_foe(outlook)?);
        let shield = body(who);
        let beyond = |a: i32, b: i32| a + (a - b).signum() * 2;
        let goal = Cell { x: beyond(shield.at.x, foe.at.x), y: beyond(shield.at.y, foe.at.y), z: shield.at.z };
        self.step_to(outlook, Goal::Within { of: Body { at: goal, size: shield.size }, feet: 1, metric: self.metric() })
    }

    /// A step to stand between somebody and the foe nearest to it: next to it, on that foe's side.
    fn step_before(&self, outlook: &Outlook<'_>, who: &Subject) -> Option<Cell> {
        let (ward, metric) = (body(who), self.metric());
        let foes = outlook.situation.subjects.iter().filter(|subject| subject.is_seen && is_foe(subject));
        let foe = foes.map(body).min_by_key(|foe| metric.distance_squared(*foe, ward))?;
        let (far, mine) = (ward.far(), self.world.body(outlook.row).size);
        // With the foe beyond its far side the place begins a foot from there; with the foe before it, it ends a foot from there.
        let along = |gap: i32, at: i32, far: i32, own: u8, foe: i32| match gap.signum() {
            1 => far + 1,
            -1 => at - i32::from(own),
            _ => foe.clamp(at, far),
        };
        let [x, y, _] = gaps(ward, foe);
        let place = Cell {
            x: along(x, ward.at.x, far.x, mine.width, foe.at.x),
            y: along(y, ward.at.y, far.y, mine.depth, foe.at.y),
            z: ward.at.z,
        };
        let of = Body { at: place, size: mine };
        self.step_to(outlook, Goal::Within { of, feet: 0, metric })
    }

    /// A step around somebody, keeping the distance: always the same way round, the other where that is closed.
    fn step_around(&self, outlook: &Outlook<'_>, center: Body) -> Option<Cell> {
        let mine = self.world.body(outlook.row);
        let (dx, dy) = (mine.at.x - center.at.x, mine.at.y - center.at.y);
        let ways = [(-dy.signum(), dx.signum()), (dy.signum(), -dx.signum())];
        let metric = self.metric();
        let now = metric.distance_feet(mine, center);
        for (x, y) in ways.into_iter().filter(|way| *way != (0, 0)) {
            let options = [(x, y), (x, 0), (0, y)];
            let cells = options.into_iter().filter(|way| *way != (0, 0)).map(|(x, y)| Cell {
                x: mine.at.x + x,
                y: mine.at.y + y,
                z: mine.at.z,
            });
            let kept = cells.filter(|to| self.can_step_to(outlook, *to));
            let best = kept.min_by_key(|to| (metric.distance_feet(mine.moved_to(*to), center).abs_diff(now), *to));
            if best.is_some() {
                return best;
            }
        }
        None
    }

    /// Whether one step leads there.
    fn can_step_to(&self, outlook: &Outlook<'_>, to: Cell) -> bool {
        self.surroundings(outlook).can_step(&self.mover_of(outlook), to)
    }
}

/// Whom the first argument of a word means, if it is there.
fn whom<'a>(outlook: &'a Outlook<'_>, args: &[Arg]) -> Option<&'a Subject> {
    match args.first() {
        Some(Arg::Who(target)) => outlook.situation.subject(*target),
        _ => None,
    }
}

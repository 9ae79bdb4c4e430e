//! Rolling a check: everything that counts is counted, the holder of `Resolution` says how it went.

use super::events::{Event, name};
use super::lines::Cause;
use super::sim::Sim;
use crate::content::tables::CheckDef;
use crate::content::tables::{Action, TargetRule};
use crate::dice::Purpose;
use crate::modules::crumb::Spot;
use crate::world::space::{Barrier, Cover, cover};
use abi::{CallError, CheckAnswer, CheckCall, CheckId, CheckRequest, Doing, Phase, RSlice};

/// So near, an arm with a blade in it reaches around a corner: the longest reach of a hand weapon and its lunge.
const ARM_FEET: u32 = 8;

impl Sim {
    /// The definition of a kind of check.
    fn check_def(&self, id: CheckId) -> Option<&CheckDef> {
        let checks = &self.content.checks;
        checks.binary_search_by(|def| def.id.cmp(&id)).ok().map(|place| &checks[place])
    }

    /// Rolls a check and logs it.
    ///
    /// Order: as many draws of the stream `resolution` as the holder says for this kind.
    pub(super) fn roll(&mut self, request: &CheckRequest, cause: &Cause) -> CheckAnswer {
        let opponent = self.world.row(request.opponent);
        let is_exploit = opponent.is_some_and(|row| self.phase(row) == Some(Phase::Recover));
        let held = self.roles.resolution;
        let count =
            held.call(const { Spot::function("Resolution::draws") }, |role| role.draws(request.kind)).unwrap_or(0).min(8);
        let mut draws = [0_u64; 8];
        for draw in draws.iter_mut().take(count as usize) {
            *draw = self.dice.draw(Purpose::Resolution);
        }
        let call = CheckCall {
            kind: request.kind,
            skill_points: self.skill(request),
            difficulty_points: self.difficulty(request),
            is_exploit,
            draws: RSlice::from_slice(&draws[..count as usize]),
            params: self.world.params(),
        };
        let doing = self.doing_of(cause, 0);
        let view = self.world.view();
        let told = const { Spot::function("Resolution::resolve_in") };
        let asked = held.call(told, |role| role.resolve_in(&view, request, &doing, &call));
        // A module that was built before it could be told what is being done goes by the figures alone.
        let mut answer = match asked.or_else(|error| match error {
            CallError::Missing => held.call(const { Spot::function("Resolution::resolve") }, |role| role.resolve(&call)),
            error => Err(error),
        }) {
            Ok(answer) => answer,
            Err(error) => {
                self.fault(held.module, "resolve", error);
                CheckAnswer::default()
            }
        };
        let mitigated = self.mitigation(cause, request);
        answer.degree = answer.degree.lowered(mitigated);
        answer.is_exploit = is_exploit;
        self.log_check(request, &answer, mitigated);
        let event = Event { by: request.opponent, action: cause.action, ..Event::new(name::CHECK, request.actor) };
        self.raise_quietly(event);
        answer
    }

    /// In whose doing a role is asked about what a line brings.
    pub(super) fn doing_of(&self, cause: &Cause, magnitude: i32) -> Doing {
        let action = cause.action.map(|ix| &self.content.actions[ix.index()]);
        let plain = Doing { actor: cause.actor, is_answer: cause.is_reaction, magnitude, ..Doing::default() };
        action.map_or(plain, |action| Doing {
            action: action.id,
            kind: action.kind,
            reach_feet: reach_feet(action),
            ..plain
        })
    }

    fn skill(&self, request: &CheckRequest) -> i32 {
        let Some(row) = self.world.row(request.actor) else { return request.bonus_points };
        let stat = self.check_def(request.kind).map_or(0, |def| self.world.stat(row, def.stat));
        stat + self.world.modifier_points(row, request.kind.0) + request.bonus_points
    }

    fn difficulty(&self, request: &CheckRequest) -> i32 {
        let Some(def) = self.check_def(request.kind) else { return request.difficulty_points };
        let against = match (def.against, self.world.row(request.opponent)) {
            (Some(stat), Some(row)) => self.world.stat(row, stat),
            _ => 0,
        };
        def.base_points + against + request.difficulty_points + self.cover_points(def, request)
    }

    /// What cover adds to an aimed check: nothing at arm's length, where a blow comes round whatever stands between.
    fn cover_points(&self, def: &CheckDef, request: &CheckRequest) -> i32 {
        let points = self.derived.knobs.cover_points;
        if points == 0 || !def.is_aimed {
            return 0;
        }
        let (Some(actor), Some(opponent)) = (self.world.row(request.actor), self.world.row(request.opponent)) else {
            return 0;
        };
        let (from, of) = (self.world.body(actor), self.world.body(opponent));
        let is_covered =
            !self.metric().within(from, of, ARM_FEET) && cover(&self.world.map, Barrier::Solid, from, of) != Cover::None;
        if is_covered { points } else { 0 }
    }

    /// By how many degrees the checks of this activity against this opponent go worse (clause R12).
    fn mitigation(&self, cause: &Cause, request: &CheckRequest) -> u32 {
        let Some(row) = self.world.row(cause.actor) else { return 0 };
        let Some(activity) = self.actors[row].present.as_ref().filter(|activity| activity.serial == cause.serial) else {
            return 0;
        };
        activity.mitigations.iter().filter(|(who, _)| *who == request.opponent).map(|(_, degrees)| *degrees).sum()
    }
}

/// How far an action reaches; 0 where it is aimed at nobody.
pub(super) const fn reach_feet(action: &Action) -> i32 {
    match action.target {
        TargetRule::Actor { reach_feet } | TargetRule::Cell { reach_feet } => reach_feet,
        _ => 0,
    }
}

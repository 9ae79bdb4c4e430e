//! Random profiles: what is done when free, what is answered, what is given up.
//!
//! Owns the text of a profile in a fight file. The generator of fights calls it.

use super::actions::Action;
use super::dice::Stream;

const EVENTS: &[&str] = &[
    "prep-began",
    "prep-began attack",
    "prep-began spell",
    "exec-began",
    "exec-began attack",
    "exec-began movement",
    "exec-began guard",
    "recover-began",
    "began",
    "began spell",
    "began attack",
    "began guard",
    "leaving",
    "entering",
    "flinch",
    "blow",
    "wound",
    "stage",
    "died",
    "cancelled",
    "interrupted",
    "superseded",
    "missed",
    "noise",
    "paused",
    "resumed",
    "finished",
    "noticed",
    "lost",
    "said",
    "blocked",
    "condition",
];
const CAUSES: &[&str] = &["noticed", "threat", "struck", "wound", "stage", "opening", "reach", "lost", "heard"];
const WORDS: &[&str] = &[
    "hostile actor",
    "threatened by actor",
    "within 6 feet of actor",
    "reads phase of actor",
    "not threatened by actor",
    "not within 3 feet of actor",
    "allied actor",
    "seen actor",
];
const CONDITIONS: &[&str] = &[
    "reach nearest enemy",
    "within 5 feet of nearest enemy",
    "not within 3 feet of nearest enemy",
    "stage at-least winded",
    "stage at-most working",
    "phase recover of nearest enemy",
    "phase prep of nearest enemy",
    "not phase exec of nearest enemy",
    "enemies at-least 2",
    "allies at-least 1 within 20 feet",
    "threatened",
    "alone",
    "not cornered",
    "has goblins/off-balance",
    "not verb-lost grip",
    "since-began at-least 40 ticks",
    "times-read fuzz/act0 at-least 2",
    "not times-read fuzz/act1 exactly 1",
    "seen-to-work fuzz/act0",
    "kind-known of nearest enemy",
    "left-of-phase at-least 4 ticks of nearest enemy",
];
const WAYS: &[&str] = &[
    "toward nearest enemy",
    "toward nearest enemy",
    "away from enemies",
    "flank of nearest enemy",
    "around nearest enemy",
    "beside nearest ally",
    "behind nearest ally",
    "before weakest ally",
    "cover from nearest enemy",
    "toward last-seen enemy",
];

/// The profiles of a fight.
pub fn profiles(dice: &mut Stream, actions: &[Action]) -> Vec<String> {
    (0..dice.between(2, 5)).map(|place| profile(dice, usize::try_from(place).unwrap(), actions)).collect()
}

fn profile(dice: &mut Stream, place: usize, actions: &[Action]) -> String {
    let (answers, acts): (Vec<&Action>, Vec<&Action>) = actions.iter().partition(|action| action.fact.is_reaction);
    let mut ranks = Vec::new();
    for _ in 0..dice.between(0, 4) {
        ranks.push(answer(dice, &answers));
    }
    for _ in 0..dice.between(0, 2) {
        ranks.push(giving_up(dice));
    }
    // Some do little but walk: windows are entered, and lines of sight broken, by those.
    let is_walker = dice.percent(30);
    for _ in 0..if is_walker { 4 } else { 0 } {
        ranks.push(format!("act: \"core/step\", at: {:?}{}", dice.of(WAYS), when(dice, CONDITIONS, 70)));
    }
    for _ in 0..dice.between(1, 5) {
        ranks.push(act(dice, &acts));
    }
    if dice.percent(20) {
        ranks.insert(0, format!("act: \"core/swap\", at: \"nearest ally\"{}", when(dice, CONDITIONS, 60)));
    }
    if dice.percent(70) {
        ranks.push(format!("act: \"core/step\", at: {:?}{}", dice.of(WAYS), when(dice, CONDITIONS, 30)));
    }
    if dice.percent(60) {
        ranks.push(format!("act: \"core/wait\", ticks: {}", dice.between(1, 30)));
    }
    let ranks: Vec<String> =
        ranks.iter().enumerate().map(|(place, rank)| format!("(rank: {}, {rank})", 10 + place * 5)).collect();
    format!("(id: \"fuzz/profile{place}\", ranks: [{}])", ranks.join(", "))
}

fn when(dice: &mut Stream, words: &[&str], chance: i64) -> String {
    if dice.percent(chance) { format!(", when: [{:?}]", dice.of(words)) } else { String::new() }
}

fn answer(dice: &mut Stream, answers: &[&Action]) -> String {
    let action = dice.of(answers);
    let at = dice.of(&["actor", "actor", "actor", "nearest enemy"]);
    let order = dice.of(&["Auto", "Ask", "Auto", "Off"]);
    let words = when(dice, WORDS, 50);
    format!("on: {:?}, react: {:?}, at: {at:?}, order: {order}{words}", dice.of(EVENTS), action.fact.id)
}

fn giving_up(dice: &mut Stream) -> String {
    match dice.between(0, 3) {
        0 | 1 => {
            let words = when(dice, CONDITIONS, 60);
            format!("on: \"edge\", cancel: \"core/boundary\"{words}")
        }
        2 => format!("on: \"noticed {}\", cancel: \"core/bail\"{}", dice.of(CAUSES), when(dice, CONDITIONS, 40)),
        _ => format!("on: {:?}, cancel: \"core/bail\"{}", dice.of(EVENTS), when(dice, WORDS, 60)),
    }
}

fn act(dice: &mut Stream, acts: &[&Action]) -> String {
    let at = dice.of(&["nearest enemy", "nearest enemy", "weakest enemy", "nearest ally"]);
    let words = when(dice, CONDITIONS, 60);
    if dice.percent(30) {
        let mut choices: Vec<String> = Vec::new();
        for _ in 0..dice.between(2, 3) {
            choices.push(format!("(weight: {}, act: {:?})", dice.between(1, 9), dice.of(acts).fact.id));
        }
        return format!("choose: [{}], at: {at:?}{words}", choices.join(", "));
    }
    format!("act: {:?}, at: {at:?}{words}", dice.of(acts).fact.id)
}

//! Hooks: what is done on an event, as modules register it and as packs and fights bring it.
//!
//! Owns their order. It must never run one. `load` and `fight` call it.

use super::Desk;
use crate::content::known::Sort;
use crate::content::reading::{Limits, Source, Span, Spanned};
use crate::content::schema::plain::HookFile;
use crate::content::tables::Hook;
use abi::EventId;
use std::path::Path;
use std::sync::Arc;

impl Desk<'_> {
    /// Compiles the lines that modules hook to events.
    pub fn module_hooks(&mut self) -> Vec<Hook> {
        let lexicon = self.lexicon;
        let mut hooks = Vec::new();
        for hook in &lexicon.hooks {
            let Ok(source) = Source::from_text(&hook.module, Path::new("its library"), &hook.line, Limits::default()) else {
                continue;
            };
            let whole = Span::new(0, hook.line.len());
            if !self.known.has(Sort::Event, &hook.event) {
                let found =
                    format!("a hook of the module `{}` to the event `{}`, which nobody has", hook.module, hook.event);
                self.report(&source, whole, &found, "an event of the game or of a module; report it to its author");
            }
            let text = Spanned { value: hook.line.clone(), span: whole };
            let lines = self.effects(std::slice::from_ref(&text), &source);
            let event = EventId(self.name(&hook.event));
            hooks.push(Hook { name: hook.module.as_str().into(), event, when: Vec::new(), lines });
        }
        hooks
    }
}

/// Compiles one hook of a pack or of a fight.
pub fn hook(desk: &mut Desk<'_>, id: &Arc<str>, source: &Source, file: &HookFile) -> Hook {
    let event = file.on.value.replace('-', "_");
    if !desk.known.has(Sort::Event, &event) {
        let events: Vec<String> = desk.known.ids(Sort::Event).map(|event| event.replace('_', "-")).collect();
        source.report_unknown(desk.problems, "event", &file.on, events.iter().map(String::as_str));
    }
    if file.effects.value.is_empty() {
        desk.report(source, file.effects.span, "a hook without an effect", "one effect line or more");
    }
    Hook {
        name: id.clone(),
        event: EventId(desk.name(&event)),
        when: file.when.iter().filter_map(|text| desk.truth(text, source)).collect(),
        lines: desk.effects(&file.effects.value, source),
    }
}

/// Puts hooks in the order in which they run: by event, and within one as they came.
pub fn in_order(mut hooks: Vec<Hook>) -> Vec<Hook> {
    hooks.sort_by_key(|hook| hook.event);
    hooks
}

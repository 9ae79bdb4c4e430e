//! Holds nothing: a package needs a target beside its tests. They are in `game/`, one binary of many modules.

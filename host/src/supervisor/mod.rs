//! The supervisor: a parent that lives on when a module takes the game down, says which one it was, and gives the terminal back.
//!
//! What no catch can hold (an abort, a stack that overflows, an `exit`, a wild pointer, a loop without end) ends the process
//! that it happens in. So the game is played in a child. Both share a folder with two files: eight bytes that say which module
//! is being called now (`modules::crumb`), and a legend that says who the modules are. It knows no rule and opens no library.
//! The command line starts it and asks the player how to go on.

mod fate;
mod legend;
mod terminal;
mod watch;

pub use fate::{Culprit, Fall, Fate, How};
pub use legend::{Legend, ModuleNote};
pub use terminal::KeptTerminal;
pub use watch::{Shared, Supervisor};

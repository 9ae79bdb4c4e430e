//! The terminal itself: taking it, sending pictures to it, giving it back. With `input`, the only file that calls notcurses.
//!
//! Owns the one notcurses context of the process. [`stop`] may be called from anywhere at any time; after it every picture
//! is refused with a sentence. The host asks for the library's version and judges the terminal before it opens the module.

use crate::grid::{Grid, Look, letter_columns};
use abi::Ink;
use notcurses::sys::{Nc, NcCell, NcChannel, NcFlag, NcLogLevel, NcOptions, NcPlane, NcStyle, c_api};
use std::{
    ptr::{NonNull, null_mut},
    sync::atomic::{AtomicPtr, Ordering},
};

/// The context, where `close` can reach it without a lock: a panic hook runs while `ask` holds the screen. Null while the
/// terminal is the shell's.
static CONTEXT: AtomicPtr<Nc> = AtomicPtr::new(null_mut());

/// Older ones lay out their structs otherwise (notcurses' own list of changes).
const OLDEST: (u32, u32, u32) = (3, 0, 11);

/// Where there are fewer, faint inks would come out as black on black: there it is done without colours.
const LEAST_COLOURS: u32 = 256;

/// Gives the terminal back. May be called any number of times.
pub fn stop() {
    let context = CONTEXT.swap(null_mut(), Ordering::AcqRel);
    if !context.is_null() {
        // SAFETY: the swap hands the pointer to exactly one caller, and nobody uses it afterwards: all take it from `CONTEXT`.
        unsafe { c_api::notcurses_stop(context) };
        leave_second_screen();
    }
}

/// Back to the first screen, with a cursor. notcurses asks every terminal for the second one, and leaves it only where terminfo
/// says how: not on `linux` and `vt100`. Where it has left it already, this changes nothing.
fn leave_second_screen() {
    let codes = b"\x1b[?1049l\x1b[?25h";
    // SAFETY: reads the bytes and nothing else; where the terminal is gone nothing is written, and nobody is there to see it.
    unsafe { libc::write(libc::STDOUT_FILENO, codes.as_ptr().cast(), codes.len()) };
}

/// Columns and rows of the window, asked of the system; none where it has none of either, or is gone.
pub fn window() -> Option<(usize, usize)> {
    let mut size = libc::winsize { ws_row: 0, ws_col: 0, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: writes into `size` and nowhere else.
    let answer = unsafe { libc::ioctl(libc::STDOUT_FILENO, libc::TIOCGWINSZ, &raw mut size) };
    (answer == 0 && size.ws_col > 0 && size.ws_row > 0).then_some((size.ws_col.into(), size.ws_row.into()))
}

/// The context, while the terminal is ours.
pub fn context() -> Result<NonNull<Nc>, String> {
    NonNull::new(CONTEXT.load(Ordering::Acquire)).ok_or_else(|| "the terminal has been given back".to_owned())
}

/// The screen, and how it shows inks.
#[derive(Debug)]
pub struct Screen {
    has_colour: bool,
    /// The picture that the plane has now; none where that is not sure.
    sent: Option<Grid>,
}

impl Screen {
    /// Takes the terminal.
    ///
    /// # Errors
    /// A sentence that says why it cannot be had.
    pub fn open(may_use_colour: bool) -> Result<Self, String> {
        stop();
        let (major, minor, patch, _) = Nc::version_components();
        if (major, minor, patch) < OLDEST {
            return Err(format!(
                "found notcurses {major}.{minor}.{patch}, expected {}.{}.{} or newer: run `plugins/terminal/get-notcurses.sh`, \
                 or play with `--front-end plain`",
                OLDEST.0, OLDEST.1, OLDEST.2
            ));
        }
        let flags = NcFlag::SuppressBanners | NcFlag::NoFontChanges;
        let options = NcOptions::with_all_options(NcLogLevel::Silent, None, flags);
        // SAFETY: the options live through the call, a null file means the process's own terminal, and `stop` above has left
        // no other context.
        let opened = unsafe { c_api::notcurses_init(&options, null_mut()) };
        let Some(mut opened) = NonNull::new(opened) else {
            leave_second_screen();
            return Err("notcurses could not take the terminal: check that TERM names the terminal that you use, \
                        or play with `--front-end plain`"
                .to_owned());
        };
        CONTEXT.store(opened.as_ptr(), Ordering::Release);
        // SAFETY: just made, and known to nobody else yet.
        let context = unsafe { opened.as_mut() };
        // Ctrl-C, Ctrl-Z and Ctrl-\ become keys, so that leaving is asked like everything else.
        if let Err(error) = context.linesigs_disable() {
            stop();
            return Err(format!("notcurses could not set the terminal's keys: {error}"));
        }
        // SAFETY: as above; asks only what was detected at the start.
        let colours = unsafe { c_api::notcurses_palette_size(opened.as_ptr()) };
        Ok(Self { has_colour: may_use_colour && colours >= LEAST_COLOURS, sent: None })
    }

    /// Whether pictures are to do without colours.
    pub fn is_mono(&self) -> bool {
        !self.has_colour
    }

    /// Brings the picture to the terminal's size, after a resize or when something else wrote over it, and gives columns
    /// and rows.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn refresh(&mut self) -> Result<(usize, usize), String> {
        self.sent = None;
        // SAFETY: the pointer is valid until `stop`, which a panic hook alone calls while a picture is drawn.
        let context = unsafe { context()?.as_mut() };
        context.refresh().map_err(|error| format!("the terminal took no refresh: {error}"))?;
        self.size()
    }

    /// Columns and rows.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn size(&self) -> Result<(usize, usize), String> {
        let (rows, columns) = standard_plane()?.dim_yx();
        Ok((columns as usize, rows as usize))
    }

    /// Sends a picture. What stands there since the last one is left standing: the library looks at each letter that it is
    /// handed, and that takes longer than all else that a key brings about.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn send(&mut self, grid: Grid) -> Result<(), String> {
        let plane = standard_plane()?;
        let old = self.sent.take().filter(|old| (old.width, old.height) == (grid.width, grid.height));
        if old.is_none() {
            if self.has_colour {
                set_ground(plane);
            }
            plane.erase();
        }
        // What stands side by side mostly looks alike.
        let mut look = Look::default();
        let mut blank = self.blank(look);
        for row in 0..grid.height {
            for (column, spot) in grid.changes(row, old.as_ref()) {
                if spot.look != look {
                    look = spot.look;
                    blank = self.blank(look);
                }
                let (Ok(row), Ok(column)) = (u32::try_from(row), u32::try_from(column)) else { continue };
                // A terminal that has become smaller since the grid was made takes less of it; the resize is the next key.
                let _ = plane.putc_yx(row, column, &with_letter(blank, spot.glyph));
            }
        }
        // SAFETY: as in `refresh`.
        let context = unsafe { context()?.as_mut() };
        context.render().map_err(|error| format!("the terminal took no picture: {error}"))?;
        self.sent = Some(grid);
        Ok(())
    }

    /// A cell of the library's that looks so.
    fn blank(&self, look: Look) -> NcCell {
        let mut style = NcStyle::None;
        // Without colours a reversed letter cannot be had: bold and underlined together stand for it.
        let is_reversed_by_style = look.is_reversed && !self.has_colour;
        for (is_on, one) in [
            (look.is_bold || is_reversed_by_style, NcStyle::Bold),
            (look.is_underlined || is_reversed_by_style, NcStyle::Underline),
            (look.is_italic, NcStyle::Italic),
        ] {
            if is_on {
                style |= one;
            }
        }
        // Zero is the terminal's own colours.
        let channels = if self.has_colour {
            let colour = colour(look);
            let (front, back) = if look.is_reversed { (GROUND, colour) } else { (colour, GROUND) };
            NcChannel::from_rgb(front).fcombine(NcChannel::from_rgb(back)).into()
        } else {
            0
        };
        NcCell { stylemask: style.into(), channels, ..NcCell::default() }
    }
}

/// The cell with a letter in it. Every letter fits into the four bytes that a cell has of its own, so nothing is looked up and
/// nothing allocated.
fn with_letter(cell: NcCell, glyph: char) -> NcCell {
    let mut bytes = [0; 4];
    glyph.encode_utf8(&mut bytes);
    let width = if letter_columns(glyph) == 2 { 2 } else { 1 };
    // The library reads them in the order in which they lie in memory.
    NcCell { gcluster: u32::from_ne_bytes(bytes), width, ..cell }
}

fn standard_plane() -> Result<&'static mut NcPlane, String> {
    // SAFETY: the pointer is valid until `stop`; the plane lives as long as its context, and each caller lets go of it
    // before it calls anything else here.
    Ok(unsafe { context()?.as_mut().stdplane() })
}

/// The dark behind everything, set and not left to the terminal: on a light one the inks could not be read.
const GROUND: u32 = 0x111316;

fn set_ground(plane: &mut NcPlane) {
    plane.set_fg_rgb(colour(Look::default()));
    plane.set_bg_rgb(GROUND);
    let channels = plane.channels();
    // A blank of that ground is what erasing leaves; where it fails the terminal's own ground stays.
    let _ = plane.set_base(" ", NcStyle::None, channels);
}

/// Foe and friend differ as orange and blue do, which every kind of sight tells apart (the palette of Okabe and Ito).
fn colour(look: Look) -> u32 {
    let rgb = match look.ink {
        Ink::Plain => 0xbdbfc2,
        Ink::Faint => 0x72767d,
        Ink::You => 0xffffff,
        Ink::Foe => 0xe87d3e,
        Ink::Friend => 0x6cb8ea,
        Ink::Other => 0xc9a9d6,
        Ink::Marker => 0xf2e3b3,
        Ink::Danger => 0xff6652,
        Ink::Stone => 0x8c867a,
        Ink::Fire => 0xf5b03a,
    };
    if look.is_dim { (rgb >> 1) & 0x7f7f7f } else { rgb }
}

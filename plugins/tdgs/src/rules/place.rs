//! Squares, bands of distance, and what a place is worth in a blow.
//!
//! Owns the geometry and the points of position. Must never see a view. Called by the holders of `Resolution`, `Movement`.

use abi::{Cell, Extent};

/// A square is so many feet wide: a step crosses it.
pub const SQUARE_FEET: i64 = 5;

/// A body: its least corner and how large it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// The least corner.
    pub at: Cell,
    /// Along each axis.
    pub extent: Extent,
}

/// From the nearest cell of one span to the nearest of another, with its sign; 0 where they overlap.
fn gap(from: i32, from_feet: u8, to: i32, to_feet: u8) -> i64 {
    let from_far = i64::from(from) + i64::from(from_feet) - 1;
    let to_far = i64::from(to) + i64::from(to_feet) - 1;
    (i64::from(to) - from_far).max(0) - (i64::from(from) - to_far).max(0)
}

impl Body {
    /// The way from its nearest cell to the nearest of another, in feet along each axis.
    pub fn way(self, to: Self) -> [i64; 3] {
        [
            gap(self.at.x, self.extent.width, to.at.x, to.extent.width),
            gap(self.at.y, self.extent.depth, to.at.y, to.extent.depth),
            gap(self.at.z, self.extent.height, to.at.z, to.extent.height),
        ]
    }

    /// How many squares lie between, a diagonal counting as one; those that touch are one apart.
    pub fn squares(self, to: Self) -> i64 {
        squares(self.way(to).into_iter().map(i64::abs).max().unwrap_or(0))
    }

    /// Twice its middle on the ground, so that it is a whole number.
    fn middle(self) -> [i64; 2] {
        let twice = |at: i32, feet: u8| 2 * i64::from(at) + i64::from(feet);
        [twice(self.at.x, self.extent.width), twice(self.at.y, self.extent.depth)]
    }

    /// Whether the straight line between the middles of two others goes over it.
    pub fn is_between(self, from: Self, to: Self) -> bool {
        let ([fx, fy], [tx, ty]) = (from.middle(), to.middle());
        let low = [2 * i64::from(self.at.x), 2 * i64::from(self.at.y)];
        let high = [low[0] + 2 * i64::from(self.extent.width), low[1] + 2 * i64::from(self.extent.depth)];
        let is_apart = fx.max(tx) <= low[0] || fx.min(tx) >= high[0] || fy.max(ty) <= low[1] || fy.min(ty) >= high[1];
        // All corners on one side of the line: it passes by.
        let side = |x: i64, y: i64| (tx - fx) * (y - fy) - (ty - fy) * (x - fx);
        let sides = [side(low[0], low[1]), side(low[0], high[1]), side(high[0], low[1]), side(high[0], high[1])];
        let is_past = sides.iter().all(|side| *side >= 0) || sides.iter().all(|side| *side <= 0);
        !is_apart && !is_past
    }
}

/// Feet as squares: what reaches into one counts.
pub const fn squares(feet: i64) -> i64 {
    (feet + SQUARE_FEET - 1).div_euclid(SQUARE_FEET)
}

/// Whether two stand on opposite sides of a third: more than a right angle between them, as seen from it.
pub fn are_opposite(one: Body, middle: Body, other: Body) -> bool {
    let product: i64 = middle.way(one).into_iter().zip(middle.way(other)).map(|(one, other)| one * other).sum();
    product < 0
}

/// How far off something is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Band {
    /// At arm's length.
    Adjacent,
    /// A few steps.
    Near,
    /// A stone's throw.
    Far,
    /// Farther.
    Distant,
}

/// The band of a distance.
pub const fn band(squares: i64) -> Band {
    match squares {
        ..=1 => Band::Adjacent,
        2..=4 => Band::Near,
        5..=10 => Band::Far,
        _ => Band::Distant,
    }
}

/// What sort of weapon reaches so far.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Weapon {
    /// Arm's length.
    Melee,
    /// A few steps, as a spear.
    Reach,
    /// Out of the hand.
    Thrown,
    /// Off a string.
    Ranged,
}

impl Weapon {
    /// By the reach of what is done with it.
    pub const fn reaching(reach_feet: i64) -> Self {
        match band(squares(reach_feet)) {
            Band::Adjacent => Self::Melee,
            Band::Near => Self::Reach,
            Band::Far => Self::Thrown,
            Band::Distant => Self::Ranged,
        }
    }

    /// Whether one strikes with it by strength.
    pub const fn is_close(self) -> bool {
        matches!(self, Self::Melee | Self::Reach)
    }

    /// What it is worth at a distance: less in the band beyond its own.
    pub const fn band_points(self, band: Band) -> i64 {
        match (self, band) {
            (Self::Thrown, Band::Far) | (Self::Ranged, Band::Distant) => EXTENDED,
            _ => 0,
        }
    }
}

const EXTENDED: i64 = -2;

/// Where everybody stands when somebody strikes.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// How many foes of the target are at its side, the striker among them.
    pub adjacent: usize,
    /// Whether one of them is opposite the striker.
    pub is_flanked: bool,
    /// What higher ground is worth to the striker, 0 where it is on none.
    pub height_points: i64,
    /// How many bodies are in the way of what is sent.
    pub in_the_way: usize,
}

/// What numbers around a target are worth to who strikes it: the best of them, not their sum.
pub const fn crowd_points(position: Position) -> i64 {
    match position.adjacent {
        5.. => 6,
        3.. => 4,
        _ if position.is_flanked => 2,
        _ => 0,
    }
}

/// What cover is worth to who is behind it: two bodies hide more than one. There is none from a blade.
pub const fn cover_points(position: Position) -> i64 {
    match position.in_the_way {
        0 => 0,
        1 => 2,
        _ => 4,
    }
}

/// How hard a ground is to cross.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Terrain {
    /// Even.
    Normal,
    /// Mud, rubble.
    Difficult,
    /// Deep water, thicket.
    VeryDifficult,
}

/// How many squares of a ground somebody crosses in a round.
pub const fn crossed_squares(movement: i64, terrain: Terrain) -> i64 {
    match terrain {
        Terrain::Normal => movement,
        Terrain::Difficult => movement / 2,
        Terrain::VeryDifficult => movement / 4,
    }
}

/// With how many dice of six a fall does harm.
pub const fn fall_dice(squares: i64) -> i64 {
    let dice = squares / 2;
    if dice < 10 { dice } else { 10 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(x: i32, y: i32) -> Body {
        Body { at: Cell::new(x, y, 0), extent: Extent { width: 2, depth: 1, height: 6 } }
    }

    #[test]
    fn a_diagonal_counts_as_one() {
        let point =
            |x: i32, y: i32| Body { at: Cell::new(x * 5, y * 5, 0), extent: Extent { width: 1, depth: 1, height: 1 } };
        for (to, squares) in [((1, 0), 1), ((1, 1), 1), ((2, 2), 2), ((3, 2), 3)] {
            assert_eq!(point(0, 0).squares(point(to.0, to.1)), squares, "{to:?}");
        }
        assert_eq!((body(0, 0).squares(body(2, 0)), body(0, 0).squares(body(7, 0))), (1, 2));
    }

    #[test]
    fn bands_and_weapons() {
        let bands: Vec<Band> = [0, 1, 2, 4, 5, 10, 11].into_iter().map(band).collect();
        assert_eq!(bands[..3], [Band::Adjacent, Band::Adjacent, Band::Near]);
        assert_eq!(bands[3..], [Band::Near, Band::Far, Band::Far, Band::Distant]);
        let weapons = [3, 5, 8, 30, 80].map(Weapon::reaching);
        assert_eq!(weapons, [Weapon::Melee, Weapon::Melee, Weapon::Reach, Weapon::Thrown, Weapon::Ranged]);
        assert!(Weapon::Reach.is_close() && !Weapon::Thrown.is_close());
        assert_eq!((Weapon::Thrown.band_points(Band::Near), Weapon::Thrown.band_points(Band::Far)), (0, -2));
        assert_eq!((Weapon::Ranged.band_points(Band::Far), Weapon::Ranged.band_points(Band::Distant)), (0, -2));
    }

    #[test]
    fn numbers_around_a_target_help_and_do_not_add_up() {
        let crowd = |adjacent, is_flanked| crowd_points(Position { adjacent, is_flanked, ..Position::default() });
        assert_eq!([crowd(1, false), crowd(2, false), crowd(2, true), crowd(3, true)], [0, 0, 2, 4]);
        assert_eq!([crowd(4, false), crowd(5, true), crowd(9, false)], [4, 6, 6]);
    }

    #[test]
    fn who_stands_behind_others_is_harder_to_hit_from_afar() {
        let cover = |in_the_way| cover_points(Position { in_the_way, ..Position::default() });
        assert_eq!([cover(0), cover(1), cover(2), cover(3)], [0, 2, 4, 4]);
        let (archer, target) = (body(0, 10), body(40, 10));
        assert!(body(20, 10).is_between(archer, target));
        assert!(!body(20, 13).is_between(archer, target));
        assert!(!body(50, 10).is_between(archer, target), "who is behind the target hides nobody");
        assert!(body(10, 5).is_between(body(0, 0), body(20, 10)));
        assert!(!body(10, 9).is_between(body(0, 0), body(20, 10)));
    }

    #[test]
    fn a_flank_is_more_than_a_right_angle() {
        let middle = body(10, 10);
        assert!(are_opposite(body(7, 10), middle, body(13, 10)));
        assert!(!are_opposite(body(7, 10), middle, body(10, 12)));
    }

    #[test]
    fn ground_and_falls() {
        let crossed =
            [Terrain::Normal, Terrain::Difficult, Terrain::VeryDifficult].map(|ground| crossed_squares(10, ground));
        assert_eq!(crossed, [10, 5, 2]);
        for (fallen, dice) in [(1, 0), (2, 1), (4, 2), (10, 5), (20, 10), (40, 10)] {
            assert_eq!(fall_dice(fallen), dice, "{fallen} squares");
        }
    }
}

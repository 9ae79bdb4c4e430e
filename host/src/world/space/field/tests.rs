//! Maps with what must be seen of them, and the properties of the rule.

use super::super::cells::Map;
use super::super::testing::{any_map, cell, drawn, floor};
use super::*;
use proptest::prelude::*;

/// A map of one slice, the eye's cell, and the cells that it sees: what is not seen is blank.
struct Case {
    map: &'static [&'static str],
    eye: (i32, i32),
    seen: &'static [&'static str],
}

fn look(map: &Map, eye: Cell, feet: Option<i32>) -> Field {
    let mut field = Field::default();
    field.look(map, eye, feet, 0..=Map::MOST_FEET);
    field
}

fn check(case: &Case) {
    let map = drawn(&[case.map]);
    let field = look(&map, cell(case.eye.0, case.eye.1, 0), None);
    let row = |(y, row): (i32, &&str)| -> String {
        let sign = |(x, sign): (i32, char)| match field.sees(cell(x, y, 0)) {
            _ if (x, y) == case.eye => '@',
            true => sign,
            false => ' ',
        };
        (0..).zip(row.chars()).map(sign).collect()
    };
    let found: Vec<String> = (0..).zip(case.map).map(row).collect();
    assert_eq!(found.join("\n"), case.seen.join("\n"), "seen from {:?}", case.eye);
}

#[test]
fn a_room_with_three_pillars_on_one_slice() {
    check(&Case {
        map: &[
            "##################",
            "#................#",
            "#...###..........#",
            "#...###....#.....#",
            "#...###....#.....#",
            "#..........#.....#",
            "##################",
        ],
        eye: (9, 3),
        seen: &[
            "    ##############",
            "     ............#",
            "      #.......    ",
            "      #..@.#      ",
            "      #....#      ",
            "     ......#      ",
            "    ########      ",
        ],
    });
}

#[test]
fn one_pillar_on_one_slice() {
    check(&Case {
        map: &[
            "###########",
            "#.........#",
            "#.........#",
            "#.........#",
            "#.........#",
            "#....#....#",
            "#.........#",
            "#.........#",
            "#.........#",
            "#.........#",
            "###########",
        ],
        eye: (3, 5),
        seen: &[
            "###########",
            "#.........#",
            "#.........#",
            "#.........#",
            "#.......   ",
            "#..@.#     ",
            "#.......   ",
            "#.........#",
            "#.........#",
            "#.........#",
            "###########",
        ],
    });
}

#[test]
fn a_doorway_on_one_slice() {
    check(&Case {
        map: &[
            "####################",
            "#.......#..........#",
            "#.......#..........#",
            "#..................#",
            "#.......#..........#",
            "#.......#..........#",
            "####################",
        ],
        eye: (3, 3),
        seen: &[
            "#########           ",
            "#.......#          #",
            "#.......#    ......#",
            "#..@...............#",
            "#.......#    ......#",
            "#.......#          #",
            "#########           ",
        ],
    });
}

#[test]
fn a_closed_corner_on_one_slice() {
    check(&Case {
        map: &["#########", "#...#...#", "#...#...#", "#...#...#", "#####...#", "#.......#", "#.......#", "#########"],
        eye: (3, 3),
        seen: &["#####    ", "#...#    ", "#...#    ", "#..@#    ", "#####    ", "         ", "         ", "         "],
    });
}

#[test]
fn a_gap_between_two_corners_on_one_slice() {
    check(&Case {
        map: &["#########", "#...#####", "#...#####", "#...#####", "####....#", "####....#", "####....#", "#########"],
        eye: (3, 3),
        seen: &["#####    ", "#...#    ", "#...#    ", "#..@#    ", "####..   ", "    .... ", "     ...#", "     ####"],
    });
}

#[test]
fn a_hall_of_pillars_on_one_slice() {
    check(&Case {
        map: &[
            "#####################",
            "#...................#",
            "#.#...#...#...#...#.#",
            "#...................#",
            "#...................#",
            "#.#...#...#...#...#.#",
            "#...................#",
            "#...................#",
            "#.#...#...#...#...#.#",
            "#...................#",
            "#...................#",
            "#.#...#...#...#...#.#",
            "#####################",
        ],
        eye: (10, 6),
        seen: &[
            "#### ###     ### ####",
            "  ... ..     .. ...  ",
            "# #...#..   ..#...# #",
            "  .......   .......  ",
            "     ..... .....     ",
            "# #   #...#...#   # #",
            "#.........@.........#",
            "#...................#",
            "# #.. #...#...# ..# #",
            "#..   .... ....   ..#",
            "#   ...... ......   #",
            "  #...#..   ..#...#  ",
            "  #######   #######  ",
        ],
    });
}

#[test]
fn rubble_on_one_slice() {
    check(&Case {
        map: &[
            "########################################",
            "#.........................#.........#..#",
            "#..#.....#.....#...#.............##...##",
            "#.....................#......#....##.#.#",
            "#...#......##.###..#.#....#.##.#....#..#",
            "##......#.........#..#.............##..#",
            "#.........#..#...........#..#.....#.#..#",
            "###....#..#....#.....##.....#........#.#",
            "###.....##.......##.#...#..............#",
            "#..##.##.............#.....#.##.###..#.#",
            "#.#.........#.#....##......##.#.##..##.#",
            "#...........#..........##..#.....#.#..##",
            "##.....#....#.##..#..........#...#.....#",
            "#...#.....##......##......#.....#..#..##",
            "#...##.#.#..#.##..##.#..##..#.......#.##",
            "#.#........#####...#..#...#....#.......#",
            "#........#...##..#....#........#.#....##",
            "#.....#......#..............#...#......#",
            "#..#..#.#..#.#....##........#..#......##",
            "#.......#..#..###.#.................#.##",
            "###.#.......#.....##.#.##.......#.#..#.#",
            "#..###....#...##.#.......#......#.#....#",
            "#....#.#.............#....##...#.....#.#",
            "#......#....#..............##..........#",
            "########################################",
        ],
        eye: (26, 19),
        seen: &[
            "         ##   #                         ",
            "               .                        ",
            "                                        ",
            "            .                     ##    ",
            "             .                    .     ",
            "                  #              .      ",
            "                                 .      ",
            "                                .       ",
            "                 #  #           .       ",
            "                    .#       # .#       ",
            "                   ##.      #  .##      ",
            "                   ....    #. ...       ",
            "                    ...    .. ..        ",
            "                     ...   . ..         ",
            "               #.     ..## .#.          ",
            "               #...#  #...#...          ",
            "              #. #....#......           ",
            "                 ...........#           ",
            "                  ##........# .#    ..# ",
            "                  #.......@.........#   ",
            "                  ## # ##.......# #  #  ",
            "                        .#......#       ",
            "                      ..  ##...#..      ",
            "                     ... .  #...  ..    ",
            "                    ###  #   #####  ##  ",
        ],
    });
}

#[test]
fn more_rubble_on_one_slice() {
    check(&Case {
        map: &[
            "########################################",
            "##.......##...#.....##...#.#.....#..#..#",
            "#.#..#.............#...#..........##...#",
            "#.#.............#........#..#........#.#",
            "##........###..#..##.#.....#..##..#..###",
            "##.#.............#..........#.#...#....#",
            "#..#..##......##....#..........##.#....#",
            "#......#.###.........#........#.##.#...#",
            "###..#.......#.##.....#...##.........#.#",
            "#.................#.#.##.....#..#.#....#",
            "##....#.#.......#.#...#.........#...#.##",
            "##......#................##..#.........#",
            "#....#.#..#....#.#......#..........#.#.#",
            "#.#..#...##.#...#................#.#...#",
            "#..#......#.........##............#...##",
            "#...........................#...#.....##",
            "#......##..#.....#.......#.......#.....#",
            "#.#.#.......##.......#..###..##......#.#",
            "##...#....#.....#.........#.##.#.#...###",
            "#.#.###..........#......#..#.........#.#",
            "#..##....#..#...#.#.##...#............##",
            "#..........#..#..#.........#...#.......#",
            "#..#.............##...#..##..#...##..#.#",
            "##.................#........#..#..##...#",
            "########################################",
        ],
        eye: (21, 19),
        seen: &[
            "                          ##      #     ",
            "                           #            ",
            "                          ..     .      ",
            "                         #.             ",
            "           #   #         ..    #        ",
            "            .            ..             ",
            "       #                 .    . #       ",
            "       #.##  .          ..    # #       ",
            "         ..  #  #       .    . .        ",
            "          ..  . ..      .   .#. #       ",
            "           ..  . .#     .   .. .        ",
            "            .. . ..    . ##..#.         ",
            "     #    #  ..#.#.    .#.....          ",
            "     #.   #.#  .#...   .....            ",
            "       .. #...  ....#  ....             ",
            "          .....  .... ....              ",
            "           #.....#... ...#              ",
            "             # ......#..###             ",
            "                #.........#             ",
            "                 #...@..#               ",
            "                # #.##...#              ",
            "                      .....#            ",
            "                       ..##..#          ",
            "                       ...   ..#        ",
            "                        ####   #        ",
        ],
    });
}

#[test]
fn a_distance_is_a_sphere_and_slices_bound_it() {
    let map = floor(&[&*".".repeat(21); 21]);
    let eye = cell(10, 10, 3);
    let mut field = Field::default();
    let mut check = |feet: i32, slices: RangeInclusive<i32>| {
        field.look(&map, eye, Some(feet), slices.clone());
        let is_near = |at: Cell| (at.x - 10).pow(2) + (at.y - 10).pow(2) + (at.z - 3).pow(2) <= feet * feet;
        let mut count = 0;
        for at in cells(&map) {
            let expected = is_near(at) && slices.contains(&at.z);
            count += u32::from(expected);
            assert_eq!(field.sees(at), expected, "{at:?} within {feet} feet in {slices:?}");
        }
        assert_eq!(field.count(), count);
    };
    check(4, 0..=7);
    check(9, 0..=7);
    check(9, 3..=3);
    check(9, 2..=4);
    check(0, 0..=7);
}

#[test]
fn a_low_wall_hides_what_lies_behind_it_and_no_more() {
    // Two feet high, four feet off; the eye is six feet up.
    let wall: &[&str] = &["....#......."];
    let above: &[&str] = &["    #       "];
    let air: &[&str] = &["            "];
    let map = drawn(&[wall, above, air, air, air, air, air]);
    let field = look(&map, cell(0, 0, 5), None);
    let seen: String = (0..12).map(|x| if field.sees(cell(x, 0, 0)) { 'x' } else { '.' }).collect();
    // The ray over its upper edge comes down before the second foot behind it.
    assert_eq!(seen, "xxxxx.xxxxxx");
}

#[test]
fn an_eye_outside_the_map_sees_nothing() {
    let map = floor(&["..", ".."]);
    for eye in [cell(-1, 0, 0), cell(0, 5, 0), cell(0, 0, -1)] {
        assert_eq!(look(&map, eye, None).count(), 0, "{eye:?}");
    }
    for eye in [cell(0, 0, 8), cell(0, 0, 40)] {
        assert!(look(&map, eye, None).sees(cell(1, 1, 0)), "{eye:?} is over the map");
    }
    let field = look(&map, cell(0, 0, 0), Some(1));
    assert!(!field.sees(cell(-1, 0, 0)) && !field.sees(cell(0, 0, 9)) && field.sees(cell(1, 0, 0)));
}

fn cells(map: &Map) -> impl Iterator<Item = Cell> + use<> {
    let size = map.size();
    (0..size.z).flat_map(move |z| (0..size.y).flat_map(move |y| (0..size.x).map(move |x| cell(x, y, z))))
}

/// The rule by itself: the cells that the ray to a cell's middle passes at each depth, the ray a little to one side of where it
/// runs along an edge, the same side all the way.
fn naive_sees(map: &Map, eye: Cell, at: Cell) -> bool {
    let way = [at.x - eye.x, at.y - eye.y, at.z - eye.z];
    let deep = way.iter().map(|n| n.abs()).max().unwrap();
    let axis = (0..3).find(|axis| way[*axis].abs() == deep).unwrap();
    let sides = [-1, 1].into_iter().flat_map(|one| [-1, 1].map(|other| [one, other]));
    let is_clear = |side: [i32; 2]| {
        (1..deep).all(|depth| {
            let mut place = [eye.x, eye.y, eye.z];
            place[axis] += depth * way[axis].signum();
            let others = (0..3).filter(|other| *other != axis);
            for (other, side) in others.zip(side) {
                // In quarters of the side of a cell there is room for a little to one side.
                let fine = 4 * depth * way[other] + side;
                place[other] += (fine + 2 * deep).div_euclid(4 * deep);
            }
            !map.is_opaque(cell(place[0], place[1], place[2]))
        })
    };
    deep == 0 || sides.into_iter().any(is_clear)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn who_sees_is_seen_on_a_thousand_floors(map in any_map(9, 4), one in 0usize..324, other in 0usize..324) {
        let open: Vec<Cell> = cells(&map).filter(|at| !map.is_opaque(*at)).collect();
        prop_assume!(!open.is_empty());
        let (one, other) = (open[one % open.len()], open[other % open.len()]);
        let field = look(&map, one, None);
        prop_assert_eq!(field.sees(other), look(&map, other, None).sees(one), "{:?} {:?}", one, other);
        // And so it is for everything that this one sees.
        let mut back = Field::default();
        for at in open.iter().filter(|at| field.sees(**at)).step_by(19) {
            back.look(&map, *at, None, 0..=Map::MOST_FEET);
            prop_assert!(back.sees(one), "{:?} {:?}", one, at);
        }
    }
}

proptest! {
    #[test]
    fn the_field_is_the_rule(map in any_map(9, 5), eye in (0..9, 0..9, 0..5)) {
        let eye = cell(eye.0, eye.1, eye.2);
        let field = look(&map, eye, None);
        for at in cells(&map).filter(|at| !map.is_opaque(*at)) {
            prop_assert_eq!(field.sees(at), naive_sees(&map, eye, at), "{:?} from {:?}", at, eye);
        }
    }
}

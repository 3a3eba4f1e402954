//! Whether two pictures look the same to a person: colours are compared as they are seen, and edges that are only drawn
//! more or less smoothly do not count.
//!
//! Colours: Y. Kotsarenko, F. Ramos, «Measuring perceived color difference using YIQ NTSC transmission color space in
//! mobile applications» (2010). Edges: V. Vyšniauskas, «Anti-aliased pixel and intensity slope detector» (2009).

use crate::pixels::{Area, Pixels};

/// What black and white differ by.
const MOST: f64 = 35_215.0;
/// A pixel that differs less looks the same, as a share of what black and white differ by.
const SAME: f64 = 0.1;
/// A pixel that differs more looks different by itself; one between the two does if its surroundings do: letters that
/// are drawn a part of a pixel further on are as dark as before, and letters in another colour are not.
const DIFFERENT: f64 = 0.4;
/// Surroundings that differ less look the same.
const SURROUNDINGS: f64 = 0.03;
/// How much what is around a pixel weighs in its surroundings, along a row and along a column.
const WEIGHTS: [f64; 7] = [1.0, 2.0, 3.0, 4.0, 3.0, 2.0, 1.0];
/// What a pixel of the difference is painted in.
const CHANGED: [u8; 4] = [214, 31, 92, 255];
/// What an edge is painted in that is only drawn otherwise.
const SMOOTHED: [u8; 4] = [240, 196, 60, 255];

/// What two pictures of one size differ in.
#[derive(Clone, Debug)]
pub(crate) struct Difference {
    /// How many pixels look different.
    pub(crate) changed: u64,
    /// The smallest place with all of them.
    pub(crate) area: Area,
    /// The later picture, pale, with what looks different in red.
    pub(crate) picture: Pixels,
}

/// Compares two pictures of one size; none if they look the same.
pub(crate) fn difference(before: &Pixels, after: &Pixels) -> Option<Difference> {
    if before.rgba == after.rgba {
        return None;
    }
    let mut changed = 0;
    let mut area: Option<Area> = None;
    let mut smoothed = Vec::new();
    let mut places = Vec::new();
    for y in 0..after.height {
        let row = y * after.width * 4..(y + 1) * after.width * 4;
        if before.rgba[row.clone()] == after.rgba[row] {
            continue;
        }
        for x in 0..after.width {
            let (one, other) = (before.at(x, y), after.at(x, y));
            let share = (distance(seen(one), seen(other)) / MOST).sqrt();
            if share <= SAME {
                continue;
            }
            let is_drawn_otherwise = || {
                let around = distance(surroundings(before, x, y), surroundings(after, x, y));
                (around / MOST).sqrt() <= SURROUNDINGS
            };
            if share <= DIFFERENT && is_drawn_otherwise()
                || is_smoothed(before, x, y, after)
                || is_smoothed(after, x, y, before)
            {
                smoothed.push((x, y));
                continue;
            }
            changed += 1;
            places.push((x, y));
            let here = Area {
                left: x as u32,
                top: y as u32,
                right: x as u32 + 1,
                bottom: y as u32 + 1,
            };
            area = Some(area.map_or(here, |area| around(area, here)));
        }
    }
    let area = area?;
    let mut picture = pale(after);
    paint(&mut picture, &smoothed, SMOOTHED);
    paint(&mut picture, &places, CHANGED);
    Some(Difference {
        changed,
        area,
        picture,
    })
}

fn around(one: Area, other: Area) -> Area {
    Area {
        left: one.left.min(other.left),
        top: one.top.min(other.top),
        right: one.right.max(other.right),
        bottom: one.bottom.max(other.bottom),
    }
}

fn paint(picture: &mut Pixels, places: &[(usize, usize)], colour: [u8; 4]) {
    for (x, y) in places {
        let start = (y * picture.width + x) * 4;
        picture.rgba[start..start + 4].copy_from_slice(&colour);
    }
}

/// A picture in pale grey, on which colours stand out.
fn pale(picture: &Pixels) -> Pixels {
    let mut pale = picture.clone();
    for pixel in pale.rgba.chunks_exact_mut(4) {
        let [red, green, blue] = seen([pixel[0], pixel[1], pixel[2], pixel[3]]);
        let grey = 255.0 - (255.0 - brightness(red, green, blue)) * 0.2;
        let grey = grey.round() as u8;
        pixel.copy_from_slice(&[grey, grey, grey, 255]);
    }
    pale
}

/// Gives a colour as it is seen on white.
fn seen([red, green, blue, alpha]: [u8; 4]) -> [f64; 3] {
    let share = f64::from(alpha) / 255.0;
    [red, green, blue].map(|part| 255.0 + (f64::from(part) - 255.0) * share)
}

fn brightness(red: f64, green: f64, blue: f64) -> f64 {
    red * 0.298_895_31 + green * 0.586_622_47 + blue * 0.114_482_23
}

/// How different two colours look.
fn distance(one: [f64; 3], other: [f64; 3]) -> f64 {
    let [red, green, blue] = [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
    let y = brightness(red, green, blue);
    let i = red * 0.595_977_99 - green * 0.274_171_76 - blue * 0.321_801_89;
    let q = red * 0.211_470_17 - green * 0.522_617_11 + blue * 0.311_146_94;
    0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
}

/// Gives the colour of a pixel and what is around it, as one sees them from afar.
fn surroundings(picture: &Pixels, x: usize, y: usize) -> [f64; 3] {
    let reach = WEIGHTS.len() / 2;
    let mut sum = [0.0; 3];
    for (down, by_row) in WEIGHTS.iter().enumerate() {
        for (right, by_column) in WEIGHTS.iter().enumerate() {
            let column = (x + right).saturating_sub(reach).min(picture.width - 1);
            let row = (y + down).saturating_sub(reach).min(picture.height - 1);
            let weight = by_row * by_column / 256.0;
            let colour = seen(picture.at(column, row));
            for (sum, part) in sum.iter_mut().zip(colour) {
                *sum += part * weight;
            }
        }
    }
    sum
}

/// Gives the places around one.
fn neighbours(picture: &Pixels, x: usize, y: usize) -> impl Iterator<Item = (usize, usize)> {
    let columns = x.saturating_sub(1)..=(x + 1).min(picture.width - 1);
    let rows = y.saturating_sub(1)..=(y + 1).min(picture.height - 1);
    columns
        .flat_map(move |column| rows.clone().map(move |row| (column, row)))
        .filter(move |place| *place != (x, y))
}

/// Says whether a pixel is one of a smooth edge: between a darker and a brighter neighbour, one of which belongs to a
/// plain surface in both pictures.
fn is_smoothed(picture: &Pixels, x: usize, y: usize, other: &Pixels) -> bool {
    let here = picture.at(x, y);
    // At the rim of a picture a neighbour is missing.
    let mut equal = u32::from(is_at_rim(picture, x, y));
    let (mut darkest, mut brightest) = ((0.0, (x, y)), (0.0, (x, y)));
    for place in neighbours(picture, x, y) {
        let [red, green, blue] = seen(here);
        let [red2, green2, blue2] = seen(picture.at(place.0, place.1));
        let delta = brightness(red2 - red, green2 - green, blue2 - blue);
        if delta == 0.0 {
            equal += 1;
            // A part of a surface, or of its corner.
            if equal > 2 {
                return false;
            }
        } else if delta < darkest.0 {
            darkest = (delta, place);
        } else if delta > brightest.0 {
            brightest = (delta, place);
        }
    }
    if darkest.0 == 0.0 || brightest.0 == 0.0 {
        return false;
    }
    [darkest.1, brightest.1]
        .into_iter()
        .any(|(x, y)| is_surface(picture, x, y) && is_surface(other, x, y))
}

/// Says whether a pixel belongs to a plain surface: three around it are like it.
fn is_surface(picture: &Pixels, x: usize, y: usize) -> bool {
    let here = picture.at(x, y);
    let like = neighbours(picture, x, y).filter(|(x, y)| picture.at(*x, *y) == here);
    like.count() + usize::from(is_at_rim(picture, x, y)) > 2
}

fn is_at_rim(picture: &Pixels, x: usize, y: usize) -> bool {
    x == 0 || y == 0 || x + 1 == picture.width || y + 1 == picture.height
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of 40 by 40 with a dark square that begins at a column, its left edge as grey as said.
    fn square(left: usize, edge: u8) -> Pixels {
        let mut rgba = Vec::new();
        for y in 0..40 {
            for x in 0..40 {
                let is_inside = (10..30).contains(&y) && (left..left + 20).contains(&x);
                let is_edge = (10..30).contains(&y) && x + 1 == left;
                let grey = if is_inside {
                    20
                } else if is_edge {
                    edge
                } else {
                    250
                };
                rgba.extend([grey, grey, grey, 255]);
            }
        }
        Pixels {
            width: 40,
            height: 40,
            rgba,
            covered: Vec::new(),
        }
    }

    #[test]
    fn the_same_looks_the_same_and_so_does_an_edge_that_is_drawn_otherwise() {
        assert!(difference(&square(10, 250), &square(10, 250)).is_none());
        assert!(difference(&square(10, 200), &square(10, 90)).is_none());
    }

    #[test]
    fn what_moved_and_what_has_another_colour_is_found_with_its_place() {
        let moved = difference(&square(10, 250), &square(13, 250)).unwrap();
        assert_eq!(moved.changed, 3 * 20 * 2);
        let place = Area {
            left: 10,
            top: 10,
            right: 33,
            bottom: 30,
        };
        assert_eq!(moved.area, place);
        assert_eq!(moved.picture.at(10, 10), CHANGED);
        let mut red = square(10, 250);
        red.rgba[..4].copy_from_slice(&[250, 20, 20, 255]);
        assert_eq!(difference(&square(10, 250), &red).unwrap().changed, 1);
    }

    #[test]
    fn a_slightly_other_shade_is_none() {
        let mut shade = square(10, 250);
        shade
            .rgba
            .iter_mut()
            .for_each(|part| *part = part.saturating_sub(3));
        shade
            .rgba
            .chunks_exact_mut(4)
            .for_each(|pixel| pixel[3] = 255);
        assert!(difference(&square(10, 250), &shade).is_none());
    }

    #[test]
    fn a_picture_tells_what_is_covered_in_it() {
        let mut picture = square(10, 250);
        picture.covered = vec![Area {
            left: 1,
            top: 2,
            right: 3,
            bottom: 4,
        }];
        let covered = picture.covered.clone();
        picture.cover(&covered);
        for effort in [crate::pixels::Effort::Little, crate::pixels::Effort::Much] {
            assert_eq!(
                Pixels::read(&picture.write(effort).unwrap()).unwrap(),
                picture
            );
        }
        assert_eq!(picture.at(1, 2), [0, 0, 0, 255]);
        assert!(Pixels::read(b"\x89PNG no").is_err());
    }
}

//! Boards as pictures, in terminals that can show them (kitty, iTerm2, Sixel), for those who ask.
//!
//! It is the same [`Scene`] as on the page. Making and sending a picture costs far more than
//! characters do, so the last one is kept, and sent again only when something has changed.

use gridwright_core::grid::Cell;
use gridwright_core::scene::{Lattice, Scene};
use gridwright_core::svg;
use image::{DynamicImage, RgbaImage};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::widgets::Widget;
use ratatui_image::picker::{Picker, ProtocolType};
use ratatui_image::protocol::Protocol;
use ratatui_image::{Image, Resize};

/// A terminal that shows pictures.
pub struct Pictures {
    picker: Picker,
    last: Option<(Scene, Size, Protocol)>,
}

impl Pictures {
    /// Asks the terminal, which must be taken over and not yet be read from; `None` if it shows no
    /// pictures.
    pub(crate) fn ask() -> Option<Pictures> {
        let picker = Picker::from_query_stdio().ok()?;
        let shows = picker.protocol_type() != ProtocolType::Halfblocks;
        shows.then_some(Pictures { picker, last: None })
    }

    /// Draws a scene as large as it can be in the middle of an area; tells where it lies, or
    /// `None` if there is no room for it.
    pub(crate) fn draw(&mut self, scene: &Scene, area: Rect, buffer: &mut Buffer) -> Option<Rect> {
        let room = area.as_size();
        let known = self.last.as_ref();
        if known.is_none_or(|(last, size, _)| last != scene || *size != room) {
            let picture = self.picture(scene, room)?;
            self.last = Some((scene.clone(), room, picture));
        }
        let (_, _, picture) = self.last.as_ref()?;
        let size = picture.size();
        let place = Rect {
            x: area.x + area.width.saturating_sub(size.width) / 2,
            y: area.y + area.height.saturating_sub(size.height) / 2,
            width: size.width.min(area.width),
            height: size.height.min(area.height),
        };
        Image::new(picture).render(place, buffer);
        Some(place)
    }

    fn picture(&self, scene: &Scene, room: Size) -> Option<Protocol> {
        let font = self.picker.font_size();
        let (width, height) = svg::size(scene);
        let wide = f32::from(room.width) * f32::from(font.width) / width;
        let high = f32::from(room.height) * f32::from(font.height) / height;
        let pixels = svg::pixels(scene, wide.min(high))?;
        let image = RgbaImage::from_raw(pixels.width, pixels.height, pixels.rgba)?;
        let image = DynamicImage::ImageRgba8(image);
        let picture = self.picker.new_protocol(image, room, Resize::Fit(None));
        picture.ok()
    }
}

/// The cell of a scene that lies at a character of its picture.
pub(crate) fn cell_at(scene: &Scene, place: Rect, column: u16, row: u16) -> Option<Cell> {
    if !place.contains((column, row).into()) {
        return None;
    }
    let (width, height) = svg::size(scene);
    let share = |at: u16, from: u16, size: u16| (f32::from(at - from) + 0.5) / f32::from(size);
    let x = share(column, place.x, place.width) * width / svg::CELL - svg::MARGIN;
    let y = share(row, place.y, place.height) * height / svg::CELL - svg::MARGIN;
    let row = y.floor() as i32;
    let shift = match scene.lattice {
        Lattice::Hex if row.rem_euclid(2) == 1 => 0.5,
        Lattice::Hex | Lattice::Square => 0.0,
    };
    Some(Cell::new((x - shift).floor() as i32, row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright_core::scene::Color;

    #[test]
    fn a_character_of_a_picture_belongs_to_the_cell_drawn_there() {
        let check = |lattice: Lattice, at: (u16, u16), expected: Option<(i32, i32)>| {
            let scene = Scene {
                lattice,
                ..Scene::new(3.5, 3.5, "", Color(0, 0, 0))
            };
            // Four cells with the margin: each is ten columns wide and five rows high.
            let place = Rect::new(2, 1, 40, 20);
            let found = cell_at(&scene, place, at.0, at.1);
            assert_eq!(found.map(|cell| (cell.x, cell.y)), expected, "{at:?}");
        };
        use Lattice::{Hex, Square};
        check(Square, (6, 3), Some((0, 0)));
        check(Square, (15, 3), Some((1, 0)));
        check(Square, (6, 8), Some((0, 1)));
        check(Hex, (6, 8), Some((-1, 1)));
        check(Hex, (12, 8), Some((0, 1)));
        check(Square, (42, 3), None);
        check(Square, (6, 0), None);
    }
}

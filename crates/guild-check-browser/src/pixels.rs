//! Pictures as pixels: reading and writing PNG, and covering places.

use std::io::Cursor;

/// Where in its text a picture says which places of it are covered.
const COVERED: &str = "guild covered";
/// A picture that takes more memory is not read.
const MOST_BYTES: usize = 256 << 20;

/// A picture as pixels: red, green, blue, alpha.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pixels {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) rgba: Vec<u8>,
    /// The places that are covered, as the picture itself tells.
    pub(crate) covered: Vec<Area>,
}

/// A place of a picture, in pixels: what is left of `right` and above `bottom` belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Its first column.
    pub left: u32,
    /// Its first row.
    pub top: u32,
    /// The column after its last.
    pub right: u32,
    /// The row after its last.
    pub bottom: u32,
}

/// How hard it is tried to make a file small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// For a file that is read soon.
    Little,
    /// For a file that is kept.
    Much,
}

impl Pixels {
    /// Reads a PNG of any kind.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, String> {
        let limits = png::Limits { bytes: MOST_BYTES };
        let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
        decoder.set_transformations(
            png::Transformations::EXPAND
                | png::Transformations::STRIP_16
                | png::Transformations::ALPHA,
        );
        let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
        let size = reader.output_buffer_size().unwrap_or(usize::MAX);
        if size > MOST_BYTES {
            return Err("it is too large".to_owned());
        }
        let mut pixels = vec![0; size];
        let frame = reader
            .next_frame(&mut pixels)
            .map_err(|error| error.to_string())?;
        pixels.truncate(frame.buffer_size());
        let rgba = match frame.color_type {
            png::ColorType::Rgba => pixels,
            png::ColorType::GrayscaleAlpha => pixels
                .chunks_exact(2)
                .flat_map(|pixel| [pixel[0], pixel[0], pixel[0], pixel[1]])
                .collect(),
            other => {
                return Err(format!(
                    "its colours are in a form that is not read: {other:?}"
                ));
            }
        };
        let texts = reader.info().uncompressed_latin1_text.iter();
        let mut told = texts.filter(|chunk| chunk.keyword == COVERED);
        let covered = told.next().map(|chunk| areas(&chunk.text));
        Ok(Self {
            width: frame.width as usize,
            height: frame.height as usize,
            rgba,
            covered: covered.unwrap_or_default(),
        })
    }

    /// Writes a PNG that tells which places are covered.
    pub(crate) fn write(&self, effort: Effort) -> Result<Vec<u8>, String> {
        let mut written = Vec::new();
        let mut encoder = png::Encoder::new(&mut written, self.width as u32, self.height as u32);
        // Nothing of a page can be seen through.
        let is_opaque = self.rgba.chunks_exact(4).all(|pixel| pixel[3] == 255);
        encoder.set_color(if is_opaque {
            png::ColorType::Rgb
        } else {
            png::ColorType::Rgba
        });
        encoder.set_compression(match effort {
            Effort::Little => png::Compression::Fast,
            Effort::Much => png::Compression::High,
        });
        if !self.covered.is_empty() {
            let area =
                |area: &Area| format!("{},{},{},{}", area.left, area.top, area.right, area.bottom);
            let text: Vec<String> = self.covered.iter().map(area).collect();
            encoder
                .add_text_chunk(COVERED.to_owned(), text.join(" "))
                .map_err(|error| error.to_string())?;
        }
        let rgb: Vec<u8>;
        let data = match is_opaque {
            true => {
                rgb = self
                    .rgba
                    .chunks_exact(4)
                    .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
                    .collect();
                &rgb
            }
            false => &self.rgba,
        };
        let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
        writer
            .write_image_data(data)
            .map_err(|error| error.to_string())?;
        drop(writer);
        Ok(written)
    }

    /// Makes places black.
    pub(crate) fn cover(&mut self, areas: &[Area]) {
        for area in areas {
            let (left, right) = (area.left as usize, (area.right as usize).min(self.width));
            let rows = self.rgba.chunks_exact_mut(self.width.max(1) * 4);
            for row in rows.take(area.bottom as usize).skip(area.top as usize) {
                for pixel in row.chunks_exact_mut(4).take(right).skip(left) {
                    pixel.copy_from_slice(&[0, 0, 0, 255]);
                }
            }
        }
    }

    /// Gives a pixel.
    pub(crate) fn at(&self, x: usize, y: usize) -> [u8; 4] {
        let start = (y * self.width + x) * 4;
        let mut pixel = [0; 4];
        pixel.copy_from_slice(&self.rgba[start..start + 4]);
        pixel
    }
}

/// Reads places; what is none is passed over.
fn areas(text: &str) -> Vec<Area> {
    let area = |word: &str| {
        let mut sides = word.split(',').map(|side| side.parse::<u32>().ok());
        let mut side = || sides.next().flatten();
        Some(Area {
            left: side()?,
            top: side()?,
            right: side()?,
            bottom: side()?,
        })
    };
    text.split(' ').filter_map(area).take(5_000).collect()
}

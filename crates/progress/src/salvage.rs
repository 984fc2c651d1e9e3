//! Rows out of a damaged file, without SQLite: what carries a good checksum is good, wherever it
//! lies.
//!
//! SQLite finds rows by way of the file's header, its schema and the inner pages of its trees; a
//! single flipped bit in any of them hides rows that are still there. So this looks at every
//! offset of every page for a cell of a table that decodes to a row of ours with a good checksum.
//! The chance to take noise for a row is that of a checksum, one in four thousand million, after
//! everything else has fitted. Deleted rows do not come back, since the store has SQLite overwrite
//! them with zeros.
//!
//! Rows of version 1 have no checksum. They are taken where a page lists them as its cells, and if
//! they could have been saved.

use std::collections::BTreeSet;

use gridwright_workshop::progress::bounds::{MOST_KEY_BYTES, MOST_MOVES_BYTES};
use gridwright_workshop::progress::record::Games;

use crate::rows::{GameRow, LevelRow};

/// The page size of every file that we make.
const PAGE: usize = 4096;

/// The first byte of a page whose cells are rows.
const ROWS: u8 = 0x0d;

/// The first bytes of all other pages of a tree, and of those that are in none.
const OTHERS: [u8; 4] = [0x00, 0x02, 0x05, 0x0a];

/// The most bytes of a row: the moves, the results, and names.
const MOST_ROW: usize = MOST_MOVES_BYTES + 64 * 1024 + 4 * MOST_KEY_BYTES;

/// The most columns of our tables.
const MOST_COLUMNS: usize = 8;

/// What could be read of a damaged file.
#[derive(Debug, Default)]
pub(crate) struct Salvaged {
    /// The records.
    pub(crate) games: Games,
    /// How many rows, at least, could not be read.
    pub(crate) torn: usize,
    /// Whether the file is shorter than it says.
    pub(crate) shorter: bool,
}

/// Reads what can be read of a file.
pub(crate) fn salvage(file: &[u8]) -> Salvaged {
    let mut sealed = Salvaged::default();
    let mut unsealed = Salvaged::default();
    for (index, page) in file.chunks(PAGE).enumerate() {
        for offset in 0..page.len() {
            if let Some(row) = cell(file, page, offset).filter(Row::is_sealed) {
                row.put(&mut sealed.games);
            }
        }
        // The cells of the first page are the schema.
        if index == 0 {
            continue;
        }
        match page.first() {
            Some(&ROWS) => {
                for offset in listed(page) {
                    let read = match cell(file, page, offset) {
                        Some(row) if row.is_of_version_1() => row.put(&mut unsealed.games),
                        other => other.is_some_and(|row| row.is_sealed()),
                    };
                    sealed.torn += usize::from(!read);
                }
            }
            Some(first) if !OTHERS.contains(first) => sealed.torn += 1,
            _ => {}
        }
    }
    let found = match sealed.games.is_empty() {
        true => unsealed.games,
        false => sealed.games,
    };
    Salvaged {
        games: found,
        torn: sealed.torn,
        shorter: file.len() < promised(file).unwrap_or(0),
    }
}

/// How long a file is by its header: a number of pages.
fn promised(file: &[u8]) -> Option<usize> {
    let pages = file.get(28..32)?.try_into().ok()?;
    usize::try_from(u32::from_be_bytes(pages))
        .ok()?
        .checked_mul(PAGE)
}

/// Where the cells of a page begin, as the page lists them.
fn listed(page: &[u8]) -> BTreeSet<usize> {
    let number = |at: usize| {
        Some(usize::from(u16::from_be_bytes([
            *page.get(at)?,
            *page.get(at + 1)?,
        ])))
    };
    let count = number(3).unwrap_or(0).min(PAGE / 4);
    (0..count)
        .filter_map(|index| number(8 + 2 * index))
        .collect()
}

/// A row, and the checksum it carries if it has a column for one.
enum Row {
    Game(GameRow, Option<i64>),
    Level(LevelRow, Option<i64>),
}

impl Row {
    fn is_sealed(&self) -> bool {
        match self {
            Row::Game(row, checksum) => *checksum == Some(row.checksum()),
            Row::Level(row, checksum) => *checksum == Some(row.checksum()),
        }
    }

    fn is_of_version_1(&self) -> bool {
        matches!(self, Row::Game(_, None) | Row::Level(_, None))
    }

    /// Puts what the row says among the records; tells whether it says anything.
    fn put(self, games: &mut Games) -> bool {
        match self {
            Row::Game(row, _) => row.record().is_ok_and(|(id, record)| {
                let game = games.entry(id).or_default();
                game.highest = game.highest.max(record.highest);
                game.current = game.current.take().or(record.current);
                true
            }),
            Row::Level(row, _) => row.record().is_ok_and(|(id, key, record)| {
                let levels = &mut games.entry(id).or_default().levels;
                levels.entry(key).or_default().absorb(record);
                true
            }),
        }
    }
}

/// The row whose cell begins at an offset of a page, if one does.
fn cell(file: &[u8], page: &[u8], offset: usize) -> Option<Row> {
    let mut rest = page.get(offset..)?;
    let length = usize::try_from(varint(&mut rest)?).ok()?;
    let _number = varint(&mut rest)?;
    if !(4..=MOST_ROW).contains(&length) {
        return None;
    }
    let here = local(length);
    let columns = columns(rest.get(..here)?, length)?;
    let payload = match here == length {
        true => rest[..here].to_vec(),
        false => spilled(file, rest, here, length)?,
    };
    row(&payload, &columns)
}

/// How many bytes of a row lie in its cell; the rest spills over to other pages.
fn local(length: usize) -> usize {
    let (most, least) = (PAGE - 35, (PAGE - 12) * 32 / 255 - 23);
    if length <= most {
        return length;
    }
    let fitting = least + (length - least) % (PAGE - 4);
    if fitting <= most { fitting } else { least }
}

/// The bytes of a row that has spilled over: each page begins with the number of the next.
fn spilled(file: &[u8], cell: &[u8], here: usize, length: usize) -> Option<Vec<u8>> {
    let mut payload = cell[..here].to_vec();
    let mut next = cell.get(here..here + 4)?;
    while payload.len() < length {
        let number = u32::from_be_bytes(next.try_into().ok()?) as usize;
        let start = number.checked_sub(1)?.checked_mul(PAGE)?;
        let page = file.get(start..start.checked_add(PAGE)?)?;
        let wanted = (length - payload.len()).min(PAGE - 4);
        payload.extend_from_slice(&page[4..4 + wanted]);
        next = &page[..4];
    }
    Some(payload)
}

/// A column: where its value begins in the row, and its type.
#[derive(Clone, Copy)]
struct Column {
    start: usize,
    length: usize,
    kind: u64,
}

/// The columns of a row of `length` bytes whose head is `payload`, if they fill it exactly.
fn columns(payload: &[u8], length: usize) -> Option<Vec<Column>> {
    let mut rest = payload;
    let head = usize::try_from(varint(&mut rest)?).ok()?;
    let mut kinds = payload.get(payload.len() - rest.len()..head)?;
    let (mut columns, mut start) = (Vec::new(), head);
    while !kinds.is_empty() {
        let kind = varint(&mut kinds)?;
        let length = match kind {
            0 | 8 | 9 => 0,
            1..=4 => kind as usize,
            5 => 6,
            6 => 8,
            13.. if kind % 2 == 1 => usize::try_from((kind - 13) / 2).ok()?,
            _ => return None,
        };
        columns.push(Column {
            start,
            length,
            kind,
        });
        start = start.checked_add(length)?;
        if columns.len() > MOST_COLUMNS || start > MOST_ROW {
            return None;
        }
    }
    (start == length).then_some(columns)
}

fn row(payload: &[u8], columns: &[Column]) -> Option<Row> {
    let bytes = |column: &Column| payload.get(column.start..column.start + column.length);
    let text = |at: usize| -> Option<Option<String>> {
        let column = columns.get(at)?;
        match column.kind {
            0 => Some(None),
            13.. => Some(Some(String::from_utf8(bytes(column)?.to_vec()).ok()?)),
            _ => None,
        }
    };
    let number = |at: usize| -> Option<Option<i64>> {
        let column = columns.get(at)?;
        match column.kind {
            0 => Some(None),
            8 | 9 => Some(Some(column.kind as i64 - 8)),
            13.. => None,
            _ => {
                let bytes = bytes(column)?;
                let sign = if bytes.first()? & 0x80 == 0 { 0 } else { -1 };
                let value = |value: i64, byte: &u8| value << 8 | i64::from(*byte);
                Some(Some(bytes.iter().fold(sign, value)))
            }
        }
    };
    Some(match columns.len() {
        3 | 4 => {
            let row = GameRow {
                game: text(0)??,
                highest: number(1)?,
                current: text(2)?,
            };
            Row::Game(row, number(3).flatten())
        }
        7 | 8 => {
            let row = LevelRow {
                game: text(0)??,
                level: text(1)??,
                first_at: number(2)?,
                last_at: number(3)?,
                bests: text(4)?,
                best_ms: number(5)?,
                moves: text(6)?,
            };
            Row::Level(row, number(7).flatten())
        }
        _ => return None,
    })
}

/// The number at the beginning of `rest`, which goes on behind it.
fn varint(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for count in 1..=9 {
        let (&byte, more) = rest.split_first()?;
        *rest = more;
        if count == 9 {
            return Some(value << 8 | u64::from(byte));
        }
        value = value << 7 | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_length() {
        let check = |bytes: &[u8], expected: Option<u64>| {
            let mut rest = bytes;
            assert_eq!(varint(&mut rest), expected, "{bytes:x?}");
        };
        check(&[], None);
        check(&[0x7f], Some(127));
        check(&[0x81, 0x00], Some(128));
        check(&[0x81], None);
        check(&[0xff; 9], Some(u64::MAX));
    }

    #[test]
    fn nothing_is_read_out_of_noise() {
        let mut rng = gridwright_core::rng::Rng::new("salvage", 1);
        for length in [0, 1, 99, PAGE, 5 * PAGE + 7] {
            let noise: Vec<u8> = (0..length).map(|_| rng.bits() as u8).collect();
            assert!(salvage(&noise).games.is_empty(), "{length} bytes");
        }
    }
}

//! Records in the tables: the only file that knows what a row says.
//!
//! A row carries a checksum of all its columns, and is checked when it is read as an import is: a
//! flipped bit that leaves a readable row is damage like any other.

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};

use gridwright_workshop::progress::bounds::Checks;
use gridwright_workshop::progress::record::{
    Bests, Completed, Costs, GameRecord, Games, LevelRecord,
};

const GAME_COLUMNS: &str = "game, highest, current";
const LEVEL_COLUMNS: &str = "game, level, first_at, last_at, bests, best_ms, moves";

/// A row of the games, as it lies in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameRow {
    pub(crate) game: String,
    pub(crate) highest: Option<i64>,
    pub(crate) current: Option<String>,
}

/// A row of the levels, as it lies in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LevelRow {
    pub(crate) game: String,
    pub(crate) level: String,
    pub(crate) first_at: Option<i64>,
    pub(crate) last_at: Option<i64>,
    pub(crate) bests: Option<String>,
    pub(crate) best_ms: Option<i64>,
    pub(crate) moves: Option<String>,
}

/// Which tables are read.
#[derive(Clone, Copy)]
pub(crate) enum Tables {
    /// Those of this version.
    Sealed,
    /// Those of version 1, whose rows have no checksum.
    Version1,
    /// The same, set aside while they are carried over.
    Old,
}

/// Everything that is remembered, of one game or of all.
pub(crate) fn games(
    connection: &Connection,
    only: Option<&str>,
    tables: Tables,
) -> rusqlite::Result<Games> {
    let (suffix, checksum) = match tables {
        Tables::Sealed => ("", "checksum"),
        Tables::Version1 => ("", "NULL"),
        Tables::Old => ("_1", "NULL"),
    };
    let sealed = matches!(tables, Tables::Sealed);
    let mut games = Games::new();
    let mut select = connection.prepare_cached(&format!(
        "SELECT {GAME_COLUMNS}, {checksum} FROM game{suffix} WHERE ?1 IS NULL OR game = ?1"
    ))?;
    let mut rows = select.query([only])?;
    while let Some(row) = rows.next()? {
        let (id, record) = game_of(row, sealed)?;
        games.insert(id, record);
    }
    let mut select = connection.prepare_cached(&format!(
        "SELECT {LEVEL_COLUMNS}, {checksum} FROM level{suffix} WHERE ?1 IS NULL OR game = ?1"
    ))?;
    let mut rows = select.query([only])?;
    while let Some(row) = rows.next()? {
        let (id, key, record) = level_of(row, sealed)?;
        let game: &mut GameRecord = games.entry(id).or_default();
        game.levels.insert(key, record);
    }
    Ok(games)
}

/// Highest and current level of a game, without its levels.
pub(crate) fn game(connection: &Connection, game: &str) -> rusqlite::Result<GameRecord> {
    let mut select = connection.prepare_cached(&format!(
        "SELECT {GAME_COLUMNS}, checksum FROM game WHERE game = ?1"
    ))?;
    let found = select
        .query_row([game], |row| game_of(row, true))
        .optional()?;
    Ok(found.map(|(_, record)| record).unwrap_or_default())
}

/// Writes highest and current level of a game; its levels are not looked at.
pub(crate) fn put_game(
    connection: &Connection,
    game: &str,
    record: &GameRecord,
) -> rusqlite::Result<()> {
    let row = GameRow {
        game: game.to_owned(),
        highest: record.highest.map(signed),
        current: record.current.clone(),
    };
    connection
        .prepare_cached(&format!(
            "INSERT OR REPLACE INTO game ({GAME_COLUMNS}, checksum) VALUES (?1, ?2, ?3, ?4)"
        ))?
        .execute(params![row.game, row.highest, row.current, row.checksum()])?;
    Ok(())
}

pub(crate) fn level(
    connection: &Connection,
    game: &str,
    level: &str,
) -> rusqlite::Result<Option<LevelRecord>> {
    let mut select = connection.prepare_cached(&format!(
        "SELECT {LEVEL_COLUMNS}, checksum FROM level WHERE game = ?1 AND level = ?2"
    ))?;
    let found = select.query_row([game, level], |row| level_of(row, true));
    Ok(found.optional()?.map(|(_, _, record)| record))
}

/// Writes a level; a record that says nothing leaves no row.
pub(crate) fn put_level(
    connection: &Connection,
    game: &str,
    level: &str,
    record: &LevelRecord,
) -> rusqlite::Result<()> {
    if *record == LevelRecord::default() {
        connection
            .prepare_cached("DELETE FROM level WHERE game = ?1 AND level = ?2")?
            .execute([game, level])?;
        return Ok(());
    }
    let row = LevelRow::new(game, level, record);
    connection
        .prepare_cached(&format!(
            "INSERT OR REPLACE INTO level ({LEVEL_COLUMNS}, checksum)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        ))?
        .execute(params![
            row.game,
            row.level,
            row.first_at,
            row.last_at,
            row.bests,
            row.best_ms,
            row.moves,
            row.checksum(),
        ])?;
    Ok(())
}

/// Writes everything that is remembered, into tables that are empty.
pub(crate) fn put_games(connection: &Connection, games: &Games) -> rusqlite::Result<()> {
    for (id, game) in games {
        if game.highest.is_some() || game.current.is_some() {
            put_game(connection, id, game)?;
        }
        for (key, level) in &game.levels {
            put_level(connection, id, key, level)?;
        }
    }
    Ok(())
}

/// Forgets one game or all.
pub(crate) fn remove(connection: &Connection, only: Option<&str>) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM level WHERE ?1 IS NULL OR game = ?1", [only])?;
    connection.execute("DELETE FROM game WHERE ?1 IS NULL OR game = ?1", [only])?;
    Ok(())
}

fn game_of(row: &Row<'_>, sealed: bool) -> rusqlite::Result<(String, GameRecord)> {
    let read = GameRow {
        game: row.get(0)?,
        highest: row.get(1)?,
        current: row.get(2)?,
    };
    if sealed && row.get::<_, i64>(3)? != read.checksum() {
        return Err(unsound("its checksum does not fit".into()));
    }
    read.record().map_err(unsound)
}

fn level_of(row: &Row<'_>, sealed: bool) -> rusqlite::Result<(String, String, LevelRecord)> {
    let read = LevelRow {
        game: row.get(0)?,
        level: row.get(1)?,
        first_at: row.get(2)?,
        last_at: row.get(3)?,
        bests: row.get(4)?,
        best_ms: row.get(5)?,
        moves: row.get(6)?,
    };
    if sealed && row.get::<_, i64>(7)? != read.checksum() {
        return Err(unsound("its checksum does not fit".into()));
    }
    read.record().map_err(unsound)
}

/// A row that nobody can have saved.
fn unsound(why: String) -> rusqlite::Error {
    let why = format!("a row is wrong: {why}");
    rusqlite::Error::FromSqlConversionFailure(0, Type::Text, why.into())
}

impl GameRow {
    /// The checksum of all columns.
    pub(crate) fn checksum(&self) -> i64 {
        let mut sum = Checksum::default();
        sum.text(Some(&self.game));
        sum.number(self.highest);
        sum.text(self.current.as_deref());
        sum.finish()
    }

    /// The id of the game and the record, or why it is none.
    pub(crate) fn record(self) -> Result<(String, GameRecord), String> {
        let highest = unsigned(self.highest)?;
        let mut checks = Checks::default();
        checks.name("game", &self.game, "");
        checks.number("highest level", highest.unwrap_or(0), "");
        if let Some(current) = &self.current {
            checks.key(current, "");
        }
        let record = GameRecord {
            highest,
            current: self.current,
            levels: Default::default(),
        };
        let faults = checks.faults.or(|| (self.game, record));
        faults.map_err(|faults| faults.to_string())
    }
}

impl LevelRow {
    fn new(game: &str, level: &str, record: &LevelRecord) -> LevelRow {
        let completed = record.completed.as_ref();
        LevelRow {
            game: game.to_owned(),
            level: level.to_owned(),
            first_at: completed.map(|completed| signed(completed.first_at)),
            last_at: completed.map(|completed| signed(completed.last_at)),
            bests: completed.map(|completed| {
                let results: Vec<&Costs> = completed.bests.iter().collect();
                serde_json::to_string(&results).expect("maps with text keys are JSON")
            }),
            best_ms: completed
                .and_then(|completed| completed.best_ms)
                .map(signed),
            moves: record.moves.clone(),
        }
    }

    /// The checksum of all columns.
    pub(crate) fn checksum(&self) -> i64 {
        let mut sum = Checksum::default();
        sum.text(Some(&self.game));
        sum.text(Some(&self.level));
        sum.number(self.first_at);
        sum.number(self.last_at);
        sum.text(self.bests.as_deref());
        sum.number(self.best_ms);
        sum.text(self.moves.as_deref());
        sum.finish()
    }

    /// The id of the game, the key of the level and the record, or why it is none.
    pub(crate) fn record(self) -> Result<(String, String, LevelRecord), String> {
        let mut checks = Checks::default();
        checks.name("game", &self.game, "");
        checks.key(&self.level, "");
        if let Some(moves) = &self.moves {
            checks.moves(moves, "");
        }
        let completed = match (self.first_at, self.last_at, &self.bests) {
            (None, None, None) if self.best_ms.is_none() => None,
            (Some(first_at), Some(last_at), Some(bests)) => {
                let results: Vec<Costs> =
                    serde_json::from_str(bests).map_err(|error| error.to_string())?;
                checks.result_count(results.len(), "");
                for costs in &results {
                    checks.costs(costs, "");
                }
                let completed = Completed {
                    first_at: natural(first_at)?,
                    last_at: natural(last_at)?,
                    bests: results.into_iter().collect::<Bests>(),
                    best_ms: unsigned(self.best_ms)?,
                };
                checks.times(&completed, "");
                Some(completed)
            }
            _ => return Err("half of a completion is missing".into()),
        };
        let record = LevelRecord {
            completed,
            moves: self.moves,
        };
        let faults = checks.faults.or(|| (self.game, self.level, record));
        faults.map_err(|faults| faults.to_string())
    }
}

/// A checksum over values, each told from its neighbours and from nothing.
#[derive(Default)]
struct Checksum(crc32fast::Hasher);

impl Checksum {
    fn text(&mut self, text: Option<&str>) {
        match text {
            None => self.0.update(&[0]),
            Some(text) => {
                self.0.update(&[1]);
                self.0.update(&(text.len() as u64).to_le_bytes());
                self.0.update(text.as_bytes());
            }
        }
    }

    fn number(&mut self, number: Option<i64>) {
        match number {
            None => self.0.update(&[2]),
            Some(number) => {
                self.0.update(&[3]);
                self.0.update(&number.to_le_bytes());
            }
        }
    }

    fn finish(self) -> i64 {
        i64::from(self.0.finalize())
    }
}

fn unsigned(value: Option<i64>) -> Result<Option<u64>, String> {
    value.map(natural).transpose()
}

fn natural(value: i64) -> Result<u64, String> {
    u64::try_from(value).map_err(|_| format!("{value} is below zero"))
}

/// The bounds keep every saved number far below the largest that the database holds.
fn signed(value: u64) -> i64 {
    i64::try_from(value).expect("checked against MOST_NUMBER before it is saved")
}

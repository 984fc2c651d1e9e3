//! Records in the tables: the only file that reads and writes rows.

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::value::RawValue;

use gridwright_workshop::progress::record::{
    Bests, Completed, Costs, GameRecord, Games, LevelRecord,
};

const LEVEL_COLUMNS: &str = "first_at, last_at, bests, best_ms, moves";

/// Everything that is remembered, of one game or of all.
pub(crate) fn games(connection: &Connection, only: Option<&str>) -> rusqlite::Result<Games> {
    let mut games = Games::new();
    let mut select = connection
        .prepare_cached("SELECT highest, current, game FROM game WHERE ?1 IS NULL OR game = ?1")?;
    let mut rows = select.query([only])?;
    while let Some(row) = rows.next()? {
        games.insert(row.get(2)?, game_of(row)?);
    }
    let mut select = connection.prepare_cached(&format!(
        "SELECT {LEVEL_COLUMNS}, game, level FROM level WHERE ?1 IS NULL OR game = ?1"
    ))?;
    let mut rows = select.query([only])?;
    while let Some(row) = rows.next()? {
        let game: &mut GameRecord = games.entry(row.get(5)?).or_default();
        game.levels.insert(row.get(6)?, level_of(row)?);
    }
    Ok(games)
}

/// Highest and current level of a game, without its levels.
pub(crate) fn game(connection: &Connection, game: &str) -> rusqlite::Result<GameRecord> {
    let mut select =
        connection.prepare_cached("SELECT highest, current FROM game WHERE game = ?1")?;
    let found = select.query_row([game], game_of).optional()?;
    Ok(found.unwrap_or_default())
}

/// Writes highest and current level of a game; its levels are not looked at.
pub(crate) fn put_game(
    connection: &Connection,
    game: &str,
    record: &GameRecord,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO game (game, highest, current) VALUES (?1, ?2, ?3)")?
        .execute(params![game, record.highest.map(signed), record.current])?;
    Ok(())
}

pub(crate) fn level(
    connection: &Connection,
    game: &str,
    level: &str,
) -> rusqlite::Result<Option<LevelRecord>> {
    let mut select = connection.prepare_cached(&format!(
        "SELECT {LEVEL_COLUMNS} FROM level WHERE game = ?1 AND level = ?2"
    ))?;
    select.query_row([game, level], level_of).optional()
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
    let completed = record.completed.as_ref();
    let bests = completed.map(|completed| {
        let results: Vec<&Costs> = completed.bests.iter().collect();
        serde_json::to_string(&results).expect("maps with text keys are JSON")
    });
    connection
        .prepare_cached(&format!(
            "INSERT OR REPLACE INTO level (game, level, {LEVEL_COLUMNS})
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
        ))?
        .execute(params![
            game,
            level,
            completed.map(|completed| signed(completed.first_at)),
            completed.map(|completed| signed(completed.last_at)),
            bests,
            completed
                .and_then(|completed| completed.best_ms)
                .map(signed),
            record.moves,
        ])?;
    Ok(())
}

/// Forgets one game or all.
pub(crate) fn remove(connection: &Connection, only: Option<&str>) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM level WHERE ?1 IS NULL OR game = ?1", [only])?;
    connection.execute("DELETE FROM game WHERE ?1 IS NULL OR game = ?1", [only])?;
    Ok(())
}

fn game_of(row: &Row<'_>) -> rusqlite::Result<GameRecord> {
    Ok(GameRecord {
        highest: number(row, 0)?,
        current: row.get(1)?,
        levels: Default::default(),
    })
}

/// A level from the columns [`LEVEL_COLUMNS`].
fn level_of(row: &Row<'_>) -> rusqlite::Result<LevelRecord> {
    let completed = match (number(row, 0)?, number(row, 1)?) {
        (Some(first_at), Some(last_at)) => Some(Completed {
            first_at,
            last_at,
            bests: bests(row, 2)?,
            best_ms: number(row, 3)?,
        }),
        _ => None,
    };
    Ok(LevelRecord {
        completed,
        moves: moves(row, 4)?,
    })
}

/// Moves are handed on as text; whoever gets them may rely on its being JSON.
fn moves(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<String>> {
    let text: Option<String> = row.get(column)?;
    if let Some(text) = &text {
        serde_json::from_str::<&RawValue>(text).map_err(not_json(column))?;
    }
    Ok(text)
}

fn bests(row: &Row<'_>, column: usize) -> rusqlite::Result<Bests> {
    let text: String = row.get(column)?;
    let results: Vec<Costs> = serde_json::from_str(&text).map_err(not_json(column))?;
    Ok(results.into_iter().collect())
}

fn not_json(column: usize) -> impl FnOnce(serde_json::Error) -> rusqlite::Error {
    move |error| rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error.into())
}

fn number(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<u64>> {
    let value: Option<i64> = row.get(column)?;
    value
        .map(|value| {
            u64::try_from(value)
                .map_err(|_| rusqlite::Error::IntegralValueOutOfRange(column, value))
        })
        .transpose()
}

/// The bounds keep every saved number far below the largest that the database holds.
fn signed(value: u64) -> i64 {
    i64::try_from(value).expect("checked against MOST_NUMBER before it is saved")
}

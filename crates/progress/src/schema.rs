//! The tables of saved progress, version by version.
//!
//! `PRAGMA user_version` holds the version of a file. [`STEPS`] leads from each version to the
//! next and only ever grows: a step that has been released is never edited, because files made
//! by it are out there. All steps that a file needs run in one transaction.

use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

use crate::rows::{self, Tables};

/// Marks a database as ours: the letters `GRWP`.
pub(crate) const APPLICATION_ID: i64 = 0x4752_5750;

/// What leads from one version to the next.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// Statements.
    sql: &'static str,
    /// What statements cannot do, after them.
    then: fn(&Connection) -> rusqlite::Result<()>,
}

impl Step {
    const fn sql(sql: &'static str) -> Step {
        Step {
            sql,
            then: |_| Ok(()),
        }
    }
}

/// What leads from version `i` to version `i + 1`.
pub(crate) const STEPS: &[Step] = &[
    // 1: games and levels. A level row may hold moves only, or a completion, or both; `bests` is
    // a JSON array of objects, metric -> value, because results are only ever read as a whole.
    Step::sql(
        "PRAGMA application_id = 0x47525750;
     CREATE TABLE game (
         game    TEXT NOT NULL PRIMARY KEY,
         highest INTEGER CHECK (highest >= 0),
         current TEXT
     ) STRICT;
     CREATE TABLE level (
         game     TEXT NOT NULL,
         level    TEXT NOT NULL,
         first_at INTEGER CHECK (first_at >= 0),
         last_at  INTEGER CHECK (last_at >= first_at),
         bests    TEXT CHECK (json_valid(bests)),
         best_ms  INTEGER CHECK (best_ms >= 0),
         moves    TEXT CHECK (json_valid(moves)),
         PRIMARY KEY (game, level),
         CHECK ((first_at IS NULL) = (last_at IS NULL)),
         CHECK ((first_at IS NULL) = (bests IS NULL)),
         CHECK (best_ms IS NULL OR first_at IS NOT NULL)
     ) STRICT;",
    ),
    // 2: a checksum for every row. What a row may say is checked where rows are written and read,
    // not by the tables, whose words for it older SQLites do not know or take in another sense.
    Step {
        sql: "ALTER TABLE game RENAME TO game_1;
     ALTER TABLE level RENAME TO level_1;
     CREATE TABLE game (
         game     TEXT NOT NULL PRIMARY KEY,
         highest  INTEGER,
         current  TEXT,
         checksum INTEGER NOT NULL
     );
     CREATE TABLE level (
         game     TEXT NOT NULL,
         level    TEXT NOT NULL,
         first_at INTEGER,
         last_at  INTEGER,
         bests    TEXT,
         best_ms  INTEGER,
         moves    TEXT,
         checksum INTEGER NOT NULL,
         PRIMARY KEY (game, level)
     );",
        then: |connection| {
            rows::put_games(connection, &rows::games(connection, None, Tables::Old)?)?;
            connection.execute_batch("DROP TABLE game_1; DROP TABLE level_1;")
        },
    },
];

/// The version this program writes.
pub(crate) const VERSION: i64 = STEPS.len() as i64;

/// The version of a file; 0 for an empty database.
pub(crate) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Whose database this is.
pub(crate) fn application_id(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "application_id", |row| row.get(0))
}

/// Brings a database up to the last of `steps`, or leaves it as it is.
pub(crate) fn migrate(connection: &mut Connection, steps: &[Step]) -> rusqlite::Result<()> {
    let target = steps.len() as i64;
    if version(connection)? == target {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Asked again, now that nobody else can be migrating.
    let done = usize::try_from(version(&transaction)?).unwrap_or(usize::MAX);
    for step in steps.iter().skip(done) {
        transaction.execute_batch(step.sql)?;
        (step.then)(&transaction)?;
    }
    transaction.pragma_update(None, "user_version", target)?;
    transaction.commit()
}

/// What is wrong with the tables of a database of version `version`: one that it lacks or has in
/// another form, or something that is no table and would have a say in what is written. Comparing
/// the text of the tables is enough, because released steps are never edited.
pub(crate) fn fault(connection: &Connection, version: i64) -> rusqlite::Result<Option<String>> {
    let planted = connection
        .query_row(
            "SELECT type || ' ' || quote(name) FROM sqlite_schema
             WHERE type != 'table' AND name NOT LIKE 'sqlite_autoindex_%'",
            [],
            |row| row.get::<_, String>(0),
        )
        .optional()?;
    if let Some(planted) = planted {
        return Ok(Some(format!("nobody here made its {planted}")));
    }
    let mut model = Connection::open_in_memory()?;
    let steps = usize::try_from(version).unwrap_or(0).min(STEPS.len());
    migrate(&mut model, &STEPS[..steps])?;
    let mut tables = model.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")?;
    let tables = tables.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for table in tables {
        let (name, sql): (String, String) = table?;
        let found: bool = connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = ?1 AND sql = ?2)",
            [&name, &sql],
            |row| row.get(0),
        )?;
        if !found {
            return Ok(Some(format!("its table {name:?} is gone")));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Version 1 with a row, as a step beyond it would find it.
    fn version_1() -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, &STEPS[..1]).unwrap();
        connection
            .execute_batch("INSERT INTO game VALUES ('tint', 3, 'first/4')")
            .unwrap();
        connection
    }

    fn highest(connection: &Connection) -> i64 {
        connection
            .query_row("SELECT highest FROM game", [], |row| row.get(0))
            .unwrap()
    }

    #[test]
    fn steps_run_once_and_keep_what_was_there() {
        let mut connection = version_1();
        let steps = [
            STEPS[0],
            Step::sql("UPDATE game SET highest = highest * 10;"),
        ];
        for _ in 0..2 {
            migrate(&mut connection, &steps).unwrap();
            assert_eq!(
                (version(&connection).unwrap(), highest(&connection)),
                (2, 30)
            );
        }
    }

    #[test]
    fn a_failing_step_undoes_those_before_it() {
        let mut connection = version_1();
        let steps = [
            STEPS[0],
            Step::sql("UPDATE game SET highest = highest * 10;"),
            Step::sql("UPDATE no_such_table SET x = 1;"),
        ];
        migrate(&mut connection, &steps).unwrap_err();
        assert_eq!(
            (version(&connection).unwrap(), highest(&connection)),
            (1, 3)
        );
    }

    #[test]
    fn the_mark_is_the_one_that_is_checked() {
        assert_eq!(application_id(&version_1()).unwrap(), APPLICATION_ID);
    }

    #[test]
    fn what_is_gone_changed_or_planted_is_noticed() {
        let check = |sql: &str, expected: Option<&str>| {
            let connection = version_1();
            connection.execute_batch(sql).unwrap();
            let found = fault(&connection, 1).unwrap();
            assert_eq!(found.as_deref(), expected, "{sql}");
        };
        check("", None);
        check("CREATE TABLE notes (text TEXT)", None);
        check("DROP TABLE level", Some("its table \"level\" is gone"));
        check(
            "ALTER TABLE game DROP COLUMN current",
            Some("its table \"game\" is gone"),
        );
        check(
            "CREATE TRIGGER thief AFTER INSERT ON level BEGIN DELETE FROM game; END",
            Some("nobody here made its trigger 'thief'"),
        );
        check(
            "CREATE VIEW mirror AS SELECT * FROM game",
            Some("nobody here made its view 'mirror'"),
        );
    }
}

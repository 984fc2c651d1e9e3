//! A disk that fails: for every write, truncation, sync and deletion that saving makes, what if it
//! fails, stops half way, or is the moment at which the power goes?
//!
//! The disk is a file system for SQLite in memory, made with a crate whose traits are safe; so the
//! very statements and pragmas of the store run over it, in milliseconds, and the same on every
//! machine. It remembers what was written since the last sync of a file. When the power goes, of
//! that nothing is left, or everything, or some writes and halves of writes.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use gridwright_core::cost::Costs;
use gridwright_core::rng::Rng;
use gridwright_workshop::progress::record::{Completion, Games};
use rusqlite::{Connection, OpenFlags};
use sqlite_vfs::{DatabaseHandle, LockKind, OpenAccess, OpenOptions, Vfs, WalDisabled};

use crate::open::make_durable;
use crate::rows::{self, Tables};
use crate::schema::{self, STEPS};
use crate::store::SqliteStore;

/// What happens to one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// It does nothing and says so.
    Fails,
    /// Half of it is done, and it says that it failed.
    CutShort,
    /// The power goes before it, and with it what was not synced.
    NothingLeft,
    /// The power goes in the middle of it; what was written is all there.
    AllLeft,
    /// The power goes in the middle of it; of what was not synced some is there, some in halves.
    SomeLeft,
}

const FAULTS: [Fault; 5] = [
    Fault::Fails,
    Fault::CutShort,
    Fault::NothingLeft,
    Fault::AllLeft,
    Fault::SomeLeft,
];

/// The files of a disk, as they are on it.
type Files = BTreeMap<String, Vec<u8>>;

#[derive(Default)]
struct Disk {
    /// What whoever reads sees.
    seen: Files,
    /// What is there for sure.
    synced: Files,
    /// What was done to each file since.
    since: BTreeMap<String, Vec<Change>>,
    /// Operations so far.
    done: usize,
    /// Which operation meets which fault.
    fault: Option<(usize, Fault)>,
    /// Whether the power has gone.
    dark: bool,
}

#[derive(Clone)]
enum Change {
    Write(usize, Vec<u8>),
    Length(usize),
}

impl Change {
    fn apply(&self, file: &mut Vec<u8>) {
        match self {
            Change::Write(offset, bytes) => {
                let end = offset + bytes.len();
                file.resize(file.len().max(end), 0);
                file[*offset..end].copy_from_slice(bytes);
            }
            Change::Length(length) => file.resize(*length, 0),
        }
    }

    fn half(&self) -> Change {
        match self {
            Change::Write(offset, bytes) => {
                Change::Write(*offset, bytes[..bytes.len() / 2].to_vec())
            }
            Change::Length(length) => Change::Length(*length),
        }
    }
}

impl Disk {
    fn with(files: &Files, fault: Option<(usize, Fault)>) -> Disk {
        Disk {
            seen: files.clone(),
            synced: files.clone(),
            fault,
            ..Disk::default()
        }
    }

    /// Counts an operation; tells the fault it meets.
    fn operation(&mut self) -> io::Result<Option<Fault>> {
        if self.dark {
            return Err(io::Error::other("the power has gone"));
        }
        let fault = self.fault.filter(|(at, _)| *at == self.done);
        self.done += 1;
        let fault = fault.map(|(_, fault)| fault);
        self.dark = fault.is_some_and(|fault| ![Fault::Fails, Fault::CutShort].contains(&fault));
        match fault {
            Some(Fault::Fails | Fault::NothingLeft) => Err(io::Error::other("a fault")),
            other => Ok(other),
        }
    }

    fn change(&mut self, name: &str, change: &Change) -> io::Result<()> {
        let fault = self.operation()?;
        let change = match fault {
            None => change.clone(),
            Some(_) => change.half(),
        };
        change.apply(self.seen.entry(name.to_owned()).or_default());
        self.since.entry(name.to_owned()).or_default().push(change);
        match fault {
            None => Ok(()),
            Some(_) => Err(io::Error::other("half was written")),
        }
    }

    fn sync(&mut self, name: &str) -> io::Result<()> {
        if self.operation()?.is_some() {
            return Err(io::Error::other("it was not synced"));
        }
        self.since.remove(name);
        let seen = self.seen.get(name).cloned().unwrap_or_default();
        self.synced.insert(name.to_owned(), seen);
        Ok(())
    }

    /// The store asks for a synced folder, so what is deleted is gone.
    fn delete(&mut self, name: &str) -> io::Result<()> {
        if self.operation()?.is_some() {
            return Err(io::Error::other("it was not deleted"));
        }
        self.seen.remove(name);
        self.synced.remove(name);
        self.since.remove(name);
        Ok(())
    }

    /// What is on the disk for whoever comes next.
    fn left(&self, rng: &mut Rng) -> Files {
        match self.fault.filter(|_| self.dark) {
            None | Some((_, Fault::AllLeft)) => self.seen.clone(),
            Some((_, Fault::SomeLeft)) => {
                let mut files = self.synced.clone();
                for (name, changes) in &self.since {
                    let file = files.entry(name.clone()).or_default();
                    for change in changes {
                        match rng.below(3) {
                            0 => {}
                            1 => change.half().apply(file),
                            _ => change.apply(file),
                        }
                    }
                }
                files
            }
            Some(_) => self.synced.clone(),
        }
    }
}

/// The disks of all runs, by the folder that stands before the name of a file.
#[derive(Clone, Default)]
struct Disks(Arc<Mutex<BTreeMap<String, Arc<Mutex<Disk>>>>>);

static DISKS: LazyLock<Disks> = LazyLock::new(|| {
    let disks = Disks::default();
    sqlite_vfs::register("faulty", disks.clone(), false).unwrap();
    disks
});

impl Disks {
    fn of(&self, path: &str) -> (Arc<Mutex<Disk>>, String) {
        let (folder, name) = path.split_once('/').unwrap();
        (self.0.lock().unwrap()[folder].clone(), name.to_owned())
    }
}

impl Vfs for Disks {
    type Handle = Handle;

    fn open(&self, path: &str, options: OpenOptions) -> io::Result<Handle> {
        let (disk, name) = self.of(path);
        {
            let mut disk = disk.lock().unwrap();
            let known = disk.seen.contains_key(&name);
            if !known && matches!(options.access, OpenAccess::Read | OpenAccess::Write) {
                return Err(io::ErrorKind::NotFound.into());
            }
            disk.seen.entry(name.clone()).or_default();
        }
        let lock = LockKind::None;
        Ok(Handle { disk, name, lock })
    }

    fn delete(&self, path: &str) -> io::Result<()> {
        let (disk, name) = self.of(path);
        let mut disk = disk.lock().unwrap();
        disk.delete(&name)
    }

    fn exists(&self, path: &str) -> io::Result<bool> {
        let (disk, name) = self.of(path);
        let disk = disk.lock().unwrap();
        Ok(disk.seen.contains_key(&name))
    }

    fn temporary_name(&self) -> String {
        unreachable!("temporary files stay in memory")
    }

    fn random(&self, buffer: &mut [i8]) {
        buffer.fill(7);
    }

    fn sleep(&self, duration: Duration) -> Duration {
        duration
    }
}

struct Handle {
    disk: Arc<Mutex<Disk>>,
    name: String,
    lock: LockKind,
}

impl DatabaseHandle for Handle {
    type WalIndex = WalDisabled;

    fn size(&self) -> io::Result<u64> {
        let disk = self.disk.lock().unwrap();
        Ok(disk
            .seen
            .get(&self.name)
            .map_or(0, |file| file.len() as u64))
    }

    fn read_exact_at(&mut self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let disk = self.disk.lock().unwrap();
        let file = disk.seen.get(&self.name).map_or(&[][..], |file| file);
        let start = offset as usize;
        let bytes = file.get(start..start + buffer.len());
        buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn write_all_at(&mut self, bytes: &[u8], offset: u64) -> io::Result<()> {
        let change = Change::Write(offset as usize, bytes.to_vec());
        self.disk.lock().unwrap().change(&self.name, &change)
    }

    fn sync(&mut self, _: bool) -> io::Result<()> {
        self.disk.lock().unwrap().sync(&self.name)
    }

    fn set_len(&mut self, length: u64) -> io::Result<()> {
        let change = Change::Length(length as usize);
        self.disk.lock().unwrap().change(&self.name, &change)
    }

    fn lock(&mut self, lock: LockKind) -> io::Result<bool> {
        self.lock = lock;
        Ok(true)
    }

    fn reserved(&mut self) -> io::Result<bool> {
        Ok(false)
    }

    fn current_lock(&self) -> io::Result<LockKind> {
        Ok(self.lock)
    }

    fn wal_index(&self, _: bool) -> io::Result<WalDisabled> {
        Ok(WalDisabled)
    }
}

/// Puts a disk into a folder and opens the database on it.
fn connect(folder: &str, disk: Disk) -> rusqlite::Result<Connection> {
    let disk = Arc::new(Mutex::new(disk));
    DISKS.0.lock().unwrap().insert(folder.to_owned(), disk);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let path = format!("{folder}/progress.db");
    let connection = Connection::open_with_flags_and_vfs(path, flags, c"faulty")?;
    connection.execute_batch("PRAGMA temp_store = MEMORY;")?;
    make_durable(&connection)?;
    Ok(connection)
}

/// What is left in a folder, and how many operations there were.
fn take(folder: &str, rng: &mut Rng) -> (Files, usize) {
    let disk = DISKS.0.lock().unwrap().remove(folder).unwrap();
    let disk = disk.lock().unwrap();
    (disk.left(rng), disk.done)
}

/// Runs `work` once for every operation it makes and every fault, and hands what `work` was told
/// is saved, and what is found afterwards, to `check`.
fn at_every_operation<T: Default>(
    name: &str,
    before: &Files,
    work: impl Fn(Connection) -> T,
    check: impl Fn(&T, &Games, &str),
) {
    let mut rng = Rng::new(name, 1);
    let calm = connect(name, Disk::with(before, None)).unwrap();
    work(calm);
    let (_, operations) = take(name, &mut rng);
    assert!(operations > 10, "{name}: {operations} operations");
    for at in 0..operations {
        for fault in FAULTS {
            let what = format!("{name}: {fault:?} at {at} of {operations}");
            let told = connect(name, Disk::with(before, Some((at, fault))));
            // A disk that fails at once has nothing acknowledged.
            let told = told.map(&work).unwrap_or_default();
            let (left, _) = take(name, &mut rng);
            let mut after = connect(name, Disk::with(&left, None)).expect(&what);
            let sound: String = after
                .pragma_query_value(None, "integrity_check", |row| row.get(0))
                .expect(&what);
            assert_eq!(sound, "ok", "{what}");
            schema::migrate(&mut after, STEPS).expect(&what);
            let games = rows::games(&after, None, Tables::Sealed).expect(&what);
            check(&told, &games, &what);
            drop(after);
            take(name, &mut rng);
        }
    }
}

/// A disk with a database of some version, and a row or two.
fn begun(name: &str, steps: &[schema::Step], sql: &str) -> Files {
    let mut connection = connect(name, Disk::default()).unwrap();
    schema::migrate(&mut connection, steps).unwrap();
    connection.execute_batch(sql).unwrap();
    drop(connection);
    take(name, &mut Rng::new(name, 1)).0
}

#[test]
fn whatever_fails_nothing_acknowledged_is_lost() {
    let before = begun("saving-before", STEPS, "");
    let completion = |number: u64| Completion {
        at: 100 + number,
        costs: Costs::new([("strokes", 5 + number)]),
        ms: Some(number),
        opens: Some(number),
    };
    let work = |connection: Connection| {
        let mut store = SqliteStore::new(connection, "progress.db".into());
        let mut acknowledged = Vec::new();
        for number in 0..3 {
            let key = format!("first/{number}");
            // Long moves make a transaction of several pages.
            let moves = format!("[{}0]", "1,".repeat(3000));
            let _ = store.save_moves("game", &key, &moves);
            if store
                .record_completion("game", &key, &completion(number))
                .is_ok()
            {
                acknowledged.push(number);
            }
        }
        acknowledged
    };
    at_every_operation("saving", &before, work, |acknowledged, games, what| {
        for number in acknowledged {
            let level = &games["game"].levels[&format!("first/{number}")];
            let completed = level.completed.as_ref().expect(what);
            assert_eq!(*completed, completion(*number).completed(), "{what}");
            assert!(games["game"].highest >= Some(*number), "{what}");
        }
    });
}

#[test]
fn whatever_fails_a_file_is_carried_over_whole_or_not_at_all() {
    let rows = "INSERT INTO game VALUES ('game', 4, 'first/4');
        INSERT INTO level VALUES
            ('game', 'first/3', 10, 20, '[{\"cells\":30,\"strokes\":5}]', 900, NULL),
            ('game', 'first/4', NULL, NULL, NULL, NULL, '[[1,2]]');";
    let before = begun("carrying-before", &STEPS[..1], rows);
    let work = |mut connection: Connection| {
        let _ = schema::migrate(&mut connection, STEPS);
    };
    at_every_operation("carrying", &before, work, |(), games, what| {
        let game = &games["game"];
        assert_eq!(game.highest, Some(4), "{what}");
        assert_eq!(game.levels.len(), 2, "{what}");
        let completed = game.levels["first/3"].completed.as_ref().expect(what);
        assert_eq!(completed.bests.least("strokes"), Some(5), "{what}");
    });
}

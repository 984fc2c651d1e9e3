// Saved progress in the browser's database.
//
// Every level has a row, and every game one of its own, with the number of the transaction that
// wrote it. A turn is one transaction: rows that other tabs have written since the last turn go
// into the engine's copy, the call runs, and the rows it changed are written. The database lets one
// transaction run at a time, so tabs take turns and nothing is overwritten unseen; a call is
// answered when its transaction is complete, so what was answered is kept.
//
// A browser that keeps nothing (full, or forbidden) loses nothing at once: the copy goes on, what
// it could not write waits for the next turn, and a sentence says so.

const NAME = "gridwright";
const ROWS = "rows";
const BY_NUMBER = "written";
const FORMAT = { format: "gridwright-progress", version: 1 };

const FULL =
  "This browser has no room left for your progress. Play on; export your progress under Statistics to keep it.";
const REFUSED =
  "This browser keeps no progress for this page. Play on; export your progress under Statistics to keep it.";
const UNREADABLE =
  "The progress saved in this browser cannot be read, and is left as it is. What you do now is not saved.";
const CLEARED =
  "The browser has cleared the progress that this page had saved. What this tab still knew was saved again.";

export class Database {
  #engine;
  #told;
  #made;
  #failure = null;
  /** The last transaction whose rows are known. */
  #seen = 0;
  /** @type {Promise<IDBDatabase> | null} */
  #opening = null;

  /**
   * @param {import("./worker.js").Engine} engine
   * @param {(failure: string | null) => void} told hears what is wrong, and `null` when all is well again
   * @param {() => void} made hears that there was no database before
   */
  constructor(engine, told, made) {
    this.#engine = engine;
    this.#told = told;
    this.#made = made;
  }

  /**
   * Runs a call with progress open; answers, or throws, when what it changed is kept.
   * @param {() => string} call
   * @returns {Promise<string>}
   */
  async turn(call) {
    let db;
    try {
      db = await this.#opened();
    } catch (error) {
      // What was refused now may be granted later; what cannot be read stays so.
      if (error !== UNREADABLE) this.#opening = null;
      return this.#without(call, error);
    }
    return new Promise((resolve, reject) => {
      let outcome = null;
      let transaction;
      try {
        transaction = db.transaction(ROWS, "readwrite", { durability: "strict" });
      } catch {
        // The browser has closed the database since.
        this.#opening = null;
        resolve(this.turn(call));
        return;
      }
      const rows = transaction.objectStore(ROWS);
      const newer = rows.index(BY_NUMBER).getAll(IDBKeyRange.lowerBound(this.#seen, true));
      newer.onsuccess = () => {
        try {
          this.#takeIn(newer.result);
        } catch (error) {
          if (typeof error !== "string") throw error;
          transaction.abort();
          this.#opening = Promise.reject(UNREADABLE);
          resolve(this.turn(call));
          return;
        }
        outcome = settled(call);
        this.#write(rows);
      };
      const settle = () =>
        outcome.error === undefined ? resolve(outcome.answer) : reject(outcome.error);
      transaction.oncomplete = () => {
        this.#engine.progressSaved();
        this.#say(null);
        settle();
      };
      transaction.onabort = () => {
        if (!outcome) {
          // Nothing was asked yet; the call runs without the database.
          resolve(this.#without(call, transaction.error));
          return;
        }
        this.#say(transaction.error?.name === "QuotaExceededError" ? FULL : REFUSED);
        settle();
      };
    });
  }

  /**
   * Runs long work with a copy of progress as it is now, which the work only reads.
   * @param {() => string} work
   */
  async beside(work) {
    await this.turn(() => "").catch(() => {});
    this.#engine.openProgress(asDocument([]));
    try {
      return work();
    } finally {
      this.#engine.shutProgress();
    }
  }

  #takeIn(rows) {
    this.#engine.openProgress(asDocument(rows));
    for (const { written } of rows) this.#seen = Math.max(this.#seen, written);
  }

  #write(rows) {
    const changes = this.#engine.shutProgress();
    if (!changes) return;
    this.#seen += 1;
    for (const row of asRows(changes)) rows.put({ ...row, written: this.#seen });
  }

  // The copy alone: the call sees what this tab has done, and nothing is written.
  #without(call, reason) {
    this.#say(reason === UNREADABLE ? UNREADABLE : REFUSED);
    this.#engine.openProgress(asDocument([]));
    try {
      return call();
    } finally {
      this.#engine.shutProgress();
    }
  }

  #say(failure) {
    if (this.#failure === failure) return;
    this.#failure = failure;
    this.#told(failure);
  }

  #opened() {
    this.#opening ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        const rows = request.result.createObjectStore(ROWS, { keyPath: ["game", "key"] });
        rows.createIndex(BY_NUMBER, "written");
        if (this.#seen === 0) {
          this.#made();
          return;
        }
        // A database that is new again has lost what this tab once saw in it.
        this.#seen = 0;
        this.#engine.progressLost();
        this.#told(CLEARED);
      };
      request.onsuccess = () => {
        const db = request.result;
        db.onclose = () => {
          this.#opening = null;
        };
        // Another tab has a newer page; it must not wait for this one.
        db.onversionchange = () => db.close();
        resolve(db);
      };
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(request.error);
    });
    this.#opening.catch(() => {});
    return this.#opening;
  }
}

/** @param {() => string} call */
function settled(call) {
  try {
    return { answer: call() };
  } catch (error) {
    return { error };
  }
}

/** Rows as a progress document, the form that exports have. */
function asDocument(rows) {
  const games = {};
  const of = (game) => {
    games[game] ??= { levels: {} };
    return games[game];
  };
  for (const { game, key, record } of rows) {
    if (key) of(game).levels[key] = record;
    else Object.assign(of(game), record);
  }
  return JSON.stringify({ ...FORMAT, games });
}

/** A progress document as rows. */
function asRows(text) {
  return Object.entries(JSON.parse(text).games).flatMap(([game, { levels = {}, ...record }]) => [
    { game, key: "", record },
    ...Object.entries(levels).map(([key, record]) => ({ game, key, record })),
  ]);
}

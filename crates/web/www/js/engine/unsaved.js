// What is on its way into the database, noted where it can be noted at once: a tab that is closed
// or killed in the middle of a save has lost nothing, and the next one sends it again. Saving twice
// is no different from saving once.

const PREFIX = "gridwright.unsaved.";

/** Stands in the browser once something was completed, so that it is noticed if that vanishes. */
const MARK = "gridwright.kept";

export const unsaved = {
  /**
   * Notes a request; answers what `done` wants to know.
   * @param {string} path
   * @param {unknown} body
   */
  note(path, body) {
    const key = `${PREFIX}${Date.now()}.${Math.random().toString(36).slice(2)}`;
    try {
      localStorage.setItem(key, JSON.stringify({ path, body }));
    } catch {
      // A browser that keeps nothing is told of elsewhere.
    }
    return key;
  },

  /** The request was answered. */
  done(key) {
    try {
      localStorage.setItem(MARK, "true");
      localStorage.removeItem(key);
    } catch {
      // As above.
    }
  },

  /** Whether something was saved in this browser before. */
  hadProgress() {
    try {
      return localStorage.getItem(MARK) !== null;
    } catch {
      return false;
    }
  },

  /**
   * Sends what earlier tabs did not see answered, oldest first.
   * @param {(path: string, body: string) => Promise<unknown>} send
   */
  async sendAgain(send) {
    for (const key of noted()) {
      const text = localStorage.getItem(key);
      if (!text) continue;
      const { path, body } = JSON.parse(text);
      // What is refused now will always be.
      await send(path, JSON.stringify(body)).catch(() => {});
      unsaved.done(key);
    }
  },
};

function noted() {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .sort();
  } catch {
    return [];
  }
}

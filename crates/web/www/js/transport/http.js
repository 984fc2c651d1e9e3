// The calls to a server: requests over HTTP, long work as server-sent events.

import { Refused, refused } from "../refused.js";

const PROBE_AFTER = 2000;

/** Tells `answered` whenever the engine answers after it did not. */
export const connection = new EventTarget();

let lost = false;

// While the engine does not answer, the page asks by itself until it does.
function noAnswer() {
  if (lost) return;
  lost = true;
  const probe = () => fetch("/healthz").then(answered, () => setTimeout(probe, PROBE_AFTER));
  setTimeout(probe, PROBE_AFTER);
}

function answered() {
  if (!lost) return;
  lost = false;
  connection.dispatchEvent(new Event("answered"));
}

/**
 * Asks, and answers with the text of the answer.
 * @param {string} path
 * @param {unknown} [body]
 * @param {import("./transport.js").Options} [options]
 */
export async function ask(path, body, options) {
  return (await send(path, body, options)).text();
}

/**
 * The way to the server for a phone; `null` where only this machine reaches it.
 * @returns {Promise<{ url: string, svg: string } | null | undefined>}
 */
export const phone = async () => JSON.parse(await ask("/phone"));

/**
 * Long work; closing the connection ends it on the server, too.
 * @param {unknown} request
 * @param {import("./transport.js").Watch} watch
 */
export async function run(request, { progress, item, signal }) {
  const answer = await send("/api/jobs", request, { signal });
  if (!answer.body) throw cutOff();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw cutOff();
    buffer += value;
    const events = buffer.split("\n\n");
    buffer = events.pop() ?? "";
    for (const text of events) {
      const { name, data } = parse(text);
      if (name === "progress") progress?.(data);
      else if (name === "item") item?.(data);
      else if (name === "failed") throw new Refused(422, data);
      else if (name === "done") return data;
    }
  }
}

const cutOff = () => refused(0, "page.cut-off", "The work ended before its answer came.");

/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {import("./transport.js").Options} [options]
 */
async function send(path, body, { signal, keepalive } = {}) {
  let answer;
  try {
    answer = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      keepalive,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    noAnswer();
    throw refused(0, "page.offline", "The workshop does not answer. Is it still running?");
  }
  answered();
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => null));
  return answer;
}

function parse(text) {
  let name = "message";
  const data = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
  }
  return { name, data: data.length ? JSON.parse(data.join("\n")) : null };
}

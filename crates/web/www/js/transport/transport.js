// How the page reaches the engine, chosen once: by the server that serves it, or in workers of the
// page itself. A page that `scripts/site` made names the folder of its engine; a served one does not.

import * as http from "./http.js";
import * as workers from "./workers.js";

/**
 * `keepalive`: the page may be closing. `kept`: losing this would be losing something. `whole`: the
 * level of the request in full, for sending it again where its hash means nothing.
 * @typedef {{ signal?: AbortSignal, keepalive?: boolean, kept?: boolean, whole?: unknown }} Options
 * @typedef {{ progress?: (update: any) => void, item?: (item: any) => void, signal?: AbortSignal }} Watch
 */

export const { ask, run, connection, phone } = workers.engineFolder() ? workers : http;

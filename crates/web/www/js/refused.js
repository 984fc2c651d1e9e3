// Something the engine refused, the same by whichever transport it came.

import * as places from "./places.js";

/** Its faults say why and where. */
export class Refused extends Error {
  constructor(status, body) {
    const faults = (body?.faults ?? []).map(places.fault);
    super(faults[0]?.message ?? `The workshop answered ${status}.`);
    this.status = status;
    this.faults = faults;
    this.sketch = body?.sketch ?? null;
    /** The engine was not reached at all. */
    this.offline = status === 0;
  }
}

/** A refusal that the page itself makes. */
export const refused = (status, code, message) =>
  new Refused(status, { faults: [{ code, message }] });

// A browser that can be killed: a process of its own with a profile that outlives it.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { BROWSER, FLAGS } from "./harness.js";

export class Killable {
  static async start() {
    const one = new Killable();
    one.profile = await mkdtemp(join(tmpdir(), "gridwright-profile-"));
    await one.run();
    return one;
  }

  async run() {
    this.child = spawn(
      BROWSER,
      [...FLAGS, "--headless=new", "--remote-debugging-port=0", `--user-data-dir=${this.profile}`],
      { stdio: ["ignore", "ignore", "pipe"], detached: true },
    );
    const address = await new Promise((resolve, reject) => {
      let said = "";
      this.child.once("exit", () => reject(new Error(said)));
      this.child.stderr.on("data", (text) => {
        said += text;
        const found = /DevTools listening on (ws:\S+)/.exec(said);
        if (found) resolve(found[1]);
      });
    });
    this.browser = await chromium.connectOverCDP(address);
    this.context = this.browser.contexts()[0];
  }

  /** Ends all its processes at once, in the middle of whatever they do. */
  async kill() {
    const gone = new Promise((resolve) => this.child.once("exit", resolve));
    process.kill(-this.child.pid, "SIGKILL");
    await gone;
  }

  async stop() {
    await this.kill();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 10 });
  }
}

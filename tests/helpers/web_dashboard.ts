/**
 * `dashboard --web` of a sandbox.
 *
 * @module
 */
import { equal } from "node:assert/strict";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { fakeSystem, wallClock } from "./fake_system.ts";
import type { Sandbox } from "./sandbox.ts";

const POLL_MS = 20;

/** Runs `dashboard --web` and passes its address. */
export async function withDashboard(
  { run, home }: Sandbox,
  nodes: readonly string[],
  body: (address: URL) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const system = fakeSystem({ home, clock: wallClock, signal: stop.signal });
  const running = run(["dashboard", "--web", "-d", "500ms", "-n", nodes.join(",")], { system });
  try {
    while (!system.stdout.text.endsWith("\n")) {
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, POLL_MS))]);
    }
    await body(new URL(system.stdout.text.trim()));
  } finally {
    stop.abort(new InterruptError("SIGINT"));
    const { code, stderr } = await running;
    equal(code, 130);
    equal(stderr, "Open this address in a browser on this machine; ^C ends the server.\n");
  }
}

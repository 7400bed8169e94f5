/** Plain lines of rolling changes. */
import { deepEqual } from "node:assert/strict";
import { createView } from "../../../../lib/console/rolling/view.ts";
import type { RollingJournal } from "../../../../lib/procedures/rolling/journal.ts";
import type { EventKind } from "../../../../lib/procedures/rolling/events.ts";
import { FakeClock, fakeSystem } from "../../../helpers/fake_system.ts";

Deno.test("the latest reason of a wait is a line after five seconds, and again when it changes", async () => {
  const clock = new FakeClock();
  const system = fakeSystem({ clock });
  const journal = { nodes: [{ address: "10.5.0.2", name: "worker-1" }] };
  const { signal } = new AbortController();
  const view = createView(system, journal as unknown as RollingJournal, {
    format: "table",
    signal,
  });
  const event = (kind: EventKind, text: string) =>
    view.event({ kind, node: "10.5.0.2", text, time: clock.now() });
  event("phase", "draining");
  event("waiting", "evicting 2 pods");
  event("waiting", "pod web/a: blocked by a budget");
  await clock.advance(4900);
  event("waiting", "pod web/b: blocked by a budget");
  await clock.advance(200);
  // No reason for a minute: the last one stays.
  await clock.advance(60_000);
  event("waiting", "pod web/b: still terminating");
  event("waiting", "one of two pods is left");
  event("phase", "waiting for volumes");
  await clock.advance(10_000);
  event("waiting", "volume pv-1 is attached");
  await view.end();
  deepEqual(system.stderr.text.split("\n"), [
    "worker-1: draining",
    "worker-1: pod web/b: blocked by a budget",
    "worker-1: pod web/b: still terminating",
    "worker-1: waiting for volumes",
    "worker-1: volume pv-1 is attached",
    "",
  ]);
  deepEqual(clock.waiting, 0);
});

import { deepEqual, equal } from "node:assert/strict";
import { AwaitedNodes } from "../../../lib/client/awaited_nodes.ts";
import { FakeClock } from "../../helpers/fake_system.ts";

function watched(getUnconnected?: () => readonly string[]) {
  const shown: string[] = [];
  const status = {
    show: (text: string) => void shown.push(text),
    clear: () => Promise.resolve(void shown.push("")),
  };
  const clock = new FakeClock();
  return {
    shown,
    clock,
    awaited: new AwaitedNodes({
      clock,
      status,
      ...getUnconnected && { getUnconnected },
    }),
  };
}

Deno.test("waits shorter than 2 s are not shown", async () => {
  const { shown, clock, awaited } = watched();
  for (let turn = 0; turn < 5; turn++) {
    const end = awaited.begin("10.0.0.2");
    await clock.advance(1999);
    end();
  }
  await clock.advance(10_000);
  deepEqual(shown, []);
  equal(clock.waiting, 0);
});

Deno.test("long waits are shown, updated every second and cleared", async () => {
  const { shown, clock, awaited } = watched();
  const ends = ["10.0.0.1", "10.0.0.2"].map((node) => awaited.begin(node));
  await clock.advance(1000);
  const late = awaited.begin("10.0.0.3");
  await clock.advance(1000);
  await clock.advance(1000);
  ends[0]!();
  await clock.advance(1000);
  ends[1]!();
  late();
  await clock.advance(2000);
  deepEqual(shown, [
    "waiting for 10.0.0.1, 10.0.0.2 (2s)",
    "waiting for 10.0.0.1, 10.0.0.2, 10.0.0.3 (3s)",
    "waiting for 10.0.0.2, 10.0.0.3 (4s)",
    "",
  ]);
  equal(clock.waiting, 0);
});

Deno.test("many nodes are counted, each node once", async () => {
  const { shown, clock, awaited } = watched();
  for (const node of ["a", "a", "b", "\x1b[2J", "d", "e"]) awaited.begin(node);
  await clock.advance(2000);
  deepEqual(shown, ["waiting for a, b, \\x1b[2J and 2 more (2s)"]);
});

Deno.test("the status is cleared when only short waits remain", async () => {
  const { shown, clock, awaited } = watched();
  const end = awaited.begin("fd00::1");
  await clock.advance(2000);
  awaited.begin("b");
  end();
  await clock.advance(1000);
  await clock.advance(999);
  deepEqual(shown, ["waiting for fd00::1 (2s)", ""]);
  await clock.advance(1);
  deepEqual(shown.at(-1), "waiting for b (2s)");
  await clock.advance(3000);
  deepEqual(shown.at(-1), "waiting for b (5s); if DNS is slow, use addresses");
  awaited.close();
  deepEqual(shown.at(-1), "");
  equal(clock.waiting, 0);
});

Deno.test("a name that no member has is shown with a hint at once", async () => {
  const { shown, clock, awaited } = watched();
  awaited.begin("db-7");
  await clock.advance(1000);
  awaited.addUnlisted("db-7");
  await clock.advance(1000);
  deepEqual(shown, [
    "waiting for db-7 (2s); no member has this name; if DNS is slow, use addresses",
  ]);
  awaited.begin("worker-1");
  await clock.advance(2000);
  deepEqual(shown.at(-1), "waiting for db-7, worker-1 (4s)");
  awaited.close();
});

Deno.test("endpoints that are not connected are shown with the nodes", async () => {
  let endpoints = ["cp1.example.com", "10.0.0.2", "\x1b[2J", "10.0.0.4"];
  const { shown, clock, awaited } = watched(() => endpoints);
  awaited.begin("worker-1");
  await clock.advance(2000);
  endpoints = [];
  await clock.advance(1000);
  deepEqual(shown, [
    "waiting for worker-1 (2s); not connected to cp1.example.com, 10.0.0.2, \\x1b[2J and 1 more",
    "waiting for worker-1 (3s)",
  ]);
  awaited.close();
});

import { deepEqual, equal, ok } from "node:assert/strict";
import { drawBars, newProgress, progressBars } from "../../../../lib/console/support/progress.ts";
import { createColours } from "../../../../lib/output/colour.ts";
import { FakeClock, fakeSystem } from "../../../helpers/fake_system.ts";

const colours = createColours(fakeSystem());

Deno.test("a bar shows the share, the item and the failures of each source", () => {
  const sources = [
    {
      ...newProgress("10.5.0.2"),
      count: 130,
      ended: 58,
      failed: 2,
      bytes: 12e6,
      item: "dmesg.log",
    },
    { ...newProgress("10.5.0.33"), count: 4, ended: 4 },
    newProgress("cluster"),
  ];
  deepEqual(drawBars(sources, { columns: 80, rows: 24, colours, elapsed: "1s" }), [
    "10.5.0.2  [========------------]  44%   12 MB dmesg.log, 2 failed",
    "10.5.0.33 [====================] 100%     0 B done",
    "cluster   [--------------------]   0%     0 B listing items",
  ]);
});

Deno.test("a source without items is done", () => {
  const [line] = drawBars([{ ...newProgress("10.5.0.2"), count: 0, failed: 3 }], {
    columns: 80,
    rows: 24,
    colours,
    elapsed: "1s",
  });
  equal(line, "10.5.0.2 [====================] 100%     0 B done, 3 failed");
});

Deno.test("bars fit the terminal; sources that have not ended come first", () => {
  const sources = Array.from({ length: 5 }, (_, index) => ({
    ...newProgress(`10.5.0.${index}`),
    count: 1,
    ended: index === 0 ? 1 : 0,
    item: "a very long name of an item",
  }));
  const lines = drawBars(sources, { columns: 40, rows: 3, colours, elapsed: "2m05s" });
  deepEqual(lines.map((line) => line.slice(0, 9)), ["10.5.0.1 ", "10.5.0.2 ", "3 more, 2"]);
  ok(lines.every((line) => line.length <= 40));
});

Deno.test("bars are drawn on stderr until the end", async () => {
  const clock = new FakeClock();
  const system = fakeSystem({ clock, terminals: ["stdout", "stderr"] });
  const bars = progressBars(system, ["10.5.0.2"], system.signal);
  bars.listed("10.5.0.2", 2);
  bars.started("10.5.0.2", "mounts");
  bars.received("10.5.0.2", 1200);
  await clock.advance(100);
  await new Promise((resolve) => setTimeout(resolve, 0));
  ok(system.stderr.text.endsWith("  0%  1.2 kB mounts\n"), system.stderr.text);
  bars.ended("10.5.0.2");
  bars.ended("10.5.0.2");
  await bars.end();
  ok(system.stderr.text.endsWith("100%  1.2 kB done\n"), system.stderr.text);
  equal(system.stdout.text, "");
  equal(clock.waiting, 0);
});

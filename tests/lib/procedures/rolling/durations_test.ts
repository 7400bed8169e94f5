import { equal } from "node:assert/strict";
import { changeMs, countPause, nodeMs } from "../../../../lib/procedures/rolling/durations.ts";
import { createJournal, type RollingJournal } from "../../../../lib/procedures/rolling/journal.ts";
import { summarize } from "../../../../lib/procedures/rolling/summary.ts";

const SECOND = 1000;
const HOUR = 3_600_000;

function interrupted(): RollingJournal {
  const node = (index: number) => ({
    address: `10.0.0.${index}`,
    name: `w${index}`,
    role: "worker" as const,
  });
  const journal = createJournal({
    id: "reboot-1",
    change: { kind: "reboot", title: "reboot", parameters: {}, digest: "" },
    settings: {
      gates: [],
      pauseMs: 0,
      window: "",
      acceptsQuorumLoss: false,
      isDrained: true,
    },
    context: "lab",
    controlPlanes: [],
    batches: [{ kind: "workers", nodes: [node(1), node(2), node(3)] }],
    startedAt: 0,
  });
  const [done, active] = journal.nodes;
  Object.assign(done!, { state: "done", startedAt: 0, endedAt: 20 * SECOND });
  Object.assign(active!, { state: "active", startedAt: 20 * SECOND, phase: "drain" });
  journal.storedAt = 30 * SECOND;
  return journal;
}

Deno.test("the time between the sessions of a change counts for no node and not for the change", () => {
  const journal = interrupted();
  const [done, active, untouched] = journal.nodes;
  const now = HOUR;
  countPause(journal, now);
  equal(changeMs(journal, now), 30 * SECOND);
  equal(changeMs(journal, now + 5 * SECOND), 35 * SECOND);
  equal(nodeMs(done!, now), 20 * SECOND);
  equal(nodeMs(active!, now + 5 * SECOND), 15 * SECOND);
  equal(nodeMs(untouched!, now), undefined);
  const [head] = summarize({ journal, resume: "osctl reboot --resume x", now: now + 5 * SECOND });
  equal(head, "reboot: 1 done, 1 in progress, 1 untouched (35s)");
});

Deno.test("two pauses add up, and a journal of an earlier version has none", () => {
  const journal = interrupted();
  countPause(journal, HOUR);
  journal.storedAt = HOUR + 10 * SECOND;
  countPause(journal, 2 * HOUR);
  equal(changeMs(journal, 2 * HOUR), 40 * SECOND);
  const earlier = interrupted();
  delete earlier.storedAt;
  countPause(earlier, HOUR);
  equal(changeMs(earlier, HOUR), HOUR);
});

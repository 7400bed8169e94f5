/** Recorded lines of a rollout's pods. */
import { deepEqual, equal, ok } from "node:assert/strict";
import {
  parsePodLogs,
  PodLogRecorder,
} from "../../../../../lib/procedures/rolling/in_cluster/pod_log.ts";

function record(recorder: PodLogRecorder, texts: readonly string[]): void {
  for (const text of texts) recorder.add(`12:00 ${text}`, text);
}

Deno.test("the newest lines of all pods are recorded, repeated states once", () => {
  const first = new PodLogRecorder({ pod: "a", node: "n1" });
  record(first, ["draining", "unreachable for 1s", "unreachable for 2.5s", "draining"]);
  const [own] = parsePodLogs(first.toString());
  const unreachable = ["12:00 unreachable for 1s", "12:00 unreachable for 2.5s"];
  deepEqual(own, {
    pod: "a",
    node: "n1",
    lines: ["12:00 draining", ...unreachable, "12:00 draining"],
  });
  record(first, ["unreachable for 1s", "unreachable for 2s", "unreachable for 30s"]);
  equal(parsePodLogs(first.toString())[0]?.lines.at(-1), "12:00 unreachable for 30s");
  equal(parsePodLogs(first.toString())[0]?.lines.length, 5);
  const second = new PodLogRecorder({ pod: "b", node: "n2" });
  second.continue(parsePodLogs(first.toString()));
  record(second, ["done"]);
  deepEqual(parsePodLogs(second.toString()).map(({ pod }) => pod), ["a", "b"]);
});

Deno.test("recorded lines are bounded, and the oldest are dropped", () => {
  let earlier: ReturnType<typeof parsePodLogs> = [];
  for (let pod = 0; pod < 30; pod++) {
    const recorder = new PodLogRecorder({ pod: `pod-${pod}`, node: "n" });
    recorder.continue(earlier);
    for (let line = 0; line < 300; line++) record(recorder, [`${"x".repeat(line % 40)} ${pod}`]);
    earlier = parsePodLogs(recorder.toString());
    ok(recorder.toString().length < 30_000);
  }
  equal(earlier.at(-1)?.pod, "pod-29");
  equal(earlier.at(-1)?.lines.at(-1), `12:00 ${"x".repeat(19)} 29`);
});

Deno.test("texts of other programs have no lines, and no control characters", () => {
  for (const text of ["", "{", "{}", "[1]", '[{"pod":1}]', "null"]) {
    deepEqual(parsePodLogs(text), []);
  }
  const [log] = parsePodLogs('[{"pod":"a\\u001b[2J","node":"n","lines":["\\u001b[31mred",7]}]');
  ok(!JSON.stringify(log).includes("\\u001b"));
  equal(log?.lines[1], "7");
});

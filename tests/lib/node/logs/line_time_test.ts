/** Times of log lines. The lines are in the formats of the programs on a node. */
import { equal } from "node:assert/strict";
import { parseLineTime } from "../../../../lib/node/logs/line_time.ts";

const NOW = Date.UTC(2024, 4, 6);

Deno.test("the time of a line is read in each format", () => {
  const cases: [line: string, time: string | undefined][] = [
    ["[talos] 2024/05/05 10:00:00 service[kubelet](Running)", "2024-05-05T10:00:00.000Z"],
    ["2024/05/05 10:00:00.123456 OK [/machine.MachineService/Version]", "2024-05-05T10:00:00.123Z"],
    ["2024-05-05T10:00:00.5Z stderr F started", "2024-05-05T10:00:00.500Z"],
    ["2024-05-05T12:00:00.000000001+02:00 stdout F x", "2024-05-05T10:00:00.000Z"],
    ['time="2024-05-05T10:00:00.25Z" level=info msg="x"', "2024-05-05T10:00:00.250Z"],
    ['{"level":"info","ts":"2024-05-05T10:00:00.123Z","msg":"x"}', "2024-05-05T10:00:00.123Z"],
    ['{"ts":1714903200000.5,"msg":"x"}', "2024-05-05T10:00:00.000Z"],
    ['{"ts":1714903200,"msg":"x"}', "2024-05-05T10:00:00.000Z"],
    ["I0505 10:00:00.123456    1 server.go:1] x", "2024-05-05T10:00:00.123Z"],
    // A day of the year before.
    ["E1231 23:59:59.000000    1 server.go:1] x", "2023-12-31T23:59:59.000Z"],
    ["\tat server.go:12", undefined],
    ["", undefined],
  ];
  for (const [line, expected] of cases) {
    const time = parseLineTime(line, NOW);
    const text = time === undefined ? undefined : new Date(Math.floor(time)).toISOString();
    equal(text, expected, line);
  }
});

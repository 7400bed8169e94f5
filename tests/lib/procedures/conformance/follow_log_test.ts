import { deepEqual, equal, rejects } from "node:assert/strict";
import { OsctlError } from "../../../../lib/errors.ts";
import { followTestLog } from "../../../../lib/procedures/conformance/follow_log.ts";
import type { KubernetesClient, PodLogOptions } from "../../../../lib/kubernetes/mod.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";

/** A connection of the log: lines, then an error or an end. */
interface Connection {
  readonly lines: readonly string[];
  readonly error?: OsctlError;
  /** Sends nothing after the lines. */
  readonly quiet?: boolean;
}

const LOST = new OsctlError("connection", "connection reset");

/** Follows the connections one after the other; the container ends after `endsAfter` of them. */
async function follow(
  connections: readonly Connection[],
  endsAfter: number,
  status: Record<string, unknown> = { state: { terminated: { exitCode: 3 } } },
) {
  const clock = new FakeClock();
  const requests: (string | undefined)[] = [];
  const client = {
    get: () =>
      Promise.resolve({
        status: {
          phase: "Running",
          containerStatuses: [
            requests.length >= endsAfter
              ? { name: "conformance-container", ...status }
              : { name: "conformance-container", state: { running: {} } },
          ],
        },
      }),
    async *logs(_: unknown, { sinceTime, signal }: PodLogOptions) {
      const { lines, error, quiet } = connections[requests.length]!;
      requests.push(sinceTime);
      yield new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
      if (quiet) {
        await new Promise((_, reject) => {
          signal!.addEventListener("abort", () => reject(signal!.reason));
        });
      }
      if (error !== undefined) throw error;
    },
  } as unknown as KubernetesClient;
  const losses: string[] = [];
  const log = followTestLog(client, {
    clock,
    signal: new AbortController().signal,
    onLost: (reason) => void losses.push(reason),
    onRecovered: () => {},
  });
  const texts: string[] = [];
  const driver = setInterval(() => clock.advance(1000), 1);
  try {
    for (let next = await log.next();; next = await log.next()) {
      if (next.done) return { texts, code: next.value, requests, losses };
      texts.push(next.value);
    }
  } finally {
    clearInterval(driver);
  }
}

const at = (second: number, nanos: string, text: string) =>
  `2026-01-01T00:00:0${second}.${nanos}Z ${text}`;

Deno.test("a lost log continues after the last line, also within one second and one time", async () => {
  const one = at(1, "000000001", "a");
  const same = [at(1, "5", "b"), at(1, "500000000", "c"), at(1, "5", "")];
  const { texts, code, requests, losses } = await follow([
    { lines: [one, same[0]!, same[1]!], error: LOST },
    { lines: [one, ...same, at(2, "0", "d")], error: LOST },
    { lines: [at(2, "0", "d")] },
    { lines: [at(2, "0", "d"), "without time", at(3, "0", "e")] },
  ], 3);
  deepEqual(texts, ["a", "b", "c", "", "d", "without time", "e"]);
  equal(code, 3);
  deepEqual(losses, ["connection reset", "connection reset"]);
  equal(requests[1], "2026-01-01T00:00:01.500000000Z");
});

Deno.test("a quiet log is requested again without a message", async () => {
  const { texts, losses, requests } = await follow([
    { lines: [at(1, "0", "a")], quiet: true },
    { lines: [at(1, "0", "a"), at(2, "0", "b")] },
    { lines: [at(2, "0", "b")] },
  ], 2);
  deepEqual(texts, ["a", "b"]);
  deepEqual(losses, []);
  equal(requests.length, 3);
});

Deno.test("an outage of 5 minutes and a permanent error end the log", async () => {
  const outage = [{ lines: [at(1, "0", "a")], error: LOST }];
  const all = [...outage, ...Array.from({ length: 100 }, () => ({ lines: [], error: LOST }))];
  // The status is available, so that every attempt begins.
  await rejects(follow(all, 1000), /connection reset/);
  const denied = new OsctlError("node", "forbidden");
  await rejects(follow([{ lines: [], error: denied }], 9), /forbidden/);
});

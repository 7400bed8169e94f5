import assert from "node:assert/strict";
import type { NodeClient } from "../../../../lib/client/types.ts";
import { OsctlError } from "../../../../lib/errors.ts";
import { collectKernelLog, KernelLog } from "../../../../lib/procedures/lifecycle/kernel_logs.ts";
import { common } from "../../../../proto/common.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";

Deno.test("a log that stays unavailable is reported once per reason", async () => {
  const attempts = ["line 1\n", "!refused", "!refused", "!timed out", "line 2\n", "!refused"];
  let next = 0;
  // deno-lint-ignore require-yield
  async function* fails(message: string): AsyncGenerator<common.Data> {
    await Promise.resolve();
    throw new OsctlError("connection", message);
  }
  async function* sends(text: string): AsyncGenerator<common.Data> {
    await Promise.resolve();
    yield common.Data.create({ bytes: new TextEncoder().encode(text) });
  }
  const client = {
    stream: () => {
      const attempt = attempts[next++] ?? "!refused";
      return attempt.startsWith("!") ? fails(attempt.slice(1)) : sends(attempt);
    },
  } as unknown as NodeClient;
  const clock = new FakeClock();
  const log = new KernelLog();
  const stop = new AbortController();
  const collecting = collectKernelLog(client, "a", log, { clock, signal: stop.signal });
  for (let second = 0; second < 10; second++) {
    await new Promise((resolve) => setTimeout(resolve));
    await clock.advance(1000);
  }
  stop.abort(new OsctlError("cancelled", "end"));
  await collecting;
  const unavailable = (reason: string) => `a: [kernel log unavailable: ${reason}]`;
  assert.deepEqual(log.toText("a: ", true).trimEnd().split("\n"), [
    "a: line 1",
    unavailable("refused"),
    unavailable("timed out"),
    "a: line 2",
    unavailable("refused"),
  ]);
});

import { equal, match, ok } from "node:assert/strict";
import { CappedLog } from "../../../lib/cluster/capped_log.ts";

/** A log of at most `limit` bytes, whose stderr appends to its file. */
async function withLog(
  limit: number,
  body: (log: CappedLog, read: () => Promise<[string, string]>) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const paths = { logPath: `${folder}/run.log`, olderLogPath: `${folder}/run.log.1` };
    await Deno.writeTextFile(paths.logPath, "an earlier line\n");
    using file = await Deno.open(paths.logPath, { append: true });
    const stderr = {
      write: async (data: string | Uint8Array) => {
        const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
        for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
      },
    };
    const read = async (): Promise<[string, string]> => [
      await Deno.readTextFile(paths.olderLogPath).catch(() => ""),
      await Deno.readTextFile(paths.logPath),
    ];
    await body(new CappedLog(stderr, paths, limit), read);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a log at its limit moves to the older file", () =>
  withLog(100, async (log, read) => {
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
    await Promise.all(lines.map((line) => log.write(line)));
    const [older, newer] = await read();
    for (const text of [older, newer]) ok(text.length < 120, String(text.length));
    const kept = `${older}${newer}`.trimEnd().split("\n");
    equal(kept.join(), lines.slice(-kept.length).join());
    ok(older.length >= 100);
  }));

Deno.test("an error in the log has its origin and no secret, and is not longer than 10,000", () =>
  withLog(1e6, async (log, read) => {
    const key = "LS0tLS1CRUdJTiBFRDI1NTE5IFBSSVZBVEUgS0VZLS0tLS0K";
    await log.report(new Error(`wrong key ${key} ${"x".repeat(20_000)}`), "/a.B/C");
    const [, text] = await read();
    match(text, /^an earlier line\n\/a\.B\/C: Error: wrong key \*+ x+\n$/);
    ok(text.length < 10_100);
  }));

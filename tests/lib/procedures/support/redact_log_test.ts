import { equal } from "node:assert/strict";
import { redactLog } from "../../../../lib/procedures/support/redact.ts";

async function redacted(bytes: Uint8Array, size: number): Promise<string> {
  const chunks = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  const parts: string[] = [];
  for await (const part of redactLog(chunks())) parts.push(new TextDecoder("latin1").decode(part));
  return parts.join("");
}

Deno.test("redactLog() leaves out differences of configurations, at any chunk size", async () => {
  const log = new TextEncoder().encode(
    "machined 2026/11/23 08:00:00 a\n" +
      "machined 2026/11/23 08:00:01 InvalidArgument [/a.B/C] 2ms unary rpc error: x\ndiff:\n--- a\n" +
      "+++ b\n@@ -1,3 +1,3     token: MARKED\n-    secret: MARKED\n+        MARKED\n (peer=x)\n" +
      "machined 2026/11/23 08:00:02 b\n" +
      "user: warning: [2026-11-23T08:00:02Z]: [talos] diff:\n" +
      "user: warning: [2026-11-23T08:00:02Z]: [talos] -    token: MARKED\n" +
      "user: warning: [2026-11-23T08:00:03Z]: [talos] c \n" +
      "no line feed",
  );
  const expected = "machined 2026/11/23 08:00:00 a\n" +
    "machined 2026/11/23 08:00:01 InvalidArgument [/a.B/C] 2ms unary rpc error: x\n" +
    "(diff redacted)\n (peer=x)\n" +
    "machined 2026/11/23 08:00:02 b\n" +
    "user: warning: [2026-11-23T08:00:02Z]: [talos] (diff redacted)\n" +
    "user: warning: [2026-11-23T08:00:03Z]: [talos] c \n" +
    "no line feed";
  for (const size of [1, 2, 7, 64, log.length]) equal(await redacted(log, size), expected);
});

Deno.test("redactLog() returns other bytes unchanged, also without line feeds", async () => {
  const bytes = Uint8Array.from({ length: 3_000_000 }, (_, index) => index % 251 || 1);
  for (const lineFeed of [10, 1]) {
    const log = bytes.map((byte) => byte === 10 ? lineFeed : byte);
    equal(await redacted(log, 70_001), new TextDecoder("latin1").decode(log));
  }
});

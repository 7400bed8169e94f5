import { deepStrictEqual } from "node:assert/strict";
import { replay } from "./replay.ts";

const DIGEST = "sha256:c3e8129b7a2d8ad56b38c24b7a68c8f6ccbad46472e9387278d5972ad839c674";
const OTHER = "sha256:fc3fd158d311805f5fa1c9c498a7b2d082123bc744ba07fa7cf5721ddee51442";

Deno.test("image list matches talosctl", async () => {
  const { code, stdout, stderr } = await replay(["imagelist"], ["image", "ls", "-n", "10.91.0.2"]);
  deepStrictEqual([code, stderr], [0, ""]);
  const pause = "registry.k8s.io/pause";
  const names = [`${pause}:3.10`, `${pause}:3.8`, `${pause}@${DIGEST}`, DIGEST, OTHER];
  const widest = names[2]!.length;
  const times = stdout.match(/\S+Z$/gm) ?? [];
  deepStrictEqual(
    stdout,
    `NODE        ${"IMAGE".padEnd(widest)}   ${
      "DIGEST".padEnd(DIGEST.length)
    }   SIZE     CREATED\n` +
      names.map((name, index) =>
        `10.91.0.2   ${name.padEnd(widest)}   ${DIGEST}   840 kB   ${times[index]}\n`
      ).join(""),
  );
  deepStrictEqual(times[0], "2026-11-21T07:49:52Z");
});

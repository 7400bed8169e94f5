/** Pasted text and responses of the terminal in the dashboard. */
import { deepEqual, match } from "node:assert/strict";
import { onScreen } from "../helpers/screen.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const SIZE = { size: { columns: 120, rows: 24 }, isRendered: true };
const paste = (text: string) => `\x1b[200~${text}\x1b[201~`;

Deno.test("pasted text presses no keys, and is one line in a prompt", async () => {
  await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
    const nodes = sandbox.nodes.map(({ address }) => address).join(",");
    const { code, stderr, system } = await onScreen(sandbox, ["dashboard", "-n", nodes], [
      /test-worker-1 +worker/,
      paste("q\r5q\r"),
      /^ pasted text is ignored; press : or \/ first/m,
      ":",
      paste("links\nworker-1\n"),
      /^:links worker-1_/m,
      "\r",
      /^LinkStatus worker-1$/m,
      // Responses of the terminal to queries of other programs.
      "\x1b]11;rgb:1e1e/1e1e/1e1e\x07\x1b[>0;276;0c\x1bP>|tmux 3.5a\x1b\\",
      "/",
      paste("^lo"),
      /^\/\^lo_/m,
      "\x1b",
      "1/",
      paste("worker"),
      /worker_/,
      "\r",
      /1 of 2 rows|1 row/,
      "q",
    ], SIZE);
    deepEqual([code, stderr], [0, ""]);
    match(system.stdout.text, /1049h[^]*\?2004h[^]*\?2004l[^]*1049l$/);
  });
});

import { deepStrictEqual, match } from "node:assert/strict";
import { runWatched } from "../../scripts/watched_command.ts";

async function runTests(source: string, silenceMs: number) {
  const folder = await Deno.makeTempDir({ prefix: "osctl-watched-" });
  try {
    await Deno.writeTextFile(`${folder}/some_test.ts`, source);
    const lines: string[] = [];
    const result = await runWatched({
      args: ["test", "--no-check", `${folder}/some_test.ts`],
      cwd: folder,
      env: { NO_COLOR: "1" },
      silenceMs,
      onLine: (line) => lines.push(line),
    });
    return { ...result, text: lines.join("\n") };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a hanging test ends the run with its name", async () => {
  const { code, wasSilent, text } = await runTests(
    `Deno.test("waits", () => new Promise(() => setInterval(() => {}, 1000)));`,
    10_000,
  );
  deepStrictEqual([code === 0, wasSilent], [false, true]);
  match(text, /waits/);
});

Deno.test("a run that reports is not interrupted", async () => {
  const { code, wasSilent, text } = await runTests(`Deno.test("passes", () => {});`, 60_000);
  deepStrictEqual([code, wasSilent], [0, false]);
  match(text, /passes .*ok/);
});

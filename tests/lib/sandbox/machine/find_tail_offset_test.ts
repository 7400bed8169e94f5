import { equal } from "node:assert/strict";
import { findTailOffset } from "../../../../lib/sandbox/machine/read_log.ts";
import { withFolder } from "./folder.ts";

/** Returns the last lines of a file with this content. */
async function tail(path: string, content: string, lines: number): Promise<string> {
  await Deno.writeTextFile(path, content);
  using file = await Deno.open(path);
  const offset = await findTailOffset(file, lines);
  return new TextDecoder().decode(new TextEncoder().encode(content).subarray(offset));
}

Deno.test("findTailOffset() finds the last lines", async () => {
  await withFolder(async (folder) => {
    const cases: [string, number, string][] = [
      ["a\nb\nc\n", 2, "b\nc\n"],
      ["a\nb\nc\n", 3, "a\nb\nc\n"],
      ["a\nb\nc\n", 9, "a\nb\nc\n"],
      ["a\nb\nc\n", 0, ""],
      ["a\nb\nc", 1, "c"],
      ["a\nb\nc", 2, "b\nc"],
      ["\n\n\n", 2, "\n\n"],
      ["\n", 1, "\n"],
      ["a\n\n", 1, "\n"],
      ["x", 1, "x"],
      ["", 5, ""],
      ["é\nö\n", 1, "ö\n"],
    ];
    for (const [content, lines, expected] of cases) {
      equal(await tail(`${folder}/log`, content, lines), expected, JSON.stringify(content));
    }
  });
});

Deno.test("findTailOffset() searches beyond one window", async () => {
  await withFolder(async (folder) => {
    const long = "x".repeat(100_000);
    const content = `first\n${long}\n${long}\nlast\n`;
    equal(await tail(`${folder}/log`, content, 3), `${long}\n${long}\nlast\n`);
    equal(await tail(`${folder}/log`, content, 4), content);
    const many = Array.from({ length: 50_000 }, (_, i) => `line ${i}\n`);
    equal(await tail(`${folder}/log`, many.join(""), 30_000), many.slice(20_000).join(""));
  });
});

/** docs/session.svg, compared with what the recorded commands print now. */
import assert from "node:assert/strict";
import { Program } from "../../scripts/program.ts";
import { COLUMNS, COMMANDS } from "../../scripts/record.ts";
import { FreeNetworks } from "../helpers/free_networks.ts";

/** Width of a column in the units of the image. */
const COLUMN_WIDTH = 1.002;
const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: "&", lt: "<", gt: ">" };

/** Returns the different lines of the session in their order, as the terminal wrapped them. */
function readLines(svg: string): string[] {
  return [...svg.matchAll(/<symbol id="\d+">([^]*?)<\/symbol>/g)].map(([, symbol]) => {
    let line = "";
    const texts = symbol!.matchAll(/<text(?:\s+x="([\d.]+)")?\s[^>]*>([^<]*)<\/text>/g);
    for (const [, x = "0", text] of texts) {
      line = line.padEnd(Math.round(Number(x) / COLUMN_WIDTH)) +
        text!.replaceAll(/&(\w+);/g, (_, name) => ENTITIES[name]!);
    }
    return line;
  });
}

/** Joins wrapped lines and splits the session into commands with their output. */
function readSession(svg: string): Map<string, string[]> {
  const session = new Map<string, string[]>();
  let previous = "";
  let output: string[] = [];
  for (const line of readLines(svg)) {
    if (line === "$") continue;
    if (line.startsWith("$ ")) session.set(line.slice(2), output = []);
    else if (previous.length === COLUMNS) output.push(output.pop() + line);
    else output.push(line);
    previous = line;
  }
  return session;
}

/** Replaces what differs between machines and runs; a terminal has narrower gaps between columns. */
function comparable(line: string): string {
  return line.trimEnd()
    .replaceAll(/(?<=\S) {2,}/g, "  ")
    .replace(/^(127\.[\d.]+)( +\d+){7}$/, "$1 <memory>")
    .replace(/^ {2}\{"name":"[^"]+","type":"\w+","size":\d+\},?$/, "<entry>");
}

Deno.test("the commands of docs/session.svg print what the image shows", async () => {
  const svg = await Deno.readTextFile(new URL("../../docs/session.svg", import.meta.url));
  const session = readSession(svg);
  assert.deepEqual([...session.keys()], COMMANDS.map(([line]) => line));
  await using program = await Program.create();
  const { home, invocation: { command, args, env } } = program;
  const seen = new Set<string>();
  const networks = new FreeNetworks(COMMANDS.map(([line]) => line).join("\n"));
  try {
    for (const [line, expectedCode] of COMMANDS) {
      const [, ...words] = networks.toOwn(line).split(" ");
      const { code, stdout } = await new Deno.Command("sh", {
        args: ["-c", 'exec "$0" "$@" 2>&1', command, ...args, ...words],
        cwd: home,
        env: { ...env, OSCTL_YES: "1" },
        stdin: "null",
      }).output();
      const text = networks.toRecorded(new TextDecoder().decode(stdout))
        .replaceAll(home, "/home/jane");
      assert.equal(code, expectedCode, text);
      // The image has a line once.
      const lines = text.split("\n").filter((one) => one !== "" && !seen.has(one));
      for (const one of lines) seen.add(one);
      const recorded = session.get(line)!;
      assert.deepEqual(
        [...new Set(lines.map(comparable))],
        [...new Set(recorded.map(comparable))],
        line,
      );
    }
  } finally {
    await program.run(["cluster", "destroy", "--name", "demo"]);
  }
});

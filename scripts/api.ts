/**
 * The public API of the library as text, from `deno doc`: every exported name with its signature. The
 * messages of the node API are omitted, which `proto/*.proto` define.
 *
 * @module
 */

const root = new URL("..", import.meta.url).pathname;

/** The entries of the library: those in `exports` except the program. */
export async function listEntries(): Promise<string[]> {
  const { exports } = JSON.parse(await Deno.readTextFile(`${root}deno.json`)) as {
    exports: Record<string, string>;
  };
  return Object.values(exports).map((path) => path.replace("./", ""))
    .filter((path) => path !== "main.ts");
}

/** Returns the listing of all entries. */
export async function describeApi(): Promise<string> {
  const parts: string[] = [];
  for (const entry of await listEntries()) {
    const text = await documentationOf(entry);
    const [, ...symbols] = text.split(/^Defined in /m);
    const own = symbols.filter((symbol) => !/^\S*\/(proto\/gen|npm)\//.test(symbol))
      .map((symbol) => symbol.slice(symbol.indexOf("\n")).trim());
    parts.push(`${entry}\n${"=".repeat(entry.length)}`, ...own);
  }
  return "# The public API\n\nWritten by `deno task docs`: the names that the library exports, for a test that " +
    "compares them.\n\n```text\n" + parts.join("\n\n") + "\n```\n";
}

async function documentationOf(entry: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--quiet", entry],
    cwd: root,
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(`deno doc failed: ${decoder.decode(stderr)}`);
  return decoder.decode(stdout);
}

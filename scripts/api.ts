/**
 * The public API of the library as text, from `deno doc`: every exported name with its signature. The
 * messages of the node API are omitted, which `proto/*.proto` define.
 *
 * @module
 */
import { readManifest, ROOT } from "./project.ts";
import { runDeno } from "./run_command.ts";

/** The entries of the library: those in `exports` except the program. */
export async function listEntries(): Promise<string[]> {
  const { exports } = await readManifest();
  return Object.values(exports).map((path) => path.replace("./", ""))
    .filter((path) => path !== "main.ts");
}

/** Returns the listing of all entries. */
export async function describeApi(): Promise<string> {
  const parts: string[] = [];
  for (const entry of await listEntries()) {
    const text = await runDeno(["doc", "--quiet", entry], { cwd: ROOT, env: { NO_COLOR: "1" } });
    const [, ...symbols] = text.split(/^Defined in /m);
    const own = symbols.filter((symbol) => !/^\S*\/(proto\/gen|npm)\//.test(symbol))
      .map((symbol) => symbol.slice(symbol.indexOf("\n")).trim());
    parts.push(`${entry}\n${"=".repeat(entry.length)}`, ...own);
  }
  return "# The public API\n\nWritten by `deno task docs`: the names that the library exports, for a test that " +
    "compares them.\n\n```text\n" + parts.join("\n\n") + "\n```\n";
}

/**
 * Writes the tables of keys in `docs/dashboard.md`.
 *
 * @module
 */
import { keyLabel, KEYS, type Scope, SCOPE_TITLES } from "../lib/dashboard/keys.ts";

const PAGE = new URL("../docs/dashboard.md", import.meta.url);
const START = "<!-- keys -->\n";
const END = "<!-- /keys -->";

/** Returns the tables as Markdown, formatted as `deno fmt` does. */
export function formatKeyTables(): string {
  const scopes = Object.keys(SCOPE_TITLES) as Scope[];
  const tables = scopes.map((scope) => {
    const rows = KEYS.filter((entry) => entry.scope === scope).map(({ keys, text }) => [
      keys.map((key) => `\`${keyLabel(key)}\``).join(" "),
      text,
    ]);
    const all = [[`${SCOPE_TITLES[scope]}: key`, "effect"], ...rows];
    const widths = [0, 1].map((index) => Math.max(...all.map((cells) => cells[index]!.length)));
    const line = (cells: readonly string[]) =>
      `| ${cells.map((cell, index) => cell.padEnd(widths[index]!)).join(" | ")} |`;
    const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
    return [line(all[0]!), rule, ...rows.map(line)].join("\n");
  });
  return `\n${tables.join("\n\n")}\n\n`;
}

/** Replaces the tables of a page. */
export function replaceKeyTables(page: string): string {
  const from = page.indexOf(START) + START.length;
  return page.slice(0, from) + formatKeyTables() + page.slice(page.indexOf(END));
}

if (import.meta.main) {
  await Deno.writeTextFile(PAGE, replaceKeyTables(await Deno.readTextFile(PAGE)));
}

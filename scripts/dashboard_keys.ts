/**
 * Writes the tables of keys in `docs/dashboard.md`.
 *
 * @module
 */
import { keyLabel, keyLines, KEYS, type Scope, SCOPE_TITLES } from "../lib/dashboard_keys/keys.ts";

const PAGE = new URL("../docs/dashboard.md", import.meta.url);
const START = "<!-- keys -->\n";
const END = "<!-- /keys -->";
const ACTIONS_START = "<!-- actions -->\n";
const ACTIONS_END = "<!-- /actions -->";

/** Returns a Markdown table of two columns. */
function formatTable(all: readonly (readonly string[])[]): string {
  const widths = [0, 1].map((index) => Math.max(...all.map((cells) => cells[index]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index]!)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [line(all[0]!), rule, ...all.slice(1).map(line)].join("\n");
}

/** Returns the tables as Markdown, formatted as `deno fmt` does. */
export function formatKeyTables(): string {
  const scopes = Object.keys(SCOPE_TITLES) as Scope[];
  const tables = scopes.map((scope) => {
    const rows = keyLines(KEYS, scope).map(({ keys, text }) => [
      keys.map((key) => `\`${keyLabel(key)}\``).join(" "),
      text,
    ]);
    return formatTable([[`${SCOPE_TITLES[scope]}: key`, "effect"], ...rows]);
  });
  return `\n${tables.join("\n\n")}\n\n`;
}

/** Returns the names of the actions by scope as a Markdown table. */
export function formatActionTable(): string {
  const scopes = Object.keys(SCOPE_TITLES) as Scope[];
  const rows = scopes.map((scope) => [
    `\`${scope}\``,
    KEYS.filter((entry) => entry.scope === scope && entry.action !== "suspend")
      .map(({ action }) => `\`${action}\``).join(" "),
  ]);
  return `\n${formatTable([["scope", "actions"], ...rows])}\n\n`;
}

/** Replaces the tables of a page. */
export function replaceKeyTables(page: string): string {
  const replaceBetween = (text: string, start: string, end: string, content: string) =>
    text.slice(0, text.indexOf(start) + start.length) + content + text.slice(text.indexOf(end));
  const keys = replaceBetween(page, START, END, formatKeyTables());
  return replaceBetween(keys, ACTIONS_START, ACTIONS_END, formatActionTable());
}

if (import.meta.main) {
  await Deno.writeTextFile(PAGE, replaceKeyTables(await Deno.readTextFile(PAGE)));
}

/**
 * Output of `config contexts`.
 *
 * @module
 */
import { Table } from "../output/table.ts";
import { escapeControls } from "../output/text.ts";
import { writeYaml } from "../yaml/write.ts";
import type { Osconfig } from "./types.ts";

/** Most nodes shown in the table. */
const MOST_NODES = 3;

/** Renders the contexts as a table, or as a JSON or YAML list of `name`, `current`, `endpoints`, `nodes`. */
export function renderContexts(config: Osconfig, format: "table" | "json" | "yaml"): string {
  const rows = [...config.contexts].map(([name, { endpoints, nodes }]) => ({
    name,
    current: name === config.current,
    endpoints,
    nodes,
  }));
  if (format === "json") return `${JSON.stringify(rows, null, 2)}\n`;
  if (format === "yaml") return writeYaml(rows);
  const table = new Table();
  table.add(["CURRENT", "NAME", "ENDPOINTS", "NODES"]);
  for (const { name, current, endpoints, nodes } of rows) {
    const more = nodes.length > MOST_NODES ? "..." : "";
    const shown = nodes.slice(0, MOST_NODES).join(",") + more;
    table.add([current ? "*" : "", name, endpoints.join(","), shown].map(escapeControls));
  }
  return table.takeText();
}

/**
 * Formats problems as JSON or YAML records.
 *
 * @module
 */
import { type FieldValue, formatJson, YAML_ITEM } from "../../output/records.ts";
import { pathText, type Problem } from "../problem.ts";
import { placesIn, type Source } from "./locate.ts";

/**
 * Returns JSON (an array) or YAML (a list) with an entry for each problem: `file`, `line` and `column` from
 * 1, `path`, `severity` (`error` or `warning`), `message`, `hint` (null where there is none).
 */
export function problemRecords(
  problems: readonly Problem[],
  source: Source,
  format: "json" | "yaml",
): string {
  const place = placesIn(source.text);
  const records = problems.map(({ offset, path, severity, message, hint }) => ({
    file: source.name,
    ...place(offset),
    path: pathText(path),
    severity,
    message,
    hint: hint ?? null,
  }));
  if (records.length === 0) return "[]\n";
  if (format === "json") {
    return `[\n${records.map((one) => `  ${formatJson(one)}`).join(",\n")}\n]\n`;
  }
  return records.map(yamlItem).join("");
}

function yamlItem(record: Readonly<Record<string, FieldValue>>): string {
  const { start, name, value, next, end } = YAML_ITEM;
  const lines = Object.entries(record).map(([key, content]) => name(key) + value(content));
  return start + lines.join(next) + end;
}

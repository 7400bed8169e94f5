/**
 * The whole text of an explanation, in every format.
 *
 * @module
 */
import { describe, overview } from "./describe.ts";
import type { Look } from "./look.ts";
import { lookup } from "./lookup.ts";
import { explanationText, overviewText } from "./print.ts";

/** For people, or for programs. */
export type ExplainFormat = "text" | "json" | "yaml";

/** How to explain. */
export interface ExplainOptions extends Look {
  readonly format: ExplainFormat;
  /** With all that is below. */
  readonly recursive: boolean;
}

/**
 * Explains what a path names, or without one what there is. Ends with a line break.
 *
 * @throws {OsctlError} of kind `input` for a path that names nothing.
 */
export async function explain(path: string | undefined, options: ExplainOptions): Promise<string> {
  const { format, recursive } = options;
  if (path === undefined) {
    const all = overview({ recursive });
    return format === "text" ? overviewText(all, options, recursive) : await record(all, format);
  }
  const found = lookup(path);
  const explanation = describe(found, { recursive });
  return format === "text"
    ? explanationText(explanation, found, options, recursive)
    : await record(explanation, format);
}

async function record(value: unknown, format: "json" | "yaml"): Promise<string> {
  if (format === "json") return `${JSON.stringify(value, null, 2)}\n`;
  const { yamlDocument } = await import("../../output/yaml_document.ts");
  return yamlDocument(value);
}

/**
 * Explains the machine configuration schema, in every output format.
 *
 * @module
 */
import { NARROW_LAYOUT } from "../../yaml/layout.ts";
import type { YamlValue } from "../../yaml/write.ts";
import { describe, overview } from "./describe.ts";
import { lookup } from "./lookup.ts";
import { explanationText, overviewText } from "./explanation_text.ts";
import type { DocumentType } from "../schema/types.ts";
import type { RenderOptions } from "./field_table.ts";

/** Output formats. */
export type ExplainFormat = "text" | "json" | "yaml";

/** Options of `explain`. */
export interface ExplainOptions extends RenderOptions {
  readonly format: ExplainFormat;
  /** Includes all nested fields. */
  readonly recursive: boolean;
  /** Omits features of later releases. */
  readonly isFiltered: boolean;
  /** Document kinds besides the kinds of machine configurations. */
  readonly further?: readonly DocumentType[];
}

/**
 * Returns the explanation of a path, or without one an overview, with a final line break.
 *
 * @throws {OsctlError} of kind `input` for an unknown path.
 */
export async function explain(path: string | undefined, options: ExplainOptions): Promise<string> {
  const { format, recursive, isFiltered, release } = options;
  const depth = isFiltered ? { recursive, until: release } : { recursive };
  if (path === undefined) {
    const all = overview(depth);
    return format === "text" ? overviewText(all, options, recursive) : await record(all, format);
  }
  const found = lookup(path, options.further);
  const explanation = describe(found, depth);
  return format === "text"
    ? explanationText(explanation, found, options, recursive)
    : await record(explanation, format);
}

async function record(value: unknown, format: "json" | "yaml"): Promise<string> {
  if (format === "json") return `${JSON.stringify(value, null, 2)}\n`;
  const { writeYaml } = await import("../../yaml/write.ts");
  return writeYaml(value as YamlValue, NARROW_LAYOUT);
}

/**
 * Prints resources.
 *
 * @module
 */
import { escapeTerminalText, WriteBehind, type Writer } from "../../output/mod.ts";
import { documentValue, yamlDocument } from "../document.ts";
import { indentedJson } from "../../output/go_json.ts";
import { goText } from "../../output/go_text.ts";
import { isList, isMap, Timestamp, type Value } from "../../output/value.ts";
import { FieldPrinter } from "./fields.ts";
import type { Format } from "./format.ts";
import type { Item, Printer } from "./types.ts";
import { type TableOptions, TablePrinter } from "./table.ts";
import { WatchTablePrinter } from "./watch_table.ts";

/** Options of {@linkcode createPrinter}. */
export interface PrintOptions extends TableOptions {
  readonly format: Format;
  /** The resources come from a watch, which has no end. */
  readonly watch: boolean;
  /** Print JSON as one list. */
  readonly asList: boolean;
  /** See {@linkcode DocumentContext}. */
  readonly configAsText: boolean;
  /** Whether stdout is a terminal; control characters are then escaped. */
  readonly terminal: boolean;
}

/** Creates the printer of a format. */
export function createPrinter(out: Writer, options: PrintOptions): Printer {
  const { format, watch } = options;
  if (format.kind === "table") {
    return watch ? new WatchTablePrinter(out, options) : new TablePrinter(out, options);
  }
  if (format.kind === "fields") return new FieldPrinter(out, format.fields, { watch });
  return new DocumentPrinter(out, options);
}

/** Returns a printer of the resources that match a filter. */
export async function filtered(printer: Printer, filter: string): Promise<Printer> {
  const { FilteredPrinter } = await import("./filtered.ts");
  return new FilteredPrinter(printer, filter);
}

/** Prints a document for each resource. */
class DocumentPrinter implements Printer {
  readonly #behind: WriteBehind;
  readonly #options: PrintOptions;
  #count = 0;

  constructor(out: Writer, options: PrintOptions) {
    this.#behind = new WriteBehind(out, options.watch ? { startAt: 0 } : {});
    this.#options = options;
  }

  begin(): void {}

  async add(item: Item): Promise<void> {
    const text = await this.#text(item);
    this.#count++;
    await this.#behind.push(text);
  }

  pause(): undefined {}

  async end(): Promise<void> {
    if (this.#options.asList) await this.#behind.push(this.#count === 0 ? "[]\n" : "\n]\n");
    await this.#behind.flush();
  }

  async #text({ node, resource, event }: Item): Promise<string> {
    const { format, asList, configAsText, terminal } = this.#options;
    const context = { node, event, configAsText };
    const isFirst = this.#count === 0;
    if (format.kind === "yaml") {
      const document = yamlDocument(resource, context);
      return (isFirst ? "" : "---\n") + (terminal ? escapeTerminalText(document) : document);
    }
    const value = await documentValue(resource, context);
    if (format.kind === "jsonpath") {
      const results = format.path.results(value).flat();
      const text = results.map((result) => `${formatResult(result)}\n`).join("");
      return terminal ? escapeTerminalText(text) : text;
    }
    if (!asList) return `${indentedJson(value)}\n`;
    return `${isFirst ? "[\n" : ",\n"}    ${indentedJson(value, "    ")}`;
  }
}

/** Formats a result of an expression: lists, maps and timestamps as JSON. */
function formatResult(value: Value): string {
  const hasParts = isList(value) || isMap(value) || value instanceof Timestamp;
  return hasParts ? indentedJson(value) : goText(value, "<nil>");
}

/**
 * Selected fields of resources.
 *
 * @module
 */
import { JsonPath } from "../../output/jsonpath/mod.ts";
import type { FieldValue } from "../../output/records.ts";
import { createRowWriter, type RowFormat, type RowWriter, type View } from "../../output/rows.ts";
import { type OutputFormat, selectFormat } from "../../output/select_format.ts";
import { toFieldValue, type Value } from "../../output/value.ts";
import type { Writer } from "../../output/write_behind.ts";
import { specOf } from "../document.ts";
import { wholeSeconds } from "../resource.ts";
import type { Item, Printer } from "./types.ts";

/** Prefix of a field within the spec. */
const SPEC = "spec.";

/** An item with its parsed spec; null when no field is in the spec. */
interface ParsedItem extends Item {
  readonly spec: Value;
}

/** A format with its view. */
export interface FieldFormat {
  readonly format: RowFormat;
  readonly view: View<ParsedItem>;
  /** Whether a field is in the spec. */
  readonly usesSpec: boolean;
}

/**
 * Parses `name` or `json=<fields>`, of which `spec.<path>` is a value within the spec.
 *
 * @throws {OsctlError} of kind `usage` for unknown fields.
 */
export async function parseFields(
  text: Extract<OutputFormat, "name" | `json=${string}`>,
  terminal: boolean,
): Promise<FieldFormat> {
  const names = text.slice(text.indexOf("=") + 1).split(",").map((name) => name.trim());
  const paths = names.filter((name) => name.startsWith(SPEC) && name !== SPEC);
  const fields = {
    ...metadataFields,
    ...Object.fromEntries(paths.map((name) => [name, specField(name)])),
  };
  const view: View<ParsedItem> = { columns: [], name: "id", fields };
  const usesSpec = paths.length > 0 || names.includes("spec");
  return { format: await selectFormat(text, { view, terminal }), view, usesSpec };
}

const metadataFields: View<ParsedItem>["fields"] = {
  event: ({ event }) => event ?? null,
  namespace: ({ resource }) => resource.namespace,
  type: ({ resource }) => resource.type,
  id: ({ resource }) => resource.id,
  version: ({ resource: { version } }) => /^\d+$/.test(version) ? BigInt(version) : null,
  owner: ({ resource }) => resource.owner || null,
  phase: ({ resource }) => resource.phase,
  created: ({ resource }) => resource.created && wholeSeconds(resource.created),
  updated: ({ resource }) => resource.updated && wholeSeconds(resource.updated),
  labels: ({ resource }) => resource.labels,
  annotations: ({ resource }) => resource.annotations,
  finalizers: ({ resource }) => resource.finalizers,
  spec: ({ spec }) => toFieldValue(spec),
};

/** Returns the field of a path: null without a value, a list of several values. */
function specField(name: string): (item: ParsedItem) => FieldValue {
  const path = new JsonPath(`{.${name.slice(SPEC.length)}}`, { allowMissing: true });
  return ({ spec }) => {
    const results = path.results(spec).flat().map(toFieldValue);
    return results.length > 1 ? results : results[0] ?? null;
  };
}

/** Prints selected fields: one list, or a line for each event of a watch. */
export class FieldPrinter implements Printer {
  readonly #usesSpec: boolean;
  readonly #writer: RowWriter<ParsedItem>;

  constructor(out: Writer, { format, view, usesSpec }: FieldFormat, { watch }: { watch: boolean }) {
    this.#usesSpec = usesSpec;
    this.#writer = createRowWriter(out, view, { format, endless: watch });
  }

  begin(): void {}

  async add(item: Item): Promise<void> {
    const spec = this.#usesSpec ? await specOf(item.resource) : null;
    await this.#writer.add(item.node, { ...item, spec });
  }

  pause(): undefined {}

  end(): Promise<void> {
    return this.#writer.end();
  }
}

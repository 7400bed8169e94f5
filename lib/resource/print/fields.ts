/**
 * Selected fields of resources.
 *
 * @module
 */
import { JsonPath } from "../../output/jsonpath/mod.ts";
import type { FieldValue } from "../../output/records.ts";
import { createRowWriter, type RowFormat, type RowWriter, type View } from "../../output/rows.ts";
import { type OutputFormat, selectFormat } from "../../output/select_format.ts";
import { toFieldValue } from "../../output/value.ts";
import type { Writer } from "../../output/write_behind.ts";
import { specOf } from "../document.ts";
import { wholeSeconds } from "../resource.ts";
import type { Item, Printer } from "./types.ts";

/** Prefix of a field within the spec. */
const SPEC = "spec.";

/** A format with its view. */
export interface FieldFormat {
  readonly format: RowFormat;
  readonly view: View<Item>;
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
  const view: View<Item> = { columns: [], name: "id", fields };
  return { format: await selectFormat(text, { view, terminal }), view };
}

const metadataFields: View<Item>["fields"] = {
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
  spec: ({ resource }) => toFieldValue(specOf(resource)),
};

/** Returns the field of a path: null without a value, a list of several values. */
function specField(name: string): (item: Item) => FieldValue {
  const path = new JsonPath(`{.${name.slice(SPEC.length)}}`, { allowMissing: true });
  return ({ resource }) => {
    const results = path.results(specOf(resource)).flat().map(toFieldValue);
    return results.length > 1 ? results : results[0] ?? null;
  };
}

/** Prints selected fields: one list, or a line for each event of a watch. */
export class FieldPrinter implements Printer {
  readonly #writer: RowWriter<Item>;

  constructor(out: Writer, { format, view }: FieldFormat, { watch }: { watch: boolean }) {
    this.#writer = createRowWriter(out, view, { format, endless: watch });
  }

  begin(): void {}

  add(item: Item): Promise<void> | undefined {
    return this.#writer.add(item.node, item);
  }

  pause(): undefined {}

  end(): Promise<void> {
    return this.#writer.end();
  }
}

/**
 * Selection of resources by an expression.
 *
 * @module
 */
import { createFilter } from "../../output/filter.ts";
import type { FieldValue } from "../../output/records.ts";
import { toFieldValue } from "../../output/value.ts";
import type { Definition } from "../definitions.ts";
import { specOf } from "../document.ts";
import { wholeSeconds } from "../resource.ts";
import type { Item, Printer } from "./types.ts";

/** Fields of the JSON document of a resource. */
const FIELDS = ["node", "event", "metadata", "spec"];

/** Prints the resources that match a CEL expression over their JSON documents. */
export class FilteredPrinter implements Printer {
  readonly #printer: Printer;
  readonly #matches: ReturnType<typeof createFilter>;
  readonly #usesSpec: boolean;

  /** @throws {OsctlError} of kind `usage` for an invalid expression. */
  constructor(printer: Printer, filter: string) {
    this.#printer = printer;
    this.#matches = createFilter(filter, FIELDS);
    this.#usesSpec = filter.includes("spec") || filter.includes("row");
  }

  begin(definition: Definition): void {
    this.#printer.begin(definition);
  }

  async add(item: Item): Promise<void> {
    const { node, event, resource } = item;
    const { id, namespace, type, version, owner, phase, created, updated } = resource;
    const { labels, annotations, finalizers } = resource;
    const document: Readonly<Record<string, FieldValue>> = {
      node,
      event: event ?? null,
      metadata: {
        namespace,
        type,
        id,
        version: /^\d+$/.test(version) ? BigInt(version) : version,
        owner,
        phase,
        created: created && wholeSeconds(created),
        updated: updated && wholeSeconds(updated),
        labels,
        annotations,
        finalizers,
      },
      spec: this.#usesSpec ? toFieldValue(await specOf(resource)) : null,
    };
    if (this.#matches((name) => document[name]!)) await this.#printer.add(item);
  }

  pause(node: string): Promise<void> | undefined {
    return this.#printer.pause(node);
  }

  end(): Promise<void> {
    return this.#printer.end();
  }
}

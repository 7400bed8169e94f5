/**
 * Table rows of resources.
 *
 * @module
 */
import type { Definition } from "../definitions.ts";
import { specOf } from "../document.ts";
import { JsonPath } from "../../output/jsonpath/mod.ts";
import { OsctlError } from "../../errors.ts";
import type { Resource } from "../resource.ts";
import type { Value } from "../../output/value.ts";

/** Columns of all tables after NODE. */
const FIXED = ["NAMESPACE", "TYPE", "ID", "VERSION"];

/** Text of null. */
const NOTHING = "null";

/** Limits of the cells kept per spec: the nodes of a cluster return many equal specs. */
const MAX_KEPT = 1000;
const MAX_SPEC_LENGTH = 4096;

/** A formatter of a resource type's table rows. */
export class RowFormatter {
  readonly #definition: Definition;
  readonly #paths: readonly JsonPath[];
  /** The cells of columns by the text of the spec. */
  readonly #kept = new Map<string, readonly string[]>();
  /** The headers after NODE. */
  readonly headers: readonly string[];

  /** @throws {OsctlError} of kind `node` when a column of the definition is invalid. */
  constructor(definition: Definition) {
    this.#definition = definition;
    this.#paths = definition.columns.map(({ name, path }) => {
      try {
        return new JsonPath(path, { allowMissing: true });
      } catch (cause) {
        if (!(cause instanceof OsctlError)) throw cause;
        const { type } = definition;
        throw new OsctlError(
          "node",
          `cannot print column "${name}" of ${type}: ${cause.message}`,
          {
            hint: 'use "-o yaml"',
            cause,
          },
        );
      }
    });
    this.headers = [...FIXED, ...definition.columns.map(({ name }) => name.toUpperCase())];
  }

  /** Returns the cells after NODE, one for each header. */
  async cells(resource: Resource): Promise<string[]> {
    const { namespace, id, version } = resource;
    const fixed = [namespace, this.#definition.displayType, id, version];
    if (this.#paths.length === 0) return fixed;
    return [...fixed, ...await this.#columns(resource)];
  }

  async #columns(resource: Resource): Promise<readonly string[]> {
    const { yaml } = resource;
    const kept = this.#kept.get(yaml);
    if (kept !== undefined) return kept;
    const spec = await specOf(resource);
    const cells = this.#paths.map((path) => formatCell(path, spec));
    if (yaml.length <= MAX_SPEC_LENGTH) {
      if (this.#kept.size === MAX_KEPT) this.#kept.clear();
      this.#kept.set(yaml, cells);
    }
    return cells;
  }
}

function formatCell(path: JsonPath, spec: Value): string {
  return spec === null ? "" : path.text(spec, NOTHING);
}

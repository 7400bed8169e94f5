/**
 * Table rows of resources.
 *
 * @module
 */
import type { Definition } from "../definitions.ts";
import { specOf } from "../document.ts";
import { JsonPath } from "../jsonpath/mod.ts";
import { OsctlError } from "../../errors.ts";
import type { Resource } from "../resource.ts";
import type { Value } from "../value.ts";

/** Columns of all tables after NODE. */
const FIXED = ["NAMESPACE", "TYPE", "ID", "VERSION"];

/** Text of null. */
const NOTHING = "null";

/** A formatter of a resource type's table rows. */
export class RowFormatter {
  readonly #definition: Definition;
  readonly #paths: readonly JsonPath[];
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
  cells(resource: Resource): string[] {
    const { namespace, id, version } = resource;
    const fixed = [namespace, this.#definition.displayType, id, version];
    if (this.#paths.length === 0) return fixed;
    const spec = specOf(resource);
    return [...fixed, ...this.#paths.map((path) => formatCell(path, spec))];
  }
}

function formatCell(path: JsonPath, spec: Value): string {
  return spec === null ? "" : path.text(spec, NOTHING);
}

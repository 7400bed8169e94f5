/**
 * A resource as a line of a table.
 *
 * @module
 */
import type { Definition } from "../definitions.ts";
import { specOf } from "../document.ts";
import { JsonPath } from "../jsonpath/mod.ts";
import { OsctlError } from "../../errors.ts";
import type { Resource } from "../resource.ts";
import type { Value } from "../value.ts";

/** What every table of resources has, after the node. */
const FIXED = ["NAMESPACE", "TYPE", "ID", "VERSION"];

/** How null is shown. */
const NOTHING = "null";

/** Makes the cells of a type's table. */
export class RowMaker {
  readonly #definition: Definition;
  readonly #paths: readonly JsonPath[];
  /** The headers after NODE. */
  readonly headers: readonly string[];

  /** @throws {OsctlError} of kind `node` when a column of the definition makes no sense. */
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
          `column "${name}" of ${type} cannot be shown: ${cause.message}`,
          {
            hint: 'use "-o yaml"',
            cause,
          },
        );
      }
    });
    this.headers = [...FIXED, ...definition.columns.map(({ name }) => name.toUpperCase())];
  }

  /** The cells after NODE, as many as there are headers. */
  cells(resource: Resource): string[] {
    const { namespace, id, version } = resource;
    const fixed = [namespace, this.#definition.displayType, id, version];
    if (this.#paths.length === 0) return fixed;
    const spec = specOf(resource);
    return [...fixed, ...this.#paths.map((path) => textOf(path, spec))];
  }
}

function textOf(path: JsonPath, spec: Value): string {
  return spec === null ? "" : path.text(spec, NOTHING);
}

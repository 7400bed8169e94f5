/**
 * Examples as YAML that can be pasted into a configuration.
 *
 * @module
 */
import type { Data } from "../data.ts";
import { exampleValue } from "../encode/examples.ts";
import { documentLines } from "../encode/layout.ts";
import { MAIN } from "../schema/documents.ts";
import { headerText } from "../schema/header.ts";
import { type ConfigRelease, object, type ObjectType, one } from "../schema/types.ts";
import type { LookupResult } from "./lookup.ts";

/**
 * Returns the YAML of an example within its enclosing sections if these are all objects, else under
 * its name only. Omits fields later than `release`.
 */
export function exampleText(
  { document, path, fields, type }: LookupResult,
  example: unknown,
  release: ConfigRelease,
): string {
  const value = exampleValue(type, example, release);
  const isMain = document === MAIN;
  const field = fields.at(-1);
  if (field === undefined) {
    return headerText(document) + documentLines(document.object, value as Data, { docs: false });
  }
  const names = path.slice(path.lastIndexOf("]") + 1).split(".").filter((name) => name !== "");
  const around = path.includes("]") ? [] : names.slice(isMain ? 0 : 1, -1);
  const own: Section = {
    fields: { [names.at(-1)!]: field },
    data: { [names.at(-1)!]: value },
  };
  const { fields: outer, data } = around.reduceRight(enclose, own);
  return documentLines(object("", "", outer), data, { docs: false });
}

/** Fields of an object and their values. */
interface Section {
  readonly fields: ObjectType["fields"];
  readonly data: Data;
}

function enclose({ fields, data }: Section, name: string): Section {
  return {
    fields: { [name]: one(object("", "", fields), { doc: "" }) },
    data: { [name]: data },
  };
}

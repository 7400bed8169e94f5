/**
 * Examples as YAML that can be copied.
 *
 * @module
 */
import type { Data, Value } from "../data.ts";
import { afterKey, block, inside, key } from "../encode/plain.ts";
import { MAIN } from "../schema/documents.ts";
import type { Found } from "./lookup.ts";

/**
 * A value as it stands in a configuration: with the sections around it where these are objects
 * only, else with its name alone; a document as a whole.
 */
export function exampleText({ document, path, fields, type }: Found, value: unknown): string {
  const isMain = document === MAIN;
  if (fields.length === 0) {
    const head = isMain ? "" : `apiVersion: v1alpha1\nkind: ${document.kind}\n`;
    return head + block(document.object, value as Data, 0);
  }
  const names = path.slice(path.lastIndexOf("]") + 1).split(".").filter((name) => name !== "");
  const isWhole = !path.includes("]");
  const around = isWhole ? names.slice(isMain ? 0 : 1, -1) : [];
  let text = "";
  let column = 0;
  for (const name of around) {
    text += `${" ".repeat(column)}${key(name)}:\n`;
    column = inside(column);
  }
  return `${text}${" ".repeat(column)}${key(names.at(-1)!)}:${
    afterKey(type, value as Value, column)
  }`;
}

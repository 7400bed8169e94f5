/**
 * Builders of cases of documents of v1.10 and newer.
 *
 * @module
 */
import type { ConfigRelease } from "../../../../lib/machineconfig/schema/types.ts";
import { doc } from "./case.ts";

/** A configuration and whether nodes accept it, from a release on. */
export interface NewerCase {
  readonly name: string;
  readonly since: ConfigRelease;
  readonly text: string;
  /** Path of the first error; undefined for a valid configuration. */
  readonly at?: string;
  readonly mode?: "metal" | "container";
}

/** Main document of a control plane, whose settings are in other documents. */
const MAIN = "machine: {type: controlplane, ca: {crt: LS0t, key: LS0t}}\ncluster: {}\n";

/** Returns cases of one kind; documents of control planes follow a main one. */
export function cases(
  since: ConfigRelease,
  kind: string,
  valid: readonly (readonly string[])[],
  invalid: readonly (readonly [at: string, ...fields: string[]])[],
  { isControlPlane = false } = {},
): NewerCase[] {
  const textOf = (fields: readonly string[]) =>
    (isControlPlane ? `${MAIN}---\n` : "") + doc(kind, ...fields);
  return [
    ...valid.map((fields) => ({
      name: `${kind} ${fields.join(", ")}`,
      since,
      text: textOf(fields),
    })),
    ...invalid.map(([at, ...fields]) => ({
      name: `${kind} ${fields.join(", ")}`,
      since,
      at,
      text: textOf(fields),
    })),
  ];
}

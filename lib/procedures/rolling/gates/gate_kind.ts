/**
 * The kind of object that a gate reads.
 *
 * @module
 */
import { OsctlError } from "../../../errors.ts";
import { PRESETS } from "./presets.ts";

/** Prefix of gates with an expression over objects. */
export const CEL = "cel:";

/** `v1`, `v1beta2`: the API version of the core group, which has no group before it. */
const VERSION = /^v\d+((alpha|beta)\d+)?$/;
const NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;
const KIND = /^[A-Z][A-Za-z0-9]*$/;

/** The objects of a gate. */
export interface GateKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** All namespaces when undefined. */
  readonly namespace?: string;
}

/** Returns the objects that a gate reads; undefined for gates of other forms. */
export function gateKind(gate: string): GateKind | undefined {
  if (gate.startsWith(CEL)) return splitObjectGate(gate).objects;
  return Object.hasOwn(PRESETS, gate) ? PRESETS[gate] : undefined;
}

/**
 * Splits a gate of the form `cel:<apiVersion/kind[/namespace]>:<expression>`.
 *
 * @throws {OsctlError} of kind `usage` for another text.
 */
export function splitObjectGate(
  name: string,
): { readonly objects: GateKind; readonly expression: string; readonly offset: number } {
  const colon = name.indexOf(":", CEL.length);
  const type = name.slice(CEL.length, colon < 0 ? undefined : colon);
  const parts = type.split("/");
  const groupParts = VERSION.test(parts[0] ?? "") ? 1 : 2;
  const apiVersion = parts.slice(0, groupParts).join("/");
  const [kind = "", namespace, ...rest] = parts.slice(groupParts);
  const isType = VERSION.test(parts[groupParts - 1] ?? "") &&
    (groupParts === 1 || NAME.test(parts[0]!)) && KIND.test(kind) && rest.length === 0 &&
    (namespace === undefined || NAME.test(namespace));
  if (!isType) {
    throw new OsctlError("usage", `invalid gate "${name}": invalid kind "${type}"`, {
      hint: "use apiVersion/kind[/namespace], such as apps/v1/Deployment/web or v1/Node",
    });
  }
  if (colon < 0) {
    throw new OsctlError("usage", `invalid gate "${name}": no expression`, {
      hint: `add one, such as ${CEL}${type}:status.phase == "Ready"`,
    });
  }
  return {
    objects: { apiVersion, kind, ...namespace === undefined ? {} : { namespace } },
    expression: name.slice(colon + 1),
    offset: colon + 1,
  };
}

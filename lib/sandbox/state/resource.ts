/**
 * A resource: metadata that every resource has, and a spec whose shape its type decides.
 *
 * @module
 */

/** Whether a resource is in use or about to go. */
export type Phase = "running" | "tearingDown";

/** Names one resource. */
export interface Pointer {
  readonly namespace: string;
  readonly type: string;
  readonly id: string;
}

/** What is known of every resource. */
export interface Metadata extends Pointer {
  /** Counts the changes, from 1; undefined of something that does not exist. */
  readonly version: number | undefined;
  /** The controller that may change it; empty when nobody owns it. */
  readonly owner: string;
  readonly phase: Phase;
  /** Milliseconds since the Unix epoch. */
  readonly created: number;
  /** Milliseconds since the Unix epoch. */
  readonly updated: number;
  /** Who must let go before it can be destroyed. */
  readonly finalizers: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The content of a resource, in every form in which it is asked for. */
export interface Spec {
  /** The content as a value of plain objects, for other controllers. */
  readonly value: unknown;
  /** The content as YAML, with a line break at the end. */
  readonly yaml: string;
  /** The content as a protobuf message; empty where the type has none here. */
  readonly proto: Uint8Array;
}

/** One resource. It is never changed; a change makes another one. */
export interface Resource {
  readonly metadata: Metadata;
  /** Undefined of a tombstone, which stands for a resource that does not exist. */
  readonly spec: Spec | undefined;
}

/** What the maker of a resource decides; the rest of the metadata follows. */
export interface NewResource extends Pointer {
  readonly spec: Spec;
  readonly phase?: Phase;
  readonly finalizers?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The version as it is written: decimal, or `undefined`. */
export function versionText(version: number | undefined): string {
  return version === undefined ? "undefined" : String(version);
}

/** A resource in messages for people: `Type(namespace/id@version)`. */
export function reference(pointer: Pointer, version: number | undefined): string {
  return `${pointer.type}(${pointer.namespace}/${pointer.id}@${versionText(version)})`;
}

/** Stands for a resource that does not exist. */
export function tombstone(pointer: Pointer, now: number): Resource {
  return {
    metadata: {
      namespace: pointer.namespace,
      type: pointer.type,
      id: pointer.id,
      version: undefined,
      owner: "",
      phase: "running",
      created: now,
      updated: now,
      finalizers: [],
      labels: {},
      annotations: {},
    },
    spec: undefined,
  };
}

/** Orders texts by their UTF-8 bytes, which differs from JavaScript's order beyond U+FFFF. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const x = a.charCodeAt(index);
    const y = b.charCodeAt(index);
    if (x !== y) return byteOrder(x) - byteOrder(y);
  }
  return a.length - b.length;
}

/** Surrogates stand for characters that come after all others. */
function byteOrder(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/**
 * COSI resources: metadata and a typed spec.
 *
 * @module
 */

/** Life cycle phase of a resource. */
export type Phase = "running" | "tearingDown";

/** The key of a resource. */
export interface Pointer {
  readonly namespace: string;
  readonly type: string;
  readonly id: string;
}

/** Metadata of a resource. */
export interface Metadata extends Pointer {
  /** Incremented by every change, from 1; undefined for a tombstone. */
  readonly version: number | undefined;
  /** The controller that may change it; empty without owner. */
  readonly owner: string;
  readonly phase: Phase;
  /** Milliseconds since the Unix epoch. */
  readonly created: number;
  /** Milliseconds since the Unix epoch. */
  readonly updated: number;
  /** Names that must be removed before the resource can be destroyed. */
  readonly finalizers: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The content of a resource in all its encodings. */
export interface Spec {
  /** Plain objects, for controllers. */
  readonly value: unknown;
  /** YAML with trailing newline. */
  readonly yaml: string;
  /** Protobuf message; empty for types without one. */
  readonly proto: Uint8Array;
}

/** An immutable resource. */
export interface Resource {
  readonly metadata: Metadata;
  /** Undefined for a tombstone, which represents a missing resource. */
  readonly spec: Spec | undefined;
}

/** The parts of a resource that its creator provides. */
export interface NewResource extends Pointer {
  readonly spec: Spec;
  readonly phase?: Phase;
  readonly finalizers?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Formats a version as decimal, or `undefined`. */
export function formatVersion(version: number | undefined): string {
  return version === undefined ? "undefined" : String(version);
}

/** Formats a resource for error messages: `Type(namespace/id@version)`. */
export function formatReference(pointer: Pointer, version: number | undefined): string {
  return `${pointer.type}(${pointer.namespace}/${pointer.id}@${formatVersion(version)})`;
}

/** Creates a tombstone, which represents a missing resource. */
export function createTombstone(pointer: Pointer, now: number): Resource {
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

/** Compares texts by their UTF-8 bytes, which differs from UTF-16 order above U+FFFF. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const x = a.charCodeAt(index);
    const y = b.charCodeAt(index);
    if (x !== y) return byteOrder(x) - byteOrder(y);
  }
  return a.length - b.length;
}

/** Sorts surrogates, which encode characters above U+FFFF, after all other code units. */
function byteOrder(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

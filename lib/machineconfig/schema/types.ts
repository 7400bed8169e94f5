/**
 * Types of the machine configuration schema. The schema is one table of documents, objects and
 * fields; decoding, validation, merging, comments, `explain`, the JSON Schema and redaction are
 * derived from it, and no other module lists fields.
 *
 * @module
 */

/** A minor release of the node's operating system, such as `v1.7`. */
export type ConfigRelease = `v1.${number}`;

/**
 * Formats of strings. The decoder enforces those in `load/formats.ts`; `validate` checks some of
 * the others.
 */
export type TextFormat =
  | "address" // an IP address
  | "addressOrSubnet"
  | "addressPort" // 10.0.0.1:51820
  | "base64"
  | "byteSize" // 10GiB
  | "cidr" // an IP address with a prefix length; host bits can be set
  | "diskMatch" // >= 1TB
  | "diskSize" // 100 MB, or a number of bytes without an exact short form
  | "duration" // 1h30m
  | "expression" // CEL
  | "fileMode" // 0o644
  | "hardwareAddress" // 00:00:5e:00:53:01
  | "hostPort" // name or address, with a port
  | "manifest" // leading line breaks and tabs are insignificant
  | "pem"
  | "portRange" // 80 or 1000-2000
  | "relativeSize" // 10GiB, 50%, -10GiB
  | "routingTable" // main, or a number from 1 to 252
  | "subnet"
  | "url";

/** A string, optionally with allowed values or a format. */
export interface TextType {
  readonly kind: "text";
  readonly format?: TextFormat;
  /** Allowed values, enforced by the decoder. */
  readonly values?: readonly string[];
  /**
   * Allowed values that nodes do not enforce while decoding; `validate` checks most of them.
   * `explain` and the JSON Schema treat them like `values`.
   */
  readonly checkedValues?: readonly string[];
  /** Value that merging treats as empty: the zero value of the node's own type. */
  readonly zero?: string;
  /** Absent and empty differ: an absent field with `always` is written as null. */
  readonly optional?: true;
  /** First release that accepts a list of strings as well. */
  readonly listSince?: ConfigRelease;
}

/** A boolean. */
export interface BoolType {
  readonly kind: "bool";
  /** Absent and false are equal, so false is not written. */
  readonly absentIsFalse?: true;
}

/** An integer. */
export interface NumberType {
  readonly kind: "number";
  readonly min: number;
  readonly max: number | bigint;
  /** Absent and 0 differ. */
  readonly optional?: true;
}

/** A list of items of one type. */
export interface ListType {
  readonly kind: "list";
  readonly item: FieldType;
}

/** A map with user-defined keys. */
export interface MapType {
  readonly kind: "map";
  readonly value: FieldType;
}

/** An object with fields defined by the schema. */
export interface ObjectType {
  readonly kind: "object";
  /** Unique name, such as `KubeletConfig`. */
  readonly name: string;
  /** One-line description without a full stop. */
  readonly doc: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** An empty object equals an absent one and is not written; otherwise `network: {}` stays. */
  readonly inline?: true;
}

/** A mapping with a foreign schema, such as the kubelet's: any YAML. */
export interface FreeType {
  readonly kind: "free";
}

/** The type of a value. */
export type FieldType =
  | TextType
  | BoolType
  | NumberType
  | ListType
  | MapType
  | ObjectType
  | FreeType;

/**
 * How a patch's value is merged. Default: scalars replace unless empty (`false` replaces), objects
 * and maps merge per field, lists are appended.
 *
 * - `replace`: replaces the whole value, unless the patch omits it.
 * - `by`: merges list items with the same value of the first of these fields that is set, and
 *   appends the others; with `whole`, replaces these items instead.
 */
export type MergeRule =
  | "replace"
  | { readonly by: readonly [string, ...string[]]; readonly whole?: true };

/** An example value. */
export interface Example {
  /** Caption, required among several examples. */
  readonly title?: string;
  readonly value: unknown;
}

/** Metadata of a field. */
export interface Facts {
  /** One-line description without a full stop, not copied from talosctl. */
  readonly doc: string;
  readonly examples?: readonly Example[];
  /** Value that nodes use when the field is absent; of a list, its items. */
  readonly default?: string | number | boolean | readonly string[];
  /** Nodes reject an object without it. */
  readonly required?: true;
  /** Last release in which it is required. */
  readonly requiredUntil?: ConfigRelease;
  /** Written even when empty. */
  readonly always?: true;
  /** An explicit empty list is written; an absent one is not. */
  readonly keepsEmpty?: true;
  /** First release with the field; undefined for the oldest supported one. */
  readonly since?: ConfigRelease;
  /** Last release in which the field has an effect; later nodes may still accept it. */
  readonly until?: ConfigRelease;
  /** Replacement of a deprecated field. */
  readonly instead?: string;
  /** Kind of documents that newer releases have in its place; nodes still accept the field. */
  readonly replacedBy?: { readonly kind: string; readonly since: ConfigRelease };
  readonly merge?: MergeRule;
  /** Workers ignore or reject the field. */
  readonly controlPlaneOnly?: true;
  /** Redacted in output unless explicitly requested. */
  readonly secret?: true;
}

/** A field of an object. */
export interface Field extends Facts {
  readonly type: FieldType;
}

/** Defines a document kind named like its object. */
export function document(
  object: ObjectType,
  facts: Omit<DocumentType, "kind" | "object" | "examples"> & { readonly kind?: string },
  example: Readonly<Record<string, unknown>>,
): DocumentType {
  return { kind: object.name, object, ...facts, examples: [{ value: example }] };
}

/** A document kind of the machine configuration. */
export interface DocumentType {
  /** `v1alpha1` for the main document, which has no `kind` key. */
  readonly kind: string;
  readonly object: ObjectType;
  /** Identified by its name as well, so that several documents of the kind can exist. */
  readonly named?: true;
  /** Nodes reject it on workers. */
  readonly controlPlaneOnly?: true;
  readonly since?: ConfigRelease;
  /** Examples of whole documents. */
  readonly examples?: readonly Example[];
}

/** Defines a string field. */
export function text(facts: Facts & Omit<TextType, "kind">): Field {
  const { format, values, checkedValues, zero, optional, ...rest } = facts;
  return {
    ...rest,
    type: {
      kind: "text",
      ...(format === undefined ? {} : { format }),
      ...(values === undefined ? {} : { values }),
      ...(checkedValues === undefined ? {} : { checkedValues }),
      ...(zero === undefined ? {} : { zero }),
      ...(optional ? { optional } : {}),
    },
  };
}

/** Defines a boolean field. */
export function bool(facts: Facts & Omit<BoolType, "kind">): Field {
  const { absentIsFalse, ...rest } = facts;
  return { ...rest, type: absentIsFalse ? { kind: "bool", absentIsFalse } : BOOL };
}

/** Defines an integer field. */
export function number(facts: Facts & Omit<NumberType, "kind">): Field {
  const { min, max, optional, ...rest } = facts;
  return { ...rest, type: { kind: "number", min, max, ...(optional ? { optional } : {}) } };
}

/** Defines a list field. */
export function list(item: FieldType, facts: Facts): Field {
  return { ...facts, type: { kind: "list", item } };
}

/** Defines a map field. */
export function map(value: FieldType, facts: Facts): Field {
  return { ...facts, type: { kind: "map", value } };
}

/** Defines a field with an object as its value. */
export function one(object: ObjectType, facts: Facts): Field {
  return { ...facts, type: object };
}

/** Defines a field with any YAML mapping as its value. */
export function free(facts: Facts): Field {
  return { ...facts, type: FREE };
}

/** Defines an object type. */
export function object(
  name: string,
  doc: string,
  fields: Readonly<Record<string, Field>>,
  options: Pick<ObjectType, "inline"> = {},
): ObjectType {
  return { kind: "object", name, doc, fields, ...options };
}

/** Types of list items and map values. */
export const TEXT: TextType = { kind: "text" };
/** Values of command arguments: a repeated argument is a list. */
export const ARGUMENT: TextType = { kind: "text", listSince: "v1.13" };
export const BOOL: BoolType = { kind: "bool" };
export const FREE: FreeType = { kind: "free" };

/** Returns the type of list items with a format. */
export function formatted(format: TextFormat): TextType {
  return { kind: "text", format };
}

/** Ranges of the nodes' integer types. */
export const INT = { min: -9223372036854775808, max: 9223372036854775807n } as const;
export const INT32 = { min: -0x8000_0000, max: 0x7fff_ffff } as const;
export const UINT8 = { min: 0, max: 0xff } as const;
export const UINT16 = { min: 0, max: 0xffff } as const;
export const UINT32 = { min: 0, max: 0xffff_ffff } as const;
export const UINT64 = { min: 0, max: 0xffff_ffff_ffff_ffffn } as const;

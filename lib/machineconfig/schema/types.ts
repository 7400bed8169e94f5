/**
 * The words in which the schema of the machine configuration is written: one table of documents,
 * objects and fields, from which parsing, checking, merging, comments, explanations, JSON Schema
 * and redaction are derived. Nothing else lists fields.
 *
 * @module
 */

/** A release of the node's system, by its minor version: `v1.7`. */
export type ConfigRelease = `v1.${number}`;

/**
 * A text with a form of its own. Those that reading insists on are in `load/formats.ts`, others are
 * checked, if at all, by rules of `validate`.
 */
export type TextFormat =
  | "address" // an IP address
  | "addressOrSubnet"
  | "addressPort" // 10.0.0.1:51820
  | "base64"
  | "byteSize" // 10GiB
  | "diskMatch" // >= 1TB
  | "diskSize" // 100 MB, or a number of bytes that has no short form
  | "duration" // 1h30m
  | "expression" // CEL
  | "fileMode" // 0o644
  | "hostPort" // name or address, with a port
  | "manifest" // a text whose leading line breaks and tabs do not count
  | "pem"
  | "portRange" // 80 or 1000-2000
  | "subnet"
  | "url";

/** A text, also one of a few known words, or one with a form of its own. */
export interface TextType {
  readonly kind: "text";
  readonly format?: TextFormat;
  /** The only words allowed. */
  readonly values?: readonly string[];
  /**
   * The words that nodes act on where reading takes any text; others are told, if at all, when the
   * configuration is checked. Readers and editors see them like `values`.
   */
  readonly words?: readonly string[];
  /** The word that counts as empty when merging, as a node's own type has it at zero. */
  readonly zero?: string;
  /** Absent and empty differ: an absent one that is always written is null. */
  readonly optional?: true;
}

/** A truth value. */
export interface BoolType {
  readonly kind: "bool";
  /** Absent and false are the same, so false is not written; otherwise they differ. */
  readonly absentIsFalse?: true;
}

/** A whole number. */
export interface NumberType {
  readonly kind: "number";
  readonly min: number;
  readonly max: number | bigint;
  /** Absent and 0 differ. */
  readonly optional?: true;
}

/** A list of equal items. */
export interface ListType {
  readonly kind: "list";
  readonly item: FieldType;
}

/** Values by names that the user chooses. */
export interface MapType {
  readonly kind: "map";
  readonly value: FieldType;
}

/** An object whose fields the table knows. */
export interface ObjectType {
  readonly kind: "object";
  /** A name for readers: `KubeletConfig`. */
  readonly name: string;
  /** One line, in our own words, on what the object as such is. */
  readonly doc: string;
  readonly fields: Readonly<Record<string, Field>>;
  /**
   * Part of its parent: one without any value is the same as none at all, and is not written.
   * Otherwise an empty object (`network: {}`) stays.
   */
  readonly inline?: true;
}

/** A mapping that belongs to somebody else, such as the kubelet: any YAML. */
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
 * How a patch's value joins an existing one. Without a rule: scalars replace unless they are empty
 * (`false` replaces), objects and maps merge field by field, lists are appended.
 *
 * - `replace`: the whole value is replaced, unless the patch has none.
 * - `by`: items of a list with an equal first one of these fields that is set merge; others are
 *   appended.
 */
export type MergeRule = "replace" | { readonly by: readonly [string, ...string[]] };

/** A value that a reader can copy. */
export interface Example {
  /** What it shows, when there are several. */
  readonly title?: string;
  readonly value: unknown;
}

/** What is known about a field beyond its type. */
export interface Facts {
  /** One line, in our own words, without a full stop. */
  readonly doc: string;
  /** Of a field as it could stand in a configuration, in our own words. */
  readonly examples?: readonly Example[];
  /** What a node assumes when the field is absent, as one would write it; of a list, its items. */
  readonly default?: string | number | boolean | readonly string[];
  /** A node refuses the object without it. */
  readonly required?: true;
  /** Written also when it is empty. */
  readonly always?: true;
  /** An empty list that is there is written; an absent one is not. */
  readonly keepsEmpty?: true;
  /** The first release that knows the field, when it is not the oldest supported. */
  readonly since?: ConfigRelease;
  /** The last release in which it meant something; nodes may still accept it. */
  readonly until?: ConfigRelease;
  /** Deprecated: what to use in its place. */
  readonly instead?: string;
  readonly merge?: MergeRule;
  /** Means something on control planes; workers ignore or even refuse it. */
  readonly controlPlaneOnly?: true;
  /** Never shown on a terminal unasked. */
  readonly secret?: true;
}

/** One field of an object. */
export interface Field extends Facts {
  readonly type: FieldType;
}

/** One kind of document of a machine configuration. */
export interface DocumentType {
  /** `v1alpha1` for the main one, which has no `kind` in its text. */
  readonly kind: string;
  readonly object: ObjectType;
  /** Its name is part of its identity: there can be several of the kind. */
  readonly named?: true;
  readonly since?: ConfigRelease;
  /** A whole document that a reader can copy. */
  readonly examples?: readonly Example[];
}

/** A text. */
export function text(facts: Facts & Omit<TextType, "kind">): Field {
  const { format, values, words, zero, optional, ...rest } = facts;
  return {
    ...rest,
    type: {
      kind: "text",
      ...(format === undefined ? {} : { format }),
      ...(values === undefined ? {} : { values }),
      ...(words === undefined ? {} : { words }),
      ...(zero === undefined ? {} : { zero }),
      ...(optional ? { optional } : {}),
    },
  };
}

/** A truth value. */
export function bool(facts: Facts & Omit<BoolType, "kind">): Field {
  const { absentIsFalse, ...rest } = facts;
  return { ...rest, type: absentIsFalse ? { kind: "bool", absentIsFalse } : BOOL };
}

/** A whole number within limits. */
export function number(facts: Facts & Omit<NumberType, "kind">): Field {
  const { min, max, optional, ...rest } = facts;
  return { ...rest, type: { kind: "number", min, max, ...(optional ? { optional } : {}) } };
}

/** A list. */
export function list(item: FieldType, facts: Facts): Field {
  return { ...facts, type: { kind: "list", item } };
}

/** Values by names. */
export function map(value: FieldType, facts: Facts): Field {
  return { ...facts, type: { kind: "map", value } };
}

/** An object as a field. */
export function one(object: ObjectType, facts: Facts): Field {
  return { ...facts, type: object };
}

/** A mapping with any content. */
export function free(facts: Facts): Field {
  return { ...facts, type: FREE };
}

/** Defines an object. */
export function object(
  name: string,
  doc: string,
  fields: Readonly<Record<string, Field>>,
  options: Pick<ObjectType, "inline"> = {},
): ObjectType {
  return { kind: "object", name, doc, fields, ...options };
}

/** Item and value types without anything to say. */
export const TEXT: TextType = { kind: "text" };
const BOOL: BoolType = { kind: "bool" };
export const FREE: FreeType = { kind: "free" };

/** A text with a form, as an item. */
export function formatted(format: TextFormat): TextType {
  return { kind: "text", format };
}

/** Limits of the numbers that nodes' types have. */
export const INT = { min: -9223372036854775808, max: 9223372036854775807n } as const;
export const UINT8 = { min: 0, max: 0xff } as const;
export const UINT16 = { min: 0, max: 0xffff } as const;
export const UINT32 = { min: 0, max: 0xffff_ffff } as const;
export const UINT64 = { min: 0, max: 0xffff_ffff_ffff_ffffn } as const;

/**
 * Table-driven protobuf encoding of specs: field numbers and encoders by field name. Zero and empty
 * values are encoded, as Talos nodes do.
 *
 * @module
 */
import { parseIp } from "../../pki/mod.ts";
import { Decimal } from "./yaml_text.ts";

/** An encoder of a field, singular or repeated. */
export interface FieldEncoder<T> {
  /** Protobuf wire type: 0 varint, 1 fixed 64-bit, 2 length-delimited. */
  readonly wireType: 0 | 1 | 2;
  /** Encodes a value without tag and length; one item per element of a repeated field. */
  encodeItems(value: T): readonly Uint8Array[];
}

/** An encoder of a singular field. */
export interface SingleFieldEncoder<T> extends FieldEncoder<T> {
  /** Encodes a value without tag and length. */
  encode(value: T): Uint8Array;
}

/** Creates an encoder of a singular field from its wire type. */
export function single<T>(
  wireType: FieldEncoder<T>["wireType"],
  encode: (value: T) => Uint8Array,
): SingleFieldEncoder<T> {
  return { wireType, encode, encodeItems: (value) => [encode(value)] };
}

/** Field numbers and encoders of a message by field name of the spec. */
export type Fields<S> = {
  readonly [Name in keyof S]?: readonly [
    number: number,
    encoder: FieldEncoder<NonNullable<S[Name]>>,
  ];
};

const utf8 = new TextEncoder();

/** Encodes a message. Skips names without field, undefined and null. */
export function encodeFields<S>(fields: Fields<S>, spec: S): Uint8Array {
  const parts: Uint8Array[] = [];
  const names = Object.keys(fields) as (keyof S)[];
  for (const name of names.sort((a, b) => fields[a]![0] - fields[b]![0])) {
    const value = spec[name];
    if (value === undefined || value === null) continue;
    const [number, encoder] = fields[name]!;
    for (const bytes of encoder.encodeItems(value)) {
      parts.push(varint(number * 8 + encoder.wireType));
      if (encoder.wireType === 2) parts.push(varint(bytes.length));
      parts.push(bytes);
    }
  }
  return concat(parts);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push(left % 0x80 + 0x80);
  bytes.push(left);
  return Uint8Array.from(bytes);
}

export const STRING: SingleFieldEncoder<string> = single(2, (value) => utf8.encode(value));

/** Integers from 0 to 2^53. */
export const UINT64: SingleFieldEncoder<number> = single(0, varint);

export const BOOL: SingleFieldEncoder<boolean> = single(0, (value) => varint(value ? 1 : 0));

export const DOUBLE: SingleFieldEncoder<Decimal> = single(1, ({ value }) => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return bytes;
});

/** Bytes given as base64 text. */
export const BASE64_BYTES: SingleFieldEncoder<string> = single(
  2,
  (value) => Uint8Array.fromBase64(value),
);

/** Bytes given as colon-separated hex digits. */
export const HARDWARE_ADDRESS_BYTES: SingleFieldEncoder<string> = single(
  2,
  (value) => Uint8Array.fromHex(value.replaceAll(":", "")),
);

/** `common.NetIP`; empty text for none. */
export const IP: SingleFieldEncoder<string> = single(
  2,
  (value) =>
    value === "" ? new Uint8Array(0) : encodeFields({ ip: [1, ADDRESS] }, {
      ip: value,
    }),
);

/** `common.NetIPPrefix`; empty text for none. */
export const IP_PREFIX: SingleFieldEncoder<string> = single(2, (value) => {
  if (value === "") return new Uint8Array(0);
  const [ip = "", length = ""] = value.split("/");
  return encodeFields({ ip: [1, ADDRESS], length: [2, UINT64] }, { ip, length: Number(length) });
});

const ADDRESS: SingleFieldEncoder<string> = single(
  2,
  (value) => parseIp(value) ?? new Uint8Array(0),
);

/** Enum value by name; 0 for unknown names. */
export function enumeration<T extends string>(
  numbers: Readonly<Record<string, number>>,
): SingleFieldEncoder<T> {
  return single(0, (value) => varint(numbers[value] ?? 0));
}

/** Bitmask given as comma-separated names; the index of a name is its bit. */
export function bitmask(names: readonly string[]): SingleFieldEncoder<string> {
  return single(0, (value) =>
    varint(
      value.split(",").reduce((sum, one) => {
        const bit = names.indexOf(one);
        return bit < 0 ? sum : sum + 2 ** bit;
      }, 0),
    ));
}

/** A repeated field. */
export function repeated<T>(
  { wireType, encode }: SingleFieldEncoder<T>,
): FieldEncoder<readonly T[]> {
  return { wireType, encodeItems: (values) => values.map(encode) };
}

/** An embedded message. */
export function message<S>(fields: Fields<S>): SingleFieldEncoder<S> {
  return single(2, (value) => encodeFields(fields, value));
}

/** A map with string keys and values. */
export const STRING_MAP: FieldEncoder<Readonly<Record<string, string>>> = mapOf(STRING);

/** A plain JSON value. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** `google.protobuf.Value`. */
const VALUE: SingleFieldEncoder<JsonValue> = single(2, (value) => {
  if (value === null) return encodeFields({ null: [1, UINT64] }, { null: 0 });
  if (typeof value === "number") {
    return encodeFields({ number: [2, DOUBLE] }, { number: new Decimal(value) });
  }
  if (typeof value === "string") return encodeFields({ text: [3, STRING] }, { text: value });
  if (typeof value === "boolean") return encodeFields({ flag: [4, BOOL] }, { flag: value });
  if (isJsonList(value)) {
    const list = encodeFields({ values: [1, repeated(VALUE)] }, { values: value });
    return encodeFields({ list: [6, BYTES] }, { list });
  }
  return encodeFields({ struct: [5, STRUCT] }, { struct: value });
});

const BYTES: SingleFieldEncoder<Uint8Array> = single(2, (value) => value);

/** `google.protobuf.Struct`: a plain JSON object. */
export const STRUCT: SingleFieldEncoder<{ readonly [name: string]: JsonValue }> = single(
  2,
  (fields) => encodeFields({ fields: [1, mapOf(VALUE)] }, { fields }),
);

function mapOf<T>(values: SingleFieldEncoder<T>): FieldEncoder<Readonly<Record<string, T>>> {
  const entry = (key: string, value: T) =>
    encodeFields<{ key: string; value: T }>(
      { key: [1, STRING], value: [2, values as FieldEncoder<NonNullable<T>>] },
      { key, value },
    );
  return {
    wireType: 2,
    encodeItems: (map) => Object.keys(map).sort().map((key) => entry(key, map[key]!)),
  };
}

function isJsonList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

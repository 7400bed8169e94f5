/**
 * Specs as protobuf messages, by tables: which field of the spec has which number, and how its value
 * is written. Fields that are there are written even when they are zero or empty, as nodes do.
 *
 * @module
 */
import { parseIp } from "../../pki/mod.ts";
import type { Decimal } from "./yaml_text.ts";

/** How values of one kind are written. */
export interface Form<T> {
  /** The wire type of protobuf: 0 for numbers, 1 for eight bytes, 2 for anything with a length. */
  readonly wire: 0 | 1 | 2;
  /** What is written of a value, without tags and lengths; each item of a list by itself. */
  items(value: T): readonly Uint8Array[];
}

/** How values that are no lists are written. */
export interface SingleForm<T> extends Form<T> {
  /** The bytes of the value, without tag and length. */
  bytes(value: T): Uint8Array;
}

function single<T>(wire: Form<T>["wire"], bytes: (value: T) => Uint8Array): SingleForm<T> {
  return { wire, bytes, items: (value) => [bytes(value)] };
}

/** The fields of a message: number and form, by the name in the spec. */
export type Fields<S> = {
  readonly [Name in keyof S]?: readonly [number: number, form: Form<NonNullable<S[Name]>>];
};

const utf8 = new TextEncoder();

/** The message. Names that have no field are left out, as are undefined and null. */
export function encodeFields<S>(fields: Fields<S>, spec: S): Uint8Array {
  const parts: Uint8Array[] = [];
  const names = Object.keys(fields) as (keyof S)[];
  for (const name of names.sort((a, b) => fields[a]![0] - fields[b]![0])) {
    const value = spec[name];
    if (value === undefined || value === null) continue;
    const [number, form] = fields[name]!;
    for (const bytes of form.items(value)) {
      parts.push(varint(number * 8 + form.wire));
      if (form.wire === 2) parts.push(varint(bytes.length));
      parts.push(bytes);
    }
  }
  return joined(parts);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
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

export const TEXT: SingleForm<string> = single(2, (value) => utf8.encode(value));

/** Whole numbers from 0 to 2^53. */
export const WHOLE: SingleForm<number> = single(0, varint);

export const FLAG: SingleForm<boolean> = single(0, (value) => varint(value ? 1 : 0));

export const DOUBLE: SingleForm<Decimal> = single(1, ({ value }) => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return bytes;
});

/** A text in base64 that stands for bytes. */
export const BASE64: SingleForm<string> = single(2, (value) => Uint8Array.fromBase64(value));

/** Pairs of hex digits with colons between them. */
export const HARDWARE_ADDRESS_BYTES: SingleForm<string> = single(
  2,
  (value) => Uint8Array.fromHex(value.replaceAll(":", "")),
);

/** An IP address; empty for none. */
export const IP: SingleForm<string> = single(
  2,
  (value) =>
    value === "" ? new Uint8Array(0) : encodeFields({ ip: [1, ADDRESS] }, {
      ip: value,
    }),
);

/** An IP address with a prefix length; empty for none. */
export const IP_PREFIX: SingleForm<string> = single(2, (value) => {
  if (value === "") return new Uint8Array(0);
  const [ip = "", length = ""] = value.split("/");
  return encodeFields({ ip: [1, ADDRESS], length: [2, WHOLE] }, { ip, length: Number(length) });
});

const ADDRESS: SingleForm<string> = single(2, (value) => parseIp(value) ?? new Uint8Array(0));

/** One of several words, each of which has a number; 0 for any other. */
export function word<T extends string>(numbers: Readonly<Record<string, number>>): SingleForm<T> {
  return single(0, (value) => varint(numbers[value] ?? 0));
}

/** Words joined by commas, each of which stands for the bit of its place. */
export function bits(words: readonly string[]): SingleForm<string> {
  return single(0, (value) =>
    varint(
      value.split(",").reduce((sum, one) => {
        const bit = words.indexOf(one);
        return bit < 0 ? sum : sum + 2 ** bit;
      }, 0),
    ));
}

/** Any number of values of a form. */
export function list<T>({ wire, bytes }: SingleForm<T>): Form<readonly T[]> {
  return { wire, items: (values) => values.map(bytes) };
}

/** A message of its own. */
export function message<S>(fields: Fields<S>): SingleForm<S> {
  return single(2, (value) => encodeFields(fields, value));
}

/**
 * Values in sops files: `ENC[AES256_GCM,data:…,iv:…,tag:…,type:…]`. The path of a value is its
 * additional data, so that values cannot be exchanged.
 *
 * @module
 */
import { gcm } from "@noble/ciphers/aes.js";
import type { System } from "../platform/system.ts";

/** A value of a document. */
export type SopsValue = string | number | bigint | boolean;

const ENCRYPTED = /^ENC\[AES256_GCM,data:(.+),iv:(.+),tag:(.+),type:(.+)\]/;

/** Bytes of the nonces that sops creates. */
const NONCE_BYTES = 32;

const TAG_BYTES = 16;

/** Bytes of a data key: AES-256. */
export const DATA_KEY_BYTES = 32;

/** Returns the additional data of a value; items of a list have the path of the list. */
export function pathData(path: readonly string[]): string {
  return path.map((key) => `${key}:`).join("");
}

/**
 * Decrypts a value. An empty text is not encrypted. Undefined when the text is not encrypted, was
 * changed, or has another path or type.
 */
export function decryptValue(
  text: string,
  key: Uint8Array,
  additional: string,
): SopsValue | undefined {
  if (text === "") return "";
  const parts = ENCRYPTED.exec(text);
  if (parts === null) return undefined;
  const [data, iv, tag] = parts.slice(1, 4).map(decodeBase64);
  if (data === undefined || iv === undefined || tag?.length !== TAG_BYTES) return undefined;
  try {
    // The runtime's AES-GCM accepts nonces of 12 and 16 bytes only.
    const opened = gcm(key, iv, new TextEncoder().encode(additional))
      .decrypt(new Uint8Array([...data, ...tag]));
    return toValue(new TextDecoder("utf-8", { fatal: true }).decode(opened), parts[4]!);
  } catch (error) {
    // Thrown for another tag, a short nonce and invalid UTF-8.
    if (!(error instanceof Error)) throw error;
    return undefined;
  }
}

/** Encrypts a value; an empty text stays empty. */
export function encryptValue(
  value: SopsValue,
  key: Uint8Array,
  additional: string,
  { random }: Pick<System, "random">,
): string {
  if (value === "") return "";
  const iv = random.bytes(NONCE_BYTES);
  const sealed = gcm(key, iv, new TextEncoder().encode(additional)).encrypt(toBytes(value));
  const data = sealed.subarray(0, -TAG_BYTES).toBase64();
  const tag = sealed.subarray(-TAG_BYTES).toBase64();
  return `ENC[AES256_GCM,data:${data},iv:${iv.toBase64()},tag:${tag},type:${typeOf(value)}]`;
}

/** Returns the bytes of a value that are encrypted and hashed. */
export function toBytes(value: SopsValue): Uint8Array<ArrayBuffer> {
  const text = typeof value === "boolean" ? (value ? "True" : "False") : formatNumber(value);
  return new TextEncoder().encode(text);
}

/** Formats a number without an exponent, as `FormatFloat(…, 'f', -1, 64)` of Go. */
function formatNumber(value: string | number | bigint): string {
  if (typeof value !== "number") return String(value);
  if (Number.isInteger(value)) return Object.is(value, -0) ? "-0" : BigInt(value).toString();
  const [digits, exponent] = String(value).split("e-");
  if (exponent === undefined) return digits!;
  const [, sign, whole, rest = ""] = /^(-?)(\d)(?:\.(\d+))?$/.exec(digits!)!;
  return `${sign}0.${"0".repeat(Number(exponent) - 1)}${whole}${rest}`;
}

function typeOf(value: SopsValue): string {
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  return typeof value === "bigint" || Number.isSafeInteger(value) ? "int" : "float";
}

function toValue(text: string, type: string): SopsValue | undefined {
  switch (type) {
    case "str":
    case "bytes":
      return text;
    case "int":
      return /^-?\d+$/.test(text) ? BigInt(text) : undefined;
    case "float":
      return Number.isNaN(Number(text)) ? undefined : Number(text);
    case "bool":
      return /^(true|false)$/i.test(text) ? text.toLowerCase() === "true" : undefined;
  }
  return undefined;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.fromBase64(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

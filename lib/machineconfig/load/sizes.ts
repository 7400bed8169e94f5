/**
 * Parses and formats sizes in bytes (`100MB`, `1.5 GiB`) as Go's go-humanize does.
 *
 * @module
 */
import { formatSize } from "../../output/size.ts";

const POWERS = ["", "k", "m", "g", "t", "p", "e"];
const LIMIT = 2 ** 64;

/** Parses a size; undefined when `text` is not a size below 16 EiB. */
export function parseSize(text: string): bigint | undefined {
  const match = /^([\d.,]+)\s*([A-Za-z]*)$/.exec(text.trimEnd());
  if (match === null) return undefined;
  const number = match[1]!.replaceAll(",", "");
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(number)) return undefined;
  const unit = match[2]!.toLowerCase();
  const binary = /^([kmgtpe])i(b?)$/.exec(unit);
  const decimal = /^([kmgtpe]?)b?$/.exec(unit);
  const letter = binary?.[1] ?? decimal?.[1];
  if (letter === undefined) return undefined;
  const bytes = Number(number) * (binary === null ? 1000 : 1024) ** POWERS.indexOf(letter);
  return bytes >= LIMIT ? undefined : BigInt(Math.trunc(bytes));
}

/** Reports whether `text` is a size or a percentage, either of which can be negative. */
export function isRelativeSize(text: string): boolean {
  const absolute = text.replace(/^-/, "");
  const percent = /^(\d+(?:\.\d*)?|\.\d+)%$/.exec(absolute);
  if (percent !== null) return Number(percent[1]) <= 100;
  return parseSize(absolute) !== undefined;
}

/** Formats a size as `100 MB` where that is exact, else as bytes. */
export function writeDiskSize(bytes: bigint): string | number | bigint {
  if (bytes % 1000n === 0n) {
    const short = formatSize(bytes);
    if (parseSize(short) === bytes) return short;
  }
  const small = Number(bytes);
  return Number.isSafeInteger(small) ? small : bytes;
}

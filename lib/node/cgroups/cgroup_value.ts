/**
 * Values of cgroup v2 files.
 *
 * @module
 */
import { formatDuration } from "../../output/duration.ts";

/** A number with its decimals, `max`, or undefined for a missing value. */
export type CgroupValue =
  | { readonly digits: bigint; readonly decimals: number }
  | "max"
  | undefined;

/** Parses a value; undefined for any text that is none. */
export function parseValue(text: string): CgroupValue {
  if (text === "max") return "max";
  const match = /^(-?\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, whole = "", fraction = ""] = match;
  return { digits: BigInt(whole + fraction), decimals: fraction.length };
}

/** Formats a value; a missing one is `unset`. */
export function formatValue(value: CgroupValue): string {
  if (value === undefined) return "unset";
  if (value === "max") return "max";
  const { digits, decimals } = value;
  if (decimals === 0) return String(digits);
  const text = String(digits).padStart(decimals + 1, "0");
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];

/** Formats bytes in binary units, with one decimal below 10. */
export function formatBytes(value: CgroupValue): string {
  if (value === undefined || value === "max" || value.decimals > 0) return formatValue(value);
  const bytes = Number(value.digits);
  if (bytes < 10) return `${bytes} B`;
  const exponent = Math.floor(Math.log2(bytes) / 10);
  const scaled = Math.floor(bytes / 1024 ** exponent * 10 + 0.5) / 10;
  return `${scaled < 10 ? scaled.toFixed(1) : roundToEven(scaled)} ${UNITS[exponent]}`;
}

/** Rounds halves to even, as Go formats floats. */
function roundToEven(value: number): number {
  const whole = Math.floor(value);
  return value - whole === 0.5 ? whole + whole % 2 : Math.round(value);
}

/** Formats microseconds as a duration. */
export function formatMicroseconds(value: CgroupValue): string {
  if (value === undefined || value === "max") return formatValue(value);
  return formatDuration(Number(value.digits) / 1000);
}

/** Formats `part` in percent of `whole`. */
export function formatPercent(part: CgroupValue, whole: CgroupValue): string {
  if (part === undefined || whole === undefined) return "unset";
  if (whole === "max") return part === "max" ? "100.00" : "0.00";
  if (part === "max" || whole.digits === 0n) return "max";
  const ratio = toNumber(part) / toNumber(whole);
  return (Math.round(ratio * 10_000) / 100).toFixed(2);
}

function toNumber({ digits, decimals }: Exclude<CgroupValue, string | undefined>): number {
  return Number(digits) / 10 ** decimals;
}

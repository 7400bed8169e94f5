/**
 * Parses strings with a format that nodes require, to the form that nodes write. Other formats are
 * checked by `validate`.
 *
 * @module
 */
import { didYouMean } from "../../output/nearest.ts";
import { formatDuration, parseDuration } from "../../output/duration.ts";
import { decodeBase64 } from "../../yaml/base64.ts";
import type { Value } from "../data.ts";
import { quoted } from "../problem.ts";
import type { TextFormat, TextType } from "../schema/types.ts";
import { parseAddress, parseAddressPort, parseSubnet } from "./addresses.ts";
import { parseGoUrl, shownUrl } from "./go_url.ts";
import { isRelativeSize, parseSize, writeDiskSize } from "./sizes.ts";

/** A parsed string, or why it is invalid. */
export type Reading =
  | { readonly value: Value }
  | { readonly message: string; readonly hint?: string };

type Reader = (text: string) => Reading;

const READERS: Partial<Record<TextFormat, Reader>> = {
  address: (text) =>
    read(
      text,
      text === "" ? "" : parseAddress(text)?.text,
      "is not a valid IP address",
      "use an address such as 192.0.2.1",
    ),
  addressPort: (text) =>
    read(
      text,
      parseAddressPort(text),
      "is not a valid address with a port",
      "use an address such as 192.0.2.1:51820",
    ),
  base64: (text) =>
    decodeBase64(text) === undefined
      ? { message: "invalid base64", hint: "encode the PEM text as base64 on one line" }
      : { value: text.replaceAll(/[\r\n]+/g, "") },
  byteSize: (text) =>
    read(
      text,
      parseSize(text) === undefined ? undefined : text,
      "is not a valid size",
      "use a size such as 10GiB or 500MB",
    ),
  cidr: (text) =>
    read(
      text,
      text === "" ? "" : parseSubnet(text)?.text,
      "is not a valid address with a prefix length",
      "use an address such as 192.0.2.11/24",
    ),
  diskMatch: (text) => {
    const condition = text.trim();
    const size = parseSize(condition.replace(/^(?:>=|<=|>|<|==)?\s*/, ""));
    return read(
      text,
      size === undefined ? undefined : condition,
      "is not a valid size condition",
      'use a condition such as ">= 1TB"',
    );
  },
  diskSize: (text) => {
    const bytes = parseSize(text);
    return read(
      text,
      bytes === undefined ? undefined : writeDiskSize(bytes),
      "is not a valid size",
      "use a size such as 100GB or 4GiB",
    );
  },
  duration: (text) => {
    try {
      return { value: formatDuration(parseDuration(text)) };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return invalid(text, "is not a valid duration", "use a duration such as 30s, 5m or 1h30m");
    }
  },
  hardwareAddress: (text) =>
    read(
      text,
      formatHardwareAddress(text),
      "is not a valid hardware address",
      "use hexadecimal digits such as 00:00:5e:00:53:01",
    ),
  manifest: (text) => ({ value: text.replace(/^[\t\n\v\f\r]+/, "") }),
  relativeSize: (text) =>
    read(
      text,
      isRelativeSize(text) ? text : undefined,
      "is not a valid size",
      "use a size such as 10GiB, 50% or -10GiB",
    ),
  routingTable: (text) =>
    read(
      text,
      readRoutingTable(text),
      "is not a routing table",
      `use ${NAMED_TABLES.slice(1).join(", ")} or a number from 1 to 252`,
    ),
  subnet: (text) =>
    read(
      text,
      text === "" ? "" : parseSubnet(text)?.text,
      "is not a valid subnet",
      "use a subnet such as 192.0.2.0/24",
    ),
  url: (text) => {
    const url = parseGoUrl(text);
    return typeof url === "string"
      ? {
        message: `${shownUrl(text)} is not a valid URL: ${url}`,
        hint: "use a URL such as https://example.org:6443",
      }
      : { value: url.text };
  },
};

/** Names of routing tables; the first one is the empty value. */
const NAMED_TABLES = ["unspec", "main", "local", "default"];

function readRoutingTable(text: string): string | undefined {
  const name = text.toLowerCase();
  if (NAMED_TABLES.includes(name)) return name;
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) < 253 ? text : undefined;
}

/** Formats `00005E005301` as `00:00:5e:00:53:01`. */
function formatHardwareAddress(text: string): string | undefined {
  const digits = text.replaceAll(":", "").toLowerCase();
  if (!/^(?:[0-9a-f]{2})*$/.test(digits)) return undefined;
  return digits.match(/../g)?.join(":") ?? "";
}

/** Parses a string of a type. */
export function readText(text: string, type: TextType): Reading {
  if (type.values !== undefined) return readChoice(text, type.values);
  const reader = type.format && READERS[type.format];
  return reader === undefined ? { value: text } : reader(text);
}

function readChoice(text: string, values: readonly string[]): Reading {
  const found = values.find((value) => value.toLowerCase() === text.toLowerCase());
  if (found !== undefined) return { value: found };
  return invalid(text, `is not one of ${values.join(", ")}`, didYouMean(text, values));
}

/** Parses a port range, such as `80-90`. */
export function readPortRange(text: string): Value | undefined {
  const match = /^(\d+)-(\d+)$/.exec(text);
  const [low, high] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || low > 0xffff || high > 0xffff) return undefined;
  return low === high ? low : `${low}-${high}`;
}

function read(text: string, value: Value | undefined, problem: string, hint: string): Reading {
  return value === undefined ? invalid(text, problem, hint) : { value };
}

function invalid(text: string, problem: string, hint?: string): Reading {
  return { message: `${quoted(text)} ${problem}`, ...(hint === undefined ? {} : { hint }) };
}

/**
 * Redaction of machine configurations in texts of nodes. Nodes put the difference of two
 * configurations, unknown fields and invalid values into the messages of their errors and, as their
 * calls are logged, into their logs.
 *
 * @module
 */
import { REDACTED } from "./redacted.ts";
import { redactFlowFields, redactSecretLine } from "./secret_fields.ts";

/** The start of a difference, on a line of its own or with its first line, or all of it on one line. */
const DIFF = /(^|immediate mode )(?:config )?diff:.*$/i;
/** The first line of a difference without a title. */
const DIFF_HEADER = /^--- \S+$/;
/**
 * Lines of a difference, with the empty lines around it. Nodes before v1.8 write Go values, at times
 * with no-break spaces.
 */
const DIFF_LINE = /^(?:[ \u00a0+\\-].*|@@.*|)$/;
/** The line before the YAML of the fields that a node does not know (decoder of Talos Linux). */
const UNKNOWN_FIELDS = /unknown keys found during decoding:\s*$/;
/** Lines that end a block: the next line of a log, and the facts that a log adds to a message. */
const LOG_LINE = /^(?:(?:[\w.-]+ )?\d{4}[/-]\d\d[/-]\d\d|\[|\{| \()/;

/** Facility, priority and time of a line of the kernel log, which are not part of a message. */
const KERNEL_PREFIX = /^\w+: +\w+: \[[^\]]*\]: (?:\[\w+\] )?/;

/** A value that the YAML decoder of Go quotes. */
const INVALID_VALUE = /(cannot unmarshal !!\w+ )`[^`]*`/g;
/** Credentials in a URL. */
const CREDENTIALS = /(\w:\/\/)[^/\s@"']+@/g;
/** PEM blocks in base64, as in configurations. */
const PEM_BASE64 = /LS0tLS1CRUdJTi[\w+/=]*/g;
/** Credentials of an `Authorization` header, and JSON Web Tokens (RFC 7519). */
const AUTHORIZATION = /(\bauthorization["']?\s*[:=]\s*["'[]*(?:Bearer|Basic)\s+)[^\s"',\]]+/gi;
const TOKEN = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g;
/** Identities of age, also damaged ones. */
const AGE_KEY = /AGE[-_ ]?SECRET[-_ ]?KEY[^\s"'`,;)]{0,10000}/gi;
/** Private keys in PEM, on one line or the first of several. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----.*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/g;
const KEY_END = /^.*-----END [A-Z0-9 ]*PRIVATE KEY-----/;
/** Redacts the lines of a text in order. */
export class NodeTextRedactor {
  #block: "diff" | "fields" | "key" | undefined;
  /** Indentation of the latest line that begins a secret field. */
  #column: number | undefined;

  /** Returns the redacted line; undefined for a line of a difference. */
  redact(line: string): string | undefined {
    const prefix = KERNEL_PREFIX.exec(line)?.[0] ?? "";
    const redacted = this.#redact(line.slice(prefix.length));
    return redacted === undefined ? undefined : prefix + redacted;
  }

  #redact(line: string): string | undefined {
    if (this.#block === "key") {
      if (!KEY_END.test(line)) return undefined;
      this.#block = undefined;
      return redactValues(line.replace(KEY_END, ""));
    }
    const isLogLine = LOG_LINE.test(line);
    if (this.#block === "diff" && !isLogLine && DIFF_LINE.test(line)) return undefined;
    if (this.#block === "fields" && !isLogLine && line !== "") return redactField(line);
    this.#block = undefined;
    const start = /^[\s+-]*/.exec(line)![0].length;
    const isInValue = this.#column !== undefined && start > this.#column;
    if (isInValue && !isLogLine) return start === line.length ? line : redactItem(line, start);
    const secret = redactSecretLine(line);
    this.#column = secret?.indentation;
    if (secret !== undefined) return secret.text;
    if (DIFF.test(line) || DIFF_HEADER.test(line)) {
      this.#block = "diff";
      return line.replace(DIFF, "$1(diff redacted)").replace(DIFF_HEADER, "(diff redacted)");
    }
    if (UNKNOWN_FIELDS.test(line)) this.#block = "fields";
    const lastKey = line.match(PRIVATE_KEY)?.at(-1);
    if (lastKey !== undefined && !KEY_END.test(lastKey)) this.#block = "key";
    return redactValues(line);
  }
}

function redactValues(line: string): string {
  return redactPatterns(redactFlowFields(line));
}

/** Replaces the secrets of a line that their form shows. */
export function redactPatterns(line: string): string {
  return line.replace(INVALID_VALUE, `$1\`${REDACTED}\``)
    .replace(CREDENTIALS, `$1${REDACTED}@`)
    .replace(PRIVATE_KEY, REDACTED)
    .replace(PEM_BASE64, REDACTED)
    .replace(AUTHORIZATION, `$1${REDACTED}`)
    .replace(AGE_KEY, REDACTED)
    .replace(TOKEN, REDACTED);
}

function redactItem(line: string, start: number): string {
  return line.slice(0, start) + REDACTED;
}

/** Replaces the value of a field or an item, and what continues one. */
function redactField(line: string): string {
  const [, key = "", value = ""] = /^([\s-]*(?:[\w./-]+:(?=\s|$))?)(.*)$/s.exec(line) ?? [];
  const text = value.trim();
  return text === "" || /^[{[][\]}]$/.test(text)
    ? line
    : `${key}${key.endsWith(":") ? " " : ""}${REDACTED}`;
}

/**
 * Returns a text of a node for errors, logs and traces, without the machine configuration in it:
 * differences are omitted, values are replaced by `******`.
 */
export function redactNodeText(text: string): string {
  const redactor = new NodeTextRedactor();
  return text.split("\n").flatMap((line) => redactor.redact(line) ?? []).join("\n");
}

/** Longest quotation of a peer in an error, UTF-16 units. */
const MAX_QUOTED = 1024;

/** Returns a text of a node for an error: redacted, and of limited length. */
export function quoteNodeText(text: string): string {
  // A secret at the cut is redacted before.
  const redacted = redactNodeText(text.slice(0, 64 * MAX_QUOTED));
  const left = text.length - text.slice(0, 64 * MAX_QUOTED).length;
  const more = Math.max(0, redacted.length - MAX_QUOTED) + left;
  return more === 0 ? redacted : `${redacted.slice(0, MAX_QUOTED)}… (${more} more characters)`;
}

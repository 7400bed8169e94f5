/**
 * Output of `config info`.
 *
 * @module
 */
import type { Release } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import { toTimestamp } from "../output/go_time.ts";
import type { Tint } from "../output/rows.ts";
import type { FormatTime } from "../output/time_style.ts";
import { formatRelativeTime } from "../output/relative_time.ts";
import { escapeControls } from "../output/text.ts";
import { writeYaml } from "../yaml/write.ts";
import { certificateState, clientCertificate } from "./credentials.ts";
import type { NamedContext } from "./select.ts";
import { ABSENT } from "./types.ts";

/** Facts of a context; missing ones are empty. */
export interface ContextInfo {
  readonly context: string;
  readonly nodes: readonly string[];
  readonly endpoints: readonly string[];
  /** Organizations of the client certificate, sorted. */
  readonly roles: readonly string[];
  /** End of the certificate's validity, relative: `11 months from now`. */
  readonly certTTL: string;
  /** The same as a date in UTC: `2030-01-31`. */
  readonly certNotAfter: string;
}

/**
 * Gathers the facts.
 *
 * @param now Milliseconds since the epoch.
 * @param times Formats the end of the certificate as the user chose.
 * @throws {OsctlError} of kind `input` for a certificate that cannot be read.
 */
export function contextInfo(
  context: NamedContext,
  now: number,
  times?: FormatTime,
): ContextInfo {
  const { name, record: { nodes, endpoints } } = context;
  const certificate = clientCertificate(context);
  const organizations = certificate?.organizations ?? [];
  const roles = [...new Set(organizations.map((role) => role.trim()))]
    .filter((role) => role !== "").sort();
  return {
    context: name,
    nodes,
    endpoints,
    roles: roles.length === 0 ? ABSENT : roles,
    certTTL: certificate === undefined ? "" : formatRelativeTime(certificate.notAfter, now),
    certNotAfter: certificate === undefined
      ? ""
      : times?.(toTimestamp(certificate.notAfter), { isExact: true }) ??
        new Date(certificate.notAfter).toISOString().slice(0, 10),
  };
}

/** Colours of the expiry by the state of the certificate. */
const STATE_TINTS = { valid: "green", expiring: "yellow", expired: "red" } as const;

/** Returns the colour of a context's certificate expiry; undefined without a certificate. */
export function expiryTint(context: NamedContext, now: number): Tint | undefined {
  const certificate = clientCertificate(context);
  return certificate && STATE_TINTS[certificateState(certificate, now)];
}

/** The layouts of `config info`. */
export type InfoFormat = "text" | "json" | "yaml";

/**
 * Prints the facts as text, JSON or YAML, with a line break at the end.
 *
 * @param paint Colours the expiry of the certificate in text.
 * @throws {OsctlError} of kind `input` for the text of v1.4, which needs a certificate.
 */
export function renderInfo(
  info: ContextInfo,
  format: InfoFormat,
  release: Release,
  paint: (text: string) => string = (text) => text,
): string {
  if (format === "json") {
    const orNull = (list: readonly string[]) => (list === ABSENT ? null : list);
    const { nodes, endpoints, roles } = info;
    const record = {
      ...info,
      nodes: orNull(nodes),
      endpoints: orNull(endpoints),
      roles: orNull(roles),
    };
    return `${JSON.stringify(record, null, 2)}\n`;
  }
  if (format === "yaml") return writeYaml({ ...info });
  return release === "v1.4" ? fullText(info, paint) : shortText(info, paint);
}

/** Column of the values. */
const COLUMN = 21;

function line(label: string, value: string): string {
  return `${`${label}:`.padEnd(COLUMN)}${escapeControls(value)}\n`;
}

function listed(values: readonly string[]): string {
  return values.length === 0 ? "not defined" : values.join(", ");
}

function shortText(info: ContextInfo, paint: (text: string) => string): string {
  const { roles, certTTL } = info;
  return heading(info) +
    (roles.length === 0 ? "" : line("Roles", roles.join(", "))) +
    (certTTL === "" ? "" : expiry(info, paint));
}

function fullText(info: ContextInfo, paint: (text: string) => string): string {
  if (info.certTTL === "") {
    throw new OsctlError("input", `context "${info.context}" has no client certificate`, {
      hint: "OSCTL_INTERFACE=v1.8 shows contexts without one",
    });
  }
  return heading(info) + line("Roles", listed(info.roles)) + expiry(info, paint);
}

function heading({ context, nodes, endpoints }: ContextInfo): string {
  return line("Current context", context) + line("Nodes", listed(nodes)) +
    line("Endpoints", listed(endpoints));
}

function expiry(
  { certTTL, certNotAfter }: ContextInfo,
  paint: (text: string) => string,
): string {
  const expires = `${certTTL} (${certNotAfter})`;
  // Only the value is coloured: the control characters of a line are escaped.
  return line("Certificate expires", expires).replace(expires, paint);
}

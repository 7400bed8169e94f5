/**
 * Decodes and validates the certificates and the key of a context before their use.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { type Certificate, readCertificate } from "../pki/certificate.ts";
import { decodePem } from "../pki/pem.ts";
import { decodeBase64 } from "./base64.ts";
import type { NamedContext } from "./select.ts";
import { formatRelativeTime } from "../output/relative_time.ts";
import { shellQuoted } from "../output/shell_quoted.ts";

/** Facts of the client certificate. */
export type CertificateFacts = Pick<
  Certificate,
  "notBefore" | "notAfter" | "organizations"
>;

/** PEM texts of a context; absent fields are undefined. */
export interface Credentials {
  readonly ca?: string;
  readonly crt?: string;
  readonly key?: string;
  /** Facts of the client certificate. */
  readonly facts?: CertificateFacts;
}

type Field = "ca" | "crt" | "key";

/** Remaining part of the lifetime that causes a warning. */
const SOON = 1 / 5;

/** Longest remaining validity that causes a warning, milliseconds. */
const MAX_SOON_MS = 30 * 24 * 3600 * 1000;

/** State of a certificate by its remaining lifetime. */
export type CertificateState = "valid" | "expiring" | "expired";

/** Returns the state of a certificate; it is expiring when a warning is due. */
export function certificateState(
  { notBefore, notAfter }: Pick<CertificateFacts, "notBefore" | "notAfter">,
  now: number,
): CertificateState {
  const left = notAfter - now;
  if (left < 0) return "expired";
  return left < Math.min((notAfter - notBefore) * SOON, MAX_SOON_MS) ? "expiring" : "valid";
}

/**
 * Decodes the credentials of a context.
 *
 * @throws {OsctlError} of kind `input` that names the context and the field, never its content.
 */
export function credentialsOf(context: NamedContext): Credentials {
  const [ca, crt, key] = [textOf(context, "ca"), textOf(context, "crt"), textOf(context, "key")];
  if ((crt === undefined) !== (key === undefined)) {
    const [present, missing] = crt === undefined ? ["key", "crt"] : ["crt", "key"];
    throw new OsctlError(
      "input",
      `context "${context.name}" has "${present}" but no "${missing}"`,
      {
        hint: hintFor(context, "crt"),
      },
    );
  }
  if (ca !== undefined) withFieldHint(context, "ca", (source) => readCertificate(ca, source));
  if (key !== undefined) withFieldHint(context, "key", (source) => checkKey(key, source));
  const facts = clientCertificate(context);
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(crt === undefined ? {} : { crt }),
    ...(key === undefined ? {} : { key }),
    ...(facts === undefined ? {} : { facts }),
  };
}

/**
 * The client certificate of a context, or undefined when it has none.
 *
 * @throws {OsctlError} of kind `input` that names the context and the field.
 */
export function clientCertificate(context: NamedContext): CertificateFacts | undefined {
  const crt = textOf(context, "crt");
  if (crt === undefined) return undefined;
  return withFieldHint(context, "crt", (source) => readCertificate(crt, source));
}

function textOf(context: NamedContext, field: Field): string | undefined {
  const encoded = context.record[field];
  if (encoded === undefined) return undefined;
  return withFieldHint(context, field, (source) => {
    const bytes = decodeBase64(encoded);
    if (bytes === undefined) throw new OsctlError("input", `${source} is not base64`);
    return new TextDecoder().decode(bytes);
  });
}

function checkKey(pem: string, source: string): void {
  const { label } = decodePem(pem, source);
  if (label.endsWith("PRIVATE KEY")) return;
  throw new OsctlError("input", `${source} contains "${label}", expected a private key`);
}

/** Runs a check with the field's name, and adds a hint to repair the context. */
function withFieldHint<T>(context: NamedContext, field: Field, check: (source: string) => T): T {
  const what = { ca: "CA", crt: "client certificate", key: "client key" }[field];
  try {
    return check(`the ${what} of context "${context.name}" (field "${field}")`);
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    throw new OsctlError(error.kind, error.message, {
      hint: hintFor(context, field),
      cause: error,
    });
  }
}

function hintFor({ name }: NamedContext, field: Field): string {
  return field === "ca"
    ? "merge or generate the client configuration again"
    : `add the context again with "osctl config add ${
      shellQuoted(name)
    } --ca <file> --crt <file> --key <file>"`;
}

/**
 * Returns the error for a client certificate that has expired at `now`, or undefined. Nodes check
 * the start of its validity because their clocks may be ahead.
 *
 * @param now Milliseconds since the epoch.
 * @param flag The value of `--osconfig`, which the commands to renew it need too.
 */
export function expiryError(
  context: NamedContext,
  facts: CertificateFacts,
  now: number,
  flag: string,
): OsctlError | undefined {
  if (now <= facts.notAfter) return undefined;
  const renew = renewal("<context with a valid certificate>", context, facts, flag);
  return new OsctlError(
    "input",
    `the client certificate of context "${context.name}" ${expiredText(facts, now)}`,
    {
      hint: `generate one with "${renew}", or from the secrets bundle with "osctl gen config ` +
        '--with-secrets secrets.yaml -t osconfig <cluster name> <cluster endpoint>"; then ' +
        `merge it with "${mergeCommand(flag)}"`,
    },
  );
}

/**
 * Returns a warning for a client certificate that expires within a fifth of its lifetime, at most
 * 30 days, after `now`; undefined otherwise.
 *
 * @param now Milliseconds since the epoch.
 * @param flag The value of `--osconfig`, which the commands to renew it need too.
 */
export function expiryWarning(
  context: NamedContext,
  facts: CertificateFacts,
  now: number,
  flag: string,
): string | undefined {
  if (certificateState(facts, now) !== "expiring") return undefined;
  const left = facts.notAfter - now;
  const hours = Math.floor(left / 3_600_000);
  const time = hours >= 48
    ? `in ${Math.floor(hours / 24)} days`
    : hours >= 1
    ? `in ${hours} h`
    : `in ${Math.floor(left / 60_000)} min`;
  const by = isAdmin(facts) ? shellQuoted(context.name) : "<an admin's>";
  return `the client certificate of context "${context.name}" expires ${time}, on ` +
    `${day(facts.notAfter)}; renew it with "${renewal(by, context, facts, flag)}" and ` +
    `"${mergeCommand(flag)}"`;
}

/** Shortest lifetime of renewed credentials, milliseconds. */
const SHORTEST_MS = 3600_000;

/** Returns `expired 53 seconds ago`, and from two days on `expired on 2026-01-08`. */
export function expiredText({ notAfter }: Pick<CertificateFacts, "notAfter">, now: number): string {
  return now - notAfter < 2 * 24 * 3600_000
    ? `expired ${formatRelativeTime(notAfter, now)}`
    : `expired on ${day(notAfter)}`;
}

/** Returns the command that creates credentials with the same roles and lifetime. */
function renewal(
  by: string,
  { record: { endpoints } }: NamedContext,
  facts: CertificateFacts,
  flag: string,
): string {
  const [endpoint = ""] = endpoints;
  const { v6, name } = /^(?:\[(?<v6>.+)\]|(?<name>[^:/]+))(?::\d+)?$/.exec(endpoint)?.groups ?? {};
  const node = v6 ?? name ?? (/^[0-9a-f:.]+$/i.test(endpoint) ? endpoint : undefined);
  // `config new` creates an admin's credentials by default.
  const roles = isAdmin(facts) ? "" : ` --roles ${shellQuoted(facts.organizations.join(","))}`;
  const target = node === undefined ? "<control plane>" : shellQuoted(node);
  // A shorter lifetime was for one use; the next one may take longer.
  const lifetime = Math.max(facts.notAfter - facts.notBefore, SHORTEST_MS);
  const ttl = ` --crt-ttl ${formatLifetime(lifetime)}`;
  return `osctl${option(flag)} --context ${by} -n ${target} config new${ttl}${roles}`;
}

function mergeCommand(flag: string): string {
  return `osctl${option(flag)} config merge --replace osconfig`;
}

function option(flag: string): string {
  return flag === "" ? "" : ` --osconfig ${shellQuoted(flag)}`;
}

/** Formats a lifetime as a Go duration of hours, or of minutes. */
function formatLifetime(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
}

/** Reports whether the certificate can request others; nodes decide without roles. */
function isAdmin({ organizations }: CertificateFacts): boolean {
  return organizations.includes("os:admin") ||
    !organizations.some((role) => role.startsWith("os:"));
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/**
 * The endpoint of a cluster: the URL of its Kubernetes API.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { REDACTED } from "../../pki/secrets_bundle.ts";
import { type GoUrl, parseGoUrl } from "../load/go_url.ts";

/** The port an API server listens on unless told otherwise. */
const API_SERVER_PORT = 6443;

/** A checked endpoint. */
export interface Endpoint {
  /** As it goes into a configuration. */
  readonly text: string;
  /** Without port and brackets. */
  readonly hostname: string;
}

/**
 * Checks the endpoint of a cluster.
 *
 * @throws {OsctlError} of kind `usage`, if possible with the URL that was probably meant.
 */
export function parseEndpoint(text: string): Endpoint {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(text)?.[1];
  const rest = text.replace(/^(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\//, "");
  if (scheme === undefined) {
    const both = portOf(rest) === undefined ? "no scheme and no port" : "no scheme";
    throw refused(text, `has ${both}`, corrected(rest));
  }
  if (scheme.toLowerCase() !== "https") {
    throw refused(text, `has the scheme "${scheme}" and needs https`, corrected(rest));
  }
  const host = /^[^/?#]*/.exec(rest)![0].replace(/^.*@/, "");
  if (!host.startsWith("[") && (host.match(/:/g)?.length ?? 0) > 1) {
    throw refused(text, "has an IPv6 address without brackets", corrected(rest));
  }
  const url = parseGoUrl(text);
  if (typeof url === "string") throw refused(text, `is no URL: ${url}`);
  checkHost(text, url);
  return { text: url.text, hostname: url.hostname };
}

function checkHost(text: string, { hostname, port }: GoUrl): void {
  if (hostname === "") throw refused(text, "has no host");
  if (port === "") return;
  const number = Number(port);
  if (number < 1 || number > 65535) {
    throw refused(text, `has the port ${port}, and ports are between 1 and 65535`);
  }
}

function refused(text: string, complaint: string, suggestion?: string): OsctlError {
  return new OsctlError("usage", `the cluster endpoint "${withoutLogin(text)}" ${complaint}`, {
    hint: suggestion === undefined
      ? "give a URL like https://192.0.2.10:6443"
      : `try "${withoutLogin(suggestion)}"`,
  });
}

/** The URL as it may be shown: it may tell how to log in. */
function withoutLogin(text: string): string {
  return text.replace(/^((?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\/)?[^/?#]*@/, `$1${REDACTED}@`);
}

/** The URL that is meant by what follows the scheme, if it can be told. */
function corrected(rest: string): string | undefined {
  const [, authority = "", path = ""] = /^([^/?#]*)(.*)$/s.exec(rest) ?? [];
  const at = authority.lastIndexOf("@") + 1;
  const [user, given] = [authority.slice(0, at), authority.slice(at)];
  const bare = !given.startsWith("[") && (given.match(/:/g)?.length ?? 0) > 1;
  const host = bare ? `[${given}]` : given;
  const port = portOf(host) === undefined ? `:${API_SERVER_PORT}` : "";
  const url = `https://${user}${host.replace(/:$/, "")}${port}${path}`;
  const parsed = parseGoUrl(url);
  return typeof parsed === "string" || parsed.hostname === "" || /\s/.test(url) ? undefined : url;
}

/** The port of what follows the scheme. Colons of an address without brackets are none. */
function portOf(rest: string): string | undefined {
  const authority = /^[^/?#]*/.exec(rest)![0].replace(/^.*@/, "");
  return /^(?:\[[^\]]*\]|[^:]*):(\d+)$/.exec(authority)?.[1];
}

/**
 * Cluster endpoint: the URL of the Kubernetes API.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { REDACTED } from "../../pki/redacted.ts";
import { type GoUrl, parseGoUrl } from "../load/go_url.ts";

/** Default port of the API server. */
const API_SERVER_PORT = 6443;

/** A checked endpoint. */
export interface Endpoint {
  /** URL as written to configurations. */
  readonly text: string;
  /** Without port and brackets. */
  readonly hostname: string;
}

/**
 * Parses the endpoint of a cluster.
 *
 * @throws {OsctlError} of kind `usage`, with a corrected URL as the hint where possible.
 */
export function parseEndpoint(text: string): Endpoint {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(text)?.[1];
  const rest = text.replace(/^(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\//, "");
  if (scheme === undefined) {
    const missing = portOf(rest) === undefined ? "no scheme and no port" : "no scheme";
    throw invalid(text, missing, corrected(rest));
  }
  if (scheme.toLowerCase() !== "https") {
    throw invalid(text, `unsupported scheme "${scheme}"`, corrected(rest));
  }
  const host = /^[^/?#]*/.exec(rest)![0].replace(/^.*@/, "");
  if (!host.startsWith("[") && (host.match(/:/g)?.length ?? 0) > 1) {
    throw invalid(text, "IPv6 address without brackets", corrected(rest));
  }
  const url = parseGoUrl(text);
  if (typeof url === "string") throw invalid(text, url);
  checkHost(text, url);
  return { text: url.text, hostname: url.hostname };
}

function checkHost(text: string, { hostname, port }: GoUrl): void {
  if (hostname === "") throw invalid(text, "no host");
  if (port === "") return;
  const number = Number(port);
  if (number < 1 || number > 65535) {
    throw invalid(text, `port ${port} is out of range`);
  }
}

function invalid(text: string, reason: string, suggestion?: string): OsctlError {
  return new OsctlError(
    "usage",
    `invalid cluster endpoint "${redactCredentials(text)}": ${reason}`,
    {
      hint: suggestion === undefined
        ? "use a URL such as https://192.0.2.10:6443"
        : `did you mean "${redactCredentials(suggestion)}"`,
    },
  );
}

/** Redacts credentials in a URL. */
function redactCredentials(text: string): string {
  return text.replace(/^((?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\/)?[^/?#]*@/, `$1${REDACTED}@`);
}

/** Returns a valid URL from the part after the scheme, or undefined. */
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

/** Returns the port in the part after the scheme, ignoring colons of a bare IPv6 address. */
function portOf(rest: string): string | undefined {
  const authority = /^[^/?#]*/.exec(rest)![0].replace(/^.*@/, "");
  return /^(?:\[[^\]]*\]|[^:]*):(\d+)$/.exec(authority)?.[1];
}

/**
 * Parses URLs as Go's net/url does on nodes, which accepts more than the URL standard of browsers.
 *
 * @module
 */

/** The parts of a URL. */
export interface GoUrl {
  /** Lower case, without the colon. */
  readonly scheme: string;
  /** The part after the colon of a URL without a slash: `x` of `mailto:x`. */
  readonly opaque: string;
  /** With its port; IPv6 in brackets. */
  readonly host: string;
  /** Without port and brackets. */
  readonly hostname: string;
  /** The digits after the last colon, or empty. */
  readonly port: string;
  readonly path: string;
  readonly query: string;
  /** The whole URL as nodes write it. */
  readonly text: string;
}

/** Returns the parts of `text`, or why it is invalid. */
export function parseGoUrl(text: string): GoUrl | string {
  // deno-lint-ignore no-control-regex -- the expression finds control characters
  if (/[\x00-\x1f\x7f]/.test(text)) return "control character";
  const hash = text.indexOf("#");
  const fragment = hash < 0 ? "" : text.slice(hash + 1);
  let rest = hash < 0 ? text : text.slice(0, hash);
  if (!validEscapes(fragment)) return '"%" without two hexadecimal digits';
  if (rest.startsWith(":")) return 'missing scheme before ":"';
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(rest)?.[1] ?? "";
  if (scheme !== "") rest = rest.slice(scheme.length + 1);
  const mark = rest.indexOf("?");
  const query = mark < 0 ? "" : rest.slice(mark + 1);
  if (mark >= 0) rest = rest.slice(0, mark);
  const tail = (mark < 0 ? "" : `?${query}`) + (fragment === "" ? "" : `#${escaped(fragment)}`);
  const prefix = scheme === "" ? "" : `${scheme.toLowerCase()}:`;
  if (!rest.startsWith("/") && scheme !== "") {
    const none = { host: "", hostname: "", port: "", path: "" };
    return {
      ...none,
      scheme: scheme.toLowerCase(),
      opaque: rest,
      query,
      text: prefix + rest + tail,
    };
  }
  if (!rest.startsWith("/") && rest.split("/", 1)[0]!.includes(":")) {
    return 'no scheme, and ":" in the first path segment';
  }
  let authority = "";
  const hasAuthority = rest.startsWith("//") && (scheme !== "" || !rest.startsWith("///"));
  if (hasAuthority) {
    const slash = rest.indexOf("/", 2);
    authority = rest.slice(2, slash < 0 ? undefined : slash);
    rest = slash < 0 ? "" : rest.slice(slash);
  }
  const at = authority.lastIndexOf("@");
  const user = at < 0 ? "" : authority.slice(0, at);
  if (at >= 0 && !/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) return "invalid user information";
  const host = hostOf(authority.slice(at + 1));
  if (typeof host === "string") return host;
  if (!validEscapes(rest) || !validEscapes(user)) {
    return '"%" without two hexadecimal digits';
  }
  const slashes = hasAuthority && (authority !== "" || rest !== "") ? "//" : "";
  return {
    scheme: scheme.toLowerCase(),
    opaque: "",
    ...host,
    path: rest,
    query,
    text: prefix + slashes + authority.replaceAll(/[^ -~]+/gu, escapeAll) + escaped(rest) + tail,
  };
}

function hostOf(text: string): Pick<GoUrl, "host" | "hostname" | "port"> | string {
  const bracketed = text.startsWith("[");
  if (text.lastIndexOf("[") > 0) return 'unexpected "[" in the host';
  const end = text.lastIndexOf("]");
  if (bracketed && end < 0) return 'missing "]" after the address';
  const colon = bracketed ? end + 1 : text.lastIndexOf(":");
  const suffix = colon < 0 ? "" : text.slice(colon);
  if (!/^(:\d*)?$/.test(suffix)) return `"${suffix}" after the host is not a port`;
  const name = suffix === "" ? text : text.slice(0, -suffix.length);
  const bad = /[\s\\^`{|}/?#@]|%(?![89A-Fa-f][0-9A-Fa-f]|25)/.exec(name);
  if (bad !== null) return `invalid character "${bad[0]}"`;
  const hostname = bracketed ? text.slice(1, end) : name;
  return { host: text, hostname, port: suffix.slice(1) };
}

function validEscapes(text: string): boolean {
  return !/%(?![0-9A-Fa-f]{2})/.test(text);
}

/** Escapes characters that a path or fragment cannot contain. */
function escaped(text: string): string {
  return text.replaceAll(
    /[^A-Za-z0-9\-._~!$&'()*+,;=:@[\]%/?]+/gu,
    escapeAll,
  );
}

function escapeAll(part: string): string {
  return encodeURIComponent(part.toWellFormed());
}

/** Formats a URL for a message without user information and query, which can be secrets. */
export function shownUrl(text: string): string {
  const shown = text.replace(/\/\/[^/?#]*@/, "//…@").replace(/\?.+$/s, "?…");
  return JSON.stringify(shown.length > 100 ? `${shown.slice(0, 100)}…` : shown);
}

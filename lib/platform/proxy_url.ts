/**
 * URLs of proxies.
 *
 * @module
 */

/** The value that disables every proxy, also in the environment. */
export const DIRECT = "direct";

/** A proxy, or no proxy whatever the environment sets. */
export type ProxyChoice = URL | typeof DIRECT;

/** Schemes of proxies: HTTP CONNECT without and with TLS, SOCKS5. */
const SCHEMES = /^(https?|socks5h?):$/;

/** Form of a proxy's URL, for hints. */
export const PROXY_FORM = "http://host:port, https://host:port or socks5://host:port";

/** Default ports by scheme. */
const PORTS: Readonly<Record<string, number>> = {
  "http:": 80,
  "https:": 443,
  "socks5:": 1080,
  "socks5h:": 1080,
};

/** Parses the URL of a proxy; undefined for any other text. */
export function parseProxyUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url !== null && SCHEMES.test(url.protocol) && url.hostname !== "" ? url : undefined;
}

/** Parses the `proxy-url` of a context: `direct` or a URL; undefined for any other text. */
export function parseProxyChoice(text: string): ProxyChoice | undefined {
  return text === DIRECT ? DIRECT : parseProxyUrl(text);
}

/** Returns the address of a proxy. */
export function proxyAddress(
  { hostname, port, protocol }: URL,
): { readonly host: string; readonly port: number } {
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || PORTS[protocol]) };
}

/**
 * Proxies: selection from a context or the environment, and CONNECT tunnels (RFC 9110, section 9.3.6).
 *
 * @module
 */
import type { Duplex } from "node:stream";
import { OsctlError } from "../errors.ts";
import { parseIp } from "../pki/ip.ts";
import { DIRECT, parseProxyUrl, PROXY_FORM, type ProxyChoice } from "../platform/proxy_url.ts";
import type { Environment } from "../platform/system.ts";
import { type Address, parseEndpoint } from "./endpoint.ts";

/** Returns the proxy of an endpoint: the context's, else the environment's. */
export function chooseProxy(
  endpoint: string,
  env: Environment,
  choice: ProxyChoice | undefined,
): URL | undefined {
  if (choice === undefined) return proxyFor(endpoint, env);
  return choice === DIRECT ? undefined : choice;
}

/**
 * Returns the URL of an endpoint's proxy from `HTTPS_PROXY` and `NO_PROXY` (or in lower case).
 * Loopback addresses and `localhost` use none.
 *
 * @throws {OsctlError} `input` when the endpoint or the proxy is malformed.
 */
export function proxyFor(endpoint: string, env: Environment): URL | undefined {
  const read = (name: string) => env.get(name) || env.get(name.toLowerCase()) || undefined;
  const value = read("HTTPS_PROXY");
  if (value === undefined) return undefined;
  const address = parseEndpoint(endpoint);
  if (isLoopback(address) || excluded(address, read("NO_PROXY") ?? "")) return undefined;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = parseProxyUrl(text);
  if (url !== undefined) return url;
  // The value may contain a password.
  throw new OsctlError("input", "invalid HTTPS_PROXY: not the URL of a proxy", {
    hint: `write it as ${PROXY_FORM}`,
  });
}

function isLoopback({ host, ip }: Address): boolean {
  if (!ip) return /^(.+\.)?localhost\.?$/i.test(host);
  return isInNetwork(host, "127.0.0.0/8") || isInNetwork(host, "::1");
}

/** Returns whether a network, as an address with or without a prefix length, contains an address. */
export function isInNetwork(address: string, network: string): boolean {
  const [base = "", length] = network.split("/");
  const [bytes, start] = [parseIp(address.replace(/%.*$/, "")), parseIp(base)];
  if (bytes === undefined || start === undefined || bytes.length !== start.length) return false;
  const bits = base.includes(":") ? 128 : 32;
  if (length !== undefined && !(/^\d+$/.test(length) && Number(length) <= bits)) return false;
  // An IPv4-mapped IPv6 address has 4 bytes.
  const prefix = Number(length ?? bits) - (bits - 8 * start.length);
  if (prefix < 0) return false;
  return start.every((byte, index) => {
    const mask = 0xff00 >> Math.min(8, Math.max(0, prefix - 8 * index)) & 0xff;
    return ((byte ^ bytes[index]!) & mask) === 0;
  });
}

/** Returns whether the comma-separated list of `NO_PROXY` contains the address. */
function excluded(address: Address, list: string): boolean {
  return list.split(",").map((item) => item.trim().toLowerCase()).some((item) => {
    if (item === "*") return true;
    const [, name = "", port] = /^(.*?|\[.*\])(?::(\d+))?$/.exec(
      item.includes(":") && parseIp(item) !== undefined ? `[${item}]` : item,
    ) ?? [];
    if (name === "" || (port !== undefined && Number(port) !== address.port)) return false;
    return address.ip ? listsAddress(name, address.host) : listsName(name, address.host);
  });
}

function listsAddress(item: string, host: string): boolean {
  return isInNetwork(host, item.replace(/^\[|\]$/g, ""));
}

function listsName(item: string, host: string): boolean {
  const suffix = item.replace(/^\*?\./, ".");
  const name = host.toLowerCase().replace(/\.$/, "");
  return suffix.startsWith(".")
    ? name.endsWith(suffix)
    : name === suffix || name.endsWith(`.${suffix}`);
}

/** Largest response of a proxy, bytes. */
const RESPONSE_LIMIT = 16 * 1024;

/**
 * Opens a tunnel to `target` through the proxy connected to `socket`. Resolves when the socket is
 * the tunnel.
 *
 * @throws {Error} with a `code` `PROXY_REFUSED`, `PROXY_CLOSED` or `PROXY_MALFORMED`.
 */
export function openTunnel(socket: Duplex, proxy: URL, target: string): Promise<void> {
  const lines = [`CONNECT ${target} HTTP/1.1`, `Host: ${target}`];
  if (proxy.username !== "") {
    const user = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
    const encoded = btoa(String.fromCharCode(...new TextEncoder().encode(user)));
    lines.push(`Proxy-Authorization: Basic ${encoded}`);
  }
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    let response = "";
    const read = () => {
      // Byte by byte, so that nothing after the empty line is consumed.
      for (let piece = socket.read(1); piece !== null; piece = socket.read(1)) {
        response += String.fromCharCode(piece[0]);
        if (response.length > RESPONSE_LIMIT) {
          return done(proxyError("PROXY_MALFORMED", "response is too long"));
        }
        if (!response.endsWith("\r\n\r\n")) continue;
        const [, status, text = ""] = /^HTTP\/1\.\d (\d{3}) ?([^\r\n]*)/.exec(response) ?? [];
        if (status === undefined) {
          return done(proxyError("PROXY_MALFORMED", "not an HTTP response"));
        }
        if (!status.startsWith("2")) {
          return done(proxyError("PROXY_REFUSED", `${status} ${text}`.trim()));
        }
        return done();
      }
    };
    const closed = () => done(proxyError("PROXY_CLOSED", "closed the connection"));
    const done = (error?: Error) => {
      socket.off("readable", read);
      socket.off("end", closed);
      socket.off("close", closed);
      socket.off("error", done);
      if (error === undefined) resolve();
      else reject(error);
    };
    socket.on("readable", read);
    socket.on("end", closed);
    socket.on("close", closed);
    socket.on("error", done);
  });
}

function proxyError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

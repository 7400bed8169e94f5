/**
 * HTTP proxies: selection from the environment, and CONNECT tunnels (RFC 9110, section 9.3.6).
 *
 * @module
 */
import { BlockList, isIP } from "node:net";
import type { Duplex } from "node:stream";
import { OsctlError } from "../errors.ts";
import type { Environment } from "../platform/system.ts";
import { type Address, parseEndpoint } from "./endpoint.ts";

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
  const url = URL.parse(text);
  if (url === null || url.hostname === "" || url.protocol !== "http:") {
    // The value may contain a password.
    throw new OsctlError("input", "invalid HTTPS_PROXY: not the URL of an HTTP proxy", {
      hint: "write it as http://host:port",
    });
  }
  return url;
}

function isLoopback({ host, ip }: Address): boolean {
  if (!ip) return /^(.+\.)?localhost\.?$/i.test(host);
  const loopback = new BlockList();
  loopback.addSubnet("127.0.0.0", 8, "ipv4");
  loopback.addAddress("::1", "ipv6");
  return contains(loopback, host);
}

function contains(list: BlockList, address: string): boolean {
  const bare = address.replace(/%.*$/, "");
  return list.check(bare, isIP(bare) === 6 ? "ipv6" : "ipv4");
}

/** Returns whether the comma-separated list of `NO_PROXY` contains the address. */
function excluded(address: Address, list: string): boolean {
  return list.split(",").map((item) => item.trim().toLowerCase()).some((item) => {
    if (item === "*") return true;
    const [, name = "", port] = /^(.*?|\[.*\])(?::(\d+))?$/.exec(
      isIP(item) === 6 ? `[${item}]` : item,
    ) ?? [];
    if (name === "" || (port !== undefined && Number(port) !== address.port)) return false;
    return address.ip ? listsAddress(name, address.host) : listsName(name, address.host);
  });
}

function listsAddress(item: string, host: string): boolean {
  const [network = "", bits] = item.replace(/^\[|\]$/g, "").split("/");
  const family = isIP(network);
  if (family === 0) return false;
  const list = new BlockList();
  const longest = family === 6 ? 128 : 32;
  const prefix = bits === undefined ? longest : Number(bits);
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > longest) return false;
  list.addSubnet(network, prefix, family === 6 ? "ipv6" : "ipv4");
  return contains(list, host);
}

function listsName(item: string, host: string): boolean {
  const suffix = item.replace(/^\*?\./, ".");
  const name = host.toLowerCase().replace(/\.$/, "");
  return suffix.startsWith(".")
    ? name.endsWith(suffix)
    : name === suffix || name.endsWith(`.${suffix}`);
}

/** Returns the address of the proxy. */
export function proxyAddress({ hostname, port }: URL): { host: string; port: number } {
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 80) };
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

/**
 * Tunnels through SOCKS5 proxies (RFC 1928, RFC 1929). The proxy resolves host names.
 *
 * @module
 */
import type { Socket } from "node:net";
import { parseIp } from "../pki/ip.ts";

const VERSION = 5;
const NO_AUTHENTICATION = 0;
const USERNAME_PASSWORD = 2;
const CONNECT = 1;
const [IPV4, DOMAIN, IPV6] = [1, 3, 4];
/** Address lengths by address type; a domain has a length byte. */
const ADDRESS_BYTES = new Map([[IPV4, 4], [IPV6, 16]]);
const MAX_LENGTH = 255;

const REPLIES = [
  "succeeded",
  "general failure",
  "connection not allowed by ruleset",
  "network unreachable",
  "host unreachable",
  "connection refused",
  "TTL expired",
  "command not supported",
  "address type not supported",
];

/**
 * Opens a tunnel through the proxy connected to `socket`. Resolves when the socket is the tunnel.
 *
 * @throws {Error} when the proxy refuses or violates the protocol.
 */
export async function openSocksTunnel(
  socket: Socket,
  { username, password }: URL,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  const method = username === "" ? NO_AUTHENTICATION : USERNAME_PASSWORD;
  socket.write(Uint8Array.of(VERSION, 1, method));
  const [version, accepted] = await read(socket, 2);
  if (version !== VERSION) throw new Error("the proxy is not a SOCKS5 proxy");
  if (accepted !== method) throw new Error("the proxy does not accept the authentication method");
  if (method === USERNAME_PASSWORD) {
    const user = encode(decodeURIComponent(username), "user name");
    const secret = encode(decodeURIComponent(password), "password");
    socket.write(Uint8Array.of(1, ...user, ...secret));
    const [, status] = await read(socket, 2);
    if (status !== 0) throw new Error("the proxy rejected the user name or password");
  }
  socket.write(
    Uint8Array.of(VERSION, CONNECT, 0, ...encodeAddress(host), port >> 8, port & 0xff),
  );
  const [, reply = 1, , type = 0] = await read(socket, 4);
  if (reply !== 0) throw new Error(REPLIES[reply] ?? `SOCKS error ${reply}`);
  const length = ADDRESS_BYTES.get(type) ?? (await read(socket, 1))[0]!;
  await read(socket, length + 2);
}

function encodeAddress(host: string): Uint8Array {
  const ip = parseIp(host);
  if (ip === undefined) return Uint8Array.of(DOMAIN, ...encode(host, "host name"));
  return Uint8Array.of(ip.length === 4 ? IPV4 : IPV6, ...ip);
}

/** Encodes a text with its length. */
function encode(text: string, what: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MAX_LENGTH) throw new Error(`the ${what} is longer than ${MAX_LENGTH} bytes`);
  return Uint8Array.of(bytes.length, ...bytes);
}

/** Reads exactly `length` bytes, and nothing after them. */
function read(socket: Socket, length: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const attempt = () => {
      const bytes: Uint8Array | null = socket.read(length);
      if (bytes === null) return;
      stop();
      if (bytes.length === length) resolve(bytes);
      else reject(new Error("the proxy closed the connection"));
    };
    const closed = () => {
      stop();
      reject(new Error("the proxy closed the connection"));
    };
    const failed = (error: Error) => {
      stop();
      reject(error);
    };
    const stop = () => {
      socket.off("readable", attempt);
      socket.off("end", closed);
      socket.off("close", closed);
      socket.off("error", failed);
    };
    socket.on("readable", attempt);
    socket.on("end", closed);
    socket.on("close", closed);
    socket.on("error", failed);
    attempt();
  });
}

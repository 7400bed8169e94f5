/**
 * Opens TLS streams with `node:tls`: for every kind of credentials, and through proxies.
 *
 * @module
 */
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { connectNodeTls, type NodeTlsOptions } from "../platform/tls/connect_node.ts";
import { readRuntimeRoots } from "../platform/tls/runtime_roots.ts";
import { wallClock } from "../platform/wall_clock.ts";
import { waitForSocketEvent } from "../platform/socket_event.ts";
import { raceWithAbort } from "../async/deadline.ts";
import { fingerprint, isValidAt, matchesHost } from "./certificate.ts";
import { type Credentials, toTlsCredentials } from "./credentials.ts";
import { DialError } from "./dial_error.ts";
import type { DialedStream, DialTarget } from "./dialer.ts";
import type { Address } from "./endpoint.ts";
import { createReadControl, NODE_WRITES } from "./node_stream.ts";
import { openProxyTunnel } from "./proxy_tunnel.ts";
import { GatedSocket } from "./gated_socket.ts";
import { ReadBuffer } from "./read_buffer.ts";
import { KEEPALIVE_MS } from "./tuning.ts";
import type { TlsSettings } from "./types.ts";

/** Returns the error of a socket that closes too early. */
const closed = () => new DialError("closed");

/**
 * Opens a stream with `node:tls`.
 *
 * @throws {OsctlError} `input` when the certificate or key is malformed.
 */
export async function dialNode(target: DialTarget): Promise<DialedStream> {
  const { proxy, signal, tls, address } = target;
  const credentials = toTlsCredentials(tls);
  let tcpSocket: Socket | undefined;
  let gate: GatedSocket | undefined;
  if (proxy !== undefined) {
    target.reached("proxy");
    tcpSocket = await openProxyTunnel(proxy, target.endpoint, target);
    // The library cannot stop the reads of a TLS socket over another TLS socket.
    if (proxy.protocol === "https:") {
      gate = new GatedSocket(tcpSocket);
      target.opened(gate);
    }
    target.reached("tls");
  }
  // `onread` is not supported on a TLS socket over another socket.
  const readBuffer = tcpSocket === undefined ? new ReadBuffer() : undefined;
  const ca = tls.insecure === true ? [] : credentials.ca ?? [...await readRuntimeRoots()];
  const socket = openTls({
    tcpSocket: gate ?? tcpSocket,
    credentials: { ...credentials, ca },
    tls,
    address,
    readBuffer,
  });
  target.opened(socket);
  socket.once("close", () => readBuffer?.release());
  socket.once("connect", () => target.reached("tls"));
  await raceWithAbort(waitForSocketEvent(socket, "secureConnect", closed), signal);
  checkPeer(socket, tls, address);
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEPALIVE_MS);
  const source = readBuffer === undefined ? {} : { source: readBuffer };
  const reads = gate === undefined
    ? createReadControl(socket)
    : { pause: () => gate.hold(), resume: () => gate.release() };
  return { stream: socket, reads, writes: NODE_WRITES, ...source };
}

function openTls({ tcpSocket, credentials, tls, address, readBuffer }: {
  readonly tcpSocket: Duplex | undefined;
  /** With the trusted authorities: none when any server is accepted. */
  readonly credentials: Omit<Credentials, "ca"> & Pick<NodeTlsOptions, "ca">;
  readonly tls: TlsSettings;
  readonly address: Address;
  readonly readBuffer: ReadBuffer | undefined;
}): TLSSocket {
  return connectNodeTls({
    // Without its own roots a connection shares TLS sessions with connections to other addresses, and
    // a resumed session shows the certificate of the server that issued it.
    ...credentials,
    ...(readBuffer === undefined ? {} : { onread: readBuffer }),
    ...(tcpSocket === undefined
      ? { host: address.host, port: address.port }
      : { socket: tcpSocket as Socket }), // declared as a TCP socket; any stream is accepted
    ...(address.ip ? {} : { servername: address.host }),
    ALPNProtocols: ["h2"],
    minVersion: "TLSv1.2",
    rejectUnauthorized: tls.insecure !== true,
    // checkPeer does it: the library compares one spelling of the host only.
    checkServerIdentity: () => undefined,
  });
}

/** The state of a TLS socket after its handshake. */
type Handshake = Pick<TLSSocket, "getPeerCertificate" | "isSessionReused" | "alpnProtocol">;

/**
 * Checks the server's identity after the handshake, before anything is sent. Exported for its test.
 *
 * @throws {DialError} when the server is not the one expected.
 */
export function checkPeer(socket: Handshake, tls: TlsSettings, address: Address): void {
  const { raw } = socket.getPeerCertificate(false);
  const pins = tls.fingerprints ?? [];
  if (tls.insecure !== true) {
    // A resumed session repeats the certificate of its full handshake, which may have expired since.
    if (socket.isSessionReused() && !isValidAt(raw, wallClock.now())) {
      throw new DialError("validity", raw);
    }
    if (!matchesHost(raw, address)) throw new DialError("identity", raw);
  } else if (pins.length > 0 && !pins.includes(fingerprint(raw))) {
    throw new DialError("fingerprint", raw);
  }
  // Talos nodes before v1.8.2 negotiate no protocol; the connection preface shows HTTP/2 then.
  const { alpnProtocol } = socket;
  if (alpnProtocol && alpnProtocol !== "h2") throw new DialError("alpn");
}

/**
 * Byte streams to a container engine.
 *
 * @module
 */
import { connect as connectTcp, isIP } from "node:net";
import { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { createDeadline, raceWithAbort } from "../../async/deadline.ts";
import type { System } from "../../platform/system.ts";
import { connectNodeTls } from "../../platform/tls/connect_node.ts";
import { readRuntimeRoots } from "../../platform/tls/runtime_roots.ts";
import { waitForSocketEvent } from "../../platform/socket_event.ts";
import type { EngineAddress, EngineTls } from "./endpoint.ts";

/** Returns the error of a socket that closes too early. */
const closed = () => new Error("the connection was closed");

/** A connection for one request. */
export interface EngineConnection {
  readonly stream: Duplex;
  /** Closes it at once. */
  close(): void;
  /** Returns why the transport ended early, such as the message of ssh; undefined without a reason. */
  reason(): Promise<string | undefined>;
}

/** Dependencies of {@linkcode openConnection}. */
export type ConnectSystem = Pick<System, "clock" | "spawn">;

/** Time limit of connecting, milliseconds. */
const CONNECT_MS = 10_000;

/** A connection that is not established in time. */
export class ConnectTimeout extends Error {}

/**
 * Opens a connection.
 *
 * @throws The error of the runtime; {@linkcode ConnectTimeout}; the signal's reason.
 */
export async function openConnection(
  address: EngineAddress,
  { clock, spawn }: ConnectSystem,
  signal: AbortSignal,
): Promise<EngineConnection> {
  if (address.kind === "ssh") return openSsh(address, spawn);
  const expired = () => new ConnectTimeout();
  using deadline = createDeadline({ clock, ms: CONNECT_MS, signals: [signal], expired });
  if (address.kind === "tcp" && address.tls !== undefined) {
    return await openTls(address, address.tls, deadline.signal);
  }
  const options: Deno.ConnectOptions | Deno.UnixConnectOptions = address.kind === "unix"
    ? { transport: "unix", path: address.path }
    : { hostname: address.host, port: address.port };
  const connecting = Deno.connect(options as Deno.ConnectOptions);
  try {
    const connection = await raceWithAbort(connecting, deadline.signal);
    const stream = toDuplex(connection.readable, connection.writable);
    return {
      stream,
      close: () => void stream.destroy(),
      reason: () => Promise.resolve(undefined),
    };
  } catch (error) {
    // A connection that is established too late.
    connecting.then((late) => late.close(), () => {});
    throw error;
  }
}

async function openTls(
  { host, port }: { readonly host: string; readonly port: number },
  { ca, certificate, insecure }: EngineTls,
  signal: AbortSignal,
): Promise<EngineConnection> {
  const tcp = connectTcp({ host, port });
  let tls: TLSSocket | undefined;
  try {
    await raceWithAbort(waitForSocketEvent(tcp, "connect", closed), signal);
    const trusted = ca ?? [...await readRuntimeRoots()];
    tls = connectNodeTls({
      socket: tcp,
      ca: insecure ? [] : trusted,
      ...(certificate === undefined ? {} : { cert: certificate.crt, key: certificate.key }),
      ...(isIP(host) === 0 ? { servername: host } : { host }),
      minVersion: "TLSv1.2",
      rejectUnauthorized: !insecure,
    });
    await raceWithAbort(waitForSocketEvent(tls, "secureConnect", closed), signal);
  } catch (error) {
    tls?.destroy();
    tcp.destroy();
    throw error;
  }
  const socket = tls;
  return {
    stream: socket,
    close: () => void socket.destroy(),
    reason: () => Promise.resolve(undefined),
  };
}

/** Runs the docker client on the host, which connects its standard streams to the engine. */
function openSsh(
  { host, port, user, path }: EngineAddress & { readonly kind: "ssh" },
  spawn: System["spawn"],
): EngineConnection {
  const remote = path === "" ? [] : ["--host", `unix://${path}`];
  const args = [
    ...["-o", "ConnectTimeout=10", "-T"],
    ...user === "" ? [] : ["-l", user],
    ...port === "" ? [] : ["-p", port],
    ...["--", host, "docker", ...remote, "system", "dial-stdio"],
  ];
  const child = startSsh(args, spawn);
  const messages = new Response(child.stderr).text();
  messages.catch(() => {}); // read by `reason`
  const ended = child.status;
  return {
    stream: toDuplex(child.stdout, child.stdin),
    close: () => endProcess(child),
    async reason() {
      const { success } = await ended;
      const text = (await messages).trim();
      return success ? undefined : text.split("\n").at(-1) || "ssh failed";
    },
  };
}

function startSsh(args: string[], spawn: System["spawn"]) {
  try {
    return spawn("ssh", { args, stdin: "piped", stdout: "piped", stderr: "piped" });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Error('"ssh" is not installed', { cause: error });
  }
}

function toDuplex(
  readable: ReadableStream<Uint8Array>,
  writable: WritableStream<Uint8Array>,
): Duplex {
  const stream = Duplex.fromWeb({ readable, writable } as Parameters<typeof Duplex.fromWeb>[0]);
  // Reported by the request, or after its end.
  return stream.on("error", () => {});
}

/** Ends a process that has not ended before. */
function endProcess(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGTERM");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound || error instanceof TypeError)) throw error;
  }
}

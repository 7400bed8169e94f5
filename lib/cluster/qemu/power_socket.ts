/**
 * Power control of a machine on a Unix socket, which clients reach from another network namespace too.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { type PowerControl, respondToPower } from "./node_service.ts";

/** Options of {@linkcode servePower}. */
export interface PowerSocketOptions {
  readonly path: string;
  readonly power: PowerControl;
  /** Closes the service and its connections. */
  readonly signal: AbortSignal;
}

/** Starts the service on a socket, which replaces an old one. */
export function servePower({ path, power, signal }: PowerSocketOptions): Deno.HttpServer {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const server = Deno.serve({ path, signal, onListen: () => {} }, (request) => {
    return respondToPower(request, power) ?? new Response(null, { status: 404 });
  });
  Deno.chmodSync(path, 0o600);
  return server;
}

/**
 * Turns a machine on.
 *
 * @throws {OsctlError} of kind `connection` when its cluster does not run.
 */
export async function powerOn(path: string): Promise<void> {
  const request = "POST /poweron HTTP/1.1\r\nhost: node\r\nconnection: close\r\n" +
    "content-length: 0\r\n\r\n";
  let response = "";
  try {
    using connection = await Deno.connect({ transport: "unix", path });
    const bytes = new TextEncoder().encode(request);
    for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
    const buffer = new Uint8Array(4096);
    const count = await connection.read(buffer);
    response = new TextDecoder().decode(buffer.subarray(0, count ?? 0));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw failure(error.message, error);
  }
  if (!response.startsWith("HTTP/1.1 200 ")) throw failure(response.split("\r\n")[0]!);
}

function failure(reason: string, cause?: Error): OsctlError {
  return new OsctlError("connection", `cannot turn the machine on: ${reason}`, {
    hint: 'restart the cluster with "osctl cluster stop" and "osctl cluster start"',
    cause,
  });
}

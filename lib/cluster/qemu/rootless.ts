/**
 * Clusters without root: the background process runs in a user and a network namespace, which
 * slirp4netns connects to the network of the host.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import { OsctlError } from "../../errors.ts";
import type { SelfCommand } from "../../platform/self_command.ts";
import type { Clock } from "../../platform/system.ts";
import { clusterFiles } from "./cluster_spec.ts";
import { type ProgramHost, requireProgram } from "./programs.ts";

/** Address of the namespace in the network of slirp4netns. */
const NAMESPACE_ADDRESS = "10.0.2.100";
const START_MS = 10_000;
const POLL_MS = 20;

/** Returns the command in namespaces of its own. */
export async function inNamespaces(self: SelfCommand, host: ProgramHost): Promise<SelfCommand> {
  return {
    command: await requireProgram("unshare", host.env),
    args: ["--user", "--map-root-user", "--net", "--", self.command, ...self.args],
  };
}

/** Options of {@linkcode connectNamespace}. */
export interface ConnectOptions {
  /** State folder. */
  readonly folder: string;
  /** Process in the namespace. */
  readonly pid: number;
  /** Ports of 127.0.0.1 to forward to the same port in the namespace. */
  readonly ports: readonly number[];
  readonly host: ProgramHost & { readonly clock: Clock; readonly signal: AbortSignal };
}

/**
 * Connects the namespace and forwards ports.
 *
 * @throws {OsctlError} of kind `unsupported` when slirp4netns fails.
 */
export async function connectNamespace(options: ConnectOptions): Promise<void> {
  const { folder, pid, ports, host } = options;
  const { slirp, slirpLog } = clusterFiles(folder);
  await Deno.remove(slirp).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  const program = await requireProgram("slirp4netns", host.env);
  const args = [
    ...["--configure", "--mtu=65520", "--disable-host-loopback", `--api-socket=${slirp}`],
    ...[String(pid), "tap0"],
  ];
  const child = host.spawn("/bin/sh", {
    args: ["-c", 'exec "$@" >>"$OSCTL_LOG_TO" 2>&1', "sh", program, ...args],
    env: { OSCTL_LOG_TO: slirpLog },
    stdin: "null",
    stdout: "null",
    stderr: "null",
    detached: true,
  });
  let hasExited = false;
  child.status.then(() => hasExited = true);
  const deadline = host.clock.now() + START_MS;
  for (const port of ports) {
    let connection = await connect(slirp);
    while (connection === undefined) {
      if (hasExited || host.clock.now() > deadline) {
        throw new OsctlError("unsupported", "slirp4netns failed", { hint: `see ${slirpLog}` });
      }
      await sleep(host.clock, POLL_MS, host.signal);
      connection = await connect(slirp);
    }
    await forward(connection, port);
  }
  child.unref();
}

/** Connects; undefined while the socket does not exist or another request is pending. */
async function connect(path: string): Promise<Deno.UnixConn | undefined> {
  try {
    return await Deno.connect({ transport: "unix", path });
  } catch (error) {
    const isBusy = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.ConnectionRefused || error instanceof Deno.errors.WouldBlock;
    if (isBusy) return undefined;
    throw error;
  }
}

/** Forwards a port. The protocol has one request per connection. */
async function forward(connection: Deno.UnixConn, port: number): Promise<void> {
  const request = {
    execute: "add_hostfwd",
    arguments: {
      proto: "tcp",
      host_addr: "127.0.0.1",
      host_port: port,
      guest_addr: NAMESPACE_ADDRESS,
      guest_port: port,
    },
  };
  await connection.write(new TextEncoder().encode(JSON.stringify(request)));
  await connection.closeWrite();
  const text = await new Response(connection.readable).text();
  const { error } = JSON.parse(text) as { readonly error?: { readonly desc?: string } };
  if (error === undefined) return;
  throw new OsctlError("unsupported", `cannot forward port ${port}: ${error.desc}`);
}

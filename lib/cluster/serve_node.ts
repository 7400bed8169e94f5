/**
 * One node as the first process of a container or virtual machine of its own. It listens on all
 * addresses of that container; a shared machine has only `serveCluster`, which listens on loopback.
 *
 * - The variable `PLATFORM` is `container` (default) or, in a virtual machine, `metal`.
 * - Name and address are the container's; the address comes from `eth0`, or else of the first
 *   interface but loopback.
 * - A container reads its first configuration from the variable `USERDATA` (base64), a virtual machine
 *   from `/run/config.yaml`. Without one, the node starts in maintenance mode.
 * - `/system/state` has the configuration and the node's identity, `/var/lib/osctl` everything else.
 *
 * @module
 */
import { DEFAULT_RELEASE, NODE_API_PORT, OS_VERSION } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import { exists, readText, readTextIfPresent } from "../platform/files.ts";
import { redactNodeText } from "../pki/redact_node_text.ts";
import { isFirstProcess, reapOrphans } from "../platform/init.ts";
import type { System } from "../platform/system.ts";
import {
  createSecrets,
  readSecrets,
  type RunningCluster,
  startCluster,
  writeSecrets,
} from "../sandbox/mod.ts";
import type { NodePlatform } from "../sandbox/types.ts";
import { ensureFolder } from "../platform/files.ts";
import type { ExtraBindings } from "./serve_cluster.ts";

const STATE_FOLDER = "/system/state";
const DATA_FOLDER = "/var/lib/osctl";
/** Configuration that the initial RAM disk of a virtual machine has fetched. */
const FETCHED_CONFIG = "/run/config.yaml";

/**
 * Serves the node until it is shut down or the process is terminated.
 *
 * @throws {OsctlError} of kind `unsupported` unless this is the first process of its PID namespace.
 */
export async function serveNode(
  system: System,
  extra: ExtraBindings = () => [],
): Promise<void> {
  if (!isFirstProcess()) {
    throw new OsctlError("unsupported", "not the first process of a container or virtual machine", {
      hint: "start nodes on this machine with: osctl cluster create --provisioner sandbox",
    });
  }
  const platform: NodePlatform = system.env.get("PLATFORM") === "metal"
    ? { name: "metal", mode: "metal" }
    : { name: "container", mode: "container" };
  const { mode } = platform;
  using _reaper = { [Symbol.dispose]: reapOrphans(system.clock) };
  const off = Promise.withResolvers<"off" | "reboot">();
  const onSignal = () => off.resolve("off");
  system.signal.addEventListener("abort", onSignal, { once: true });
  const address = findAddress();
  const name = (await readText("/proc/sys/kernel/hostname")).trim().split(".")[0]!;
  const config = await readFirstConfig(system, mode);
  await ensureFolder(DATA_FOLDER, 0o700);
  await ensureFolder(STATE_FOLDER, 0o700);
  const secretsPath = `${STATE_FOLDER}/secrets.json`;
  if (!await exists(secretsPath)) await writeSecrets(secretsPath, await createSecrets(system));
  const cluster: RunningCluster = await startCluster({
    name: name,
    nodes: [{
      name,
      type: "worker",
      configured: false,
      address,
      port: NODE_API_PORT,
      platform,
      listenAddress: "0.0.0.0",
      ...config === undefined ? {} : { config },
    }],
    secrets: await readSecrets(secretsPath),
    osVersion: system.env.get("OSCTL_NODE_VERSION") || OS_VERSION[DEFAULT_RELEASE],
    nodesFolder: DATA_FOLDER,
    stateFolder: STATE_FOLDER,
  }, {
    clock: system.clock,
    random: system.random,
    bindings: extra(system, () => cluster),
    // Peers are in the container's network, not on this machine.
    peerOwner: () => Promise.resolve(Deno.uid() ?? undefined),
    hasPeers: true,
    power: {
      off: () => off.resolve("off"),
      ...mode === "metal" && { reboot: () => off.resolve("reboot") },
    },
    report: (error, where) => void report(system, where, error),
  });
  await system.stdout.write(`node ${name} listens on ${address}:${NODE_API_PORT}\n`);
  const end = await off.promise;
  await cluster.stop();
  await system.stdout.write(`node ${name} stopped\n`);
  if (mode === "metal") await switchPower(system, end);
}

/** Returns the configuration of the first boot; undefined for maintenance mode. */
async function readFirstConfig(
  { env }: System,
  mode: NodePlatform["mode"],
): Promise<string | undefined> {
  if (mode === "metal") return await readTextIfPresent(FETCHED_CONFIG);
  const encoded = env.get("USERDATA");
  if (!encoded) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.fromBase64(encoded));
  } catch (error) {
    // The message of the decoder may quote the value, which has secrets.
    throw new OsctlError("input", "invalid USERDATA: not base64 of UTF-8 text", {
      hint: "set it to the machine configuration in base64",
      cause: error,
    });
  }
}

/** @throws {OsctlError} When no interface but loopback has an IPv4 address. */
function findAddress(): string {
  const found = Deno.networkInterfaces()
    .filter(({ family, name }) => family === "IPv4" && name !== "lo");
  const { address } = found.find(({ name }) => name === "eth0") ?? found[0] ?? {};
  if (address !== undefined) return address;
  throw new OsctlError("unsupported", "no network interface has an IPv4 address", {
    hint: "connect the container to a network",
  });
}

/** Restarts or turns off the virtual machine; does not return. */
async function switchPower({ spawn }: System, end: "off" | "reboot"): Promise<void> {
  const command = end === "off" ? "poweroff" : "reboot";
  await spawn("/bin/busybox", { args: [command, "-f"], stdin: "null" }).status;
  await new Promise(() => {});
}

async function report(system: System, where: string, error: unknown): Promise<void> {
  const text = error instanceof Error ? error.stack ?? error.message : String(error);
  await system.stderr.write(`${where}: ${redactNodeText(text)}\n`);
}

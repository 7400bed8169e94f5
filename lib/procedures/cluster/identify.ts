/**
 * Identity of machines in maintenance mode, which have no certificate of the cluster.
 *
 * @module
 */
import { parseTimeouts } from "../../client/timeouts.ts";
import { throwFailures } from "../../client/mod.ts";
import type { NodeClient } from "../../client/types.ts";
import type { DeclaredCluster, DeclaredNode, MachineIdentity } from "../../cluster_file/mod.ts";
import { DOMAIN } from "../../distribution.ts";
import { type NodeFailure, OsctlError } from "../../errors.ts";
import { escapeControls } from "../../output/text.ts";
import { isMap } from "../../output/value.ts";
import { ResourceReader, specOf } from "../../resource/mod.ts";
import type { ConnectionOptions, ProcedureContext } from "../context.ts";
import type { ReportNotice } from "./notices.ts";
import { addressOf } from "./observe_nodes.ts";

type Context = ProcedureContext<NodeClient>;

const SYSTEM = { namespace: "hardware", type: `SystemInformations.hardware.${DOMAIN}` };
const LINKS = { namespace: "network", type: `LinkStatuses.net.${DOMAIN}` };

/** Hardware that a machine reports. */
interface Hardware {
  /** Empty when its firmware has none. */
  readonly uuid: string;
  /** Current and permanent addresses of its network interfaces. */
  readonly macs: readonly string[];
}

/**
 * Opens a client of the maintenance mode of a node, which accepts only the declared certificate.
 * Several nodes need a client each: a client accepts any of its fingerprints.
 */
export function openMaintenance(
  context: Context,
  node: DeclaredNode,
  connection: ConnectionOptions,
): Promise<NodeClient> {
  const { fingerprint } = node.identity;
  return context.openClient({
    connection: { ...connection, nodes: [addressOf(node)] },
    insecure: true,
    ...fingerprint === "" ? {} : { fingerprints: [fingerprint] },
  });
}

/**
 * Checks that the machines at the addresses of nodes are the declared ones. Changes nothing.
 *
 * @param options `isRunning` for configured nodes: fingerprints exist in maintenance mode only.
 * @throws {MultiNodeError} of the nodes whose machine is another one, with both values.
 */
export async function checkIdentities(
  context: Context,
  nodes: readonly DeclaredNode[],
  connection: ConnectionOptions,
  { isRunning = false }: { readonly isRunning?: boolean } = {},
): Promise<void> {
  const failures: NodeFailure[] = [];
  await Promise.all(nodes.map(async (node) => {
    const { uuid, mac } = node.identity;
    if (isRunning ? uuid === "" && mac === "" : !hasIdentity(node)) return;
    try {
      await checkIdentity(context, node, connection, isRunning);
    } catch (error) {
      if (!(error instanceof OsctlError) || error.kind === "cancelled") throw error;
      failures.push({ node: addressOf(node), error });
    }
  }));
  throwFailures(failures);
}

function hasIdentity({ identity: { uuid, mac, fingerprint } }: DeclaredNode): boolean {
  return uuid !== "" || mac !== "" || fingerprint !== "";
}

async function checkIdentity(
  context: Context,
  node: DeclaredNode,
  connection: ConnectionOptions,
  isRunning: boolean,
): Promise<void> {
  const { name, identity } = node;
  const client = isRunning
    ? await context.openClient({ connection: { ...connection, nodes: [addressOf(node)] } })
    : await openMaintenance(context, node, connection);
  let hardware: Hardware;
  try {
    hardware = await readHardware(context, client, addressOf(node));
  } catch (error) {
    const isConnected = !(error instanceof OsctlError) || error.kind !== "connection";
    if (isConnected || identity.fingerprint === "") throw error;
    throw otherMachine(name, `fingerprint "${identity.fingerprint}" required: ${error.message}`);
  } finally {
    await client[Symbol.asyncDispose]();
  }
  const { uuid, macs } = hardware;
  if (identity.uuid !== "" && identity.uuid !== uuid) {
    throw otherMachine(name, `UUID "${uuid}" instead of "${identity.uuid}"`);
  }
  if (identity.mac !== "" && !macs.includes(identity.mac)) {
    const actual = macs.map((mac) => `"${mac}"`).join(", ") || "none";
    throw otherMachine(name, `MAC addresses ${actual}, without "${identity.mac}"`);
  }
}

function otherMachine(name: string, reason: string): OsctlError {
  return new OsctlError("node", escapeControls(`not the machine of ${name}: ${reason}`), {
    hint: "nothing was configured; correct the address or the identity in the cluster file",
  });
}

/** Reads the identity of a machine, also in maintenance mode: both resources are not sensitive. */
async function readHardware(
  { clock, env }: Context,
  client: NodeClient,
  node: string,
): Promise<Hardware> {
  const reader = new ResourceReader(client, { clock, callMs: parseTimeouts(env).callMs });
  const uuids = new Set<string>();
  const macs = new Set<string>();
  const add = (values: Set<string>, value: unknown) => {
    if (typeof value === "string" && value !== "") values.add(value.toLowerCase());
  };
  for await (const resource of reader.list(node, SYSTEM)) {
    const spec = await specOf(resource);
    if (isMap(spec)) add(uuids, spec["uuid"]);
  }
  for await (const resource of reader.list(node, LINKS)) {
    const spec = await specOf(resource);
    if (!isMap(spec) || spec["type"] !== "ether") continue;
    add(macs, spec["hardwareAddr"]);
    add(macs, spec["permanentAddr"]);
  }
  return { uuid: [...uuids][0] ?? "", macs: [...macs] };
}

/**
 * Gives nodes without address the address of their machine, found by UUID or MAC address among
 * given ones, in maintenance mode or configured.
 *
 * @throws {OsctlError} of kind `node` when two machines match a node, or one matches two.
 */
export async function locateNodes(
  context: ProcedureContext<NodeClient>,
  cluster: DeclaredCluster,
  connection: ConnectionOptions,
  candidates: readonly string[],
  notice: ReportNotice,
): Promise<DeclaredCluster> {
  const wanted = cluster.nodes.filter(({ addresses, identity }) =>
    addresses.length === 0 && (identity.uuid !== "" || identity.mac !== "")
  );
  const free = candidates.filter((address) =>
    !cluster.nodes.some(({ addresses }) => addresses.includes(address))
  );
  if (wanted.length === 0 || free.length === 0) return cluster;
  const found = new Map<string, string>();
  await Promise.all(free.map(async (address) => {
    const hardware = await findHardware(context, address, connection);
    for (const { name, identity } of hardware === undefined ? [] : wanted) {
      if (!isMachine(hardware!, identity)) continue;
      const other = found.get(name);
      if (other !== undefined) {
        throw new OsctlError("node", `${other} and ${address} are both the machine of ${name}`, {
          hint: "set its address in the cluster file",
        });
      }
      found.set(name, address);
    }
  }));
  for (const [name, address] of found) {
    await notice({ kind: "found", text: `${name}: found at ${address}; add it to its addresses` });
  }
  return {
    ...cluster,
    nodes: cluster.nodes.map((node) => {
      const address = found.get(node.name);
      return address === undefined ? node : { ...node, addresses: [address] };
    }),
  };
}

function isMachine({ uuid, macs }: Hardware, identity: MachineIdentity): boolean {
  return (identity.uuid === "" || identity.uuid === uuid) &&
    (identity.mac === "" || macs.includes(identity.mac));
}

/** Reads the identity of a configured machine, or of one in maintenance mode. */
async function findHardware(
  context: Context,
  address: string,
  connection: ConnectionOptions,
): Promise<Hardware | undefined> {
  for (const insecure of [true, false]) {
    const client = await context.openClient({
      connection: { ...connection, nodes: [address] },
      insecure,
    });
    try {
      return await readHardware(context, client, address);
    } catch (error) {
      // Without a response, the machine is not found.
      if (!(error instanceof OsctlError) || error.kind === "cancelled") throw error;
    } finally {
      await client[Symbol.asyncDispose]();
    }
  }
  return undefined;
}

/**
 * The plan of a cluster of virtual machines, from the flags of `create`.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { parseIp } from "../../pki/ip.ts";
import { ClusterState } from "../cluster_state.ts";
import { planCluster } from "../plan_cluster.ts";
import type { CreateRequest, ProvisionerSystem } from "../types.ts";
import { type Architecture, parseArchitecture } from "./architecture.ts";
import { type Chaos, parseChaos } from "./chaos.ts";
import { type DiskPlan, planDisks } from "./disks.ts";
import type { PublishedEndpoints } from "./machine_settings.ts";

/** A checked request. */
export interface QemuPlan {
  readonly request: CreateRequest;
  readonly cluster: ReturnType<typeof planCluster>;
  readonly architecture: Architecture;
  readonly disks: DiskPlan;
  readonly chaos: Chaos | undefined;
  readonly folder: string;
  /** Ports of 127.0.0.1 of a rootless cluster, for the node API and the Kubernetes API. */
  readonly published: { readonly node: number; readonly kubernetes: number } | undefined;
}

/**
 * Checks the flags of a request and plans its cluster.
 *
 * @throws {OsctlError} of kind `usage` or `unsupported`.
 */
export async function planMachines(
  request: CreateRequest,
  system: ProvisionerSystem,
): Promise<QemuPlan> {
  const { flags, release, stateFolder } = request;
  if (flags.withNodelink !== "" && flags.withNodelink !== "none") {
    throw new OsctlError("unsupported", "this build has no SideroLink agent", {
      hint: "remove --with-nodelink",
    });
  }
  if (flags.rootless && flags.withApplyConfig) {
    throw new OsctlError("usage", "--with-apply-config cannot reach the nodes of --rootless", {
      hint: "remove one of them",
    });
  }
  for (const server of flags.nameservers) requireAddress("--nameservers", server);
  for (const cidr of flags.noMasqueradeCidrs) requireNetwork("--no-masquerade-cidrs", cidr);
  const chaos = parseChaos(flags.withNetworkChaos, {
    latency: flags.withNetworkLatency,
    jitter: flags.withNetworkJitter,
    loss: flags.withNetworkPacketLoss,
    reorder: flags.withNetworkPacketReorder,
    corrupt: flags.withNetworkPacketCorrupt,
    bandwidth: flags.withNetworkBandwidth,
  });
  const [node, kubernetes] = flags.rootless ? await freePorts(2) : [];
  return {
    request,
    cluster: planCluster(request, system),
    architecture: parseArchitecture(flags.arch),
    disks: planDisks(flags, release),
    chaos,
    folder: new ClusterState(stateFolder, flags.name).folder,
    published: node === undefined || kubernetes === undefined ? undefined : { node, kubernetes },
  };
}

/** Returns the endpoints of a rootless cluster on this machine. */
export function publishedEndpoints({ published }: QemuPlan): PublishedEndpoints | undefined {
  if (published === undefined) return undefined;
  const { node, kubernetes } = published;
  return { node: `127.0.0.1:${node}`, kubernetes: `127.0.0.1:${kubernetes}` };
}

/** Returns different free TCP ports. */
export function freePorts(count: number): Promise<number[]> {
  const listeners = Array.from(
    { length: count },
    () => Deno.listen({ hostname: "0.0.0.0", port: 0 }),
  );
  const ports = listeners.map(({ addr }) => addr.port);
  for (const listener of listeners) listener.close();
  return Promise.resolve(ports);
}

function requireAddress(flag: string, text: string): void {
  if (parseIp(text) !== undefined) return;
  throw new OsctlError("usage", `"${text}" in ${flag} is not an IP address`);
}

function requireNetwork(flag: string, text: string): void {
  const [address = "", length = "", ...rest] = text.split("/");
  const bytes = parseIp(address)?.length;
  const isValid = bytes !== undefined && /^\d{1,3}$/.test(length) && rest.length === 0 &&
    Number(length) <= 8 * bytes;
  if (isValid) return;
  throw new OsctlError("usage", `"${text}" in ${flag} is not a network`, {
    hint: "use CIDR notation, such as 10.5.0.0/24",
  });
}

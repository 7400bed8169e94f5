/**
 * Prepares a rotation: nodes, present authorities, new authorities, clients.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { PRODUCT } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import type { TrustedConfig } from "../../machineconfig/authorities/mod.ts";
import { hasOsFeature } from "../../os_versions/mod.ts";
import { createCa, issueClientCertificate, type PemPair } from "../../pki/mod.ts";
import { checkNodes, type Identity } from "./clients.ts";
import { parseTrust, readConfig } from "./node_config.ts";
import { isSameCertificate } from "./phases.ts";
import {
  apiName,
  type AuthorityName,
  type ClientPair,
  type Replacement,
  type RotatedNode,
  type RotationSystem,
} from "./types.ts";
import { waitFor } from "./wait.ts";

/** A node and its configuration. */
export interface ConfiguredNode extends RotatedNode {
  readonly text: string;
  readonly trust: TrustedConfig;
}

/** Options of {@linkcode readNodes}. */
export interface ReadNodesOptions {
  readonly system: RotationSystem;
  readonly client: NodeClient;
  readonly identity: Identity;
  readonly addresses: readonly string[];
  /** Limit of each wait, milliseconds. */
  readonly timeoutMs: number;
  /** Idle timeout of a call, milliseconds. */
  readonly callMs: number;
}

/** Configurations that are read at the same time. */
const PARALLEL = 8;

/**
 * Checks that all nodes respond through all endpoints, and reads their configurations.
 *
 * @returns The nodes, control planes first, else in the given order.
 * @throws {OsctlError} when a node does not respond, is too old, or none is a control plane.
 */
export async function readNodes(options: ReadNodesOptions): Promise<ConfiguredNode[]> {
  const { system, client, identity, addresses, timeoutMs, callMs } = options;
  const { clock, signal } = system;
  const check = { system, endpoints: client.endpoints, nodes: addresses, ms: timeoutMs, signal };
  const versions = await checkNodes(check, identity, "the present client");
  for (const [node, version] of versions) {
    if (hasOsFeature("acceptedCas", version)) continue;
    throw new OsctlError("unsupported", `${node} runs ${version}, which accepts one CA only`, {
      hint: "upgrade the node to v1.7 or newer",
    });
  }
  const nodes: ConfiguredNode[] = [];
  for (let from = 0; from < addresses.length; from += PARALLEL) {
    const part = addresses.slice(from, from + PARALLEL).map(async (address) => {
      const what = `${address}: machine configuration`;
      const text = await waitFor(
        { clock, signal, ms: timeoutMs, what },
        (signal) => readConfig({ client, clock, callMs }, address, signal),
      );
      const trust = parseTrust(address, text);
      return { address, isControlPlane: trust.isControlPlane, text, trust };
    });
    nodes.push(...await Promise.all(part));
  }
  const controlPlanes = nodes.filter(({ isControlPlane }) => isControlPlane);
  if (controlPlanes.length === 0) {
    throw new OsctlError("input", `no control plane among ${addresses.join(", ")}`, {
      hint: "set all nodes of the cluster with --control-plane-nodes and --worker-nodes",
    });
  }
  return [...controlPlanes, ...nodes.filter(({ isControlPlane }) => !isControlPlane)];
}

/**
 * Returns the authority that the control planes issue certificates by, and that all nodes accept.
 *
 * @throws {OsctlError} of kind `node` when nodes differ, as after a rotation that did not finish.
 */
export function presentAuthority(
  nodes: readonly ConfiguredNode[],
  authority: AuthorityName,
): PemPair {
  const [first] = nodes;
  const { address, trust } = first!;
  const { issuing } = trust[authority];
  if (issuing?.key === undefined) {
    throw new OsctlError("node", `${address} has no ${apiName(authority)} CA with a key`);
  }
  const { crt, key } = issuing;
  const hint = "finish the rotation with --resume or --rollback, or correct the configuration";
  for (const node of nodes) {
    const other = node.trust[authority];
    if (node.isControlPlane && !(other.issuing && isSameCertificate(other.issuing.crt, crt))) {
      throw new OsctlError(
        "node",
        `${node.address} and ${address} have different ${apiName(authority)} CAs`,
        { hint },
      );
    }
    const known = [...other.accepted, ...other.issuing === undefined ? [] : [other.issuing.crt]];
    if (known.some((one) => isSameCertificate(one, crt))) continue;
    throw new OsctlError(
      "node",
      `${node.address} does not accept the ${apiName(authority)} CA of ${address}`,
      { hint },
    );
  }
  return { crt, key };
}

/** Creates the replacement of an authority, valid for ten years. */
export async function createReplacement(
  authority: AuthorityName,
  old: PemPair,
  system: RotationSystem,
): Promise<Replacement> {
  const options = authority === "os"
    ? { organization: PRODUCT.toLowerCase() }
    : { organization: "kubernetes", kind: "ecdsa" as const, hash: "SHA-256" as const };
  return { old, new: await createCa(options, system), rotate: "none", rollback: "none" };
}

/** Validity of the new client certificate, milliseconds: one year. */
const CLIENT_TTL_MS = 8760 * 3_600_000;

/** Issues the client certificate of the new authority of the node API. */
export async function createClient(
  { new: ca }: Replacement,
  system: RotationSystem,
): Promise<ClientPair> {
  return await issueClientCertificate(ca, { roles: ["os:admin"], ttl: CLIENT_TTL_MS }, system);
}

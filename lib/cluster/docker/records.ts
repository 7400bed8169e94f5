/**
 * Records of clusters of containers in the state folder, which add what the engine does not know.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { ClusterState, isClusterName } from "../cluster_state.ts";
import type { ClusterRecord } from "../types.ts";
import type { EngineClient } from "./engine.ts";

/** Returns a record of the engine with the fields that only the state folder has. */
export function completeRecord(
  found: ClusterRecord,
  record: ClusterRecord | undefined,
): ClusterRecord {
  return { ...withGateway(found, record), ...ownFields(record) };
}

/** Adds the planned gateway where the engine, which selects the same, does not return it. */
function withGateway(found: ClusterRecord, record: ClusterRecord | undefined): ClusterRecord {
  const { network } = found;
  if (network.gateways?.length !== 0 || record?.network.cidr !== network.cidr) return found;
  return { ...found, network: { ...network, gateways: record.network.gateways ?? [] } };
}

/** Returns the fields of the record that the engine does not know. */
function ownFields(record: ClusterRecord | undefined): Partial<ClusterRecord> {
  if (record === undefined) return {};
  const { ca, osconfig, kubeconfig, kubernetesEndpoint, createdAt, apiPort, phase } = record;
  return {
    ca,
    phase,
    ...(osconfig === undefined ? {} : { osconfig }),
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    ...(kubernetesEndpoint === undefined ? {} : { kubernetesEndpoint }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(apiPort === undefined ? {} : { apiPort }),
  };
}

/** Reads the record of a docker cluster; undefined without a readable one. */
export async function readRecord(
  stateFolder: string,
  name: string,
): Promise<ClusterRecord | undefined> {
  return isClusterName(name) ? (await readState(stateFolder, name)).record : undefined;
}

/** Reads the state folder of a cluster; `isBroken` when it has no readable record. */
export async function readState(
  stateFolder: string,
  name: string,
): Promise<{ readonly record: ClusterRecord | undefined; readonly isBroken: boolean }> {
  const state = new ClusterState(stateFolder, name);
  try {
    const record = await state.readRecord();
    if (record !== undefined) {
      return { record: record.provisioner === "docker" ? record : undefined, isBroken: false };
    }
  } catch (error) {
    if (!(error instanceof OsctlError) || error.kind !== "input") throw error;
  }
  return { record: undefined, isBroken: await state.isOwn() };
}

/**
 * Requires that a cluster is one of the engine.
 *
 * @throws {OsctlError} of kind `input` that names its engine.
 */
export function requireEngine(record: ClusterRecord | undefined, { address }: EngineClient): void {
  if (record?.engine === undefined || record.engine === address) return;
  throw new OsctlError("input", `cluster "${record.name}" is in docker at ${record.engine}`, {
    hint: `set DOCKER_HOST=${record.engine}`,
  });
}

export function brokenState({ name, folder }: ClusterState): OsctlError {
  return new OsctlError("input", `the state of the cluster in "${folder}" is unreadable`, {
    hint: `remove it with: osctl cluster destroy --name ${name} --force`,
  });
}

export async function refuseExisting(state: ClusterState): Promise<void> {
  if (await state.entries() === undefined) return;
  throw new OsctlError("input", `cluster "${state.name}" already exists in "${state.folder}"`, {
    hint: `use another --name, or remove it with: osctl cluster destroy --name ${state.name}`,
  });
}

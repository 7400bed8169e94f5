/**
 * The machine configurations of a cluster that a cluster file declares.
 *
 * @module
 */
import { mergeData } from "../machineconfig/data.ts";
import { type GeneratedConfigs, hostOf } from "./machine_configs.ts";
import {
  type DeclaredMachines,
  isControlPlane,
  type LocalAdaptation,
  type MachineSettings,
} from "./types.ts";

/** Renders the configurations of declared machines, and issues their client. */
export async function createDeclaredConfigs(
  settings: MachineSettings,
  declared: DeclaredMachines,
): Promise<GeneratedConfigs> {
  const { plan, endpoints } = settings;
  const nodes = plan.nodes.filter(isControlPlane).map(({ addresses }) => addresses[0]!);
  const configs = await declared.createConfigs(plan.nodes, adaptationOf(settings, declared));
  const client = await declared.createClient({ endpoints, nodes });
  // Files are written for nodes that start without configuration only.
  return { ...configs, client, files: () => Promise.resolve(new Map()) };
}

/** Returns what differs between declared machines and the machines of a provisioner. */
export function adaptationOf(
  { endpoints, clusterEndpoint, installDisk, additionalSans, ...settings }: MachineSettings,
  { contract }: DeclaredMachines,
): LocalAdaptation {
  const network = { interfaces: [settings.networkInterface] };
  return {
    endpoint: clusterEndpoint,
    disk: installDisk,
    sans: [...additionalSans, ...endpoints.map(hostOf)],
    settings: mergeData(settings.config(contract), { machine: { network } }),
  };
}

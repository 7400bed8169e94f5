/**
 * The machine configuration of one machine, with the settings that nodes accept in
 * `GenerateConfiguration`.
 *
 * @module
 */
import type { SecretsBundle } from "../../pki/secrets_bundle.ts";
import { type ConfigDocument, type Data, mergeData } from "../data.ts";
import { MAIN } from "../schema/documents.ts";
import type { Contract } from "./contract.ts";
import { parseEndpoint } from "./endpoint.ts";
import { generateConfig } from "./generate_config.ts";
import type { MachineType } from "./machine_section.ts";

/** Settings of a machine and its cluster. */
export interface MachineSettings {
  readonly type: MachineType;
  readonly clusterName: string;
  /** URL of the Kubernetes API. */
  readonly endpoint: string;
  /** Without `v`. */
  readonly kubernetesVersion: string;
  readonly dnsDomain: string;
  /** The `cni` object; the node's default when absent. */
  readonly cni?: Data;
  readonly allowSchedulingOnControlPlanes: boolean;
  readonly installDisk: string;
  readonly installImage: string;
  /** Empty: assigned by the network. */
  readonly hostname: string;
  /** Objects of `machine.network.interfaces`. */
  readonly interfaces: readonly Data[];
}

/** Secrets and version that a configuration is generated with. */
export interface MachineOrigin {
  readonly bundle: SecretsBundle;
  readonly contract: Contract;
}

/**
 * Generates the configuration of a machine.
 *
 * @throws {OsctlError} of kind `usage` for an invalid endpoint.
 */
export function generateMachine(
  settings: MachineSettings,
  { bundle, contract }: MachineOrigin,
): readonly ConfigDocument[] {
  const { type, hostname, interfaces, cni, allowSchedulingOnControlPlanes } = settings;
  const documents = generateConfig({
    clusterName: settings.clusterName,
    endpoint: parseEndpoint(settings.endpoint),
    bundle,
    contract,
    dnsDomain: settings.dnsDomain,
    installDisk: settings.installDisk,
    installImage: settings.installImage,
    kubernetesVersion: settings.kubernetesVersion,
    additionalSans: [],
    registryMirrors: new Map(),
    persist: true,
    discovery: true,
    mesh: false,
  })[type];
  const network = {
    ...(hostname === "" ? {} : { hostname }),
    ...(interfaces.length === 0 ? {} : { interfaces }),
  };
  return documents.map((document) =>
    document.type !== MAIN ? document : ({
      ...document,
      data: mergeData(document.data, {
        machine: { network },
        cluster: {
          ...(cni === undefined ? {} : { network: { cni } }),
          ...(allowSchedulingOnControlPlanes && type !== "worker"
            ? { allowSchedulingOnControlPlanes }
            : {}),
        },
      }),
    })
  );
}

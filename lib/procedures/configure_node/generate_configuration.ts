/**
 * Generates the configuration of a machine on a node, or locally for nodes that cannot.
 *
 * @module
 */
import { machine, MachineService } from "../../../proto/machine.ts";
import { isUnimplemented, type NodeClient } from "../../client/mod.ts";
import type { Release } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { encodeConfig } from "../../machineconfig/encode/mod.ts";
import { bundleFromConfig } from "../../machineconfig/generate/bundle_from_config.ts";
import { NEWEST } from "../../machineconfig/schema/releases.ts";
import { isNewerThanKnown } from "../../os_versions/mod.ts";
import {
  generateMachine,
  type MachineSettings,
} from "../../machineconfig/generate/generate_machine.ts";
import {
  bundleOptionsFor,
  parseContract,
  parseEndpoint,
} from "../../machineconfig/generate/mod.ts";
import { newConfigText } from "../../osconfig/new_file.ts";
import { createBundle } from "../../pki/secrets_bundle.ts";
import { issueClientCertificate, type IssueContext } from "../../pki/mod.ts";

const { MachineType } = machine.MachineConfig;

/** Types of machines. `init`, the first control plane of old versions, is deprecated. */
const TYPES = {
  init: MachineType.TYPE_INIT,
  controlplane: MachineType.TYPE_CONTROL_PLANE,
  worker: MachineType.TYPE_WORKER,
};

const YEAR_MS = 8760 * 3_600_000;

/** A generated configuration. */
export interface GeneratedConfig {
  /** All documents of the machine configuration. */
  readonly text: string;
  /** Whether this program generated it, with all settings. */
  readonly isLocal: boolean;
  /** Client configuration of role os:admin. */
  readonly clientConfig: string;
}

/** Where a configuration is generated. */
export interface GenerateOptions {
  readonly client: NodeClient;
  /** A node in maintenance mode for new secrets, a control plane for the secrets of its cluster. */
  readonly node: string;
  /** Configuration of a control plane of the cluster; undefined for a new cluster. */
  readonly clusterConfig: string | undefined;
  readonly release: Release;
  /** Version of the node to configure; empty when unknown. */
  readonly version: string;
  readonly source: IssueContext;
}

/**
 * Generates a configuration. Nodes generate it themselves, without interfaces and subnets because they
 * know their own version; v1.13 and later generate none.
 *
 * @throws {OsctlError} the node's error.
 */
export async function generateConfiguration(
  settings: MachineSettings,
  options: GenerateOptions,
): Promise<GeneratedConfig> {
  const { client, node, source } = options;
  const request = toRequest(settings, source.clock.now());
  try {
    const { messages } = await client.plainCall(
      MachineService.GenerateConfiguration,
      request,
      node,
    );
    const { data, talosconfig } = messages?.[0] ?? {};
    if (!data?.[0] || !talosconfig) {
      throw new OsctlError("node", "invalid response: no machine configuration");
    }
    const decoder = new TextDecoder();
    const [text, clientConfig] = [data[0], talosconfig].map((bytes) => decoder.decode(bytes));
    return { text: text!, clientConfig: clientConfig!, isLocal: false };
  } catch (error) {
    if (!isUnimplemented(node, error)) throw error;
    return await generateLocally(settings, options);
  }
}

function toRequest(
  settings: MachineSettings,
  now: number,
): machine.IGenerateConfigurationRequest {
  const { cni } = settings;
  return {
    configVersion: "v1alpha1",
    clusterConfig: {
      name: settings.clusterName,
      controlPlane: { endpoint: settings.endpoint },
      clusterNetwork: {
        dnsDomain: settings.dnsDomain,
        ...(cni === undefined ? {} : {
          cniConfig: {
            name: String(cni["name"] ?? ""),
            urls: Array.isArray(cni["urls"]) ? cni["urls"].map(String) : [],
          },
        }),
      },
      allowSchedulingOnControlPlanes: settings.allowSchedulingOnControlPlanes,
    },
    machineConfig: {
      type: TYPES[settings.type],
      installConfig: {
        installDisk: settings.installDisk,
        installImage: settings.installImage,
      },
      networkConfig: { hostname: settings.hostname },
      kubernetesVersion: settings.kubernetesVersion,
    },
    overrideTime: { seconds: Math.floor(now / 1000), nanos: 0 },
  };
}

async function generateLocally(
  settings: MachineSettings,
  { clusterConfig, node, release, version, source }: GenerateOptions,
): Promise<GeneratedConfig> {
  const contract = parseContract(isNewerThanKnown(version) ? NEWEST : version, release);
  const bundle = clusterConfig === undefined
    ? await createBundle(bundleOptionsFor(contract), source)
    : (await bundleFromConfig(clusterConfig, {
      name: `configuration of ${node}`,
      release: NEWEST,
    })).bundle;
  const documents = generateMachine(settings, { bundle, contract });
  const { os } = bundle.certs;
  const { crt, key } = await issueClientCertificate(
    os,
    { roles: ["os:admin"], ttl: YEAR_MS },
    source,
  );
  const endpoints = [parseEndpoint(settings.endpoint).hostname];
  return {
    isLocal: true,
    text: encodeConfig(documents, { docs: false, examples: false }),
    clientConfig: newConfigText(settings.clusterName, { endpoints, ca: os.crt, crt, key }),
  };
}

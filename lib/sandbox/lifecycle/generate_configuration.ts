/**
 * Handler of `GenerateConfiguration`: a machine configuration with new secrets in maintenance mode,
 * with the cluster's on control planes.
 *
 * @module
 */
import { machine, MachineService } from "../../../proto/machine.ts";
import { DEFAULT_RELEASE, OS_VERSION } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import type { Data } from "../../machineconfig/data.ts";
import { encodeConfig } from "../../machineconfig/encode/mod.ts";
import { bundleFromConfig } from "../../machineconfig/generate/bundle_from_config.ts";
import { generateMachine } from "../../machineconfig/generate/generate_machine.ts";
import type { MachineType as Type } from "../../machineconfig/generate/machine_section.ts";
import {
  bundleOptionsFor,
  parseContract,
  parseEndpoint,
} from "../../machineconfig/generate/mod.ts";
import { installerImage } from "../../os_versions/mod.ts";
import { encodeBase64, renderConfig } from "../../osconfig/mod.ts";
import type { IssueContext } from "../../pki/mod.ts";
import { createBundle, type SecretsBundle } from "../../pki/secrets_bundle.ts";
import { issueClient } from "../secrets.ts";
import { unknownError } from "../status_errors.ts";
import { type Binding, type NodeFacts, unary } from "../types.ts";
import type { Machine } from "./machine.ts";
import type { MachineConfig } from "../configuration/machine_config.ts";

const { MachineType } = machine.MachineConfig;

/** Version of the machine configuration. */
const CONFIG_VERSION = "v1alpha1";

/** Returns the binding of `GenerateConfiguration`. */
export function generateBinding(
  machineOf: (node: NodeFacts) => Machine,
  source: IssueContext,
): Binding {
  return unary(MachineService.GenerateConfiguration, async (request, { node }) => {
    const { config } = machineOf(node).boot;
    if (config?.type === "worker") throw unknownError("config can't be generated on worker nodes");
    if (config === undefined && request.machineConfig?.type === MachineType.TYPE_WORKER) {
      throw unknownError("join config can't be generated in the maintenance mode");
    }
    const message = await generateConfiguration(request, config, source);
    return machine.GenerateConfigurationResponse.create({ messages: [message] });
  });
}

async function generateConfiguration(
  { configVersion, clusterConfig, machineConfig, overrideTime }:
    machine.IGenerateConfigurationRequest,
  current: MachineConfig | undefined,
  source: IssueContext,
): Promise<machine.IGenerateConfiguration> {
  if (!machineConfig || !clusterConfig?.controlPlane) {
    throw unknownError("invalid generate request");
  }
  if (configVersion !== CONFIG_VERSION) {
    throw unknownError(`unsupported config version ${configVersion ?? ""}`);
  }
  const now = overrideTime ? Number(overrideTime.seconds) * 1000 : source.clock.now();
  const context = { ...source, clock: { now: () => now } };
  const clusterName = clusterConfig.name ?? "";
  const endpoint = clusterConfig.controlPlane.endpoint ?? "";
  const { installConfig, networkConfig } = machineConfig;
  const { cniConfig, dnsDomain } = clusterConfig.clusterNetwork ?? {};
  const settings = {
    type: toMachineType(machineConfig.type ?? 0),
    clusterName,
    endpoint,
    kubernetesVersion: machineConfig.kubernetesVersion ?? "",
    dnsDomain: dnsDomain || "cluster.local",
    ...(cniConfig ? { cni: { name: cniConfig.name ?? "", urls: cniConfig.urls ?? [] } } : {}),
    allowSchedulingOnControlPlanes: clusterConfig.allowSchedulingOnControlPlanes ?? false,
    installDisk: installConfig?.installDisk || "/dev/sda",
    installImage: installConfig?.installImage ||
      installerImage(OS_VERSION[DEFAULT_RELEASE]),
    hostname: networkConfig?.hostname ?? "",
    interfaces: (networkConfig?.interfaces ?? []).map(toInterface),
  };
  const contract = parseContract("", DEFAULT_RELEASE);
  try {
    const bundle = await findSecrets(current, context);
    const documents = generateMachine(settings, { bundle, contract });
    const text = encodeConfig(documents, { docs: true, examples: true });
    const client = await issueClient(
      { ca: bundle.certs.os, extraHosts: [] },
      ["os:admin"],
      context,
    );
    const clientConfig = renderConfig(clusterName, {
      [clusterName]: {
        endpoints: [parseEndpoint(endpoint).hostname],
        nodes: [],
        ca: encodeBase64(bundle.certs.os.crt),
        crt: encodeBase64(client.crt),
        key: encodeBase64(client.key),
      },
    });
    const bytes = (text: string) => new TextEncoder().encode(text);
    return { data: [bytes(text)], talosconfig: bytes(clientConfig) };
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    throw unknownError(error.message);
  }
}

/** Returns the secrets of the cluster; new ones without a configuration. */
async function findSecrets(
  current: MachineConfig | undefined,
  context: IssueContext,
): Promise<SecretsBundle> {
  if (current !== undefined) {
    const options = { name: "config.yaml", release: DEFAULT_RELEASE };
    return (await bundleFromConfig(current.text, options)).bundle;
  }
  const options = bundleOptionsFor(parseContract("", DEFAULT_RELEASE));
  // An elliptic curve in place of RSA for service accounts: generating it takes milliseconds.
  return await createBundle({ ...options, serviceAccount: "ecdsa" }, context);
}

function toMachineType(type: machine.MachineConfig.MachineType): Type {
  if (type === MachineType.TYPE_INIT) return "init";
  if (type === MachineType.TYPE_CONTROL_PLANE) return "controlplane";
  if (type === MachineType.TYPE_WORKER) return "worker";
  throw unknownError(`unsupported machine type ${type}`);
}

function toInterface(device: machine.INetworkDeviceConfig): Data {
  const { dhcpOptions, mtu, cidr } = device;
  return {
    interface: device.interface ?? "",
    ...(cidr ? { cidr } : {}),
    ...(device.routes?.length
      ? {
        routes: device.routes.map(({ network, gateway, metric }) => ({
          network: network ?? "",
          gateway: gateway ?? "",
          ...(metric ? { metric } : {}),
        })),
      }
      : {}),
    ...(mtu ? { mtu } : {}),
    dhcp: device.dhcp ?? false,
    ignore: device.ignore ?? false,
    ...(dhcpOptions ? { dhcpOptions: { routeMetric: dhcpOptions.routeMetric ?? 0 } } : {}),
  };
}

/**
 * Documents other than the main one in generated configurations: from v1.12 on for the hostname and
 * registry mirrors, from v1.13 on for KubeSpan, from v1.14 on for most settings.
 *
 * @module
 */
import { DOMAIN } from "../../distribution.ts";
import type { ConfigDocument } from "../data.ts";
import { hasFeature } from "./contract.ts";
import { createDocument } from "./create_document.ts";
import type { GenerateInput } from "./generate_input.ts";
import { componentDocuments, kubernetesDocuments } from "./kubernetes_documents.ts";
import type { MachineType } from "./machine_section.ts";

/** Interval of discarding unused blocks: one week. */
const TRIM_INTERVAL = "168h0m0s";

/** Returns the documents that follow the main one. */
export function separateDocuments(type: MachineType, input: GenerateInput): ConfigDocument[] {
  const isSeparate = hasFeature("separateDocuments", input.contract);
  return [
    ...(isSeparate ? systemDocuments(input) : []),
    ...networkDocuments(input),
    ...(isSeparate ? kubernetesDocuments(type, input) : []),
    ...(isSeparate && type !== "worker" ? componentDocuments(input) : []),
  ];
}

function systemDocuments(
  { bundle: { cluster }, discovery, installDisk, installImage }: GenerateInput,
): ConfigDocument[] {
  return [
    ...(discovery
      ? [createDocument("DiscoveryServiceConfig", {
        name: "default",
        endpoint: `https://discovery.${DOMAIN}/`,
      })]
      : []),
    createDocument("DiscoveryIdentityConfig", {
      clusterID: cluster.id,
      clusterSecret: cluster.secret,
    }),
    ...(installDisk === "" ? [] : [createDocument("UnattendedInstallConfig", {
      installer: { image: installImage },
      provisioning: {
        diskSelector: { match: `disk.dev_path == ${JSON.stringify(installDisk)}` },
        wipe: false,
      },
    })]),
    createDocument("ResolverConfig", { hostDNS: { enabled: true, forwardKubeDNSToHost: true } }),
    createDocument("VolumeConfig", { name: "EPHEMERAL", mount: { secure: true } }),
    createDocument("FilesystemTrimConfig", { interval: TRIM_INTERVAL }),
    createDocument("SecurityProfileConfig", { workloadIsolation: true }),
  ];
}

function networkDocuments({ contract, mesh, registryMirrors }: GenerateInput): ConfigDocument[] {
  if (!hasFeature("networkDocuments", contract)) return [];
  const hosts = [...registryMirrors.keys()].toSorted();
  return [
    ...hosts.map((name) =>
      createDocument("RegistryMirrorConfig", {
        name,
        endpoints: registryMirrors.get(name)!.map((url) => ({ url })),
      })
    ),
    createDocument("HostnameConfig", { auto: "stable" }),
    ...(mesh && hasFeature("meshDocument", contract)
      ? [createDocument("KubeSpanConfig", { enabled: true })]
      : []),
  ];
}

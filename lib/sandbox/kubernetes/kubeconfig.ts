/**
 * Handler of `MachineService.Kubeconfig`: an administrator's kubeconfig in a tar archive.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { MachineService } from "../../../proto/machine.ts";
import type { ConfigDocument } from "../../machineconfig/data.ts";
import { issueClientCertificate, type IssueContext } from "../../pki/mod.ts";
import { StatusCode, StatusError } from "../../rpc/mod.ts";
import { encodeBase64 } from "../../yaml/base64.ts";
import { writeYaml } from "../../yaml/mod.ts";
import { kubernetesData } from "../configuration/mod.ts";
import { encodeTarHeader, TYPE_FLAG } from "../machine/tar_header.ts";
import { type Binding, type NodeFacts, stream } from "../types.ts";
import { readAcceptedCas, readAdminSettings, readAuthority } from "./cluster_node.ts";
import { readSettings } from "../objects/settings.ts";

/**
 * Returns the binding of `Kubeconfig`.
 *
 * @param configOf returns the active configuration of a node.
 */
export function kubeconfigBinding(
  configOf: (node: NodeFacts) => readonly ConfigDocument[],
  source: IssueContext,
): Binding {
  return stream(MachineService.Kubeconfig, async function* (_, { node }) {
    if (node.type === "worker") {
      throw new StatusError(
        StatusCode.unimplemented,
        "kubeconfig is only available on control plane nodes",
      );
    }
    const text = await createKubeconfig(configOf(node), source);
    const archive = new Blob([...toTar(text, source.clock.now())]);
    const compressed = archive.stream().pipeThrough(new CompressionStream("gzip"));
    const bytes = new Uint8Array(await new Response(compressed).arrayBuffer());
    yield common.Data.create({ bytes });
  });
}

/** Returns an administrator's kubeconfig. */
async function createKubeconfig(
  documents: readonly ConfigDocument[],
  source: IssueContext,
): Promise<string> {
  const config = kubernetesData(documents);
  const ca = readAuthority(config);
  if (ca === undefined) {
    throw new StatusError(StatusCode.unknown, "error getting Kubernetes CA: no key is configured");
  }
  const { clusterName, endpoint } = readSettings(config);
  const { commonName, organization, ttl } = readAdminSettings(config);
  const request = { roles: [organization], commonName, ttl };
  const { crt, key } = await issueClientCertificate(ca, request, source);
  const user = `admin@${clusterName}`;
  return writeYaml({
    apiVersion: "v1",
    clusters: [{
      cluster: {
        "certificate-authority-data": encodeBase64(readAcceptedCas(config)),
        server: endpoint,
      },
      name: clusterName,
    }],
    contexts: [{ context: { cluster: clusterName, namespace: "default", user }, name: user }],
    "current-context": user,
    kind: "Config",
    preferences: {},
    users: [{
      name: user,
      user: { "client-certificate-data": encodeBase64(crt), "client-key-data": encodeBase64(key) },
    }],
  });
}

/** Nodes do not close the archive: it ends after the content, without padding and end blocks. */
function toTar(text: string, now: number): Uint8Array<ArrayBuffer>[] {
  const content = new TextEncoder().encode(text);
  const header = encodeTarHeader({
    type: TYPE_FLAG.FILE,
    name: "kubeconfig",
    mode: 0o600,
    uid: 0,
    gid: 0,
    user: "",
    group: "",
    size: content.length,
    modified: Math.floor(now / 1000),
    link: "",
    deviceMajor: 0,
    deviceMinor: 0,
  });
  return [new Uint8Array(header), content];
}

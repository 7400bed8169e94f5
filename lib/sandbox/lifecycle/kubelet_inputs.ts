/**
 * The parts of a machine configuration that a kubelet reads when it starts.
 *
 * @module
 */
import { type ConfigDocument, type Data, sectionOf } from "../../machineconfig/data.ts";
import { kubernetesData } from "../configuration/authorities.ts";

/** Fields of `cluster` in the kubelet's kubeconfig, certificates and configuration. */
const CLUSTER_FIELDS = ["acceptedCAs", "token"] as const;

/** Reports whether a kubelet that runs with a configuration must restart for another one. */
export function mustRestartKubelet(
  running: readonly ConfigDocument[],
  next: readonly ConfigDocument[],
): boolean {
  return kubeletInputs(running) !== kubeletInputs(next);
}

/** Returns a text that differs when the kubelet must restart. */
function kubeletInputs(documents: readonly ConfigDocument[]): string {
  const main = kubernetesData(documents);
  const [machine, cluster] = [sectionOf(main, "machine"), sectionOf(main, "cluster")];
  const features = sectionOf(machine, "features");
  const network = sectionOf(cluster, "network");
  const inputs: Data = {
    kubelet: sectionOf(machine, "kubelet"),
    seccomp: features["defaultRuntimeSeccompProfileEnabled"] ?? null,
    endpoint: sectionOf(cluster, "controlPlane")["endpoint"] ?? null,
    // The key of the authority signs; the kubelet reads the certificate only.
    ca: sectionOf(cluster, "ca")["crt"] ?? null,
    ...Object.fromEntries(CLUSTER_FIELDS.map((name) => [name, cluster[name] ?? null])),
    dnsDomain: network["dnsDomain"] ?? null,
    serviceSubnets: network["serviceSubnets"] ?? null,
  };
  return JSON.stringify(
    inputs,
    (_, value) => typeof value === "bigint" ? String(value) : value,
  );
}

/**
 * Ingress firewall documents of `--with-firewall`.
 *
 * @module
 */
import { NODE_API_PORT } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import type { ConfigDocument } from "../machineconfig/data.ts";
import { createDocument } from "../machineconfig/generate/create_document.ts";
import { type ClusterPlan, isControlPlane } from "./types.ts";

const KUBELET_PORT = 10250;
const TRUSTD_PORT = 50001;
const KUBERNETES_PORT = 6443;
const ETCD_PORTS = "2379-2380";
/** VXLAN ports of Flannel and Calico, and of Cilium. */
const VXLAN_PORTS = [4789, 8472];

const ANYWHERE = [{ subnet: "0.0.0.0/0" }, { subnet: "::/0" }];

/**
 * Returns the documents of each machine type.
 *
 * @param action default action of the firewall: `accept` or `block`.
 * @throws {OsctlError} of kind `usage` for another action.
 */
export function firewallDocuments(
  action: string,
  { network, nodes }: ClusterPlan,
): Record<"controlplane" | "worker", ConfigDocument[]> {
  if (action !== "accept" && action !== "block") {
    throw new OsctlError("usage", `invalid value "${action}" for --with-firewall`, {
      hint: "use accept or block",
    });
  }
  const inCluster = network.cidrs.map((subnet, index) => ({
    subnet,
    except: hostPrefix(network.gateways[index]!),
  }));
  const controlPlanes = nodes.filter(isControlPlane).flatMap(({ addresses }) => addresses)
    .map((address) => ({ subnet: hostPrefix(address) }));
  const rule = (
    name: string,
    ports: readonly (number | string)[],
    protocol: "tcp" | "udp",
    ingress: readonly Record<string, string>[],
  ) => createDocument("NetworkRuleConfig", { name, portSelector: { ports, protocol }, ingress });
  const fallback = createDocument("NetworkDefaultActionConfig", { ingress: action });
  const kubelet = rule("kubelet-ingress", [KUBELET_PORT], "tcp", inCluster);
  const vxlan = rule("cni-vxlan", VXLAN_PORTS, "udp", inCluster);
  return {
    controlplane: [
      fallback,
      kubelet,
      rule("apid-ingress", [NODE_API_PORT], "tcp", ANYWHERE),
      rule("trustd-ingress", [TRUSTD_PORT], "tcp", inCluster),
      rule("kubernetes-api-ingress", [KUBERNETES_PORT], "tcp", ANYWHERE),
      rule("etcd-ingress", [ETCD_PORTS], "tcp", controlPlanes),
      vxlan,
    ],
    worker: [fallback, kubelet, rule("apid-ingress", [NODE_API_PORT], "tcp", inCluster), vxlan],
  };
}

/** Returns the network that contains only an address. */
function hostPrefix(address: string): string {
  return `${address}/${address.includes(":") ? 128 : 32}`;
}

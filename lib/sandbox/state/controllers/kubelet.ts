/**
 * The configuration of the kubelet and the manifests of the cluster, from the machine configuration.
 *
 * @module
 */
import { type Data, isList, isMap, sectionOf } from "../../../machineconfig/data.ts";
import { systemManifests } from "../../objects/manifests.ts";
import { readSettings } from "../../objects/settings.ts";
import { componentsData } from "../../configuration/machine_config.ts";
import { type Controller, desired } from "../controller.ts";
import {
  type JsonObject,
  KUBELET_SPEC,
  type KubeletSpec,
  MANIFEST,
  type Mount,
} from "../definitions/kubernetes.ts";
import { onChangeOf } from "./config.ts";
import { jsonObject, sortKeys, stringMap, strings, textOr } from "./config_values.ts";
import type { ControllerOptions } from "./controller_options.ts";

/** Id of the kubelet's resources, which is the name of its service. */
const KUBELET = "kubelet";

/** Returns the controllers of the kubelet and of manifests; none in maintenance mode. */
export function kubeletControllers(
  { node, cluster, live: { config } }: ControllerOptions,
): Controller[] {
  if (cluster === undefined) return [];
  const kubelet: Controller = {
    name: "k8s.KubeletSpecController",
    inputs: [],
    outputs: [{ definition: KUBELET_SPEC, kind: "exclusive" }],
    refresh: onChangeOf(config),
    run: () =>
      config.value === undefined
        ? []
        : [desired(KUBELET_SPEC, KUBELET, toSpec(componentsData(config.value.documents), node))],
  };
  const manifests: Controller = {
    name: "k8s.ManifestController",
    inputs: [],
    outputs: [{ definition: MANIFEST, kind: "shared" }],
    refresh: onChangeOf(config),
    run: () =>
      systemManifests(readSettings(componentsData(config.value?.documents ?? []))).map((
        [id, ...objects],
      ) => desired(MANIFEST, id, objects.map((object) => sortKeys(object as JsonObject)))),
  };
  return node.type === "controlplane" ? [kubelet, manifests] : [kubelet];
}

function toSpec(config: Data, node: { readonly name: string; readonly address: string }) {
  const kubelet = sectionOf(sectionOf(config, "machine"), "kubelet");
  const extraArgs = stringMap(kubelet["extraArgs"]);
  const isNameManaged = extraArgs["hostname-override"] === undefined;
  const args = {
    "bootstrap-kubeconfig": "/etc/kubernetes/bootstrap-kubeconfig",
    "cert-dir": "/var/lib/kubelet/pki",
    config: "/etc/kubernetes/kubelet.yaml",
    "hostname-override": node.name,
    kubeconfig: "/etc/kubernetes/kubeconfig-kubelet",
    "node-ip": node.address,
    ...extraArgs,
  };
  const mounts = kubelet["extraMounts"];
  const spec: KubeletSpec = {
    image: readSettings(config).images.kubelet,
    args: Object.entries(args).sort(([one], [other]) => one < other ? -1 : 1).map(([name, value]) =>
      `--${name}=${value}`
    ),
    ...isList(mounts) ? { extraMounts: mounts.filter(isMap).map(toMount) } : {},
    ...isNameManaged ? { expectedNodename: node.name } : {},
    config: toConfiguration(config, kubelet),
  };
  return spec;
}

function toMount(mount: Data): Mount {
  return {
    destination: textOr(mount["destination"], ""),
    type: textOr(mount["type"], ""),
    source: textOr(mount["source"], ""),
    options: strings(mount["options"]),
  };
}

/** Returns the fields of the `KubeletConfiguration` that nodes set. */
function toConfiguration(config: Data, kubelet: Data): JsonObject {
  const { dnsDomain, serviceSubnet } = readSettings(config);
  const own = strings(kubelet["clusterDNS"]);
  const prefix = serviceSubnet.split(".").slice(0, 3).join(".");
  return sortKeys<JsonObject>({
    address: "0.0.0.0",
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: "/etc/kubernetes/pki/ca.crt" },
    },
    authorization: { mode: "Webhook" },
    clusterDNS: own.length === 0 ? [`${prefix}.10`] : own,
    clusterDomain: dnsDomain,
    containerRuntimeEndpoint: "unix:///run/containerd/containerd.sock",
    failSwapOn: false,
    logging: { format: "json" },
    oomScoreAdj: -450,
    port: 10250,
    protectKernelDefaults: true,
    resolvConf: "/system/resolved/resolv.conf",
    rotateCertificates: true,
    ...kubelet["defaultRuntimeSeccompProfileEnabled"] === true ? { seccompDefault: true } : {},
    serializeImagePulls: false,
    shutdownGracePeriod: "30s",
    shutdownGracePeriodCriticalPods: "10s",
    streamingConnectionIdleTimeout: "5m0s",
    systemReserved: {
      cpu: "50m",
      "ephemeral-storage": "256Mi",
      memory: "192Mi",
      pid: "100",
    },
    tlsMinVersion: "VersionTLS13",
    ...jsonObject(kubelet["extraConfig"]),
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    kind: "KubeletConfiguration",
  });
}

/** Cases of the machine and cluster sections. */
import { type Case, cp, invalid, valid, worker } from "./case.ts";

const KEY = "{crt: LS0t, key: LS0t}";
const V14 = { release: "v1.4" } as const;
const MESH = { network: "{kubespan: {enabled: true}}" };
const KNOWN = { id: "abc", secret: "def", discovery: "{enabled: true}" };
const FOUND = { ...KNOWN, discovery: "{enabled: true, registries: {service: {disabled: true}}}" };

export const MACHINE_CASES: readonly Case[] = [
  valid("control plane", cp()),
  valid("worker", worker()),
  valid("the legacy type", cp({ machine: { type: "init" } })),
  invalid("no machine", "machine", "cluster: {}\n"),
  invalid("empty machine", "machine", "machine:\ncluster: {}\n"),
  invalid("a typo in the type", "machine.type", cp({ machine: { type: "contrlplane" } }), {
    message: "unknown machine type",
  }),
  invalid("the unknown type", "machine.type", cp({ machine: { type: "unknown" } })),
  valid("the legacy worker type", worker({ machine: { type: "join" } }), {
    warns: ["machine.type"],
  }),
  valid("no type", worker({ machine: { type: null } }), { warns: ["machine.type"] }),
  valid("an empty type", worker({ machine: { type: '""' } }), { warns: ["machine.type"] }),
  invalid("no installation", "machine.install", cp({ machine: { install: null } })),
  valid("no installation in a cloud", cp({ machine: { install: null } }), { mode: "cloud" }),
  invalid("no disk", "machine.install.disk", cp({ machine: { install: "{image: a}" } })),
  valid("a disk selector", cp({ machine: { install: "{diskSelector: {model: WDC*}}" } })),
  valid("a disk selector by size", cp({ machine: { install: "{diskSelector: {size: '> 1TB'}}" } })),
  valid("a disk selector by type", cp({ machine: { install: "{diskSelector: {type: ssd}}" } })),
  invalid(
    "an empty disk selector",
    "machine.install.disk",
    cp({
      machine: { install: '{diskSelector: {model: ""}}' },
    }),
  ),
  invalid(
    "a disk selector with an invalid size",
    "machine.install.diskSelector.size",
    cp({
      machine: { install: "{diskSelector: {size: big}}" },
    }),
  ),
  invalid(
    "a disk selector with an invalid type",
    "machine.install.diskSelector.type",
    cp({
      machine: { install: "{diskSelector: {type: floppy}}" },
    }),
  ),
  invalid(
    "a duplicate extension",
    "machine.install.extensions[1]",
    cp({
      machine: { install: "{disk: /dev/sda, extensions: [{image: a}, {image: a}]}" },
    }),
    { warns: ["machine.install.extensions"] },
  ),
  valid("extensions", cp({ machine: { install: "{disk: /dev/sda, extensions: [{image: a}]}" } }), {
    warns: ["machine.install.extensions"],
  }),
  valid(
    "extensions in v1.4",
    cp({ machine: { install: "{disk: a, extensions: [{image: a}]}" } }),
    V14,
  ),
  invalid(
    "a container without host DNS",
    "machine.features.hostDNS.enabled",
    cp({ machine: { features: "{hostDNS: {forwardKubeDNSToHost: true}}" } }),
    {
      mode: "container",
    },
  ),
  invalid(
    "a container without forwarding",
    "machine.features.hostDNS.forwardKubeDNSToHost",
    cp({
      machine: { features: "{hostDNS: {enabled: true}}" },
    }),
    { mode: "container" },
  ),
  valid(
    "a container",
    cp({
      machine: { features: "{hostDNS: {enabled: true, forwardKubeDNSToHost: true}}" },
    }),
    { mode: "container" },
  ),
  valid("a container in v1.4", cp(), { mode: "container", ...V14 }),
  invalid("no CA", "machine.ca", worker({ machine: { ca: null } })),
  valid("no CA in v1.4", cp({ machine: { ca: null } }), V14),
  valid("an accepted CA", worker({ machine: { ca: null, acceptedCAs: "[{crt: LS0t}]" } })),
  invalid(
    "a control plane with accepted CAs only",
    "machine.ca",
    cp({
      machine: { ca: null, acceptedCAs: "[{crt: LS0t}]" },
    }),
  ),
  invalid(
    "a control plane without the CA key",
    "machine.ca.key",
    cp({ machine: { ca: "{crt: LS0t}" } }),
  ),
  invalid("a worker with the CA key", "machine.ca.key", worker({ machine: { ca: KEY } })),
  valid("a worker with the CA key in v1.4", worker({ machine: { ca: KEY } }), V14),
  invalid("a worker without a trusted CA", "machine.ca", worker({ machine: { ca: "{}" } })),
  valid(
    "a worker with an accepted CA only",
    worker({
      machine: { ca: "{}", acceptedCAs: "[{crt: LS0t}]" },
    }),
  ),
  invalid("a worker with the cluster CA key", "cluster.ca.key", worker({ cluster: { ca: KEY } })),
  valid("a worker with the cluster CA", worker({ cluster: { ca: "{crt: LS0t}" } })),
  valid("a redacted key", cp({ machine: { ca: '{crt: LS0t, key: "******"}' } })),
  invalid(
    "a redacted certificate",
    "machine.ca.crt",
    cp({ machine: { ca: '{crt: "******", key: LS0t}' } }),
  ),
  invalid("invalid base64", "machine.ca.key", cp({ machine: { ca: "{crt: LS0t, key: secret}" } })),
  invalid(
    "API access without RBAC",
    "machine.features.rbac",
    cp({
      machine: { features: "{kubernetesTalosAPIAccess: {enabled: true}}" },
    }),
  ),
  invalid(
    "API access on a worker",
    "machine.features.kubernetesTalosAPIAccess.enabled",
    worker({
      machine: { features: "{rbac: true, kubernetesTalosAPIAccess: {enabled: true}}" },
    }),
  ),
  invalid(
    "API access with an unknown role",
    "machine.features.kubernetesTalosAPIAccess.allowedRoles[0]",
    cp({
      machine: {
        features:
          "{rbac: true, kubernetesTalosAPIAccess: {enabled: true, allowedRoles: [os:admn]}}",
      },
    }),
  ),
  invalid(
    "API access with a role of later releases",
    "machine.features.kubernetesTalosAPIAccess.allowedRoles[0]",
    cp({
      machine: {
        features:
          "{rbac: true, kubernetesTalosAPIAccess: {enabled: true, allowedRoles: [os:meta:writer]}}",
      },
    }),
  ),
  valid(
    "API access",
    cp({
      machine: {
        features:
          "{rbac: true, kubernetesTalosAPIAccess: {enabled: true, allowedRoles: [os:reader]}}",
      },
    }),
  ),
  valid(
    "disabled API access",
    worker({
      machine: { features: "{kubernetesTalosAPIAccess: {allowedRoles: [unknown]}}" },
    }),
  ),
  invalid("persist: false", "persist", cp({ top: { persist: "false" } })),
  valid("persist: false in v1.4", cp({ top: { persist: "false" } }), V14),
  valid("persist: true", cp({ top: { persist: "true" } })),
  invalid(
    "logs without an endpoint",
    "machine.logging.destinations[0].endpoint",
    cp({
      machine: { logging: "{destinations: [{format: json_lines}]}" },
    }),
  ),
  invalid(
    "logs over https",
    "machine.logging.destinations[0].endpoint",
    cp({
      machine: { logging: "{destinations: [{endpoint: 'https://a/', format: json_lines}]}" },
    }),
  ),
  invalid(
    "logs without a host",
    "machine.logging.destinations[0].endpoint",
    cp({
      machine: { logging: "{destinations: [{endpoint: 'tcp:///', format: json_lines}]}" },
    }),
  ),
  invalid(
    "logs in another format",
    "machine.logging.destinations[0].format",
    cp({
      machine: { logging: "{destinations: [{endpoint: 'tcp://a:1', format: json}]}" },
    }),
  ),
  valid(
    "logs",
    cp({
      machine: { logging: "{destinations: [{endpoint: 'udp://a:1', format: json_lines}]}" },
    }),
  ),
  invalid(
    "a label without a name",
    'machine.nodeLabels["a/"]',
    cp({ machine: { nodeLabels: "{a/: b}" } }),
  ),
  invalid(
    "a label with two slashes",
    'machine.nodeLabels["a/b/c"]',
    cp({
      machine: { nodeLabels: "{a/b/c: d}" },
    }),
  ),
  invalid(
    "a label with an invalid domain",
    'machine.nodeLabels["A_/b"]',
    cp({
      machine: { nodeLabels: "{A_/b: d}" },
    }),
  ),
  invalid(
    "a label with an invalid value",
    "machine.nodeLabels.a",
    cp({ machine: { nodeLabels: "{a: -b}" } }),
  ),
  invalid(
    "an overlong label",
    "machine.nodeLabels.a",
    cp({
      machine: { nodeLabels: `{a: ${"b".repeat(64)}}` },
    }),
  ),
  valid(
    "labels",
    cp({
      machine: { nodeLabels: `{example.com/a_b: "", a: ${"b".repeat(63)}}` },
    }),
  ),
  invalid(
    "a reserved annotation",
    'machine.nodeAnnotations["talos.dev/owned-labels"]',
    cp({
      machine: { nodeAnnotations: "{talos.dev/owned-labels: a}" },
    }),
  ),
  invalid(
    "an invalid annotation",
    'machine.nodeAnnotations[" "]',
    cp({
      machine: { nodeAnnotations: '{" ": a}' },
    }),
  ),
  valid("an annotation with any text", cp({ machine: { nodeAnnotations: '{a: "b c: d"}' } })),
  invalid(
    "too many annotations",
    "machine.nodeAnnotations",
    cp({
      machine: { nodeAnnotations: `{a: ${"b".repeat(256 * 1024)}}` },
    }),
  ),
  invalid(
    "a taint without effect",
    "machine.nodeTaints.a",
    cp({ machine: { nodeTaints: "{a: b}" } }),
  ),
  invalid(
    "a taint with an invalid effect",
    "machine.nodeTaints.a",
    cp({
      machine: { nodeTaints: "{a: 'b:NoSchedul'}" },
    }),
  ),
  invalid(
    "a taint with an invalid value",
    "machine.nodeTaints.a",
    cp({
      machine: { nodeTaints: "{a: '-:NoExecute'}" },
    }),
  ),
  invalid(
    "a taint with an invalid name",
    "machine.nodeTaints.a-",
    cp({
      machine: { nodeTaints: "{a-: NoSchedule}" },
    }),
  ),
  valid("taints", cp({ machine: { nodeTaints: "{a: NoSchedule, b: 'c:PreferNoSchedule'}" } })),
  invalid("no cluster", "cluster", cp().replace(/cluster:[^]*/, "")),
  invalid("no endpoint", "cluster.controlPlane.endpoint", cp({ cluster: { controlPlane: "{}" } })),
  invalid(
    "an empty endpoint",
    "cluster.controlPlane.endpoint",
    cp({
      cluster: { controlPlane: '{endpoint: ""}' },
    }),
  ),
  invalid(
    "an endpoint that is not a URL",
    "cluster.controlPlane.endpoint",
    cp({
      cluster: { controlPlane: '{endpoint: "https://a:b"}' },
    }),
  ),
  invalid(
    "an endpoint without a host",
    "cluster.controlPlane.endpoint",
    cp({
      cluster: { controlPlane: '{endpoint: "https://:6443"}' },
    }),
  ),
  invalid(
    "an endpoint with an invalid port",
    "cluster.controlPlane.endpoint",
    cp({
      cluster: { controlPlane: '{endpoint: "https://a:65536"}' },
    }),
  ),
  invalid(
    "an endpoint without brackets",
    "cluster.controlPlane.endpoint",
    cp({
      cluster: { controlPlane: '{endpoint: "https://2001:db8::1:6443"}' },
    }),
  ),
  valid(
    "an IPv6 endpoint",
    cp({ cluster: { controlPlane: '{endpoint: "https://[2001:db8::1]:6443"}' } }),
  ),
  valid("an endpoint of any scheme", cp({ cluster: { controlPlane: '{endpoint: "foo://a"}' } })),
  invalid(
    "an invalid domain",
    "cluster.network.dnsDomain",
    cp({ cluster: { network: "{dnsDomain: a..b}" } }),
  ),
  valid("a domain", cp({ cluster: { network: "{dnsDomain: a.b.}" } })),
  invalid(
    "manifests of a disabled provider",
    "cluster.externalCloudProvider.manifests",
    cp({
      cluster: { externalCloudProvider: "{manifests: ['https://a/']}" },
    }),
  ),
  invalid(
    "a manifest that is not a URL",
    "cluster.externalCloudProvider.manifests[0]",
    cp({
      cluster: { externalCloudProvider: "{enabled: true, manifests: [a.yaml]}" },
    }),
  ),
  valid(
    "manifests of a provider",
    cp({
      cluster: { externalCloudProvider: "{enabled: true, manifests: ['https://a/b.yaml']}" },
    }),
  ),
  invalid(
    "an inline manifest without a name",
    "cluster.inlineManifests[0].name",
    cp({
      cluster: { inlineManifests: '[{name: " ", contents: a}]' },
    }),
  ),
  invalid(
    "a duplicate inline manifest",
    "cluster.inlineManifests[1].name",
    cp({
      cluster: { inlineManifests: "[{name: a}, {name: a}]" },
    }),
  ),
  valid("inline manifests", cp({ cluster: { inlineManifests: "[{name: a}, {name: b}]" } })),
  ...["apiServer", "controllerManager", "scheduler"].flatMap((part) => [
    invalid(
      `an invalid resource of ${part}`,
      `cluster.${part}.resources.limits.disk`,
      cp({
        cluster: { [part]: "{resources: {requests: {cpu: 1}, limits: {disk: 1}}}" },
      }),
    ),
    valid(
      `resources of ${part}`,
      cp({
        cluster: { [part]: "{resources: {requests: {cpu: 1, memory: 2Gi}}}" },
      }),
    ),
  ]),
  invalid("etcd on a worker", "cluster.etcd", worker({ cluster: { etcd: `{ca: ${KEY}}` } })),
  valid("etcd on a worker in v1.4", worker({ cluster: { etcd: `{ca: ${KEY}}` } }), V14),
  invalid("etcd without a CA", "cluster.etcd.ca", cp({ cluster: { etcd: "{}" } })),
  invalid(
    "etcd with both subnet fields",
    "cluster.etcd.subnet",
    cp({
      cluster: { etcd: `{ca: ${KEY}, subnet: 10.0.0.0/8, advertisedSubnets: [10.0.0.0/8]}` },
    }),
  ),
  invalid(
    "etcd with an invalid subnet",
    "cluster.etcd.subnet",
    cp({
      cluster: { etcd: `{ca: ${KEY}, subnet: 10.0.0.0/33}` },
    }),
  ),
  invalid(
    "etcd with an invalid advertised subnet",
    "cluster.etcd.advertisedSubnets[0]",
    cp({
      cluster: { etcd: `{ca: ${KEY}, advertisedSubnets: ["!10.0.0.0.0"]}` },
    }),
  ),
  invalid(
    "etcd with an invalid listen subnet",
    "cluster.etcd.listenSubnets[0]",
    cp({
      cluster: { etcd: `{ca: ${KEY}, listenSubnets: [a]}` },
    }),
  ),
  valid(
    "etcd",
    cp({
      cluster: { etcd: `{ca: ${KEY}, advertisedSubnets: ["!10.0.0.1", 10.0.0.0/8]}` },
    }),
  ),
  invalid(
    "an unknown CNI",
    "cluster.network.cni.name",
    cp({ cluster: { network: "{cni: {name: flanel}}" } }),
  ),
  invalid(
    "a CNI without a name",
    "cluster.network.cni.name",
    cp({ cluster: { network: "{cni: {}}" } }),
  ),
  valid("an unknown CNI on a worker", worker({ cluster: { network: "{cni: {name: flanel}}" } })),
  ...["flannel", "none"].map((name) =>
    invalid(
      `URLs of ${name}`,
      "cluster.network.cni.urls",
      cp({
        cluster: { network: `{cni: {name: ${name}, urls: ['https://a/']}}` },
      }),
    )
  ),
  valid("a custom CNI without URLs", cp({ cluster: { network: "{cni: {name: custom}}" } }), {
    warns: ["cluster.network.cni.urls"],
  }),
  invalid(
    "a custom CNI with an invalid URL",
    "cluster.network.cni.urls[0]",
    cp({
      cluster: { network: "{cni: {name: custom, urls: ['https://']}}" },
    }),
  ),
  valid(
    "a custom CNI",
    cp({ cluster: { network: "{cni: {name: custom, urls: ['https://a/b']}}" } }),
  ),
  invalid(
    "arguments for another CNI",
    "cluster.network.cni.flannel.extraArgs",
    cp({
      cluster: { network: "{cni: {name: none, flannel: {extraArgs: [-a]}}}" },
    }),
  ),
  valid(
    "arguments for flannel",
    cp({
      cluster: { network: "{cni: {name: flannel, flannel: {extraArgs: [-a]}}}" },
    }),
  ),
  invalid(
    "discovery without an id",
    "cluster.id",
    cp({
      cluster: { secret: "a", discovery: "{enabled: true}" },
    }),
  ),
  invalid(
    "discovery without a secret",
    "cluster.secret",
    cp({
      cluster: { id: "a", discovery: "{enabled: true}" },
    }),
  ),
  valid(
    "discovery without the service",
    cp({
      cluster: { discovery: "{enabled: true, registries: {service: {disabled: true}}}" },
    }),
  ),
  valid("discovery", cp({ cluster: KNOWN })),
  invalid(
    "discovery with a path",
    "cluster.discovery.registries.service.endpoint",
    cp({
      cluster: {
        ...KNOWN,
        discovery: "{enabled: true, registries: {service: {endpoint: 'https://a/b'}}}",
      },
    }),
  ),
  invalid(
    "discovery without a URL",
    "cluster.discovery.registries.service.endpoint",
    cp({
      cluster: { ...KNOWN, discovery: "{enabled: true, registries: {service: {endpoint: a}}}" },
    }),
  ),
  valid(
    "discovery without TLS",
    cp({
      cluster: {
        ...KNOWN,
        discovery: "{enabled: true, registries: {service: {endpoint: 'http://a'}}}",
      },
    }),
  ),
  invalid(
    "discovery without TLS in v1.4",
    "cluster.discovery.registries.service.endpoint",
    cp({
      cluster: {
        ...KNOWN,
        discovery: "{enabled: true, registries: {service: {endpoint: 'http://a'}}}",
      },
    }),
    V14,
  ),
  invalid(
    "KubeSpan without discovery",
    "cluster.discovery.enabled",
    cp({
      machine: MESH,
      cluster: { id: "a", secret: "b" },
    }),
  ),
  invalid(
    "KubeSpan without an id",
    "cluster.id",
    cp({
      machine: MESH,
      cluster: { ...FOUND, id: null },
    }),
  ),
  invalid(
    "KubeSpan without a secret",
    "cluster.secret",
    cp({
      machine: MESH,
      cluster: { ...FOUND, secret: null },
    }),
  ),
  valid("KubeSpan", cp({ machine: MESH, cluster: KNOWN })),
  invalid(
    "KubeSpan with a small MTU",
    "machine.network.kubespan.mtu",
    cp({
      machine: { network: "{kubespan: {enabled: true, mtu: 1279}}" },
      cluster: KNOWN,
    }),
  ),
  valid(
    "KubeSpan with the smallest MTU",
    cp({
      machine: { network: "{kubespan: {enabled: true, mtu: 1280}}" },
      cluster: KNOWN,
    }),
  ),
  valid(
    "KubeSpan with no MTU",
    cp({
      machine: { network: "{kubespan: {enabled: true, mtu: 0}}" },
      cluster: KNOWN,
    }),
  ),
  invalid(
    "KubeSpan with an invalid filter",
    "machine.network.kubespan.filters.endpoints[0]",
    cp({
      machine: { network: "{kubespan: {enabled: true, filters: {endpoints: ['!a']}}}" },
      cluster: KNOWN,
    }),
  ),
  valid(
    "disabled KubeSpan",
    cp({
      machine: { network: "{kubespan: {mtu: 1, filters: {endpoints: [a]}}}" },
    }),
  ),
  invalid(
    "a partition without a size first",
    "machine.disks[0].partitions[0]",
    cp({
      machine: { disks: "[{device: a, partitions: [{mountpoint: /a}, {size: 1GB}]}]" },
    }),
  ),
  invalid(
    "a partition of size 0 first",
    "machine.disks[0].partitions[0].size",
    cp({
      machine: { disks: "[{device: a, partitions: [{size: 0}, {size: 1GB}]}]" },
    }),
  ),
  valid(
    "a partition without a size last",
    cp({
      machine: { disks: "[{device: a, partitions: [{size: 1GB}, {mountpoint: /a}]}]" },
    }),
  ),
  invalid(
    "an invalid subnet of the kubelet",
    "machine.kubelet.nodeIP.validSubnets[1]",
    cp({
      machine: { kubelet: "{nodeIP: {validSubnets: [10.0.0.0/8, '!10']}}" },
    }),
  ),
  ...["port", "kind", "staticPodPath"].map((field) =>
    invalid(
      `${field} of the kubelet`,
      `machine.kubelet.extraConfig.${field}`,
      cp({
        machine: { kubelet: `{extraConfig: {${field}: a}}` },
      }),
    )
  ),
  valid(
    "fields of the kubelet",
    cp({ machine: { kubelet: "{extraConfig: {maxPods: 5, ports: 1}}" } }),
  ),
  invalid(
    "encryption without keys",
    "machine.systemDiskEncryption.state.keys",
    cp({
      machine: { systemDiskEncryption: "{state: {provider: luks2}}" },
    }),
  ),
  invalid(
    "a duplicate key slot",
    "machine.systemDiskEncryption.ephemeral.keys[1].slot",
    cp({
      machine: {
        systemDiskEncryption: "{ephemeral: {keys: [{nodeID: {}}, {static: {}, slot: 0}]}}",
      },
    }),
  ),
  invalid(
    "a key without a type",
    "machine.systemDiskEncryption.ephemeral.keys[0]",
    cp({
      machine: { systemDiskEncryption: "{ephemeral: {keys: [{slot: 0}]}}" },
    }),
  ),
  valid(
    "keys",
    cp({
      machine: {
        systemDiskEncryption: "{state: {keys: [{nodeID: {}, slot: 0}, {static: {}, slot: 1}]}}",
      },
    }),
    V14,
  ),
  valid(
    "newer keys",
    cp({
      machine: {
        systemDiskEncryption: "{state: {keys: [{kms: {endpoint: a}}, {tpm: {}, slot: 1}]}}",
      },
    }),
  ),
];

/** Rules of machines and clusters. */
import { type Case, cp, no, worker, yes } from "./case.ts";

const KEY = "{crt: LS0t, key: LS0t}";
const V14 = { release: "v1.4" } as const;
const MESH = { network: "{kubespan: {enabled: true}}" };
const KNOWN = { id: "abc", secret: "def", discovery: "{enabled: true}" };
const FOUND = { ...KNOWN, discovery: "{enabled: true, registries: {service: {disabled: true}}}" };

export const MACHINE_CASES: readonly Case[] = [
  yes("control plane", cp()),
  yes("worker", worker()),
  yes("the oldest type", cp({ machine: { type: "init" } })),
  no("no machine", "machine", "cluster: {}\n"),
  no("empty machine", "machine", "machine:\ncluster: {}\n"),
  no("a typo in the type", "machine.type", cp({ machine: { type: "contrlplane" } }), {
    says: "is no machine type",
  }),
  no("the unknown type", "machine.type", cp({ machine: { type: "unknown" } })),
  yes("the old name of workers", worker({ machine: { type: "join" } }), {
    warns: ["machine.type"],
  }),
  yes("no type", worker({ machine: { type: null } }), { warns: ["machine.type"] }),
  yes("an empty type", worker({ machine: { type: '""' } }), { warns: ["machine.type"] }),
  no("no installation", "machine.install", cp({ machine: { install: null } })),
  yes("no installation in a cloud", cp({ machine: { install: null } }), { mode: "cloud" }),
  no("no disk", "machine.install.disk", cp({ machine: { install: "{image: a}" } })),
  yes("a disk selector", cp({ machine: { install: "{diskSelector: {model: WDC*}}" } })),
  yes("a disk selector by size", cp({ machine: { install: "{diskSelector: {size: '> 1TB'}}" } })),
  yes("a disk selector by type", cp({ machine: { install: "{diskSelector: {type: ssd}}" } })),
  no(
    "an empty disk selector",
    "machine.install.disk",
    cp({
      machine: { install: '{diskSelector: {model: ""}}' },
    }),
  ),
  no(
    "a disk selector with a wrong size",
    "machine.install.diskSelector.size",
    cp({
      machine: { install: "{diskSelector: {size: big}}" },
    }),
  ),
  no(
    "a disk selector with a wrong type",
    "machine.install.diskSelector.type",
    cp({
      machine: { install: "{diskSelector: {type: floppy}}" },
    }),
  ),
  no(
    "an extension twice",
    "machine.install.extensions[1]",
    cp({
      machine: { install: "{disk: /dev/sda, extensions: [{image: a}, {image: a}]}" },
    }),
    { warns: ["machine.install.extensions"] },
  ),
  yes("extensions", cp({ machine: { install: "{disk: /dev/sda, extensions: [{image: a}]}" } }), {
    warns: ["machine.install.extensions"],
  }),
  yes(
    "extensions long ago",
    cp({ machine: { install: "{disk: a, extensions: [{image: a}]}" } }),
    V14,
  ),
  no(
    "a container without its host's DNS",
    "machine.features.hostDNS.enabled",
    cp({ machine: { features: "{hostDNS: {forwardKubeDNSToHost: true}}" } }),
    {
      mode: "container",
    },
  ),
  no(
    "a container without forwarding",
    "machine.features.hostDNS.forwardKubeDNSToHost",
    cp({
      machine: { features: "{hostDNS: {enabled: true}}" },
    }),
    { mode: "container" },
  ),
  yes(
    "a container",
    cp({
      machine: { features: "{hostDNS: {enabled: true, forwardKubeDNSToHost: true}}" },
    }),
    { mode: "container" },
  ),
  yes("a container long ago", cp(), { mode: "container", ...V14 }),
  no("no authority", "machine.ca", worker({ machine: { ca: null } })),
  yes("no authority long ago", cp({ machine: { ca: null } }), V14),
  yes("an accepted authority", worker({ machine: { ca: null, acceptedCAs: "[{crt: LS0t}]" } })),
  no(
    "a control plane with accepted authorities only",
    "machine.ca",
    cp({
      machine: { ca: null, acceptedCAs: "[{crt: LS0t}]" },
    }),
  ),
  no("a control plane without the key", "machine.ca.key", cp({ machine: { ca: "{crt: LS0t}" } })),
  no("a worker with the key", "machine.ca.key", worker({ machine: { ca: KEY } })),
  yes("a worker with the key long ago", worker({ machine: { ca: KEY } }), V14),
  no("a worker with nothing to trust", "machine.ca", worker({ machine: { ca: "{}" } })),
  yes(
    "a worker with another to trust",
    worker({
      machine: { ca: "{}", acceptedCAs: "[{crt: LS0t}]" },
    }),
  ),
  no("a worker with the cluster's key", "cluster.ca.key", worker({ cluster: { ca: KEY } })),
  yes("a worker with the cluster's authority", worker({ cluster: { ca: "{crt: LS0t}" } })),
  yes("a hidden key", cp({ machine: { ca: '{crt: LS0t, key: "******"}' } })),
  no(
    "a hidden certificate",
    "machine.ca.crt",
    cp({ machine: { ca: '{crt: "******", key: LS0t}' } }),
  ),
  no("no base64", "machine.ca.key", cp({ machine: { ca: "{crt: LS0t, key: secret}" } })),
  no(
    "access without roles",
    "machine.features.rbac",
    cp({
      machine: { features: "{kubernetesTalosAPIAccess: {enabled: true}}" },
    }),
  ),
  no(
    "access on a worker",
    "machine.features.kubernetesTalosAPIAccess.enabled",
    worker({
      machine: { features: "{rbac: true, kubernetesTalosAPIAccess: {enabled: true}}" },
    }),
  ),
  no(
    "access with an unknown role",
    "machine.features.kubernetesTalosAPIAccess.allowedRoles[0]",
    cp({
      machine: {
        features:
          "{rbac: true, kubernetesTalosAPIAccess: {enabled: true, allowedRoles: [os:admn]}}",
      },
    }),
  ),
  yes(
    "access",
    cp({
      machine: {
        features:
          "{rbac: true, kubernetesTalosAPIAccess: {enabled: true, allowedRoles: [os:reader]}}",
      },
    }),
  ),
  yes(
    "access that is off",
    worker({
      machine: { features: "{kubernetesTalosAPIAccess: {allowedRoles: [nobody]}}" },
    }),
  ),
  no("not kept", "persist", cp({ top: { persist: "false" } })),
  yes("not kept long ago", cp({ top: { persist: "false" } }), V14),
  yes("kept", cp({ top: { persist: "true" } })),
  no(
    "logs without an endpoint",
    "machine.logging.destinations[0].endpoint",
    cp({
      machine: { logging: "{destinations: [{format: json_lines}]}" },
    }),
  ),
  no(
    "logs to the web",
    "machine.logging.destinations[0].endpoint",
    cp({
      machine: { logging: "{destinations: [{endpoint: 'https://a/', format: json_lines}]}" },
    }),
  ),
  no(
    "logs to nobody",
    "machine.logging.destinations[0].endpoint",
    cp({
      machine: { logging: "{destinations: [{endpoint: 'tcp:///', format: json_lines}]}" },
    }),
  ),
  no(
    "logs in another format",
    "machine.logging.destinations[0].format",
    cp({
      machine: { logging: "{destinations: [{endpoint: 'tcp://a:1', format: json}]}" },
    }),
  ),
  yes(
    "logs",
    cp({
      machine: { logging: "{destinations: [{endpoint: 'udp://a:1', format: json_lines}]}" },
    }),
  ),
  no(
    "a label without a name",
    'machine.nodeLabels["a/"]',
    cp({ machine: { nodeLabels: "{a/: b}" } }),
  ),
  no(
    "a label with two slashes",
    'machine.nodeLabels["a/b/c"]',
    cp({
      machine: { nodeLabels: "{a/b/c: d}" },
    }),
  ),
  no(
    "a label with a wrong domain",
    'machine.nodeLabels["A_/b"]',
    cp({
      machine: { nodeLabels: "{A_/b: d}" },
    }),
  ),
  no(
    "a label with a wrong value",
    "machine.nodeLabels.a",
    cp({ machine: { nodeLabels: "{a: -b}" } }),
  ),
  no(
    "a label that is too long",
    "machine.nodeLabels.a",
    cp({
      machine: { nodeLabels: `{a: ${"b".repeat(64)}}` },
    }),
  ),
  yes(
    "labels",
    cp({
      machine: { nodeLabels: `{example.com/a_b: "", a: ${"b".repeat(63)}}` },
    }),
  ),
  no(
    "a reserved annotation",
    'machine.nodeAnnotations["talos.dev/owned-labels"]',
    cp({
      machine: { nodeAnnotations: "{talos.dev/owned-labels: a}" },
    }),
  ),
  no(
    "a wrong annotation",
    'machine.nodeAnnotations[" "]',
    cp({
      machine: { nodeAnnotations: '{" ": a}' },
    }),
  ),
  yes("an annotation with any text", cp({ machine: { nodeAnnotations: '{a: "b c: d"}' } })),
  no(
    "too many annotations",
    "machine.nodeAnnotations",
    cp({
      machine: { nodeAnnotations: `{a: ${"b".repeat(256 * 1024)}}` },
    }),
  ),
  no("a taint without effect", "machine.nodeTaints.a", cp({ machine: { nodeTaints: "{a: b}" } })),
  no(
    "a taint with a wrong effect",
    "machine.nodeTaints.a",
    cp({
      machine: { nodeTaints: "{a: 'b:NoSchedul'}" },
    }),
  ),
  no(
    "a taint with a wrong value",
    "machine.nodeTaints.a",
    cp({
      machine: { nodeTaints: "{a: '-:NoExecute'}" },
    }),
  ),
  no(
    "a taint with a wrong name",
    "machine.nodeTaints.a-",
    cp({
      machine: { nodeTaints: "{a-: NoSchedule}" },
    }),
  ),
  yes("taints", cp({ machine: { nodeTaints: "{a: NoSchedule, b: 'c:PreferNoSchedule'}" } })),
  no("no cluster", "cluster", cp().replace(/cluster:[^]*/, "")),
  no("no endpoint", "cluster.controlPlane.endpoint", cp({ cluster: { controlPlane: "{}" } })),
  no(
    "an empty endpoint",
    "cluster.controlPlane.endpoint",
    cp({
      cluster: { controlPlane: '{endpoint: ""}' },
    }),
  ),
  no(
    "an endpoint that is no URL",
    "cluster.controlPlane.endpoint",
    cp({
      cluster: { controlPlane: '{endpoint: "https://a:b"}' },
    }),
  ),
  no(
    "an endpoint without a host",
    "cluster.controlPlane.endpoint",
    cp({
      cluster: { controlPlane: '{endpoint: "https://:6443"}' },
    }),
  ),
  no(
    "an endpoint with a wrong port",
    "cluster.controlPlane.endpoint",
    cp({
      cluster: { controlPlane: '{endpoint: "https://a:65536"}' },
    }),
  ),
  no(
    "an endpoint without brackets",
    "cluster.controlPlane.endpoint",
    cp({
      cluster: { controlPlane: '{endpoint: "https://2001:db8::1:6443"}' },
    }),
  ),
  yes(
    "an IPv6 endpoint",
    cp({ cluster: { controlPlane: '{endpoint: "https://[2001:db8::1]:6443"}' } }),
  ),
  yes("an endpoint of any scheme", cp({ cluster: { controlPlane: '{endpoint: "foo://a"}' } })),
  no(
    "a wrong domain",
    "cluster.network.dnsDomain",
    cp({ cluster: { network: "{dnsDomain: a..b}" } }),
  ),
  yes("a domain", cp({ cluster: { network: "{dnsDomain: a.b.}" } })),
  no(
    "manifests of a provider that is off",
    "cluster.externalCloudProvider.manifests",
    cp({
      cluster: { externalCloudProvider: "{manifests: ['https://a/']}" },
    }),
  ),
  no(
    "a manifest that is no URL",
    "cluster.externalCloudProvider.manifests[0]",
    cp({
      cluster: { externalCloudProvider: "{enabled: true, manifests: [a.yaml]}" },
    }),
  ),
  yes(
    "manifests of a provider",
    cp({
      cluster: { externalCloudProvider: "{enabled: true, manifests: ['https://a/b.yaml']}" },
    }),
  ),
  no(
    "an inline manifest without a name",
    "cluster.inlineManifests[0].name",
    cp({
      cluster: { inlineManifests: '[{name: " ", contents: a}]' },
    }),
  ),
  no(
    "an inline manifest twice",
    "cluster.inlineManifests[1].name",
    cp({
      cluster: { inlineManifests: "[{name: a}, {name: a}]" },
    }),
  ),
  yes("inline manifests", cp({ cluster: { inlineManifests: "[{name: a}, {name: b}]" } })),
  ...["apiServer", "controllerManager", "scheduler"].flatMap((part) => [
    no(
      `a wrong resource of ${part}`,
      `cluster.${part}.resources.limits.disk`,
      cp({
        cluster: { [part]: "{resources: {requests: {cpu: 1}, limits: {disk: 1}}}" },
      }),
    ),
    yes(
      `resources of ${part}`,
      cp({
        cluster: { [part]: "{resources: {requests: {cpu: 1, memory: 2Gi}}}" },
      }),
    ),
  ]),
  no("etcd on a worker", "cluster.etcd", worker({ cluster: { etcd: `{ca: ${KEY}}` } })),
  yes("etcd on a worker long ago", worker({ cluster: { etcd: `{ca: ${KEY}}` } }), V14),
  no("etcd without an authority", "cluster.etcd.ca", cp({ cluster: { etcd: "{}" } })),
  no(
    "etcd with subnets of both kinds",
    "cluster.etcd.subnet",
    cp({
      cluster: { etcd: `{ca: ${KEY}, subnet: 10.0.0.0/8, advertisedSubnets: [10.0.0.0/8]}` },
    }),
  ),
  no(
    "etcd with a wrong subnet",
    "cluster.etcd.subnet",
    cp({
      cluster: { etcd: `{ca: ${KEY}, subnet: 10.0.0.0/33}` },
    }),
  ),
  no(
    "etcd with a wrong advertised subnet",
    "cluster.etcd.advertisedSubnets[0]",
    cp({
      cluster: { etcd: `{ca: ${KEY}, advertisedSubnets: ["!10.0.0.0.0"]}` },
    }),
  ),
  no(
    "etcd with a wrong subnet to listen on",
    "cluster.etcd.listenSubnets[0]",
    cp({
      cluster: { etcd: `{ca: ${KEY}, listenSubnets: [a]}` },
    }),
  ),
  yes(
    "etcd",
    cp({
      cluster: { etcd: `{ca: ${KEY}, advertisedSubnets: ["!10.0.0.1", 10.0.0.0/8]}` },
    }),
  ),
  no(
    "an unknown CNI",
    "cluster.network.cni.name",
    cp({ cluster: { network: "{cni: {name: flanel}}" } }),
  ),
  no("a CNI without a name", "cluster.network.cni.name", cp({ cluster: { network: "{cni: {}}" } })),
  yes("an unknown CNI on a worker", worker({ cluster: { network: "{cni: {name: flanel}}" } })),
  ...["flannel", "none"].map((name) =>
    no(
      `URLs of ${name}`,
      "cluster.network.cni.urls",
      cp({
        cluster: { network: `{cni: {name: ${name}, urls: ['https://a/']}}` },
      }),
    )
  ),
  yes("a custom CNI without URLs", cp({ cluster: { network: "{cni: {name: custom}}" } }), {
    warns: ["cluster.network.cni.urls"],
  }),
  no(
    "a custom CNI with a wrong URL",
    "cluster.network.cni.urls[0]",
    cp({
      cluster: { network: "{cni: {name: custom, urls: ['https://']}}" },
    }),
  ),
  yes("a custom CNI", cp({ cluster: { network: "{cni: {name: custom, urls: ['https://a/b']}}" } })),
  no(
    "arguments for another CNI",
    "cluster.network.cni.flannel.extraArgs",
    cp({
      cluster: { network: "{cni: {name: none, flannel: {extraArgs: [-a]}}}" },
    }),
  ),
  yes(
    "arguments for flannel",
    cp({
      cluster: { network: "{cni: {name: flannel, flannel: {extraArgs: [-a]}}}" },
    }),
  ),
  no(
    "discovery without an id",
    "cluster.id",
    cp({
      cluster: { secret: "a", discovery: "{enabled: true}" },
    }),
  ),
  no(
    "discovery without a secret",
    "cluster.secret",
    cp({
      cluster: { id: "a", discovery: "{enabled: true}" },
    }),
  ),
  yes(
    "discovery without the service",
    cp({
      cluster: { discovery: "{enabled: true, registries: {service: {disabled: true}}}" },
    }),
  ),
  yes("discovery", cp({ cluster: KNOWN })),
  no(
    "discovery with a path",
    "cluster.discovery.registries.service.endpoint",
    cp({
      cluster: {
        ...KNOWN,
        discovery: "{enabled: true, registries: {service: {endpoint: 'https://a/b'}}}",
      },
    }),
  ),
  no(
    "discovery without a URL",
    "cluster.discovery.registries.service.endpoint",
    cp({
      cluster: { ...KNOWN, discovery: "{enabled: true, registries: {service: {endpoint: a}}}" },
    }),
  ),
  yes(
    "discovery without TLS",
    cp({
      cluster: {
        ...KNOWN,
        discovery: "{enabled: true, registries: {service: {endpoint: 'http://a'}}}",
      },
    }),
  ),
  no(
    "discovery without TLS long ago",
    "cluster.discovery.registries.service.endpoint",
    cp({
      cluster: {
        ...KNOWN,
        discovery: "{enabled: true, registries: {service: {endpoint: 'http://a'}}}",
      },
    }),
    V14,
  ),
  no(
    "the mesh without discovery",
    "cluster.discovery.enabled",
    cp({
      machine: MESH,
      cluster: { id: "a", secret: "b" },
    }),
  ),
  no(
    "the mesh without an id",
    "cluster.id",
    cp({
      machine: MESH,
      cluster: { ...FOUND, id: null },
    }),
  ),
  no(
    "the mesh without a secret",
    "cluster.secret",
    cp({
      machine: MESH,
      cluster: { ...FOUND, secret: null },
    }),
  ),
  yes("the mesh", cp({ machine: MESH, cluster: KNOWN })),
  no(
    "the mesh with a small MTU",
    "machine.network.kubespan.mtu",
    cp({
      machine: { network: "{kubespan: {enabled: true, mtu: 1279}}" },
      cluster: KNOWN,
    }),
  ),
  yes(
    "the mesh with the smallest MTU",
    cp({
      machine: { network: "{kubespan: {enabled: true, mtu: 1280}}" },
      cluster: KNOWN,
    }),
  ),
  yes(
    "the mesh with no MTU",
    cp({
      machine: { network: "{kubespan: {enabled: true, mtu: 0}}" },
      cluster: KNOWN,
    }),
  ),
  no(
    "the mesh with a wrong filter",
    "machine.network.kubespan.filters.endpoints[0]",
    cp({
      machine: { network: "{kubespan: {enabled: true, filters: {endpoints: ['!a']}}}" },
      cluster: KNOWN,
    }),
  ),
  yes(
    "the mesh that is off",
    cp({
      machine: { network: "{kubespan: {mtu: 1, filters: {endpoints: [a]}}}" },
    }),
  ),
  no(
    "a partition without a size first",
    "machine.disks[0].partitions[0]",
    cp({
      machine: { disks: "[{device: a, partitions: [{mountpoint: /a}, {size: 1GB}]}]" },
    }),
  ),
  no(
    "a partition of size 0 first",
    "machine.disks[0].partitions[0].size",
    cp({
      machine: { disks: "[{device: a, partitions: [{size: 0}, {size: 1GB}]}]" },
    }),
  ),
  yes(
    "a partition without a size last",
    cp({
      machine: { disks: "[{device: a, partitions: [{size: 1GB}, {mountpoint: /a}]}]" },
    }),
  ),
  no(
    "a wrong subnet of the kubelet",
    "machine.kubelet.nodeIP.validSubnets[1]",
    cp({
      machine: { kubelet: "{nodeIP: {validSubnets: [10.0.0.0/8, '!10']}}" },
    }),
  ),
  ...["port", "kind", "staticPodPath"].map((field) =>
    no(
      `${field} of the kubelet`,
      `machine.kubelet.extraConfig.${field}`,
      cp({
        machine: { kubelet: `{extraConfig: {${field}: a}}` },
      }),
    )
  ),
  yes(
    "fields of the kubelet",
    cp({ machine: { kubelet: "{extraConfig: {maxPods: 5, ports: 1}}" } }),
  ),
  no(
    "encryption without keys",
    "machine.systemDiskEncryption.state.keys",
    cp({
      machine: { systemDiskEncryption: "{state: {provider: luks2}}" },
    }),
  ),
  no(
    "two keys in a slot",
    "machine.systemDiskEncryption.ephemeral.keys[1].slot",
    cp({
      machine: {
        systemDiskEncryption: "{ephemeral: {keys: [{nodeID: {}}, {static: {}, slot: 0}]}}",
      },
    }),
  ),
  no(
    "a key of no kind",
    "machine.systemDiskEncryption.ephemeral.keys[0]",
    cp({
      machine: { systemDiskEncryption: "{ephemeral: {keys: [{slot: 0}]}}" },
    }),
  ),
  yes(
    "keys",
    cp({
      machine: {
        systemDiskEncryption: "{state: {keys: [{nodeID: {}, slot: 0}, {static: {}, slot: 1}]}}",
      },
    }),
    V14,
  ),
  yes(
    "newer keys",
    cp({
      machine: {
        systemDiskEncryption: "{state: {keys: [{kms: {endpoint: a}}, {tpm: {}, slot: 1}]}}",
      },
    }),
  ),
];

/** Cases of documents of v1.14 and their values: certificates, subnets, sessions, expressions. */
import { doc } from "./case.ts";
import { cases, type NewerCase } from "./newer_case.ts";
import { CERTIFICATE, KEY } from "./test_pair.ts";

const pem = (text: string) => JSON.stringify(text);
const PAIR = `{cert: ${pem(CERTIFICATE)}, key: ${pem(KEY)}}`;
const ISSUER = "issuerURL: 'https://a'";
const PODS = "podSubnets: [10.244.0.0/16]";
const SERVICES = "serviceSubnets: [10.96.0.0/12]";
const SELECTOR = "volumeSelector: {match: 'volume.partition_label == \"A\"'}";
const CONTAINER = ["name: a", "image: docker.io/library/a:1"];
const NEIGHBOR = "neighbors: [{address: 192.0.2.1, peerASN: 2}]";
const instance = (...fields: string[]) => ["name: a", "localASN: 1", ...fields];
const container = (...fields: string[]) => [...CONTAINER, ...fields];
const rule = (fields: string) => [`rules: [{${fields}}]`];

/** 32 bytes, and 31 of them. */
const SECRETS = [32, 31].map((length) => new Uint8Array(length).fill(7).toBase64());

/** The document that the discovery service requires. */
const IDENTITY = `---\n${
  doc("DiscoveryIdentityConfig", "clusterID: a", `clusterSecret: ${SECRETS[0]}`)
}`;

export const V1_14_CASES: readonly NewerCase[] = [
  ...cases("v1.14", "DiscoveryIdentityConfig", [
    ["clusterID: any text", `clusterSecret: ${SECRETS[0]}`],
  ], [
    ["clusterSecret", "clusterID: a", `clusterSecret: ${SECRETS[1]}`],
    ["clusterSecret", "clusterID: a", "clusterSecret: not base64"],
    ["clusterSecret", "clusterID: a", `clusterSecret: ${SECRETS[0]!.replace("=", "")}`],
  ]),
  ...cases("v1.14", "DiscoveryServiceConfig", [
    ...["https://a/", "http://a:3000", "grpc://a"].map((
      url,
    ) => ["name: a", `endpoint: ${url}`, IDENTITY]),
  ], [
    ["endpoint", "name: a", "endpoint: ftp://a/", IDENTITY],
    ["endpoint", "name: a", "endpoint: discovery.example.com", IDENTITY],
    ["endpoint", "name: a", "endpoint: https:///path", IDENTITY],
    ["endpoint", "name: a", "endpoint: https://:443", IDENTITY],
  ]),
  ...cases("v1.14", "RegistryTLSConfig", [
    ["name: a", `ca: ${pem(CERTIFICATE)}`, `clientIdentity: ${PAIR}`],
  ], [
    ["ca", "name: a", "ca: a"],
    ["ca", "name: a", `ca: ${pem(KEY)}`],
    ["clientIdentity.cert", "name: a", `clientIdentity: {cert: a, key: ${pem(KEY)}}`],
    ["clientIdentity.cert", "name: a", `clientIdentity: {cert: ${pem(KEY)}, key: ${pem(KEY)}}`],
    ["clientIdentity.key", "name: a", `clientIdentity: {cert: ${pem(CERTIFICATE)}, key: b}`],
  ]),
  ...cases("v1.14", "KubeAggregatorCAConfig", [
    [`issuingCA: ${PAIR}`, `acceptedCAs: [${pem(CERTIFICATE)}]`],
  ], [
    ["acceptedCAs[0]", `issuingCA: ${PAIR}`, "acceptedCAs: [a]"],
    ["acceptedCAs[0]", `issuingCA: ${PAIR}`, `acceptedCAs: [${pem(KEY)}]`],
    [
      "issuingCA.cert",
      `issuingCA: {cert: "-----BEGIN CERTIFICATE-----\\nTUlJ\\n-----END CERTIFICATE-----\\n", key: ${
        pem(KEY)
      }}`,
    ],
    [
      "issuingCA.key",
      `issuingCA: {cert: ${
        pem(CERTIFICATE)
      }, key: "-----BEGIN PRIVATE KEY-----\\nTUlJ\\n-----END PRIVATE KEY-----\\n"}`,
    ],
  ], { isControlPlane: true }),
  ...cases(
    "v1.14",
    "KubeServiceAccountConfig",
    [[`issuer: {privateKey: ${pem(KEY)}, ${ISSUER}}`]],
    [
      ["issuer.privateKey", `issuer: {privateKey: a, ${ISSUER}}`],
      ["issuer.privateKey", `issuer: {privateKey: ${pem(CERTIFICATE)}, ${ISSUER}}`],
    ],
    { isControlPlane: true },
  ),
  ...cases("v1.14", "KubeNetworkConfig", [
    [PODS, SERVICES],
    ["podSubnets: [10.244.0.0/16, 'fd00::/56']", "serviceSubnets: [10.96.0.0/12, 'fd01::/108']"],
    ["podSubnets: [10.0.0.0/9]", SERVICES, "nodeCIDRMaskSizeIPv4: 25"],
  ], [
    ["podSubnets", SERVICES],
    ["podSubnets[0]", "podSubnets: [10.244.0.1/16]", SERVICES],
    ["podSubnets[0]", "podSubnets: [10.0.0.0/29]", SERVICES],
    ["podSubnets[0]", "podSubnets: [10.0.0.0/7]", SERVICES],
    ["podSubnets[0]", "podSubnets: [10.244.0.0/25]", SERVICES],
    [
      "podSubnets[1]",
      "podSubnets: [10.1.0.0/16, 10.2.0.0/16]",
      "serviceSubnets: [10.96.0.0/12, 'fd01::/108']",
    ],
    ["serviceSubnets[0]", PODS, "serviceSubnets: [10.0.0.0/11]"],
    ["serviceSubnets", PODS, "serviceSubnets: [10.96.0.0/12, 'fd01::/108']"],
    ["nodeCIDRMaskSizeIPv4", PODS, SERVICES, "nodeCIDRMaskSizeIPv4: 33"],
    ["nodeCIDRMaskSizeIPv6", PODS, SERVICES, "nodeCIDRMaskSizeIPv6: -1"],
  ]),
  ...cases("v1.14", "KubeNodeConfig", [
    [
      "labels: {example.com/a: b}",
      "taints: {a: 'b:NoSchedule'}",
      "nodeIP: {validSubnets: ['!10.0.0.0/8']}",
    ],
  ], [
    ['labels["a/b/c"]', "labels: {a/b/c: d}"],
    ["taints.a", "taints: {a: 'b:Never'}"],
    ["nodeIP.validSubnets[0]", "nodeIP: {validSubnets: [a]}"],
  ]),
  ...cases("v1.14", "KubeletConfig", [["image: a:v1.33.0", "config: {maxPods: 1}"]], [
    ["config.port", "image: a:v1.33.0", "config: {port: 1}"],
  ]),
  ...cases(
    "v1.14",
    "KubeAPIServerConfig",
    [["image: a:v1.33.0", "resources: {limits: {cpu: 1}}"]],
    [
      ["extraArgs.oidc-issuer-url", "image: a:v1.33.0", "extraArgs: {oidc-issuer-url: b}"],
      ["extraArgs.authorization-mode", "image: a:v1.33.0", "extraArgs: {authorization-mode: b}"],
      ["resources.limits.disk", "image: a:v1.33.0", "resources: {limits: {disk: 1}}"],
    ],
    { isControlPlane: true },
  ),
  ...cases("v1.14", "KubeSchedulerConfig", [["image: a:v1.33.0"], ["enabled: false"]], [
    ["image", "enabled: true"],
  ], { isControlPlane: true }),
  ...cases("v1.14", "KubeClusterConfig", [["clusterName: a", "endpoint: 'https://a:6443'"]], [
    ["endpoint", "clusterName: a", "endpoint: 'https://a:99999'"],
  ]),
  ...cases("v1.14", "KubeStaticPodConfig", [["name: a.b", "pod: {kind: Pod}"]], [
    ["name", "name: A", "pod: {kind: Pod}"],
  ]),
  ...cases("v1.14", "KubeInlineManifestConfig", [["name: a-b", "manifest: a"]], [
    ["name", "name: a_b", "manifest: a"],
  ]),
  ...cases("v1.14", "BGPInstanceConfig", [
    instance(NEIGHBOR),
    instance("neighbors: [{link: eth0}, {link: eth1, bfd: {}}]", "routerID: 192.0.2.9"),
    instance(NEIGHBOR, "importRoutes: [{bgpInstance: b, prefixes: [10.0.0.0/8, 11.0.0.0/8]}]"),
  ], [
    ["routerID", ...instance(NEIGHBOR, "routerID: 'fd00::1'")],
    ["neighbors[0]", ...instance("neighbors: [{peerASN: 2}]")],
    ["neighbors[0]", ...instance("neighbors: [{address: 192.0.2.1, link: eth0}]")],
    ["neighbors[1]", ...instance("neighbors: [{link: eth0}, {link: eth0}]")],
    ["neighbors[0].holdTime", ...instance("neighbors: [{link: eth0, holdTime: -1s}]")],
    ["neighbors[0].bfd", ...instance("vrf: b", "neighbors: [{link: eth0, bfd: {}}]")],
    [
      "importRoutes[0].bgpInstance",
      ...instance(NEIGHBOR, "importRoutes: [{bgpInstance: a, prefixes: [10.0.0.0/8]}]"),
    ],
    [
      "importRoutes[1].prefixes[0]",
      ...instance(
        NEIGHBOR,
        "importRoutes: [{bgpInstance: b, prefixes: [10.0.0.0/8]}, {bgpInstance: c, prefixes: [10.1.0.0/16]}]",
      ),
    ],
    [
      "importRoutes[0].prefixes[0]",
      ...instance(NEIGHBOR, "importRoutes: [{bgpInstance: b, prefixes: [10.0.0.1/8]}]"),
    ],
    [
      "importRoutes[1].bgpInstance",
      ...instance(
        NEIGHBOR,
        "importRoutes: [{bgpInstance: b, prefixes: [10.0.0.0/8]}, {bgpInstance: b, prefixes: [11.0.0.0/8]}]",
      ),
    ],
    ["importRoutes[0].prefixes", ...instance(NEIGHBOR, "importRoutes: [{bgpInstance: b}]")],
  ]),
  ...cases("v1.14", "ContainerConfig", [
    container("environment: [A=b]", "security: {capabilities: {add: [NET_RAW], drop: [ALL]}}"),
    container("resources: {limits: {cpu: 1500m, memory: 1GiB}}", "runAs: {uid: 0}"),
    container("mounts: [{tmpfs: {destination: /a, options: [ro, nosuid]}}]"),
    container("dependsOn: {paths: [/a], networks: [hostname]}"),
    ["name: a", "image: nginx"],
  ], [
    ["name", "name: A", "image: a"],
    ["image", "name: a", "image: 'a b'"],
    ["image", "name: a", "image: 'docker.io/A/b:1'"],
    ["environment[0]", ...container("environment: [A]")],
    ["mounts[0]", ...container("mounts: [{}]")],
    [
      "mounts[0]",
      ...container("mounts: [{tmpfs: {destination: /a}, hostPath: {source: /a, destination: /b}}]"),
    ],
    ["mounts[0].tmpfs.destination", ...container("mounts: [{tmpfs: {destination: a}}]")],
    [
      "mounts[1].tmpfs.destination",
      ...container("mounts: [{tmpfs: {destination: /a}}, {tmpfs: {destination: /a}}]"),
    ],
    [
      "mounts[0].tmpfs.options[0]",
      ...container("mounts: [{tmpfs: {destination: /a, options: [rprivate]}}]"),
    ],
    [
      "mounts[0].tmpfs.options",
      ...container("mounts: [{tmpfs: {destination: /a, options: [ro, rw]}}]"),
    ],
    [
      "security.capabilities.add[0]",
      ...container("security: {capabilities: {add: [CAP_NET_RAW]}}"),
    ],
    ["security.capabilities.add[0]", ...container("security: {capabilities: {add: [ALL]}}")],
    ["security.capabilities.add[0]", ...container("security: {capabilities: {add: [net_raw]}}")],
    [
      "security.capabilities.add[0]",
      ...container("security: {capabilities: {add: [NET_RAW], drop: [NET_RAW]}}"),
    ],
    ["security.profile", ...container("security: {profile: a}")],
    ["network.mode", ...container("network: {mode: a}")],
    ["resources.limits.cpu", ...container("resources: {limits: {cpu: 1}}")],
    ["resources.limits.cpu", ...container("resources: {limits: {cpu: 0m}}")],
    ["resources.limits.memory", ...container("resources: {limits: {memory: a}}")],
    ["dependsOn.paths[0]", ...container("dependsOn: {paths: [a]}")],
    ["dependsOn.networks[0]", ...container("dependsOn: {networks: [a]}")],
    ["dependsOn.containers[0]", ...container("dependsOn: {containers: [a]}")],
    ["runAs.uid", ...container("runAs: {uid: -1}")],
  ]),
  ...cases("v1.14", "ImageVerificationConfig", [
    rule("image: '*', skip: true"),
    rule("image: a.com/*, keyless: {issuer: b, subject: c}"),
    rule(`image: a.com/*, publicKey: {certificate: ${pem(CERTIFICATE)}}`),
    rule("image: 'a.com/b:1', deny: true"),
  ], [
    ["rules[0].image", ...rule("skip: true")],
    ["rules[0]", ...rule("image: a.com/*")],
    ["rules[0].deny", ...rule("image: a.com/*, skip: true, deny: true")],
    ["rules[0].keyless", ...rule("image: a.com/*, skip: true, keyless: {issuer: b, subject: c}")],
    ["rules[0].keyless.subject", ...rule("image: a.com/*, keyless: {issuer: b}")],
    ["rules[0].keyless.issuer", ...rule("image: a.com/*, keyless: {subject: b}")],
    ["rules[0].publicKey.certificate", ...rule("image: a.com/*, publicKey: {}")],
    [
      "rules[0].publicKey",
      ...rule("image: a.com/*, keyless: {issuer: b, subject: c}, publicKey: {certificate: d}"),
    ],
  ]),
  ...cases("v1.14", "CRIBaseRuntimeSpecConfig", [
    ["overrides: {process: {rlimits: [{type: A, hard: 1, soft: 1}]}, other: 1}"],
    ["overrides: {Process: {Args: [a]}}"],
  ], [
    ["overrides.process.rlimits[0].hard", "overrides: {process: {rlimits: [{hard: a}]}}"],
    ["overrides.process.rlimits[0].hard", "overrides: {process: {rlimits: [{hard: -1}]}}"],
    ["overrides.process.args", "overrides: {process: {args: a}}"],
    ["overrides.Hostname", "overrides: {Hostname: 1}"],
    [
      "overrides.linux.resources.memory.limit",
      "overrides: {linux: {resources: {memory: {limit: a}}}}",
    ],
    ["overrides.mounts", "overrides: {mounts: {}}"],
  ]),
  ...cases("v1.14", "CRICustomizationConfig", [["name: metrics", "content: a"]], [
    ["name", "name: customization", "content: a"],
    ["name", "name: a b", "content: a"],
  ]),
  ...cases("v1.14", "EtcFileConfig", [
    ["name: nfsmount.conf", "contents: a"],
    ["name: a/b", "contents: a"],
    ["name: a/../b", "contents: a"],
  ], [
    ["name", "name: /a", "contents: a"],
    ["name", "name: ../a", "contents: a"],
    ["name", "name: .a", "contents: a"],
    ["name", "name: a/../../b", "contents: a"],
    ["name", "name: hosts", "contents: a"],
    ["name", "name: cni/a", "contents: a"],
    ["name", "name: pki", "contents: a"],
  ]),
  ...cases("v1.14", "LVMLogicalVolumeConfig", [
    ["name: a", "type: raid1", "mirrors: 1", "provisioning: {volumeGroup: b, maxSize: 50%}"],
    ["name: a", "type: raid0", "stripes: 2", "provisioning: {volumeGroup: b, maxSize: 1GiB}"],
  ], [
    ["mirrors", "name: a", "mirrors: 1", "provisioning: {volumeGroup: b, maxSize: 50%}"],
    [
      "mirrors",
      "name: a",
      "type: raid10",
      "mirrors: 0",
      "provisioning: {volumeGroup: b, maxSize: 50%}",
    ],
    [
      "stripes",
      "name: a",
      "type: raid0",
      "stripes: 1",
      "provisioning: {volumeGroup: b, maxSize: 50%}",
    ],
    [
      "stripes",
      "name: a",
      "type: raid1",
      "stripes: 2",
      "provisioning: {volumeGroup: b, maxSize: 50%}",
    ],
    ["provisioning.maxSize", "name: a", "provisioning: {volumeGroup: b, maxSize: -1GiB}"],
    [
      "provisioning.minSize",
      "name: a",
      "provisioning: {volumeGroup: b, minSize: 2GiB, maxSize: 1GiB}",
    ],
  ]),
  ...cases("v1.14", "LVMVolumeGroupConfig", [["name: a", `provisioning: {${SELECTOR}}`]], [
    ["provisioning.volumeSelector.match", "name: a", "provisioning: {volumeSelector: {match: ''}}"],
    [
      "provisioning.volumeSelector.match",
      "name: a",
      "provisioning: {volumeSelector: {match: 'a ='}}",
    ],
  ]),
  ...cases(
    "v1.14",
    "RAIDArrayConfig",
    [["name: a", "level: raid1", `provisioning: {${SELECTOR}}`]],
    [
      [
        "provisioning.volumeSelector.match",
        "name: a",
        "level: raid1",
        "provisioning: {volumeSelector: {match: '('}}",
      ],
    ],
  ),
  ...cases("v1.12", "ExistingVolumeConfig", [
    [
      "name: a",
      "discovery: {volumeSelector: {match: volume.partition_label == 'A' && disk.size > 1u * GiB}}",
    ],
  ], [
    ["discovery.volumeSelector.match", "name: a", "discovery: {volumeSelector: {match: ')'}}"],
  ]),
  ...cases("v1.12", "LinkAliasConfig", [
    [
      "name: a",
      "selector: {match: \"mac(link.permanent_addr) == 'a' || glob('e*', link.driver)\"}",
    ],
  ], [
    ["selector", "name: a"],
    ["selector.match", "name: a", "selector: {match: 'link.mtu >'}"],
  ]),
  ...cases("v1.13", "LinkAliasConfig", [["name: net%d", "selector: {match: link.mtu > 1u}"]], [
    ["name", "name: net%x", "selector: {match: link.mtu > 1u}"],
    ["name", "name: '%d'", "selector: {match: link.mtu > 1u}"],
  ]),
  ...cases("v1.12", "OOMConfig", [
    ["triggerExpression: memory_full_avg10 > 12.0 && time_since_trigger > duration('500ms')"],
    ["triggerExpression: 'multiply_qos_vectors(d_qos_memory_full_total, {System: 1.0}) > 1.0'"],
    [
      "cgroupRankingExpression: 'memory_max.hasValue() ? 0.0 : {Besteffort: 1.0, System: 0.0}[class] * double(memory_current.orValue(0u))'",
    ],
  ], [
    ["triggerExpression", "triggerExpression: memory_full_avg10 >"],
    ["cgroupRankingExpression", "cgroupRankingExpression: 'double('"],
    ["sampleInterval", "sampleInterval: -1s"],
  ]),
  ...cases("v1.14", "UnattendedInstallConfig", [
    ["provisioning: {diskSelector: {match: disk.size > 1u * TB}}", "installer: {image: a}"],
  ], [
    ["provisioning.diskSelector.match", "provisioning: {diskSelector: {match: '&&'}}"],
  ]),
  ...cases("v1.14", "SysctlConfig", [["params: {a.b: c}"]], [['params[""]', "params: {'': c}"]]),
  ...cases("v1.13", "EnvironmentConfig", [["variables: {A_1: b}"]], [
    ["variables.1A", "variables: {1A: b}"],
  ]),
];

/**
 * Cases of documents of v1.10 and newer. Releases of `NEWER_CLIENTS` that have all kinds
 * of a case give the same verdicts.
 */
import type { ConfigRelease } from "../../../../lib/machineconfig/schema/types.ts";
import { cp, doc, worker } from "./case.ts";
import { V1_14_CASES } from "./cases_v1_14.ts";
import { cases, type NewerCase } from "./newer_case.ts";

const DISK = "diskSelector: {match: system_disk}";
const KEY = "bm90IGEgcmVhbCBwcml2YXRlIGtleSwgcmVhbGx5ISE=";

/** Returns a case of a document after a main one. */
function together(
  name: string,
  since: ConfigRelease,
  [main, ...others]: readonly [string, ...string[]],
  at?: string,
): NewerCase {
  const text = [main, ...others].join("---\n");
  return { name, since, text, ...(at === undefined ? {} : { at }) };
}

const HOSTNAME = doc("HostnameConfig", "auto: stable");
const MESH = doc("KubeSpanConfig", "enabled: true");
const KUBE_MAIN = "machine: {type: controlplane, ca: {crt: LS0t, key: LS0t}}\ncluster: {}\n";

export const NEWER_CASES: readonly NewerCase[] = [
  ...cases("v1.11", "UserVolumeConfig", [
    ["name: a", `provisioning: {${DISK}, minSize: 1GiB}`],
    ["name: a-B9", `provisioning: {${DISK}, maxSize: 1GiB}`, "filesystem: {type: ext4}"],
    ...["{}", "{keys: []}", "{cipher: x}"].map((encryption) => [
      "name: a",
      `provisioning: {${DISK}, minSize: 1GiB}`,
      `encryption: ${encryption}`,
    ]),
  ], [
    ["name", `provisioning: {${DISK}, minSize: 1GiB}`],
    ["name", "name: a_b", `provisioning: {${DISK}, minSize: 1GiB}`],
    ["name", `name: ${"a".repeat(35)}`, `provisioning: {${DISK}, minSize: 1GiB}`],
    ["provisioning.diskSelector.match", "name: a", "provisioning: {minSize: 1GiB}"],
    ["provisioning.minSize", "name: a", `provisioning: {${DISK}}`],
    ["provisioning.minSize", "name: a", `provisioning: {${DISK}, minSize: 2GiB, maxSize: 1GiB}`],
    [
      "filesystem.projectQuotaSupport",
      "name: a",
      `provisioning: {${DISK}, minSize: 1GiB}`,
      "filesystem: {type: ext4, projectQuotaSupport: true}",
    ],
    [
      "encryption.keys[1].slot",
      "name: a",
      `provisioning: {${DISK}, minSize: 1GiB}`,
      "encryption: {provider: luks2, keys: [{slot: 0, nodeID: {}}, {slot: 0, nodeID: {}}]}",
    ],
    [
      "encryption.keys[0]",
      "name: a",
      `provisioning: {${DISK}, minSize: 1GiB}`,
      "encryption: {provider: luks2, keys: [{slot: 0}]}",
    ],
    [
      "encryption.keys",
      "name: a",
      `provisioning: {${DISK}, minSize: 1GiB}`,
      "encryption: {provider: luks2}",
    ],
  ]),
  ...cases("v1.12", "UserVolumeConfig", [
    ["name: a", "volumeType: directory"],
    ["name: a", "volumeType: disk", `provisioning: {${DISK}}`],
    ["name: a", `provisioning: {${DISK}, maxSize: 50%}`],
  ], [
    ["filesystem", "name: a", "volumeType: directory", "filesystem: {type: xfs}"],
    [
      "provisioning.minSize",
      "name: a",
      "volumeType: disk",
      `provisioning: {${DISK}, minSize: 1GiB}`,
    ],
  ]),
  ...cases("v1.11", "RawVolumeConfig", [["name: a", `provisioning: {${DISK}, minSize: 1GiB}`]], [
    ["provisioning.minSize", "name: a", `provisioning: {${DISK}}`],
  ]),
  ...cases("v1.11", "SwapVolumeConfig", [["name: a", `provisioning: {${DISK}, minSize: 1GiB}`]], [
    ["name", "name: a b", `provisioning: {${DISK}, minSize: 1GiB}`],
  ]),
  ...cases("v1.11", "ZswapConfig", [[], ["maxPoolPercent: 100"]], [
    ["maxPoolPercent", "maxPoolPercent: 101"],
  ]),
  ...cases("v1.11", "VolumeConfig", [
    ["name: STATE", "encryption: {provider: luks2, keys: [{slot: 0, nodeID: {}}]}"],
    ["name: STATE", "encryption: {provider: none, keys: []}"],
    ["name: EPHEMERAL", "encryption: {}"],
  ], [
    ["provisioning", "name: STATE", "provisioning: {grow: true}"],
    // Results of the Go library of v1.13.9.
    ["encryption.keys", "name: STATE", "encryption: {provider: luks2}"],
    ["encryption.keys", "name: EPHEMERAL", "encryption: {provider: luks2, keys: null}"],
    ["encryption.keys", "name: EPHEMERAL", "encryption: {provider: luks2, keys: []}"],
    ["encryption.provider", "name: STATE", "encryption: {keys: [{slot: 0, nodeID: {}}]}"],
    ["encryption.provider", "name: STATE", "encryption: {provider: none, keys: [{nodeID: {}}]}"],
    [
      "provisioning.diskSelector.match",
      "name: EPHEMERAL",
      "provisioning: {diskSelector: {match: 1}}",
    ],
  ]),
  ...cases("v1.10", "UserVolumeConfig", [], [
    ...["1", "'1'", "1.5", "\"'a'\""].map((match) =>
      [
        "provisioning.diskSelector.match",
        "name: a",
        `provisioning: {diskSelector: {match: ${match}}, minSize: 1GiB}`,
      ] as const
    ),
  ]),
  ...cases("v1.12", "HostnameConfig", [["auto: stable"], ["hostname: a.example.com"], [
    "auto: off",
    "hostname: a",
  ]], [
    [""],
    ["hostname", "auto: stable", "hostname: a"],
    ["hostname", "hostname: .a"],
  ]),
  ...cases("v1.12", "LinkConfig", [
    ["name: eth0", "up: false", "mtu: 9000", "addresses: [{address: 192.0.2.1/24}]"],
    ["name: eth0", "routes: [{gateway: 192.0.2.1, table: main, metric: 1}]"],
  ], [
    ["name"],
    ["addresses[0].address", "name: eth0", "addresses: [{routePriority: 1}]"],
    ["addresses[0].address", "name: eth0", "addresses: [{address: 0.0.0.0/24}]"],
    ["routes[0].destination", "name: eth0", "routes: [{destination: 0.0.0.0/0}]"],
    ["routes[0].gateway", "name: eth0", "routes: [{gateway: 0.0.0.0}]"],
    ["routes[0].table", "name: eth0", "routes: [{table: other}]"],
  ]),
  ...cases("v1.12", "BondConfig", [["name: bond0", "links: [a]", "bondMode: balance-rr"]], [
    ["links", "name: bond0", "bondMode: balance-rr"],
    ["bondMode", "name: bond0", "links: [a]"],
    ["bondMode", "name: bond0", "links: [a]", "bondMode: other"],
  ]),
  ...cases("v1.12", "VLANConfig", [["name: a", "vlanID: 4094", "parent: eth0"]], [
    ["vlanID", "name: a", "parent: eth0"],
    ["vlanID", "name: a", "vlanID: 4095", "parent: eth0"],
    ["parent", "name: a", "vlanID: 1"],
  ]),
  ...cases("v1.12", "WireguardConfig", [
    ["name: wg0", `privateKey: ${KEY}`],
    ["name: wg0", `privateKey: ${KEY}`, `peers: [{publicKey: ${KEY}, allowedIPs: [0.0.0.0/0]}]`],
  ], [
    ["privateKey", "name: wg0"],
    ["privateKey", "name: wg0", "privateKey: LS0t"],
    ["listenPort", "name: wg0", `privateKey: ${KEY}`, "listenPort: 65536"],
    ["peers[0].publicKey", "name: wg0", `privateKey: ${KEY}`, "peers: [{}]"],
    [
      "peers[0].presharedKey",
      "name: wg0",
      `privateKey: ${KEY}`,
      `peers: [{publicKey: ${KEY}, presharedKey: LS0t}]`,
    ],
  ]),
  ...cases("v1.12", "DHCPv4Config", [["name: eth0"], [
    "name: eth0",
    "clientIdentifier: duid",
    "duidRaw: '00:01'",
  ]], [
    ["duidRaw", "name: eth0", "clientIdentifier: duid"],
    ["duidRaw", "name: eth0", "duidRaw: '00:01'"],
    ["duidRaw", "name: eth0", "clientIdentifier: duid", "duidRaw: '0g'"],
  ]),
  ...cases("v1.12", "Layer2VIPConfig", [["name: 192.0.2.10", "link: eth0"]], [
    ["name", "name: vip", "link: eth0"],
    ["link", "name: 192.0.2.10"],
  ]),
  ...cases("v1.12", "HCloudVIPConfig", [["name: 192.0.2.10", "link: eth0", "apiToken: a"]], [
    ["apiToken", "name: 192.0.2.10", "link: eth0"],
  ]),
  ...cases("v1.12", "ResolverConfig", [[], ["nameservers: [{address: 192.0.2.53}]"]], [
    ["nameservers[0].address", "nameservers: [{address: a}]"],
  ]),
  ...cases("v1.12", "StaticHostConfig", [["name: 192.0.2.1", "hostnames: [a]"]], [
    ["name", "name: a", "hostnames: [a]"],
    ["hostnames", "name: 192.0.2.1"],
  ]),
  ...cases("v1.12", "TimeSyncConfig", [["ntp: {servers: [a]}"], ["ptp: {devices: [/dev/ptp0]}"]], [
    ["ptp", "ntp: {servers: [a]}", "ptp: {devices: [/dev/ptp0]}"],
    ["bootTimeout", "bootTimeout: -1s"],
  ]),
  ...cases("v1.12", "RegistryMirrorConfig", [["name: a", "endpoints: [{url: 'https://b'}]"]], [
    ["endpoints[0].url", "name: a", "endpoints: [{overridePath: true}]"],
    ["endpoints[0].url", "name: a", "endpoints: [{url: 'ftp://b'}]"],
  ]),
  ...cases("v1.12", "RegistryAuthConfig", [["name: a", "username: b", "password: c"]], [
    ["identityToken", "name: a", "username: b", "identityToken: c"],
    ["auth", "name: a", "username: b", "auth: c"],
  ]),
  ...cases("v1.13", "BlackholeRouteConfig", [["name: 192.0.2.0/24"]], [["name", "name: a"]]),
  ...cases("v1.13", "RoutingRuleConfig", [
    ["name: '1000'", "table: '100'"],
    ["name: '1000'", "action: blackhole"],
  ], [
    ["name", "name: a", "table: '100'"],
    ["table", "name: '1000'"],
    ["fwMask", "name: '1000'", "table: '100'", "fwMask: 1"],
  ]),
  ...cases("v1.13", "VRFConfig", [["name: a", "table: '100'"]], [
    ["table", "name: a"],
    ["table", "name: a", "table: main"],
  ]),
  ...cases("v1.13", "TCPProbeConfig", [["name: a", "endpoint: 'b:1'"]], [
    ["endpoint", "name: a"],
    ["interval", "name: a", "endpoint: 'b:1'", "interval: -1s"],
  ]),
  ...cases("v1.13", "ExternalVolumeConfig", [
    ["name: a", "filesystemType: virtiofs", "mount: {virtiofs: {tag: b}}"],
  ], [
    ["mount.virtiofs", "name: a", "filesystemType: virtiofs"],
    ["mount.virtiofs.tag", "name: a", "filesystemType: virtiofs", "mount: {virtiofs: {}}"],
  ]),
  ...cases("v1.13", "EnvironmentConfig", [["variables: {a: b}"]], []),
  ...cases("v1.14", "VethConfig", [["name: a", "peer: {name: b}"]], [
    ["peer", "name: a"],
    ["peer.name", "name: a", "peer: {name: a}"],
  ]),
  ...cases("v1.14", "HTTPProbeConfig", [["name: a", "url: 'https://b'"]], [
    ["url", "name: a"],
    ["url", "name: a", "url: 'tcp://b'"],
  ]),
  ...cases("v1.14", "KubePrismConfig", [["port: 1"]], [["port"], ["port", "port: 65536"]]),
  ...cases("v1.14", "KubeProxyConfig", [], [["", "image: a"]]),
  ...cases("v1.14", "LVMLogicalVolumeConfig", [
    ["name: a", "type: linear", "provisioning: {volumeGroup: b, maxSize: 50%}"],
  ], [
    ["provisioning.maxSize", "name: a", "type: linear", "provisioning: {volumeGroup: b}"],
    ["name", "name: a b", "type: linear", "provisioning: {volumeGroup: b, maxSize: 50%}"],
  ]),
  ...V1_14_CASES,
  together("a generated hostname", "v1.12", [cp(), HOSTNAME]),
  together(
    "two hostnames",
    "v1.12",
    [cp({ machine: { network: "{hostname: a}" } }), HOSTNAME],
    "machine.network.hostname",
  ),
  together("a link twice", "v1.12", [
    cp(),
    doc("LinkConfig", "name: a"),
    doc("DummyLinkConfig", "name: a"),
  ], "name"),
  together("KubeSpan without discovery", "v1.14", [cp(), MESH], "enabled"),
  together("discovery without an identity", "v1.14", [
    cp(),
    doc("DiscoveryServiceConfig", "name: a", "endpoint: 'https://b/'"),
  ], ""),
  together("no installation", "v1.14", [
    cp({ machine: { install: null } }),
    doc("SysctlConfig", "params: {}"),
  ]),
  together("a document of control planes", "v1.14", [
    KUBE_MAIN,
    doc("KubeCoreDNSConfig", "enabled: true"),
  ]),
  together("a document of control planes on a worker", "v1.14", [
    worker(),
    doc("KubeCoreDNSConfig", "enabled: true"),
  ], ""),
  together("containers that wait for each other", "v1.14", [
    cp(),
    doc("ContainerConfig", "name: a", "image: app:1", "dependsOn: {containers: [b]}"),
    doc("ContainerConfig", "name: b", "image: app:1", "dependsOn: {containers: [c]}"),
    doc("ContainerConfig", "name: c", "image: app:1", "dependsOn: {containers: [a]}"),
  ], "dependsOn.containers[0]"),
  together("deprecated fields", "v1.14", [
    cp({
      machine: {
        files: "[{path: /var/a, op: create, content: b}]",
        baseRuntimeSpecOverrides: "{hostname: a}",
      },
    }),
    HOSTNAME,
  ]),
  together("runtime specification of another type", "v1.9", [
    cp({ machine: { baseRuntimeSpecOverrides: "{hostname: 1}" } }),
  ], "machine.baseRuntimeSpecOverrides.hostname"),
  together("containers in a chain", "v1.14", [
    cp(),
    doc("ContainerConfig", "name: a", "image: app:1", "dependsOn: {containers: [b]}"),
    doc("ContainerConfig", "name: b", "image: app:1"),
  ]),
  together("an unknown container", "v1.14", [
    cp(),
    doc("ContainerConfig", "name: a", "image: app:1", "dependsOn: {containers: [b]}"),
  ], "dependsOn.containers[0]"),
  together("KubePrism twice", "v1.14", [
    cp({ machine: { features: "{kubePrism: {enabled: true}}" } }),
    doc("KubePrismConfig", "port: 1"),
  ], "machine.features.kubePrism"),
];

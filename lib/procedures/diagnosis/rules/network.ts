/**
 * Rules about networks of nodes.
 *
 * @module
 */
import type { NodeFacts, ResourceFact } from "../facts.ts";
import {
  addressesOf,
  at,
  fieldEvidence,
  findLine,
  listAt,
  readNodes,
  serviceEvidence,
  specOf,
  textAt,
  waitingFor,
} from "../read_facts.ts";
import type { Rule } from "../types.ts";
import { HOUR_MS, MINUTE_MS, onLine, onNodes } from "./define.ts";
import { shared } from "./machine.ts";

const LOGS = ["dmesg", "controller-runtime"];
const STATUS = "NetworkStatuses.net";
const LINKS = { text: "osctl get links -n {node}" };
const ADDRESSES = { text: "osctl get addresses -n {node}" };
const ROUTES = { text: "osctl get routes -n {node}" };

/** Part of the packets that may have errors. */
const MAX_ERRORS = 0.001;
const MANY_PACKETS = 10_000;

/** Names of links that are no hardware. */
const VIRTUAL =
  /^(lo|veth|cali|cilium|lxc|flannel|cni|dummy|sit|teql|tunl|ip6tnl|bond\d+\.|kubespan|siderolink|docker|br-)/;

function physicalLinks(node: NodeFacts): readonly ResourceFact[] {
  return (node.resources["LinkStatuses.net"] ?? []).filter(({ id, spec }) =>
    textAt(spec, "type") === "ether" && textAt(spec, "kind") === "" && !VIRTUAL.test(id)
  );
}

/** The link of the default route. */
function defaultLink(node: NodeFacts): string {
  const route = (node.resources["RouteStatuses.net"] ?? []).find(({ spec }) =>
    ["", "0.0.0.0/0", "::/0"].includes(textAt(spec, "dst")) && textAt(spec, "gateway") !== ""
  );
  return textAt(route?.spec ?? {}, "outLinkName");
}

export const NETWORK_RULES: readonly Rule[] = [
  {
    id: "network-no-address",
    check: "network",
    summary: "A node has no address",
    explanation:
      "No link has an address besides the local one: DHCP gets no lease, or the configured link " +
      "does not exist under this name. Calls reach the node only if it had one before.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    reads: "NetworkStatuses.net: addressReady",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/network/status.go",
    actions: [ADDRESSES, LINKS],
    find: onNodes((node) => {
      const spec = specOf(node, STATUS);
      if (spec === undefined || spec["addressReady"] !== false) return undefined;
      return {
        title: "{nodes} has no address",
        evidence: [fieldEvidence(node, STATUS, "status", "addressReady: false")],
      };
    }),
  },
  {
    id: "network-no-route",
    check: "network",
    summary: "A node has no default route",
    explanation:
      "Without a default route, the node reaches its own subnets only. The gateway is missing in " +
      "the configuration or in the lease of DHCP.",
    severity: "error",
    certainty: "likely",
    reads: "NetworkStatuses.net: connectivityReady; RouteStatuses.net",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/network/status.go",
    actions: [ROUTES, ADDRESSES],
    find: onNodes((node) => {
      const spec = specOf(node, STATUS);
      if (spec === undefined || spec["connectivityReady"] !== false) return undefined;
      return {
        title: "{nodes} has no connectivity: no default route or no successful probe",
        certainty: defaultLink(node) === "" ? "certain" : "possible",
        evidence: [
          fieldEvidence(node, STATUS, "status", "connectivityReady: false"),
          {
            node: node.node,
            source: "RouteStatuses.net",
            text: defaultLink(node) === ""
              ? "no default route"
              : `default route on ${defaultLink(node)}`,
          },
        ],
      };
    }),
  },
  {
    id: "network-not-ready",
    check: "network",
    summary: "Services wait for the network",
    explanation:
      "The network is ready when the node has an address, a default route and a host name, and " +
      "its files below /etc are written.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    isGeneric: true,
    reads: "services: Waiting for network",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/network/status.go",
    actions: [{ text: "osctl get networkstatus -n {node} -o yaml" }, ADDRESSES, LINKS, ROUTES],
    find: onNodes((node) => {
      const waiting = waitingFor(node, /\bnetwork\b/);
      if (waiting === undefined) return undefined;
      return {
        title: "services of {nodes} wait for the network",
        evidence: [serviceEvidence(node, waiting)],
      };
    }),
  },
  {
    id: "network-no-hostname",
    check: "network",
    summary: "A node has no host name",
    explanation: "The node waits for a host name from its configuration, DHCP or platform.",
    severity: "error",
    certainty: "certain",
    reads: "NetworkStatuses.net: hostnameReady",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/network/hostname_config.go",
    actions: [{ text: "osctl get hostnamestatus -n {node}" }],
    find: onNodes((node) => {
      const spec = specOf(node, STATUS);
      if (spec === undefined || spec["hostnameReady"] !== false) return undefined;
      return {
        title: "{nodes} has no host name",
        evidence: [fieldEvidence(node, STATUS, "status", "hostnameReady: false")],
      };
    }),
  },
  {
    id: "link-down",
    check: "network",
    summary: "A configured link is down",
    explanation:
      "The link has a configuration, and no carrier: a cable, the port of the switch, or the " +
      "virtual switch of the hypervisor.",
    severity: "warning",
    certainty: "certain",
    reads: "LinkStatuses.net, LinkSpecs.net, machine configuration",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/network/link_status.go",
    actions: [LINKS, { text: "osctl dmesg -n {node}" }],
    find: onNodes((node) => {
      const configured = configuredLinks(node);
      const bonds = new Set(
        (node.resources["LinkSpecs.net"] ?? []).filter(({ spec }) =>
          textAt(spec, "masterName") !== "" || textAt(spec, "bondSlave", "masterName") !== ""
        )
          .map(({ spec, id }) => textAt(spec, "name") || id.split("/").at(-1)!),
      );
      return physicalLinks(node).flatMap(({ id, spec, updated }) => {
        if (!configured.has(id) && !bonds.has(id)) return [];
        if (at(spec, "linkState") !== false && textAt(spec, "operationalState") !== "down") {
          return [];
        }
        return [{
          title: `link ${id} of {nodes} is down`,
          since: updated,
          evidence: [{
            node: node.node,
            source: `LinkStatuses.net ${id}`,
            text: `linkState: ${textAt(spec, "linkState")}, operationalState: ${
              textAt(spec, "operationalState")
            }`,
            time: updated,
          }],
        }];
      });
    }),
  },
  {
    id: "link-configured-missing",
    check: "configuration",
    summary: "The configuration names a link that does not exist",
    explanation: "The name of a link changed with the kernel, the hardware or predictable names " +
      "(net.ifnames), or the selector matches none. Select links by their hardware address " +
      "instead.",
    severity: "error",
    certainty: "certain",
    reads: "machine configuration: .machine.network.interfaces; LinkStatuses.net",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/network/link_config.go",
    actions: [LINKS, { text: "osctl edit mc -n {node}" }],
    find: onNodes((node) => {
      const links = node.resources["LinkStatuses.net"];
      if (links === undefined || links.length === 0 || node.mode === "container") return undefined;
      if (node.platform === "sandbox") return undefined;
      const known = new Set(links.flatMap(({ id, spec }) => [
        id,
        textAt(spec, "alias"),
        ...listAt(spec, "altNames").map(String),
      ]));
      return [...configuredLinks(node)].filter((name) => !known.has(name)).map((name) => ({
        title: `link ${name} in the configuration of {nodes} does not exist`,
        evidence: [{
          node: node.node,
          source: "machine configuration",
          text: `interfaces: ${name}; links: ${physicalLinks(node).map(({ id }) => id).join(", ")}`,
        }],
      }));
    }),
  },
  {
    id: "link-flaps",
    check: "network",
    summary: "A link goes up and down",
    explanation: "The cable, the port of the switch, or the speed negotiation is not stable.",
    severity: "warning",
    certainty: "certain",
    reads: "dmesg of the last hour: Link is Down",
    releases: "all",
    source: "kernel: drivers/net",
    actions: [LINKS, { text: "osctl dmesg -n {node}" }],
    find: onLine({
      logs: ["dmesg"],
      pattern: /\b((?:eth|en|eno|ens|enp|enx)[\w.]*|bond\d+)(?:\s*:|:? NIC)?.*?[Ll]ink is [Dd]own/,
      withinMs: HOUR_MS,
      atLeast: 3,
      title: (match) => `link ${match[1]} of {nodes} goes up and down`,
    }),
  },
  {
    id: "link-errors",
    check: "network",
    summary: "A link loses packets",
    explanation: "Errors of the hardware, a bad cable, or a duplex mismatch.",
    severity: "warning",
    certainty: "likely",
    reads: "call NetworkDeviceStats: errors",
    releases: "all",
    source: "api/machine/machine.proto: NetDev",
    actions: [LINKS, { text: "osctl netstat -n {node}" }],
    find: onNodes((node) => {
      if (node.platform === "sandbox") return undefined;
      const links = new Set(physicalLinks(node).map(({ id }) => id));
      return (node.devices ?? []).flatMap((device) => {
        const packets = device.received + device.transmitted;
        const errors = device.receiveErrors + device.transmitErrors;
        if (!links.has(device.name) || packets < MANY_PACKETS || errors / packets < MAX_ERRORS) {
          return [];
        }
        return [{
          title: `link ${device.name} of {nodes} has errors`,
          evidence: [{
            node: node.node,
            source: "call NetworkDeviceStats",
            text: `${device.name}: ${errors} errors of ${packets} packets`,
          }],
        }];
      });
    }),
  },
  {
    id: "mtu-differs",
    check: "network",
    summary: "Nodes have different MTUs",
    explanation:
      "Large packets between the nodes are dropped if a part of the path has a smaller MTU: TLS " +
      "handshakes hang, small requests work.",
    severity: "warning",
    certainty: "possible",
    reads: "LinkStatuses.net of the link of the default route: mtu",
    releases: "all",
    source: "RFC 1191",
    actions: [{ text: "osctl get links -n {nodes}" }],
    *find(facts) {
      const values = readNodes(facts).flatMap((node) => {
        const name = defaultLink(node);
        const link = node.resources["LinkStatuses.net"]?.find(({ id }) => id === name);
        const mtu = link === undefined ? 0 : Number(at(link.spec, "mtu") ?? 0);
        return mtu > 0 ? [{ node, name, mtu }] : [];
      });
      const groups = Map.groupBy(values, ({ mtu }) => mtu);
      if (groups.size < 2) return;
      const most = [...groups].toSorted(([, a], [, b]) => b.length - a.length)[0]![0];
      for (const { node, name, mtu } of values) {
        if (mtu === most) continue;
        yield {
          node,
          title: `{nodes} has the MTU ${mtu}, other nodes ${most}`,
          evidence: [{ node: node.node, source: `LinkStatuses.net ${name}`, text: `mtu: ${mtu}` }],
        };
      }
    },
  },
  {
    id: "address-conflict",
    check: "network",
    summary: "Two nodes have one address",
    explanation:
      "The same address is configured on two machines, or a virtual IP is on both: packets go to " +
      "one or the other.",
    severity: "error",
    certainty: "certain",
    reads: "NodeAddresses.net of all nodes",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/network/node_address.go",
    actions: [{ text: "osctl get addresses -n {nodes}" }],
    *find(facts) {
      const owners = new Map<string, NodeFacts[]>();
      for (const node of readNodes(facts)) {
        // Sandbox nodes share the addresses of their machine.
        if (node.platform === "sandbox") continue;
        const routed = specOf(node, "NodeAddresses.net", "routed-no-k8s") ??
          specOf(node, "NodeAddresses.net", "routed");
        for (const one of listAt(routed, "addresses")) {
          const address = String(one).replace(/\/\d+$/, "");
          if (/^(127\.|169\.254\.|fe80:|fd[0-9a-f]{2}:.*:0*2$)/.test(address)) continue;
          owners.set(address, [...owners.get(address) ?? [], node]);
        }
      }
      for (const [address, nodes] of owners) {
        if (nodes.length < 2) continue;
        for (const node of nodes) {
          yield {
            node,
            title: `{nodes} have the same address ${address}`,
            evidence: [{ node: node.node, source: "NodeAddresses.net routed", text: address }],
          };
        }
      }
    },
  },
  {
    id: "hostname-shared",
    check: "network",
    summary: "Two nodes have one host name",
    explanation:
      "Kubernetes and etcd know nodes by their names: the second one replaces the first, or is " +
      "refused. Give each machine a name of its own.",
    severity: "error",
    certainty: "certain",
    reads: "HostnameStatuses.net of all nodes",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/network/hostname_config.go",
    actions: [
      { text: "osctl get hostname -n {nodes}" },
      { text: "osctl edit mc -n {node}" },
    ],
    *find(facts) {
      yield* shared(
        readNodes(facts),
        "host name",
        (node) => textAt(specOf(node, "HostnameStatuses.net"), "hostname").toLowerCase(),
      );
    },
  },
  {
    id: "dhcp-fails",
    check: "network",
    summary: "DHCP gets no lease",
    explanation:
      "No DHCP server answers on the link, or it refuses the request: another VLAN, a full pool, " +
      "or a server that is down.",
    severity: "warning",
    certainty: "certain",
    reads: "dmesg of the last hour: DHCP request/renew failed",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/network/operator/dhcp4.go",
    actions: [LINKS, ADDRESSES],
    find: onLine({
      logs: LOGS,
      pattern: /(\b(?:request\/)?renew failed|DHCP6 (?:solicit|request)[^"]*failed)/,
      withinMs: HOUR_MS,
      atLeast: 2,
      title: (_match, node) => {
        const line = findLine(node, LOGS, /renew failed.*?"link":\s*"([^"]+)"/);
        return `DHCP of {nodes} gets no lease${line === undefined ? "" : ` on ${line.match[1]}`}`;
      },
      when: (node) => {
        const line = findLine(node, LOGS, /renew failed.*?"link":\s*"([^"]+)"/);
        const link = line?.match[1];
        const known = node.resources["LinkStatuses.net"]?.find(({ id }) => id === link);
        // A port without a cable is no problem.
        return known === undefined || at(known.spec, "linkState") !== false;
      },
    }),
  },
  {
    id: "dns-fails",
    check: "network",
    summary: "Name servers of a node do not respond",
    explanation:
      "Names do not resolve on the node: registries, time servers and the discovery service are " +
      "out of reach.",
    severity: "warning",
    certainty: "likely",
    reads: "logs of the last ten minutes: lookup … i/o timeout, server misbehaving",
    releases: "all",
    source: "Go: net, DNS resolver",
    actions: [
      { text: "osctl get resolvers -n {node}" },
      {
        text: "osctl patch mc -n {node} --patch " +
          `'{"machine": {"network": {"nameservers": ["<server>"]}}}'`,
      },
    ],
    find: onLine({
      logs: [...LOGS, "dns-resolve-cache", "cri"],
      pattern:
        /lookup ([\w.-]+)(?: on ([\w.:[\]]+))?: (?:[^"]*?: )?(i\/o timeout|server misbehaving|connection refused|read: connection refused|no such host)/,
      withinMs: 10 * MINUTE_MS,
      atLeast: 3,
      title: ([, , server, reason]) =>
        `name servers of {nodes} fail${server === undefined ? "" : ` (${server})`}: ${reason}`,
    }),
  },
  {
    id: "pod-subnet-overlap",
    check: "network",
    summary: "Addresses of a node are in the subnets of pods or services",
    explanation:
      "All addresses of the node are in .cluster.network.podSubnets or serviceSubnets, so that " +
      "none is left for etcd, the kubelet and certificates. Choose other subnets before the first " +
      "bootstrap; later, the cluster has to be built again.",
    severity: "error",
    certainty: "certain",
    reads: "Diagnostics.runtime address-overlap; NodeAddresses.net, machine configuration",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/runtime/internal/diagnostics/address_overlap.go",
    actions: [ADDRESSES, { text: "osctl get machineconfig v1alpha1 -n {node} -o yaml" }],
    find: onNodes((node) => {
      const one = node.resources["Diagnostics.runtime"]?.find(({ id }) => id === "address-overlap");
      const routed = specOf(node, "NodeAddresses.net", "routed");
      const others = specOf(node, "NodeAddresses.net", "routed-no-k8s");
      const isComputed = routed !== undefined && others !== undefined &&
        listAt(routed, "addresses").length > 0 && listAt(others, "addresses").length === 0;
      if (one === undefined && !isComputed) return undefined;
      return {
        title: "addresses of {nodes} are in the subnets of pods or services",
        evidence: [
          one === undefined
            ? fieldEvidence(
              node,
              "NodeAddresses.net",
              "routed-no-k8s",
              `no address; routed: ${listAt(routed, "addresses").join(", ")}`,
            )
            : {
              node: node.node,
              source: "Diagnostics.runtime address-overlap",
              text: [textAt(one.spec, "message"), ...listAt(one.spec, "details").map(String)].join(
                "; ",
              ),
              time: one.updated,
            },
        ],
      };
    }),
  },
  {
    id: "node-diagnostic",
    check: "boot",
    summary: "A node reports a problem by itself",
    explanation: "Nodes check some conditions themselves and report them as diagnostics.",
    severity: "warning",
    certainty: "certain",
    reads: "Diagnostics.runtime",
    releases: "v1.8",
    source: "internal/app/machined/pkg/controllers/runtime/diagnostics.go",
    actions: [{ text: "osctl get diagnostics -n {node} -o yaml" }],
    find: onNodes((node) =>
      (node.resources["Diagnostics.runtime"] ?? [])
        .filter(({ id }) => id !== "kubelet-csr" && id !== "address-overlap")
        .map(({ id, spec, updated }) => ({
          title: `{nodes}: ${textAt(spec, "message") || id}`,
          since: updated,
          evidence: [{
            node: node.node,
            source: `Diagnostics.runtime ${id}`,
            text: listAt(spec, "details").map(String).join("; ") || textAt(spec, "message"),
            time: updated,
          }],
        }))
    ),
  },
  {
    id: "virtual-ip-missing",
    check: "network",
    summary: "No node has the virtual IP",
    explanation:
      "The virtual IP moves by an election in etcd: it is on no node while etcd has no quorum, or " +
      "if its link is down on all control plane nodes.",
    severity: "error",
    certainty: "certain",
    isSymptom: true,
    reads: "machine configuration: vip; NodeAddresses.net",
    releases: "all",
    source: "internal/app/machined/pkg/controllers/network/operator/vip.go",
    actions: [{ text: "osctl get addresses" }, { text: "osctl etcd status" }],
    *find(facts) {
      if (!facts.isWhole) return;
      const planes = readNodes(facts).filter(({ type }) => type === "controlplane");
      const vips = new Set(planes.flatMap(configuredVips));
      for (const vip of vips) {
        if (planes.some((node) => addressesOf(node).includes(vip))) continue;
        if (
          facts.nodes.some(({ type, unreachable }) =>
            unreachable !== undefined && type !== "worker"
          )
        ) {
          continue;
        }
        yield {
          title: `no node has the virtual IP ${vip}`,
          check: "api-server",
          evidence: planes.map((node) => ({
            node: node.node,
            source: "NodeAddresses.net current",
            text: addressesOf(node).join(", "),
          })),
        };
      }
    },
  },
];

/** Names of links in the machine configuration that a link of hardware must have. */
function configuredLinks(node: NodeFacts): ReadonlySet<string> {
  const names = new Set<string>();
  for (const document of node.config ?? []) {
    for (const one of listAt(document, "machine", "network", "interfaces")) {
      const name = textAt(one, "interface");
      const isVirtual = ["bond", "bridge", "wireguard", "dummy"].some((key) =>
        at(one, key) !== undefined
      );
      if (name !== "" && !isVirtual && !VIRTUAL.test(name) && at(one, "ignore") !== true) {
        names.add(name);
      }
      for (const slave of listAt(one, "bond", "interfaces")) names.add(String(slave));
    }
  }
  return names;
}

function configuredVips(node: NodeFacts): readonly string[] {
  return (node.config ?? []).flatMap((document) =>
    listAt(document, "machine", "network", "interfaces").flatMap((one) => {
      const ips = [
        textAt(one, "vip", "ip"),
        ...listAt(one, "vlans").map((vlan) => textAt(vlan, "vip", "ip")),
      ];
      return ips.filter((ip) => ip !== "");
    })
  );
}

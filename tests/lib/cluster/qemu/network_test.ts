/** The host network: names, rules, DHCP and chaos. */
import { deepEqual, equal, match, throws } from "node:assert/strict";
import { chaosArguments, parseChaos } from "../../../../lib/cluster/qemu/chaos.ts";
import { dhcpConfig } from "../../../../lib/cluster/qemu/dhcp_config.ts";
import type { IpamRecord } from "../../../../lib/cluster/qemu/ipam.ts";
import {
  bridgeName,
  createLinksBatch,
  filterRules,
  type NetworkPlan,
  planTap,
} from "../../../../lib/cluster/qemu/network.ts";

const none = { latency: 0, jitter: 0, loss: 0, reorder: 0, corrupt: 0, bandwidth: 0 };

const plan: NetworkPlan = {
  bridge: bridgeName("gocl"),
  cidrs: ["10.5.0.0/24", "fd74:616c:a05::/64"],
  gateways: ["10.5.0.1", "fd74:616c:a05::1"],
  mtu: 1450,
  taps: [planTap("gocl", "a", 0), planTap("gocl", "b", 1)],
  noMasquerade: ["10.9.0.0/16", "fd00::/8"],
  chaos: undefined,
};

Deno.test("the bridge has the name that talosctl gives it", () => {
  equal(plan.bridge, "talos26f77336");
});

Deno.test("taps have stable, different, local addresses and short names", () => {
  const [a, b] = plan.taps as [typeof plan.taps[0], typeof plan.taps[0]];
  deepEqual(planTap("gocl", "a", 0), a);
  equal(a.mac === b.mac, false);
  for (const { name, mac } of [a, b, planTap("gocl", "z", 999)]) {
    equal(name.length <= 15, true, name);
    match(mac, /^52:54(:[0-9a-f]{2}){4}$/);
  }
});

Deno.test("one batch creates bridge and taps with the MTU of the cluster", () => {
  const lines = createLinksBatch(plan).trim().split("\n");
  match(lines[0]!, /^link add talos26f77336 address 52:54:\S+ mtu 1450 type bridge$/);
  deepEqual(lines.slice(1), [
    "addr add 10.5.0.1/24 dev talos26f77336",
    "addr add fd74:616c:a05::1/64 dev talos26f77336 nodad",
    "link set talos26f77336 up",
    "tuntap add dev tap26f77336-0 mode tap",
    "link set tap26f77336-0 mtu 1450 master talos26f77336 up",
    "tuntap add dev tap26f77336-1 mode tap",
    "link set tap26f77336-1 mtu 1450 master talos26f77336 up",
  ]);
});

Deno.test("exceptions of masquerading are of the same address family", () => {
  const accepted = (cidr: string) =>
    filterRules(plan, cidr).flatMap((rule) => {
      const at = rule.indexOf("-d");
      return at < 0 ? [] : [rule[at + 1]];
    });
  deepEqual(accepted("10.5.0.0/24"), [
    "10.5.0.0/24",
    "224.0.0.0/4",
    "255.255.255.255/32",
    "10.9.0.0/16",
  ]);
  deepEqual(accepted("fd74:616c:a05::/64"), ["fd74:616c:a05::/64", "ff00::/8", "fd00::/8"]);
});

const record = (IP: string, more: Partial<IpamRecord> = {}): IpamRecord => ({
  IP,
  Netmask: 24,
  MAC: "52:54:00:00:00:01",
  Hostname: "node-1",
  Gateway: "10.5.0.1",
  MTU: 1450,
  Nameservers: ["8.8.8.8", "1.1.1.1"],
  TFTPServer: "",
  IPXEBootFilename: "",
  ...more,
});

const dhcp = (changes: Partial<Parameters<typeof dhcpConfig>[0]> = {}) =>
  dhcpConfig({
    bridge: plan.bridge,
    cidrs: ["10.5.0.0/24"],
    records: [record("10.5.0.2")],
    leases: "/state/dhcpd.leases",
    pxe: undefined,
    ...changes,
  });

Deno.test("DHCP has leases of known addresses only, without a name service", () => {
  const text = dhcp();
  for (
    const line of [
      "port=0",
      "interface=talos26f77336",
      "dhcp-range=10.5.0.0,static,255.255.255.0,5m",
      "dhcp-option=option:router,10.5.0.1",
      "dhcp-option=option:dns-server,8.8.8.8,1.1.1.1",
      "dhcp-option=option:mtu,1450",
      "dhcp-host=52:54:00:00:00:01,10.5.0.2,node-1,5m",
    ]
  ) equal(text.split("\n").includes(line), true, line);
  equal(text.includes("tftp"), false);
});

Deno.test("DHCP has one line for both addresses of a node, and no name without a hostname", () => {
  const Nameservers = ["2001:4860:4860::8888"];
  const text = dhcp({
    cidrs: ["10.5.0.0/24", "fd74:616c:a05::/64"],
    records: [
      record("10.5.0.2", { Hostname: "" }),
      record("fd74:616c:a05::2", { Hostname: "", Nameservers }),
    ],
  });
  match(text, /^dhcp-host=52:54:00:00:00:01,10\.5\.0\.2,\[fd74:616c:a05::2\],5m$/m);
  match(text, /^dhcp-range=fd74:616c:a05::,static,64,5m$/m);
  match(text, /^dhcp-option=option6:dns-server,\[2001:4860:4860::8888\]$/m);
});

Deno.test("netmasks of any length", () => {
  const mask = (cidr: string) => /static,([\d.]+),/.exec(dhcp({ cidrs: [cidr] }))?.[1];
  const masks = ["/8", "/20", "/25", "/31"].map((length) => mask(`10.0.0.0${length}`));
  deepEqual(masks, ["255.0.0.0", "255.255.240.0", "255.255.255.128", "255.255.255.254"]);
});

Deno.test("firmware loads iPXE, and iPXE the script", () => {
  const text = dhcp({ pxe: { folder: "/t", file: "ipxe.efi", script: "http://h/s.ipxe" } });
  match(text, /^tftp-root=\/t$/m);
  match(text, /^dhcp-boot=tag:!ipxe,ipxe\.efi$/m);
  match(text, /^dhcp-boot=tag:ipxe,http:\/\/h\/s\.ipxe$/m);
});

Deno.test("chaos is netem, or tbf with the sizes of talosctl", () => {
  const netem = { ...none, latency: 50, jitter: 5, loss: 0.015, reorder: 0.25, corrupt: 0.001 };
  equal(
    chaosArguments(netem).join(" "),
    "netem delay 50ms 5ms loss 1.5% corrupt 0.1% reorder 25%",
  );
  equal(chaosArguments({ ...none, jitter: 5 }).join(" "), "netem delay 0ms 5ms");
  equal(
    chaosArguments({ ...none, bandwidth: 1000 }).join(" "),
    "tbf rate 1000kbit burst 12500b limit 62500b",
  );
});

Deno.test("chaos flags are validated together", () => {
  equal(parseChaos(false, none), undefined);
  equal(parseChaos(true, none), undefined);
  const rejected = (enabled: boolean, chaos: Partial<typeof none>) =>
    throws(() => parseChaos(enabled, { ...none, ...chaos }), { kind: "usage" });
  rejected(false, { latency: 1 });
  rejected(true, { loss: 1.5 });
  rejected(true, { latency: -1 });
  rejected(true, { bandwidth: 100, loss: 0.1 });
  rejected(true, { reorder: 0.5 });
  deepEqual(parseChaos(true, { ...none, loss: 0.1 }), { ...none, loss: 0.1 });
});

import { deepEqual, equal } from "node:assert/strict";
import {
  compareAddresses,
  isRoutable,
  networkContains,
} from "../../../../lib/sandbox/state/controllers/ip_addresses.ts";
import {
  ipv4Addresses,
  parseIpv6Addresses,
} from "../../../../lib/sandbox/state/controllers/addresses.ts";
import {
  findDevices,
  readBlockDevice,
  readDisk,
} from "../../../../lib/sandbox/state/controllers/block.ts";
import {
  processors,
  systemInformation,
} from "../../../../lib/sandbox/state/controllers/hardware.ts";
import { readLinkStatus } from "../../../../lib/sandbox/state/controllers/links.ts";
import { findMount, parseMountInfo } from "../../../../lib/sandbox/state/controllers/mounts.ts";
import { parseResolvers } from "../../../../lib/sandbox/state/controllers/network_status.ts";
import {
  parseIpv4Routes,
  parseIpv6Routes,
  parseLocalRoutes,
  routeId,
} from "../../../../lib/sandbox/state/controllers/routes.ts";
import { isSecureBoot } from "../../../../lib/sandbox/state/controllers/security.ts";
import { withFiles } from "./files.ts";

const INDEX: Readonly<Record<string, number>> = { lo: 1, eth0: 4 };
const indexOf = (name: string) => INDEX[name];

Deno.test("ipv4Addresses assigns labeled addresses to their link", () => {
  const interfaces = [
    { name: "lo", family: "IPv4", cidr: "127.0.0.1/8" },
    { name: "lo", family: "IPv6", cidr: "::1/128" },
    { name: "eth0:1", family: "IPv4", cidr: "192.0.2.2/24" },
  ] as const;
  deepEqual(ipv4Addresses(interfaces, (name) => INDEX[name] ?? 0), [
    {
      address: "127.0.0.1/8",
      linkIndex: 1,
      linkName: "lo",
      family: "inet4",
      scope: "host",
      flags: "permanent",
    },
    {
      address: "192.0.2.2/24",
      linkIndex: 4,
      linkName: "eth0",
      family: "inet4",
      scope: "global",
      flags: "permanent",
    },
  ]);
});

Deno.test("parseIpv6Addresses parses scopes and flags", () => {
  const text = "fe80000000000000000000fffe000001 04 40 20 80     eth0\n" +
    "00000000000000000000000000000001 01 80 10 80       lo\n" +
    "fd000000000000000000000000000002 04 40 00 c1     eth0\n";
  deepEqual(
    parseIpv6Addresses(text).map(({ address, linkName, linkIndex, scope, flags }) =>
      [address, linkName, linkIndex, scope, flags].join(" ")
    ),
    [
      "fe80::ff:fe00:1/64 eth0 4 link permanent",
      "::1/128 lo 1 host permanent",
      "fd00::2/64 eth0 4 global temporary,tentative,permanent",
    ],
  );
});

Deno.test("parseIpv4Routes parses the main table", () => {
  const text =
    "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n" +
    "eth0\t00000000\t010200C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\n" +
    "eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t1400\t0\t0\n";
  const routes = parseIpv4Routes(text, indexOf);
  deepEqual(routes.map(routeId), ["inet4/192.0.2.1//100", "inet4//192.0.2.0/24/0"]);
  deepEqual(routes[0], {
    family: "inet4",
    dst: "",
    src: "",
    gateway: "192.0.2.1",
    outLinkIndex: 4,
    outLinkName: "eth0",
    table: "main",
    priority: 100,
    scope: "global",
    type: "unicast",
    flags: "",
    protocol: "boot",
    mtu: undefined,
  });
  equal(routes[1]?.scope, "link");
  equal(routes[1]?.mtu, 1400);
});

Deno.test("parseLocalRoutes parses the local table without duplicates", () => {
  const text = `Main:
  +-- 0.0.0.0/0 3 0 4
     |-- 0.0.0.0
        /0 universe UNICAST
Local:
  +-- 127.0.0.0/8 2 0 2
     |-- 127.0.0.0
        /8 host LOCAL
     |-- 127.0.0.1
        /32 host LOCAL
     |-- 192.0.2.255
        /32 link BROADCAST
     |-- 127.0.0.1
        /32 host LOCAL
`;
  const linkOf = (address: string) => address.startsWith("127.") ? "lo" : "eth0";
  const routes = parseLocalRoutes(text, linkOf, indexOf);
  deepEqual(routes.map((route) => `${routeId(route)} ${route.type} ${route.outLinkIndex}`), [
    "local/inet4//127.0.0.0/8/0 local 1",
    "local/inet4//127.0.0.1/32/0 local 1",
    "local/inet4//192.0.2.255/32/0 broadcast 4",
  ]);
});

Deno.test("parseIpv6Routes skips reject routes", () => {
  const zero = "0".repeat(32);
  const line = (
    to: string,
    length: string,
    via: string,
    metric: string,
    flags: string,
    link: string,
  ) => `${to} ${length} ${zero} 00 ${via} ${metric} 00000001 00000000 ${flags}     ${link}\n`;
  const gateway = "fd000000000000000000000000000001";
  const text = line(zero, "00", gateway, "00000400", "00000003", "eth0") +
    line("fd000000000000000000000000000000", "40", zero, "00000100", "00000001", "eth0") +
    line("fd000000000000000000000000000002", "80", zero, "00000000", "80200001", "eth0") +
    line("ff000000000000000000000000000000", "08", zero, "00000100", "00000001", "eth0") +
    line(zero, "00", zero, "ffffffff", "00200200", "lo");
  deepEqual(parseIpv6Routes(text, indexOf).map((route) => `${routeId(route)} ${route.type}`), [
    "eth0/inet6/fd00::1//1024 unicast",
    "eth0/inet6//fd00::/64/256 unicast",
    "local/eth0/inet6//fd00::2/128/0 local",
    "local/eth0/inet6//ff00::/8/256 multicast",
  ]);
});

Deno.test("addresses are compared, matched with networks, and checked for routability", () => {
  const addresses = ["fd00::2/64", "192.0.2.10/24", "192.0.2.9/24", "::1/128"];
  deepEqual(addresses.toSorted(compareAddresses), [
    "192.0.2.9/24",
    "192.0.2.10/24",
    "::1/128",
    "fd00::2/64",
  ]);
  equal(compareAddresses("192.0.2.1/24", "192.0.2.1/32"), 0);
  equal(networkContains("192.0.2.2/24", "192.0.2.255"), true);
  equal(networkContains("192.0.2.2/25", "192.0.2.255"), false);
  equal(networkContains("fd00::2/64", "fd00::99"), true);
  equal(networkContains("192.0.2.2/24", "fd00::99"), false);
  const local = ["127.0.0.1/8", "169.254.1.1/16", "224.0.0.1", "::1", "fe80::1/64", "ff02::1"];
  deepEqual(local.filter(isRoutable), []);
  const beyond = ["10.0.0.1/8", "169.253.0.1", "fd00::1/64", "2001:db8::1"];
  deepEqual(beyond.filter(isRoutable), beyond);
});

Deno.test("parseResolvers returns the name servers", () => {
  const text =
    "# nameserver 1.1.1.1\nsearch example\nnameserver 10.0.0.53\n nameserver\tfd00::53\n";
  deepEqual(parseResolvers(text), ["10.0.0.53", "fd00::53"]);
});

Deno.test("parseMountInfo keeps the last mount of a target; findMount returns the deepest", () => {
  const text = [
    "22 27 0:21 / / rw,relatime - ext4 /dev/root rw",
    "23 27 0:22 / /mnt/a\\040b rw,nosuid shared:1 master:2 - tmpfs none rw,size=4k",
    "24 27 0:23 / /var ro - xfs /dev/sda1 ro",
    "25 24 0:24 / /var rw,noatime - btrfs /dev/sdb1 rw",
    "",
  ].join("\n");
  const mounts = parseMountInfo(text);
  deepEqual(
    mounts.map(({ source, target, filesystemType, options }) =>
      `${source} on ${target} type ${filesystemType} (${options})`
    ),
    [
      "/dev/root on / type ext4 (rw,relatime)",
      "none on /mnt/a b type tmpfs (rw,nosuid)",
      "/dev/sdb1 on /var type btrfs (rw,noatime)",
    ],
  );
  equal(findMount("/var/lib/x", mounts)?.source, "/dev/sdb1");
  equal(findMount("/variable", mounts)?.source, "/dev/root");
  equal(findMount("/x", []), undefined);
});

Deno.test("processors are grouped by socket", () => {
  const thread = (processor: number, socket: string, more = "") =>
    `processor\t: ${processor}\nvendor_id\t: V\nmodel name\t: M\ncpu MHz\t\t: 2596.6\n` +
    `physical id\t: ${socket}\ncpu cores\t: 2\n${more}\n`;
  const text = thread(0, "0") + thread(1, "0") + thread(2, "0") + thread(3, "1");
  deepEqual(
    processors(text).map(({ socket, coreCount, threadCount, bootSpeedMhz }) =>
      [socket, coreCount, threadCount, bootSpeedMhz].join(" ")
    ),
    ["CPU-0 2 3 2597", "CPU-1 2 1 2597"],
  );
  deepEqual(processors("processor : 0\n\nprocessor : 1\n").map(({ coreCount }) => coreCount), [2]);
  deepEqual(processors(""), []);
});

Deno.test("systemInformation reads the available DMI fields", () =>
  withFiles({ "sys_vendor": "ACME\n", "product_sku": "\n" }, (folder) => {
    const facts = systemInformation(folder);
    equal(facts?.manufacturer, "ACME");
    equal(facts?.skuNumber, undefined);
    equal(systemInformation(`${folder}/nope`), undefined);
  }));

Deno.test("isSecureBoot parses the EFI variable", () => {
  equal(isSecureBoot(Uint8Array.of(6, 0, 0, 0, 1)), true);
  equal(isSecureBoot(Uint8Array.of(6, 0, 0, 0, 0)), false);
  equal(isSecureBoot(undefined), false);
});

Deno.test("readLinkStatus reads links that are up and down, and skips other entries", () =>
  withFiles({
    "eth0/ifindex": "4\n",
    "eth0/iflink": "5\n",
    "eth0/type": "1\n",
    "eth0/flags": "0x1003\n",
    "eth0/address": "02:fc:00:00:00:01\n",
    "eth0/broadcast": "ff:ff:ff:ff:ff:ff\n",
    "eth0/mtu": "1500\n",
    "eth0/operstate": "up\n",
    "eth0/carrier": "1\n",
    "eth0/speed": "10000\n",
    "eth0/duplex": "full\n",
    "eth0/master/ifindex": "9\n",
    "eth0/brport/state": "3\n",
    "br0/ifindex": "9\n",
    "br0/iflink": "9\n",
    "br0/type": "1\n",
    "br0/flags": "0x1002\n",
    "br0/address": "02:fc:00:00:00:02\n",
    "br0/mtu": "1500\n",
    "br0/operstate": "down\n",
    "br0/speed": "-1\n",
    "br0/uevent": "DEVTYPE=bridge\nINTERFACE=br0\n",
    "bonding_masters": "\n",
  }, (folder) => {
    const eth0 = readLinkStatus(`${folder}/eth0`);
    deepEqual(eth0, {
      index: 4,
      type: "ether",
      linkIndex: 5,
      flags: "UP,BROADCAST,RUNNING,MULTICAST,LOWER_UP",
      hardwareAddr: "02:fc:00:00:00:01",
      permanentAddr: "",
      broadcastAddr: "ff:ff:ff:ff:ff:ff",
      mtu: 1500,
      queueDisc: "",
      masterIndex: 9,
      operationalState: "up",
      kind: "veth",
      slaveKind: "bridge",
      busPath: undefined,
      pciID: undefined,
      driver: undefined,
      linkState: true,
      speedMbit: 10000,
      port: "Other",
      duplex: "Full",
    });
    const br0 = readLinkStatus(`${folder}/br0`);
    equal(br0?.flags, "BROADCAST,MULTICAST");
    equal(br0?.kind, "bridge");
    equal(br0?.linkIndex, 0);
    equal(br0?.linkState, false);
    equal(br0?.speedMbit, undefined);
    equal(readLinkStatus(`${folder}/bonding_masters`), undefined);
  }));

Deno.test("block devices, partitions and disks are read", () =>
  withFiles({
    "sda/uevent": "MAJOR=8\nMINOR=0\nDEVNAME=sda\nDEVTYPE=disk\n",
    "sda/size": "2097152\n",
    "sda/ro": "1\n",
    "sda/queue/logical_block_size": "4096\n",
    "sda/queue/minimum_io_size": "4096\n",
    "sda/queue/optimal_io_size": "12000\n",
    "sda/queue/rotational": "0\n",
    "sda/device/model": "FAST DISK  \n",
    "sda/sda1/partition": "1\n",
    "sda/sda1/uevent": "MAJOR=8\nMINOR=1\nDEVNAME=sda1\nDEVTYPE=partition\nPARTN=1\nPARTNAME=EFI\n",
    "loop0/size": "0\n",
    "dm-0/size": "8\n",
    "dm-0/dm/uuid": "LVM-abc-pool\n",
    "vdb/size": "8\n",
  }, (folder) => {
    deepEqual(findDevices(folder).map(({ name }) => name), ["dm-0", "loop0", "sda", "sda1", "vdb"]);
    const partition = readBlockDevice(
      `${folder}/sda/sda1`,
      Deno.readTextFileSync(`${folder}/sda/sda1/uevent`),
      3,
    );
    deepEqual(partition, {
      type: "partition",
      major: 8,
      minor: 1,
      partitionName: "EFI",
      partitionNumber: 1,
      devicePath: Deno.realPathSync(`${folder}/sda/sda1`),
      generation: 3,
      parent: "sda",
    });
    const disk = readDisk(`${folder}/sda`, "sda");
    equal(disk?.size, 2 ** 30);
    equal(disk?.pretty_size, "1.1 GB");
    equal(disk?.io_size, 4096);
    equal(disk?.sector_size, 4096);
    equal(disk?.readonly, true);
    equal(disk?.model, "FAST DISK");
    equal(disk?.rotational, undefined);
    equal(readDisk(`${folder}/vdb`, "vdb")?.transport, "virtio");
    equal(readDisk(`${folder}/loop0`, "loop0"), undefined);
    equal(readDisk(`${folder}/dm-0`, "dm-0"), undefined);
  }));

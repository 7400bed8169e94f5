/** Resources of this machine, compared with its own tools. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { ServiceRegistry } from "../../../../lib/sandbox/machine/mod.ts";
import { createControllers } from "../../../../lib/sandbox/state/controllers/create_controllers.ts";
import { NodeState } from "../../../../lib/sandbox/state/mod.ts";
import type { Definition } from "../../../../lib/sandbox/state/definitions/definition.ts";
import {
  BLOCK_DEVICE,
  CPU_STATS,
  DISK,
  MEMORY_STATS,
  PROCESSOR,
} from "../../../../lib/sandbox/state/definitions/machine.ts";
import {
  ADDRESS_STATUS,
  LINK_STATUS,
  ROUTE_STATUS,
} from "../../../../lib/sandbox/state/definitions/network.ts";
import {
  KERNEL_PARAM_STATUS,
  MOUNT_STATUS,
} from "../../../../lib/sandbox/state/definitions/runtime.ts";
import { watchCollection } from "../../../../lib/sandbox/state/watch.ts";
import { liveNode } from "./live_node.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";

const linux = Deno.build.os === "linux";

/** Returns the state of a node in maintenance mode, with a stopped clock. */
function machine(): { state: NodeState; clock: FakeClock } {
  const clock = new FakeClock();
  const controllers = createControllers({
    etcdMemberId: () => undefined,
    node: {
      name: "node",
      address: "127.1.0.2",
      port: 50000,
      type: "worker",
      cluster: "demo",
      folder: "/nonexistent",
    },
    services: new ServiceRegistry(() => clock.now()),
    live: liveNode("maintenance"),
    cluster: undefined,
    secrets: undefined,
  });
  return { state: new NodeState({ clock, controllers }), clock };
}

/** Returns the specs of a type by id. */
function read<S>({ state }: { state: NodeState }, definition: Definition<S>): Map<string, S> {
  const kind = { namespace: definition.namespace, type: definition.type };
  state.open(kind, new Set(["os:reader"]));
  return new Map(
    state.store.list(kind).map(({ metadata, spec }) => [metadata.id, spec!.value as S]),
  );
}

/** Returns the JSON output of a program; undefined when it is not installed. */
function jsonOutput(program: string, ...args: string[]): unknown {
  try {
    const { success, stdout } = new Deno.Command(program, { args, stderr: "null" }).outputSync();
    return success ? JSON.parse(new TextDecoder().decode(stdout)) : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

interface IpLink {
  ifname: string;
  ifindex: number;
  address?: string;
  mtu: number;
  operstate: string;
  flags: string[];
  addr_info: { local: string; prefixlen: number; label?: string; scope: string }[];
}

const links = linux ? jsonOutput("ip", "-j", "addr") as IpLink[] | undefined : undefined;
const routes = linux
  ? jsonOutput("ip", "-j", "route") as { dst: string; gateway?: string; dev: string }[] | undefined
  : undefined;
const disks = linux
  ? jsonOutput("lsblk", "-b", "-d", "-n", "-J", "-o", "NAME,SIZE,RO,TYPE") as
    | { blockdevices: { name: string; size: number; ro: boolean; type: string }[] }
    | undefined
  : undefined;

/** Why links cannot be compared; /sys shows the network namespace that mounted it. */
function linksNotComparable(): string | undefined {
  if (links === undefined) return "no ip here";
  const names = [...Deno.readDirSync("/sys/class/net")].map(({ name }) => name);
  const isSame = names.toSorted().join() === links.map(({ ifname }) => ifname).toSorted().join();
  return isSame ? undefined : "/sys is of another network namespace";
}

const reason = linksNotComparable();

Deno.test({
  name: "links agree with ip" + (reason === undefined ? "" : ` (skipped: ${reason})`),
  ignore: reason !== undefined,
  fn() {
    const mine = [...read(machine(), LINK_STATUS)].map(([name, link]) => ({
      name,
      index: link.index,
      address: link.hardwareAddr,
      mtu: link.mtu,
      state: link.operationalState,
      up: link.flags.split(",").includes("LOWER_UP"),
    }));
    const theirs = links!.map(({ ifname, ifindex, address, mtu, operstate, flags }) => ({
      name: ifname,
      index: ifindex,
      address: address ?? "",
      mtu,
      state: operstate.toLowerCase(),
      up: flags.includes("LOWER_UP"),
    })).sort((a, b) => a.name < b.name ? -1 : 1);
    deepEqual(mine, theirs);
  },
});

Deno.test({
  name: "addresses agree with ip",
  ignore: links === undefined,
  fn() {
    const mine = [...read(machine(), ADDRESS_STATUS)].map(([id, one]) =>
      `${id} ${one.linkIndex} ${one.scope}`
    );
    const theirs = links!.flatMap(({ ifname, ifindex, addr_info }) =>
      addr_info.map(({ local, prefixlen, scope }) =>
        `${ifname}/${local}/${prefixlen} ${ifindex} ${scope}`
      )
    );
    deepEqual(mine.sort(), theirs.sort());
  },
});

Deno.test({
  name: "routes agree with ip",
  ignore: routes === undefined,
  fn() {
    const mine = [...read(machine(), ROUTE_STATUS).values()]
      .filter(({ family, table }) => family === "inet4" && table === "main")
      .map(({ dst, gateway, outLinkName }) => `${dst || "default"} ${gateway} ${outLinkName}`);
    const theirs = routes!.map(({ dst, gateway = "", dev }) => `${dst} ${gateway} ${dev}`);
    deepEqual(mine.sort(), theirs.sort());
  },
});

Deno.test({
  name: "disks agree with lsblk",
  ignore: disks === undefined,
  fn() {
    const node = machine();
    // lsblk nests devices built from disks below those disks.
    const whole = (name: string) => !/^(dm-|md)/.test(name);
    const mine = [...read(node, DISK)].filter(([name]) => whole(name))
      .map(([name, { size, readonly, dev_path }]) => `${name} ${size} ${readonly} ${dev_path}`);
    const theirs = disks!.blockdevices.filter(({ name, size }) => size > 0 && whole(name))
      .map(({ name, size, ro }) => `${name} ${size} ${ro} /dev/${name}`);
    deepEqual(mine.sort(), theirs.sort());
    const devices = read(node, BLOCK_DEVICE);
    deepEqual(theirs.filter((line) => !devices.has(line.split(" ")[0]!)), []);
  },
});

Deno.test({
  name: "memory, processors, mounts and kernel parameters agree with the kernel",
  ignore: !linux,
  fn() {
    const node = machine();
    const [, total] = /^MemTotal:\s+(\d+)/.exec(Deno.readTextFileSync("/proc/meminfo"))!;
    const memory = read(node, MEMORY_STATS).get("latest")!;
    equal(memory["total"], Number(total));
    equal(memory["used"]! > 0 && memory["used"]! <= memory["total"]!, true);
    const cpu = read(node, CPU_STATS).get("latest")!;
    const processors = Deno.readTextFileSync("/proc/stat").match(/^cpu\d/gm)!.length;
    equal(cpu.cpu.length, processors);
    equal(cpu.cpuTotal["idle"]!.value > 0, true);
    equal(read(node, PROCESSOR).size > 0, true);
    const mounts = read(node, MOUNT_STATUS);
    equal(mounts.get("/proc")?.filesystemType, "proc");
    const root = Deno.readTextFileSync("/proc/mounts").split("\n").map((line) => line.split(" "))
      .findLast(([, target]) => target === "/")!;
    equal(mounts.get("/")?.filesystemType, root[2]);
    const parameter = read(node, KERNEL_PARAM_STATUS).get("proc.sys.kernel.pid_max")!;
    equal(parameter.current, Deno.readTextFileSync("/proc/sys/kernel/pid_max").trim());
  },
});

Deno.test({
  name: "memory statistics change while a client watches, and only then",
  ignore: !linux,
  async fn() {
    const { state, clock } = machine();
    const kind = { namespace: MEMORY_STATS.namespace, type: MEMORY_STATS.type };
    state.open(kind, new Set(["os:reader"]));
    const stop = new AbortController();
    const watch = watchCollection(state.store.collection(kind), {}, clock, stop.signal);
    const fresh = state.keepUpdated(kind.type);
    /** Retained, so that the next statistics differ. */
    const ballast: Uint8Array[] = [];
    let last = 0;
    for (let version = 2; version < 5; version++) {
      let seen = false;
      const next = watch.next().finally(() => seen = true);
      // Free memory may by chance be the same as five seconds ago.
      for (let round = 0; !seen && round < 50; round++) {
        ballast.push(new Uint8Array((version + round) << 20).fill(version));
        await clock.advance(5000);
        await new Promise((resolve) => setTimeout(resolve));
      }
      const { value } = await next;
      const event = value![0]!;
      if (event.kind !== "updated") throw new Error(`the event is ${event.kind}`);
      equal(event.resource.metadata.version, version);
      const elapsed = event.resource.metadata.updated - event.old.metadata.created;
      ok(elapsed > last && elapsed % 5000 === 0, `updated after ${elapsed} ms`);
      last = elapsed;
    }
    ok(ballast.length >= 3);
    fresh();
    equal(clock.waiting, 0);
    stop.abort();
  },
});

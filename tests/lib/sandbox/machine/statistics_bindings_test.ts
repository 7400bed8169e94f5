import { deepEqual, equal, match, ok } from "node:assert/strict";
import { machine, MachineService } from "../../../../proto/machine.ts";
import { callAll, callOne, callStream } from "./call.ts";
import { output, withFolder } from "./folder.ts";
import { testWith } from "../../../helpers/programs.ts";

const freeTest = testWith("free");
const ipTest = testWith("ip");
const ssTest = testWith("ss");

const LINUX = { ignore: Deno.build.os !== "linux" };

freeTest("Memory agrees with free", async () => {
  const { messages } = await callOne(MachineService.Memory, {});
  const memory = messages[0]?.meminfo;
  const [, total] = /^Mem:\s+([0-9]+)/m.exec(await output("free", ["-k"])) ?? [];
  equal(memory?.memtotal.toNumber(), Number(total));
  ok(memory.memfree.toNumber() > 0 && memory.memfree.lessThan(memory.memtotal));
});

Deno.test("Mounts agrees with df", LINUX, async () => {
  await withFolder(async (folder) => {
    const { messages } = await callOne(MachineService.Mounts, {});
    const stats = messages[0]?.stats ?? [];
    const lines = (await Deno.readTextFile("/proc/mounts")).trimEnd().split("\n");
    equal(stats.length, lines.length);
    const [, size, target] =
      (await output("df", ["--block-size=1", "--output=source,size,target", folder]))
        .trimEnd().split("\n")[1]?.split(/\s+/) ?? [];
    const mount = stats.findLast(({ mountedOn }) => mountedOn === target);
    equal(mount?.size.toNumber(), Number(size));
    ok(mount.available.lessThan(mount.size));
    const proc = stats.find(({ mountedOn }) => mountedOn === "/proc");
    equal(proc?.size.toNumber(), 0);
  });
});

Deno.test("LoadAvg returns three averages", LINUX, async () => {
  const { messages } = await callOne(MachineService.LoadAvg, {});
  ok((messages[0]?.load15 ?? -1) >= 0);
});

Deno.test(
  "SystemStat agrees with the kernel about its start and its processors",
  LINUX,
  async () => {
    const { messages } = await callOne(MachineService.SystemStat, {});
    const [stat] = messages;
    const [, bootTime] = /^btime ([0-9]+)$/m.exec(await Deno.readTextFile("/proc/stat")) ?? [];
    equal(stat?.bootTime.toNumber(), Number(bootTime));
    ok(stat.cpu.length >= navigator.hardwareConcurrency);
    ok((stat.cpuTotal?.idle ?? 0) > 0);
    ok(stat.contextSwitches.toNumber() > 0);
  },
);

Deno.test("CPUInfo agrees with nproc", LINUX, async () => {
  const { messages } = await callOne(MachineService.CPUInfo, {});
  equal(messages[0]?.cpuInfo.length, Number(await output("nproc", ["--all"])));
});

Deno.test("DiskStats lists the devices and their sum", LINUX, async () => {
  const { messages } = await callOne(MachineService.DiskStats, {});
  const [stats] = messages;
  const names = (await Deno.readTextFile("/proc/diskstats")).trimEnd().split("\n")
    .map((line) => line.trim().split(/\s+/)[2]);
  deepEqual(stats?.devices.map(({ name }) => name), names);
  const sum = stats?.devices.reduce((total, disk) => total + disk.readSectors.toNumber(), 0);
  equal(stats?.total?.readSectors.toNumber(), sum);
});

ipTest("NetworkDeviceStats lists every interface", async () => {
  const { messages } = await callOne(MachineService.NetworkDeviceStats, {});
  // Not /sys/class/net: it shows the network namespace that mounted /sys, not this process's.
  const links = (await output("ip", ["-oneline", "link", "show"])).trimEnd().split("\n");
  const names = links.map((line) => /^[0-9]+: ([^:@]+)/.exec(line)?.[1] ?? line);
  deepEqual(messages[0]?.devices.map(({ name }) => name), names);
  equal(messages[0]?.total?.name, names.toSorted().join(", "));
});

/** Returns the socket at a local port, and the line of `ss` for it. */
async function socketAt(port: number, filter: machine.NetstatRequest.Filter) {
  const { messages } = await callOne(MachineService.Netstat, {
    filter,
    l4proto: { tcp: true },
    feature: { pid: true },
    netns: { hostnetwork: true },
  });
  return messages[0]?.connectrecord.filter(({ localport }) => localport === port) ?? [];
}

ssTest("Netstat returns sockets with state and owner", async () => {
  const { CONNECTED, LISTENING, ALL } = machine.NetstatRequest.Filter;
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  using client = await Deno.connect({ hostname: "127.0.0.1", port });
  using _server = await listener.accept();
  await client.write(new Uint8Array(5));
  const [listening, ...others] = await socketAt(port, LISTENING);
  equal(others.length, 0);
  equal(listening?.l4proto, "tcp");
  equal(listening?.state, machine.ConnectRecord.State.LISTEN);
  equal(listening?.remoteip, "0.0.0.0");
  equal(listening?.process?.pid, Deno.pid);
  match(listening?.process?.name ?? "", /\S/);
  const [connected] = await socketAt(port, CONNECTED);
  equal(connected?.state, machine.ConnectRecord.State.ESTABLISHED);
  equal(connected?.remoteport, client.localAddr.transport === "tcp" ? client.localAddr.port : 0);
  equal(connected?.rxqueue.toNumber(), 5);
  equal((await socketAt(port, ALL)).length, 2);
  const ss = await output("ss", ["-Htne", `sport = :${port}`]);
  equal(ss.includes(`ino:${connected?.inode}`), true);
});

Deno.test("Netstat applies its filters", LINUX, async () => {
  using _listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const protocols = async (request: machine.INetstatRequest) => {
    const { messages } = await callOne(MachineService.Netstat, request);
    return [...new Set(messages[0]?.connectrecord.map(({ l4proto }) => l4proto))];
  };
  deepEqual(await protocols({ l4proto: { tcp: true } }), ["tcp"]);
  deepEqual(await protocols({}), []);
  deepEqual(await protocols({ l4proto: { tcp: true }, netns: { hostnetwork: false } }), []);
  const unknown = { l4proto: { tcp: true }, netns: { hostnetwork: false, netns: ["nope"] } };
  deepEqual(await protocols(unknown), []);
});

Deno.test("Dmesg returns one line per record", LINUX, async () => {
  let lines: string[];
  try {
    const answers = await callAll(MachineService.Dmesg, {});
    lines = answers.map(({ bytes }) => new TextDecoder().decode(bytes));
  } catch (error) {
    // Without access to the kernel log, the error must name the reason.
    match(String(error), /PermissionDenied.*kernel\.dmesg_restrict|no such file/);
    return;
  }
  ok(lines.length > 0);
  for (const line of lines) {
    const [, priority] = /^[a-z0-9]+: ( *[a-z]+): \[[0-9T:.-]+Z\]: .*\n/s.exec(line) ?? [];
    // Right-aligned to the longest name, "warning".
    equal(priority?.length, 7, line);
  }
});

Deno.test("Dmesg follows until the call is canceled", LINUX, async () => {
  const stop = new AbortController();
  const answers = callStream(MachineService.Dmesg, { follow: true, tail: true }, {
    signal: stop.signal,
  });
  const next = answers.next().catch((error) => match(String(error), /PermissionDenied|Unknown/));
  stop.abort();
  await next;
  await answers.return(undefined);
});

import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { cosi, State } from "../../proto/cosi.ts";
import { InspectService } from "../../proto/inspect.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { TimeService } from "../../proto/time.ts";
import { answers } from "./frames.ts";

const text = (chunks: readonly { bytes: Uint8Array }[]) =>
  new TextDecoder().decode(Uint8Array.from(chunks.flatMap(({ bytes }) => [...bytes])));

/** Returns the only message of a unary response. */
function only<T>(answers: readonly { messages: T[] }[]): T {
  strictEqual(answers.length, 1);
  const message = answers[0]?.messages[0];
  if (message === undefined) throw new Error("the answer has no message");
  return message;
}

Deno.test("version: tag, system and features", () => {
  const { version, platform, features } = only(answers("version-one", MachineService.Version));
  deepStrictEqual({ ...version }, {
    tag: "v1.8.0-alpha.2",
    sha: "undefined",
    built: "",
    goVersion: "go1.22.6",
    os: "linux",
    arch: "amd64",
  });
  deepStrictEqual([platform?.name, platform?.mode, features?.rbac], [
    "container",
    "container",
    true,
  ]);
});

Deno.test("memory and mounts: sizes as exact numbers", () => {
  const { meminfo } = only(answers("memory", MachineService.Memory));
  strictEqual(meminfo?.memtotal.toString(), "24684084");
  strictEqual(meminfo?.vmalloctotal.toString(), "34359738367");
  strictEqual(meminfo?.swaptotal.toString(), "0");

  const { stats } = only(answers("mounts", MachineService.Mounts));
  strictEqual(stats.length, 53);
  const shown = stats.filter(({ size, available }) => !size.isZero() || !available.isZero());
  deepStrictEqual(
    shown.slice(0, 4).map(({ filesystem, mountedOn }) => [filesystem, mountedOn]),
    [["overlay", "/"], ["tmpfs", "/dev"], ["tmpfs", "/sys/fs/cgroup"], ["shm", "/dev/shm"]],
  );
  strictEqual(shown[0]?.size.toString(), "270553174016");
});

Deno.test("processes: the first is init, with path, times and sizes", () => {
  const { processes } = only(answers("processes", MachineService.Processes));
  strictEqual(processes.length, 13);
  const { pid, state, threads, cpuTime, virtualMemory, residentMemory, executable, label } =
    processes[0]!;
  deepStrictEqual([pid, state, threads, cpuTime, executable, label], [
    1,
    "S",
    10,
    10.5,
    "/sbin/init",
    "",
  ]);
  deepStrictEqual([virtualMemory.toString(), residentMemory.toString()], [
    "1553850368",
    "102236160",
  ]);
});

Deno.test("list: names, links and types, in the order of the tree", () => {
  const entries = answers("list-etc-long", MachineService.List);
  strictEqual(entries.length, 28);
  const [root, certificates] = entries;
  deepStrictEqual([root?.relativeName, root?.isDir, root?.mode], [".", true, 0o20000000755]);
  deepStrictEqual([certificates?.relativeName, certificates?.link, certificates?.size.toString()], [
    "ca-certificates",
    "/etc/ssl",
    "8",
  ]);
  deepStrictEqual(
    entries.slice(2, 6).map(({ relativeName }) => relativeName),
    ["cni", "cni/net.d", "containerd", "containerd/config.toml"],
  );
  strictEqual(entries.every(({ error, metadata }) => error === "" && metadata?.error === ""), true);
});

Deno.test("read and copy: the bytes of the file", async () => {
  const [first, second] = answers("read-two", MachineService.Read);
  deepStrictEqual([text([first!]), text([second!])], ["osc-cp-1\n", "osc-worker-1\n"]);

  const archive = new Blob(
    answers("copy-etc-hostname", MachineService.Copy).map(({ bytes }) => Uint8Array.from(bytes)),
  );
  const tar = await new Response(
    archive.stream().pipeThrough(new DecompressionStream("gzip")),
  ).text();
  strictEqual(tar.slice(0, tar.indexOf("\0")), "hostname");
  strictEqual(tar.slice(512, 521), "osc-cp-1\n");
});

Deno.test("logs: chunks split lines anywhere", () => {
  const chunks = answers("logs-machined", MachineService.Logs);
  strictEqual(chunks.length, 2);
  match(text(chunks.slice(0, 1)), /[^\n]$/);
  const lines = text(chunks).split("\n");
  strictEqual(lines.pop(), "");
  strictEqual(lines.length, 5);
  for (const line of lines) match(line, /^2026\/11\/21 08:16:01\.\d+ (machined|\[talos\])/);
});

Deno.test("events: the data is an Any with a type URL of its own", () => {
  const [hello, ...events] = answers("events-tail", MachineService.Events);
  deepStrictEqual([hello?.data?.type_url, hello?.id], ["", "dc0l6gfkq1ns73boran0"]);
  strictEqual(events.length, 12);
  const last = events.find(({ data }) => data?.type_url.endsWith("ServiceStateEvent"));
  const event = machine.ServiceStateEvent.decode(last!.data!.value);
  deepStrictEqual(
    [last?.data?.type_url, event.service, event.action, event.message, event.health?.unknown],
    [
      "talos/runtime/machine.ServiceStateEvent",
      "etcd",
      machine.ServiceStateEvent.Action.PREPARING,
      "Running pre state",
      true,
    ],
  );
});

Deno.test("services: states and events, oldest first", () => {
  const [answer] = answers("servicelist-two", MachineService.ServiceList);
  const services = new Map(
    answer?.messages.map(({ metadata, services }) => [metadata?.hostname, services]),
  );
  deepStrictEqual(services.get("10.91.0.2")?.map(({ id }) => id), [
    "apid",
    "containerd",
    "cri",
    "etcd",
    "kubelet",
    "machined",
    "trustd",
  ]);
  const apid = services.get("10.91.0.2")?.[0];
  deepStrictEqual([apid?.state, apid?.health?.healthy], ["Running", true]);
  deepStrictEqual(
    apid?.events?.events.map(({ state }) => state),
    ["Starting", "Waiting", "Preparing", "Preparing", "Running", "Running"],
  );
});

Deno.test("etcd: member IDs are exact 64-bit integers", () => {
  const { members } = only(answers("etcd-members", MachineService.EtcdMemberList));
  deepStrictEqual(
    members.map(({ id, hostname, peerUrls, isLearner }) => [
      id.toString(16).padStart(16, "0"),
      hostname,
      peerUrls,
      isLearner,
    ]),
    [["0482f6b2896d54ee", "osc-cp-1", ["https://10.91.0.2:2380"], false]],
  );
});

Deno.test("netstat, images, time and dependencies have the documented content", () => {
  const { connectrecord } = only(answers("netstat", MachineService.Netstat));
  const { LISTEN } = machine.ConnectRecord.State;
  deepStrictEqual(
    connectrecord.slice(0, 2).map(({ localip, localport, state, process }) => [
      localip,
      localport,
      state,
      process?.name,
    ]),
    [["127.0.0.53", 53, LISTEN, "init"], ["127.0.0.1", 10248, LISTEN, "kubelet"]],
  );

  const images = answers("imagelist", MachineService.ImageList);
  strictEqual(images.length, 5);
  deepStrictEqual([images[0]?.name, images[0]?.size.toString()], [
    "registry.k8s.io/pause:3.10",
    "839718",
  ]);

  const { server, localtime } = only(answers("time", TimeService.Time));
  deepStrictEqual([server, localtime?.seconds.toString(), localtime?.nanos], [
    "10.91.0.1",
    "1795248961",
    431636812,
  ]);

  const inspected = answers("inspect", InspectService.ControllerRuntimeDependencies);
  strictEqual(only(inspected).edges[0]?.controllerName, "block.DevicesController");
});

Deno.test("resources: both encodings of a definition are equal", () => {
  const definitions = answers("cosi-list-rd", State.List);
  strictEqual(definitions.length, 12);
  for (const { resource } of definitions) {
    const { protoSpec, yamlSpec } = resource!.spec!;
    const spec = cosi.resource.meta.ResourceDefinitionSpec.decode(protoSpec);
    strictEqual(spec.resourceType.toLowerCase(), resource?.metadata?.id);
    match(yamlSpec, new RegExp(`^type: ${spec.resourceType}\ndisplayType: ${spec.displayType}\n`));
    for (const alias of spec.allAliases) strictEqual(yamlSpec.includes(`- ${alias}\n`), true);
    for (const { name } of spec.printColumns) strictEqual(yamlSpec.includes(name), true);
  }
});

import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { ServiceRegistry } from "../../../../lib/sandbox/machine/mod.ts";
import { MachineService } from "../../../../proto/machine.ts";
import { callAll, callOne, callStream } from "./call.ts";
import { joinBytes, output, withFolder } from "./folder.ts";
import { testWith } from "../../../helpers/programs.ts";

const findTest = testWith("find");
const tarTest = testWith("tar");

const SUPPORTED = Deno.build.os === "linux";

Deno.test("Version returns version, platform and features", async () => {
  const { messages } = await callOne(MachineService.Version, {});
  equal(messages.length, 1);
  const [message] = messages;
  equal(message?.version?.tag, "v1.8.0-alpha.2");
  equal(message?.version?.os, Deno.build.os);
  match(message?.version?.arch ?? "", /^(amd64|arm64)$/);
  deepEqual({ ...message?.platform }, { name: "sandbox", mode: "metal" });
  equal(message?.features?.rbac, true);
});

Deno.test("Hostname returns the node's name, not the machine's", async () => {
  const { messages } = await callOne(MachineService.Hostname, {});
  equal(messages[0]?.hostname, "demo-controlplane-1");
});

Deno.test({
  name: "Processes lists this process",
  ignore: !SUPPORTED,
  async fn() {
    const { messages } = await callOne(MachineService.Processes, {});
    const self = messages[0]?.processes.find(({ pid }) => pid === Deno.pid);
    ok(self);
    match(self.executable, /deno/);
    ok(self.residentMemory.toNumber() > 10_000_000);
    equal(self.ppid, Deno.ppid);
  },
});

Deno.test("List returns the attributes of every entry", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/sub`, { mode: 0o750 });
    await Deno.writeTextFile(`${folder}/file`, "12345");
    await Deno.chmod(`${folder}/file`, 0o4640);
    await Deno.utime(`${folder}/file`, 1_000_000_000, 1_000_000_000);
    await Deno.symlink("file", `${folder}/link`);
    const entries = await callAll(MachineService.List, { root: folder });
    deepEqual(entries.map(({ relativeName }) => relativeName), [".", "file", "link", "sub"]);
    const [root, file, link, sub] = entries;
    equal(root?.name, folder);
    equal(root?.isDir, true);
    equal(file?.name, `${folder}/file`);
    equal(file?.size.toNumber(), 5);
    equal(file?.mode, 0o640 + 0x0080_0000);
    equal(file?.modified.toNumber(), 1_000_000_000);
    equal(file?.uid, Deno.uid());
    equal(file?.isDir, false);
    equal(link?.link, "file");
    equal((link?.mode ?? 0) >>> 27, 1);
    equal(sub?.mode, 0x8000_0000 + 0o750);
  });
});

Deno.test("List applies the recursion depth and type filter", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/a/b/c`, { recursive: true });
    await Deno.writeTextFile(`${folder}/a/b/f`, "");
    const names = async (request: object) =>
      (await callAll(MachineService.List, { root: folder, ...request }))
        .map(({ relativeName }) => relativeName);
    deepEqual(await names({}), [".", "a"]);
    deepEqual(await names({ recurse: true, recursionDepth: 2 }), [".", "a", "a/b"]);
    const everything = [".", "a", "a/b", "a/b/c", "a/b/f"];
    deepEqual(await names({ recurse: true, recursionDepth: -1 }), everything);
    deepEqual(await names({ recurse: true }), everything);
    deepEqual(await names({ recurse: true, types: [0] }), ["a/b/f"]);
    deepEqual(await names({ types: [0] }), []);
    deepEqual(await names({ types: [1, 2] }), [".", "a"]);
  });
});

Deno.test("List accepts paths without leading slash and with trailing slash", async () => {
  await withFolder(async (folder) => {
    const roots = [folder.slice(1), `${folder}/`, `${folder}//.`, `${folder}/x/..`];
    for (const root of roots) {
      const [entry] = await callAll(MachineService.List, { root });
      equal(entry?.name, folder, root);
    }
  });
  const [root] = await callAll(MachineService.List, {});
  equal(root?.name, "/");
});

Deno.test("List fails for a missing root", async () => {
  await rejects(callAll(MachineService.List, { root: "/nope" }), {
    code: 2,
    details: "lstat /nope: no such file or directory",
  });
});

Deno.test("List stops when the call is canceled", async () => {
  const stop = new AbortController();
  let count = 0;
  const request = { root: "/usr", recurse: true };
  for await (const _ of callStream(MachineService.List, request, { signal: stop.signal })) {
    if (++count === 100) stop.abort();
  }
  equal(count, 100);
});

findTest("List agrees with find on types, modes, sizes, owners and times", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/private`, { mode: 0o700 });
    await Deno.writeTextFile(`${folder}/private/file`, "content", { mode: 0o600 });
    await Deno.symlink("../absent", `${folder}/private/link`);
    // /usr/bin has links and setuid files of other owners, and every user may read it.
    for (const root of [folder, "/usr/bin"]) await compareWithFind(root);
  });
});

async function compareWithFind(root: string): Promise<void> {
  const letters = new Map([[0, "f"], [0x8000_0000, "d"], [0x0800_0000, "l"]]);
  const entries = await callAll(MachineService.List, { root, recurse: true });
  const found = entries.map((entry) => {
    const kind = letters.get((entry.mode & 0x8f28_0000) >>> 0) ?? "?";
    const mode = (entry.mode & 0o777).toString(8);
    return [entry.name, kind, mode, entry.size, entry.uid, entry.gid, entry.modified, entry.link]
      .join(" ");
  });
  const format = "%p %y %m %s %U %G %Ts %l\\n";
  const lines = (await output("find", [root, "-printf", format])).trimEnd().split("\n")
    // find prints setuid, setgid and sticky in front, and a fraction of a second.
    .map((line) => line.replace(/ (\S) [0-7]?([0-7]{3}) /, " $1 $2 "));
  const normal = (line: string) => line.replace(/ 0+([0-7]+) /, " $1 ").trimEnd();
  ok(found.length > 3);
  deepEqual(found.map(normal).toSorted(), lines.map(normal).toSorted());
}

Deno.test("Read returns the content of a file", async () => {
  await withFolder(async (folder) => {
    const content = crypto.getRandomValues(new Uint8Array(60_000));
    const whole = joinBytes(Array.from({ length: 20 }, () => content));
    await Deno.writeFile(`${folder}/f`, whole);
    const answers = await callAll(MachineService.Read, { path: `${folder}/f` });
    ok(answers.length > 1);
    deepEqual(joinBytes(answers.map(({ bytes }) => bytes)), whole);
  });
});

Deno.test("Read returns files of /proc, which report size 0", async () => {
  const answers = await callAll(MachineService.Read, { path: "/proc/version" });
  const text = new TextDecoder().decode(joinBytes(answers.map(({ bytes }) => bytes)));
  equal(text, await Deno.readTextFile("/proc/version"));
});

Deno.test("Read sends no message for an empty file", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/empty`, "");
    deepEqual(await callAll(MachineService.Read, { path: `${folder}/empty` }), []);
  });
});

Deno.test("Read fails for missing and non-regular files", async () => {
  const read = (path: string) => callAll(MachineService.Read, { path });
  await rejects(read("/nope"), { code: 5, details: "stat /nope: no such file or directory" });
  await rejects(read("nope"), { code: 5, details: "stat nope: no such file or directory" });
  await rejects(read(""), { code: 5, details: "stat : no such file or directory" });
  await rejects(read("/etc/passwd/x"), { code: 2, details: "stat /etc/passwd/x: not a directory" });
  for (const path of ["/etc", "/dev/null", "/"]) {
    await rejects(read(path), { code: 2, details: "path must be a regular file" });
  }
  await rejects(read("/proc/self/mem"), { code: 2, details: /^read \/proc\/self\/mem: / });
});

Deno.test("Read follows links and resolves relative paths against the root", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/f`, "x");
    await Deno.symlink("f", `${folder}/link`);
    const answers = await callAll(MachineService.Read, { path: `${folder}/link`.slice(1) });
    equal(new TextDecoder().decode(answers[0]?.bytes), "x");
  });
});

Deno.test("Read stops when the call is canceled", async () => {
  await withFolder(async (folder) => {
    await Deno.writeFile(`${folder}/f`, new Uint8Array(4_000_000));
    const stop = new AbortController();
    let count = 0;
    const request = { path: `${folder}/f` };
    for await (const _ of callStream(MachineService.Read, request, { signal: stop.signal })) {
      count++;
      stop.abort();
    }
    equal(count, 1);
  });
});

tarTest("Copy sends an archive that tar unpacks", async () => {
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/one`, "1");
    const answers = await callAll(MachineService.Copy, { rootPath: `${folder}/one` });
    await Deno.writeFile(`${folder}/a.tgz`, joinBytes(answers.map(({ bytes }) => bytes)));
    equal(await output("tar", ["-xzOf", `${folder}/a.tgz`, "one"]), "1");
  });
});

Deno.test("Copy reports skipped files in its last message", async () => {
  const [answer, ...others] = await callAll(MachineService.Copy, { rootPath: "/nope" });
  equal(others.length, 0);
  equal(answer?.metadata?.error, "lstat /nope: no such file or directory");
});

Deno.test("Copy rejects a relative path", async () => {
  await rejects(callAll(MachineService.Copy, { rootPath: "etc" }), {
    code: 2,
    details: "path is not absolute etc",
  });
});

Deno.test("Logs returns the log of a service, or its last lines", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/logs`);
    await Deno.writeTextFile(`${folder}/logs/machined.log`, "one\ntwo\nthree\n");
    const logs = async (tailLines: number) => {
      const request = { namespace: "system", id: "machined", tailLines };
      const answers = await callAll(MachineService.Logs, request, { folder });
      return new TextDecoder().decode(joinBytes(answers.map(({ bytes }) => bytes)));
    };
    equal(await logs(-1), "one\ntwo\nthree\n");
    equal(await logs(1), "three\n");
  });
});

Deno.test("Logs follows until the call is canceled", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/logs`);
    const path = `${folder}/logs/apid.log`;
    await Deno.writeTextFile(path, "one\n");
    const stop = new AbortController();
    const request = { namespace: "system", id: "apid", follow: true, tailLines: -1 };
    let text = "";
    const answers = callStream(MachineService.Logs, request, { folder, signal: stop.signal });
    for await (const { bytes } of answers) {
      text += new TextDecoder().decode(bytes);
      if (text === "one\n") await Deno.writeTextFile(path, "two\n", { append: true });
      if (text === "one\ntwo\n") stop.abort();
    }
    equal(text, "one\ntwo\n");
  });
});

Deno.test("Logs serves only the node's own services", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/logs`);
    await Deno.writeTextFile(`${folder}/secret.log`, "secret");
    const logs = (request: object) => callAll(MachineService.Logs, request, { folder });
    for (const id of ["nope", "../secret", "", ".", "a/b"]) {
      const details = `log "${id}" was not registered`;
      await rejects(logs({ namespace: "system", id }), { code: 2, details });
    }
    await rejects(logs({ namespace: "k8s.io", driver: 1, id: "kube-system/x:y" }), {
      details: 'container "kube-system/x:y" not found',
    });
    await rejects(logs({ namespace: "k8s.io", id: "kubelet" }), {
      details: 'log "kubelet" was not registered',
    });
    await rejects(logs({ namespace: "other", driver: 1, id: "x" }), {
      details: "CRI inspector is supported only for K8s namespace",
    });
    await rejects(logs({ namespace: "k8s.io", driver: 7, id: "x" }), {
      details: 'unsupported driver "7"',
    });
  });
});

Deno.test("LogsContainers lists the services with a log", async () => {
  await withFolder(async (folder) => {
    const names = async () =>
      (await callOne(MachineService.LogsContainers, {}, { folder })).messages[0]?.ids;
    deepEqual(await names(), []);
    await Deno.mkdir(`${folder}/logs`);
    for (const name of ["machined.log", "apid.log", "apid.log.1", "x"]) {
      await Deno.writeTextFile(`${folder}/logs/${name}`, "");
    }
    deepEqual(await names(), ["apid", "machined"]);
  });
});

Deno.test("ServiceList returns state, health and events of services", async () => {
  const services = new ServiceRegistry(() => 1_500_000_000_123);
  services.markStarted("machined", "Started");
  const { messages } = await callOne(MachineService.ServiceList, {}, {
    registries: () => services,
  });
  const [machined] = messages[0]?.services ?? [];
  equal(machined?.id, "machined");
  equal(machined?.state, "Running");
  equal(machined?.health?.healthy, true);
  deepEqual(machined?.events?.events.map(({ msg }) => msg), [
    "Starting service",
    "Running pre state",
    "Creating service runner",
    "Started",
    "Health check successful",
  ]);
  const [first] = machined?.events?.events ?? [];
  equal(first?.ts?.seconds.toNumber(), 1_500_000_000);
  equal(first?.ts?.nanos, 123_000_000);
});

Deno.test("ServiceList is not bound without a service registry", async () => {
  await rejects(callAll(MachineService.ServiceList, {}), /No binding of/);
});

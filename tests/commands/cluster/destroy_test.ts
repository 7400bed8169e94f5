import { deepEqual, equal, match, ok } from "node:assert/strict";
import { readIdentity } from "../../../lib/cluster/process_identity.ts";
import { InterruptError } from "../../../lib/platform/interrupt_error.ts";
import type { Spawn } from "../../../lib/platform/system.ts";
import { loadFile } from "../../../lib/osconfig/mod.ts";
import { fakeSystem, wallClock } from "../../helpers/fake_system.ts";
import { runCommand } from "../../helpers/run_command.ts";
import { type Cluster, SANDBOX, withCluster, withHome } from "./home.ts";

const spawn: Spawn = (command, options) => new Deno.Command(command, options).spawn();

/** The input of a terminal, which delivers a line per read. */
function linesOf(...lines: string[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(lines.map((line) => new TextEncoder().encode(line)));
}

/** Kills the serving process and waits for its end. */
async function crash(cluster: Cluster): Promise<void> {
  const pid = await cluster.pid();
  Deno.kill(pid, "SIGKILL");
  while (await readIdentity(pid, spawn) !== undefined) {
    await new Promise<void>((resolve) => setTimeout(resolve, 5));
  }
}

Deno.test("cluster destroy stops the process and removes state and context", () =>
  withCluster({}, async (cluster) => {
    const pid = await cluster.pid();
    const { code, stderr } = await cluster.run(["destroy", ...SANDBOX]);
    equal(code, 0, stderr);
    const kubeconfig = `${cluster.home}/.kube/config`;
    equal(
      stderr,
      `removed the cluster "demo"\nremoved the context "admin@demo" from "${kubeconfig}"\n` +
        'removed the context "demo"\n',
    );
    equal(await readIdentity(pid, spawn), undefined);
    deepEqual(await cluster.states(), []);
    const { config } = await loadFile(`${cluster.home}/.os/config`);
    deepEqual([config.current, config.contexts.size], ["", 0]);
  }));

Deno.test("after a crash, show reports it and destroy removes the state", () =>
  withCluster({}, async (cluster) => {
    await crash(cluster);
    const shown = await cluster.run(["show", ...SANDBOX]);
    equal(shown.code, 0);
    match(shown.stdout, /demo-controlplane-1/);
    match(
      shown.stderr,
      /^the cluster "demo" is stopped; start it with: osctl cluster start --name demo$/m,
    );
    const { code, stderr } = await cluster.run(["destroy", ...SANDBOX]);
    equal(code, 0, stderr);
    deepEqual(await cluster.states(), []);
  }));

Deno.test("destroy does not signal another process with a reused PID", () =>
  withCluster({}, async (cluster) => {
    await crash(cluster);
    const otherProcess = spawn("sleep", { args: ["60"] });
    try {
      const path = `${cluster.home}/.os/clusters/demo/process.json`;
      const process = JSON.parse(await Deno.readTextFile(path));
      await Deno.writeTextFile(path, JSON.stringify({ ...process, pid: otherProcess.pid }));
      const { stdout } = await cluster.run(["show", ...SANDBOX, "-o", "json"]);
      equal(JSON.parse(stdout).running, false);
      for (const flags of [[], ["-f"]]) {
        const { code } = await cluster.run(["destroy", ...SANDBOX, ...flags]);
        equal(code, flags.length === 0 ? 0 : 1);
      }
      equal((await readIdentity(otherProcess.pid, spawn))?.pid, otherProcess.pid);
    } finally {
      otherProcess.kill("SIGKILL");
      await otherProcess.status;
    }
  }));

Deno.test("a partly created cluster is reported and removed, one with invalid state with --force only", () =>
  withCluster({}, async (cluster) => {
    await crash(cluster);
    const folder = `${cluster.home}/.os/clusters/demo`;
    const record = JSON.parse(await Deno.readTextFile(`${folder}/cluster.json`));
    const write = (text: string) => Deno.writeTextFile(`${folder}/cluster.json`, text);
    const broken = ["{", "", "null", "[]", "3", JSON.stringify({ ...record, nodes: [null] })];
    const states = async () =>
      (await cluster.run(["list", "--no-headers", "--columns", "name,state"])).stdout
        .replaceAll(/ +/g, " ");
    for (const text of broken) {
      await write(text);
      equal(await states(), "demo unreadable\n", text);
      for (const command of ["show", "destroy", "create"]) {
        const { code, stderr } = await cluster.run([command, ...SANDBOX]);
        equal(code, 1);
        match(stderr, /is invalid; remove the cluster with: osctl cluster destroy .*--force\n$/);
      }
    }
    const halves: (() => Promise<void>)[] = [
      () => write(JSON.stringify({ ...record, phase: "creating" })),
      () => Deno.remove(`${folder}/cluster.json`),
      // Killed before the first file was written.
      async () => {
        await Deno.remove(folder, { recursive: true });
        await Deno.mkdir(folder, { mode: 0o700 });
      },
    ];
    await Deno.remove(`${folder}/process.json`);
    for (const corrupt of halves) {
      await corrupt();
      equal(await states(), "demo incomplete\n");
      for (const command of ["show", "create"]) {
        const { code, stderr } = await cluster.run([command, ...SANDBOX]);
        equal(code, 1);
        match(stderr, /is incomplete; remove it with: osctl cluster destroy --name demo\n$/);
      }
    }
    const { code, stderr } = await cluster.run(["destroy", ...SANDBOX]);
    equal(code, 0, stderr);
    deepEqual(await cluster.states(), []);
    equal((await cluster.run(["create", ...SANDBOX])).code, 0);
  }));

Deno.test("destroy --force removes nothing but cluster state", () =>
  withHome(async (cluster) => {
    const folder = `${cluster.home}/.os/clusters/demo`;
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(`${folder}/thesis.txt`, "years of work");
    const { code, stderr } = await cluster.run(["destroy", ...SANDBOX, "--force"]);
    equal(code, 1);
    match(stderr, /contains "thesis\.txt", which does not belong to a cluster/);
    equal(await Deno.readTextFile(`${folder}/thesis.txt`), "years of work");
    await Deno.remove(folder, { recursive: true });
  }));

Deno.test("show and destroy reject a missing cluster", () =>
  withHome(async (cluster) => {
    for (const command of ["show", "destroy"]) {
      const { code, stderr } = await cluster.run([command, ...SANDBOX]);
      equal(code, 1);
      match(
        stderr,
        /cluster "demo" not found in ".*\/\.os\/clusters"; create one with "osctl cluster create /,
      );
    }
  }));

Deno.test("an interrupted create leaves no process, state or context", () =>
  withHome(async (cluster) => {
    const pids: number[] = [];
    const abort = new AbortController();
    const watching: Spawn = (command, options) => {
      const child = spawn(command, options);
      if (options?.detached) {
        pids.push(child.pid);
        abort.abort(new InterruptError("SIGINT"));
      }
      return child;
    };
    const { code } = await cluster.run(["create", ...SANDBOX], {
      signal: abort.signal,
      spawn: watching,
    });
    equal(code, 130);
    equal(pids.length, 1);
    equal(await readIdentity(pids[0]!, spawn), undefined);
    deepEqual(await cluster.states(), []);
  }));

Deno.test("a create interrupted while waiting is rolled back, including the context", () =>
  withHome(async (cluster) => {
    const abort = new AbortController();
    const system = fakeSystem({ home: cluster.home, clock: wallClock, signal: abort.signal });
    system.stderr.onWrite = (data) => {
      const text = new TextDecoder().decode(data);
      if (text.startsWith("waiting")) abort.abort(new InterruptError("SIGTERM"));
    };
    const { code } = await cluster.run(["create", ...SANDBOX], { system });
    equal(code, 143);
    deepEqual(await cluster.states(), []);
    const { config } = await loadFile(`${cluster.home}/.os/config`);
    equal(config.contexts.size, 0);
  }));

Deno.test("destroy asks before it removes a changed context and changed kubeconfig entries", async () => {
  for (const isRemoved of [false, true]) {
    await withCluster({ workers: 0 }, async (cluster) => {
      const { home } = cluster;
      const config = `${home}/.os/config`;
      const kube = `${home}/.kube/config`;
      const node = await runCommand(["config", "node", "127.0.0.9"], { home });
      equal(node.code, 0, node.stderr);
      const text = await Deno.readTextFile(kube);
      await Deno.writeTextFile(kube, text.replace("namespace: default", "namespace: mine"));
      const answer = isRemoved ? "y\n" : "n\n";
      const { code, stderr } = await cluster.run(["destroy", ...SANDBOX], {
        terminals: ["stdin", "stderr"],
        stdin: linesOf("y\n", answer, answer),
      });
      equal(code, 0, stderr);
      ok(
        stderr.startsWith(
          `Destroy the local cluster "demo" in "${home}/.os/clusters"? [y/N] ` +
            `the context "admin@demo" in "${kube}" was changed since it was added; remove it? [y/N] ` +
            'the context "demo" was changed since it was added; remove it? [y/N] ',
        ),
        stderr,
      );
      match(stderr, isRemoved ? /removed the context "demo"$/m : /kept the context "demo"$/m);
      equal((await loadFile(config)).config.contexts.size, isRemoved ? 0 : 1);
      equal((await Deno.readTextFile(kube)).includes("admin@demo"), !isRemoved);
    });
  }
});

Deno.test("destroy asks on a terminal, without --yes", () =>
  withCluster({ workers: 0 }, async (cluster) => {
    const destroy = (answer: string, ...flags: string[]) =>
      cluster.run(["destroy", ...SANDBOX, ...flags], {
        // stdout may go to a file, as for other commands that ask.
        terminals: ["stdin", "stderr"],
        stdin: answer,
      });
    for (const answer of ["n\n", "\n", ""]) {
      const refused = await destroy(answer);
      equal(refused.code, 130, refused.stderr);
      match(refused.stderr, /\? \[y\/N\] osctl: not confirmed, nothing was changed; pass --yes/);
    }
    equal((await cluster.states()).length, 1);
    const confirmed = await destroy("", "--yes");
    deepEqual([confirmed.code, confirmed.stderr.includes("[y/N]")], [0, false]);
    deepEqual(await cluster.states(), []);
  }));

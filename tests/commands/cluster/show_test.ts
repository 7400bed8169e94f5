import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import { runCommand } from "../../helpers/run_command.ts";
import { SANDBOX, withCluster, withHome } from "./home.ts";

Deno.test("show prints the cluster and its nodes sorted by name", () =>
  withCluster({ workers: 2 }, async (cluster) => {
    const { code, stdout, stderr } = await cluster.run(["show", "--name", "demo"]);
    equal(code, 0);
    equal(stderr, "");
    const net = /NETWORK CIDR\s+(127\.\d+\.\d+)\.0\/24/.exec(stdout)?.[1];
    equal(
      stdout,
      `PROVISIONER           sandbox
NAME                  demo
NETWORK NAME          demo
NETWORK CIDR          ${net}.0/24
NETWORK GATEWAY       -
NETWORK MTU           65536
KUBERNETES ENDPOINT   https://${net}.2:6443

NODES:

NAME                  TYPE           IP${" ".repeat(net!.length + 3)}CPU   RAM   DISK   STATE
demo-controlplane-1   controlplane   ${net}.2   -     -     -      running
demo-worker-1         worker         ${net}.3   -     -     -      running
demo-worker-2         worker         ${net}.4   -     -     -      running
`,
    );
  }));

Deno.test("show prints records", () =>
  withCluster({ workers: 0 }, async (cluster) => {
    const json = JSON.parse((await cluster.run(["show", ...SANDBOX, "--output=json"])).stdout);
    deepEqual(Object.keys(json), [
      "provisioner",
      "name",
      "running",
      "network",
      "kubernetesEndpoint",
      "context",
      "nodes",
    ]);
    equal(json.running, true);
    equal(json.context, "demo");
    deepEqual(json.nodes.map((node: Record<string, unknown>) => [node["name"], node["port"]]), [
      ["demo-controlplane-1", 50000],
    ]);
    const yaml = (await cluster.run(["show", ...SANDBOX, "-o", "yaml"])).stdout;
    match(yaml, /^provisioner: sandbox\nname: demo\nrunning: true\n/);
    const selected = await cluster.run(["show", ...SANDBOX, "-o", "json=running,name"]);
    deepEqual(JSON.parse(selected.stdout), { running: true, name: "demo" });
    const names = await cluster.run(["show", ...SANDBOX, "-o", "jsonpath={.nodes[*].name}"]);
    equal(names.stdout, "demo-controlplane-1\n");
    equal((await cluster.run(["show", ...SANDBOX, "-o", "name"])).stdout, "demo\n");
    const missing = await cluster.run(["show", ...SANDBOX, "-o", "json="]);
    equal(missing.code, 2);
    match(
      missing.stderr,
      /fields: provisioner, name, running, network, kubernetesEndpoint, context/,
    );
    const coloured = await cluster.run(["show", "--name", "demo", "--color", "always"]);
    equal(coloured.stdout.endsWith(" \x1b[32mrunning\x1b[39m\n"), true);
  }));

Deno.test("show, destroy and fault find the provisioner; show prints the state of each node", () =>
  withCluster({ workers: 1 }, async (cluster) => {
    const demo = ["--name", "demo"];
    const states = async () => {
      const { nodes } = JSON.parse((await cluster.run(["show", ...demo, "-o", "json"])).stdout);
      return nodes.map(({ state }: { state: string }) => state);
    };
    deepEqual(await states(), ["running", "running"]);
    const down = ["fault", "add", "down", "--node", "demo-worker-1", ...demo];
    equal((await cluster.run(down)).stdout, "1\n");
    deepEqual(await states(), ["running", "down"]);
    match((await cluster.run(["fault", "list", ...demo])).stdout, /^1 +down +demo-worker-1 /m);
    equal((await cluster.run(["fault", "clear", ...demo])).code, 0);
    deepEqual(await states(), ["running", "running"]);
    const docker = await cluster.run(["show", ...demo, "--provisioner", "docker"]);
    equal(docker.code, 1);
    match(docker.stderr, /^osctl: cannot connect to docker: .*; start the docker daemon, or use /);
    Deno.kill(await cluster.pid(), "SIGKILL");
    while ((await states()).includes("running")) await new Promise((done) => setTimeout(done, 20));
    deepEqual(await states(), ["stopped", "stopped"]);
    const destroyed = await cluster.run(["destroy", ...demo]);
    equal(destroyed.code, 0, destroyed.stderr);
  }));

Deno.test("list prints clusters with their states, and suggests create without any", () =>
  withHome(async (cluster) => {
    const folder = `${cluster.home}/.os/clusters`;
    const none = await cluster.run(["list"]);
    equal(none.stdout, "NAME   PROVISIONER   STATE   NODES   CREATED   CIDR   CONTEXT\n");
    equal(
      none.stderr,
      `no clusters in "${folder}"; create one with: osctl cluster create --provisioner sandbox\n`,
    );
    const json = await cluster.run(["list", "-o", "json"]);
    deepEqual([json.code, json.stdout, json.stderr], [0, "[]\n", ""]);
    for (const command of ["pause", "resume"]) {
      match(
        (await cluster.run(["vm", command, "worker-1"])).stderr,
        /^osctl: cluster "os-default" not found in /,
      );
    }
    match(
      (await cluster.run(["show"])).stderr,
      /not found in ".*"; create one with "osctl cluster/,
    );
    await Deno.writeTextFile(`${cluster.home}/file`, "");
    const file = await cluster.run(["list", "--state", `${cluster.home}/file`]);
    equal(file.code, 1);
    match(
      file.stderr,
      /^osctl: cannot read the state directory ".*": not a directory; .*--state\n$/,
    );
    equal((await cluster.run(["create", ...SANDBOX])).code, 0);
    await Deno.mkdir(`${folder}/broken`);
    await Deno.writeTextFile(`${folder}/broken/cluster.json`, "{");
    await Deno.mkdir(`${folder}/other`);
    await Deno.writeTextFile(`${folder}/other/notes`, "");
    const rows = async (...args: string[]) =>
      (await cluster.run(["list", "--no-headers", ...args])).stdout.split("\n")
        .map((line) => line.split(/ {3,}/));
    const [broken, demo, ...rest] = await rows();
    deepEqual(broken, ["broken", "sandbox", "unreadable", "-", "-", "-", "-"]);
    match(
      demo!.join(" "),
      /^demo sandbox running 2 (now|\d+ seconds? ago) 127\.\d+\.\d+\.0\/24 demo$/,
    );
    deepEqual(rest, [[""]]);
    deepEqual((await rows("--name", "demo")).length, 2);
    deepEqual((await rows("--provisioner", "sandbox", "--columns", "name"))[1], ["demo"]);
    const missing = await cluster.run(["show", "--name", "dem"]);
    match(
      missing.stderr,
      /cluster "dem" not found in ".*"; select one with --name: broken, demo\n$/,
    );
    const [record] = JSON.parse((await cluster.run(["ls", "-o", "json"])).stdout);
    deepEqual(record, {
      name: "broken",
      provisioner: "sandbox",
      state: "unreadable",
      createdAt: null,
      controlPlanes: null,
      workers: null,
      unconfigured: null,
      cidr: null,
      context: null,
    });
    equal((await cluster.run(["destroy", "--name", "broken", "--force"])).code, 0);
    equal((await cluster.run(["destroy", "--name", "demo"])).code, 0);
    await Deno.remove(`${folder}/other`, { recursive: true });
  }));

Deno.test({
  name: "list names clusters whose state belongs to another user",
  ignore: Deno.build.os !== "linux" || Deno.uid() !== 0,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    const script = await Deno.makeTempFile({ suffix: ".ts" });
    try {
      await Deno.mkdir(`${folder}/vm`, { mode: 0o700 });
      await Deno.writeTextFile(`${folder}/vm/cluster.json`, "{}");
      const lib = new URL("../../../lib/cluster/", import.meta.url);
      await Deno.writeTextFile(
        script,
        `import { clusterNames, listClusters } from "${lib}list_clusters.ts";
        import { ClusterState } from "${lib}cluster_state.ts";
        const [folder = ""] = Deno.args;
        const all = await listClusters([], folder);
        const reason = await new ClusterState(folder, "vm").entries().catch((error) => error);
        console.log(JSON.stringify([all, await clusterNames(folder), reason.message]));`,
      );
      for (const path of [folder, script]) await Deno.chmod(path, 0o755);
      const { stdout, stderr } = await new Deno.Command("setpriv", {
        args: [
          ...["--reuid=65534", "--regid=65534", "--clear-groups", Deno.execPath(), "run", "-A"],
          ...["--quiet", "--no-config", "--no-check", script, folder],
        ],
        env: { DENO_DIR: "/nonexistent", HOME: "/nonexistent" },
      }).output();
      const text = new TextDecoder();
      equal(text.decode(stderr), "");
      const [all, names, reason] = JSON.parse(text.decode(stdout));
      deepEqual([all, names], [[{ name: "vm", state: "unreachable" }], []]);
      equal(reason, `cannot read the directory "${folder}/vm": permission denied`);
    } finally {
      await Deno.remove(folder, { recursive: true });
      await Deno.remove(script);
    }
  },
});

Deno.test("stop retains the state of the nodes, start restores them", () =>
  withCluster({ workers: 1 }, async (cluster) => {
    const demo = ["--name", "demo"];
    const state = async () => {
      const { stdout } = await cluster.run(["list", "--no-headers", "--columns", "state"]);
      return stdout.trim();
    };
    const pid = await cluster.pid();
    for (const report of ['stopped the cluster "demo"', 'the cluster "demo" is already stopped']) {
      const stopped = await cluster.run(["stop", ...demo]);
      deepEqual([stopped.code, stopped.stderr], [0, `${report}\n`]);
      equal(await state(), "stopped");
    }
    match((await cluster.run(["show", ...demo])).stdout, /demo-worker-1 .* stopped$/m);
    for (const report of ['started the cluster "demo"', 'the cluster "demo" is already running']) {
      const started = await cluster.run(["start", ...demo]);
      deepEqual([started.code, started.stderr], [0, `${report}\n`]);
      equal(await state(), "running");
    }
    notEqual(await cluster.pid(), pid);
    const { code, stderr } = await runCommand(["version", "--short"], { home: cluster.home });
    equal(code, 0, stderr);
    const down = ["fault", "add", "down", "--node=demo-worker-1", "--name=demo"];
    equal((await cluster.run(down)).code, 0);
    const partly = await cluster.run(["start", "--name", "demo"]);
    equal(partly.code, 1);
    match(
      partly.stderr,
      /^osctl: not running after the start: demo-worker-1; remove faults with "osctl cluster fault /,
    );
    for (const command of ["start", "stop"]) {
      const unknown = await cluster.run([command, "--name", "other"]);
      equal(unknown.code, 1);
      match(
        unknown.stderr,
        /^osctl: cluster "other" not found in .*; select one with --name: demo$/m,
      );
    }
  }));

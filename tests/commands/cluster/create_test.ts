import { deepEqual, equal, match } from "node:assert/strict";
import { createFlags, SUPPORTED_FLAGS } from "../../../commands/cluster/create_flags.ts";
import { flagName } from "../../../lib/cli/flags.ts";
import { existsIn } from "../../../lib/cli/release.ts";
import { RELEASES } from "../../../lib/distribution.ts";
import { readKubeconfig } from "../../../lib/kubernetes/mod.ts";
import { loadFile } from "../../../lib/osconfig/mod.ts";
import { exists } from "../../../lib/platform/files.ts";
import { negotiatedProtocol } from "../../helpers/negotiated_protocol.ts";
import { runCommand } from "../../helpers/run_command.ts";
import { type Cluster, SANDBOX, withCluster, withHome } from "./home.ts";

async function config({ home }: Cluster) {
  return (await loadFile(`${home}/.os/config`)).config;
}

Deno.test("create starts nodes, adds a context and prints the nodes", () =>
  withHome(async (cluster) => {
    const { code, stdout, stderr } = await cluster.run(["create", ...SANDBOX]);
    equal(code, 0, stderr);
    match(stderr, /^creating the cluster "demo" in 127\.\d+\.\d+\.0\/24$/m);
    const path = `${cluster.home}/.kube/config`;
    match(stderr, new RegExp(`^merging kubeconfig into "${RegExp.escape(path)}"$`, "m"));
    const { kubeconfig: { currentContext, clusters } } = await readKubeconfig(path);
    equal(currentContext, "admin@demo");
    const endpoint = /^KUBERNETES ENDPOINT\s+(\S+)$/m.exec(stdout)?.[1];
    equal(clusters.get("demo")?.value["server"], endpoint);
    match(stdout, /^PROVISIONER\s+sandbox\nNAME\s+demo\n/);
    const addresses = [...stdout.matchAll(/^demo-(\S+)\s+\w+\s+(\S+)\s+-\s+-\s+-\s+running$/gm)];
    deepEqual(addresses.map(([, name]) => name), ["controlplane-1", "worker-1"]);
    const { current, contexts } = await config(cluster);
    equal(current, "demo");
    deepEqual(contexts.get("demo")?.endpoints, [addresses[0]![2]]);
    deepEqual(contexts.get("demo")?.nodes, [addresses[0]![2]]);
    equal(
      stderr.slice(stderr.indexOf("\n\n") + 1),
      `
CONTEXT     demo (current) in ${cluster.home}/.os/config
ENDPOINTS   ${addresses[0]![2]}
NODES       ${addresses[0]![2]}

Try:
  osctl get members
  osctl -n demo-worker-1 service
  osctl cluster destroy --name demo
`,
    );
    for (const args of [["get", "members"], ["-n", "demo-worker-1", "service"]]) {
      const tried = await runCommand(args, { home: cluster.home });
      equal(tried.code, 0, tried.stderr);
    }
    const nodes = addresses.map(([, , address]) => address).join();
    const version = await runCommand(["-n", nodes, "version", "--short"], { home: cluster.home });
    equal(version.code, 0, version.stderr);
    equal(version.stdout.match(/NODE:/g)?.length, 2);
  }));

Deno.test("create applies node counts, network, endpoint and names", () =>
  withHome(async (cluster) => {
    const free = `127.${200 + Math.floor(Math.random() * 50)}.${Math.floor(Math.random() * 250)}`;
    const { code, stdout, stderr } = await cluster.run([
      ...["create", ...SANDBOX, "--controlplanes", "2", "--workers", "2", "--unconfigured", "1"],
      ...["--cidr", `${free}.0/24`, "--endpoint", "localhost:50000", "--with-uuid-hostnames"],
      ...["--wait-timeout", "30s", "--crashdump", "--skip-kubeconfig"],
      "--skip-k8s-node-readiness-check",
    ]);
    equal(code, 0, stderr);
    equal(stderr.includes("kubeconfig"), false);
    equal(await exists(`${cluster.home}/.kube/config`), false);
    const rows = [...stdout.matchAll(/^machine-[0-9a-f-]{36}\s+(\w+)\s+(\S+)\s/gm)];
    deepEqual(rows.map(([, type]) => type).toSorted(), [
      ...["controlplane", "controlplane", "unconfigured", "worker", "worker"],
    ]);
    deepEqual(
      rows.map(([, , address]) => address).toSorted(),
      [2, 3, 4, 5, 6].map((last) => `${free}.${last}`),
    );
    deepEqual((await config(cluster)).contexts.get("demo")?.endpoints, ["localhost:50000"]);
  }));

Deno.test("create applies --control-plane-port, and keeps other entries of the kubeconfig", () =>
  withHome(async (cluster) => {
    const path = `${cluster.home}/.kube/config`;
    await Deno.mkdir(`${cluster.home}/.kube`);
    const before =
      "apiVersion: v1\nkind: Config\nclusters:\n- cluster:\n    server: https://other\n" +
      "  name: demo\n";
    await Deno.writeTextFile(path, before);
    const flags = ["--workers=0", "--control-plane-port=7443"];
    const { code, stdout, stderr } = await cluster.run(["create", ...SANDBOX, ...flags]);
    equal(code, 0, stderr);
    const address = /^demo-controlplane-1 +controlplane +(\S+)/m.exec(stdout)?.[1];
    match(stdout, new RegExp(`^KUBERNETES ENDPOINT +https://${address}:7443$`, "m"));
    const { kubeconfig: { clusters, currentContext } } = await readKubeconfig(path);
    equal(currentContext, "admin@demo-1");
    equal(clusters.get("demo")?.value["server"], "https://other");
    equal(clusters.get("demo-1")?.value["server"], `https://${address}:7443`);
    const destroyed = await cluster.run(["destroy", ...SANDBOX]);
    match(destroyed.stderr, /^removed the context "admin@demo-1" from /m);
    const left = (await readKubeconfig(path)).kubeconfig;
    deepEqual([...left.clusters.keys(), ...left.users.keys(), ...left.contexts.keys()], ["demo"]);
    equal(left.currentContext, "");
  }));

Deno.test("create accepts --masters for --controlplanes", () =>
  withHome(async (cluster) => {
    const { stdout } = await cluster.run(["create", ...SANDBOX, "--masters=2", "--workers=0"]);
    equal(stdout.match(/^demo-controlplane-\d/gm)?.length, 2);
    equal(stdout.includes("demo-worker"), false);
  }));

Deno.test("create --alpn decides whether nodes negotiate HTTP/2 by ALPN", () =>
  withHome(async (cluster) => {
    const { code, stdout, stderr } = await cluster.run(
      ["create", ...SANDBOX, "--workers=0", "--alpn=false"],
    );
    equal(code, 0, stderr);
    const [, address = ""] = /^demo-controlplane-1 +controlplane +(\S+)/m.exec(stdout) ?? [];
    equal(await negotiatedProtocol({ address, port: 50000 }), false);
  }));

Deno.test("create applies --wait=false and --osconfig", () =>
  withHome(async (cluster) => {
    const path = `${cluster.home}/elsewhere/config`;
    const state = `${cluster.home}/state`;
    const { code, stderr } = await cluster.run([
      ...["create", ...SANDBOX, "--wait=false", "--osconfig", path, "--state", state],
    ]);
    equal(code, 0, stderr);
    equal(stderr.includes("waiting"), false);
    equal((await loadFile(path)).config.current, "demo");
    equal((await Deno.stat(`${state}/demo`)).isDirectory, true);
    const destroyed = await cluster.run(["destroy", ...SANDBOX, "--state", state]);
    equal(destroyed.code, 0, destroyed.stderr);
    equal((await loadFile(path)).config.contexts.size, 0);
  }));

Deno.test("create accepts --skip-boot-phase-finished-check in v1.4", () =>
  withHome(async (cluster) => {
    const { code, stderr } = await cluster.run(
      ["create", ...SANDBOX, "--skip-boot-phase-finished-check"],
      { release: "v1.4" },
    );
    equal(code, 0, stderr);
  }));

Deno.test("create rejects an existing name and keeps the first cluster", () =>
  withCluster({}, async (cluster) => {
    const { code, stderr } = await cluster.run(["create", ...SANDBOX]);
    equal(code, 1);
    match(stderr, /cluster "demo" already exists; use another --name/);
    equal((await cluster.run(["show", ...SANDBOX])).code, 0);
  }));

Deno.test("of two concurrent creates of one name, one succeeds and the other reports why", () =>
  withHome(async (cluster) => {
    const outcomes = await Promise.all([1, 2].map(() => cluster.run(["create", ...SANDBOX])));
    deepEqual(outcomes.map(({ code }) => code).toSorted(), [0, 1]);
    const rejected = outcomes.find(({ code }) => code === 1)!;
    match(rejected.stderr, /locked by another process|already exists|is incomplete/);
    const { stdout } = await cluster.run(["show", ...SANDBOX, "-o", "json"]);
    equal(JSON.parse(stdout).running, true);
  }));

Deno.test("create renames a context whose name is in use and reports it", () =>
  withHome(async (cluster) => {
    await Deno.mkdir(`${cluster.home}/.os`);
    await Deno.writeTextFile(
      `${cluster.home}/.os/config`,
      "context: demo\ncontexts:\n    demo:\n        endpoints: [10.0.0.1]\n",
    );
    const { code, stderr } = await cluster.run(["create", ...SANDBOX]);
    equal(code, 0, stderr);
    match(stderr, /renamed the context "demo" to "demo-1"/);
    equal((await config(cluster)).current, "demo-1");
    await cluster.run(["destroy", ...SANDBOX]);
    const after = await config(cluster);
    equal(after.current, "demo");
    deepEqual([...after.contexts.keys()], ["demo"]);
  }));

Deno.test("create leaves no cluster when the client configuration is unreadable", () =>
  withHome(async (cluster) => {
    await Deno.mkdir(`${cluster.home}/.os`);
    await Deno.writeTextFile(`${cluster.home}/.os/config`, "contexts: [broken\n");
    const { code, stderr } = await cluster.run(["create", ...SANDBOX]);
    equal(code, 1);
    match(stderr, /\.os\/config/);
    deepEqual(await cluster.states(), []);
  }));

Deno.test("create rejects flags the sandbox does not support by name", async () => {
  for (const release of RELEASES) {
    for (const [key, flag] of Object.entries(createFlags)) {
      if (SUPPORTED_FLAGS.sandbox.has(key) || !existsIn(flag, release)) continue;
      const name = flagName(key);
      const values: Record<string, string> = {
        int: "=1",
        float: "=0.5",
        duration: "=1s",
        bool: "",
      };
      const value = values[flag.type] ?? (flag.type === "enum" ? "=true" : "=x");
      const { code, stdout, stderr } = await runCommand(
        ["cluster", "create", ...SANDBOX, `--${name}${value}`],
        { release },
      );
      equal(code, 1, `${name}: ${stderr}`);
      equal(stdout, "");
      equal(stderr, `osctl: the sandbox provisioner does not support --${name}; remove it\n`);
    }
  }
});

Deno.test("create rejects invalid requests before creating anything", () =>
  withHome(async (cluster) => {
    const bad: [string[], RegExp][] = [
      [["--cidr", "10.5.0.0/24"], /not inside 127\.0\.0\.0\/8/],
      [["--cidr", "nonsense"], /not an IPv4 network/],
      [["--cidr", "127.7.7.0/30", "--workers", "5"], /too small for 6 nodes/],
      [["--controlplanes", "0"], /invalid number of control planes 0/],
      [["--workers", "-1"], /invalid number of nodes -1/],
      [["--workers", "300"], /too small for/],
      [["--name", "No/Good"], /is not a valid cluster name/],
    ];
    for (const [flags, reason] of bad) {
      const { code, stderr } = await cluster.run(["create", ...SANDBOX, ...flags]);
      equal(code, 2, stderr);
      match(stderr, reason);
      equal(stderr.trim().split("\n").length, 1, stderr);
    }
    deepEqual(await cluster.states(), []);
  }));

Deno.test("create without docker, the default, suggests the same command with the sandbox", () =>
  withHome(async (cluster) => {
    const plain = await cluster.run(["create"]);
    equal(plain.code, 1);
    equal(
      plain.stderr,
      "osctl: cannot connect to docker: unix:///nonexistent/docker.sock (DOCKER_HOST): no such " +
        "socket; run: osctl cluster create --provisioner sandbox\n",
    );
    const { stderr } = await cluster.run([
      ...["create", "--name", "demo", "--workers", "0", "--cpus", "3", "--skip-kubeconfig"],
      ...["--state", "my clusters", "--wait-timeout", "90s", "--provisioner=docker"],
    ]);
    const [, line = ""] = /; run: osctl (.*)\n$/.exec(stderr) ?? [];
    equal(
      line,
      "cluster create --provisioner sandbox --name=demo --workers=0 --skip-kubeconfig " +
        "--state='my clusters' --wait-timeout=1m30s",
    );
    deepEqual(await cluster.states(), []);
    const args = line.replaceAll("'", "").replace("my clusters", "states").split(" ").slice(1);
    const cwd = cluster.home;
    const created = await cluster.run(args, { cwd });
    equal(created.code, 0, created.stderr);
    match(created.stderr, /^ {2}osctl service\n {2}osctl cluster .* --name demo --state states$/m);
    equal((await cluster.run(["destroy", "--name=demo", "--state=states"], { cwd })).code, 0);
  }));

Deno.test("create of nodes in maintenance mode suggests commands for them", () =>
  withHome(async (cluster) => {
    const nodes = ["--controlplanes=0", "--workers=0", "--unconfigured=1"];
    const { stdout, stderr } = await cluster.run(["create", ...SANDBOX, ...nodes]);
    const address = /^demo-unconfigured-1 +unconfigured +(\S+)/m.exec(stdout)?.[1];
    match(stderr, /^ENDPOINTS {3}-\nNODES {7}-$/m);
    match(stderr, new RegExp(`^ {2}osctl disks --insecure -n ${address}$`, "m"));
    const disks = ["disks", "--insecure", "-n", address!];
    equal((await runCommand(disks, { home: cluster.home })).code, 0);
  }));

Deno.test("help marks the flags that the sandbox rejects", async () => {
  const { stdout } = await runCommand(["cluster", "create", "--help"], {
    terminals: ["stdout"],
    size: { columns: 400, rows: 50 },
    env: { NO_COLOR: "1" },
  });
  match(
    stdout,
    /^ +--cpus <string> +CPUs per control plane node \(not sandbox\) \(default 2\.0\)$/m,
  );
  match(stdout, /^ +--docker-host-ip <string> +host IP of published ports \(docker only\) /m);
  match(stdout, /^ +--workers <int> +number of worker nodes \(default 1\)$/m);
  for (const [key, { help, hidden }] of Object.entries(createFlags)) {
    if (hidden) continue;
    equal(
      SUPPORTED_FLAGS.sandbox.has(key),
      !/\((not sandbox|docker only|qemu only)\)$/.test(help),
      key,
    );
  }
});

Deno.test("create --os-version selects the version, the methods and the ALPN of nodes", () =>
  withHome(async (cluster) => {
    const create = ["create", ...SANDBOX, "--workers", "0", "--skip-kubeconfig", "--os-version"];
    for (const [text, problem] of [["v1.99", "is newer than"], ["v1.3", "is unknown"]] as const) {
      const { code, stderr } = await cluster.run([...create, text]);
      equal(code, 2);
      match(stderr, new RegExp(`^osctl: --os-version "${text}" ${problem}[^\n]*; use v1\\.4 to `));
    }
    const { code, stderr } = await cluster.run([...create, "v1.7"]);
    equal(code, 0, stderr);
    const address = (await config(cluster)).contexts.get("demo")!.endpoints[0]!;
    const version = await runCommand(["-n", address, "version"], { home: cluster.home });
    match(version.stdout, /Tag: +v1\.7\.7\n/);
    equal(await negotiatedProtocol({ address, port: 50000 }), false);
  }));

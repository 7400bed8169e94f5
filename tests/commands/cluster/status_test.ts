/** `cluster status` on sandbox nodes. */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { runCommand } from "../../helpers/run_command.ts";
import { onScreen } from "../../helpers/screen.ts";
import { withDeclared } from "./declared_home.ts";

/** Reads of a status until a node has the awaited state. */
const MAX_READS = 1000;

Deno.test("cluster status shows wanted and actual state of each node, and finds a rolled back version", () =>
  withDeclared(1, async ({ cluster, run, edit, addresses }) => {
    const read = async (...args: string[]) => {
      const { stdout } = await run("cluster", "status", "-o", "json", ...args);
      return JSON.parse(stdout) as Record<string, unknown>[];
    };
    const fresh = await read();
    deepStrictEqual(
      fresh.map(({ name, configuration, etcd, ready, stage }) => [
        ...[name, configuration, etcd, ready, stage],
      ]),
      [
        ["lab-cp-1", "none", "missing", false, "maintenance"],
        ["lab-worker-1", "none", null, false, "maintenance"],
      ],
    );
    strictEqual((await run("cluster", "apply", "--yes")).code, 0);
    await edit((text) =>
      `${text}variables: { X: null }\n`.replace(
        "{ name: lab-worker-1,",
        "{ name: lab-worker-1, os: { version: v1.8.4 },",
      )
    );
    const before = await run("cluster", "status", "--var", "X=1");
    strictEqual(before.code, 0, before.stderr);
    match(before.stdout, /^lab-cp-1 .* equal +v1\.8\.0-alpha\.2 +1\.31\.1 +member +yes *$/m);
    match(
      before.stdout,
      /^lab-worker-1 .* different +v1\.8\.0-alpha\.2, wanted v1\.8\.4 +1\.31\.1 +yes *$/m,
    );
    // The version of a worker only: etcd is not interrupted.
    const upgraded = await run("cluster", "apply", "--yes", "--no-snapshot");
    strictEqual(upgraded.code, 0, upgraded.stderr);
    const versions = (rows: Record<string, unknown>[]) =>
      rows.map(({ osVersion, wantedOsVersion, configuration }) => [
        ...[osVersion, wantedOsVersion, configuration],
      ]);
    deepStrictEqual(versions(await read()), [
      ["v1.8.0-alpha.2", "v1.8.0-alpha.2", "equal"],
      ["v1.8.4", "v1.8.4", "equal"],
    ]);

    // The worker falls back to its old system: only its version shows it.
    const rollback = await run("rollback", "-n", addresses[1]!);
    strictEqual(rollback.code, 0, rollback.stderr);
    let worker: Record<string, unknown> = {};
    for (let reads = 0; worker["osVersion"] !== "v1.8.0-alpha.2"; reads++) {
      ok(reads < MAX_READS, JSON.stringify(worker));
      worker = (await read())[1]!;
    }
    deepStrictEqual([worker["wantedOsVersion"], worker["configuration"]], ["v1.8.4", "equal"]);
    const plan = await run("cluster", "plan");
    strictEqual(plan.code, 2, plan.stderr);
    match(plan.stdout, /^1\. upgrade lab-worker-1 to \S+:v1\.8\.4$/m);

    const table = ["-f", "cluster.yaml", "--columns", "name,talos", "--sort-by", "-name"];
    const filtered = await run(
      ...["cluster", "status", "--no-headers", "--wide", ...table],
      ...["--filter", "osVersion != wantedOsVersion"],
    );
    strictEqual(filtered.stdout.trim(), "lab-worker-1   v1.8.0-alpha.2, wanted v1.8.4");

    const { home } = cluster;
    const watched = await onScreen(
      { home, run: (args, options = {}) => runCommand(args, { ...options, home }) },
      ["cluster", "status", "--watch", "--interval", "200ms", "-f", `${home}/cluster.yaml`],
      [/every 200ms/, /NAME.*TALOS.*ETCD.*READY/, /lab-cp-1.*member/, "q"],
      { isRendered: true, size: { columns: 140, rows: 12 } },
    );
    deepStrictEqual([watched.code, watched.stderr], [0, ""]);

    const fault = ["error", "--node", addresses[1]!, "--method", "Version"];
    strictEqual((await cluster.run(["fault", "add", "--name", "demo", ...fault])).code, 0);
    const silent = await run("cluster", "status");
    strictEqual(silent.code, 1, silent.stdout);
    match(silent.stdout, /^lab-worker-1 .* unknown +unknown, wanted v1\.8\.4 .*unknown *$/m);
    match(silent.stderr, /^osctl: lab-worker-1: .*\nosctl: the state of 1 node is unknown$/m);
    const unknown = (await read())[1]!;
    deepStrictEqual([unknown["osVersion"], unknown["ready"], unknown["configuration"]], [
      ...[null, null, "unknown"],
    ]);
  }));

Deno.test("cluster plan and status find the version of Kubernetes alone, and apply changes nothing else", () =>
  withDeclared(1, async ({ run, edit }) => {
    strictEqual((await run("cluster", "apply", "--yes")).code, 0);
    await edit((text) => text.replace("v1.31.1", "v1.31.4"));
    const plan = await run("cluster", "plan");
    match(plan.stdout, /^Steps:\n1\. upgrade Kubernetes from 1\.31\.1 to 1\.31\.4\n$/m);
    const before = await run("cluster", "status");
    strictEqual(before.stdout.match(/ equal .* 1\.31\.1, wanted 1\.31\.4 /g)?.length, 2);
    // No node restarts: the only member of etcd needs no consent.
    const applied = await run("cluster", "apply", "--yes");
    strictEqual(applied.code, 0, applied.stderr);
    const after = await run("cluster", "status", "-o", "json");
    const rows = JSON.parse(after.stdout) as Record<string, unknown>[];
    deepStrictEqual(
      rows.map(({ kubernetesVersion, configuration, osVersion }) => [
        ...[kubernetesVersion, configuration, osVersion],
      ]),
      [
        ["1.31.4", "equal", "v1.8.0-alpha.2"],
        ["1.31.4", "equal", "v1.8.0-alpha.2"],
      ],
    );
    strictEqual((await run("cluster", "plan")).code, 0);
  }));

Deno.test("cluster status and plan name cordoned nodes until they are uncordoned", () =>
  withDeclared(1, async ({ run, addresses }) => {
    strictEqual((await run("cluster", "apply", "--yes")).code, 0);
    const worker = ["-n", addresses[1]!];
    strictEqual((await run("cordon", ...worker)).code, 0);
    const status = await run("cluster", "status");
    match(status.stdout, /^lab-worker-1 .* yes +cordoned *$/m);
    doesNotMatch(status.stdout, /^lab-cp-1 .*cordoned/m);
    match((await run("cluster", "plan")).stdout, /^lab-worker-1 .*cordoned/m);
    strictEqual((await run("uncordon", ...worker)).code, 0);
    doesNotMatch((await run("cluster", "status")).stdout, /cordoned/);
  }));

Deno.test("without a network plug-in, Kubernetes nodes are not ready and are not awaited", () =>
  withDeclared(1, async ({ run, edit, addresses }) => {
    await edit((text) => `${text}network: { cni: { name: none } }\n`);
    const applied = await run("cluster", "apply", "--yes");
    strictEqual(applied.code, 0, applied.stderr);
    const status = await run("cluster", "status");
    match(status.stdout, /^lab-worker-1 .* no: Kubernetes node *$/m);
    const rolled = await run("reboot", "--rolling", "--yes", "-n", addresses[1]!);
    strictEqual(rolled.code, 0, rolled.stderr);
    match(rolled.stdout + rolled.stderr, /was not ready before the change, and is not awaited/);
  }));

Deno.test("cluster apply --reinstall upgrades a node that fell back to its old system", () =>
  withDeclared(1, async ({ cluster, run, edit, addresses }) => {
    strictEqual((await run("cluster", "apply", "--yes")).code, 0);
    await edit((text) =>
      text.replace("{ name: lab-worker-1,", "{ name: lab-worker-1, os: { version: v1.8.4 },")
    );
    const fault = ["old-version", "--node", addresses[1]!];
    strictEqual((await cluster.run(["fault", "add", "--name", "demo", ...fault])).code, 0);
    const fallen = await run("cluster", "apply", "--yes", "--no-snapshot");
    strictEqual(fallen.code, 1, fallen.stdout);
    match(fallen.stderr, /it fell back to its old system/);
    strictEqual((await cluster.run(["fault", "clear", "--name", "demo"])).code, 0);
    const [, journal = ""] = /--resume "?([^\s"]+\.json)/.exec(fallen.stderr) ?? [];
    const options = ["--yes", "--no-snapshot", "--resume", journal];
    const refused = await run("cluster", "apply", ...options);
    strictEqual(refused.code, 1, refused.stdout);
    match(refused.stderr, /--reinstall/);
    const again = await run("cluster", "apply", ...options, "--reinstall");
    strictEqual(again.code, 0, again.stderr);
    match((await run("cluster", "status")).stdout, /^lab-worker-1 .* v1\.8\.4 /m);
  }));

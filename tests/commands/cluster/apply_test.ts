/** `cluster apply` on sandbox nodes: from maintenance mode, and after changes. */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { runCommand } from "../../helpers/run_command.ts";
import { scriptedPrompts } from "../../helpers/scripted_prompts.ts";
import { withDeclared } from "./declared_home.ts";

Deno.test("cluster apply starts a cluster from maintenance mode; again, it does nothing", () =>
  withDeclared(1, async ({ run, edit }) => {
    await edit((text) => `${text}variables: { X: null }\n`);
    const first = await run("cluster", "apply", "--yes");
    strictEqual(first.code, 0, first.stderr);
    match(
      first.stderr,
      /^Steps:\n1\. configure lab-cp-1, lab-worker-1\n2\. bootstrap etcd on lab-cp-1\n/,
    );
    match(first.stderr, /^lab-cp-1: etcd is bootstrapped$/m);
    match(first.stderr, /^lab-worker-1: ready$/m);
    const again = await run("cluster", "apply", "--yes", "-f", "./cluster.yaml", "--var", "X=1");
    deepStrictEqual([again.code, again.stderr], [0, "nothing to do\n"]);
    strictEqual((await run("cluster", "plan")).code, 0);
  }));

Deno.test("cluster apply changes configuration, Talos Linux and Kubernetes, and no locked node", () =>
  withDeclared(2, async ({ run, edit }) => {
    const created = await run("cluster", "apply", "--yes");
    strictEqual(created.code, 0, created.stderr);
    await edit((text) =>
      text.replace("version: v1.8.0-alpha.2", "version: v1.8.4").replace("v1.31.1", "v1.31.4")
        .replace("{ name: lab-worker-2,", "{ name: lab-worker-2, locked: true,") +
      'gates: [etcd]\npatches: [{ merge: { machine: { sysctls: { a.b: "1" } } } }]\n'
    );
    // The only member of etcd restarts: nothing is changed without consent.
    const refused = await run("cluster", "apply", "--yes", "--no-snapshot");
    strictEqual(refused.code, 1, refused.stderr);
    match(
      refused.stderr,
      /^osctl: nothing was changed: lab-cp-1 restarts with \S+:v1\.8\.4: etcd has one member: /m,
    );
    match(refused.stderr, /--accept-quorum-loss/);

    const flags = ["--no-snapshot", "--accept-quorum-loss", "--timeout", "10m"];
    // The gate holds before and after each of the four rolling changes.
    flags.push("--gate-checks", "1/1s");
    const applied = await run("cluster", "apply", "--yes", ...flags, "--drain-timeout", "2m");
    strictEqual(applied.code, 0, applied.stderr);
    match(applied.stderr, /^osctl: upgraded Kubernetes to 1\.31\.4$/m);
    strictEqual(applied.stderr.match(/^checking gates etcd$/gm)?.length, 4);
    doesNotMatch(applied.stderr, /gates hold 1 of 3 times/);
    const plan = JSON.parse((await run("cluster", "plan", "-o", "json")).stdout);
    deepStrictEqual(
      plan.map(({ name, state, osVersion }: Record<string, string>) => [name, state, osVersion]),
      [
        ["lab-cp-1", "same", "v1.8.4"],
        ["lab-worker-1", "same", "v1.8.4"],
        ["lab-worker-2", "different", "v1.8.0-alpha.2"],
      ],
    );
    const status = JSON.parse((await run("cluster", "status", "-o", "json")).stdout);
    deepStrictEqual(
      status.map(({ kubernetesVersion }: Record<string, string>) => kubernetesVersion),
      ["1.31.4", "1.31.4", "1.31.1"],
    );

    // An upgrade of Kubernetes changes every control plane.
    await edit((text) =>
      text.replace("v1.31.4", "v1.31.5").replace(
        "{ name: lab-cp-1,",
        "{ name: lab-cp-1, locked: true,",
      )
    );
    const locked = await run("cluster", "apply", "--yes", ...flags);
    strictEqual(locked.code, 1);
    match(
      locked.stderr,
      /^osctl: nothing was changed: lab-cp-1: locked, but Kubernetes is upgraded; /m,
    );
  }));

Deno.test("cluster apply bootstraps etcd when an earlier run only configured the nodes", () =>
  withDeclared(1, async ({ run, addresses }) => {
    strictEqual((await run("cluster", "render", "-o", "configs")).code, 0);
    const [first, worker] = addresses;
    const configs = [[first!, "lab-cp-1"], [worker!, "lab-worker-1"]] as const;
    for (const [node, name] of configs) {
      const file = `configs/${name}.yaml`;
      const applied = await run("apply-config", "--insecure", "-n", node, "-f", file);
      strictEqual(applied.code, 0, applied.stderr);
    }
    // The nodes restart: a wait for their API.
    const waited = await run(
      "wait",
      "--for",
      "service=apid",
      "-n",
      addresses.join(),
      "--timeout",
      "2m",
    );
    strictEqual(waited.code, 0, waited.stderr);
    const plan = await run("cluster", "plan");
    strictEqual(plan.code, 2, plan.stderr);
    match(plan.stdout, /^Steps:\n1\. bootstrap etcd on lab-cp-1\n$/m);
    const applied = await run("cluster", "apply", "--yes");
    strictEqual(applied.code, 0, applied.stderr);
    match(applied.stderr, /^lab-cp-1: etcd is bootstrapped$/m);
    match(applied.stderr, /^lab-worker-1: ready$/m);
    strictEqual((await run("cluster", "apply", "--yes")).stderr, "nothing to do\n");
  }));

Deno.test("cluster apply bootstraps no etcd beside an undeclared control plane", () =>
  withDeclared(1, async ({ run, edit, addresses }) => {
    const [first, second] = addresses;
    await edit((text) => text.replace(/^workers:[^]*/m, ""));
    const created = await run("cluster", "apply", "--yes");
    strictEqual(created.code, 0, created.stderr);
    // Another file of the same cluster, whose only control plane is new.
    await edit((text) => text.replace(`"${first}"`, `"${second}"`).replace("lab-cp-1", "lab-cp-2"));
    const plan = await run("cluster", "plan");
    strictEqual(plan.code, 2, plan.stderr);
    match(plan.stdout, /^lab-cp-2 .* new /m);
    doesNotMatch(plan.stdout, /bootstrap/);
    const applied = await run("cluster", "apply", "--yes");
    strictEqual(applied.code, 0, applied.stderr);
    doesNotMatch(applied.stderr, /bootstrapped/);
    const members = await run("etcd", "members", "-n", first!, "-o", "json=hostname");
    strictEqual(JSON.parse(members.stdout).length, 2, members.stderr);
  }));

Deno.test("cluster apply changes nothing while a node is silent, or without consent", () =>
  withDeclared(1, async ({ cluster, run, edit, addresses }) => {
    const prompts = scriptedPrompts([["Apply these steps?", "no"]]);
    const { home } = cluster;
    const declined = await runCommand(["cluster", "apply"], {
      home,
      cwd: home,
      terminals: ["stdin", "stderr"],
      wiring: { prompts },
    });
    strictEqual(declined.code, 130, declined.stderr);
    await edit((text) => text.replace(`"${addresses[1]}"`, '"127.0.0.254"'));
    const silent = await run("cluster", "apply", "--yes");
    strictEqual(silent.code, 1);
    match(silent.stderr, /nothing was changed: lab-worker-1: /);
    const unknown = await run("cluster", "apply", "-f", "cluster.yaml", "--var", "X=1");
    match(unknown.stderr, /declares no variable "X"/);
    const checks = await run("cluster", "apply", "--yes", "--gate-checks", "none");
    strictEqual(checks.code, 2, checks.stderr);
    match(checks.stderr, /^osctl: invalid --gate-checks/);
    const missing = await run("cluster", "apply", "--yes", "--resume", "missing.json");
    strictEqual(missing.code, 1);
  }));

Deno.test("cluster apply changes a single control plane without consent, unless it restarts", () =>
  withDeclared(0, async ({ run, edit }) => {
    strictEqual((await run("cluster", "apply", "--yes")).code, 0);
    const patch = (value: string) => edit((text) => `${text}patches: [{ merge: ${value} }]\n`);
    await patch('{ machine: { sysctls: { a.b: "1" } } }');
    const applied = await run("cluster", "apply", "--yes", "--no-snapshot");
    strictEqual(applied.code, 0, applied.stderr);
    strictEqual((await run("cluster", "plan")).code, 0);

    await edit((text) => text.replace(/^patches: .*\n/m, ""));
    await patch("{ machine: { kernel: { modules: [{ name: btrfs }] }, udev: { rules: [x] } } }");
    const effects = JSON.parse((await run("cluster", "plan", "-o", "json")).stdout)[0].changes;
    ok(effects.some(({ effect }: { effect: string }) => effect === "reboot"), effects);
    const refused = await run("cluster", "apply", "--yes", "--no-snapshot");
    strictEqual(refused.code, 1, refused.stderr);
    match(refused.stderr, /etcd has one member: Kubernetes stops while its control plane restarts/);
    match(refused.stderr, /--accept-quorum-loss/);
    const restarted = await run(
      "cluster",
      "apply",
      "--yes",
      "--no-snapshot",
      "--accept-quorum-loss",
    );
    strictEqual(restarted.code, 0, restarted.stderr);
    strictEqual((await run("cluster", "plan")).code, 0);
  }));

Deno.test("cluster apply refuses a plan after a change of the file or the cluster, and names it", () =>
  withDeclared(1, async ({ cluster, run, edit, addresses }) => {
    const path = `${cluster.home}/plan.json`;
    const store = async () => {
      const planned = await run("cluster", "plan", "--out", "plan.json");
      strictEqual(planned.code, 2, planned.stderr);
    };
    const refusal = async () => {
      const { code, stderr } = await run("cluster", "apply", "plan.json", "--yes");
      strictEqual(code, 1, stderr);
      return /nothing was changed: "plan\.json" is outdated: (.*); store a new plan/m.exec(stderr)
        ?.[1] ?? stderr;
    };
    await store();
    strictEqual((await run("cluster", "apply", "plan.json", "--yes")).code, 0);
    // The nodes are configured: the plan is outdated by its own effect.
    match(await refusal(), /^lab-cp-1: state "maintenance" → "running"; lab-worker-1: state /);

    const set = (name: string) =>
      edit((text) =>
        `${text.replace(/^patches: .*\n/m, "")}` +
        `patches: [{ merge: { machine: { sysctls: { ${name}: "1" } } } }]\n`
      );
    await set("a.b");
    await store();
    const { mode } = await Deno.stat(path);
    strictEqual(mode! & 0o777, 0o600);
    const secrets = await Deno.readTextFile(`${cluster.home}/secrets.yaml`);
    const stored = await Deno.readTextFile(path);
    const values = [...secrets.matchAll(/: ([\w+/=.-]{16,})$/gm)].map(([, value]) => value!);
    ok(values.length > 10);
    deepStrictEqual(values.filter((value) => stored.includes(value)), []);

    // Another operator changes a node between plan and apply.
    const other = '[{"op":"add","path":"/machine/sysctls","value":{"c.d":"2"}}]';
    const patched = await run("patch", "mc", "-n", addresses[1]!, "-m", "no-reboot", "-p", other);
    strictEqual(patched.code, 0, patched.stderr);
    strictEqual(await refusal(), "lab-worker-1: configuration");
    await store();
    await set("e.f");
    strictEqual(
      await refusal(),
      "cluster.yaml: lab-cp-1: configuration; cluster.yaml: lab-worker-1: configuration",
    );
    await set("a.b");
    await edit((text) => text.replace("v1.31.1", "v1.31.4") + "gates: [etcd]\n");
    match(await refusal(), /cluster\.yaml: version of Kubernetes "1\.31\.1" → "1\.31\.4"; /);
    match(await refusal(), /cluster\.yaml: gates "" → "etcd"/);
    await edit((text) => text.replace("v1.31.4", "v1.31.1").replace("gates: [etcd]\n", ""));
    const applied = await run("cluster", "apply", "plan.json", "--yes", "--no-snapshot");
    strictEqual(applied.code, 0, applied.stderr);
    strictEqual((await run("cluster", "plan")).code, 0);

    const both = await run("cluster", "apply", "plan.json", "--resume", "journal.json");
    deepStrictEqual([both.code, both.stderr.includes("remove plan.json")], [2, true]);
    const none = await run("cluster", "plan", "--out", "cluster.yaml");
    strictEqual(none.code, 1);
    match(none.stderr, /"cluster\.yaml" is not a journal of cluster plan/);
  }));

Deno.test("cluster apply continues the rolling change of a journal", () =>
  withDeclared(1, async ({ cluster, run, edit, addresses }) => {
    strictEqual((await run("cluster", "apply", "--yes")).code, 0);
    await edit((text) => `${text}patches: [{ merge: { machine: { sysctls: { a.b: "1" } } } }]\n`);
    // After the dry runs before the question and of the rolling change.
    const fault = [
      "error",
      "--node",
      addresses[1]!,
      "--method",
      "ApplyConfiguration",
      "--nth",
      "4",
      "--code",
      "Internal",
    ];
    const added = await cluster.run(["fault", "add", "--name", "demo", ...fault]);
    strictEqual(added.code, 0, added.stderr);
    const apply = ["cluster", "apply", "--yes", "--no-snapshot", "--accept-quorum-loss"];
    const stopped = await run(...apply);
    strictEqual(stopped.code, 1, stopped.stderr);
    match(stopped.stderr, /failed: apply not acknowledged: sandbox fault/);
    const journal = /--resume (\S+\.json)/.exec(stopped.stderr)![1]!;
    strictEqual((await cluster.run(["fault", "clear", "--name", "demo"])).code, 0);
    const resumed = await run(...apply, "--resume", journal);
    strictEqual(resumed.code, 0, resumed.stderr);
    strictEqual((await run("cluster", "plan")).code, 0);
  }));

/** `cluster import` writes a file that renders what the nodes have. */
import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { parse } from "yaml";
import { type CommandOutcome, runCommand } from "../../helpers/run_command.ts";
import { SANDBOX, withHome } from "./home.ts";

/** Runs commands in a folder of their own. */
async function withFolder(
  body: (path: string, run: (...args: string[]) => Promise<CommandOutcome>) => Promise<void>,
): Promise<void> {
  const path = await Deno.makeTempDir({ prefix: "osctl-import-" });
  try {
    await body(path, (...args) => runCommand(args, { home: path, cwd: path }));
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}

/** Generates the configurations of three nodes with talosctl's defaults, and patches. */
async function generate(
  path: string,
  run: (...args: string[]) => Promise<CommandOutcome>,
  patches: Readonly<Record<string, readonly string[]>>,
  osVersion = "v1.8",
): Promise<void> {
  const succeed = async (...args: string[]) => {
    const outcome = await run(...args);
    strictEqual(outcome.code, 0, outcome.stderr);
  };
  await succeed("gen", "secrets", "--os-version", osVersion, "-o", "generated.yaml");
  await succeed(
    ...["gen", "config", "lab", "https://10.0.0.10:6443", "--with-secrets", "generated.yaml"],
    ...["--os-version", osVersion, "--install-image", "ghcr.io/siderolabs/installer:v1.8.4"],
    ...["--with-docs=false", "--with-examples=false", "-o", "base"],
  );
  await Deno.mkdir(`${path}/configs`);
  for (const [name, own] of Object.entries(patches)) {
    const type = name.startsWith("cp") ? "controlplane" : "worker";
    const flags = [...patches["all"] ?? [], ...own].flatMap((patch) => ["-p", patch]);
    if (name === "all") continue;
    const { code, stdout, stderr } = await run(
      ...["machineconfig", "patch", `base/${type}.yaml`, ...flags],
    );
    strictEqual(code, 0, stderr);
    await Deno.writeTextFile(`${path}/configs/${name}.yaml`, stdout);
  }
}

Deno.test("an imported file has the common part, groups and nodes, and renders every configuration", () =>
  withFolder(async (path, run) => {
    await generate(path, run, {
      all: ["machine: {time: {servers: [ntp.example.com]}}"],
      "cp-1": ["machine: {network: {hostname: cp-1}}"],
      "w-1": [
        "machine: {network: {hostname: w-1}, sysctls: {a: '1', b: '2'}}",
        "machine: {install: {disk: /dev/vdb}}",
      ],
      "w-2": [
        "machine: {network: {hostname: w-2}, sysctls: {a: '1'}}",
        "machine: {files: [{path: /var/a, op: create, content: 'echo ${HOME} $${X}'}]}",
        // Deletes what is generated, replaces a list, and adds a document.
        "machine: {features: {kubePrism: {$patch: delete}}}",
        "cluster: {network: {podSubnets: [10.128.0.0/16]}}",
        "apiVersion: v1alpha1\nkind: WatchdogTimerConfig\ndevice: /dev/watchdog0\n",
      ],
    });
    const imported = await run("cluster", "import", "configs");
    deepStrictEqual([imported.code, imported.stderr], [
      0,
      "Created cluster.yaml\nCreated secrets.yaml\nverified: it renders the configuration of all 3 nodes\n",
    ]);
    strictEqual((await Deno.stat(`${path}/secrets.yaml`)).mode! & 0o777, 0o600);
    const text = await Deno.readTextFile(`${path}/cluster.yaml`);
    const file = parse(text);
    deepStrictEqual(file.contract, "v1.8");
    deepStrictEqual(file.patches, [{
      merge: { machine: { time: { servers: ["ntp.example.com"] } } },
    }]);
    deepStrictEqual(file.controlPlane, { nodes: [{ name: "cp-1" }] });
    deepStrictEqual(file.workers.main.patches, [{ merge: { machine: { sysctls: { a: "1" } } } }]);
    const [first, second] = file.workers.main.nodes;
    deepStrictEqual(first, {
      name: "w-1",
      install: { disk: "/dev/vdb" },
      patches: [{ merge: { machine: { sysctls: { b: "2" } } } }],
    });
    deepStrictEqual(second.patches[0], {
      merge: { machine: { features: { kubePrism: { $patch: "delete" } } } },
    });
    // Rendering again gives the files that were imported.
    const rendered = await run("cluster", "render", "-o", "again");
    strictEqual(rendered.code, 0, rendered.stderr);
    for (const name of ["cp-1", "w-1", "w-2"]) {
      const diff = await run(
        ...["cluster", "render", name],
      );
      deepStrictEqual(
        normalised(diff.stdout),
        normalised(await Deno.readTextFile(`${path}/configs/${name}.yaml`)),
      );
    }
  }));

Deno.test("workers with the same settings are a group", () =>
  withFolder(async (path, run) => {
    const storage = "machine: {nodeLabels: {role: storage}, install: {disk: /dev/vdb}}";
    const host = (name: string) =>
      `machine: {network: {hostname: ${name}}, sysctls: {own: ${name}}}`;
    await generate(path, run, {
      "cp-1": [host("cp-1")],
      "w-1": [host("w-1")],
      "w-2": [host("w-2"), storage],
      "w-3": [host("w-3")],
      "w-4": [host("w-4"), storage],
      "w-5": [host("w-5")],
      "w-6": [host("w-6"), "machine: {nodeLabels: {role: alone}}"],
    });
    const imported = await run("cluster", "import", "configs");
    match(imported.stderr, /verified: it renders the configuration of all 7 nodes/);
    const { workers } = parse(await Deno.readTextFile(`${path}/cluster.yaml`));
    const names = Object.entries(workers as Record<string, { nodes: { name: string }[] }>)
      .map(([name, { nodes }]) => [name, nodes.map((node) => node.name).join(" ")]);
    deepStrictEqual(names, [["main", "w-1 w-3 w-5 w-6"], ["group-2", "w-2 w-4"]]);
    deepStrictEqual([workers["group-2"].install, workers["group-2"].patches], [
      { disk: "/dev/vdb" },
      [{ merge: { machine: { nodeLabels: { role: "storage" } } } }],
    ]);
  }));

/** Documents without empty objects, which nodes treat as absent. */
function normalised(text: string): unknown {
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([key, member]) => [key, clean(member)] as const);
    return Object.fromEntries(
      entries.filter(([, member]) => JSON.stringify(member) !== "{}").toSorted(([a], [b]) =>
        a < b ? -1 : 1
      ),
    );
  };
  return text.split(/^---$/m).map((document) => clean(parse(document)));
}

Deno.test("an imported cluster of another version has its contract, and documents of the newest one", () =>
  withFolder(async (path, run) => {
    for (const [version, image] of [["v1.4", "v1.8.4"], ["v1.12", "v1.12.3"]] as const) {
      await Deno.remove(`${path}/configs`, { recursive: true }).catch(() => {});
      await run("gen", "secrets", "--force", "-o", "generated.yaml");
      await generate(path, (...args) => run(...args, ...(args[0] === "gen" ? ["--force"] : [])), {
        all: [`machine: {install: {image: 'ghcr.io/siderolabs/installer:${image}'}}`],
        "cp-1": [],
        "w-1": ["machine: {sysctls: {a: '1'}}"],
      }, version);
      const imported = await run("cluster", "import", "configs", "--force");
      match(imported.stderr, /verified: it renders the configuration of all 2 nodes/);
      const file = parse(await Deno.readTextFile(`${path}/cluster.yaml`));
      deepStrictEqual([file.contract, file.os.version], [version, image]);
      // The generated configurations name no host.
      strictEqual(file.setHostnames, false);
    }
  }));

Deno.test("cluster import reads running nodes, and cluster plan finds no difference then", () =>
  withHome(async ({ home, run }) => {
    const created = await run(["create", ...SANDBOX, "--workers", "2"]);
    strictEqual(created.code, 0, created.stderr);
    const inHome = (...args: string[]) => runCommand(args, { home, cwd: home });
    const imported = await inHome("cluster", "import", "-n", "@all", "-f", "demo.yaml");
    strictEqual(imported.code, 0, imported.stderr);
    match(imported.stderr, /verified: it renders the configuration of all 3 nodes/);
    const planned = await inHome("cluster", "plan", "-f", "demo.yaml");
    deepStrictEqual([planned.code, planned.stderr], [0, ""]);
    doesNotMatch(planned.stdout, /different|undeclared/);
  }));

Deno.test("cluster import encrypts the secrets for recipients", () =>
  withFolder(async (path, run) => {
    await generate(path, run, { all: [], "cp-1": [] });
    const identity = await generateIdentity();
    const recipient = ["--age-recipient", await identityToRecipient(identity)];
    for (const [format, start] of [["sops", "cluster:\n    id: ENC["], ["age", "-----BEGIN AGE"]]) {
      const flags = [...recipient, "--encryption", format!, "--force"];
      const imported = await run("cluster", "import", "configs", ...flags);
      strictEqual(imported.code, 0, imported.stderr);
      const text = await Deno.readTextFile(`${path}/secrets.yaml`);
      strictEqual(text.slice(0, start!.length), start);
      const options = { home: path, cwd: path, env: { SOPS_AGE_KEY: identity } };
      const valid = await runCommand(["cluster", "validate"], options);
      deepStrictEqual([valid.code, valid.stderr], [0, ""]);
    }
  }));

Deno.test("cluster import rejects a folder without the configuration of a control plane", () =>
  withFolder(async (path, run) => {
    await Deno.mkdir(`${path}/empty`);
    const empty = await run("cluster", "import", "empty");
    deepStrictEqual([empty.code, empty.stderr], [
      1,
      'osctl: no machine configuration in "empty"; use a folder with one .yaml file for each node\n',
    ]);
    await generate(path, run, { "w-1": [] });
    const workers = await run("cluster", "import", "configs");
    match(workers.stderr, /^osctl: configs\/w-1\.yaml is the configuration of a worker: missing /);
    await Deno.writeTextFile(`${path}/configs/w-2.yaml`, "machine: {typ: worker}\n");
    const invalid = await run("cluster", "import", "configs");
    match(invalid.stderr, /^osctl: configs\/w-2\.yaml:1:11: machine\.typ: unknown key "typ"/);
    await Deno.writeTextFile(`${path}/cluster.yaml`, "name: lab\n");
    const existing = await run("cluster", "import", "configs");
    match(existing.stderr, /"cluster\.yaml" already exists/);
  }));

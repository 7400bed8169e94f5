/** Secrets must not leave the files they belong to, whatever command runs. */
import assert from "node:assert/strict";
import { parse, parseAllDocuments } from "yaml";
import { wiring } from "../../commands/wiring.ts";
import { parseConfig } from "../../lib/osconfig/mod.ts";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { withRealCluster } from "../e2e/cluster.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { readZip } from "../helpers/zip.ts";
import { FAST, journalOf } from "../helpers/rotation.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { commandPaths, isLocal, wordsOf, writeInputs } from "./command_arguments.ts";

/** Longest run of a command, milliseconds. */
const MAX_MS_LENGTH = 4000;

/** Values that a test searches for. */
interface Secret {
  readonly name: string;
  /** The texts in which it can appear. */
  readonly forms: readonly string[];
}

/** A private key: the base64 text of its PEM, as in configurations. */
function keySecret(name: string, key: string): Secret {
  const pem = new TextDecoder().decode(Uint8Array.fromBase64(key));
  const body = pem.split("\n").filter((line) => line !== "" && !line.startsWith("-----")).join("");
  const at = Math.ceil((pem.indexOf(body.slice(0, 20)) + 12) / 3) * 4;
  const der = Uint8Array.fromBase64(body);
  // The private part of an elliptic key is within the first bytes, the private part of RSA keys at
  // the end.
  const forms = [der.slice(18, 38), der.slice(-40, -20)].flatMap((part) => [part.toHex()]);
  return { name, forms: [key.slice(at, at + 40), body.slice(12, 50), body.slice(-40), ...forms] };
}

function textSecret(name: string, text: string): Secret {
  return { name, forms: [text, new TextEncoder().encode(text).toBase64().slice(0, -4)] };
}

/** Throws an error that does not contain the secret. */
function requireAbsent(text: string, secrets: readonly Secret[], where: string): void {
  for (const { name, forms } of secrets) {
    if (forms.some((form) => text.includes(form))) throw new Error(`${name} is in ${where}`);
  }
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* filesBelow(path);
    else if (isFile) yield path;
  }
}

const latin1 = new TextDecoder("latin1");

async function readContent(path: string): Promise<string> {
  if (!path.endsWith(".zip")) return latin1.decode(await Deno.readFile(path));
  return [...(await readZip(path)).members.values()].map(({ text }) => text).join("\n");
}

/** Checks that only `allowed` files contain a secret, with mode 0600. */
async function checkFiles(folder: string, secrets: readonly Secret[], allowed: RegExp) {
  for await (const path of filesBelow(folder)) {
    const text = await readContent(path);
    const relative = path.slice(folder.length + 1);
    for (const { name, forms } of secrets) {
      if (!forms.some((form) => text.includes(form))) continue;
      assert.ok(allowed.test(relative), `${name} is in the file ${relative}`);
      assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600, relative);
    }
  }
}

/** Marked values in the configuration of the node, besides those that are generated. */
const MARKED = {
  wireGuard: crypto.getRandomValues(new Uint8Array(32)).toBase64(),
  passphrase: `passphrase-${crypto.randomUUID()}`,
  password: `password-${crypto.randomUUID()}`,
};
const patch = (passphrase: string) =>
  `machine:
  network:
    interfaces:
      - interface: wg0
        wireguard:
          privateKey: ${MARKED.wireGuard}
  registries:
    config:
      registry.example.org:
        auth: {username: a, password: ${MARKED.password}}
  systemDiskEncryption:
    ephemeral:
      provider: luks2
      keys:
        - slot: 0
          static: {passphrase: ${passphrase}}
`;

/** Collects the secrets of a machine configuration. */
function secretsOf(text: string): Secret[] {
  const { machine, cluster } = parse(parseAllDocuments(text)[0]!.toString()) as Record<
    "machine" | "cluster",
    // deno-lint-ignore no-explicit-any -- a generated configuration
    any
  >;
  return [
    keySecret("the machine CA key", machine.ca.key),
    keySecret("the Kubernetes CA key", cluster.ca.key),
    keySecret("the aggregator CA key", cluster.aggregatorCA.key),
    keySecret("the etcd CA key", cluster.etcd.ca.key),
    keySecret("the service account key", cluster.serviceAccount.key),
    textSecret("the machine token", machine.token),
    textSecret("the bootstrap token", cluster.token),
    textSecret("the cluster secret", cluster.secret),
    textSecret("the encryption secret", cluster.secretboxEncryptionSecret),
    textSecret("the WireGuard key", MARKED.wireGuard),
    textSecret("the passphrase", MARKED.passphrase),
    textSecret("the registry password", MARKED.password),
  ];
}

/** Lines that pass configurations through commands, besides the lines of every command. */
const CONFIG_LINES: readonly string[] = [
  "apply-config -f HOME/machine.yaml -m no-reboot",
  "apply-config -f HOME/changed.yaml -m no-reboot",
  "apply-config -f HOME/changed.yaml --dry-run",
  "apply-config -f HOME/machine.yaml --dry-run -p @HOME/patch.yaml",
  "edit mc --dry-run",
  "gen config a https://10.5.0.2:6443 --with-secrets HOME/bundle.yaml -o HOME/generated-2",
  "gen config a https://10.5.0.2:6443 --with-secrets HOME/bundle.yaml -t worker -o -",
  "gen secrets --from-controlplane-config HOME/machine.yaml -o HOME/bundle-2.yaml",
  "get mc",
  "get mc -o yaml",
  "get osroots",
  "get k8sroots",
  "get etcdroots",
  "inspect dependencies --with-resources",
  "machineconfig patch HOME/machine.yaml -p @HOME/patch.yaml -o HOME/patched.yaml",
  "patch mc -p @HOME/patch.yaml --dry-run",
  "patch mc -p @HOME/patch.yaml",
  "read /proc/self/environ",
  "logs apid",
  "validate -c HOME/machine.yaml -m metal --strict",
];

/** Lines whose output is a configuration with its secrets. */
const PRINTS_CONFIG = /^(get mc -o yaml|machineconfig patch(?!.* -o )|gen config.* -o -$)/;
/** Files with secrets: inputs, outputs that the test names, and the state of the nodes. */
const SECRET_FILES =
  /^(machine|changed|bundle|bundle-2|patch|patched|broken)\.yaml$|^generated-2\/|^nodes\/[^/]+\/config\.yaml$/;

/** Configurations with a secret in or next to a mistake. */
function brokenConfigs(text: string): string[] {
  const { passphrase, wireGuard, password } = MARKED;
  const replace = (value: string, ...replacements: string[]) =>
    replacements.map((replacement) => text.replaceAll(value, replacement));
  return [
    ...replace(passphrase, `[${passphrase}]`, `{a: ${passphrase}}`, `"${passphrase}`),
    ...replace(`passphrase: ${passphrase}`, `passphrase: ${passphrase}: a`, `pass: ${passphrase}`),
    ...replace(wireGuard, `${wireGuard}A`, `[${wireGuard}]`, `"${wireGuard}\\q"`, `*${wireGuard}`),
    ...replace(password, `!!int ${password}`, `|\n${password}`, `[${password}`, `\t${password}`),
    ...[/^ {4}ca:\n {8}crt:/m, /^ {4}token: /m, /^ {4}secret: /m, /^ {4}serviceAccount:\n/m]
      .map((pattern) => text.replace(pattern, (found) => found.replace(/: ?/, " : - "))),
    ...[/^( {8}key: )(.+)$/gm, /^( {4}token: )(.+)$/gm, /^( {4}secret: )(.+)$/gm].flatMap((
      pattern,
    ) =>
      ["$1[$2]", "$1!$2", "$1{a: $2}", '$1"$2', "$1$2 $2", "$1$2:\n$1x"].map((replacement) =>
        text.replace(pattern, replacement)
      )
    ),
  ];
}

Deno.test("no command prints a secret, stores it elsewhere or passes it to a child", async (t) => {
  const paths = commandPaths();
  await withSandbox({}, async (sandbox) => {
    const { run, home, nodes, osconfig } = sandbox;
    const node = nodes[0]!.address;
    const text = await Deno.readTextFile(osconfig);
    const { key } = parseConfig(text, "config").config.contexts.get("test")!;
    await Deno.writeTextFile(`${home}/patch.yaml`, patch(MARKED.passphrase), { mode: 0o600 });
    const patched = await run(["patch", "mc", "-p", `@${home}/patch.yaml`, "-n", node]);
    assert.equal(patched.code, 0, patched.stderr);
    // The change takes effect with a reboot.
    for (let attempt = 0, stdout = ""; !stdout.includes(MARKED.wireGuard); attempt++) {
      assert.ok(attempt < 600, "the node does not boot");
      await new Promise((resolve) => setTimeout(resolve, 20));
      ({ stdout } = await run(["get", "mc", "-o", "yaml", "-n", node]));
    }
    await writeInputs(sandbox);
    const machine = await Deno.readTextFile(`${home}/machine.yaml`);
    const client = [keySecret("the client's key", key!)];
    const secrets = secretsOf(machine);
    // The check itself finds each secret.
    assert.throws(() => requireAbsent(text, client, "the configuration"));
    for (const secret of secrets) {
      assert.throws(() => requireAbsent(machine, [secret], "the configuration"), secret.name);
    }
    const changed = machine.replaceAll(MARKED.passphrase, `${MARKED.passphrase}-2`)
      .replaceAll(MARKED.password, `${MARKED.password}-2`);
    await Deno.writeTextFile(`${home}/changed.yaml`, changed, { mode: 0o600 });
    for (
      const line of [
        "gen csr --key HOME/c.key --ip 10.0.0.1",
        "gen secrets --from-controlplane-config HOME/machine.yaml -o HOME/bundle.yaml",
      ]
    ) {
      const { code, stderr } = await run(wordsOf(sandbox, line));
      assert.equal(code, 0, stderr);
    }
    const editor = `${home}/editor`;
    const script =
      `#!/bin/sh\nenv > ${home}/editor-env\nstat -c %a "$1" >> ${home}/editor-modes\n` +
      `sed -i 's/password-/&3-/' "$1"\n`;
    await Deno.writeTextFile(editor, script, { mode: 0o755 });
    const clientFiles = /^(\.os\/config|copy|c\.key)$/;
    const runLine = async (line: string) => {
      const children: string[] = [];
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(new InterruptError("SIGINT")), MAX_MS_LENGTH);
      const system = fakeSystem({
        home,
        clock: wallClock,
        signal: stop.signal,
        env: { OSCTL_DEBUG: "1", EDITOR: editor, TMPDIR: home },
        spawn: (command, options) => {
          children.push(JSON.stringify([command, options]));
          return new Deno.Command(command, options).spawn();
        },
      });
      const words = wordsOf(sandbox, line);
      let opened = 0;
      const openClient: typeof wiring.openClient = async (...args) => {
        opened++;
        return await wiring.openClient(...args);
      };
      const args = isLocal(line) ? words : [...words, "-n", node];
      const outcome = await run(args, { system, wiring: { openClient } });
      clearTimeout(timer);
      return { ...outcome, opened, children: children.join("\n") };
    };
    await t.step("errors of configurations", async () => {
      for (const broken of brokenConfigs(machine)) {
        assert.notEqual(broken, machine, "a mistake");
        await Deno.writeTextFile(`${home}/broken.yaml`, broken, { mode: 0o600 });
        for (
          const line of [
            "validate -c HOME/broken.yaml -m metal",
            "apply-config -f HOME/broken.yaml --dry-run",
            "machineconfig patch HOME/broken.yaml -p @HOME/patch.yaml -o HOME/patched.yaml",
            "gen secrets --from-controlplane-config HOME/broken.yaml -o HOME/bundle-2.yaml --force",
            "machineconfig patch HOME/machine.yaml -p @HOME/broken.yaml -o HOME/patched.yaml",
          ]
        ) {
          const { stdout, stderr } = await runLine(line);
          requireAbsent(stdout + stderr, secrets, `output of ${line}: ${stdout}${stderr}`);
        }
        await checkFiles(home, secrets, SECRET_FILES);
      }
    });
    // `shell` requires a terminal.
    for (const line of [...CONFIG_LINES, ...paths.filter((path) => path !== "shell")]) {
      await t.step(line, async () => {
        await Deno.writeTextFile(`${home}/copy`, text, { mode: 0o600 });
        const { code, opened, stdout, stderr, children } = await runLine(line);
        assert.notEqual(code, 2, `the command does not run: ${stderr.slice(0, 300)}`);
        assert.equal(opened === 0, isLocal(line), "whether the command calls a node");
        requireAbsent(stdout, client, `stdout of ${line}`);
        const words = wordsOf(sandbox, line).join(" ");
        if (!PRINTS_CONFIG.test(words)) requireAbsent(stdout, secrets, `stdout of ${line}`);
        const rest = stderr + children;
        requireAbsent(rest, [...client, ...secrets], `stderr or a child of ${line}`);
        await checkFiles(home, client, clientFiles);
        await checkFiles(home, secrets, SECRET_FILES);
      });
    }
    await t.step("an editor opens a file of mode 0600", async () => {
      const modes = await Deno.readTextFile(`${home}/editor-modes`);
      assert.match(modes, /^(600\n){2,}$/);
    });
  });
});
Deno.test("a rotation prints neither the old nor the new keys", async () => {
  await withSandbox({ ...FAST }, async (sandbox) => {
    const { run, home, nodes } = sandbox;
    const before = secretsOf(sandbox.cluster.configOf(nodes[0]!)!.text);
    const system = () => fakeSystem({ home, clock: wallClock, env: { OSCTL_DEBUG: "1" } });
    const plan = await run(["rotate-ca"], { system: system() });
    assert.equal(plan.code, 0, plan.stderr);
    const rotated = await run(["rotate-ca", "--dry-run=false"], { system: system() });
    assert.equal(rotated.code, 0, rotated.stderr);
    const { os, kubernetes, client, context } = await journalOf(sandbox);
    const base64 = (pem: string) => new TextEncoder().encode(pem).toBase64();
    const secrets = [
      ...before,
      keySecret("the new machine CA key", base64(os!.new.key)),
      keySecret("the new Kubernetes CA key", base64(kubernetes!.new.key)),
      keySecret("the new client's key", base64(client!.key)),
      keySecret("the old client's key", base64(context.client.key)),
    ];
    for (const { stdout, stderr } of [plan, rotated]) {
      requireAbsent(stdout + stderr, secrets, "the output of rotate-ca");
    }
    await checkFiles(home, secrets, /^nodes\/[^/]+\/config\.yaml$|^osconfig(\.|$)|^\.os\/config$/);
  });
});

Deno.test({
  name: "no key of a local cluster is in arguments, environments, logs or temporary files",
  ignore: Deno.build.os !== "linux",
}, async () => {
  await withRealCluster(async ({ program, controlPlane: node }) => {
    const { home } = program;
    const config = `${home}/.os/config`;
    const text = await Deno.readTextFile(config);
    const { key } = parseConfig(text, "config").config.contexts.get("e2e")!;
    const shown = await program.run(["get", "mc", "-o", "jsonpath={.spec}", "-n", node]);
    assert.equal(shown.code, 0, shown.stderr);
    const client = [keySecret("the client's key", key!)];
    const secrets = [...client, ...secretsOf(shown.stdout)];
    const temporary = `${home}/temporary`;
    await Deno.mkdir(temporary);
    const cluster = ["--provisioner", "sandbox", "--name", "e2e"];
    for (
      const args of [
        ["list"],
        ["show", ...cluster],
        ["fault", "add", "delay", "--delay", "1ms", ...cluster],
        ["fault", "list", ...cluster],
        ["fault", "clear", ...cluster],
        ["stop", ...cluster],
        ["start", ...cluster],
      ]
    ) {
      const { stdout, stderr } = await program.run(["cluster", ...args], {
        TMPDIR: temporary,
        OSCTL_DEBUG: "1",
      });
      requireAbsent(stdout + stderr, secrets, `output of cluster ${args[0]}`);
    }
    const follow = program.command(["logs", "machined", "-f", "-n", node], {
      stdin: "null",
      stdout: "null",
      stderr: "null",
      env: { TMPDIR: temporary },
    }).spawn();
    try {
      let own = 0;
      for (const { name } of Deno.readDirSync("/proc")) {
        if (!/^\d+$/.test(name)) continue;
        try {
          const started = await Deno.readTextFile(`/proc/${name}/cmdline`) +
            await Deno.readTextFile(`/proc/${name}/environ`);
          if (started.includes(home)) own++;
          requireAbsent(started, secrets, `arguments or environment of process ${name}`);
        } catch (error) {
          const isGone = error instanceof Deno.errors.NotFound ||
            error instanceof Deno.errors.PermissionDenied ||
            (error instanceof Error && error.message.includes("os error 3"));
          if (!isGone) throw error;
        }
      }
      assert.ok(own >= 1, "the background process of the cluster is found");
    } finally {
      follow.kill("SIGTERM");
      await follow.status;
    }
    await checkFiles(home, client, /^\.os\/config$/);
    await checkFiles(
      home,
      secrets.slice(1),
      /^\.os\/clusters\/e2e\/(nodes\/[^/]+\/config\.yaml|secrets\.json)$/,
    );
    assert.deepEqual([...Deno.readDirSync(temporary)], []);
  });
});

/** What `cluster apply` checks for all steps before it changes the first node. */
import { match, strictEqual } from "node:assert/strict";
import { runCommand } from "../../helpers/run_command.ts";
import { scriptedPrompts } from "../../helpers/scripted_prompts.ts";
import { type Declared, withDeclared } from "./declared_home.ts";

const PATCH = 'patches: [{ merge: { machine: { sysctls: { a.b: "1" } } } }]\n';
const FLAGS = ["--no-snapshot", "--accept-quorum-loss", "--gate-checks", "1/1s"];

/** Returns the configurations and versions of the nodes. */
async function stateOf({ run, addresses }: Declared): Promise<string> {
  const nodes = ["-n", addresses.join()];
  const configs = await run("get", "mc", "v1alpha1", ...nodes, "-o", "yaml");
  const versions = await run("version", ...nodes, "-o", "json");
  strictEqual(configs.code, 0, configs.stderr);
  strictEqual(versions.code, 0, versions.stderr);
  return configs.stdout + versions.stdout;
}

/** Edits the file, and checks that an application is refused and changes nothing. */
async function refuses(
  declared: Declared,
  change: (text: string) => string,
  reason: RegExp,
  ...flags: string[]
): Promise<void> {
  const { cluster: { home }, run, edit } = declared;
  const file = await Deno.readTextFile(`${home}/cluster.yaml`);
  const before = await stateOf(declared);
  await edit((text) => change(text) + PATCH);
  const refused = await run("cluster", "apply", "--yes", ...FLAGS, ...flags);
  strictEqual(refused.code === 0, false, refused.stderr);
  match(refused.stderr, reason);
  strictEqual(await stateOf(declared), before);
  await Deno.writeTextFile(`${home}/cluster.yaml`, file);
}

Deno.test("cluster apply checks the versions of all steps before it writes a configuration", () =>
  withDeclared(1, async (declared) => {
    const { run } = declared;
    const created = await run("cluster", "apply", "--yes");
    strictEqual(created.code, 0, created.stderr);
    await refuses(
      declared,
      (text) => text.replace("version: v1.8.0-alpha.2", "version: v1.10.9"),
      /^osctl: nothing was changed: v1\.10\.9 skips minor versions of lab-cp-1 \(v1\.8\.0-alpha\.2\), lab-worker-1 .*install v1\.9 first/m,
    );
    await refuses(
      declared,
      (text) =>
        text.replace("version: v1.8.0-alpha.2", "version: v1.7.7").replace(/contract:.*\n/, "")
          .replace("v1.31.1", "v1.30.5").replace(/^endpoint/m, "contract: v1.7\nendpoint"),
      /nothing was changed: v1\.7\.7 is a downgrade of lab-cp-1 \(v1\.8\.0-alpha\.2\), .*--allow-downgrade/,
    );
    await refuses(
      declared,
      (text) => text.replace("v1.31.1", "v1.31.0"),
      /nothing was changed: Kubernetes 1\.31\.0 is a downgrade of 1\.31\.1; .*--allow-downgrade/,
    );
    await refuses(
      declared,
      (text) => text.replace("v1.31.1", "v1.30.5"),
      /nothing was changed: Kubernetes 1\.30\.5 is a downgrade of 1\.31\.1/,
      "--allow-downgrade",
    );
    await refuses(
      declared,
      (text) =>
        text.replace("version: v1.8.0-alpha.2", "version: v1.8.9\n  image: ghcr.io/none/none"),
      /ghcr\.io\/none\/none:v1\.8\.9/,
    );
  }));

Deno.test("a downgrade is called one in plan and prompt, and needs --allow-downgrade", () =>
  withDeclared(1, async (declared) => {
    const { cluster: { home }, run, edit } = declared;
    const created = await run("cluster", "apply", "--yes");
    strictEqual(created.code, 0, created.stderr);
    await edit((text) => text.replace("version: v1.8.0-alpha.2", "version: v1.8.4"));
    const upgraded = await run("cluster", "apply", "--yes", ...FLAGS);
    strictEqual(upgraded.code, 0, upgraded.stderr);
    await edit((text) => text.replace("version: v1.8.4", "version: v1.8.1"));
    const step = /^2\. downgrade lab-cp-1, lab-worker-1 from v1\.8\.4 to \S+:v1\.8\.1$/m;
    match((await run("cluster", "plan")).stdout, step);
    const refused = await run("cluster", "apply", "--yes", ...FLAGS);
    strictEqual(refused.code, 2, refused.stderr);
    match(refused.stderr, /nothing was changed: v1\.8\.1 is a downgrade/);
    const prompts = scriptedPrompts([["with the downgrade?", "no"]]);
    const args = ["cluster", "apply", ...FLAGS, "--allow-downgrade"];
    const declined = await runCommand(args, {
      home,
      cwd: home,
      wiring: { prompts },
      terminals: ["stdin", "stderr"],
    });
    strictEqual(declined.code, 130, declined.stderr);
    strictEqual(prompts.questions[0]?.[0], "Apply these steps, with the downgrade?");
    const applied = await run("cluster", "apply", "--yes", ...FLAGS, "--allow-downgrade");
    strictEqual(applied.code, 0, applied.stderr);
    match((await run("version", "-n", declared.addresses.join())).stdout, /v1\.8\.1/);
  }));

Deno.test("cluster apply refuses machines that are not the declared nodes", () =>
  withDeclared(2, async (declared) => {
    const { run, edit, addresses } = declared;
    const [, one, two] = addresses as [string, string, string];
    const created = await run("cluster", "apply", "--yes");
    strictEqual(created.code, 0, created.stderr);
    const swapped = (text: string) =>
      text.replace(one, "first").replace(two, one).replace("first", two);
    await refuses(
      declared,
      swapped,
      /another host name: "lab-worker-2" instead of "lab-worker-1"/,
    );
    await refuses(
      declared,
      (text) =>
        text.replace(
          "{ name: lab-worker-1,",
          '{ name: lab-worker-1, identity: { uuid: "00000000-0000-0000-0000-000000000001" },',
        ),
      /not the machine of lab-worker-1: UUID/,
    );
    await edit((text) => text.replace("lab-worker-2", "lab-storage-1"));
    const renamed = await run(
      ...["cluster", "apply", "--yes", ...FLAGS, "--accept-mismatch", "hostname"],
    );
    strictEqual(renamed.code, 0, renamed.stderr);
  }));

Deno.test("cluster apply configures no new machine with a context of another cluster", () =>
  withDeclared(1, async ({ run, addresses }) => {
    const other = ["other", `https://${addresses[0]}:6443`, "--output", "other"];
    strictEqual((await run("gen", "config", ...other)).code, 0);
    strictEqual((await run("config", "merge", "other/osconfig")).code, 0);
    strictEqual((await run("config", "context", "other")).code, 0);
    strictEqual((await run("config", "endpoint", addresses[0]!)).code, 0);
    const { code, stderr } = await run("cluster", "apply", "--yes");
    strictEqual(code, 1);
    match(stderr, /^osctl: context "other" is of another cluster: its CA differs; create /m);
    for (const address of addresses) {
      const status = await run("get", "machinestatus", "--insecure", "-n", address, "-o", "json");
      match(status.stdout, /"stage": ?"maintenance"/, status.stderr);
    }
    const own = await run("cluster", "apply", "--yes", "--context", "lab");
    strictEqual(own.code, 0, own.stderr);
  }));

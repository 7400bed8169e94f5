/** Configurations that are not meant for the node that would receive them. */
import assert from "node:assert/strict";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { testWith } from "../helpers/programs.ts";

const sedTest = testWith("sed");

const TERMINALS = ["stdin", "stderr"] as const;

/** Writes the configuration of a node, changed by `edit`, and returns the file's name. */
async function saveConfig(
  { run, home }: Sandbox,
  node: string,
  edit: (text: string) => string = (text) => text,
): Promise<string> {
  const { stdout, stderr } = await run(["get", "mc", "v1alpha1", "-n", node, "-o", "json"]);
  const text = edit(JSON.parse(stdout).spec);
  assert.ok(text.includes("machine:"), stderr);
  const name = `${node}.yaml`;
  await Deno.writeTextFile(`${home}/${name}`, text);
  return name;
}

/** Returns the configurations of nodes. */
async function configsOf({ run, nodes }: Sandbox): Promise<string> {
  const addresses = nodes.map(({ address }) => address).join();
  return (await run(["get", "mc", "v1alpha1", "-n", addresses, "-o", "yaml"])).stdout;
}

const hostname = (name: string) => (text: string) =>
  text.replace(/^( +)network:(.*)$/m, `$1network:\n$1    hostname: ${name}`);

Deno.test("apply-config refuses another cluster's configuration, and nothing is changed", () =>
  withSandbox({ workers: 1 }, async (sandbox) => {
    const { run, workers, controlPlanes, home } = sandbox;
    const [worker, controlPlane] = [workers[0]!.address, controlPlanes[0]!.address];
    const generated = await run(["gen", "config", "foreign", "https://10.0.0.1:6443"]);
    assert.equal(generated.code, 0, generated.stderr);
    const before = await configsOf(sandbox);
    for (const node of [worker, controlPlane]) {
      for (const more of [[], ["--dry-run"], ["--yes"], ["-m", "staged"]]) {
        const args = ["apply-config", "-f", `${home}/worker.yaml`, "-n", node, ...more];
        const { code, stderr } = await run(args);
        assert.equal(code, 1, stderr);
        assert.match(
          stderr,
          new RegExp(
            `^osctl: ${node}: not applied: the configuration is not meant for this node: ` +
              'another cluster: "foreign" instead of "[^"]+", it trusts none of the node\'s ' +
              "certificate authorities, cluster.id differs",
            "m",
          ),
        );
        assert.match(stderr, /; if it is, add --accept-mismatch cluster[,a-z]*\n$/);
        assert.equal(stderr.includes("another role"), node === controlPlane);
      }
    }
    const rolling = await run([
      ...["apply-config", "-f", "worker.yaml", "-n", worker, "--rolling", "--yes"],
    ]);
    assert.equal(rolling.code, 1);
    assert.match(rolling.stderr, /not meant for this node: another cluster/);
    assert.equal(await configsOf(sandbox), before);
  }));

Deno.test("apply-config refuses the file of another member, and accepts it when told so", () =>
  withSandbox({ workers: 2 }, async (sandbox) => {
    const { run, workers, home } = sandbox;
    const [one, two] = workers.map(({ address }) => address) as [string, string];
    const own = await saveConfig(sandbox, one, hostname("first"));
    assert.equal((await run(["apply-config", "-f", own, "-n", one])).code, 0);
    assert.equal((await run(["apply-config", "-f", own, "-n", one])).code, 0, "its own file");
    const text = await Deno.readTextFile(`${home}/${own}`);
    const other = workers[1]!.name;
    await Deno.writeTextFile(`${home}/other.yaml`, text.replace("first", other));
    const apply = ["apply-config", "-f", "other.yaml", "-n", one];
    const refused = await run(apply);
    assert.equal(refused.code, 1);
    assert.ok(
      refused.stderr.includes(
        `another host name: "${other}" instead of "first", which is the member at ${two}`,
      ),
      refused.stderr,
    );
    const accept = ["--accept-mismatch", "hostname"];
    const asked = await run([...apply, ...accept], { terminals: TERMINALS, stdin: "n\n" });
    assert.equal(asked.code, 130);
    assert.match(asked.stderr, /hostname: "?first"?[^]*^Apply the configuration: 1 worker$/m);
    assert.match(asked.stderr, /Kubernetes registers it as another node; the object/);
    const done = await run([...apply, ...accept]);
    assert.equal(done.code, 0, done.stderr);
    assert.match(await configsOf(sandbox), new RegExp(`hostname: ${other}`));
  }));

sedTest(
  "patch and edit refuse what takes a node out of its cluster",
  () =>
    withSandbox({ workers: 1 }, async (sandbox) => {
      const { run, workers, home } = sandbox;
      const node = workers[0]!.address;
      const before = await configsOf(sandbox);
      const controlPlane = sandbox.controlPlanes[0]!.address;
      const id = `cluster: {id: ${btoa("0".repeat(32))}}`;
      const patch = ["patch", "mc", "-p", id, "-n", `${node},${controlPlane}`];
      const patched = await run([...patch, "--dry-run"]);
      assert.equal(patched.code, 1);
      assert.match(patched.stderr, /another cluster: cluster\.id differs/);
      const rolling = await run([...patch, "--rolling", "--yes"]);
      assert.match(rolling.stderr, /another cluster: cluster\.id differs/);
      const address =
        `machine: {network: {interfaces: [{interface: eth9, addresses: [${controlPlane}/8]}]}}`;
      const taken = await run(["patch", "mc", "-p", address, "-n", node]);
      assert.equal(taken.code, 1);
      assert.match(taken.stderr, /address of another member: 127[\d.]+ of test-controlplane-1/);
      const editor = { env: { EDITOR: "sed -i s/kubelet:v1.31/kubelet:v1.29/", TMPDIR: home } };
      const edited = await run(["edit", "mc", "-n", node], editor);
      assert.equal(edited.code, 1);
      assert.match(edited.stderr, /an older release: kubelet 1\.29\.\d+ instead of 1\.31\.\d+/);
      assert.equal(await configsOf(sandbox), before);
      const accepted = await run(
        ["edit", "mc", "-n", node, "--accept-mismatch", "release"],
        editor,
      );
      assert.equal(accepted.code, 0, accepted.stderr);
      assert.notEqual(await configsOf(sandbox), before);
    }),
);

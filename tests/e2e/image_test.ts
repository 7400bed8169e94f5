/**
 * The images that `scripts/image.ts` builds, run in docker.
 */
import assert from "node:assert/strict";
import { buildImages } from "../../scripts/image.ts";
import { docker, dockerTest, loadImages, NODE_ARGS, sharesHostNetwork } from "../helpers/docker.ts";
import { runCommand } from "../helpers/run_command.ts";
import { withSandbox } from "../helpers/sandbox.ts";

/** Largest image, bytes. */
const BUDGET = 130e6;

/** Waits until a node logs that it listens. */
async function untilListening(node: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (/ listens on /.test(await docker("logs", node))) return;
    assert.equal(await docker("inspect", "--format", "{{.State.Running}}", node), "true");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  assert.fail(await docker("logs", node));
}

Deno.test(dockerTest("the images run osctl, and a node with its configuration"), async (t) => {
  await using images = await loadImages();
  const folder = await Deno.makeTempDir({ prefix: "osctl-image-test-" });
  // The client in the container is another user.
  await Deno.chmod(folder, 0o755);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const mount = ["--volume", `${folder}:/config:ro`, "--env", "OSCONFIG=/config/osconfig"];

  await t.step("the client image is small and runs without root", async () => {
    const size = Number(await docker("image", "inspect", "--format", "{{.Size}}", images.client));
    assert.ok(size < BUDGET, `${size} bytes`);
    const user = await docker("image", "inspect", "--format", "{{.Config.User}}", images.client);
    assert.match(user, /^[1-9]\d*:[1-9]\d*$/);
    const version = await docker(
      ...["run", "--rm", "--read-only", "--cap-drop", "ALL", "--network", "none"],
      ...[images.client, "version", "--client", "--short"],
    );
    assert.match(version, /^Client/);
  });

  await t.step("the client image reaches a sandbox on the host", async () => {
    if (!await sharesHostNetwork(images.client)) {
      console.log("skipped: this process is not in the host's network namespace");
      return;
    }
    await withSandbox({ name: "host" }, async ({ osconfig, controlPlanes }) => {
      await Deno.copyFile(osconfig, `${folder}/osconfig`);
      await Deno.chmod(`${folder}/osconfig`, 0o644);
      const { address, name } = controlPlanes[0]!;
      const output = await docker(
        ...["run", "--rm", "--network", "host", ...mount, images.client],
        ...["get", "hostname", "-n", address],
      );
      assert.match(output, new RegExp(`^${address} .* ${name}\\b`, "m"));
    });
  });

  await t.step("a control plane and a worker start from USERDATA and form a cluster", async () => {
    const network = `osctl-test-${crypto.randomUUID().slice(0, 8)}`;
    const [x, y] = crypto.getRandomValues(new Uint8Array(2));
    await docker("network", "create", "--subnet", `10.${x}.${y}.0/24`, network);
    stack.defer(async () => void await docker("network", "rm", network));
    const address = `10.${x}.${y}.5`;
    const generated = await runCommand(
      ["gen", "config", "demo", `https://${address}:6443`, "-o", folder, "--force"],
    );
    assert.equal(generated.code, 0, generated.stderr);
    await Deno.chmod(`${folder}/osconfig`, 0o644);
    const start = async (type: string, hostname: string, ip: string) => {
      const config = (await Deno.readFile(`${folder}/${type}.yaml`)).toBase64();
      const id = await docker(
        ...["run", ...NODE_ARGS, "--network", network, "--ip", ip, "--hostname", hostname],
        ...["--env", `USERDATA=${config}`, images.node],
      );
      stack.defer(async () => void await docker("rm", "--force", "--volumes", id));
      return id;
    };
    const node = await start("controlplane", "cp-1", address);
    const worker = address.replace(/5$/, "6");
    await start("worker", "worker-1", worker);
    const osctl = (...args: string[]) =>
      docker(
        ...["run", "--rm", "--network", network, ...mount, images.client],
        ...["-e", address, "-n", address, ...args],
      );
    await untilListening(node);
    assert.match(await osctl("version"), new RegExp(`NODE: +${address}`));
    await osctl("bootstrap");
    for (let attempt = 0; !/ worker-1 /.test(await osctl("get", "members")); attempt++) {
      assert.ok(attempt < 60, "the worker did not join");
    }
    await osctl("health", "--wait-timeout", "60s");
    assert.match(await osctl("version", "-n", worker), new RegExp(`NODE: +${worker}`));
    assert.match(await osctl("get", "platformmetadata"), / container\b/);
  });
});

Deno.test(dockerTest("the same bundle gives the same images"), async () => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-image-test-" });
  try {
    await Deno.mkdir(`${folder}/dist`);
    await Deno.writeTextFile(`${folder}/dist/main.js`, "1;\n");
    const digests: string[] = [];
    for (let round = 0; round < 2; round++) {
      const { node } = await buildImages(`${folder}/dist`, folder);
      const hash = await crypto.subtle.digest("SHA-256", await Deno.readFile(node));
      digests.push(new Uint8Array(hash).toHex());
    }
    assert.equal(digests[0], digests[1]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a node refuses to run on a shared machine", async () => {
  const { code, stderr } = await runCommand(["cluster", "node-run"]);
  assert.equal(code, 1);
  assert.match(stderr, /not the first process of a container or virtual machine/);
  assert.match(stderr, /cluster create --provisioner sandbox/);
});

import assert from "node:assert/strict";
import { parse } from "yaml";
import { stream, unary } from "../../../lib/sandbox/types.ts";
import { ImageService, machine, MachineService } from "../../../proto/machine.ts";
import { acceleratedClock } from "../../helpers/fake_system.ts";
import { runCommand } from "../../helpers/run_command.ts";
import { withSandbox } from "../../helpers/sandbox.ts";

const lines = (text: string) => text.split("\n").slice(0, -1);

const LAYERS = [100, 250];
const CONFIG_ID = `sha256:${"c".repeat(64)}`;

async function digestOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `sha256:${new Uint8Array(hash).toHex()}`;
}

/** A registry on loopback with one multi-architecture image, recording requests. */
async function withRegistry(
  body: (
    registry: { host: string; digest: string; size: number; requests: string[] },
  ) => Promise<void>,
): Promise<void> {
  const manifest = JSON.stringify({
    schemaVersion: 2,
    config: { digest: CONFIG_ID, size: 50 },
    layers: LAYERS.map((size) => ({ digest: `sha256:${"d".repeat(64)}`, size })),
  });
  const own = await digestOf(manifest);
  const index = JSON.stringify({
    schemaVersion: 2,
    manifests: ["amd64", "arm64"].map((architecture) => ({
      digest: own,
      size: manifest.length,
      platform: { os: "linux", architecture },
    })),
  });
  const requests: string[] = [];
  const content: Record<string, string> = { "1.0": index, latest: manifest, [own]: manifest };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const { pathname } = new URL(request.url);
    requests.push(pathname);
    const text = content[pathname.replace("/v2/team/app/manifests/", "")];
    if (pathname.endsWith("/broken")) return new Response("{");
    if (pathname.endsWith("/moved")) {
      return new Response(null, { status: 302, headers: { location: "http://127.0.0.1:1/" } });
    }
    return text === undefined ? new Response("", { status: 404 }) : new Response(text);
  });
  try {
    const size = index.length + manifest.length + 50 + 350;
    const host = `127.0.0.1:${server.addr.port}`;
    await body({ host, digest: await digestOf(index), size, requests });
  } finally {
    await server.shutdown();
  }
}

Deno.test("image default and images print the published list of the release", async () => {
  const old = await runCommand(["images"], { release: "v1.4" });
  assert.equal(
    old.stdout,
    `ghcr.io/siderolabs/flannel:v0.21.4
ghcr.io/siderolabs/install-cni:v1.4.0
docker.io/coredns/coredns:1.10.1
gcr.io/etcd-development/etcd:v3.5.7
registry.k8s.io/kube-apiserver:v1.27.1
registry.k8s.io/kube-controller-manager:v1.27.1
registry.k8s.io/kube-scheduler:v1.27.1
registry.k8s.io/kube-proxy:v1.27.1
ghcr.io/siderolabs/kubelet:v1.27.1
ghcr.io/siderolabs/installer:v1.4.0-alpha.4
registry.k8s.io/pause:3.6
`,
  );
  const now = await runCommand(["image", "default"]);
  assert.equal(
    now.stdout,
    `ghcr.io/siderolabs/flannel:v0.25.6
registry.k8s.io/coredns/coredns:v1.11.3
gcr.io/etcd-development/etcd:v3.5.15
registry.k8s.io/kube-apiserver:v1.31.1
registry.k8s.io/kube-controller-manager:v1.31.1
registry.k8s.io/kube-scheduler:v1.31.1
registry.k8s.io/kube-proxy:v1.31.1
ghcr.io/siderolabs/kubelet:v1.31.1
ghcr.io/siderolabs/installer:v1.8.0-alpha.2
registry.k8s.io/pause:3.9
`,
  );
  assert.equal((await runCommand(["images", "default"])).stdout, now.stdout);
  assert.equal((await runCommand(["image", "default", "--namespace=system"])).stdout, now.stdout);
  const other = await runCommand(["image", "default", "--kubernetes-version", "v1.30.5"]);
  assert.equal(other.stdout, now.stdout.replaceAll(":v1.31.1\n", ":v1.30.5\n"));
  assert.notEqual(other.stdout, now.stdout);
  const wrong = await runCommand(["image", "default", "--kubernetes-version", "new"]);
  assert.deepEqual([wrong.code, wrong.stdout], [2, ""]);
  const json = await runCommand(["images", "-o", "json"], { release: "v1.4" });
  assert.deepEqual(
    JSON.parse(json.stdout).map(({ image }: { image: string }) => image),
    lines(old.stdout),
  );
  const yaml = await runCommand(["image", "default", "--output", "yaml"]);
  assert.deepEqual(parse(yaml.stdout)[0], { node: null, image: lines(now.stdout)[0] });
  assert.equal((await runCommand(["image", "default"], { release: "v1.4" })).code, 2);
  assert.equal((await runCommand(["images", "default"], { release: "v1.4" })).code, 2);
});

Deno.test("image pull and list use the namespace of each node", async () => {
  await withRegistry(async ({ host, digest, size, requests }) => {
    await withSandbox({ workers: 1 }, async ({ run, controlPlanes, workers, dead }) => {
      const node = controlPlanes[0]!.address;
      const worker = workers[0]!.address;
      const image = `${host}/team/app:1.0`;
      const empty = await run(["image", "list", "-n", node]);
      assert.deepEqual([empty.code, empty.stdout], [
        ...[0, "NODE   IMAGE   DIGEST   SIZE   CREATED\n"],
      ]);

      const pulled = await run(["image", "pull", image, "-n", `${node},${worker}`]);
      assert.deepEqual([pulled.code, pulled.stdout, pulled.stderr], [0, "", ""]);
      assert.equal(requests.length, 4);
      await run(["image", "p", image, "-n", node]);
      assert.equal(requests.length, 4, "an image that is there is not pulled again");

      const one = await run(["image", "list", "-n", node]);
      const names = [image, `${host}/team/app@${digest}`, CONFIG_ID];
      const cells = lines(one.stdout).map((line) => line.split(/ {3,}/));
      assert.deepEqual(cells[0], ["NODE", "IMAGE", "DIGEST", "SIZE", "CREATED"]);
      assert.deepEqual(
        cells.slice(1).map((row) => row.slice(0, 4)),
        names.map((name) => [node, name, digest, `${(size / 1000).toFixed(1)} kB`]),
      );
      assert.match(cells[1]![4]!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

      const system = await run(["image", "ls", "--namespace", "system", "-n", node]);
      assert.equal(lines(system.stdout).length, 1);
      await run(["image", "pull", "--namespace=system", `${host}/team/app`, "-n", worker]);
      const json = await run([
        ...["images", "l", "--namespace", "system", "-o", "json", "-n", `${worker},${node}`],
      ]);
      const rows = JSON.parse(json.stdout);
      assert.equal(rows.length, 3);
      assert.ok(rows.every((row: { node: string }) => row.node === worker));
      assert.equal(rows[0].image, `${host}/team/app:latest`);
      assert.match(rows[0].digest, /^sha256:[0-9a-f]{64}$/);
      assert.ok(Date.parse(rows[0].created) <= Date.now());
      assert.equal(typeof rows[0].size, "number");

      const three = await run(["image", "list", "--no-headers", "-n", `${dead},${worker},${node}`]);
      assert.equal(three.code, 1);
      assert.deepEqual(
        lines(three.stdout).map((line) => line.split(" ")[0]),
        [...Array(3).fill(worker), ...Array(3).fill(node)],
      );
      assert.match(three.stderr, new RegExp(`^osctl: ${dead.replaceAll(".", "\\.")}: [^\\n]+\\n$`));
      const yaml = await run(["image", "list", "-o", "yaml", "-n", node]);
      assert.equal(parse(yaml.stdout).length, 3);
    });
  });
});

Deno.test("image pull reports errors per node and records nothing", async () => {
  await withRegistry(async ({ host }) => {
    await withSandbox({ workers: 1 }, async ({ run, nodes, dead, osconfigFor }) => {
      const node = nodes[0]!.address;
      for (
        const [image, expected] of [
          ["Not/An Image", /failed to parse image reference "Not\/An Image": invalid reference/],
          ["a:b:c", /invalid reference format/],
          ["", /invalid reference format/],
          ["app@sha256:12", /invalid reference format/],
          [
            "pause:3.9",
            /"docker\.io\/library\/pause:3\.9": sandbox nodes pull from registries on loopback/,
          ],
          ["10.0.0.1:5000/app", /pull from registries on loopback addresses only/],
          [`${host}/team/app:2.0`, /app:2\.0: not found/],
          [`${host}/team/app:broken`, /is not JSON/],
          [`${host}/team/app:moved`, /status 302/],
          [`${host}/team/app@sha256:${"0".repeat(64)}`, /not found/],
          ["127.0.0.1:1/app", /request to 127\.0\.0\.1:1 failed: .*REFUSED/],
        ] as const
      ) {
        const { code, stdout, stderr } = await run(["image", "pull", image, "-n", node]);
        assert.deepEqual([code, stdout], [1, ""], image);
        assert.match(stderr, expected);
        assert.match(stderr, new RegExp(`^osctl: ${node.replaceAll(".", "\\.")}: [^\\n]+\\n$`));
      }
      const listed = await run(["image", "list", "-o", "json", "-n", node]);
      assert.equal(listed.stdout, "[]\n");

      const all = `${dead},${nodes[1]!.address},${node}`;
      const several = await run(["image", "pull", `${host}/team/app:1.0`, "-n", all]);
      assert.equal(several.code, 1);
      assert.equal(lines(several.stderr).length, 1);
      assert.equal(lines((await run(["image", "ls", "-n", node])).stdout).length, 4);

      for (
        const args of [["pull"], ["pull", "a", "b"], ["list", "x"], ["list", "--namespace", "k8s"]]
      ) {
        assert.equal((await run(["image", ...args, "-n", node])).code, 2, args.join(" "));
      }
      const osconfig = await osconfigFor("os:reader");
      const reader = await run(["image", "pull", "x", "-n", node, "--osconfig", osconfig]);
      assert.match(reader.stderr, /not authorized/);
    });
  });
});

Deno.test("image requests carry the namespace of talosctl", async () => {
  const seen: unknown[] = [];
  const bindings = [
    stream(MachineService.ImageList, async function* (request) {
      seen.push(request.namespace);
      yield await Promise.resolve(machine.ImageListResponse.create({ name: "a\x1b[2J", size: 7 }));
    }),
    unary(MachineService.ImagePull, (request) => {
      seen.push([request.namespace, request.reference]);
      return Promise.resolve(machine.ImagePullResponse.create({ messages: [{}] }));
    }),
  ];
  await withSandbox({ bindings }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const { stdout } = await run(["image", "list", "--no-headers", "-n", node]);
    assert.equal(stdout, `${node}   a\\x1b[2J      7 B   1970-01-01T00:00:00Z\n`);
    await run(["image", "list", "--namespace", "system", "-n", node]);
    await run(["image", "pull", "x", "-n", node]);
    await run(["image", "pull", "--namespace", "system", "x", "-n", node]);
  });
  assert.deepEqual(seen, [2, 1, [2, "x"], [1, "x"]]);
});

Deno.test("image pull completes default images and images of nodes", async () => {
  const binding = stream(MachineService.ImageList, async function* ({ namespace }) {
    const own = `127.0.0.1:5000/in-${namespace}:1`;
    for (const name of [own, `127.0.0.1:5000/app@sha256:${"e".repeat(64)}`, CONFIG_ID]) {
      yield await Promise.resolve(machine.ImageListResponse.create({ name }));
    }
  });
  const slow = stream(MachineService.ImageList, async function* (_, { signal }) {
    await new Promise((done) => signal.addEventListener("abort", done, { once: true }));
    yield machine.ImageListResponse.create({});
  });
  for (const [bindings, expected] of [[[binding], true], [[slow], false]] as const) {
    await withSandbox({ bindings: [...bindings] }, async ({ run, nodes }) => {
      const complete = async (...words: string[]) => {
        const line = ["__complete", "zsh", "-n", nodes[0]!.address, "image", "pull", ...words];
        // The clock of completions is slow by default, so that none times out on a busy machine.
        const clock = expected ? {} : { clock: acceleratedClock(1 / 2) };
        return lines((await run(line, clock)).stdout).map((text) => text.slice(1).split("\t")[0]);
      };
      assert.deepEqual(await complete("registry.k8s.io/pa"), ["registry.k8s.io/pause:3.9"]);
      assert.deepEqual(await complete("127."), expected ? ["127.0.0.1:5000/in-2:1"] : []);
      const system = await complete("--namespace", "system", "127.");
      assert.deepEqual(system, expected ? ["127.0.0.1:5000/in-1:1"] : []);
    });
  }
});

Deno.test("image pull prints the image, and image list its labels, on nodes from v1.13 on", async () => {
  await withRegistry(async ({ host, digest }) => {
    const image = `${host}/team/app:1.0`;
    const pinned = `${host}/team/app@${digest}`;
    await withSandbox({ osVersion: "v1.13.9", workers: 1 }, async ({ run, nodes }) => {
      const [one, two] = nodes.map(({ address }) => address);
      const pulled = await run(["image", "pull", image, "-n", `${two},${one}`]);
      assert.deepEqual([pulled.code, pulled.stdout, pulled.stderr], [
        0,
        `${two}: pulled image ${pinned}\n${one}: pulled image ${pinned}\n`,
        "",
      ]);
      const table = lines((await run(["image", "list", "-n", one!])).stdout);
      assert.match(table[0]!, /^NODE +IMAGE +DIGEST +SIZE +CREATED +LABELS$/);
      assert.match(table[1]!, / io\.cri-containerd\.image=managed$/);
      const json = await run(["image", "list", "-n", one!, "-o", "json"]);
      assert.deepEqual(JSON.parse(json.stdout)[0].labels, {
        "io.cri-containerd.image": "managed",
      });
      await run(["image", "pull", image, "--namespace", "inmem", "-n", one!]);
      for (const [namespace, count] of [["inmem", 3], ["system", 0]] as const) {
        const args = ["image", "list", "--namespace", namespace, "--no-headers", "-n", one!];
        assert.equal(lines((await run(args)).stdout).length, count, namespace);
      }
      const missing = await run(["image", "pull", `${host}/team/none:1`, "-n", `${one},${two}`]);
      assert.deepEqual([missing.code, missing.stdout], [1, ""]);
      assert.equal(lines(missing.stderr).length, 2, missing.stderr);
    });
    await withSandbox({ osVersion: "v1.12.11" }, async ({ run, nodes }) => {
      const node = nodes[0]!.address;
      const pulled = await run(["image", "pull", image, "-n", node]);
      assert.deepEqual([pulled.code, pulled.stdout, pulled.stderr], [0, "", ""]);
      const table = lines((await run(["image", "list", "-n", node])).stdout);
      assert.match(table[0]!, /^NODE +IMAGE +DIGEST +SIZE +CREATED$/);
      assert.equal(table.length, 4);
      const older = await run(["image", "list", "--namespace", "inmem", "-n", node]);
      assert.equal(older.code, 1);
      assert.match(older.stderr, /nodes before v1\.13 have no namespace inmem/);
    });
  });
});

Deno.test("image pull shows the image and the nodes it waits for, on a terminal", async () => {
  const slow = unary(MachineService.ImagePull, async () => {
    // Longer than 2 s by the clock of the client.
    await new Promise((resolve) => setTimeout(resolve, 500));
    return machine.ImagePullResponse.create({ messages: [{}] });
  });
  await withSandbox({ bindings: [slow] }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const line = ["image", "pull", "pause:3.9", "-n", node];
    const shown = await run(line, { clock: acceleratedClock(5), terminals: ["stderr"] });
    assert.equal(shown.code, 0, shown.stderr);
    assert.ok(shown.stderr.includes(`pulling pause:3.9: waiting for ${node} (`), shown.stderr);
    assert.ok(shown.stderr.endsWith("\r\x1b[K"), "the line is cleared");
    const pipe = await run(line, { clock: acceleratedClock(5) });
    assert.deepEqual([pipe.code, pipe.stderr], [0, ""]);
  });
});

Deno.test("image pull shows the layers of slow pulls on a terminal", async () => {
  const { DOWNLOADING, EXTRACT_COMPLETE } = machine.ImageServicePullLayerProgress.Status;
  const pull = stream(ImageService.Pull, async function* () {
    const layers = [
      { layerId: "a", progress: { status: EXTRACT_COMPLETE, total: 10_000_000 } },
      { layerId: "b", progress: { status: DOWNLOADING, offset: 5_000_000, total: 30_000_000 } },
    ];
    for (const pullProgress of layers) {
      yield machine.ImageServicePullResponse.create({ pullProgress });
    }
    // Longer than the time after which progress is shown.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    yield machine.ImageServicePullResponse.create({ name: "example.com/app@sha256:1" });
  });
  const options = { osVersion: "v1.14.0-rc.1", bindings: [pull] };
  await withSandbox(options, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const args = ["image", "pull", "example.com/app:1", "-n", node];
    const { code, stdout, stderr } = await run(args, { terminals: ["stderr"] });
    assert.deepEqual([code, stdout], [0, `${node}: pulled image example.com/app@sha256:1\n`]);
    assert.ok(
      stderr.includes(`pulling example.com/app:1: ${node} 1 of 2 layers, 15 MB of 40 MB`),
      stderr,
    );
  });
});

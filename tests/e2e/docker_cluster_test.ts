/** Clusters of containers with a real engine and the node image. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { DEFAULT_RELEASE, OS_VERSION } from "../../lib/distribution.ts";
import { Program } from "../../scripts/program.ts";
import { dockerTest, loadImages, type TestImages } from "../helpers/docker.ts";
import { leftObjects, randomPlace, removeObjects } from "../helpers/docker_cluster.ts";

/** Runs of each kill test; `OSCTL_KILLS=20` for many. */
const KILLS = Number(Deno.env.get("OSCTL_KILLS") ?? 3);
/** Times over which the kills are spread, milliseconds. */
const CREATE_MS = 4000;
const DESTROY_MS = 600;

/** talosctl; the tests with it are skipped without one. */
const reference = Deno.env.get("OSCTL_BENCH_REFERENCE");

/** Images of the running test. */
let images: TestImages;

const steps: Deno.TestStepDefinition[] = [];
const step = (definition: Omit<Deno.TestStepDefinition, "fn"> & { fn: () => Promise<void> }) =>
  void steps.push(definition);

/** Runs the body with an empty home and removes what is left of its cluster. */
async function withCluster(
  body: (parts: {
    readonly program: Program;
    readonly image: string;
    readonly archive: string;
    readonly name: string;
    /** Flags of create. */
    readonly flags: readonly string[];
    run(...args: string[]): Promise<string>;
  }) => Promise<void>,
): Promise<void> {
  const { node, archives } = images;
  await using program = await Program.create();
  const { name, cidr } = randomPlace();
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await program.run(args, { KUBECONFIG: "" });
    equal(code, 0, `${args.join(" ")}: ${stderr}`);
    return stdout + stderr;
  };
  const flags = ["--name", name, "--cidr", cidr, "--image", node];
  try {
    await body({ program, image: node, archive: archives.node, name, flags, run });
  } finally {
    await removeObjects(name);
  }
}

/** Returns what is left in the home: state folders and contexts. */
async function leftFiles({ home }: Program): Promise<string[]> {
  const left: string[] = [];
  for (const path of [`${home}/.os/config`, `${home}/.kube/config`]) {
    const text = await Deno.readTextFile(path).catch(() => "");
    if (/certificate|endpoints/.test(text)) left.push(path);
  }
  try {
    for await (const { name } of Deno.readDir(`${home}/.os/clusters`)) left.push(name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return left;
}

step({
  name: "a cluster of containers: create, wait, health, refused upgrade, stop, start, destroy",
  fn: () =>
    withCluster(async ({ program, name, flags, run }) => {
      const created = await run("cluster", "create", ...flags, "--controlplanes", "2");
      match(created, /^waiting for etcd to be bootstrapped: OK/m);
      match(created, /^waiting for all k8s nodes to report schedulable: OK/m);
      match(created, new RegExp(`^${name}-controlplane-2 +controlplane .* running$`, "m"));
      match(await run("health", "-n", `${name}-controlplane-1`), /schedulable/);
      const first = ["-n", `${name}-controlplane-1`];
      const members = JSON.parse(await run(...first, "get", "members", "-o", "json=id"));
      equal(members.length, 3);
      match(await run("-n", `${name}-worker-1`, "get", "machinestatus"), /running/);
      // Nodes in containers have no disk to install on.
      const upgrade = ["upgrade", "--image", "example/installer:v1.8.1", "--accept-quorum-loss"];
      const { code, stderr } = await program.run([...first, ...upgrade]);
      equal(code, 1);
      match(stderr, /not supported in container mode \(FailedPrecondition\)$/m);
      match(await run("cluster", "list"), new RegExp(`^${name} +docker +running +3 `, "m"));
      await run("cluster", "stop", "--name", name);
      const stopped = await run("cluster", "show", "--name", name);
      equal(stopped.match(/ stopped$/gm)?.length, 3);
      match(stopped, /is stopped; start it with: osctl cluster start --name/);
      await run("cluster", "start", "--name", name);
      // A started cluster answers at once.
      match(await run("-n", `${name}-worker-1`, "version"), /Tag:/);
      match(await run("cluster", "list"), new RegExp(`^${name} +docker +running +3 `, "m"));
      const destroyed = await run("cluster", "destroy", "--name", name);
      match(destroyed, new RegExp(`^removed container ${name}-worker-1$`, "m"));
      match(destroyed, new RegExp(`^removed network ${name}$`, "m"));
      deepEqual(await leftObjects(name), []);
      deepEqual(await leftFiles(program), []);
    }),
});

step({
  name: "create -f runs the nodes of a cluster file in containers, on which plan and apply work",
  fn: () =>
    withCluster(async ({ program, name, flags, run }) => {
      const [controlPlane, worker] = [`${name}-cp`, `${name}-w`];
      const path = `${program.home}/cluster.yaml`;
      const write = (value: string) =>
        Deno.writeTextFile(
          path,
          `name: lab
endpoint: https://10.0.0.10:6443
vip: {address: 10.0.0.10, interface: eth0}
contract: v1.8
os: {version: ${OS_VERSION[DEFAULT_RELEASE]}}
kubernetes: {version: v1.31.1}
install: {diskSelector: {type: nvme}}
patches:
  - merge: {machine: {sysctls: {a.b: "${value}"}}}
  - merge: {apiVersion: v1alpha1, kind: NetworkDefaultActionConfig, ingress: block}
controlPlane: {nodes: [{name: ${controlPlane}, addresses: [10.0.0.11]}]}
workers: {main: {nodes: [{name: ${worker}, addresses: [10.0.0.21]}]}}
`,
        );
      await write("1");
      const created = await run("cluster", "create", ...flags, "-f", "cluster.yaml");
      match(created, /^ {2}install: nodes are not installed$/m);
      match(created, /^ {2}removed NetworkDefaultActionConfig: .*-cp, .*-w$/m);
      match(created, new RegExp(`^${worker} +worker .* running$`, "m"));
      match(await run("cluster", "plan"), new RegExp(`^${controlPlane} .* same `, "m"));
      await write("2");
      await run("cluster", "apply", "--yes", "--accept-quorum-loss", "--no-snapshot");
      match(await run("cluster", "plan"), new RegExp(`^${worker} .* same `, "m"));
      await run("cluster", "destroy", "--name", name);
      deepEqual(await leftObjects(name), []);
      deepEqual(await leftFiles(program), []);
    }),
});

step({
  name: "create loads an image archive, and configures nodes in maintenance mode",
  fn: () =>
    withCluster(async ({ program, archive, name, flags, run }) => {
      const own = flags.slice(0, 4);
      const archived = ["--image-archive", archive, "--workers", "0", "--skip-kubeconfig"];
      const maintenance = ["--skip-injecting-config", "--with-apply-config"];
      const created = await run("cluster", "create", ...own, ...archived, ...maintenance);
      match(created, /^loading .*\.tar$/m);
      match(created, /^created .*\/controlplane\.yaml$/m);
      match(created, /^waiting for all nodes to accept their configuration: OK/m);
      equal((await Deno.stat(`${program.home}/controlplane.yaml`)).mode! & 0o777, 0o600);
      const again = await program.run(["cluster", "create", ...own, ...archived]);
      equal(again.code, 1);
      match(again.stderr, /already exists in ".*"; use another --name, or remove it with: osctl/);
      await run("cluster", "destroy", "--name", name);
      deepEqual(await leftObjects(name), []);
    }),
});

step({
  name: "a create that fails or is interrupted leaves nothing, with --keep everything",
  fn: () =>
    withCluster(async ({ program, name, flags, run }) => {
      const broken = ["--wait-timeout", "1ms", "--crashdump"];
      const failed = await program.run(["cluster", "create", ...flags, ...broken]);
      equal(failed.code, 1);
      match(failed.stderr, /health check "the node API to respond" failed/);
      const dump = /^wrote the logs of the nodes to (.*)$/m.exec(failed.stderr)?.[1];
      match(
        await Deno.readTextFile(dump!),
        new RegExp(`^=== ${name}-worker-1 \\(running\\)$`, "m"),
      );
      deepEqual(await leftObjects(name), []);
      deepEqual(await leftFiles(program), []);
      const kept = await program.run(["cluster", "create", ...flags, ...broken, "--keep"]);
      equal(kept.code, 1);
      equal((await leftObjects(name)).length > 2, true);
      await run("cluster", "destroy", "--name", name);
      deepEqual(await leftObjects(name), []);
      deepEqual(await leftFiles(program), []);
      const { code, stderr } = await endAfter(program, ["cluster", "create", ...flags], {
        line: "creating network",
        ms: 0,
        signal: "SIGINT",
      });
      equal(code, 130, stderr);
      deepEqual(await leftObjects(name), []);
      deepEqual(await leftFiles(program), []);
    }),
});

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Starts the program, sends it a signal a time after a line that it writes, and waits for its end.
 *
 * @param line Text in the line; `""` for the start.
 */
async function endAfter(
  program: Program,
  args: readonly string[],
  { line, ms, signal = "SIGKILL" }: {
    readonly line: string;
    readonly ms: number;
    readonly signal?: Deno.Signal;
  },
): Promise<{ readonly code: number; readonly stderr: string }> {
  const child = program.command(args, { stdin: "null", stdout: "null", stderr: "piped" }).spawn();
  let hasEnded = false;
  const ended = child.status.then(() => hasEnded = true);
  const reached = Promise.withResolvers<void>();
  let text = "";
  const reading = (async () => {
    for await (const part of child.stderr.pipeThrough(new TextDecoderStream())) {
      if ((text += part).includes(line)) reached.resolve();
    }
    reached.resolve();
  })();
  if (line !== "") await reached.promise;
  await delay(ms);
  if (!hasEnded) child.kill(signal);
  await Promise.all([ended, reading]);
  return { code: (await child.status).code, stderr: text };
}

step({
  name: "destroy leaves nothing of a create that was killed",
  fn: async () => {
    for (let run = 0; run < KILLS; run++) {
      await withCluster(async ({ program, name, flags }) => {
        const ms = CREATE_MS * (run + 0.5) / KILLS;
        // Only a line shows on every machine that something was created.
        const line = run % 2 === 0 ? "creating network" : "";
        await endAfter(program, ["cluster", "create", ...flags], { line, ms });
        if (line !== "") ok((await leftFiles(program)).length > 0, `after ${ms} ms`);
        const { code, stderr } = await program.run(["cluster", "destroy", "--name", name]);
        ok(code === 0 || /not found/.test(stderr), `after ${ms} ms: ${stderr}`);
        await delay(1000);
        deepEqual(await leftObjects(name), [], `after ${ms} ms: ${stderr}`);
        deepEqual(await leftFiles(program), [], `after ${ms} ms: ${stderr}`);
      });
    }
  },
});

step({
  name: "a second destroy completes one that was killed",
  fn: async () => {
    for (let run = 0; run < KILLS; run++) {
      await withCluster(async ({ program, name, flags, run: start }) => {
        const ms = DESTROY_MS * (run + 0.5) / KILLS;
        await start("cluster", "create", ...flags, "--wait=false");
        const destroy = ["cluster", "destroy", "--name", name];
        await endAfter(program, destroy, { line: run % 2 === 0 ? "removed container" : "", ms });
        const { code, stderr } = await program.run(destroy);
        ok(code === 0 || /not found/.test(stderr), `after ${ms} ms: ${stderr}`);
        deepEqual(await leftObjects(name), [], `after ${ms} ms: ${stderr}`);
        deepEqual(await leftFiles(program), [], `after ${ms} ms: ${stderr}`);
      });
    }
  },
});

/** The lines of `show` without the columns of only one client, and without the gateway. */
function comparable(shown: string): string[] {
  return shown.split("\n")
    .filter((line) => !line.startsWith("NETWORK GATEWAY"))
    .map((line) => line.replace(/ {3}(STATE|running)$/, "").trimEnd());
}

step({
  name: "talosctl shows and destroys our cluster, and osctl its cluster",
  ...(reference === undefined ? { ignore: true } : {}),
  fn: () =>
    withCluster(async ({ program, image, name, flags, run }) => {
      const theirs = async (...args: string[]) => {
        const { code, stdout, stderr } = await new Deno.Command(reference!, {
          args,
          env: { HOME: program.home },
        }).output();
        const text = new TextDecoder();
        equal(code, 0, `${args.join(" ")}: ${text.decode(stderr)}`);
        return text.decode(stdout);
      };
      await run("cluster", "create", ...flags, "--wait=false");
      const ours = await run("cluster", "show", "--name", name);
      deepEqual(comparable(await theirs("cluster", "show", "--name", name)), comparable(ours));
      await theirs("cluster", "destroy", "--name", name);
      deepEqual(await leftObjects(name), []);
      // The record and the context remain.
      match(await run("cluster", "list"), new RegExp(`^${name} +docker +incomplete`, "m"));
      await run("cluster", "destroy", "--name", name);
      deepEqual(await leftFiles(program), []);

      const [, , , cidr = ""] = flags;
      const unwaited = ["--wait=false", "--with-init-node", "--image", image, "--cidr", cidr];
      const config = ["--talosconfig", `${program.home}/theirs`];
      await theirs("cluster", "create", "--name", name, ...unwaited, ...config);
      const shown = await run("cluster", "show", "--name", name);
      deepEqual(comparable(await theirs("cluster", "show", "--name", name)), comparable(shown));
      match(await run("cluster", "list"), new RegExp(`^${name} +docker +running +2 `, "m"));
      await run("cluster", "stop", "--name", name);
      await run("cluster", "destroy", "--name", name);
      deepEqual(await leftObjects(name), []);
    }),
});

Deno.test({
  ...dockerTest("clusters of containers"),
  async fn(t) {
    await using loaded = await loadImages();
    images = loaded;
    for (const one of steps) await t.step(one);
  },
});

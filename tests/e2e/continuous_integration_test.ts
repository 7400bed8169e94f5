/**
 * The snippets of docs/continuous_integration.md: their commands run as each CI system runs them, on
 * a sandbox cluster. Checkout, the secret stores, registries and `apt-get` are not reached: a folder,
 * variables, images of this machine and a server on loopback replace them. The executable is a
 * script that starts the sources.
 */
import assert from "node:assert/strict";
import { parse } from "yaml";
import { docker, dockerTest, loadImages, sharesHostNetwork } from "../helpers/docker.ts";
import { isInstalled } from "../helpers/terminal.ts";
import { type RealCluster, withRealCluster } from "./cluster.ts";

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The parts of a workflow of GitHub Actions that run commands. */
interface Workflow {
  readonly env: Readonly<Record<string, string>>;
  readonly defaults: { readonly run: { readonly shell: string } };
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

interface Job {
  readonly script: readonly string[];
  readonly rules: readonly { readonly if: string }[];
}

/** The parts of a pipeline of GitLab that run commands; the other keys are jobs. */
interface Pipeline {
  readonly variables: Readonly<Record<string, string>>;
  readonly default: {
    readonly image: string;
    readonly before_script: readonly string[];
    readonly after_script: readonly string[];
  };
}

const text = await Deno.readTextFile(
  new URL("../../docs/continuous_integration.md", import.meta.url),
);
const block = (language: string, index = 0) =>
  [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].filter(([, one]) => one === language)[index]![2]!;
const installer = block("bash");
const workflowText = block("yaml", 0);
const workflow = parse(workflowText) as Workflow;
const { variables, default: defaults, ...gitlabJobs } = parse(block("yaml", 1)) as
  & Pipeline
  & Record<string, Job>;
const imageSteps = parse(block("yaml", 2)) as Step[];
const dockerfile = block("dockerfile");

/** The image of a release in the registry of the page. */
const IMAGE = "registry.example.com/ci/osctl@sha256:<digest>";
const JOBS = ["configuration", "cluster", "plan"];

/** A repository with the installer, the downloads, and the values of the secrets. */
interface Fixture extends AsyncDisposable {
  readonly cluster: RealCluster;
  readonly repository: string;
  /** Variables of the CI system that the snippets read. */
  readonly env: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Replaces the placeholders of the page: addresses and the checksum. */
  readonly fill: (snippet: string) => string;
}

async function createFixture(cluster: RealCluster, executable?: string): Promise<Fixture> {
  const { program, controlPlanes, worker } = cluster;
  const { command: start, args, env } = program.invocation;
  const words = [start, ...args].map((word) => `'${word}'`).join(" ");
  const content = executable ?? `#!/bin/sh\nDENO_DIR='${env["DENO_DIR"]}' exec ${words} "$@"\n`;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(content));
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    ({ url }) =>
      new URL(url).pathname === `/${workflow.env["OSCTL_VERSION"]}/osctl-linux-x86_64`
        ? new Response(content)
        : new Response("", { status: 404 }),
  );
  const repository = `${program.home}/repository`;
  await Deno.mkdir(`${repository}/ci`, { recursive: true });
  await Deno.mkdir(`${repository}/patches`);
  await Deno.writeTextFile(`${repository}/ci/install-osctl`, installer, { mode: 0o755 });
  await Deno.writeTextFile(
    `${repository}/patches/all.yaml`,
    "machine:\n  sysctls:\n    vm.swappiness: '1'\n",
  );
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await program.run(args);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const node = ["-n", controlPlanes[0]!];
  await run("config", "new", "reader", ...node, "--roles", "os:reader", "--crt-ttl", "2160h");
  await run("config", "new", "admin", ...node, "--crt-ttl", "2160h");
  await Deno.writeTextFile(
    `${program.home}/machine.yaml`,
    await run("get", "machineconfig", "v1alpha1", ...node, "-o", "jsonpath={.spec}"),
  );
  await run("gen", "secrets", "--from-controlplane-config", "machine.yaml", "-o", "secrets.yaml");
  const read = async (name: string) => await Deno.readTextFile(`${program.home}/${name}`);
  const addresses = [...controlPlanes, worker];
  return {
    cluster,
    repository,
    env: { OSCTL_MIRROR: `http://127.0.0.1:${server.addr.port}` },
    secrets: {
      OSCONFIG_READER: await read("reader"),
      OSCONFIG_ADMIN: await read("admin"),
      SECRETS: await read("secrets.yaml"),
    },
    fill: (snippet) =>
      snippet.replaceAll(/\b10\.0\.0\.([2-5])\b/g, (_, last) => addresses[Number(last) - 2]!)
        .replaceAll("<checksum>", new Uint8Array(digest).toHex()),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

interface Result {
  readonly code: number;
  readonly output: string;
}

/** Where the shells of a job run. */
interface Executor {
  readonly path: string;
  /** Returns the words before `bash`. */
  readonly command: (env: Readonly<Record<string, string>>, cwd: string) => string[];
}

const HOST: Executor = { path: Deno.env.get("PATH")!, command: () => [] };

/** Runs a script with bash as a job does: stdout and stderr in one log, no stdin, no terminal. */
async function runBash(
  flags: readonly string[],
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
  executor: Executor = HOST,
): Promise<Result> {
  const path = await Deno.makeTempFile({ prefix: "osctl-ci-", dir: env["HOME"] ?? cwd });
  try {
    await Deno.writeTextFile(path, script);
    const variables = { PATH: executor.path, ...env };
    const words = [...executor.command(variables, cwd), "bash", ...flags, path];
    const { code, stdout } = await new Deno.Command("sh", {
      args: ["-c", 'exec "$@" 2>&1', "sh", ...words],
      cwd,
      env: { ...variables, PATH: env["PATH"] ?? HOST.path },
      clearEnv: true,
      stdin: "null",
    }).output();
    return { code, output: new TextDecoder().decode(stdout) };
  } finally {
    await Deno.remove(path);
  }
}

/** Fails when a log contains a line of a secret. */
function assertNoSecret(output: string, secrets: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(secrets)) {
    // The ID of the cluster is public; a hunk of the plan can name it.
    const keys = value.replace(/^ *id: .*$/m, "").match(/[A-Za-z0-9+/=_.-]{40,}/g)!;
    assert.ok(keys.length > 0, name);
    // Certificates are public; the plan prints them.
    for (const key of keys.filter((one) => !atobOrEmpty(one).includes("BEGIN CERTIFICATE"))) {
      assert.ok(!output.includes(key), `${name} is in the log`);
    }
  }
}

function atobOrEmpty(value: string): string {
  try {
    return atob(value);
  } catch (error) {
    if (error instanceof DOMException) return "";
    throw error;
  }
}

/** What a job leaves behind. */
interface JobResult extends Result {
  readonly folder: string;
  /** Modes of the files with credentials while the job ran. */
  readonly modes: readonly string[];
}

/**
 * Runs a job of the workflow: each step in a shell of its own, variables and PATH from the files
 * `GITHUB_ENV` and `GITHUB_PATH`; after a failure only steps with `always()`.
 */
async function runWorkflowJob(fixture: Fixture, name: string): Promise<JobResult> {
  const { repository, secrets, fill } = fixture;
  const folder = await Deno.makeTempDir({
    prefix: "osctl-runner-",
    dir: fixture.cluster.program.home,
  });
  const files = { GITHUB_ENV: `${folder}/env`, GITHUB_PATH: `${folder}/path` };
  for (const path of Object.values(files)) await Deno.writeTextFile(path, "");
  await Deno.mkdir(`${folder}/temp`);
  let [code, output] = [0, ""];
  const modes: string[] = [];
  for (const step of workflow.jobs[name]!.steps) {
    if (step.run === undefined || code !== 0 && step.if !== "always()") continue;
    const added = (await Deno.readTextFile(files.GITHUB_PATH)).split("\n").filter(Boolean);
    const exported = (await Deno.readTextFile(files.GITHUB_ENV)).matchAll(/^(\w+)=(.*)$/gm);
    const stepEnv = Object.entries(step.env ?? {}).map((
      [key, value],
    ) => [key, value.replaceAll(/\$\{\{ secrets\.(\w+) \}\}/g, (_, secret) => secrets[secret]!)]);
    const result = await runBash(
      ["--noprofile", "--norc", "-eo", "pipefail"],
      fill(step.run),
      repository,
      {
        HOME: folder,
        CI: "true",
        ...files,
        RUNNER_TEMP: `${folder}/temp`,
        ...fixture.env,
        ...Object.fromEntries(
          Object.entries(workflow.env).map(([key, value]) => [key, fill(value)]),
        ),
        ...Object.fromEntries([...exported].map(([, key, value]) => [key, value])),
        ...Object.fromEntries(stepEnv),
        PATH: [...added.toReversed(), Deno.env.get("PATH")].join(":"),
      },
    );
    output += result.output;
    modes.push(...await credentialModes(`${folder}/temp`));
    code ||= result.code;
  }
  return { code, output, folder: `${folder}/temp`, modes };
}

/** Runs a job of the pipeline as the runner does: one script, then the last one in a new shell. */
async function runPipelineJob(
  fixture: Fixture,
  name: string,
  executor: Executor = HOST,
): Promise<JobResult> {
  const { repository, secrets, fill } = fixture;
  const home = await Deno.makeTempDir({
    prefix: "osctl-runner-",
    dir: fixture.cluster.program.home,
  });
  // The runner creates the files of variables with this mode.
  const paths = Object.entries(secrets).map(([key, value]) => {
    Deno.writeTextFileSync(`${home}/${key}`, value);
    Deno.chmodSync(`${home}/${key}`, 0o666);
    return [key, `${home}/${key}`];
  });
  const id = { CI_JOB_ID: crypto.randomUUID() };
  const expand = (value: string) => value.replaceAll("$CI_JOB_ID", id.CI_JOB_ID);
  const env: Record<string, string> = {
    HOME: home,
    CI: "true",
    ...id,
    ...fixture.env,
    ...Object.fromEntries(paths),
    ...Object.fromEntries(
      Object.entries(variables).map(([key, value]) => [key, expand(fill(value))]),
    ),
  };
  const { script } = gitlabJobs[name]!;
  const folder = env["FOLDER"]!;
  const lines = ["set -eo pipefail", "set +o noclobber", ...defaults.before_script, ...script];
  const modes = 'trap \'stat --format="mode %a %n" "$FOLDER"/* >&2\' EXIT';
  const main = await runBash([], fill([modes, ...lines].join("\n")), repository, env, executor);
  const after = ["set -eo pipefail", ...defaults.after_script].join("\n");
  const last = await runBash([], after, repository, env, executor);
  assert.equal(last.code, 0, last.output);
  const found = [...main.output.matchAll(/^mode (\d+) .*\/(osconfig|secrets\.yaml)$/gm)]
    .map(([, mode]) => mode!);
  return { code: main.code, output: main.output + last.output, folder, modes: found };
}

async function credentialModes(folder: string): Promise<string[]> {
  const modes: string[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    if (name !== "osconfig" && name !== "secrets.yaml") continue;
    modes.push(((await Deno.stat(`${folder}/${name}`)).mode! & 0o777).toString(8));
  }
  return modes;
}

async function remaining(folder: string): Promise<string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

const missing = ["bash", "curl", "jq"].filter((program) => !isInstalled(program));

Deno.test({
  name: "the jobs of docs/continuous_integration.md run on a sandbox cluster" +
    (missing.length > 0 ? ` (skipped: no ${missing.join(", ")} here)` : ""),
  ignore: missing.length > 0 && Deno.env.get("CI") !== "true",
  async fn(t) {
    await withRealCluster(async (cluster) => {
      await using fixture = await createFixture(cluster);
      for (
        const [system, run] of [["GitHub", runWorkflowJob], ["GitLab", runPipelineJob]] as const
      ) {
        const check = async (name: string, expected: RegExp, credentials: number) => {
          const { code, output, folder, modes } = await run(fixture, name);
          assert.equal(code, 0, output);
          assert.match(output, expected);
          assertNoSecret(output, fixture.secrets);
          assert.ok(modes.length >= credentials, String(modes));
          assert.deepEqual(modes.filter((mode) => mode !== "600"), []);
          const left = (await remaining(folder)).filter((file) => file !== "osctl");
          assert.deepEqual(left, credentials > 0 || system === "GitLab" ? [] : ["generated"]);
        };
        await t.step(
          `${system}: patches give valid configurations`,
          () =>
            check(
              "configuration",
              /controlplane\.yaml is valid for metal\n.*worker\.yaml is valid/,
              0,
            ),
        );
        await t.step(
          `${system}: the cluster is healthy and complete`,
          () => check("cluster", /to finish boot sequence.* (OK|ok)\b[^]*^true$/m, 1),
        );
        await t.step(`${system}: the plan of every node is printed`, async () => {
          await check("plan", /\+ {4}sysctls:\n\+ {8}vm\.swappiness: "1"/, 2);
        });
        await t.step(
          `${system}: an unreachable node fails the job, credentials are removed`,
          async () => {
            const fill = (snippet: string) =>
              fixture.fill(
                snippet.replaceAll("10.0.0.2", cluster.dead)
                  .replaceAll("--wait-timeout 5m", "--wait-timeout 2s"),
              );
            const { code, output, folder } = await run({ ...fixture, fill }, "cluster");
            assert.equal(code, 1, output);
            assert.match(output, /^osctl: /m);
            assert.doesNotMatch(output, /^true$/m);
            assert.deepEqual((await remaining(folder)).filter((file) => file !== "osctl"), []);
          },
        );
        await t.step(`${system}: a download with another checksum fails the job`, async () => {
          const fill = (snippet: string) => snippet.replace("<checksum>", "0".repeat(64));
          const { code, output } = await run({ ...fixture, fill }, "configuration");
          assert.equal(code, 1, output);
          assert.match(output, /osctl\.part: FAILED/);
          assert.doesNotMatch(output, /is valid/);
        });
      }
    }, ["--controlplanes", "3", "--workers", "1", "--skip-kubeconfig"]);
  },
});

Deno.test("both systems have the same jobs, and secrets only in variables of a step", () => {
  assert.deepEqual(Object.keys(workflow.jobs), JOBS);
  assert.deepEqual(Object.keys(gitlabJobs), JOBS);
  assert.equal(workflow.defaults.run.shell, "bash");
  for (const { steps } of Object.values(workflow.jobs)) {
    for (const { run = "", uses } of steps) {
      assert.doesNotMatch(run, /\$\{\{/);
      if (uses !== undefined) assert.match(uses, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    }
  }
  const [withoutReader, ...withSecrets] = JOBS.map((name) => gitlabJobs[name]!.script.join("\n"));
  assert.doesNotMatch(withoutReader!, /OSCONFIG|SECRETS/);
  for (const script of withSecrets) assert.match(script, /install -m 600 "\$OSCONFIG_/);
  assert.equal(variables["OSCTL_VERSION"], workflow.env["OSCTL_VERSION"]);
  assert.match(defaults.image, /@sha256:/);
});

Deno.test({
  name: "actionlint accepts the workflow" +
    (isInstalled("actionlint") ? "" : " (skipped: not here)"),
  ignore: !isInstalled("actionlint"),
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "osctl-workflow-" });
    try {
      const path = `${folder}/cluster.yaml`;
      await Deno.writeTextFile(path, workflowText);
      const { code, stdout } = await new Deno.Command("actionlint", { args: [path] }).output();
      assert.equal(code, 0, new TextDecoder().decode(stdout));
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

/** Builds an image with the programs of this machine that the page expects in one of a job. */
async function buildBaseImage(client: string, folder: string, name: string): Promise<void> {
  const tools = [
    "bash",
    "cat",
    "chmod",
    "curl",
    "id",
    "install",
    "jq",
    "mkdir",
    "mv",
    "rm",
    "sleep",
  ];
  await Deno.mkdir(`${folder}/root`, { recursive: true });
  for (const tool of [...tools, "env", "sha256sum", "stat"]) {
    const { stdout } = await new Deno.Command("sh", { args: ["-c", `command -v ${tool}`] })
      .output();
    const path = new TextDecoder().decode(stdout).trim();
    for (const file of [path, ...await librariesOf(path)]) {
      const target = `${folder}/root/${file === path ? `usr/bin/${tool}` : file.slice(1)}`;
      await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
      await Deno.copyFile(file, target);
    }
  }
  await Deno.mkdir(`${folder}/root/usr/local/bin`, { recursive: true });
  await Deno.mkdir(`${folder}/root/bin`);
  await Deno.copyFile(`${folder}/root/usr/bin/bash`, `${folder}/root/bin/sh`);
  const lines = [
    ...[`FROM ${client}`, "USER 0:0", "ENV HOME=/root", "WORKDIR /root", "ENTRYPOINT []"],
    ...["ENV PATH=/usr/local/bin:/usr/bin:/bin", "COPY root /"],
  ];
  await Deno.writeTextFile(`${folder}/Dockerfile`, lines.join("\n"));
  await docker("build", "--quiet", "--tag", name, folder);
}

/** Returns the paths of the libraries that a program links. */
async function librariesOf(program: string): Promise<string[]> {
  const { stdout } = await new Deno.Command("ldd", { args: [program] }).output();
  return [...new TextDecoder().decode(stdout).matchAll(/(?:=>\s*|^\s+)(\/\S+)\s+\(0x/gm)]
    .map(([, path]) => path!);
}

Deno.test(
  dockerTest("the image and the Dockerfile of docs/continuous_integration.md run in docker"),
  async (t) => {
    await using images = await loadImages();
    if (!await sharesHostNetwork(images.client)) {
      console.log("skipped: this process is not in the host's network namespace");
      return;
    }
    await withRealCluster(async (cluster) => {
      // The runtime and the bundle of the image of a release, instead of an executable.
      const executable =
        '#!/bin/sh\nexec /usr/bin/deno run -A --quiet /usr/lib/osctl/main.js "$@"\n';
      await using fixture = await createFixture(cluster, executable);
      await using stack = new AsyncDisposableStack();
      const { home } = cluster.program;
      const osconfig = `${home}/osconfig`;
      await Deno.writeTextFile(osconfig, fixture.secrets["OSCONFIG_READER"]!, { mode: 0o600 });

      await t.step("a step runs the image of a release", async () => {
        assert.equal(imageSteps.length, 1);
        const script = fixture.fill(imageSteps[0]!.run!).replace(IMAGE, images.client);
        assert.ok(script.includes(images.client));
        const flags = ["--noprofile", "--norc", "-eo", "pipefail"];
        const { code, output } = await runBash(flags, script, home, { OSCONFIG: osconfig });
        assert.equal(code, 0, output);
        assert.equal(output.match(/ MachineMember|\bMember\b/g)?.length, 4, output);
      });

      await t.step("the pipeline runs in the image of the Dockerfile", async () => {
        const [base, own] = ["base", "own"].map((one) => `${images.client.split(":")[0]}-${one}`);
        stack.defer(async () => void await docker("image", "rm", "--force", own!, base!));
        await buildBaseImage(images.client, `${home}/base`, base!);
        const lines = fixture.fill(dockerfile).replaceAll(/\\\n/g, "").split("\n");
        const adapted = lines.filter((line) => !line.startsWith("RUN apt-get"))
          .map((line) => line.replace(/^FROM .*/, `FROM ${base}`));
        assert.equal(adapted.length, lines.length - 1);
        await Deno.writeTextFile(`${fixture.repository}/Dockerfile`, adapted.join("\n"));
        const mirror = `OSCTL_MIRROR=${fixture.env["OSCTL_MIRROR"]}`;
        await docker(
          ...["build", "--quiet", "--network", "host", "--build-arg", mirror, "--tag", own!],
          fixture.repository,
        );
        const container = await docker(
          ...["run", "--detach", "--network", "host", "--volume", `${home}:${home}`],
          ...[own!, "sleep", "infinity"],
        );
        stack.defer(async () => void await docker("rm", "--force", container));
        const { code, output, modes, folder } = await runPipelineJob(fixture, "cluster", {
          path: "/usr/local/bin:/usr/bin:/bin",
          command: (env, cwd) => [
            ...["docker", "exec", "--workdir", cwd],
            ...Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
            container,
          ],
        });
        assert.equal(code, 0, output);
        assert.match(output, /^true$/m);
        assert.deepEqual(modes, ["600"]);
        await docker("exec", container, "bash", "-c", `[ ! -e ${folder} ]`);
      });
    }, ["--controlplanes", "3", "--workers", "1", "--skip-kubeconfig"]);
  },
);

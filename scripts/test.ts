/**
 * All checks of CI: format, lint, layers, glossary, types, tests, and that every flag takes effect in some test.
 * Ends with one line `N passed, N failed`, in which a check counts as one.
 *
 * @module
 */
import { dirname } from "node:path";
import { removeAbandonedHomes } from "./abandoned_homes.ts";
import { bundle } from "./bundle.ts";
import { dockerProblem, startDocker, type StartedDocker } from "./docker.ts";
import { countTests, FailedFiles, type TestCounts } from "./junit.ts";
import { listLinuxOnly } from "./linux_only.ts";
import { ROOT } from "./project.ts";
import { runWatched } from "./watched_command.ts";

const scratch = await Deno.makeTempDir({ prefix: "osctl-test-" });
for (const home of await removeAbandonedHomes(dirname(scratch))) {
  console.log(`removed what an earlier run left: ${home}`);
}

async function run(args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), { args, cwd: ROOT, env, stdin: "null" }).spawn();
  return (await child.status).code;
}

const checks: [name: string, args: string[]][] = [
  ["format", ["fmt", "--check", "--quiet"]],
  ["lint", ["lint", "--quiet"]],
  ["layers", ["run", "--allow-read", "scripts/layers.ts"]],
  ["glossary", ["run", "--allow-read", "scripts/glossary.ts"]],
  ["types", ["check", "--quiet", "main.ts", "scripts/", "tests/"]],
];

/** Test files at a time: more than processors, because most wait for a node for half of their time. */
const JOBS = String(2 * navigator.hardwareConcurrency);

/** Longer than the limit of a test: the runner itself does not respond. */
const SILENCE_MS = 15 * 60_000;

/**
 * Tests that run one after the other, after all others: they change networks and mounts of this machine,
 * which other tests compare, or need its whole computing power or an unchanged environment.
 */
const APART = [
  "tests/e2e/docker_cluster_test.ts",
  "tests/e2e/image_test.ts",
  "tests/e2e/qemu_cluster_test.ts",
  "tests/e2e/qemu_kill_test.ts",
  "tests/e2e/reference_qemu_test.ts",
  "tests/guard/client_test.ts",
  "tests/guard/deno_tls_test.ts",
  "tests/guard/goaway_test.ts",
];

let passed = 0;
let failed = 0;
let skipped = 0;
const unstable: string[] = [];
const failedChecks: string[] = [];
const record = (name: string, ok: boolean) => {
  console.log(`${ok ? "ok  " : "FAIL"} ${name}`);
  if (ok) passed++;
  else failed++, failedChecks.push(name);
};

interface Outcome extends TestCounts {
  readonly failedFiles: readonly string[];
}

/** More files than this fail because of the change, not because of a busy machine. */
const MAX_REPEATED_FILES = 12;

/** Starts the docker daemon unless it runs. */
async function ensureDocker(earlier?: StartedDocker): Promise<StartedDocker | undefined> {
  if (Deno.build.os !== "linux") return undefined;
  if (earlier !== undefined) {
    if (await dockerProblem() === undefined) return earlier;
    console.log("the docker daemon does not answer; starting another");
    await earlier[Symbol.asyncDispose]();
  }
  const docker = await startDocker();
  console.log(docker.problem === undefined ? "docker answers" : `no docker: ${docker.problem}`);
  return docker;
}

// Tests with docker report a daemon that does not start as skipped.
let docker = await ensureDocker();
try {
  for (const [name, args] of checks) record(name, await run(args) === 0);

  const linuxOnly = Deno.build.os === "linux" ? [] : await listLinuxOnly(ROOT);
  if (linuxOnly.length > 0) console.log(`skipped: ${linuxOnly.length} test files require Linux`);
  const apart = Deno.build.os === "linux" && Deno.args.length === 0 ? APART : [];
  const ignored = [...linuxOnly, ...apart];
  const flags = `${scratch}/flags`;
  await Deno.mkdir(flags);
  // Tests start the program 1,500 times: from the bundle in half the time.
  await bundle(ROOT, `${scratch}/bundle`);
  // Types are already checked above.
  const runTests = async (name: string, args: readonly string[]): Promise<Outcome | undefined> => {
    const junit = `${scratch}/${name}.xml`;
    const failures = new FailedFiles();
    const { code, wasSilent } = await runWatched({
      args: ["test", "--allow-all", "--no-check", `--junit-path=${junit}`, ...args],
      cwd: ROOT,
      env: {
        DENO_JOBS: Deno.env.get("DENO_JOBS") ?? JOBS,
        OSCTL_FLAG_RECORD: flags,
        OSCTL_TEST_BUNDLE: `${scratch}/bundle/main.js`,
      },
      silenceMs: SILENCE_MS,
      onLine: (line) => {
        console.log(line);
        failures.read(line);
      },
    });
    if (wasSilent) {
      record(`test runner (${name}): no test ended for ${SILENCE_MS / 60_000} minutes`, false);
      return undefined;
    }
    const counted = countTests(await Deno.readTextFile(junit));
    // Errors outside tests are not in the counts.
    const failedFiles = failures.files;
    const failed = Math.max(counted.failed, failedFiles.length, code === 0 ? 0 : 1);
    return { ...counted, failed, failedFiles };
  };
  const add = (outcome: TestCounts | undefined) => {
    passed += outcome?.passed ?? 0;
    failed += outcome?.failed ?? 0;
    skipped += outcome?.skipped ?? 0;
  };
  const exclude = ignored.length > 0 ? [`--ignore=${ignored.join(",")}`] : [];
  const limited = ["--parallel", "--preload=tests/helpers/limit_tests.ts"];
  const first = await runTests("parallel", [...limited, ...exclude, ...Deno.args, "tests/"]);
  let second: Outcome | undefined;
  if (apart.length > 0) {
    docker = await ensureDocker(docker);
    second = await runTests("apart", apart);
    add(second);
  }
  add(first);
  // On a busy machine other programs and tests can fail a test: alone it must pass.
  Deno.env.set("DENO_JOBS", "1");
  const repeat = async (name: string, args: readonly string[], outcome: Outcome | undefined) => {
    const files = outcome?.failedFiles ?? [];
    if (outcome === undefined || files.length === 0 || files.length > MAX_REPEATED_FILES) return;
    console.log(`once more, one at a time: ${files.join(", ")}`);
    const again = await runTests(name, [...args, ...files]);
    if (again === undefined) return;
    const recovered = outcome.failed - again.failed;
    passed += recovered;
    failed -= recovered;
    unstable.push(...files.filter((file) => !again.failedFiles.includes(file)));
  };
  await repeat("repeated", [...limited, ...Deno.args], first);
  await repeat("repeated-apart", [], second);

  const { missingFlags } = await import("../tests/helpers/flag_record.ts");
  const { tree } = await import("../commands/tree.ts");
  const { untestedFlags } = await import("../tests/helpers/untested_flags.ts");
  const { noQemu } = await import("../tests/helpers/qemu.ts");
  const untested = untestedFlags(tree, noQemu);
  for (const [reason, entries] of Map.groupBy(untested, ([, reason]) => reason)) {
    const names = entries.map(([flag]) => flag.replace(/^osctl /, "")).join(", ");
    console.log(`not tested here (${reason}): ${names}`);
  }
  const isPart = Deno.args.length > 0 || Deno.build.os !== "linux";
  const missing = isPart ? [] : await missingFlags(tree, flags, untested);
  for (const flag of missing) console.log(`no test sets ${flag} to a value that takes effect`);
  record("every flag takes effect in some test", missing.length === 0);
} finally {
  await Deno.remove(scratch, { recursive: true });
  await docker?.[Symbol.asyncDispose]();
}

if (docker?.problem !== undefined) console.log(`No docker: ${docker.problem}`);
if (unstable.length > 0) console.log(`Unstable, passed only alone: ${unstable.join(", ")}`);
if (failedChecks.length > 0) console.log(`Failed checks: ${failedChecks.join(", ")}`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
Deno.exit(failed > 0 ? 1 : 0);

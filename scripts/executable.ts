/**
 * `deno task executable [files]`: runs tests on an executable, `dist/osctl` or the one that
 * `OSCTL_EXECUTABLE` names. Fails also when no command has run on it.
 *
 * An executable with another runtime than this one may be unable to serve nodes and sessions: the
 * commands that do run with the bundle, all others with the executable.
 *
 * @module
 */
import { bundle } from "./bundle.ts";
import { ROOT } from "./project.ts";
import { runCommand } from "./run_command.ts";

/** Tests of the file and of its commands; on other systems than Linux only the first. */
const FILES = [
  "tests/executable/",
  "tests/e2e/completion_test.ts",
  "tests/e2e/dashboard_terminal_test.ts",
  "tests/e2e/first_steps_test.ts",
  "tests/e2e/lifecycle_test.ts",
  "tests/e2e/pages_test.ts",
  "tests/e2e/recorded_svg_test.ts",
  "tests/e2e/session_test.ts",
  "tests/faults/surroundings_test.ts",
  "tests/commands/",
];

/** Commands that start servers. */
const SERVERS = "cluster|session";

/** Returns the version of the runtime in an executable. */
async function runtimeOf(executable: string): Promise<string> {
  const text = await runCommand(executable, ["version", "--client"]);
  const runtime = /\(deno (\S+)\)/.exec(text)?.[1];
  if (runtime === undefined) throw new Error(`"${executable}" prints no runtime:\n${text}`);
  console.log(`${executable}\n${text}`);
  return runtime;
}

/** Writes a script that runs servers with the bundle and this runtime, the rest as it is. */
async function writeDispatcher(executable: string, folder: string): Promise<string> {
  await bundle(ROOT, `${folder}/bundle`);
  const path = `${folder}/osctl`;
  const start =
    `'${Deno.execPath()}' run --allow-all --no-config --quiet '${folder}/bundle/main.js'`;
  await Deno.writeTextFile(
    path,
    `#!/bin/sh\ncase "$1" in ${SERVERS}) exec ${start} "$@" ;; esac\nexec '${executable}' "$@"\n`,
    { mode: 0o755 },
  );
  return path;
}

async function main(): Promise<number> {
  const name = Deno.build.os === "windows" ? "osctl.exe" : "osctl";
  const executable = await Deno.realPath(Deno.env.get("OSCTL_EXECUTABLE") || `${ROOT}dist/${name}`);
  const folder = await Deno.makeTempDir({ prefix: "osctl-executable-" });
  try {
    const runtime = await runtimeOf(executable);
    const isCurrent = runtime === Deno.version.deno;
    if (!isCurrent) {
      console.log(`The runtime is ${runtime}, not ${Deno.version.deno}: the bundle runs servers`);
    }
    const program = isCurrent ? executable : await writeDispatcher(executable, folder);
    const record = `${folder}/record`;
    await Deno.writeTextFile(record, "");
    const files = Deno.build.os === "linux" ? FILES : FILES.slice(0, 1);
    const chosen = Deno.args.length === 0 ? files : Deno.args;
    const limits = ["--parallel", "--preload=tests/helpers/limit_tests.ts"];
    const child = new Deno.Command(Deno.execPath(), {
      args: ["test", "--allow-all", "--no-check", ...limits, ...chosen],
      cwd: ROOT,
      env: {
        OSCTL_EXECUTABLE: program,
        OSCTL_EXECUTABLE_FILE: executable,
        OSCTL_EXECUTABLE_RECORD: record,
      },
    }).spawn();
    const { code } = await child.status;
    const lines = (await Deno.readTextFile(record)).split("\n").filter((line) => line !== "");
    const places = Map.groupBy(lines, (line) => line.split("\t")[0]!);
    for (const [place, { length }] of places) console.log(`${length} commands: ${place}`);
    const isUnused = chosen.includes("tests/commands/") && !places.has("executable");
    return code === 0 && isUnused ? 1 : code;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) {
  try {
    Deno.exitCode = await main();
  } catch (error) {
    console.error(`executable: ${error instanceof Error ? error.message : error}`);
    Deno.exitCode = 1;
  }
}

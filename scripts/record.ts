/**
 * `deno task record`: records a session of the program on a sandbox cluster as `docs/session.svg`.
 *
 * `asciinema` 2.x, from PyPI or the system's packages, records the terminal; `svg-term-cli` renders it.
 *
 * @module
 */
import { Program } from "./program.ts";
import { ROOT } from "./project.ts";

const RENDERER = "npm:svg-term-cli@2.1.1";
/** Width of the terminal. */
export const COLUMNS = 84;
const ROWS = 27;

/** Commands of the session, with their exit codes. */
export const COMMANDS: readonly (readonly [line: string, code: number])[] = [
  ["osctl cluster create --provisioner sandbox --name demo --cidr 127.42.0.0/24", 0],
  ["osctl get members --columns id,machine-type,os,addresses", 0],
  ["osctl -n 127.42.0.2,127.42.0.3,127.42.0.9 memory", 1],
  ["osctl list /etc/ssl -o json=name,type,size", 0],
  ["osctl lsit", 2],
  ["osctl cluster destroy --name demo", 0],
];

/** Shell function that prints a command after a prompt and runs it. */
const PROMPT = `
step() {
  printf '\\e[32m$\\e[0m '
  sleep 0.8
  printf '%s' "$*"
  sleep 0.8
  printf '\\n'
  eval "$*"
  echo $? >> codes
  sleep 2.5
  printf '\\n'
}
`;

/** Runs a tool and waits for its end. */
async function run(tool: string, args: string[], options: Deno.CommandOptions): Promise<void> {
  try {
    const { success, code } = await new Deno.Command(tool, { ...options, args }).spawn().status;
    if (!success) throw new Error(`${tool} failed: exit code ${code}`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Error(`cannot run "${tool}": not installed; install asciinema 2.x`);
  }
}

if (import.meta.main) {
  await using program = await Program.create();
  const { command: start, args, env } = program.invocation;
  const { home } = program;
  const quoted = [start, ...args].map((word) => `'${word}'`).join(" ");
  await Deno.mkdir(`${home}/bin`);
  await Deno.writeTextFile(`${home}/bin/osctl`, `#!/bin/sh\nexec ${quoted} "$@"\n`, {
    mode: 0o755,
  });
  const steps = COMMANDS.map(([command]) => `step '${command}'`).join("\n");
  await Deno.writeTextFile(`${home}/session.sh`, `${PROMPT}${steps}\n`);
  const cast = `${home}/session.cast`;
  await run(
    "asciinema",
    [
      "rec",
      ...["--command", "bash session.sh", "--idle-time-limit", "2.5", "--overwrite"],
      ...["--cols", String(COLUMNS), "--rows", String(ROWS), cast],
    ],
    {
      cwd: home,
      env: {
        ...env,
        NO_COLOR: "",
        TERM: "xterm-256color",
        OSCTL_YES: "1",
        PATH: `${home}/bin:${Deno.env.get("PATH")}`,
      },
    },
  );
  const codes = (await Deno.readTextFile(`${home}/codes`)).trim().split("\n").map(Number);
  for (const [index, [line, code]] of COMMANDS.entries()) {
    if (codes[index] !== code) throw new Error(`${line}: exit code ${codes[index]}, not ${code}`);
  }
  const recording = await Deno.readTextFile(cast);
  await Deno.writeTextFile(cast, recording.replaceAll(home, "/home/jane"));
  const svg = `${ROOT}docs/session.svg`;
  const size = ["--width", String(COLUMNS), "--height", String(ROWS)];
  await run(
    Deno.execPath(),
    ["run", "-A", "--no-config", RENDERER, "--in", cast, "--out", svg, "--window", ...size],
    { cwd: home, env: { DENO_DIR: env["DENO_DIR"] ?? "" } },
  );
  console.log(`docs/session.svg, ${(await Deno.stat(svg)).size} bytes`);
}

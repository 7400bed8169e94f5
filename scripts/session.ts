/**
 * `deno task session [files]`: runs the tests of commands through sessions, ten minutes or more.
 * Fails also when no command has used a session.
 *
 * @module
 */
import { ROOT } from "./project.ts";

const EXCLUDED = [
  // Advances the clock of a command until its keepalive ends: the session has a clock of its own.
  // `tests/lib/rpc/session_failures_test.ts` covers the keepalive of sessions.
  "tests/commands/vanished_node_test.ts",
  // Counts the connections of a command, which a session keeps open.
  "tests/commands/dashboard_contexts_test.ts",
];

const folder = await Deno.makeTempDir({ prefix: "osctl-session-" });
const record = `${folder}/calls`;
await Deno.writeTextFile(record, "");
let exitCode: number;
try {
  const files = Deno.args.length === 0 ? ["tests/commands/"] : Deno.args;
  const limits = [
    ...["--parallel", "--preload=tests/helpers/limit_tests.ts"],
    `--ignore=${EXCLUDED.join(",")}`,
  ];
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "--allow-all", "--no-check", ...limits, ...files],
    cwd: ROOT,
    env: { OSCTL_TEST_SESSION: record },
  }).spawn();
  const { code } = await child.status;
  const calls = (await Deno.readTextFile(record)).split("\n").filter((line) => line !== "");
  const sum = calls.reduce((total, line) => total + Number(line), 0);
  console.log(`${calls.length} commands made ${sum} calls through sessions`);
  exitCode = code === 0 && calls.length === 0 ? 1 : code;
} finally {
  await Deno.remove(folder, { recursive: true });
}
Deno.exit(exitCode);

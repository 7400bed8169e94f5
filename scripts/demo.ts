/**
 * Demo session: creates an embedded cluster, calls its nodes, shows errors of single-node commands
 * and of a dead node, and destroys the cluster. Every command is a child process. Exits with 1 after
 * an unexpected result.
 *
 * @module
 */
import { Program } from "./program.ts";

const LINES_SHOWN = 6;
const colour = Deno.stdout.isTerminal() && !Deno.env.get("NO_COLOR");
const bold = (text: string) => colour ? `\x1b[1m${text}\x1b[0m` : text;
const dim = (text: string) => colour ? `\x1b[2m${text}\x1b[0m` : text;

const unexpected: string[] = [];
await using program = await Program.create();

function show(text: string): void {
  const lines = text.replace(/\n$/, "").split("\n").filter((_, index, all) =>
    index > 0 || all[0] !== ""
  );
  for (const line of lines.slice(0, LINES_SHOWN)) console.log(line);
  const more = lines.length - LINES_SHOWN;
  if (more > 0) console.log(dim(`… ${more} more lines`));
}

/** Runs a command, shows its output, and checks it against `expected`. */
async function step(
  why: string,
  args: string[],
  expected: { code: number; contains?: RegExp[] },
): Promise<string> {
  console.log(`\n${dim(`# ${why}`)}\n${bold(`$ osctl ${args.join(" ")}`)}`);
  const { code, stdout, stderr } = await program.run(args);
  show(stdout);
  show(stderr);
  if (code !== 0) console.log(dim(`(exit code ${code})`));
  const output = stdout + stderr;
  if (code !== expected.code) {
    unexpected.push(`${args.join(" ")}: exit code ${code}, not ${expected.code}`);
  }
  for (const pattern of expected.contains ?? []) {
    if (!pattern.test(output)) unexpected.push(`${args.join(" ")}: no output matches ${pattern}`);
  }
  return stdout;
}

const cluster = ["--provisioner", "sandbox", "--name", "demo"];
const ok = { code: 0 };
try {
  await step(
    "Create an embedded cluster: one control plane, one worker, no image, no VM, no root",
    ["cluster", "create", ...cluster],
    ok,
  );
  const shown = await step("List the nodes", ["cluster", "show", ...cluster], {
    code: 0,
    contains: [/demo-controlplane-1/, /demo-worker-1/],
  });
  const address = (name: string): string => {
    const found = new RegExp(`^demo-${name}-1\\s.*?(127\\.\\d+\\.\\d+\\.\\d+)`, "m").exec(shown)
      ?.[1];
    if (found === undefined) throw new Error(`cluster show has no address of ${name}`);
    return found;
  };
  const one = address("controlplane");
  const both = `${one},${address("worker")}`;
  const dead = one.replace(/\d+$/, "99");
  const read = /Linux version/;

  await step("Version of one node", ["-n", one, "version"], {
    code: 0,
    contains: [/NODE:\s+127\./],
  });
  await step("Version of both nodes", ["-n", both, "version"], ok);
  await step(
    "Processes: the embedded node serves this machine's",
    ["-n", one, "processes"],
    ok,
  );
  await step("Processes of both nodes by CPU time", ["-n", both, "processes", "-s", "cpu"], ok);
  await step("List a folder", ["-n", one, "list", "-l", "/etc"], { code: 0, contains: [/hosts/] });
  await step("List a folder of both nodes", ["-n", both, "list", "-l", "/etc"], ok);
  await step("Service log", ["-n", one, "logs", "machined", "--tail", "3"], ok);
  await step("Service logs of both nodes", ["-n", both, "logs", "machined", "--tail", "3"], ok);
  await step("Read a file", ["-n", one, "read", "/proc/version"], { code: 0, contains: [read] });
  // Another user than root cannot read all of /etc.
  const folder = `${program.home}/example`;
  await Deno.mkdir(folder);
  await Deno.writeTextFile(`${folder}/text`, "example\n");
  await step("Copy a folder", ["-n", one, "copy", folder, "copied"], ok);
  await step("read accepts a single node", ["-n", both, "read", "/proc/version"], {
    code: 2,
  });
  await step("copy accepts a single node", ["-n", both, "copy", folder, "copied-both"], {
    code: 2,
  });
  await step(
    "Error of a dead node; the others respond; exit code 1",
    ["-n", `${both},${dead}`, "version"],
    { code: 1, contains: [/NODE:\s+127\./, new RegExp(`${dead.replaceAll(".", "\\.")}: `)] },
  );
  await step("JSON output", ["-n", both, "version", "-o", "json"], { code: 0, contains: [/^\[/] });
} finally {
  await step("Destroy the cluster", ["cluster", "destroy", ...cluster], ok);
}

const left: string[] = [];
for await (const entry of Deno.readDir(`${program.home}/.os/clusters`)) left.push(entry.name);
if (left.length > 0) unexpected.push(`cluster destroy did not remove ${left.join(", ")}`);

if (unexpected.length > 0) {
  console.error(`\nUnexpected results:\n  ${unexpected.join("\n  ")}`);
  Deno.exitCode = 1;
} else {
  console.log(dim("\nAll state was removed."));
}

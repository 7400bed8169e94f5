/**
 * A real session: starts an embedded cluster, asks its nodes, refuses what cannot be done on two
 * nodes at once, names a dead node among the answers, and takes everything down again. Every
 * command is the real program in a process of its own. Ends with 1 if anything was not as told.
 *
 * @module
 */
import { Program } from "./program.ts";

const LINES_SHOWN = 6;
const colour = Deno.stdout.isTerminal() && !Deno.env.get("NO_COLOR");
const bold = (text: string) => colour ? `\x1b[1m${text}\x1b[0m` : text;
const dim = (text: string) => colour ? `\x1b[2m${text}\x1b[0m` : text;

const surprises: string[] = [];
await using program = await Program.create();

function show(text: string): void {
  const lines = text.replace(/\n$/, "").split("\n").filter((_, index, all) =>
    index > 0 || all[0] !== ""
  );
  for (const line of lines.slice(0, LINES_SHOWN)) console.log(line);
  const more = lines.length - LINES_SHOWN;
  if (more > 0) console.log(dim(`… ${more} more lines`));
}

/** Runs and shows one command; `expected` is what must be seen for the demo to be a success. */
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
  const said = stdout + stderr;
  if (code !== expected.code) {
    surprises.push(`${args.join(" ")}: exit code ${code}, not ${expected.code}`);
  }
  for (const pattern of expected.contains ?? []) {
    if (!pattern.test(said)) surprises.push(`${args.join(" ")}: nothing matches ${pattern}`);
  }
  return stdout;
}

const cluster = ["--provisioner", "sandbox", "--name", "demo"];
const ok = { code: 0 };
try {
  await step(
    "An embedded cluster: one control plane, one worker, no image, no VM, no root",
    ["cluster", "create", ...cluster],
    ok,
  );
  const shown = await step("What is running", ["cluster", "show", ...cluster], {
    code: 0,
    contains: [/demo-controlplane-1/, /demo-worker-1/],
  });
  const address = (name: string): string => {
    const found = new RegExp(`^demo-${name}-1\\s.*?(127\\.\\d+\\.\\d+\\.\\d+)`, "m").exec(shown)
      ?.[1];
    if (found === undefined) throw new Error(`cluster show names no address of ${name}`);
    return found;
  };
  const one = address("controlplane");
  const both = `${one},${address("worker")}`;
  const dead = one.replace(/\d+$/, "99");
  const read = /Linux version/;

  await step("One node", ["-n", one, "version"], { code: 0, contains: [/NODE:\s+127\./] });
  await step("Both at once", ["-n", both, "version"], ok);
  await step("Its processes are this machine's", ["-n", one, "processes"], ok);
  await step("The same from both, by CPU time", ["-n", both, "processes", "-s", "cpu"], ok);
  await step("A folder", ["-n", one, "list", "-l", "/etc"], { code: 0, contains: [/hosts/] });
  await step("The folder on both", ["-n", both, "list", "-l", "/etc"], ok);
  await step("A service's log", ["-n", one, "logs", "machined", "--tail", "3"], ok);
  await step("The logs of both, whole lines", ["-n", both, "logs", "machined", "--tail", "3"], ok);
  await step("A file", ["-n", one, "read", "/proc/version"], { code: 0, contains: [read] });
  await step("A folder, copied here", ["-n", one, "copy", "/etc/ssl", "copied-ssl"], ok);
  await step("Reading from two nodes makes no sense", ["-n", both, "read", "/proc/version"], {
    code: 2,
  });
  await step("Nor does copying", ["-n", both, "copy", "/etc/ssl", "copied-both"], { code: 2 });
  await step(
    "A dead node is named; the others answer; the exit code tells",
    ["-n", `${both},${dead}`, "version"],
    { code: 1, contains: [/NODE:\s+127\./, new RegExp(`${dead.replaceAll(".", "\\.")}: `)] },
  );
  await step("For scripts", ["-n", both, "version", "-o", "json"], { code: 0, contains: [/^\[/] });
} finally {
  await step("Take it down", ["cluster", "destroy", ...cluster], ok);
}

const left: string[] = [];
for await (const entry of Deno.readDir(`${program.home}/.os/clusters`)) left.push(entry.name);
if (left.length > 0) surprises.push(`destroy left ${left.join(", ")} behind`);

if (surprises.length > 0) {
  console.error(`\nNot as it should be:\n  ${surprises.join("\n  ")}`);
  Deno.exitCode = 1;
} else {
  console.log(dim("\nNothing is left behind."));
}

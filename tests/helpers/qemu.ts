/**
 * Virtual machines for tests: whether QEMU can be used here, and a network namespace that keeps
 * bridges, taps and packet filter rules off the host's network.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { Spawn } from "../../lib/platform/system.ts";
import { isInstalled } from "./terminal.ts";

const PROGRAMS: Readonly<Record<string, string>> = {
  "qemu-system-x86": "qemu-system-x86_64",
  "dnsmasq-base": "dnsmasq",
  iproute2: "ip",
  iptables: "iptables",
  swtpm: "swtpm",
  "util-linux": "unshare",
};

async function findProblem(): Promise<string | undefined> {
  if (Deno.build.os !== "linux" || Deno.build.arch !== "x86_64") return "Linux on amd64 only";
  const missing = Object.entries(PROGRAMS).filter(([, program]) => !isInstalled(program));
  if (missing.length > 0) return `missing: ${missing.map(([name]) => name).join(", ")}`;
  if (Deno.uid() !== 0) return "root only";
  const { code } = await new Deno.Command("unshare", { args: ["--net", "ip", "link"] }).output();
  return code === 0 ? undefined : "no network namespaces";
}

/** Why tests with virtual machines cannot run; undefined when they can. In CI, that is an error. */
export const noQemu: string | undefined = await findProblem();
if (noQemu !== undefined && noQemu !== "root only" && Deno.env.has("CI")) {
  throw new Error(`no QEMU: ${noQemu}`);
}

/** The name of a test that is ignored without QEMU, with the reason. */
export function qemuTest(name: string): { name: string; ignore: boolean } {
  return { name: noQemu === undefined ? name : `${name} (skipped: ${noQemu})`, ignore: !!noQemu };
}

/** The result of a program. */
export interface ProgramOutput {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A network namespace; a process that sleeps holds it. */
export class NetworkNamespace implements AsyncDisposable {
  readonly #holder: Deno.ChildProcess;

  private constructor(holder: Deno.ChildProcess) {
    this.#holder = holder;
  }

  /** Creates a namespace with a loopback interface. */
  static async create(): Promise<NetworkNamespace> {
    const holder = new Deno.Command("unshare", {
      args: ["--net", "sh", "-c", "ip link set lo up; echo ready; exec sleep infinity"],
      stdin: "null",
      stdout: "piped",
    }).spawn();
    const reader = holder.stdout.getReader();
    await reader.read();
    await reader.cancel();
    return new NetworkNamespace(holder);
  }

  /** Words before a command that runs in the namespace. */
  get prefix(): readonly [string, ...string[]] {
    return ["nsenter", `--net=/proc/${this.#holder.pid}/ns/net`, "--"];
  }

  /** Starts programs in the namespace. */
  get spawn(): Spawn {
    const [command, ...words] = this.prefix;
    return (program, options) =>
      new Deno.Command(command, {
        ...options,
        args: [...words, String(program), ...options?.args ?? []],
      }).spawn();
  }

  /** Runs a program in the namespace. */
  async run(program: string, ...args: string[]): Promise<ProgramOutput> {
    const child = this.spawn(program, { args, stdin: "null", stdout: "piped", stderr: "piped" });
    const { code, stdout, stderr } = await child.output();
    const text = new TextDecoder();
    return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
  }

  /** Asserts that nothing of a cluster is left: interfaces, rules, files, processes. */
  async assertClean(stateFolder: string): Promise<void> {
    const links = await this.run("ip", "-brief", "link");
    assert.match(links.stdout, /^lo .*\n$/, "interfaces are left");
    for (const program of ["iptables", "ip6tables"]) {
      for (const table of ["filter", "nat"]) {
        const { stdout } = await this.run(program, "-t", table, "-S");
        assert.equal(stdout.replaceAll(/^-P .*\n/gm, ""), "", `rules of ${program} are left`);
      }
    }
    const files = [...Deno.readDirSync(stateFolder)].map(({ name }) => name);
    assert.deepEqual(files, [], "files are left");
    assert.deepEqual(await processesOf(stateFolder), [], "processes are left");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#holder.kill("SIGKILL");
    await this.#holder.status;
  }
}

/** Returns the command lines that name a folder, except of this process. */
export async function processesOf(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name) || Number(name) === Deno.pid) continue;
    try {
      const line = (await Deno.readTextFile(`/proc/${name}/cmdline`)).replaceAll("\0", " ");
      if (line.includes(folder)) found.push(`${name} ${line}`);
    } catch (error) {
      // It has exited.
      const isGone = error instanceof Deno.errors.NotFound ||
        (error instanceof Error && error.message.includes("os error 3"));
      if (!isGone) throw error;
    }
  }
  return found;
}

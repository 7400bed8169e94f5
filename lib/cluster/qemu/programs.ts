/**
 * Programs of the host: search, runs, and the package that has each.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import type { Environment, Spawn } from "../../platform/system.ts";

/** Debian packages of the programs, by name. */
const PACKAGES: Readonly<Record<string, string>> = {
  dnsmasq: "dnsmasq-base",
  fallocate: "util-linux",
  ip: "iproute2",
  ip6tables: "iptables",
  iptables: "iptables",
  setpriv: "util-linux",
  slirp4netns: "slirp4netns",
  swtpm: "swtpm",
  tc: "iproute2",
  unshare: "util-linux",
};

/** Folders of administration programs, which the PATH of other users may lack. */
const EXTRA_FOLDERS = ["/usr/sbin", "/sbin", "/usr/local/sbin"];

/** The parts of the system that run programs of the host. */
export interface ProgramHost {
  readonly spawn: Spawn;
  readonly env: Environment;
}

/** Returns the path of an executable; undefined when it is not installed. */
export async function findProgram(name: string, env: Environment): Promise<string | undefined> {
  const folders = [...(env.get("PATH") ?? "").split(":"), ...EXTRA_FOLDERS];
  const candidates = name.includes("/") ? [name] : folders.map((folder) => `${folder}/${name}`);
  for (const path of candidates) {
    try {
      const { isFile, mode } = await Deno.stat(path);
      if (isFile && ((mode ?? 0) & 0o111) !== 0) return path;
    } catch (error) {
      if (isAbsent(error)) continue;
      throw error;
    }
  }
  return undefined;
}

function isAbsent(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
    error instanceof Deno.errors.PermissionDenied;
}

/**
 * Returns the path of an executable.
 *
 * @param packageName Debian package when the table has none.
 * @throws {OsctlError} of kind `unsupported` with the package when it is not installed.
 */
export async function requireProgram(
  name: string,
  env: Environment,
  packageName: string = PACKAGES[name] ?? name,
): Promise<string> {
  const path = await findProgram(name, env);
  if (path !== undefined) return path;
  throw missingProgram(name, packageName);
}

/** Creates the error for a program that is not installed. */
export function missingProgram(name: string, packageName: string): OsctlError {
  return new OsctlError("unsupported", `"${name}" is not installed`, {
    hint: `install it, on Debian with: apt-get install ${packageName}`,
  });
}

/** The result of a program. */
export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. `stdin` is its input. */
export async function runProgram(
  host: ProgramHost,
  name: string,
  args: readonly string[],
  stdin?: string,
): Promise<ProgramResult> {
  const child = host.spawn(await requireProgram(name, host.env), {
    args: [...args],
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  });
  const output = child.output();
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    try {
      await writer.write(new TextEncoder().encode(stdin));
      await writer.close();
    } catch (error) {
      // It exited without reading; its exit code reports why.
      if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    }
  }
  const { code, stdout, stderr } = await output;
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/**
 * Runs a program that has to succeed and returns its output.
 *
 * @throws {OsctlError} of kind `unsupported` with the last line of its errors.
 */
export async function mustRun(
  host: ProgramHost,
  name: string,
  args: readonly string[],
  stdin?: string,
): Promise<string> {
  const { code, stdout, stderr } = await runProgram(host, name, args, stdin);
  if (code === 0) return stdout;
  const reason = stderr.trim().split("\n").at(-1) || `exit code ${code}`;
  const words = stdin === undefined ? args.join(" ") : stdin.trim().replaceAll("\n", "; ");
  throw new OsctlError("unsupported", `${name} ${words} failed: ${reason}`);
}

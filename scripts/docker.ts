/**
 * Starts the docker daemon for tests, where root runs them and none answers.
 *
 * A container with `privileged` requests all capabilities. On a machine that lacks some of them the
 * runtime refuses it. There, the daemon gets a runtime that removes the missing ones from requests.
 *
 * @module
 */

/** Names of capabilities by bit: <linux/capability.h>. */
const CAPABILITIES = [
  ...["CHOWN", "DAC_OVERRIDE", "DAC_READ_SEARCH", "FOWNER", "FSETID", "KILL", "SETGID", "SETUID"],
  ...["SETPCAP", "LINUX_IMMUTABLE", "NET_BIND_SERVICE", "NET_BROADCAST", "NET_ADMIN", "NET_RAW"],
  ...["IPC_LOCK", "IPC_OWNER", "SYS_MODULE", "SYS_RAWIO", "SYS_CHROOT", "SYS_PTRACE", "SYS_PACCT"],
  ...["SYS_ADMIN", "SYS_BOOT", "SYS_NICE", "SYS_RESOURCE", "SYS_TIME", "SYS_TTY_CONFIG", "MKNOD"],
  ...["LEASE", "AUDIT_WRITE", "AUDIT_CONTROL", "SETFCAP", "MAC_OVERRIDE", "MAC_ADMIN", "SYSLOG"],
  ...["WAKE_ALARM", "BLOCK_SUSPEND", "AUDIT_READ", "PERFMON", "BPF", "CHECKPOINT_RESTORE"],
];

/** Time for the daemon to answer, milliseconds. */
const START_MS = 60_000;
const POLL_MS = 200;

/** The daemon that this process started; stops it when disposed. */
export interface StartedDocker extends AsyncDisposable {
  /** Why docker cannot be used; undefined when it can. */
  readonly problem: string | undefined;
}

/** Starts the daemon unless one answers or this is not root. */
export async function startDocker(): Promise<StartedDocker> {
  const none = (problem?: string) => ({ problem, [Symbol.asyncDispose]: () => Promise.resolve() });
  const first = await dockerProblem();
  if (first === undefined || Deno.uid() !== 0) return none(first);
  const folder = await Deno.makeTempDir({ prefix: "osctl-docker-" });
  const runtime = await writeRuntime(folder, missingCapabilities());
  const log = `${folder}/dockerd.log`;
  const args = runtime === undefined
    ? []
    : [`--add-runtime=reduced=${runtime}`, "--default-runtime=reduced"];
  let daemon: Deno.ChildProcess;
  try {
    daemon = new Deno.Command("/bin/sh", {
      args: ["-c", 'exec dockerd "$@" >"$LOG" 2>&1', "sh", ...args],
      env: { LOG: log },
      stdin: "null",
    }).spawn();
  } catch (error) {
    await Deno.remove(folder, { recursive: true });
    throw error;
  }
  let hasEnded = false;
  const ended = daemon.status.then(() => hasEnded = true);
  const stop = async () => {
    if (!hasEnded) daemon.kill("SIGTERM");
    await ended;
    await Deno.remove(folder, { recursive: true });
  };
  let problem = first;
  for (let waited = 0; waited < START_MS && !hasEnded; waited += POLL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const current = await dockerProblem();
    if (current === undefined) return { problem: undefined, [Symbol.asyncDispose]: stop };
    problem = current;
  }
  const last = (await Deno.readTextFile(log)).trimEnd().split("\n").at(-1) ?? "";
  await stop();
  return none(`${problem}; dockerd: ${last}`);
}

/** Returns why no docker daemon answers; undefined when one does. */
export async function dockerProblem(): Promise<string | undefined> {
  try {
    const { code, stderr } = await new Deno.Command("docker", {
      args: ["info", "--format", "{{.ServerVersion}}"],
      stdin: "null",
    }).output();
    if (code === 0) return undefined;
    return new TextDecoder().decode(stderr).trim().split("\n")[0];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "docker is not installed";
    throw error;
  }
}

/** Returns the capabilities outside of this process's bounding set, for example `CAP_SYS_RESOURCE`. */
function missingCapabilities(): string[] {
  const text = Deno.readTextFileSync("/proc/self/status");
  const mask = BigInt(`0x${/^CapBnd:\s*([0-9a-f]+)$/m.exec(text)?.[1] ?? "0"}`);
  const last = Number(Deno.readTextFileSync("/proc/sys/kernel/cap_last_cap"));
  return CAPABILITIES.slice(0, last + 1)
    .filter((_, bit) => !(mask >> BigInt(bit) & 1n))
    .map((name) => `CAP_${name}`);
}

/** Writes the runtime that removes capabilities from requests; undefined when none is missing. */
export async function writeRuntime(
  folder: string,
  missing: readonly string[],
): Promise<string | undefined> {
  if (missing.length === 0) return undefined;
  const path = `${folder}/runc`;
  const edits = missing.flatMap((name) => [`s/"${name}",//g`, `s/,"${name}"//g`]);
  const script = `#!/bin/sh
for word do
  case $previous in
    --bundle) sed -i '${edits.join("; ")}' "$word/config.json" ;;
    --process) sed -i '${edits.join("; ")}' "$word" ;;
  esac
  previous=$word
done
exec runc "$@"
`;
  await Deno.writeTextFile(path, script, { mode: 0o755 });
  return path;
}

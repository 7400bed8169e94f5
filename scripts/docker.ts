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

/**
 * Flags of the daemon, tried in this order: a machine may lack rules of the packet filter, have
 * routes to all private networks, or a file system without layers.
 */
const ATTEMPTS: readonly (readonly string[])[] = [
  [],
  ["--iptables=false", "--ip6tables=false"],
  ["--bip=198.18.0.1/24", "--default-address-pool=base=198.18.128.0/17,size=24"],
  [
    ...["--iptables=false", "--ip6tables=false", "--ip-forward=false", "--storage-driver=vfs"],
    ...["--bip=198.18.0.1/24", "--default-address-pool=base=198.18.128.0/17,size=24"],
  ],
];

/** The daemon that this process started; stops it when disposed. */
export interface StartedDocker extends AsyncDisposable {
  /** Why docker cannot be used, with the end of the daemon's log; undefined when it can. */
  readonly problem: string | undefined;
}

/** Starts the daemon unless one answers or this is not root. */
export async function startDocker(): Promise<StartedDocker> {
  const none = (problem?: string) => ({ problem, [Symbol.asyncDispose]: () => Promise.resolve() });
  const first = await dockerProblem();
  if (first === undefined || Deno.uid() !== 0) return none(first);
  const folder = await Deno.makeTempDir({ prefix: "osctl-docker-" });
  const remove = () => Deno.remove(folder, { recursive: true });
  const problems: string[] = [];
  try {
    await mountControlGroups();
    const runtime = await writeRuntime(folder, missingCapabilities());
    const runtimeArgs = runtime === undefined
      ? []
      : [`--add-runtime=reduced=${runtime}`, "--default-runtime=reduced"];
    for (const args of ATTEMPTS) {
      const started = await startDaemon([...runtimeArgs, ...args], `${folder}/dockerd.log`);
      if (typeof started !== "string") {
        const stop = () => started().finally(remove);
        return { problem: undefined, [Symbol.asyncDispose]: stop };
      }
      problems.push(`dockerd ${args.join(" ")}\n${started}`);
    }
  } catch (error) {
    await remove();
    throw error;
  }
  await remove();
  return none([first, ...problems].join("\n"));
}

/** Returns the function that stops the started daemon, or the end of the log of one that failed. */
async function startDaemon(
  args: readonly string[],
  log: string,
): Promise<string | (() => Promise<void>)> {
  const daemon = new Deno.Command("/bin/sh", {
    args: ["-c", 'exec dockerd "$@" >"$LOG" 2>&1', "sh", ...args],
    env: { LOG: log },
    stdin: "null",
  }).spawn();
  let hasEnded = false;
  const ended = daemon.status.then(() => hasEnded = true);
  const stop = async () => {
    if (!hasEnded) daemon.kill("SIGTERM");
    await ended;
  };
  for (let waited = 0; waited < START_MS && !hasEnded; waited += POLL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (await dockerProblem() === undefined) return stop;
  }
  await stop();
  return (await Deno.readTextFile(log)).trimEnd().split("\n").slice(-3).join("\n");
}

/** Mounts the hierarchies of control groups that this machine has and nothing mounted. */
async function mountControlGroups(): Promise<void> {
  const mounts = await Deno.readTextFile("/proc/mounts");
  if (/^\S+ \S+ cgroup2? /m.test(mounts)) return;
  const [, ...lines] = (await Deno.readTextFile("/proc/cgroups")).trimEnd().split("\n");
  const names = lines.map((line) => line.split("\t")).filter((fields) => fields[3] === "1")
    .map(([name]) => name!);
  const root = "/sys/fs/cgroup";
  await mount("tmpfs", root, "mode=755");
  for (const name of names) {
    await Deno.mkdir(`${root}/${name}`);
    await mount("cgroup", `${root}/${name}`, name);
  }
}

async function mount(type: string, path: string, options: string): Promise<void> {
  const args = ["-t", type, "-o", options, type, path];
  const { code, stderr } = await new Deno.Command("mount", { args, stdin: "null" }).output();
  if (code !== 0) console.log(`cannot mount ${path}: ${new TextDecoder().decode(stderr).trim()}`);
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
async function writeRuntime(
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

/**
 * Runs commands of tests through a session, when `OSCTL_TEST_SESSION` names a file: it receives a
 * line with the number of calls of each command that used its session.
 *
 * @module
 */
import { OsctlError } from "../../lib/errors.ts";
import { ServedSession } from "../../lib/procedures/shared_connection/serve.ts";
import { extendSystem } from "../../lib/platform/system.ts";
import { createDeadline } from "../../lib/async/deadline.ts";
import { type FakeSystem, fakeSystem, wallClock } from "./fake_system.ts";

/** File of the numbers of calls; undefined without the switch. */
const record = Deno.env.get("OSCTL_TEST_SESSION");

/** Time limit of a session's start: endpoints of tests respond at once or never, milliseconds. */
const START_MS = 2000;

/** The system of a command with a session, and the session's end. */
export interface SharedSystem {
  readonly system: FakeSystem;
  stop(): Promise<void>;
}

/** Starts a session in this process for a command line; undefined where it would use none. */
export async function openSharedSession(
  args: readonly string[],
  system: FakeSystem,
): Promise<SharedSystem | undefined> {
  if (record === undefined || Deno.build.os === "windows" || isExcluded(args, system)) {
    return undefined;
  }
  const folder = await Deno.makeTempDir({ prefix: "osctl-s-" });
  const env = {
    get: (name: string) =>
      name === "OSCTL_SESSION" ? "1" : name === "XDG_RUNTIME_DIR" ? folder : system.env.get(name),
  };
  const session = await start(args, { ...fakeSystem(), ...system, env });
  if (session === undefined) {
    await Deno.remove(folder, { recursive: true });
    return undefined;
  }
  const ended = session.run();
  return {
    system: extendSystem(system, { env }) as FakeSystem,
    async stop() {
      const { calls } = session.status;
      session.stop();
      await ended;
      await Deno.remove(folder, { recursive: true });
      if (calls > 0) await Deno.writeTextFile(record, `${calls}\n`, { append: true });
    },
  };
}

/** Whether a test is about sessions, connections, or no nodes. */
function isExcluded(args: readonly string[], { env, home }: FakeSystem): boolean {
  return env.get("OSCTL_DEBUG") === "1" || env.get("OSCTL_SESSION") !== undefined ||
    args[0] === "session" || home.startsWith("/nonexistent");
}

async function start(
  args: readonly string[],
  system: FakeSystem,
): Promise<ServedSession | undefined> {
  using limit = createDeadline({
    clock: wallClock,
    ms: START_MS,
    signals: [],
    expired: () => new OsctlError("connection", "the session of the test did not start"),
  });
  const valuesOf = (...names: readonly string[]) =>
    args.flatMap((arg, index) => {
      const name = names.find((one) => arg === one || arg.startsWith(`${one}=`));
      if (name === undefined) return [];
      return [arg === name ? args[index + 1] ?? "" : arg.slice(name.length + 1)];
    });
  const target = {
    context: valuesOf("--context").at(-1) ?? "",
    osconfig: valuesOf("--osconfig").at(-1) ?? "",
    endpoints: valuesOf("-e", "--endpoints").flatMap((value) => value.split(",")),
  };
  try {
    // A pipe can be read once, by the command.
    if (target.osconfig !== "" && !(await Deno.stat(target.osconfig)).isFile) return undefined;
    const parts = { clock: wallClock, signal: limit.signal };
    return await ServedSession.start(extendSystem(system, parts), {
      target,
      idleMs: 3600_000,
      failed: (error) => console.error(error),
    });
  } catch (error) {
    // Without credentials or reachable endpoints the command connects directly.
    if (error instanceof OsctlError || error instanceof Deno.errors.NotFound) return undefined;
    if (limit.signal.aborted) return undefined;
    throw error;
  }
}

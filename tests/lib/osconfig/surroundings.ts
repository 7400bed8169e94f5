/** Temporary home folder for a test. */
import type { Clock, System } from "../../../lib/platform/system.ts";

export const wallClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

export type Home = Pick<System, "env" | "home" | "cwd" | "clock" | "signal">;

/** Runs a test with an empty home folder, which is removed afterwards. */
export async function withHome(
  test: (home: Home, setEnv: (name: string, value: string) => void) => Promise<void>,
): Promise<void> {
  const home = await Deno.makeTempDir();
  const variables = new Map<string, string>();
  try {
    await test(
      {
        home,
        cwd: home,
        env: { get: (name) => variables.get(name) },
        clock: wallClock,
        signal: new AbortController().signal,
      },
      (name, value) => variables.set(name, value),
    );
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

/**
 * Commands on a clock that the test moves: their time limits do not depend on the speed of the
 * machine.
 *
 * @module
 */
import { FakeClock, type FakeSystem, fakeSystem, type FakeSystemOptions } from "./fake_system.ts";
import { pause } from "./restarting_nodes.ts";
import type { CommandOutcome } from "./run_command.ts";
import type { Sandbox } from "./sandbox.ts";

/** Pause between the steps of the clock, milliseconds, in which nodes answer. */
const PAUSE_MS = 5;
/** Steps before a wait fails. */
const MAX_STEPS = 4000;
/** Limit of a wait without steps, milliseconds: what is awaited takes milliseconds. */
const LIMIT_MS = 60_000;

/** A command that runs. */
export interface ManualRun {
  readonly clock: FakeClock;
  readonly system: FakeSystem;
  readonly running: Promise<CommandOutcome>;
  isOver(): boolean;
  /** What the command has written to stderr. */
  text(): string;
  /** Moves the clock in steps of `stepMs`, by default 100, until a condition holds. */
  until(reached: () => boolean, stepMs?: number): Promise<void>;
  /** Returns the outcome of a command that ends while the clock stands still. */
  end(): Promise<CommandOutcome>;
}

/** Starts a command. */
export function startManualRun(
  { home, run }: Pick<Sandbox, "home" | "run">,
  args: readonly string[],
  options: Pick<FakeSystemOptions, "signal" | "terminals"> = {},
): ManualRun {
  const clock = new FakeClock(Date.now());
  const system = fakeSystem({ home, clock, ...options });
  let over = false;
  const running = run(args, { system }).finally(() => over = true);
  const failure = (what: string) => new Error(`${what}; stderr is ${system.stderr.text}`);
  return {
    clock,
    system,
    running,
    isOver: () => over,
    text: () => system.stderr.text,
    async until(reached, stepMs = 100) {
      for (let steps = 0; !reached(); steps++) {
        if (steps === MAX_STEPS) throw failure(`not reached: ${reached}`);
        if (stepMs > 0) await clock.advance(stepMs);
        await pause(PAUSE_MS);
      }
    },
    async end() {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const limit = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(failure("the command does not end")), LIMIT_MS);
      });
      try {
        return await Promise.race([running, limit]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

import { duration } from "../../lib/cli/flags.ts";

/** Default idle time, milliseconds. */
const IDLE_MS = 10 * 60_000;

/** Flags of a session's lifetime. */
export const idleFlags = {
  idle: duration({ default: IDLE_MS, help: "time without calls after which the session ends" }),
};

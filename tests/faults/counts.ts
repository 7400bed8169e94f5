/** Repetitions of the fault tests: all of them in `deno task faults`, few in the suite. */
const isFull = Deno.env.get("OSCTL_FAULTS") === "all";

/** Connections cut per command. */
export const CUTS = isFull ? 200 : 5;
/** Kills of the client. */
export const KILLS = isFull ? 30 : 2;
/** Bytes of a line without an end. */
export const LONG_LINE = isFull ? 100_000_000 : 5_000_000;
/** Status codes of the nodes' responses. */
export const CODES = isFull ? Array.from({ length: 16 }, (_, index) => index + 1) : [2, 7, 14];

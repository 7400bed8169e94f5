/** Whether all fault tests run, as in `deno task faults`, or only the ones in the suite. */
export const IS_FULL = Deno.env.get("OSCTL_FAULTS") === "all";

/** Connections cut per command. */
export const CUTS = IS_FULL ? 200 : 5;
/** Kills of the client. */
export const KILLS = IS_FULL ? 30 : 2;
/** Bytes of a line without an end. */
export const LONG_LINE = IS_FULL ? 100_000_000 : 5_000_000;
/** Status codes of the nodes' responses. */
export const CODES = IS_FULL ? Array.from({ length: 16 }, (_, index) => index + 1) : [2, 7, 14];

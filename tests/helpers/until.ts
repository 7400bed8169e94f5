/** Pause between reads, milliseconds. */
const PAUSE_MS = 50;
/** Reads before a wait fails: a number, because a busy machine needs more time for each. */
const MAX_READS = 400;

/** Reads until a condition holds. */
export async function until<T>(
  read: () => Promise<T>,
  holds: (value: T) => boolean,
): Promise<T> {
  let value = await read();
  for (let reads = 1; !holds(value); reads++) {
    if (reads === MAX_READS) throw new Error(`still ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    value = await read();
  }
  return value;
}

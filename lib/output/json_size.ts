/**
 * Size of values as JSON.
 *
 * @module
 */

/**
 * Returns the size of a value as compact JSON, approximately: characters, without escapes. Counting
 * ends above `limit`, so that it costs no more than a value of that size.
 */
export function countJsonSize(value: unknown, limit: number): number {
  let size = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && size <= limit) {
    const next = waiting.pop();
    if (typeof next === "string") size += next.length + 2;
    else if (typeof next !== "object" || next === null) size += String(next).length;
    else if (Array.isArray(next)) {
      size += next.length + 1;
      for (const item of next) waiting.push(item);
    } else {
      size += 2;
      for (const [key, member] of Object.entries(next)) {
        size += key.length + 4;
        waiting.push(member);
      }
    }
  }
  return size;
}

/**
 * Elapsed times for people.
 *
 * @module
 */

/** Formats milliseconds as `120ms`, `2.1s`, `2m05s` or `1h02m`. */
export function formatElapsed(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.floor(ms))}ms`;
  if (ms < 10_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)}s`;
  return formatElapsedSeconds(Math.floor(ms / 1000));
}

/** Formats seconds as `2s`, `2m05s` or `1h02m`. */
export function formatElapsedSeconds(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m${two(seconds % 60)}s`;
  return `${Math.floor(minutes / 60)}h${two(minutes % 60)}m`;
}

/**
 * Short texts of measures.
 *
 * @module
 */

/** Text of a value that is not known. */
export const UNKNOWN = "-";

/** Text of a value that the node has not sent yet. */
export const PENDING = "…";

/** Formats a share between 0 and 1: `42%`. */
export function formatShare(share: number | undefined): string {
  return share === undefined ? UNKNOWN : `${Math.round(share * 100)}%`;
}

/** Formats a share with a decimal: `42.1%`. */
export function formatExactShare(share: number | undefined): string {
  return share === undefined ? UNKNOWN : `${(share * 100).toFixed(1)}%`;
}

const UNITS = ["", "k", "M", "G", "T", "P"];

/** Formats a rate or a count in powers of 1000 with at most three digits: `0`, `1.2k`, `34M`. */
export function formatCompact(value: number | undefined): string {
  if (value === undefined) return UNKNOWN;
  let rest = value;
  let unit = 0;
  while (rest >= 999.5 && unit < UNITS.length - 1) {
    rest /= 1000;
    unit++;
  }
  const digits = unit > 0 && rest < 9.95 ? 1 : 0;
  return rest.toFixed(digits) + UNITS[unit];
}

/** Formats the time since a boot in two units: `3m20s`, `5h12m`, `12d3h`. */
export function formatUptime(seconds: number | undefined): string {
  if (seconds === undefined) return UNKNOWN;
  const whole = Math.max(Math.floor(seconds), 0);
  const [days, hours] = [Math.floor(whole / 86_400), Math.floor(whole / 3600) % 24];
  const minutes = Math.floor(whole / 60) % 60;
  if (days > 0) return `${days}d${hours}h`;
  if (hours > 0) return `${hours}h${minutes}m`;
  return minutes > 0 ? `${minutes}m${whole % 60}s` : `${whole}s`;
}

/** Formats a load with two decimals, fewer above 10. */
export function formatLoad(load: number | undefined): string {
  if (load === undefined) return UNKNOWN;
  return load.toFixed(load < 10 ? 2 : load < 100 ? 1 : 0);
}

const BARS = "▁▂▃▄▅▆▇█";

/**
 * Draws values as bars.
 *
 * @param max The value of a full bar; default the largest one.
 */
export function sparkline(values: readonly number[], max = Math.max(...values, 0)): string {
  return values.map((value) => {
    const level = max > 0 ? Math.round(value / max * (BARS.length - 1)) : 0;
    return BARS[Math.min(Math.max(level, 0), BARS.length - 1)];
  }).join("");
}

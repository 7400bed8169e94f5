/**
 * Texts in table cells.
 *
 * @module
 */
import { type JsonMap, type KubeObject, mapAt, mapsAt, stringAt } from "../objects/objects.ts";

/** Formats the time since a timestamp in the way of kubectl: `5s`, `3m10s`, `27h`, `3d4h`. */
export function formatAge(timestamp: string, now: number): string {
  const start = Date.parse(timestamp);
  if (Number.isNaN(start)) return "<unknown>";
  const seconds = Math.floor((now - start) / 1000);
  if (seconds < 0) return seconds < -1 ? "<invalid>" : "0s";
  const two = (large: number, small: number, units: [string, string]) =>
    small === 0 ? `${large}${units[0]}` : `${large}${units[0]}${small}${units[1]}`;
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return two(minutes, seconds % 60, ["m", "s"]);
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return two(hours, minutes % 60, ["h", "m"]);
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (days < 8) return two(days, hours % 24, ["d", "h"]);
  if (days < 730) return `${days}d`;
  const years = Math.floor(days / 365);
  return years < 8 ? two(years, days % 365, ["y", "d"]) : `${years}y`;
}

/** Returns the text, or `<none>` when it is empty. */
export function formatOrNone(text: string): string {
  return text === "" ? "<none>" : text;
}

/** Formats a map of labels: `a=b,c=d`. */
export function formatSelector(labels: JsonMap): string {
  return formatOrNone(
    Object.entries(labels).map(([name, value]) => `${name}=${value}`).sort().join(","),
  );
}

/** Formats the ports of a service: `53/UDP,80:30080/TCP`. */
export function formatPorts(ports: readonly JsonMap[]): string {
  return formatOrNone(
    ports.map(({ port, nodePort, protocol }) =>
      `${port}${nodePort ? `:${nodePort}` : ""}/${protocol ?? "TCP"}`
    ).join(","),
  );
}

/** Returns the cells of a workload's containers. */
export function containerCells(
  object: KubeObject,
): Record<"Containers" | "Images" | "Selector", string> {
  const containers = mapsAt(object, "spec", "template", "spec", "containers");
  return {
    Containers: containers.map((one) => stringAt(one, "name")).join(","),
    Images: containers.map((one) => stringAt(one, "image")).join(","),
    Selector: formatSelector(mapAt(object, "spec", "selector", "matchLabels")),
  };
}

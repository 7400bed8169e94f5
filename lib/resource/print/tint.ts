/**
 * Colours of cells of resources, by the meaning of their columns.
 *
 * @module
 */
import type { Colours, Tint } from "../../output/mod.ts";

/** Headers of boolean columns whose `true` is good. */
const CONDITIONS = new Set(["READY", "HEALTHY", "RUNNING"]);

/** Headers of columns with the name of a state. */
const STATES = new Set(["STATE", "STATUS", "STAGE", "PHASE", "OPER STATE"]);

const GOOD = /^(running|ready|up|healthy|ok)$/i;
const BAD = /^(failed|error|unhealthy)/i;
const PENDING = /^(down|pending|waiting|tearing-?down|teardown|lowerlayerdown)$/i;

/** Returns the colour of a cell. */
export function cellTint(header: string, cell: string): Tint | undefined {
  if (CONDITIONS.has(header)) {
    return cell === "true" ? "green" : cell === "false" ? "yellow" : undefined;
  }
  if (header === "ERROR") return cell === "" ? undefined : "red";
  if (!STATES.has(header)) return undefined;
  if (GOOD.test(cell)) return "green";
  return BAD.test(cell) ? "red" : PENDING.test(cell) ? "yellow" : undefined;
}

/** Returns the cells of a row with their colours. */
export function paintCells(
  headers: readonly string[],
  cells: readonly string[],
  colours: Colours | undefined,
): readonly string[] {
  if (!colours?.enabled) return cells;
  return cells.map((cell, index) => {
    const tint = cellTint(headers[index]!, cell);
    return tint === undefined ? cell : colours[tint](cell);
  });
}

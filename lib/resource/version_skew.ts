/**
 * Tells when a node is older than this program, which then may know types and fields it does not.
 *
 * @module
 */
import { MachineService } from "../../proto/machine.ts";
import type { NodeClient } from "../client/types.ts";
import { OsctlError } from "../errors.ts";

/** A node that does not say its version soon is not waited for, milliseconds. */
const PATIENCE_MS = 5000;

/**
 * One line for stderr, or undefined when every node that answers is as new as `own` at least.
 *
 * @param own This program's version, for example `v1.8.0`.
 * @param signal Ends it without a result.
 */
export async function versionSkew(
  client: NodeClient,
  own: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const older: string[] = [];
  for (const { node, value } of await answers(client, signal)) {
    const tag = value?.version?.tag ?? "";
    if (isOlder(tag, own)) older.push(`${node} (${tag})`);
  }
  if (older.length === 0) return undefined;
  return `osctl: warning: older than this program (${own}): ${older.join(", ")}\n`;
}

async function answers(client: NodeClient, signal: AbortSignal) {
  try {
    return await client.call(MachineService.Version, {}, { timeoutMs: PATIENCE_MS, signal });
  } catch (error) {
    // A node that cannot be reached fails in what the command is about, and is told of there.
    if (error instanceof OsctlError) return [];
    throw error;
  }
}

/** Whether version `a` precedes `b` by the rules of semantic versioning. No version precedes none. */
export function isOlder(a: string, b: string): boolean {
  const [left, right] = [parse(a), parse(b)];
  if (left === undefined || right === undefined) return false;
  for (let index = 0; index < 3; index++) {
    const difference = left.numbers[index]! - right.numbers[index]!;
    if (difference !== 0) return difference < 0;
  }
  return comparePreReleases(left.pre, right.pre) < 0;
}

interface Version {
  numbers: number[];
  pre: string[];
}

function parse(text: string): Version | undefined {
  const match = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([\w.-]+))?(?:\+[\w.-]*)?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, major, minor, patch, pre] = match;
  return {
    numbers: [major, minor, patch].map((part) => Number(part ?? 0)),
    pre: pre === undefined ? [] : pre.split("."),
  };
}

function comparePreReleases(a: readonly string[], b: readonly string[]): number {
  // A release follows its pre-releases.
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const [left, right] = [a[index]!, b[index]!];
    if (left === right) continue;
    const [leftNumber, rightNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)];
    if (leftNumber && rightNumber) return Number(left) - Number(right);
    if (leftNumber !== rightNumber) return leftNumber ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return a.length - b.length;
}

/**
 * The plan of a rotation: the patch of each node in each step, without secrets.
 *
 * @module
 */
import { structuredPatch } from "diff";
import { redactText } from "../../machineconfig/redact/mod.ts";
import { readCertificate } from "../../pki/mod.ts";
import { encodeBase64 } from "../../yaml/base64.ts";
import { isComplete, type Journal, stepsOf } from "./journal.ts";
import { changedConfig } from "./node_config.ts";
import { pairOf } from "./rotation.ts";
import type { Step } from "./types.ts";

/** The patch of a node in a step. */
export interface PlannedPatch {
  readonly step: Step;
  readonly node: string;
  /** Lines of a unified diff; empty without a change. */
  readonly lines: readonly string[];
}

/** Lines of context around a change. */
const CONTEXT = 1;
/** Longest value of a line; certificates have about 700 characters. */
const MAX_VALUE_LENGTH = 60;

/**
 * Returns the patches of all steps that are not complete, in order, from the present
 * configurations.
 *
 * @param texts the configuration of each node of the journal, in order.
 */
export async function planPatches(
  journal: Journal,
  texts: readonly string[],
): Promise<PlannedPatch[]> {
  const present = [...texts];
  const names = await certificateNames(journal);
  const patches: PlannedPatch[] = [];
  for (const step of stepsOf(journal)) {
    if (isComplete(journal, step)) continue;
    const { authority, phase } = step;
    const change = { authority, phase, pair: pairOf(journal, step), encoding: journal.encoding };
    for (const [index, { address: node }] of journal.nodes.entries()) {
      const before = present[index]!;
      const after = changedConfig(node, before, change) ?? before;
      present[index] = after;
      patches.push({ step, node, lines: diffLines(before, after, names) });
    }
  }
  return patches;
}

function diffLines(
  before: string,
  after: string,
  names: ReadonlyMap<string, string>,
): readonly string[] {
  const [a, b] = [before, after].map((text) => readableText(text, names));
  const { hunks } = structuredPatch("", "", a!, b!, "", "", { context: CONTEXT });
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...lines.filter((line) => !line.startsWith("\\")),
  ]);
}

/** Redacts secrets, names both authorities and shortens other long values. */
function readableText(text: string, names: ReadonlyMap<string, string>): string {
  const original = text.split("\n");
  return redactText(text).split("\n").map((line, index) => {
    for (const [value, name] of names) {
      if (original[index]!.includes(value)) {
        return line.includes(value) ? line.replace(value, name) : `${line} ${name}`;
      }
    }
    const [, start, value] = /^(\s*(?:- )?(?:[\w.-]+:\s*)?)(\S{61,})$/.exec(line) ?? [];
    return value === undefined ? line : `${start}${value.slice(0, MAX_VALUE_LENGTH)}…`;
  }).join("\n");
}

/** Returns the names of both authorities by their values in configurations. */
async function certificateNames(journal: Journal): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const replacement of [journal.os, journal.kubernetes]) {
    for (const which of ["old", "new"] as const) {
      const pair = replacement?.[which];
      if (pair === undefined) continue;
      const { der } = readCertificate(pair.crt, "the CA certificate");
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", der));
      names.set(encodeBase64(pair.crt), `<${which} CA, SHA-256 ${digest.toHex().slice(0, 12)}…>`);
      names.set(encodeBase64(pair.key), `<${which} key>`);
    }
  }
  return names;
}

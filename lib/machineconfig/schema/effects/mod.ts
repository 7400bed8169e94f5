/**
 * When a change of the machine configuration takes effect on nodes: the table by field, and the rule by
 * which nodes before v1.14 decide whether they reboot.
 *
 * @module
 */
import { MAIN } from "../documents.ts";
import { isLater } from "../releases.ts";
import type { ConfigRelease } from "../types.ts";
import { DOCUMENT_EFFECTS } from "./document_effects.ts";
import { IMMEDIATE_FIELDS, NO_REBOOT_SINCE } from "./immediate_fields.ts";
import { MAIN_EFFECTS } from "./main_effects.ts";
import type { EffectTable, FieldEffect } from "./types.ts";

export { NO_REBOOT_SINCE };
export type { EffectKind, FieldEffect } from "./types.ts";

/** Returns the table of a kind of documents; undefined for an unknown kind. */
export function effectTableOf(kind: string): EffectTable | undefined {
  if (kind === MAIN.kind) return MAIN_EFFECTS;
  return Object.hasOwn(DOCUMENT_EFFECTS, kind) ? DOCUMENT_EFFECTS[kind] : undefined;
}

/**
 * Returns the effect that the table lists for exactly this path; undefined without one.
 *
 * @param path Fields with dots, `*` for any key of a map.
 */
export function ownEffect(
  table: EffectTable,
  path: string,
  release: ConfigRelease,
): FieldEffect | undefined {
  if (!Object.hasOwn(table, path)) return undefined;
  const entries = [table[path]!].flat();
  return entries.find(({ until }) => until === undefined || !isLater(release, until));
}

/**
 * Returns the fields of the main document that nodes of a release apply without a reboot, with dots;
 * undefined for releases whose nodes never reboot by themselves.
 */
export function immediateFields(release: ConfigRelease): readonly string[] | undefined {
  if (!isLater(NO_REBOOT_SINCE, release)) return undefined;
  return Object.entries(IMMEDIATE_FIELDS).filter(([, since]) => !isLater(since, release))
    .map(([path]) => path);
}

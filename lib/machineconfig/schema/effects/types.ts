/**
 * Types of the table of effects: when a change of a field takes effect on a node.
 *
 * @module
 */
import type { ConfigRelease } from "../types.ts";

/**
 * Time at which a change takes effect.
 *
 * - `immediate`: at once; a controller of the node watches the field.
 * - `service-restart`: at once, by a restart of a service or static pod that the node does itself.
 * - `reboot`: at the next boot.
 * - `installation`: when the system is installed or upgraded, or a volume is created.
 * - `manifests`: when the Kubernetes manifests are synchronized, as `upgrade-k8s` does; nodes
 *   create missing objects and change no existing one.
 * - `none`: the release ignores the field.
 */
export type EffectKind =
  | "immediate"
  | "service-restart"
  | "reboot"
  | "installation"
  | "manifests"
  | "none";

/** The effect of a change of a field, or of any field below it. */
export interface FieldEffect {
  readonly kind: EffectKind;
  /** The service or static pod that the node restarts. */
  readonly service?: string;
  /** Effect where the document or list items are added and nothing else changes. */
  readonly added?: EffectKind;
  /** Effect where the document is removed. */
  readonly removed?: EffectKind;
  /** Last release with this effect; the next entry of the field applies to newer ones. */
  readonly until?: ConfigRelease;
}

/**
 * Effects by path: fields with dots, `*` for any key of a map, `""` for the document. A field
 * without an entry has the effect of the nearest field above it.
 */
export type EffectTable = Readonly<Record<string, FieldEffect | readonly FieldEffect[]>>;

export const IMMEDIATE: FieldEffect = { kind: "immediate" };
export const REBOOT: FieldEffect = { kind: "reboot" };
export const INSTALLATION: FieldEffect = { kind: "installation" };
export const MANIFESTS: FieldEffect = { kind: "manifests" };
export const NONE: FieldEffect = { kind: "none" };

/** Returns the effect of a restart of a service by the node. */
export function restart(service: string): FieldEffect {
  return { kind: "service-restart", service };
}

/** Returns an effect that ends with a release, and the one after it. */
export function until(
  release: ConfigRelease,
  effect: FieldEffect,
  later: FieldEffect,
): readonly FieldEffect[] {
  return [{ ...effect, until: release }, later];
}

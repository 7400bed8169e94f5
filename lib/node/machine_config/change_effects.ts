/**
 * The times at which changes of a machine configuration take effect, as text and records.
 *
 * @module
 */
import { type PredictedEffect, predictEffect } from "../../machineconfig/predict_effect.ts";
import type { EffectKind } from "../../machineconfig/schema/effects/mod.ts";
import { NEWEST } from "../../machineconfig/schema/releases.ts";
import { escapeControls, type View } from "../../output/mod.ts";
import type { ConfigChange } from "./apply_config.ts";
import type { NodeReleases } from "./check_config.ts";

const TEXTS: Readonly<Record<EffectKind, string>> = {
  "immediate": "at once",
  "service-restart": "with a restart of",
  "reboot": "after a reboot",
  "installation": "only at installation",
  "manifests": 'after "osctl upgrade-k8s"',
  "none": "no effect",
};

/** Fields of a record after `node`. */
export const EFFECT_FIELDS: View<PredictedEffect>["fields"] = {
  path: ({ path }) => path,
  effect: ({ effect }) => effect,
  service: ({ service }) => service ?? null,
};

/** Predicts the effects of a change; none when the configuration before is unknown. */
export function predictChange(
  { node, text, previous }: ConfigChange,
  releases: NodeReleases,
): PredictedEffect[] {
  if (previous === undefined) return [];
  const release = releases.get(node) ?? "newer";
  return predictEffect(previous, text, release === "newer" ? NEWEST : release);
}

/** Describes when a change takes effect: `with a restart of kubelet`. */
export function describeEffect({ effect, service }: Omit<PredictedEffect, "path">): string {
  return service === undefined ? TEXTS[effect] : `${TEXTS[effect]} ${service}`;
}

/** Formats effects, a line each: `10.5.0.2: /machine/install/disk: only at installation`. */
export function formatEffects(node: string, effects: readonly PredictedEffect[]): string {
  return effects.map(({ path, ...effect }) =>
    `${node}: ${escapeControls(path)}: ${escapeControls(describeEffect(effect))}\n`
  ).join("");
}

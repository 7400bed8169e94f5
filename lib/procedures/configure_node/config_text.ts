/**
 * Text of a generated configuration: additions, and its form on the terminal.
 *
 * @module
 */
import type { Release } from "../../distribution.ts";
import type { Data } from "../../machineconfig/data.ts";
import { encodeConfig } from "../../machineconfig/encode/mod.ts";
import type { MachineSettings } from "../../machineconfig/generate/generate_machine.ts";
import { decodeMachineConfig } from "../../machineconfig/load/mod.ts";
import { type Patch, readPatch } from "../../machineconfig/patch/mod.ts";
import { NEWEST, schemaRelease } from "../../machineconfig/schema/releases.ts";
import { redactText } from "../../machineconfig/redact/mod.ts";
import { escapeTerminalLine } from "../../output/text.ts";

/**
 * Returns a patch with the settings that `GenerateConfiguration` lacks: interfaces, of which it only
 * supports the deprecated `cidr`, and the subnets of the cluster.
 */
export function settingsPatch(
  { interfaces }: MachineSettings,
  subnets: Data,
  release: Release,
): Patch[] {
  const hasSubnets = Object.keys(subnets).length > 0;
  if (interfaces.length === 0 && !hasSubnets) return [];
  const text = JSON.stringify({
    ...(interfaces.length === 0 ? {} : { machine: { network: { interfaces } } }),
    ...(hasSubnets ? { cluster: { network: subnets } } : {}),
  });
  return [readPatch(text, { name: "settings", release: schemaRelease(release) })];
}

/**
 * Formats a configuration for the terminal: without comments, secrets redacted, long lines, which are
 * certificates, truncated.
 */
export function formatConfig(text: string, columns: number): string {
  const { documents } = decodeMachineConfig(text, { release: NEWEST });
  const plain = redactText(encodeConfig(documents, { docs: false, examples: false }));
  const lines = plain.trimEnd().split("\n").map((line) => {
    const shown = escapeTerminalLine(line);
    return shown.length < columns ? shown : `${shown.slice(0, columns - 2)}…`;
  });
  return `\n${lines.join("\n")}\n\n`;
}

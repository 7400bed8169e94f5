/**
 * Differences of texts and machine configurations.
 *
 * @module
 */
import { throwFailures } from "../../client/mod.ts";
import type { NodeClient } from "../../client/types.ts";
import { diffConfigs, diffLines } from "../../machineconfig/diff_configs.ts";
import { findDistinctions } from "../../machineconfig/distinctions.ts";
import { compactJson } from "../../output/go_json.ts";
import type { ResourceReader } from "../../resource/client.ts";
import { readMachineConfigs } from "../../resource/machine_configs.ts";
import type { NodeNames } from "./types.ts";

/** A text and its name. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Returns the unified diff of two texts; empty for equal ones. */
export function diffTexts(before: NamedText, after: NamedText): string {
  const hunks = diffLines(before.text, after.text);
  return hunks === "" ? "" : `--- ${before.name}\n+++ ${after.name}\n${hunks}`;
}

/**
 * Returns the differences of the machine configurations of nodes, secrets redacted: of two a unified
 * diff, of more each field that differs with its values.
 *
 * @throws {OsctlError} when a node does not respond.
 */
export async function diffNodeConfigs(
  reader: ResourceReader,
  client: Pick<NodeClient, "nodes">,
  nodes: readonly string[],
  { nameOf }: NodeNames,
): Promise<string> {
  const known = nodes.filter((node) => client.nodes.includes(node));
  const { configs, failures } = await readMachineConfigs(reader, {
    nodes: known,
    name: "machineconfig",
    id: undefined,
    namespace: "",
    verb: "compared",
  });
  throwFailures(failures);
  const named = configs.map(({ node, text }) => ({ name: nameOf(node), text }));
  const [first, second, ...others] = named;
  if (others.length === 0) {
    const diff = diffConfigs(first!.text, second!.text, second!.name);
    return diff === ""
      ? NO_DIFFERENCE
      : diff.replace(/^--- .*\n\+\+\+ .*\n/, () => `--- ${first!.name}\n+++ ${second!.name}\n`);
  }
  const text = findDistinctions(named).map(({ path, value, names }, index, all) => {
    const shown = typeof value === "string"
      ? value
      : value === undefined
      ? "<absent>"
      : compactJson(value);
    const title = all[index - 1]?.path === path ? "" : `${path}:\n`;
    return `${title}  ${shown}\n    ${names.join(", ")}\n`;
  }).join("");
  return text === "" ? NO_DIFFERENCE : text;
}

/** Text for equal configurations and resources. */
export const NO_DIFFERENCE = "no difference\n";

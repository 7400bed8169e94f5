/**
 * Compares a machine configuration with the active ones of nodes.
 *
 * @module
 */
import { throwFailures } from "../../client/mod.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import type { NodeClient } from "../../client/types.ts";
import { diffConfigs } from "../../machineconfig/diff_configs.ts";
import { createRecordWriter, type View, writeRows } from "../../output/rows.ts";
import { type RecordOutput, selectFormat } from "../../output/select_format.ts";
import { readMachineConfigs, ResourceReader } from "../../resource/mod.ts";
import type { ConsoleContext } from "../context.ts";
import { writeDiff } from "./apply_changes.ts";

/** Fields of a node: its unified diff, `""` when the configurations are equal. */
const FIELDS: View<string>["fields"] = {
  differs: (diff) => diff !== "",
  diff: (diff) => diff,
};

/** Parses the format; call it before the first request. */
export function selectDiffFormat({ terminal }: ConsoleContext, output: RecordOutput) {
  const isTerminal = terminal.isTerminal("stdout");
  return output === "text"
    ? undefined
    : selectFormat(output, { view: { fields: FIELDS, name: null }, terminal: isTerminal });
}

/**
 * Prints the difference between each node's active configuration and `text`, as diffs, or as records
 * of a format. Returns whether any node differs.
 *
 * @throws {MultiNodeError} when nodes failed.
 */
export async function printDifferences(
  context: ConsoleContext,
  client: NodeClient,
  { text, format }: {
    readonly text: string;
    readonly format: Awaited<ReturnType<typeof selectDiffFormat>>;
  },
): Promise<boolean> {
  const { clock, env, stdout, stderr } = context;
  const reader = new ResourceReader(client, { clock, callMs: parseTimeouts(env).callMs });
  const { configs, failures } = await readMachineConfigs(reader, {
    nodes: client.nodes,
    name: "machineconfig",
    id: undefined,
    namespace: "",
    verb: "compared",
  });
  const diffs = configs.map(({ node, text: active }) => ({
    node,
    diff: diffConfigs(active, text, node),
  }));
  if (format !== undefined) {
    const writer = createRecordWriter(stdout, FIELDS, { format });
    await writeRows(writer, async () => {
      for (const { node, diff } of diffs) await writer.add(node, diff);
    });
  } else {
    for (const { node, diff } of diffs) {
      if (diff === "") await stderr.write(`${node}: unchanged\n`);
      else await writeDiff(context, diff);
    }
  }
  throwFailures(failures);
  return diffs.some(({ diff }) => diff !== "");
}

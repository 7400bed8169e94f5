/**
 * Prints the plan of a rotation.
 *
 * @module
 */
import { createColours } from "../../output/colour.ts";
import { colourDiff } from "../../output/colour_diff.ts";
import { createRecordWriter } from "../../output/rows.ts";
import { isComplete, type Journal, stepsOf } from "../../procedures/ca_rotation/journal.ts";
import { planPatches } from "../../procedures/ca_rotation/plan.ts";
import { EVENT_FIELDS } from "../../procedures/ca_rotation/reporter.ts";
import type {
  RotationContext,
  RotationOptions,
} from "../../procedures/ca_rotation/rotation_options.ts";
import { isSameStep, titleOf } from "../../procedures/ca_rotation/types.ts";

/**
 * Prints the patches of all nodes in all steps that are not complete.
 *
 * @param texts the configuration of each node of the journal, in order.
 */
export async function printPlan(
  context: RotationContext,
  { action, format }: RotationOptions,
  journal: Journal,
  texts: readonly string[],
): Promise<void> {
  const { stdout } = context;
  const patches = await planPatches(journal, texts);
  const steps = stepsOf(journal);
  if (format === "json") {
    const writer = createRecordWriter(stdout, EVENT_FIELDS, { format: "json", endless: true });
    for (const { step, node, lines } of patches) {
      await writer.add(node, { step, node, state: "planned", text: lines.join("\n") });
    }
    return await writer.end();
  }
  const colours = createColours(context);
  const isTerminal = context.terminal.isTerminal("stdout");
  let text = "";
  for (const [index, step] of steps.entries()) {
    const end = isComplete(journal, step) ? ": complete" : "";
    text += `[${index + 1}/${steps.length}] ${titleOf(step)}${end}\n`;
    for (const { node, lines } of patches.filter((patch) => isSameStep(patch.step, step))) {
      text += `  ${node}${lines.length === 0 ? ": no changes" : ""}\n`;
      for (const line of lines) text += `    ${colourDiff(line, colours, isTerminal)}\n`;
    }
  }
  const next = action === "start"
    ? "apply the patches with --dry-run=false"
    : "run it without --dry-run";
  await stdout.write(`${text}nothing was changed; ${next}\n`);
}

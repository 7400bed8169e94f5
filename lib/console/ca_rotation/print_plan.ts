/**
 * Prints the plan of a rotation.
 *
 * @module
 */
import { createColours } from "../../output/colour.ts";
import { colourDiff } from "../../output/colour_diff.ts";
import { createRecordWriter } from "../../output/rows.ts";
import type { System } from "../../platform/system.ts";
import { isComplete, stepsOf } from "../../procedures/ca_rotation/journal.ts";
import type { RotationPlan } from "../../procedures/ca_rotation/rotate_authorities.ts";
import { EVENT_FIELDS } from "./reporter.ts";
import type { RotationChoice } from "./types.ts";
import { isSameStep, titleOf } from "../../procedures/ca_rotation/types.ts";

/** Prints the patches of all nodes in all steps that are not complete. */
export async function printPlan(
  context: Pick<System, "env" | "stdout" | "terminal">,
  { action, format }: RotationChoice,
  { journal, patches }: RotationPlan,
): Promise<void> {
  const { stdout } = context;
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

/**
 * Prints the plan of a rotation.
 *
 * @module
 */
import {
  EVENT_FIELDS,
  isComplete,
  isSameStep,
  type Journal,
  planPatches,
  stepsOf,
  titleOf,
} from "./mod.ts";
import { createColours } from "../../output/colour.ts";
import { createRecordWriter } from "../../output/rows.ts";
import type { RotationContext, RotationValues } from "./rotation_options.ts";

/**
 * Prints the patches of all nodes in all steps that are not complete.
 *
 * @param texts the configuration of each node of the journal, in order.
 */
export async function printPlan(
  context: RotationContext,
  { format, resume, rollback }: RotationValues,
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
  const tint = (line: string) =>
    line.startsWith("+") ? colours.green(line) : line.startsWith("-") ? colours.red(line) : line;
  let text = "";
  for (const [index, step] of steps.entries()) {
    const end = isComplete(journal, step) ? ": complete" : "";
    text += `[${index + 1}/${steps.length}] ${titleOf(step)}${end}\n`;
    for (const { node, lines } of patches.filter((patch) => isSameStep(patch.step, step))) {
      text += `  ${node}${lines.length === 0 ? ": no changes" : ""}\n`;
      text += lines.map((line) => `    ${tint(line)}\n`).join("");
    }
  }
  const isContinued = resume !== "" || rollback !== "";
  const next = isContinued ? "run it without --dry-run" : "apply the patches with --dry-run=false";
  await stdout.write(`${text}nothing was changed; ${next}\n`);
}

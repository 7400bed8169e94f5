/**
 * Prints the plan of an upgrade.
 *
 * @module
 */
import { type ColourSystem, createColours } from "../../output/colour.ts";
import { colourDiff } from "../../output/colour_diff.ts";
import { createRowWriter, type RowFormat, type View } from "../../output/rows.ts";
import type { Writer } from "../../output/write_behind.ts";
import { shortImages, stepFields } from "./report.ts";
import {
  IMAGES,
  MANIFEST,
  ROLLOUT,
  type Step,
  type StepLog,
} from "../../procedures/kubernetes_upgrade/steps.ts";
import { imageTag } from "../../procedures/kubernetes_upgrade/versions.ts";

/** The parts of the system that the plan is printed with. */
export type PlanSystem = ColourSystem & { readonly stdout: Writer };

/** Prints the steps of a plan, and the differences of manifests below a table. */
export async function printPlan(
  system: PlanSystem,
  steps: readonly Step[],
  { format, width, log }: {
    readonly format: RowFormat;
    readonly width: number | undefined;
    readonly log: () => StepLog;
  },
): Promise<void> {
  const { stdout } = system;
  const colours = createColours(system);
  const writer = createRowWriter(stdout, planView(log), {
    format,
    width,
    canHide: true,
    colours,
    nodes: true,
    endless: format !== "table",
  });
  for (const step of steps) await writer.add(step.node, step);
  await writer.end();
  if (format !== "table") return;
  const isTerminal = system.terminal.isTerminal("stdout");
  for (const { diff } of steps) {
    if (diff !== "") await stdout.write(`\n${colourDiff(diff, colours, isTerminal)}`);
  }
}

/** The view of planned steps. */
export function planView(log: () => StepLog): View<Step> {
  return {
    hideFirst: ["FROM"],
    identities: ["COMPONENT"],
    columns: [
      {
        header: "COMPONENT",
        cell: ({ component, object }) => object === "" ? component : `${component} ${object}`,
      },
      { header: "FROM", cell: (step) => shortImages(step.from, step.to)[0] },
      {
        header: "TO",
        cell: ({ component, from, to }) =>
          component === IMAGES ? imageTag(to) : shortImages(from, to)[1],
      },
      {
        header: "ACTION",
        cell: actionOf,
        tint: ({ state }) => state === "waiting" ? "green" : undefined,
      },
    ],
    fields: stepFields(log),
  };
}

function actionOf({ component, state, detail }: Step): string {
  if (state === "unchanged") return "none";
  if (state === "skipped") return `none: ${detail}`;
  if (component === IMAGES) return "pull";
  if (component === MANIFEST) return detail;
  return component === ROLLOUT ? "wait" : "update";
}

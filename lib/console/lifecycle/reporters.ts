/**
 * Output of the progress of tracked actions.
 *
 * @module
 */
import {
  createLiveReporter,
  type LiveOptions,
  type LiveReporter,
  type LiveSystem,
} from "../live_reporter.ts";
import type { NodeProgress, Update } from "../../procedures/lifecycle/progress.ts";
import { renderProgress, updateFields } from "./progress_view.ts";

/** Options of {@linkcode createReporter}. */
export interface ReporterOptions extends LiveOptions {
  /** Returns the current progress of all nodes. */
  progress(): readonly NodeProgress[];
}

/** Returns the reporter for a format and the kind of stderr. */
export function createReporter(
  system: LiveSystem,
  { progress, ...options }: ReporterOptions,
): LiveReporter<Update> {
  const { clock } = system;
  return createLiveReporter(system, options, {
    fields: updateFields,
    nodeOf: ({ node }) => node,
    linesOf: ({ node, text }) => [`"${node}": ${text}`],
    draw: (size) => renderProgress(progress(), { ...size, now: clock.now() }),
  });
}

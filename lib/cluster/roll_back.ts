/**
 * Steps of a roll-back.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import type { Report } from "./types.ts";

/**
 * Runs a step of a roll-back. Its error is reported, so that the one that caused the roll-back remains
 * the result of the command.
 *
 * @returns whether the step succeeded.
 */
export async function rollBack(report: Report, step: () => Promise<void>): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    await report(error.message);
    return false;
  }
}

/** Rolls back the creation of a cluster; on an error, names the command that completes it. */
export async function rollBackCluster(
  name: string,
  report: Report,
  step: () => Promise<void>,
): Promise<void> {
  if (await rollBack(report, step)) return;
  await report(`remove the rest with: osctl cluster destroy --name ${name}`);
}

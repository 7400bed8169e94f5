/**
 * Prints what a dry run means for etcd.
 *
 * @module
 */
import { type Disruption, inspectDisruption } from "../procedures/disruption.ts";
import type { ConsoleContext } from "./context.ts";

/**
 * Prints the effect on stderr; nothing when only workers are affected.
 *
 * @throws {OsctlError} when the change would be refused.
 */
export async function printEffect(context: ConsoleContext, disruption: Disruption): Promise<void> {
  const { effect, refusal } = await inspectDisruption(context, disruption);
  if (effect !== "") await context.stderr.write(`osctl: ${effect}\n`);
  if (refusal !== undefined && disruption.acceptsQuorumLoss !== true) throw refusal;
}

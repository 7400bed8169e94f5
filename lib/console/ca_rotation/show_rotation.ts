/**
 * Shows a rotation of certificate authorities: its plan, or its nodes, steps and result.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { withProgress } from "../../output/progress.ts";
import { shellQuoted } from "../../output/shell_quoted.ts";
import { exists } from "../../platform/files.ts";
import type { RotationEvent, RotationObserver } from "../../procedures/ca_rotation/events.ts";
import { isComplete, type Journal, stepsOf } from "../../procedures/ca_rotation/journal.ts";
import {
  planRotation,
  rotateAuthorities,
} from "../../procedures/ca_rotation/rotate_authorities.ts";
import { apiName } from "../../procedures/ca_rotation/types.ts";
import type { TargetNode } from "../../procedures/context.ts";
import type { ConsoleContext } from "../context.ts";
import { printTargets } from "../print_targets.ts";
import { printPlan } from "./print_plan.ts";
import { createReporter, type RotationReporter } from "./reporter.ts";
import type { RotationChoice } from "./types.ts";

type Context = ConsoleContext<NodeClient>;

/**
 * Rotates authorities, or prints the plan.
 *
 * @throws {OsctlError} that names the step and how to continue.
 */
export async function showRotation(context: Context, options: RotationChoice): Promise<void> {
  const observer = new ConsoleObserver(context, options.format);
  if (options.isDryRun) {
    return await printPlan(context, options, await planRotation(context, options, observer));
  }
  const { journal, name } = await rotateAuthorities(context, options, observer);
  if (options.format !== "text") return;
  const hasOutput = await exists(journal.output);
  await context.stdout.write(summary(journal, name, { hasOutput }));
}

class ConsoleObserver implements RotationObserver {
  readonly #context: Context;
  readonly #format: RotationChoice["format"];
  #reporter: RotationReporter | undefined;

  constructor(context: Context, format: RotationChoice["format"]) {
    this.#context = context;
    this.#format = format;
  }

  /** Prints the nodes; as the first record with `--format json`. */
  async targets(nodes: readonly TargetNode[]): Promise<void> {
    const isRecorded = this.#format === "json";
    await printTargets(this.#context, nodes, { isAsking: false, isRecorded });
  }

  awaiting<T>(text: string, body: () => Promise<T>): Promise<T> {
    return withProgress(this.#context, text, body);
  }

  async begin(journal: Journal): Promise<void> {
    this.#reporter = createReporter(this.#context, {
      format: this.#format === "json" ? "json" : "table",
      steps: stepsOf(journal),
      signal: this.#context.signal,
      isComplete: (step) => isComplete(journal, step),
    });
    await this.#context.status?.hide();
  }

  event(event: RotationEvent): void {
    this.#reporter!.event(event);
  }

  async end(): Promise<void> {
    await this.#reporter!.end();
  }

  async stopped(text: string): Promise<void> {
    await this.#context.stderr.write(`osctl: ${text}\n`);
  }
}

/** Returns what has changed and what to do next. */
function summary(
  journal: Journal,
  name: string,
  { hasOutput }: { readonly hasOutput: boolean },
): string {
  const { direction, nodes, output } = journal;
  const isRotation = direction === "rotate";
  const changed = stepsOf(journal).map(({ authority }) => authority);
  const names = (["os", "kubernetes"] as const).filter((one) => changed.includes(one));
  const apis = `${names.map(apiName).join(" and ")} CA${names.length === 1 ? "" : "s"}`;
  const count = nodes.length === 1 ? "1 node" : `${nodes.length} nodes`;
  const lines = [
    names.length === 0
      ? "no CA was changed"
      : isRotation
      ? `rotated the ${apis} on ${count}`
      : `returned to the old ${apis} on ${count}`,
    ...names.includes("os") && hasOutput
      ? [`use the client configuration: osctl config merge --replace ${shellQuoted(output)}`]
      : [],
    ...names.includes("kubernetes") ? ["replace the kubeconfig: osctl kubeconfig --force"] : [],
    isRotation
      ? `"${name}" has the keys of both CAs: keep it for --rollback, or delete it`
      : `"${name}" has the keys of both CAs: delete it`,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

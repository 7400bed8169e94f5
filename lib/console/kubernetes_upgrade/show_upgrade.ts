/**
 * Shows an upgrade of Kubernetes: its plan, or its nodes, steps and result.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { withProgress } from "../../output/progress.ts";
import type { RowFormat } from "../../output/rows.ts";
import { type RecordOutput, selectFormat } from "../../output/select_format.ts";
import { Table } from "../../output/table.ts";
import { getTableWidth } from "../../output/table_options.ts";
import { escapeControls } from "../../output/text.ts";
import type { AffectedNode } from "../../procedures/affected_nodes.ts";
import type { ConnectionOptions } from "../../procedures/context.ts";
import {
  type KubernetesUpgradeOptions,
  planKubernetesUpgrade,
  type PlannedUpgrade,
  type RemovedItem,
  RemovedItemsError,
  type Step,
  type StepLog,
  upgradeKubernetes,
  type UpgradeObserver,
  type UpgradeResult,
} from "../../procedures/kubernetes_upgrade/mod.ts";
import { confirmDisruption } from "../confirm_disruption.ts";
import type { ConsoleContext } from "../context.ts";
import { printTargets } from "../print_targets.ts";
import { printPlan } from "./print_plan.ts";
import { createUpgradeReporter, stepsView, type UpgradeReporter } from "./report.ts";

type Context = ConsoleContext<NodeClient>;

/** How an upgrade is shown. */
export interface ShowOptions {
  readonly connection: ConnectionOptions;
  /** Print the plan and change nothing. */
  readonly isDryRun?: boolean;
  readonly output: RecordOutput;
  /** Print all columns of the plan in full on a terminal. */
  readonly wide?: boolean;
  /** Confirmed on the command line. */
  readonly yes: boolean;
}

/**
 * Upgrades Kubernetes, or prints the plan.
 *
 * @throws {OsctlError} that names the step which failed.
 */
export async function showUpgrade(
  context: Context,
  options: KubernetesUpgradeOptions & ShowOptions,
): Promise<void> {
  if (options.isDryRun) return await showPlan(context, options);
  await showUpgradeSteps(
    context,
    options,
    (observer) => upgradeKubernetes(context, options, observer),
  );
}

/** Runs an upgrade, and shows its steps and result. */
export async function showUpgradeSteps(
  context: Context,
  options: ShowOptions,
  run: (observer: UpgradeObserver) => Promise<UpgradeResult>,
): Promise<void> {
  const observer = new ConsoleObserver(context, options, await formatOf(context, options));
  const { path: { to }, changed } = await withRemovedItems(context, observer, run);
  await observer.warn(
    changed === 0
      ? `Kubernetes ${to.text} was complete; nothing was changed`
      : `upgraded Kubernetes to ${to.text}`,
  );
}

async function showPlan(
  context: Context,
  options: KubernetesUpgradeOptions & ShowOptions,
): Promise<void> {
  const format = await formatOf(context, options);
  const observer = new ConsoleObserver(context, options, format);
  const { steps, log } = await withRemovedItems(
    context,
    observer,
    () => planKubernetesUpgrade(context, options, observer),
  );
  await observer.written();
  const width = getTableWidth(context, { wide: options.wide ?? false });
  await printPlan(context, steps, { format, log: () => log, width });
  await observer.warn("dry run: nothing was changed");
}

async function formatOf({ terminal }: Context, { output }: ShowOptions): Promise<RowFormat> {
  return output === "text" ? "table" : await selectFormat(output, {
    view: stepsView(noLog),
    terminal: terminal.isTerminal("stdout"),
  });
}

/** Runs `body`, and prints removed items that prevent an upgrade. */
async function withRemovedItems<T>(
  { stderr }: Context,
  observer: ConsoleObserver,
  body: (observer: ConsoleObserver) => Promise<T>,
): Promise<T> {
  try {
    return await body(observer);
  } catch (error) {
    await observer.written();
    if (error instanceof RemovedItemsError) await stderr.write(removedTable(error.items));
    throw error;
  }
}

/** Only names of fields are read before the first step. */
function noLog(): never {
  throw new RangeError("No step");
}

class ConsoleObserver implements UpgradeObserver {
  readonly #context: Context;
  readonly #options: ShowOptions;
  readonly #format: RowFormat;
  #reporter: UpgradeReporter | undefined;
  /** Notes before the first step. */
  #written: Promise<void> = Promise.resolve();

  constructor(context: Context, options: ShowOptions, format: RowFormat) {
    this.#context = context;
    this.#options = options;
    this.#format = format;
  }

  /** Resolves when the notes are written. */
  written(): Promise<void> {
    return this.#written;
  }

  async warn(text: string): Promise<void> {
    await this.#context.stderr.write(`osctl: ${escapeControls(text)}\n`);
  }

  changed(step: Step): void {
    this.#reporter?.changed(step);
  }

  note(text: string): void {
    if (this.#reporter !== undefined) return this.#reporter.note(text);
    this.#written = this.#written.then(() => this.warn(text));
    this.#written.catch(() => {}); // thrown when the plan is complete
  }

  async warning(text: string): Promise<void> {
    await this.#context.stderr.write(text);
  }

  awaiting<T>(text: string, body: () => Promise<T>): Promise<T> {
    return withProgress(this.#context, text, body);
  }

  async targets(nodes: readonly AffectedNode[]): Promise<void> {
    await this.#written;
    const { isDryRun = false, output, yes } = this.#options;
    await printTargets(this.#context, nodes, {
      isAsking: !isDryRun,
      isRecorded: output === "json",
      flags: { yes },
    });
  }

  async confirm({ client, path, nodes }: PlannedUpgrade): Promise<void> {
    const { connection, yes } = this.#options;
    await confirmDisruption(this.#context, {
      action: `Upgrade Kubernetes ${path.from.text} → ${path.to.text}`,
      connection,
      yes,
      client,
      affected: nodes,
    });
  }

  async begin(log: StepLog): Promise<void> {
    const { signal, status } = this.#context;
    await status?.hide();
    this.#reporter = createUpgradeReporter(this.#context, {
      format: this.#format,
      log: () => log,
      signal,
    });
  }

  async end(): Promise<void> {
    await this.#reporter!.end();
  }

  async stopped(text: string): Promise<void> {
    await this.warn(text);
  }
}

function removedTable(items: readonly RemovedItem[]): string {
  const table = new Table();
  const hasCounts = items.some(({ count }) => count !== undefined);
  table.add(["NODE", "COMPONENT", "REMOVED", "NAME", ...hasCounts ? ["COUNT"] : []]);
  for (const { node, component, kind, name, count } of items) {
    const cells = [node ?? "", component, kind, name].map(escapeControls);
    table.add([...cells, ...hasCounts ? [String(count ?? "")] : []]);
  }
  return table.takeText();
}

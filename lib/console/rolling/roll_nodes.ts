/**
 * Shows a rolling change: its plan, or its question, its course and its summary.
 *
 * @module
 */
import { NEVER } from "../../async/never.ts";
import type { NodeClient } from "../../client/types.ts";
import { type RecordOutput, selectFormat } from "../../output/select_format.ts";
import type { RowFormat } from "../../output/rows.ts";
import { shellQuoted } from "../../output/shell_quoted.ts";
import { formatCount } from "../../output/text.ts";
import { writeFileAtomic } from "../../platform/files.ts";
import { resolve } from "../../platform/paths.ts";
import { changeNodes, planChange } from "../../procedures/rolling/change_nodes.ts";
import { planView } from "../../procedures/rolling/plan_view.ts";
import { APPLY_LIMITS, type ApplyChange, applyRequest } from "../../procedures/rolling/requests.ts";
import type { RollingEvent } from "../../procedures/rolling/events.ts";
import type { RollingJournal } from "../../procedures/rolling/journal.ts";
import type {
  PlannedChange,
  RollingChangeOptions,
  RollingObserver,
} from "../../procedures/rolling/rolling_change.ts";
import { type Ending, renderReport, summarize } from "../../procedures/rolling/summary.ts";
import { confirmDisruption } from "../confirm_disruption.ts";
import type { ConsoleContext } from "../context.ts";
import { printPlan } from "./print_plan.ts";
import { createView, eventFields, type RollingView } from "./view.ts";

type Context = ConsoleContext<NodeClient>;

/** How a rolling change is shown. */
export interface ShowOptions {
  readonly output: RecordOutput;
  /** Confirmed on the command line. */
  readonly yes: boolean;
  /** Print all columns of the plan in full on a terminal. */
  readonly wide?: boolean;
  /** File of the report; undefined without one. */
  readonly report?: string | undefined;
  /** Whether the change destroys data. */
  readonly isIrreversible?: boolean;
}

/** A rolling change to show. */
export interface RollOptions
  extends ShowOptions, Omit<RollingChangeOptions, "observer" | "continuation"> {
  /** Print the plan and change nothing. */
  readonly isPlan: boolean;
  /** The command that continues the change, without its journal: `osctl upgrade --rolling`. */
  readonly command: string;
  /** How to continue, where a journal is not enough. */
  readonly continuation?: string;
}

/**
 * Changes nodes one after the other, or prints the plan.
 *
 * @throws {OsctlError} the first failure, with the command that continues.
 */
export async function rollNodes(context: Context, options: RollOptions): Promise<void> {
  const { output, isPlan, wide, command, continuation } = options;
  const terminal = context.terminal.isTerminal("stdout");
  const format = output === "text"
    ? "table"
    : isPlan
    ? await selectFormat(output, { view: planView, terminal })
    : await selectFormat(output, { view: { fields: eventFields }, terminal });
  const change = {
    ...options,
    continuation: (journal: string) =>
      continuation ?? `${command} --resume ${shellQuoted(journal)}`,
    observer: new ConsoleObserver(context, options, format),
  };
  if (!isPlan) return await changeNodes(context, change);
  await printPlan(context, await planChange(context, change), { format, wide });
}

/** Configurations to apply to one node after the other. */
export interface RollConfigs
  extends Omit<RollOptions, "request" | "limits" | "isDrained">, ApplyChange {}

/** Applies configurations to one node after the other. */
export async function rollConfigs(context: Context, options: RollConfigs): Promise<void> {
  const { connection, rolling, changes } = options;
  const request = applyRequest(options);
  const isNew = rolling.resume === undefined;
  if (isNew && changes.length === 0) return;
  await rollNodes(context, {
    ...options,
    connection: { ...connection, nodes: isNew ? changes.map(({ node }) => node) : [] },
    limits: APPLY_LIMITS,
    isDrained: true,
    request,
  });
}

/** Shows a change on a terminal or a pipe. */
export class ConsoleObserver implements RollingObserver {
  readonly #context: Context;
  readonly #options: ShowOptions & Pick<RollingChangeOptions, "connection">;
  readonly #format: RowFormat;
  #view: RollingView | undefined;
  /** Lines before the view. */
  #written: Promise<void>[] = [];

  constructor(
    context: Context,
    options: ShowOptions & Pick<RollingChangeOptions, "connection">,
    format: RowFormat,
  ) {
    this.#context = context;
    this.#options = options;
    this.#format = format;
  }

  async confirm({ client, title, journal }: PlannedChange): Promise<void> {
    const { connection, yes, isIrreversible = false } = this.#options;
    await Promise.all(this.#written);
    await confirmDisruption(this.#context, {
      action: `${title[0]!.toUpperCase()}${title.slice(1)}, rolling`,
      connection,
      yes,
      client,
      isIrreversible,
      describe: () => {
        const batches = formatCount(journal.batches.length, "batch", "batches");
        return Promise.resolve(`${batches}, control planes one at a time`);
      },
    });
  }

  async begin(journal: RollingJournal): Promise<void> {
    await Promise.all(this.#written);
    await this.#context.status?.hide();
    this.#view = createView(this.#context, journal, { format: this.#format, signal: NEVER });
  }

  event(event: RollingEvent): void {
    if (this.#view !== undefined) this.#view.event(event);
    else this.#written.push(this.#context.stderr.write(`${event.text}\n`));
  }

  async end(ending: Ending | undefined): Promise<void> {
    const { stderr, cwd } = this.#context;
    const { report } = this.#options;
    await this.#view!.end();
    if (ending === undefined) return;
    await stderr.write(summarize(ending).map((line) => `osctl: ${line}\n`).join(""));
    if (report === undefined) return;
    await writeFileAtomic(resolve(cwd, report), renderReport(ending));
  }
}

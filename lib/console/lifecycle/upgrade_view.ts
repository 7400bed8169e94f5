/**
 * Output of upgrades: the plan, and the responses of nodes.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { splitResults, throwFailures } from "../../client/mod.ts";
import type { NodeClient } from "../../client/types.ts";
import {
  checkUpgradePath,
  type UpgradePathOptions,
  versionOf,
} from "../../node/version/upgrade_path.ts";
import { formatGoTime, toTimestamp } from "../../output/go_time.ts";
import { createRowWriter, type RowFormat, type View, writeRows } from "../../output/rows.ts";
import { type RecordOutput, selectFormat } from "../../output/select_format.ts";
import { getTableWidth } from "../../output/table_options.ts";
import type { FormatTime } from "../../output/time_style.ts";
import type { System } from "../../platform/system.ts";
import {
  describeKept,
  findDroppedArguments,
  readExtensions,
  removedExtensions,
} from "../../procedures/lifecycle/mod.ts";

/** A line of the plan. */
interface PlannedUpgrade {
  readonly current: string;
  readonly target: string;
  /** Undefined when they cannot be read. */
  readonly removed: readonly string[] | undefined;
}

const planView: View<PlannedUpgrade> = {
  hideFirst: ["CURRENT"],
  identities: ["TARGET"],
  columns: [
    { header: "CURRENT", cell: ({ current }) => current },
    { header: "TARGET", cell: ({ target }) => target },
    {
      header: "REMOVED EXTENSIONS",
      cell: ({ removed }) => removed === undefined ? "unknown" : removed.join(",") || "-",
    },
  ],
  fields: {
    current: ({ current }) => current,
    target: ({ target }) => target,
    removedExtensions: ({ removed }) => removed === undefined ? null : [...removed],
  },
};

/**
 * Prints versions and removed extensions of an upgrade of every node.
 *
 * @throws {MultiNodeError} when nodes failed.
 */
export async function printPlan(
  system: Pick<System, "stdout" | "stderr" | "terminal" | "signal" | "clock">,
  client: NodeClient,
  options: UpgradePathOptions & { readonly output: RecordOutput; readonly wide: boolean },
): Promise<void> {
  const { stdout, signal } = system;
  const { image, output } = options;
  const format = await selectTextFormat(system, planView, output);
  const { values, failures } = splitResults(await client.call(MachineService.Version, {}));
  const tags = values.map(({ node, value }) => ({ node, tag: value.version?.tag ?? "" }));
  const warning = await checkUpgradePath(tags.map(({ node }) => node), tags, options);
  if (warning !== undefined) await system.stderr.write(warning);
  const versions = new Map(tags.map(({ node, tag }) => [node, tag]));
  const dropped = await findDroppedArguments(client, versions, {
    clock: system.clock,
    signal,
  });
  if (dropped.size > 0) await system.stderr.write(`osctl: ${describeKept(dropped)}\n`);
  const width = getTableWidth(system, options);
  const writer = createRowWriter(stdout, planView, { format, width, canHide: true });
  const plans = await Promise.all(values.map(async ({ node, value }) => {
    const extensions = await readExtensions(client, node, signal);
    const removed = extensions === undefined ? undefined : removedExtensions(extensions, image);
    return { node, plan: { current: value.version?.tag ?? "", target: versionOf(image), removed } };
  }));
  await writeRows(writer, async () => {
    for (const { node, plan } of plans) await writer.add(node, plan);
  });
  throwFailures(failures);
}

/** Response to an upgrade request. */
interface Acknowledgement {
  readonly ack: string;
  /** Milliseconds since the Unix epoch. */
  readonly started: number;
}

const acknowledgementView: View<Acknowledgement> = {
  columns: [
    { header: "ACK", cell: ({ ack }) => ack },
    {
      header: "STARTED",
      cell: ({ started }) => formatGoTime(toTimestamp(started)),
      time: { of: ({ started }) => toTimestamp(started) },
    },
  ],
  fields: {
    ack: ({ ack }) => ack,
    started: ({ started }) => new Date(started).toISOString(),
  },
};

/** Prints the responses of nodes. STARTED is the time of this machine. */
export async function printAcknowledgements(
  system: Pick<System, "stdout" | "terminal" | "clock"> & {
    readonly times?: FormatTime | undefined;
  },
  values: readonly { readonly node: string; readonly value: { readonly ack?: string | null } }[],
  output: RecordOutput,
): Promise<void> {
  const format = await selectTextFormat(system, acknowledgementView, output);
  const writer = createRowWriter(system.stdout, acknowledgementView, {
    format,
    times: system.times,
  });
  const started = system.clock.now();
  await writeRows(writer, async () => {
    for (const { node, value } of values) await writer.add(node, { ack: value.ack ?? "", started });
  });
}

/** Parses the format of a table that is the text output. */
function selectTextFormat<Row>(
  { terminal }: Pick<System, "terminal">,
  view: View<Row>,
  output: RecordOutput,
): Promise<RowFormat> {
  const format = output === "text" ? "table" : output;
  return selectFormat(format, { view, terminal: terminal.isTerminal("stdout") });
}

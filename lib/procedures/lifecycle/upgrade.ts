/**
 * Checks and output of upgrades.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { splitResults, throwFailures } from "../../client/mod.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { formatGoTime, toTimestamp } from "../../output/go_time.ts";
import { checkInstaller } from "../../os_versions/mod.ts";
import { createRowWriter, type RowFormat, type View, writeRows } from "../../output/rows.ts";
import { type RecordOutput, selectFormat } from "../../output/select_format.ts";
import { getTableWidth } from "../../output/table_options.ts";
import { escapeControls } from "../../output/text.ts";
import type { FormatTime } from "../../output/time_style.ts";
import type { System } from "../../platform/system.ts";
import { type Extensions, listExtensions, schematicOf } from "./extensions.ts";
import {
  checkUpgradePath,
  type UpgradePathOptions,
  versionOf,
} from "../../node/version/upgrade_path.ts";

/** Timeout of reading the extensions of a node, milliseconds. */
const TIMEOUT_MS = 5000;

/**
 * Checks that an image reference has a tag or digest, and that the image is published.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export function checkImage(image: string): void {
  if (/^[\w.-]+(:\d+)?(\/[\w.-]+)*(:[\w][\w.-]{0,127})?(@sha256:[0-9a-f]{64})?$/.test(image)) {
    if (versionOf(image) !== "") return checkInstaller("--image", image);
  }
  throw new OsctlError("usage", `invalid --image "${image}": not an image with a tag`, {
    hint: "use a reference such as ghcr.io/siderolabs/installer:v1.8.4",
  });
}

/** Returns the names that an upgrade to `image` may remove. */
export function removedExtensions({ names, schematic }: Extensions, image: string): string[] {
  const isSame = schematic !== undefined && schematicOf(image) === schematic;
  return isSame ? [] : [...names];
}

/** Returns a warning about nodes whose extensions the image may lack; undefined without such nodes. */
export async function lostExtensions(
  client: NodeClient,
  image: string,
  signal: AbortSignal,
  nodes: readonly string[] = client.nodes,
): Promise<string | undefined> {
  const found = await Promise.all(nodes.map(async (node) => {
    const extensions = await readExtensions(client, node, signal);
    const removed = extensions === undefined ? [] : removedExtensions(extensions, image);
    return removed.length === 0 ? undefined : `${node} (${removed.join(", ")})`;
  }));
  const losing = found.filter((text) => text !== undefined);
  if (losing.length === 0) return undefined;
  return `osctl: warning: extensions that the image may lack: ${
    escapeControls(losing.join(", "))
  }; ` +
    "use an image with the same extensions\n";
}

/** Returns the extensions of a node; undefined when they cannot be read. */
async function readExtensions(
  client: NodeClient,
  node: string,
  signal: AbortSignal,
): Promise<Extensions | undefined> {
  try {
    return await listExtensions(client, node, { signal, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    signal.throwIfAborted();
    // The upgrade itself reports an unreachable node; old nodes do not have the type.
    if (error instanceof OsctlError) return undefined;
    throw error;
  }
}

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
  system: Pick<System, "stdout" | "stderr" | "terminal" | "signal">,
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

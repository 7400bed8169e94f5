/**
 * Collects a support bundle.
 *
 * @module
 */
import { withoutEndpoint } from "../../client/describe_error.ts";
import type { NodeClient } from "../../client/types.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import { OS_VERSION } from "../../distribution.ts";
import { MultiNodeError, OsctlError } from "../../errors.ts";
import { clusterSource } from "../../procedures/support/cluster_items.ts";
import { writeFailures } from "./failures_table.ts";
import { LAYOUTS } from "../../procedures/support/layouts.ts";
import { nodeSource } from "../../procedures/support/node_items.ts";
import { logLines, NO_PROGRESS, progressBars } from "./progress.ts";
import { writeBundle, type WrittenBundle } from "../../procedures/support/write_bundle.ts";
import { clientVersion, formatBuild, formatOwnVersion } from "../../node/version/mod.ts";
import { createColours } from "../../output/colour.ts";
import { formatSize } from "../../output/size.ts";
import { formatCount } from "../../output/text.ts";
import { readCommit, VERSION } from "../../platform/build.ts";
import { resolve } from "../../platform/paths.ts";
import type { ConsoleContext } from "../context.ts";
import type { ConnectionOptions } from "../../procedures/context.ts";
import { mayOverwrite } from "../may_overwrite.ts";

/** Values of the flags of `support`. */
export interface SupportValues extends ConnectionOptions {
  readonly output: string;
  readonly numWorkers: number;
  readonly verbose: boolean;
  readonly force: boolean;
}

const DEFAULT_FILE = "support.zip";

/**
 * Writes a support bundle and reports its failures.
 *
 * @throws {OsctlError} when a node could not be listed, and in interface v1.4 for any failure.
 */
export async function runSupport(
  context: ConsoleContext<NodeClient>,
  flags: SupportValues,
): Promise<void> {
  const { clock, release, signal, stderr } = context;
  const file = flags.output === "" ? DEFAULT_FILE : flags.output;
  const path = resolve(context.cwd, file);
  const overwrite = await mayOverwrite(context, file, flags.force);
  await using client = await context.openClient({ connection: flags });
  await context.status?.hide();
  const own = { version: VERSION, commit: await readCommit(context.spawn) };
  const build = clientVersion(OS_VERSION[release], own.commit);
  const clientText = formatBuild(build) + formatOwnVersion(own);
  const layout = LAYOUTS[release];
  const { callMs } = parseTimeouts(context.env);
  using cluster = clusterSource(context, client, layout);
  const nodes = client.nodes.map((node) =>
    nodeSource(node, { client, layout, clock, callMs, clientText })
  );
  const sources = [...nodes, cluster];
  const progress = openProgress(context, sources.map(({ name }) => name), flags.verbose);
  let bundle: WrittenBundle;
  try {
    bundle = await writeBundle({
      path,
      overwrite,
      sources,
      clock,
      signal,
      progress,
      workers: flags.numWorkers,
      client: { ...own, interface: release },
    });
  } finally {
    await progress.end();
  }
  const items = bundle.failures.filter(({ isListing }) => !isListing);
  await writeFailures(stderr, items, createColours(context, "stderr"));
  if (bundle.isWritten) await stderr.write(describeBundle(bundle, file));
  if (!bundle.isComplete) throw signal.reason;
  const listings = bundle.failures.filter(({ isListing }) => isListing);
  if (listings.length > 0) throw toError(listings);
  if (items.length > 0 && (release === "v1.4" || !bundle.isWritten)) {
    const count = items.length === 1 ? "1 item" : `${items.length} items`;
    throw new OsctlError("node", `${count} could not be collected`, {
      hint: "see their reasons above",
    });
  }
}

function openProgress(
  context: ConsoleContext<NodeClient>,
  names: readonly string[],
  verbose: boolean,
) {
  const { env, signal, stdout, terminal } = context;
  if (verbose) return logLines(stdout);
  const isTerminal = terminal.isTerminal("stderr") && env.get("TERM") !== "dumb";
  return isTerminal ? progressBars(context, names, signal) : NO_PROGRESS;
}

function describeBundle({ isComplete, members }: WrittenBundle, file: string): string {
  const bytes = members.reduce((sum, member) => sum + member.bytes, 0);
  const size = `${formatCount(members.length, "file")}, ${formatSize(bytes)}`;
  const kind = isComplete ? "support bundle" : "incomplete support bundle";
  return `wrote the ${kind} "${file}" (${size})\n`;
}

/** Combines the failed listings; equal errors of one node are one failure. */
function toError(
  listings: readonly { readonly source: string; readonly error: OsctlError }[],
): OsctlError {
  const different = new Map(
    listings.map(({ source, error }) => [
      `${source}\n${withoutEndpoint(error.message)}`,
      { node: source, error },
    ]),
  );
  return new MultiNodeError([...different.values()]);
}

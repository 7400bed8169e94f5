/**
 * Names the most likely cause when another command ends without what it waited for.
 *
 * @module
 */
import { createDeadline } from "../../async/deadline.ts";
import type { NodeClient } from "../../client/mod.ts";
import { OsctlError } from "../../errors.ts";
import { connectCluster } from "../../kubernetes/download/connect_cluster.ts";
import { escapeControls } from "../../output/text.ts";
import { diagnose, type Finding } from "../../procedures/diagnosis/mod.ts";
import type { ConnectionOptions } from "../../procedures/context.ts";
import type { ConsoleContext } from "../context.ts";

/** Time limit of the whole diagnosis, milliseconds. */
const LIMIT_MS = 12_000;
const CALL_MS = 5000;

/** Writes the worst finding of the nodes of a client to stderr; nothing without findings. */
export async function printTopFinding(
  context: ConsoleContext<NodeClient>,
  client: NodeClient,
  flags: ConnectionOptions,
): Promise<void> {
  if (context.signal.aborted) return;
  const finding = await findTop(context, client, flags);
  // The error of the command names the nodes that do not respond.
  if (finding === undefined || finding.check === "connection") return;
  const title = escapeControls(finding.title);
  await context.stderr.write(
    `osctl: diagnosis: ${title}; see "osctl diagnose --explain ${finding.id}"\n`,
  );
}

async function findTop(
  context: ConsoleContext<NodeClient>,
  client: NodeClient,
  flags: ConnectionOptions,
): Promise<Finding | undefined> {
  const { clock } = context;
  const expired = () => new OsctlError("cancelled", "the diagnosis takes too long");
  using deadline = createDeadline({ clock, ms: LIMIT_MS, signals: [context.signal], expired });
  try {
    const { diagnosis } = await diagnose({ clock, signal: deadline.signal }, {
      client,
      isWhole: true,
      clientFacts: { endpoints: client.endpoints },
      callMs: CALL_MS,
      openKubernetes: (signal) => connectCluster(context, client, signal),
      openThrough: (endpoint, node) =>
        context.openClient({
          connection: { ...flags, endpoints: [endpoint], nodes: [node] },
        }),
    }, () => {});
    return diagnosis.findings.find(({ severity }) => severity === "error");
  } catch (error) {
    // The command reports its own error; a diagnosis that fails adds nothing to it.
    if (error instanceof OsctlError) return undefined;
    throw error;
  }
}
